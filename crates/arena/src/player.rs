//! Whoever can be asked for moves by a referee: built-in bots, and programs by the protocol they speak.

mod built_in;
mod dialect;
mod entrant;
mod link;
mod log;
mod program;
mod talk;
mod timer;

use std::{fmt, io, sync::atomic::AtomicBool, time::Duration};

use outflank_engine::Clock;
use outflank_rules::{Color, Game, Move};

use crate::{Foul, GameResult, Sides, TimeControl, protocol::json::Info};

pub(crate) use entrant::run_by;
pub use entrant::{Entrant, Limits, Protocol, UnknownEntrant};
pub(crate) use link::Leave;
pub(crate) use program::Program;
pub use talk::{Exchange, Voice};

/// What a player is told before a game.
#[derive(Clone, Copy, Debug)]
pub struct Briefing<'a> {
    /// The game as it begins, with the moves of its opening.
    pub game: &'a Game,
    /// What it is called.
    pub name: &'a str,
    /// The side of the player.
    pub color: Color,
    /// Who the other is.
    pub opponent: &'a str,
    /// How much time there is.
    pub time: Option<TimeControl>,
    /// For what chance decides.
    pub seed: u64,
}

/// A question for a move, asked only where a disc can be placed.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// What each side has left, and the time control.
    pub time: Option<(TimeControl, Sides<Duration>)>,
    /// Once this is set the answer is no longer wanted.
    pub stop: &'a AtomicBool,
}

impl Question<'_> {
    /// Who is asked.
    pub fn color(&self) -> Color {
        self.game.position().turn()
    }

    /// What the one who is asked has left.
    pub fn left(&self) -> Option<Duration> {
        self.time.map(|(_, left)| left[self.color()])
    }

    /// The clock of the one who is asked, as engines take it.
    pub fn clock(&self) -> Clock {
        match self.time {
            None => Clock::Unlimited,
            Some((TimeControl::PerMove(_), left)) => Clock::PerMove(left[self.color()]),
            Some((TimeControl::Game { increment, .. }, left)) => Clock::Game { left: left[self.color()], increment },
        }
    }
}

/// What a player decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move, legal or not.
    Move(Move),
    /// To give up.
    Resign,
}

/// An answer, with how long it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What was decided.
    pub choice: Choice,
    /// The time that counts.
    pub spent: Duration,
    /// The exact bytes of it; none where it was not written.
    pub bytes: Vec<u8>,
    /// What the player thought, if it tells.
    pub info: Option<Info>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The player's fault.
    Foul(Foul),
    /// Nobody's fault who plays: this machine lacks something.
    Shortage(Shortage),
    /// It is no longer wanted.
    Stopped,
}

/// What this machine lacks to go on: memory, processes, open files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage(String);

impl Shortage {
    pub(crate) fn new(doing: &str, cause: &io::Error) -> Shortage {
        Shortage(format!("{cause}, {doing}"))
    }
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this machine is short of something ({}): play fewer games at a time, or raise its limits", self.0)
    }
}

impl std::error::Error for Shortage {}

impl From<Foul> for Trouble {
    fn from(foul: Foul) -> Trouble {
        Trouble::Foul(foul)
    }
}

/// Somebody who plays games under a referee, one after another.
pub trait Player: Send {
    /// What it is called.
    fn name(&self) -> String;

    /// What it told of itself, with its version; nothing where its name is ours.
    fn told(&self) -> Option<String> {
        None
    }

    /// Gets ready for a game; no clock runs.
    fn begin(&mut self, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), Trouble>;

    /// Decides on a move. Whether it is legal is for the referee to say; whether it came in time is known here.
    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, Trouble>;

    /// The game was played to its end: has it said what nobody asked for?
    fn last_word(&mut self) -> Result<(), Foul> {
        Ok(())
    }

    /// Its last answer was a foul. A program hears of it in its protocol, if that has words for it.
    fn refuse(&mut self, _foul: &Foul, _game: &Game) {}

    /// The game has ended; it was judged by `reason`, a word. After a foul of its own a program is ended, and begins anew with the next game.
    fn over(&mut self, _game: &Game, _result: GameResult, _reason: &str, _had_foul: bool) {}

    /// What was said since this was last asked, byte for byte.
    fn take_log(&mut self) -> Vec<Exchange> {
        Vec::new()
    }
}
