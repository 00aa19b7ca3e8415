//! Bots in a game: their commands, and their absence.

use std::sync::Arc;

use outflank_arena::{GameResult, Verdict, protocol::json::Info};
use outflank_rules::{Color, Square};

use super::{Decided, LiveGame, Refusal};
use crate::{
    game::event::{Event, Foul},
    log::{GameStatus, secret::SecretHash},
};

/// A command for the seat of a bot.
#[derive(Clone, Debug, PartialEq)]
pub enum BotCommand {
    /// Place a disc.
    Place {
        /// The number of turns before the move.
        ply: usize,
        /// The square.
        square: Square,
        /// The bot's analysis.
        info: Option<Box<Info>>,
    },
    /// Resign.
    Resign,
    /// The bot broke the rules or failed, and loses.
    Foul {
        /// The verdict.
        verdict: Verdict,
        /// The bot's output.
        got: String,
        /// Details for people.
        text: String,
    },
    /// The bot loses its turn, in games that allow it.
    Forfeit {
        /// The number of turns before it.
        ply: usize,
        /// The reason.
        text: String,
    },
    /// The bot disconnected.
    Lost,
    /// The bot is connected again.
    Found,
}

impl LiveGame {
    /// The bot to move: its color and its token.
    pub fn bot_to_move(&self) -> Option<(Color, SecretHash)> {
        let color = self.turn().filter(|_| self.is_under_way())?;
        self.created.terms.bots[color].map(|token| (color, token))
    }

    /// The token of the bot in a seat.
    pub fn bot(&self, color: Color) -> Option<SecretHash> {
        self.created.terms.bots[color]
    }

    /// Does a bot play?
    pub fn has_bots(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.bot(color).is_some())
    }

    /// Is the bot of this color disconnected?
    pub fn is_absent(&self, color: Color) -> bool {
        self.absent[color].is_some()
    }

    /// The foul that ended the game.
    pub fn foul(&self) -> Option<&Foul> {
        self.foul.as_ref()
    }

    /// The analysis that bots sent with their moves: ply, color, analysis.
    pub fn thoughts(&self) -> impl Iterator<Item = (usize, Color, &Info)> {
        self.thoughts.iter().filter_map(|(&ply, info)| Some((ply, self.game.position_at(ply)?.turn(), &**info)))
    }

    /// Why the turn after `ply` plies was forfeited, if it was.
    pub fn lost_turn(&self, ply: usize) -> Option<&str> {
        self.lost_turns.get(&ply).map(|why| &**why)
    }

    /// Decides on a command of the bot that plays this color with this token. The caller appends
    /// what is [`due`](LiveGame::due) first.
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
        Ok(Decided::Events(vec![event]))
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

    /// Decides on a click that starts a waiting game.
    pub(super) fn start(&self) -> Result<Decided, Refusal> {
        match self.status() {
            GameStatus::Over => Err(Refusal::Over),
            _ if self.is_started => Ok(Decided::Already),
            _ => Ok(Decided::Events(vec![Event::Started])),
        }
    }

    /// Does the clock of a bot stop because it is disconnected? It does once in a game: a bot could
    /// otherwise think without limit by disconnecting.
    pub(super) fn is_waited_for(&self, color: Color) -> bool {
        self.is_absent(color) && !self.is_excused[color]
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

    pub(super) fn skip(&mut self, color: Color, why: &str, at: u64) -> Option<()> {
        self.turn().filter(|&turn| turn == color && self.created.terms.forfeits)?;
        self.game.skip_turn()?;
        self.lost_turns.insert(self.game.ply() - 1, why.into());
        self.stop_clock(color, at);
        self.made(color, at.saturating_sub(self.turn_began), at);
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
