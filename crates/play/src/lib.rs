//! Games between people and engines, with undo, clocks and saving: what every face of `outflank play` shares.
//!
//! A [`Session`] is one game that is being played. It knows the rules of a sitting: who moves, that a forced pass is recorded by
//! itself, whose clock runs, how a game can end, and that it is saved after each move. It draws nothing and waits for nobody: a face
//! shows it, hands it what people do, and polls it for what engines do on their own threads.
//!
//! ```
//! use std::time::Duration;
//! use outflank_play::{Event, Options, Seat, Session, Sides};
//! use outflank_rules::{Game, Variant};
//!
//! let seats = Sides { black: Seat::Human, white: "greedy".parse()? };
//! let mut session = Session::new(Options { seats, ..Options::new(Game::new(Variant::TINY.start())) });
//! session.play("a2".parse()?)?;
//!
//! // White thinks on its own thread; a screen would call `poll` with every frame instead.
//! let Some(Event::Moved { from_ply }) = session.wait(Duration::from_secs(60)) else { panic!("greedy is quick") };
//! assert_eq!((from_ply, session.game().ply()), (1, 2));
//! assert_eq!(session.turns_since(from_ply)[0].mv.to_string(), "a1");
//!
//! // Taking back reaches to the last decision of a person.
//! assert_eq!(session.undo(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to find what
//!
//! | to | use |
//! |---|---|
//! | play one game, with undo, redo and resignation | [`Session`], [`Options`], [`Event`] |
//! | know what a turn did: who, where, what flipped | [`Turn`], [`Session::turns_since`] |
//! | say who plays: a person, a level, another program | [`Seat`], [`Sides`] |
//! | say how much time there is, and where time comes from | [`TimeControl`], [`TimeSource`] |
//! | keep the clocks of a game from a list of what happened when | [`Clocks`] |
//! | tell how it ended, in words | [`GameResult`] |
//! | value moves without holding up a screen | [`Advisor`] |
//! | keep games over a crash and take them up again | [`Store`], [`Slot`], [`SavedGame`] |
//! | play thousands of games and count | [`Series`], [`Tally`] |
//!
//! # Deliberately absent
//!
//! Anything that draws, prints or reads keys; network. Players, clocks and results are those of `outflank_arena`. Chance comes from a seed that the caller gives.

#![forbid(unsafe_code)]

mod advisor;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing;
mod session;
mod store;
mod switch;
mod thinker;
mod turn;

pub use advisor::{Advice, Advisor};
pub use outflank_arena::{
    Clocks, FaultKind, GameResult, NotATimeControl, PlayerFault, Results, Seat, Series, SeriesError, Sides, Tally,
    TimeControl, TimeSource, UnknownSeat, end_engines,
};
pub use session::{Event, Options, Refused, Session};
pub use store::{SavedGame, Slot, Store, StoreError};
pub use turn::Turn;
