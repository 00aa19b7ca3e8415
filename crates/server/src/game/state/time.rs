//! Who loses by time, and when. Every such rule of the server is here; other modules wait for the
//! deadlines that this one gives them.
//!
//! | player | loses when | loses | rule |
//! |---|---|---|---|
//! | with a clock, also of `--course-pickle` | the flag falls | game | `due` |
//! | bot | disconnected in its own turns for longer than the grace | game, `absent` | `due` |
//! | bot without a clock | no answer while connected | game, `hung` | `answer_time` |
//! | program of `--player`, no clock | no answer | game, `hung` | `PROGRAM_ANSWER_TIME` |
//! | player of `--course-json` | no answer | turn, `late` | `LobbyAnswers::deadline` |
//! | player of `--course-json` | too many lost turns in a row | game | `LobbyAnswers::lose_turn` |
//! | person against a bot, no running clock | never came, left, or no move | game | `deserted_at` |
//! | person against a person | away in their turn; the opponent claims | game | `claimable_at` |
//!
//! A move that arrived before the flag fell counts, even if it is handled later: `judged_until` in
//! `game/task.rs` decides that.
//!
//! The timeouts of connections are not here: a bot without heartbeats counts as disconnected, and a
//! pickle that does not end is garbage.

use std::time::Duration;

use outflank_arena::{Clocks, Sides, Verdict};
use outflank_rules::Color;
use tokio::time::Instant;

use super::{LiveGame, moment};
use crate::{
    bots::BotSettings,
    game::{
        RoomSettings,
        event::{Event, Foul},
    },
    log::GameStatus,
};

/// The time for a move of a program of `serve --player` without a clock. Other games wait for it.
pub(crate) const PROGRAM_ANSWER_TIME: Duration = Duration::from_secs(30);

/// The text of a [`BotCommand::Forfeit`](super::BotCommand::Forfeit) for a missing answer. Any
/// other text is about the answer.
pub const TOO_LATE: &str = "no answer in time";

/// Time for the way of a message to a player of `--course-json` and back.
const NETWORK_GRACE: Duration = Duration::from_millis(500);

/// The grace in ms of a bot that missed its last game and has not connected since.
const BRIEF_GRACE: u64 = 5000;

/// Milliseconds that a connected person has for a move against a bot in a game without a clock. The
/// bot must become free for others.
const MAX_TURN: u64 = 30 * 60 * 1000;

/// How long the player of a seat has been away, as the room knows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Absence {
    pub(crate) is_connected: bool,
    /// When the last of the player's connections ended.
    pub(crate) away_since: u64,
    /// Since when the room knows who is connected.
    pub(crate) known_since: u64,
    /// Milliseconds that the game waits for a player who left.
    pub(crate) wait: u64,
}

impl LiveGame {
    /// When the next event without a command happens: a flag falls, or the grace of a bot ends.
    pub fn deadline(&self) -> Option<u64> {
        let falls = self.clocks.as_ref().and_then(Clocks::falls_at);
        let falls = falls.map(|(_, falls)| u64::try_from(falls.as_millis()).unwrap_or(u64::MAX));
        falls.into_iter().chain(self.grace_ends()).min()
    }

    /// Returns the event that has happened by this time without a command: a flag fell, or the
    /// grace of a bot ended.
    pub fn due(&self, at: u64) -> Option<Event> {
        let fallen = self.clocks.as_ref().and_then(|clocks| clocks.fallen(moment(at)));
        fallen.map(|color| Event::Flagged { color }).or_else(|| self.gone_for_good(at))
    }

    /// How long a connected bot may take for an answer, if no clock limits it.
    pub(crate) fn answer_time(&self, settings: &BotSettings) -> Option<Duration> {
        self.clocks.is_none().then_some(settings.answer_time)
    }

    /// How long this game waits for a person who left.
    pub(crate) fn wait_for_person(&self, settings: &RoomSettings) -> Duration {
        if self.clocks.is_some() { settings.claim_after } else { settings.claim_after_unclocked }
    }

