//! Bots at the table: what they may do, and what happens when they are away.

use std::sync::Arc;

use outflank_arena::{Verdict, protocol::json::Info};
use outflank_play::GameResult;
use outflank_rules::{Color, Square};

use super::{Decided, Refusal, Table};
use crate::{
    event::{Event, Foul},
    secret::SecretHash,
    store::GameStatus,
};

/// Milliseconds for which a bot is waited that was missed the last time and has not been seen since.
const BRIEF_GRACE: u64 = 5000;

/// What whoever plays the seat of a bot wants.
#[derive(Clone, Debug, PartialEq)]
pub enum BotCommand {
    /// Place a disc.
    Place {
        /// The turns that were played when this was decided on.
        ply: usize,
        /// Where.
        square: Square,
        /// What the bot thought.
        info: Option<Box<Info>>,
    },
    /// Give up.
    Resign,
    /// The bot did what nobody may do.
    Foul {
        /// What.
        verdict: Verdict,
        /// What it wrote.
        got: String,
        /// More in words.
        text: String,
    },
    /// The bot loses its turn, where that is a rule.
    Forfeit {
        /// The turns that were played then.
        ply: usize,
        /// Why.
        text: String,
    },
    /// Its connection has broken.
    Lost,
    /// It is back.
    Found,
}

impl Table {
    /// The bot that has to move now: its color, and whose token it obeys.
    pub fn bot_to_move(&self) -> Option<(Color, SecretHash)> {
        let color = self.turn().filter(|_| self.is_under_way())?;
        self.created.terms.bots[color].map(|token| (color, token))
    }

    /// The token that a bot's seat obeys.
    pub fn bot(&self, color: Color) -> Option<SecretHash> {
        self.created.terms.bots[color]
    }

