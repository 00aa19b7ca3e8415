//! What is to be played, and what the screen asks of the program around it.

use std::{error::Error, path::Path};

use outflank_engine::Settings;
use outflank_play::{Options, Seat, Session, Sides, TimeControl};
use outflank_rules::{Game, Variant};

/// What every game of a sitting starts from.
#[derive(Clone, Debug)]
pub enum Start {
    /// The beginning of a game by these rules.
    Variant(Variant),
    /// The end of this one.
    Game(Game),
}

/// The games to play: who, what, how many.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the games start.
    pub start: Start,
    /// Who plays the first game; colors change after each.
    pub seats: Sides<Seat>,
    /// The time of each side.
    pub time: Option<TimeControl>,
    /// How many games.
    pub games: u64,
    /// Chance in the first game comes from here, in the others from the numbers after it.
    pub seed: u64,
    /// What each engine may use.
    pub settings: Settings,
}

impl Plan {
    /// The game with this number, counted from 0.
    pub(crate) fn options(&self, number: u64) -> Options {
        let seed = self.seed.wrapping_add(number);
        let game = match &self.start {
            Start::Variant(variant) => Game::new(variant.start_from_seed(seed)),
            Start::Game(game) => game.clone(),
        };
        Options { game, seats: self.seats(number), time: self.time, seed, settings: self.settings.clone() }
    }

    /// What another game after one that was taken up would be.
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

/// A game that has begun.
pub struct Begun {
    /// The game.
    pub session: Session,
    /// What the players should know, as that the game cannot be saved.
    pub notice: Option<String>,
}

/// The program around the screen: it keeps games and writes files.
pub trait Host {
    /// Begins a game, kept wherever games are kept.
    fn begin(&mut self, options: Options) -> Begun;

    /// Are games kept when they are left?
    fn keeps_games(&self) -> bool;

    /// The game that was left last, in words.
    fn left(&self) -> Option<String>;

    /// Takes up the game that was left last.
    fn resume(&mut self) -> Option<Session>;

    /// The name of a file that is not there yet, for a game to be saved in.
    fn free_name(&self) -> String;

    /// Writes the game, in the format that the name ends in.
    fn save(&mut self, session: &Session, path: &Path) -> Result<(), Box<dyn Error>>;
}