    /// When the opponent may claim the game of this side. The wait counts only while the side is to
    /// move.
    pub(crate) fn claimable_at(&self, color: Color, absence: Absence) -> Option<u64> {
        let is_missed = !absence.is_connected
            && self.turn() == Some(color)
            && self.status() == GameStatus::Playing
            && self.is_between_people();
        let since = absence.away_since.max(self.turn_began);
        is_missed.then(|| since.saturating_add(absence.wait))
    }

    /// Returns which person loses to a bot that waits for them, and when: one who never came, or
    /// who is to move while no clock runs. A bot plays a limited number of games, and a deserted
    /// game would occupy it.
    pub(crate) fn deserted_at(&self, absence: impl Fn(Color) -> Absence) -> Option<(Color, u64)> {
        let has_running_clock = self.clocks.as_ref().is_some_and(|clocks| clocks.running().is_some());
        let is_missed = |color: &Color| match self.status() {
            GameStatus::Open => !self.is_taken(*color),
            GameStatus::Playing => self.turn() == Some(*color) && !has_running_clock && !self.is_held(),
            GameStatus::Over => false,
        };
        let mut people = Color::ALL.into_iter().filter(|&color| self.has_bots() && self.seat(color).is_human());
        let color = people.find(is_missed)?;
        let absence = absence(color);
        let (since, wait) = match absence.is_connected {
            false => (absence.away_since, absence.wait),
            true => (absence.known_since, MAX_TURN),
        };
        Some((color, since.max(self.turn_began).saturating_add(wait)))
    }

    /// When a bot that is disconnected in its own turn has lost.
    fn grace_ends(&self) -> Option<u64> {
        let color = self.missed()?;
        let away = |color: Color| self.absent[color];
        // A game that has not started waits while one of its bots is connected.
        let since = if self.is_held() { Color::ALL.into_iter().filter_map(away).max()? } else { away(color)? };
        let grace = self.grace(color).saturating_sub(self.waited_for[color]);
        Some(since.max(self.turn_began).saturating_add(grace))
    }

    /// How long a bot may be disconnected in total. It is brief for a bot that missed its last
    /// game, so that it does not cost its opponents the whole grace in every game.
    fn grace(&self, color: Color) -> u64 {
        let terms = &self.created.terms;
        let is_brief = terms.missed[color] && !self.is_seen[color];
        if is_brief { terms.grace_ms.min(BRIEF_GRACE) } else { terms.grace_ms }
    }

    /// The disconnected bot that the game waits for.
    fn missed(&self) -> Option<Color> {
        let turn = self.turn().filter(|_| self.status() == GameStatus::Playing && self.given_up.is_none())?;
        if self.is_started {
            return Some(turn).filter(|&color| self.is_absent(color));
        }
        let are_gone = Color::ALL.into_iter().all(|color| self.bot(color).is_none() || self.is_absent(color));
        [turn, !turn].into_iter().find(|&color| are_gone && self.is_absent(color))
    }

    /// The foul of a bot that was disconnected for too long.
    fn gone_for_good(&self, at: u64) -> Option<Event> {
        let color = self.missed()?;
        let is_gone = self.grace_ends().is_some_and(|end| end <= at);
        let foul = || Foul { color, verdict: Verdict::Absent, got: String::new(), text: String::new() };
        is_gone.then(|| Event::Fouled(foul()))
    }
}

/// The time rules of one game of `--course-json`, which has no clock.
pub(crate) struct LobbyAnswers {
    limit: Option<Duration>,
    /// Turns that a player may lose in a row, by late or illegal answers.
    max_lost: u32,
    lost: Sides<u32>,
}

impl LobbyAnswers {
    pub(crate) fn new(limit: Option<Duration>, max_lost: u32) -> LobbyAnswers {
        LobbyAnswers { limit, max_lost, lost: Sides::default() }
    }

    /// When the turn is lost, if the player is asked now.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.limit.map(|limit| Instant::now() + limit + NETWORK_GRACE)
    }

    /// Counts a legal answer.
    pub(crate) fn answered(&mut self, color: Color) {
        self.lost[color] = 0;
    }

    /// Counts a lost turn. Returns how many were lost in a row if these lose the game.
    pub(crate) fn lose_turn(&mut self, color: Color) -> Option<u32> {
        self.lost[color] += 1;
        Some(self.lost[color]).filter(|&lost| lost > self.max_lost)
    }
}
