//! Players under a referee: built-in bots, and programs in the protocol they speak.

pub(crate) mod adapter;
mod built_in;
mod entrant;
mod on_call;
mod program;
mod session;
pub(crate) mod timer;
mod transport;

use std::{io, sync::atomic::AtomicBool, time::Duration};

use outflank_engine::Clock;
use outflank_rules::{Color, DiscDiff, Game, Move};

use crate::{Foul, GameResult, Sides, TimeControl, protocol::json::Info};

pub(crate) use entrant::run_by;
pub use entrant::{Limits, ParsePlayerError, PlayerSpec, Protocol};
pub use on_call::OnCall;
pub(crate) use program::Program;
pub use session::{TrafficLine, TrafficSource};
pub(crate) use transport::Leave;

/// The information a player gets before a game.
#[derive(Clone, Copy, Debug)]
pub struct Briefing<'a> {
    /// The start position with the moves of the opening.
    pub game: &'a Game,
    /// The name of the game.
    pub name: &'a str,
    /// The player's color.
    pub color: Color,
    /// The opponent's name.
    pub opponent: &'a str,
    /// The time control.
    pub time: Option<TimeControl>,
    /// Seed for random choices.
    pub seed: u64,
}

/// A request for a move, made only if a disc can be placed.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The time control and the remaining time of each side.
    pub time: Option<(TimeControl, Sides<Duration>)>,
    /// Once set, a built-in bot answers at once with its best move, and a program is no longer
    /// waited for.
    pub stop: &'a AtomicBool,
}

impl Question<'_> {
    /// The side to move.
    pub fn color(&self) -> Color {
        self.game.position().turn()
    }

    /// The remaining time of the side to move.
    pub fn left(&self) -> Option<Duration> {
        self.time.map(|(_, left)| left[self.color()])
    }

    /// The clock of the side to move, in the engine's form.
    pub fn clock(&self) -> Clock {
        match self.time {
            None => Clock::Unlimited,
            Some((TimeControl::PerMove(_), left)) => Clock::PerMove(left[self.color()]),
            Some((TimeControl::Game { increment, .. }, left)) => Clock::Game { left: left[self.color()], increment },
        }
    }
}

/// A player's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move, legal or not.
    Move(Move),
    /// Resigns.
    Resign,
}

/// A player's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The decision.
    pub choice: Choice,
    /// The time that counts against the clock.
    pub spent: Duration,
    /// The exact bytes of the answer; empty for built-in bots.
    pub bytes: Vec<u8>,
    /// The player's analysis, if it sent any.
    pub info: Option<Info>,
    /// Our engine's evaluation of the move, if it searched.
    pub value: Option<DiscDiff>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// The player's fault.
    Foul(Foul),
    /// This machine ran out of a resource; no player is at fault.
    OutOfResources(OutOfResources),
    /// The caller stopped waiting.
    Stopped,
}

/// A resource this machine ran out of: memory, processes or open files.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this machine ran out of a resource ({0}): play fewer games at a time, or raise its limits")]
pub struct OutOfResources(String);

impl OutOfResources {
    pub(crate) fn new(doing: &str, cause: &io::Error) -> OutOfResources {
        OutOfResources(format!("{cause}, {doing}"))
    }
}

impl From<Foul> for PlayerError {
    fn from(foul: Foul) -> PlayerError {
        PlayerError::Foul(foul)
    }
}

/// Plays games under a referee, one after another.
pub trait Player: Send {
    /// The player's name.
    fn name(&self) -> String;

    /// The name, version and author that a program sent; `None` for built-in bots.
    fn identity(&self) -> Option<String> {
        None
    }

    /// Prepares for a game. No clock runs.
    fn begin(&mut self, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), PlayerError>;

    /// Chooses a move. The referee checks whether it is legal and in time.
    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, PlayerError>;

    /// Checks for unrequested output after the last move.
    fn last_word(&mut self) -> Result<(), Foul> {
        Ok(())
    }

    /// Reports that its last answer was a foul. A program receives this if its protocol can express
    /// it.
    fn refuse(&mut self, _foul: &Foul, _game: &Game) {}

    /// Reports the end of a game; `reason` is `played`, `resigned` or a verdict. After its own foul
    /// a program is ended and started again for the next game.
    fn over(&mut self, _game: &Game, _result: GameResult, _reason: &str, _had_foul: bool) {}

    /// Takes the traffic since the last call.
    fn take_log(&mut self) -> Vec<TrafficLine> {
        Vec::new()
    }
}
