//! A computer player: a level, a seed, and a move for any position of any variant.

#[cfg(test)]
mod tests;
mod weak;

use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{DiscDiff, Move, Position, rng::SplitMix64};

use crate::{Analysis, Book, Clock, Level, Limits, MoveValue, Outcome, Searcher, Selectivity, Settings, StopHandle};

/// Boards of at most this many squares are played perfectly by every level that searches.
const SOLVED_AREA: u32 = 16;

/// Bytes of the table of a player that searches less than [`DEEP`] plies.
const SMALL_HASH: usize = 4 << 20;

/// From this depth on a large table pays.
const DEEP: u32 = 10;

/// Plies searched to choose among the free squares of the center. There are only two kinds of
/// start, nearly alike.
const FREE_DEPTH: u32 = 8;

/// Discs that a book move may be behind the best one.
const BOOK_MARGIN: i32 = 1;

/// The origin of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum MoveOrigin {
    /// It was the only legal move.
    Forced,
    /// Chosen at random.
    Chance,
    /// It flips the most discs.
    Greed,
    /// From the opening book.
    Book,
    /// Found by search.
    Search,
}

/// The move that a player chose.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ChosenMove {
    /// The move.
    pub mv: Move,
    /// Its origin.
    pub origin: MoveOrigin,
    /// Its evaluation in discs for the side to move, if there is one.
    pub value: Option<DiscDiff>,
    /// Plies searched.
    pub depth: u32,
    /// The selectivity of the search.
    pub selectivity: Selectivity,
    /// Whether the evaluation is the exact score.
    pub is_exact: bool,
    /// The principal variation, beginning with the move.
    pub line: Vec<Move>,
    /// Positions searched.
    pub nodes: u64,
    /// Wall-clock time of the search.
    pub time: Duration,
}

impl ChosenMove {
    fn unsearched(mv: Move, origin: MoveOrigin, value: Option<DiscDiff>) -> ChosenMove {
        ChosenMove {
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

    fn analysed(valued: MoveValue, nodes: u64, time: Duration) -> ChosenMove {
        let is_exact = valued.is_exact();
        let MoveValue { mv, value, depth, selectivity, line, .. } = valued;
        ChosenMove {
            mv,
            origin: MoveOrigin::Search,
            value: Some(value),
            depth,
            selectivity,
            is_exact,
            line,
            nodes,
            time,
        }
    }

    fn searched(mv: Move, outcome: Outcome) -> ChosenMove {
        let is_exact = outcome.is_exact();
        let Outcome { value, depth, selectivity, line, nodes, time, .. } = outcome;
        let value = (depth > 0).then_some(value);
        ChosenMove { mv, origin: MoveOrigin::Search, value, depth, selectivity, is_exact, line, nodes, time }
    }
}

/// A computer player.
///
/// Random choices, and the mistakes of weak levels, depend on the seed and the position alone.
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
    /// Creates a player of this level. Weak levels take less memory than the settings allow.
    pub fn new(level: Level, seed: u64, settings: &Settings) -> Player {
        let most = match level.plan() {
            None => 0,
            Some(plan) if plan.depth < DEEP => SMALL_HASH,
            Some(_) => usize::MAX,
        };
        let settings = Settings { hash_bytes: settings.hash_bytes.min(most), ..settings.clone() };
        Player::with_searcher(level, seed, Searcher::new(&settings))
    }

    /// Creates a player that uses an existing searcher.
    pub fn with_searcher(level: Level, seed: u64, searcher: Searcher) -> Player {
        Player { level, seed, book: Some(Book::embedded()), searcher }
    }

    /// Replaces the book, or removes it.
    #[must_use]
    pub fn with_book(self, book: Option<Arc<Book>>) -> Player {
        Player { book, ..self }
    }

    /// The level it plays at.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Returns the searcher for another use.
    pub fn into_searcher(self) -> Searcher {
        self.searcher
    }

    /// Makes a handle that ends the search for a move: the player then plays the best move it
    /// knows.
    ///
    /// As [`Searcher::new_stop_handle`], it replaces the handles made earlier.
    pub fn new_stop_handle(&mut self) -> StopHandle {
        self.searcher.new_stop_handle()
    }

    /// Chooses a legal move, or returns `None` if the game is over.
    pub fn choose(&mut self, position: &Position, clock: Clock) -> Option<ChosenMove> {
        let moves = position.moves();
        if let [mv] = moves[..] {
            return Some(ChosenMove::unsearched(mv, MoveOrigin::Forced, None));
        }
        let first = *moves.first()?;
        let mut rng = SplitMix64::at(self.seed, position);
        let Some(plan) = self.level.plan() else {
            return Some(weak::choose_without_search(self.level, position, &moves, &mut rng));
        };
        if let Some(choice) = self.look_up(position, plan.book_plies) {
            return Some(choice);
        }
        let limits = self.limits(position, clock);
        let empties = position.empties().len();
        let choice = if !position.free_squares().is_empty() {
            self.place_freely(position, &limits, &mut rng)
        } else if plan.errs() && limits.depth < empties {
            self.err(position, &limits, &mut rng)
        } else {
            self.search(position, &limits)
        };
        Some(choice.unwrap_or_else(|| ChosenMove::unsearched(first, MoveOrigin::Search, None)))
    }

    fn limits(&self, position: &Position, clock: Clock) -> Limits {
        let empties = position.empties().len();
        if position.spec().area().len() <= SOLVED_AREA {
            return Limits::exact();
        }
        let limits = clock.limits(self.level, empties);
        if position.free_squares().is_empty() {
            limits
        } else {
            Limits { depth: limits.depth.min(FREE_DEPTH), ..limits }
        }
    }

    fn look_up(&self, position: &Position, plies: u32) -> Option<ChosenMove> {
        if position.occupied().len() >= 4 + plies {
            return None;
        }
        let found = self.book.as_ref()?.choose(position, BOOK_MARGIN, self.seed)?;
        Some(ChosenMove::unsearched(found.mv, MoveOrigin::Book, Some(found.value)))
    }

    fn search(&mut self, position: &Position, limits: &Limits) -> Option<ChosenMove> {
        let outcome = self.searcher.search(position, limits);
        outcome.mv.map(|mv| ChosenMove::searched(mv, outcome))
    }

    /// Evaluates all moves with errors and takes the one that seems best.
    fn err(&mut self, position: &Position, limits: &Limits, rng: &mut SplitMix64) -> Option<ChosenMove> {
        let plan = self.level.plan()?;
        let Analysis { moves, nodes, time } = self.searcher.analyse(position, limits);
        let valued = weak::pick_with_errors(position, moves, plan, rng)?;
        Some(ChosenMove::analysed(valued, nodes, time))
    }

    /// Chooses one of the best squares of a free center. Most are mirror images of each other.
    fn place_freely(&mut self, position: &Position, limits: &Limits, rng: &mut SplitMix64) -> Option<ChosenMove> {
        let Analysis { mut moves, nodes, time } = self.searcher.analyse(position, limits);
        let best = moves.first()?.value;
        moves.retain(|valued| valued.value == best);
        let drawn = rng.below(moves.len());
        Some(ChosenMove::analysed(moves.swap_remove(drawn), nodes, time))
    }
}
