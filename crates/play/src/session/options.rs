//! What a session begins with.

use outflank_engine::Settings;
use outflank_rules::Game;

use crate::{Seat, Sides, TimeControl};

/// What a session begins with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The start, or a game to play on from its end.
    pub game: Game,
    /// Who plays.
    pub seats: Sides<Seat>,
    /// The time each side has, if that matters.
    pub time: Option<TimeControl>,
    /// What chance decides comes from here.
    pub seed: u64,
    /// What each of our engines may use.
    pub settings: Settings,
}

impl Options {
    /// Two people without clocks.
    pub fn new(game: Game) -> Options {
        Options { game, seats: Sides::of(|_| Seat::Human), time: None, seed: 0, settings: Settings::default() }
    }
}
