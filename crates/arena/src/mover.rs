//! What sessions and series ask for a move.

use std::sync::{Arc, atomic::AtomicBool};

use outflank_engine::{Choice, Clock, Level, Player, Searcher, Settings};
use outflank_rules::{Game, Move};

use crate::{PlayerFault, Seat, gtp::GtpEngine};

/// What a player has decided.
#[derive(Debug)]
pub enum Decision {
    /// A legal move, and what was thought about it where that is known.
    Move(Move, Option<Choice>),
    /// To give up.
    Resign,
}

/// Somebody who can be asked for moves, on any thread.
pub trait Mover: Send {
    /// A new game begins, with a seed for what chance decides in it.
    fn begin(&mut self, seed: u64);

    /// Does it take time before it can be asked, which is not time that it thinks?
    fn needs_preparation(&self) -> bool {
        false
    }

    /// Gets ready to be asked about a game. What takes long here need not be done in [`Mover::choose`], and is only done again where
    /// it has to be.
    fn prepare(&mut self, _game: &Game) -> Result<(), PlayerFault> {
        Ok(())
    }

    /// Decides on a move of a game in which the side to move can place a disc.
    fn choose(&mut self, game: &Game, clock: Clock) -> Result<Decision, PlayerFault>;

    /// While this flag is set, whoever is thinking comes to an end: with the best move so far if [`Mover::can_hurry`], and else
    /// with a fault. It is for the caller to clear.
    fn stop_flag(&self) -> Arc<AtomicBool>;

    /// Does the player have a move ready when it is stopped?
    fn can_hurry(&self) -> bool;
}

/// Whoever sits there; `None` for a person.
pub fn mover(seat: &Seat, seed: u64, settings: &Settings) -> Option<Box<dyn Mover>> {
    match seat {
        Seat::Human => None,
        Seat::Level(level) => Some(Box::new(BuiltIn::new(*level, seed, settings))),
        Seat::Gtp(command) => Some(Box::new(GtpEngine::new(command))),
    }
}

/// The engine at a level.
struct BuiltIn {
    level: Level,
    /// `None` only while a new game begins.
    player: Option<Player>,
    stop: Arc<AtomicBool>,
}

impl BuiltIn {
    fn new(level: Level, seed: u64, settings: &Settings) -> BuiltIn {
        let player = Player::new(level, seed, settings);
        BuiltIn { level, stop: player.stop_flag(), player: Some(player) }
    }

    /// What it remembers must not depend on the games before: the same seed gives the same game.
    fn forgetful(&self, mut searcher: Searcher) -> Searcher {
        if self.level.plan().is_some() {
            searcher.clear();
        }
        searcher
    }
}

impl Mover for BuiltIn {
    fn begin(&mut self, seed: u64) {
        if let Some(player) = self.player.take() {
            let searcher = self.forgetful(player.into_searcher());
            self.player = Some(Player::with_searcher(self.level, seed, searcher));
        }
    }

    fn choose(&mut self, game: &Game, clock: Clock) -> Result<Decision, PlayerFault> {
        let choice = self.player.as_mut().and_then(|player| player.choose(&game.position(), clock));
        let choice = choice.expect("only a game that goes on is asked about");
        Ok(Decision::Move(choice.mv, Some(choice)))
    }

    fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    fn can_hurry(&self) -> bool {
        true
    }
}