    /// Does a bot play?
    pub fn has_bots(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.bot(color).is_some())
    }

    /// Is a bot away?
    pub fn is_absent(&self, color: Color) -> bool {
        self.absent[color].is_some()
    }

    /// The foul that ended the game.
    pub fn foul(&self) -> Option<&Foul> {
        self.foul.as_ref()
    }

    /// What bots thought of their moves, with the plies before each and its color.
    pub fn thoughts(&self) -> impl Iterator<Item = (usize, Color, &Info)> {
        self.thoughts.iter().filter_map(|(&ply, info)| Some((ply, self.game.position_at(ply)?.turn(), &**info)))
    }

    /// What follows when the bot that holds this token, and plays this color by it, wants this. The caller sees to what is
    /// [`due`](Table::due) first.
    pub fn bot_decides(
        &self,
        token: SecretHash,
        color: Color,
        command: BotCommand,
        at: u64,
    ) -> Result<Decided, Refusal> {
        if self.bot(color) != Some(token) {
            return Err(Refusal::NotSeated);
        }
        if self.status() == GameStatus::Over {
            return Err(Refusal::Over);
        }
        let event = match command {
            BotCommand::Place { ply, square, info } => return self.place(self.sole(color), ply, square, info, at),
            BotCommand::Resign => Event::Resigned { color },
            BotCommand::Foul { verdict, got, text } => Event::Fouled(Foul::new(color, verdict, &got, &text)),
            BotCommand::Forfeit { ply, text } => self.forfeit(color, ply, text)?,
            BotCommand::Lost if self.is_absent(color) => return Ok(Decided::Already),
            BotCommand::Lost => self.may_grow().map(|()| Event::Lost { color })?,
            BotCommand::Found if !self.is_absent(color) => return Ok(Decided::Already),
            BotCommand::Found => Event::Found { color },
        };
        Ok(Decided::Events(self.followed(at, vec![event])))
    }

    fn forfeit(&self, color: Color, ply: usize, text: String) -> Result<Event, Refusal> {
        let turn = self.running()?;
        if turn != color {
            return Err(Refusal::NotYourTurn(turn));
        }
        if ply != self.game.ply() {
            return Err(Refusal::Stale { ply, now: self.game.ply() });
        }
        self.may_grow()?;
        if self.created.terms.forfeits { Ok(Event::TurnForfeited { color, text }) } else { Err(Refusal::NoForfeits) }
    }

    /// What follows when somebody who looks at a game that was held back lets it begin.
    pub(super) fn start(&self, at: u64) -> Result<Decided, Refusal> {
        match self.status() {
            GameStatus::Over => Err(Refusal::Over),
            _ if self.is_started => Ok(Decided::Already),
            _ => Ok(Decided::Events(self.followed(at, vec![Event::Started]))),
        }
    }

    /// What follows when a person has left a bot alone for too long.
    pub(crate) fn left_by(&self, color: Color, at: u64) -> Vec<Event> {
        self.followed(at, vec![Event::Claimed { color: !color }])
    }

    /// When a bot that is away in its own turn has lost.
    pub(super) fn grace_ends(&self) -> Option<u64> {
        let color = self.missed()?;
        let away = |color: Color| self.absent[color];
        // What has not begun waits as long as one bot of it is there.
        let since = if self.is_held() { Color::ALL.into_iter().filter_map(away).max()? } else { away(color)? };
        let grace = self.grace(color).saturating_sub(self.waited_for[color]);
        Some(since.max(self.turn_began).saturating_add(grace))
    }

    /// How long a bot may be away in all. One that has gone costs nobody a whole grace in every game.
    fn grace(&self, color: Color) -> u64 {
        let terms = &self.created.terms;
        let is_brief = terms.missed[color] && !self.is_seen[color];
        if is_brief { terms.grace_ms.min(BRIEF_GRACE) } else { terms.grace_ms }
    }

    /// Does the clock of a bot stand because it is away? It does once a game: whoever hung up again and again could think for as long as he likes.
    pub(super) fn is_waited_for(&self, color: Color) -> bool {
        self.is_absent(color) && !self.is_excused[color]
    }

    /// The bot that is away while others wait for it.
    fn missed(&self) -> Option<Color> {
        let turn = self.turn().filter(|_| self.status() == GameStatus::Playing && self.given_up.is_none())?;
        if self.is_started {
            return Some(turn).filter(|&color| self.is_absent(color));
        }
        let are_gone = Color::ALL.into_iter().all(|color| self.bot(color).is_none() || self.is_absent(color));
        [turn, !turn].into_iter().find(|&color| are_gone && self.is_absent(color))
    }

    /// What a bot has done by now that has been away for too long.
    pub(super) fn gone_for_good(&self, at: u64) -> Option<Event> {
        let color = self.missed()?;
        let is_gone = self.grace_ends().is_some_and(|end| end <= at);
        let foul = || Foul { color, verdict: Verdict::Absent, got: String::new(), text: String::new() };
        is_gone.then(|| Event::Fouled(foul()))
    }

    pub(super) fn begin(&mut self, at: u64) -> Option<()> {
        if self.is_started || self.is_over {
            return None;
        }
        self.is_started = true;
        self.turn_began = at;
        self.start_clock(at);
        Some(())
    }

    pub(super) fn lose(&mut self, color: Color, at: u64) -> Option<()> {
        self.bot(color).filter(|_| !self.is_absent(color))?;
        self.absent[color] = Some(at);
        let is_running = self.clocks.as_ref().is_some_and(|clocks| clocks.running() == Some(color));
        if is_running && self.is_waited_for(color) {
            self.halt(at);
        }
        Some(())
    }

    pub(super) fn find(&mut self, color: Color, at: u64) -> Option<()> {
        let since = self.absent[color].take()?.max(self.turn_began);
        if self.turn() == Some(color) && self.is_started {
            self.waited_for[color] += at.saturating_sub(since);
            self.is_excused[color] = true;
        }
        self.is_seen[color] = true;
        self.start_clock(at);
        Some(())
    }

    pub(super) fn skip(&mut self, color: Color, at: u64) -> Option<()> {
        self.turn().filter(|&turn| turn == color && self.created.terms.forfeits)?;
        self.game.skip_turn()?;
        self.made(color, at.saturating_sub(self.turn_began), at, true);
        Some(())
    }

    pub(super) fn lose_by(&mut self, foul: &Foul, at: u64) {
        let result = match foul.verdict.is_about_time() {
            true => GameResult::TimedOut(foul.color),
            false => GameResult::Left(foul.color),
        };
        self.foul = Some(foul.clone());
        self.give_up(result, at);
    }

    pub(super) fn keep_thought(&mut self, ply: usize, info: Option<&Info>) {
        self.thoughts.extend(info.map(|info| (ply, Arc::new(info.clone()))));
    }
}
