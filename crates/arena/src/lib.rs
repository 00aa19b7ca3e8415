//! Reversi players of every kind, the protocols they speak, and the numbers their games give.
//!
//! # Where to find what
//!
//! | to | use |
//! |---|---|
//! | say who plays: a person, a level, another program | [`Seat`], [`Sides`] |
//! | ask whoever sits there for moves | [`mover`], [`Mover`], [`Decision`], [`PlayerFault`] |
//! | say how much time there is, and where time comes from | [`TimeControl`], [`TimeSource`] |
//! | keep the clocks of a game from a list of what happened when | [`Clocks`] |
//! | tell how it ended, in words | [`GameResult`] |
//! | tell somebody what is wrong with a bot | [`doctor`], [`legible`] |
//! | play thousands of games and count | [`Series`], [`Tally`] |
//! | play games of any players side by side | [`hall`] |
//! | play a match of two, and know what it proves | [`duel`], [`stat`] |
//! | keep them in a folder, and go on where a run was ended | [`journal`] |
//! | hold a tournament of many players, and tell of it | [`tournament`], [`report`], [`roster`] |
//!
//! # Deliberately absent
//!
//! Anything that prints or reads keys; games of people, which can be taken back and are saved move by move: those are of `outflank_play`.
//! Chance comes from a seed that the caller gives.

#![forbid(unsafe_code)]

pub mod bot;
mod chance;
mod clocks;
pub mod doctor;
pub mod duel;
mod fault;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing;
mod gtp;
pub mod hall;
pub mod journal;
mod legible;
mod mover;
pub mod opening;
mod player;
mod process;
pub mod protocol;
pub mod rating;
mod referee;
pub mod report;
mod result;
pub mod roster;
pub mod schedule;
mod seat;
pub mod seed;
mod series;
mod sides;
pub mod socket;
pub mod starter;
pub mod stat;
mod time;
mod time_source;
pub mod tournament;
mod verdict;

pub use clocks::Clocks;
pub use fault::{FaultKind, PlayerFault};
pub use legible::legible;
pub use mover::{Decision, Mover, mover};
pub use player::{
    Answer, Briefing, Choice, Entrant, Exchange, Limits, Player, Protocol, Question, Shortage, Trouble, UnknownEntrant,
    Voice,
};
pub use process::group::end_engines;
pub use referee::{Conclusion, Referee, Report, Unplayed};
pub use result::GameResult;
pub use seat::{Seat, UnknownSeat};
pub use series::{Results, Series, SeriesError, Tally};
pub use sides::Sides;
pub use time::{NotATimeControl, TimeControl};
pub use time_source::TimeSource;
pub use verdict::{Foul, UnknownVerdict, Verdict};
