//! Many games between two computers, as fast as they play, with the seats exchanged after each.

mod halt;
mod tally;
#[cfg(test)]
mod tests;

use std::{
    fmt,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::SeqCst},
        mpsc,
    },
    thread,
};

use outflank_engine::{Clock, Settings};
use outflank_rules::{Color, Game, Move, Status, Variant};

use halt::Halt;
pub use tally::{Results, Tally};

use crate::{
    FaultKind, GameResult, PlayerFault, Seat, Sides,
    mover::{Decision, Mover, mover},
    seed,
};

/// Games between two computers. The first plays Black in the first game, White in the second, and so on.
///
/// The same series gives the same tally however many threads play it, as long as nobody plays by the clock and no other program plays.
///
/// ```
/// use outflank_arena::Series;
///
/// let series = Series::new("greedy".parse()?, "random".parse()?, 100);
/// let tally = series.play(&Default::default())?;
/// assert_eq!(tally.games(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Series {
    /// The two players.
    pub players: [Seat; 2],
    /// How many games.
    pub games: u64,
    /// What is played; where the first mover is drawn, it is for each game.
    pub variant: Variant,
    /// What chance decides comes from here.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// What each engine may use.
    pub settings: Settings,
}

/// Why a series could not be played.
#[derive(Debug)]
pub enum SeriesError {
    /// A person cannot play so fast.
    Human,
    /// A player could not move.
    Player {
        /// Who, and why.
        fault: Box<PlayerFault>,
        /// The games that were finished before that.
        finished: Tally,
    },
}

impl fmt::Display for SeriesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeriesError::Human => f.write_str("games that are not shown need two computers: give both players"),
            SeriesError::Player { fault, .. } => fault.fmt(f),
        }
    }
}

impl std::error::Error for SeriesError {}

impl Series {
    /// A series of the standard game with one thread.
    pub fn new(first: Seat, second: Seat, games: u64) -> Series {
        let settings = Settings { hash_bytes: 16 << 20, threads: 1 };
        Series { players: [first, second], games, variant: Variant::STANDARD, seed: 0, threads: 1, settings }
    }

    /// Plays until all games are done, the flag is set, or a player fails; the tally has those that are done. Players that think
    /// when the flag is set are stopped.
    pub fn play(&self, stop: &AtomicBool) -> Result<Tally, SeriesError> {
        if self.players.iter().any(Seat::is_human) {
            return Err(SeriesError::Human);
        }
        let next = AtomicU64::new(0);
        let halt = Halt::new(stop);
        let failed = Mutex::new(None);
        let work = || {
            let mut tally = Tally::default();
            if let Err(fault) = self.work(&next, &halt, &mut tally) {
                halt.halt();
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
            }
            tally
        };
        let tally = thread::scope(|scope| {
            let (_done, until_done) = mpsc::channel();
            let halt = &halt;
            scope.spawn(move || halt.watch(&until_done));
            let others: Vec<_> = (1..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let first = work();
            others.into_iter().fold(first, |sum, other| sum + other.join().expect("a player does not panic"))
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(fault) => Err(SeriesError::Player { fault: Box::new(fault), finished: tally }),
            None => Ok(tally),
        }
    }

    /// Plays the games that are left, one after another, and enters those that are finished.
    fn work(&self, next: &AtomicU64, halt: &Halt<'_>, tally: &mut Tally) -> Result<(), PlayerFault> {
        let Some(mut movers) = self.movers() else { return Ok(()) };
        movers.iter().for_each(|mover| halt.stops(mover.stop_flag()));
        while !halt.is_set() {
            let number = next.fetch_add(1, SeqCst);
            if number >= self.games {
                break;
            }
            let first = if number.is_multiple_of(2) { Color::Black } else { Color::White };
            let seed = seed::derived(self.seed, number);
            for (mover, color) in movers.iter_mut().zip([first, !first]) {
                mover.begin(seed::derived(seed, color as u64));
            }
            let [one, other] = &mut movers;
            let by_color = if first == Color::Black {
                Sides { black: one, white: other }
            } else {
                Sides { black: other, white: one }
            };
            if let Some(result) = play_one(Game::new(self.variant.start_from_seed(seed)), by_color, halt)? {
                tally.count(first, result);
            }
        }
        Ok(())
    }

    fn movers(&self) -> Option<[Box<dyn Mover>; 2]> {
        let [first, second] = &self.players;
        Some([mover(first, 0, &self.settings)?, mover(second, 0, &self.settings)?])
    }
}

/// Plays a game to its end; `None` if it was halted before that.
fn play_one(
    mut game: Game,
    mut movers: Sides<&mut Box<dyn Mover>>,
    halt: &Halt<'_>,
) -> Result<Option<GameResult>, PlayerFault> {
    loop {
        let position = game.position();
        let mv = match position.status() {
            Status::Over(score) => return Ok(Some(GameResult::Played(score))),
            Status::MustPass => Move::Pass,
            Status::ToPlace(_) => match movers[position.turn()].choose(&game, Clock::Unlimited) {
                // A player that was stopped has not thought enough.
                _ if halt.is_set() => return Ok(None),
                Ok(Decision::Move(mv, _)) => mv,
                Ok(Decision::Resign) => return Ok(Some(GameResult::Resigned(position.turn()))),
                Err(PlayerFault { kind: FaultKind::Cancelled, .. }) => return Ok(None),
                Err(fault) => return Err(fault),
            },
        };
        game.play(mv).expect("players only make legal moves");
    }
}
