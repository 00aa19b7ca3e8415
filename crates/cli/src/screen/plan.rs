//! The games to play, and the interface to the calling program.

use std::{error::Error, path::Path};

use crate::play::{Options, Session};
use outflank_arena::{Seat, Sides, TimeControl};
use outflank_engine::Settings;
use outflank_rules::{Game, Variant};

/// The position from which all games of a plan start.
#[derive(Clone, Debug)]
pub enum Start {
    /// The start position of these rules.
    Variant(Variant),
    /// The last position of this game.
    Game(Game),
}

/// The games to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The start of each game.
    pub start: Start,
    /// The players of the first game; they swap colors after each game.
    pub seats: Sides<Seat>,
    /// The time control.
    pub time: Option<TimeControl>,
    /// The number of games.
    pub games: u64,
    /// The seed of the first game; each later game adds 1.
    pub seed: u64,
    /// The resources of each built-in bot.
    pub settings: Settings,
}

impl Plan {
    /// The options of a game, numbered from 0.
    pub(crate) fn options(&self, number: u64) -> Options {
        let seed = self.seed.wrapping_add(number);
        let game = match &self.start {
            Start::Variant(variant) => Game::new(variant.start_from_seed(seed)),
            Start::Game(game) => game.clone(),
        };
        Options { game, seats: self.seats(number), time: self.time, seed, settings: self.settings.clone() }
    }

    /// The plan for another game after a resumed one.
    pub fn after(session: &Session, settings: Settings) -> Plan {
        Plan {
            start: Start::Variant(Variant::from_position(&session.game().start())),
            seats: session.seats().clone(),
            time: session.time(),
            games: 1,
            seed: session.seed(),
            settings,
        }
    }

    fn seats(&self, number: u64) -> Sides<Seat> {
        if number.is_multiple_of(2) { self.seats.clone() } else { self.seats.clone().swapped() }
    }
}

/// A game that [`Host::begin`] started.
pub struct StartedGame {
    /// The game.
    pub session: Session,
    /// A message for the players, such as that the game cannot be saved.
    pub notice: Option<String>,
}

/// The calling program, which saves games and writes files.
pub trait Host {
    /// Starts a game and saves it in the store, if there is one.
    fn begin(&mut self, options: Options) -> StartedGame;

    /// Does the program save unfinished games?
    fn keeps_games(&self) -> bool;

    /// A description of the latest unfinished game, if any.
    fn unfinished(&self) -> Option<String>;

    /// Resumes the latest unfinished game.
    fn resume(&mut self) -> Option<Session>;

    /// A file name that is not in use.
    fn free_name(&self) -> String;

    /// Writes the game in the format of the file extension.
    fn save(&mut self, session: &Session, path: &Path) -> Result<(), Box<dyn Error>>;
}
