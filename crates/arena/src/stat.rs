//! Statistics of many games.
//!
//! The unit is the **pair**: two games from the same opening with colors swapped. An opening that
//! favors a side favors each player once, so pairs are independent of each other although the two
//! games of a pair are not. Counting single games overestimates the randomness and needs more games
//! for the same answer.
//!
//! ```
//! use outflank_arena::stat::{Elo, Ending, Pentanomial, Sprt, SprtState};
//!
//! let mut pairs = Pentanomial::default();
//! for _ in 0..60 {
//!     pairs.count(Ending::Win, Ending::Loss);
//!     pairs.count(Ending::Win, Ending::Draw);
//! }
//! assert_eq!(pairs.games(), 240);
//! assert_eq!(pairs.share().value.0, 0.625);
//! let elo = pairs.elo();
//! assert!(elo.low.0 > 70.0 && elo.high.0 < 110.0, "{elo}");
//! assert!(pairs.superiority() > 0.999);
//!
//! let test = Sprt::new(Elo(0.0), Elo(20.0), 0.05, 0.05)?;
//! assert_eq!(test.state(&pairs), SprtState::AcceptH1);
//! # Ok::<(), outflank_arena::stat::SprtError>(())
//! ```
//!
//! # Where to find what
//!
//! | question | answer |
//! |---|---|
//! | how much stronger, and how certain is that | [`Pentanomial::elo`] with its 95 % [`Interval`] |
//! | is it stronger at all | [`Pentanomial::superiority`] |
//! | have enough games been played to stop | [`Sprt`] |
//! | how many games will it take | depends only on [`Pentanomial::normalised_elo`] |
//!
//! Ratings of more than two players are in [`rating`](crate::rating).

mod interval;
mod pentanomial;
mod points;
#[cfg(test)]
pub(crate) mod simulation;
mod sprt;

pub use interval::Interval;
pub(crate) use interval::Z_95;
pub(crate) use interval::cumulative;
pub use pentanomial::Pentanomial;
pub use points::{Elo, Share};
pub use points::{Ending, Points};
pub use sprt::{Scale, Sprt, SprtError, SprtState};
