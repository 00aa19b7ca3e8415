//! A player for every front end: a level, a seed, and a move for any position of any variant.

mod errors;
mod rules;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_rules::{DiscDiff, Move, Position};

use crate::chance::Chance;
use crate::{Analysis, Book, Clock, Level, Limits, MoveValue, Outcome, Searcher, Selectivity, Settings};

/// Boards of at most so many squares are played perfectly by every level that searches.
const SOLVED_AREA: u32 = 16;

/// Bytes of the table of a player that looks less far than [`DEEP`] plies.
const SMALL_HASH: usize = 4 << 20;

/// From this depth on a large table pays.
const DEEP: u32 = 10;

/// Plies searched to choose among free squares of the centre: there are two kinds of start, nearly alike.
const FREE_DEPTH: u32 = 8;

/// How many discs a book move may be behind the best to be played for variety.
const BOOK_MARGIN: i32 = 1;

/// How a move was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// There was no other.
    Forced,
    /// Drawn.
    Chance,
    /// It flips most.
    Greed,
    /// Known from the book.
    Book,
    /// Searched.
    Search,
}

/// A player's decision.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// How it was found.
    pub origin: Origin,
    /// Its value in discs for the side to move, where one was found.
    pub value: Option<DiscDiff>,
    /// Plies searched.
    pub depth: u32,
    /// At this risk.
    pub selectivity: Selectivity,
    /// Whether the value is proven.
    pub is_exact: bool,
    /// Best play from here, as far as it is known, beginning with the move.
    pub line: Vec<Move>,
    /// Positions searched.
    pub nodes: u64,
    /// Wall-clock time of the search.
    pub time: Duration,
}

impl Choice {
    fn unsearched(mv: Move, origin: Origin, value: Option<DiscDiff>) -> Choice {
        Choice {
            mv,
            origin,
            value,
            depth: 0,
            selectivity: Selectivity::P73,
            is_exact: false,
            line: vec![mv],
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    fn analysed(valued: MoveValue, nodes: u64, time: Duration) -> Choice {
        let is_exact = valued.is_exact();
        let MoveValue { mv, value, depth, selectivity, line, .. } = valued;
        Choice { mv, origin: Origin::Search, value: Some(value), depth, selectivity, is_exact, line, nodes, time }
    }

    fn searched(mv: Move, outcome: Outcome) -> Choice {
        let is_exact = outcome.is_exact();
        let Outcome { value, depth, selectivity, line, nodes, time, .. } = outcome;
        let value = (depth > 0).then_some(value);
        Choice { mv, origin: Origin::Search, value, depth, selectivity, is_exact, line, nodes, time }
    }
}

/// Somebody to play against.
///
/// Decisions of chance, and the mistakes of weak levels, depend on the seed and the position alone.
///
/// ```
/// use outflank_engine::{Clock, Level, Player, Settings};
/// use outflank_rules::{Game, Variant};
///
/// let mut player = Player::new(Level::numbered(2).unwrap(), 7, &Settings::default());
/// let mut game = Game::new(Variant::SIX.start());
/// while let Some(choice) = player.choose(&game.position(), Clock::Unlimited) {
///     game.play(choice.mv)?;
/// }
/// assert!(game.is_over());
/// # Ok::<(), outflank_rules::IllegalMove>(())
/// ```
pub struct Player {
    level: Level,
    seed: u64,
    book: Option<Arc<Book>>,
    searcher: Searcher,
}

impl Player {
    /// A player of this level. It takes less memory than it may where it has no use for more.
    pub fn new(level: Level, seed: u64, settings: &Settings) -> Player {
        let most = match level.plan() {
            None => 0,
            Some(plan) if plan.depth < DEEP => SMALL_HASH,
            Some(_) => usize::MAX,
        };
        let settings = Settings { hash_bytes: settings.hash_bytes.min(most), ..settings.clone() };
        Player::with_searcher(level, seed, Searcher::new(&settings))
    }

    /// A player that thinks with a searcher made before.
    pub fn with_searcher(level: Level, seed: u64, searcher: Searcher) -> Player {
        Player { level, seed, book: Some(Book::embedded()), searcher }
    }

    /// The same player with another book, or with none.
    #[must_use]
    pub fn with_book(self, book: Option<Arc<Book>>) -> Player {
        Player { book, ..self }
    }

    /// The level it plays at.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The searcher, for another player or another use.
    pub fn into_searcher(self) -> Searcher {
        self.searcher
    }

    /// Setting this flag makes the player move at once with the best it knows; clear it before the next move.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.searcher.stop_flag()
    }

    /// Decides on a move, which is legal whatever happens; `None` if the game is over.
    pub fn choose(&mut self, position: &Position, clock: Clock) -> Option<Choice> {
        let moves = position.moves();
        if let [mv] = moves[..] {
            return Some(Choice::unsearched(mv, Origin::Forced, None));
        }
        let first = *moves.first()?;
        let mut chance = Chance::at(self.seed, position);
        let Some(plan) = self.level.plan() else {
            return Some(rules::choose(self.level, position, &moves, &mut chance));
        };
        if let Some(choice) = self.look_up(position, plan.book_plies) {
            return Some(choice);
        }
        let limits = self.limits(position, clock);
        let empties = position.empties().len();
        let choice = if !position.free_squares().is_empty() {
            self.place_freely(position, &limits, &mut chance)
        } else if plan.errs() && limits.depth < empties {
            self.err(position, &limits, &mut chance)
        } else {
            self.search(position, &limits)
        };
        Some(choice.unwrap_or_else(|| Choice::unsearched(first, Origin::Search, None)))
    }

    fn limits(&self, position: &Position, clock: Clock) -> Limits {
        let empties = position.empties().len();
        if position.ground().area().len() <= SOLVED_AREA {
            return Limits::exact();
        }
        let limits = clock.limits(self.level, empties);
        if position.free_squares().is_empty() {
            limits
        } else {
            Limits { depth: limits.depth.min(FREE_DEPTH), ..limits }
        }
    }

    fn look_up(&self, position: &Position, plies: u32) -> Option<Choice> {
        if position.occupied().len() >= 4 + plies {
            return None;
        }
        let found = self.book.as_ref()?.choose(position, BOOK_MARGIN, self.seed)?;
        Some(Choice::unsearched(found.mv, Origin::Book, Some(found.value)))
    }

    fn search(&mut self, position: &Position, limits: &Limits) -> Option<Choice> {
        let outcome = self.searcher.search(position, limits);
        outcome.best.map(|mv| Choice::searched(mv, outcome))
    }

    /// Values all moves, wrongly, and takes the one that seems best.
    fn err(&mut self, position: &Position, limits: &Limits, chance: &mut Chance) -> Option<Choice> {
        let plan = self.level.plan()?;
        let Analysis { moves, nodes, time } = self.searcher.analyse(position, limits);
        let valued = errors::pick(position, moves, plan, chance)?;
        Some(Choice::analysed(valued, nodes, time))
    }

    /// One of the best squares of a free centre; most are mirror images of each other.
    fn place_freely(&mut self, position: &Position, limits: &Limits, chance: &mut Chance) -> Option<Choice> {
        let Analysis { mut moves, nodes, time } = self.searcher.analyse(position, limits);
        let best = moves.first()?.value;
        moves.retain(|valued| valued.value == best);
        let drawn = chance.below(moves.len());
        Some(Choice::analysed(moves.swap_remove(drawn), nodes, time))
    }
}
