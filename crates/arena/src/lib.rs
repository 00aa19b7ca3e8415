//! Reversi players, the protocols they speak, and the runners that let them play: matches,
//! tournaments and their statistics.
//!
//! # Where to find what
//!
//! | to | use |
//! |---|---|
//! | name a player: a person, a built-in bot, a program | [`Seat`], [`PlayerSpec`], [`Sides`] |
//! | ask a player for single moves of a game you keep | [`OnCall`], [`PlayerFault`] |
//! | set a time control, or replace the time source | [`TimeControl`], [`TimeSource`] |
//! | compute the clocks of a game from its events | [`Clocks`] |
//! | say how a game ended | [`GameResult`] |
//! | diagnose a bot | [`doctor`], [`escape_bytes`] |
//! | count the games of two players | [`Tally`] |
//! | play many games at once | [`runner`] |
//! | play a match and compute its statistics | [`mod@matches`], [`stat`] |
//! | store a run in a folder and resume it | [`journal`] |
//! | create files that only their owner can read | [`private`] |
//! | run a tournament and report it | [`tournament`], [`report`], [`roster`] |
//!
//! # Deliberately absent
//!
//! Terminal input and output. Games of people, with takebacks and saved games, are in the program
//! itself. Randomness comes from a seed that the caller passes.

// On Windows one module calls the system.
#![cfg_attr(not(windows), forbid(unsafe_code))]

pub mod bot;
mod clocks;
pub mod doctor;
mod escape;
#[doc(hidden)]
pub mod fuzzing;
pub mod journal;
pub mod matches;
pub mod opening;
mod player;
pub mod private;
mod process;
pub mod protocol;
pub mod rating;
mod referee;
pub mod report;
mod result;
pub mod roster;
pub mod runner;
pub mod schedule;
mod seat;
pub mod seed;
mod sides;
pub mod socket;
pub mod starter;
pub mod stat;
mod tally;
mod time;
pub mod tournament;
mod verdict;

pub use clocks::Clocks;
pub use escape::{escape_bytes, is_unseen, printable};
pub use player::{
    Answer, Briefing, Choice, Limits, OnCall, OutOfResources, ParsePlayerError, Player, PlayerError, PlayerSpec,
    Protocol, Question, TrafficLine, TrafficSource,
};
pub use process::{command::shell_word, group::end_engines, supervisor::supervise_if_asked};
pub use referee::{GameAborted, GameEnd, GameReport, Referee};
pub use result::GameResult;
pub use seat::{GUEST, PlayerFault, Seat};
pub use sides::Sides;
pub use tally::{Results, Tally};
pub use time::{ParseTimeControlError, TimeControl, TimeSource};
pub use verdict::{Foul, ParseVerdictError, Verdict};
