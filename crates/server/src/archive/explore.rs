//! The opening explorer: which moves were played in a position, and with what results.

use outflank_engine::Book;
use outflank_rules::{DiscDiff, Move, Position, opening};

use super::{
    Archive, ArchiveError, Key, Tally,
    game::move_of,
    position_index::{self, END, PositionHit, equivalent_moves},
};

/// The moves that were played in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// All games that reached it.
    pub total: Tally,
    /// Games that ended there.
    pub ended: u64,
    /// The moves, the most played first, then moves that only the opening book knows.
    pub moves: Vec<ExploredMove>,
}

/// A move with its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move, on the board as requested.
    pub mv: Move,
    /// Moves that are equivalent by symmetry. Their games are counted here.
    pub equivalent: Vec<Move>,
    /// The games in which it was played.
    pub tally: Tally,
    /// The opening that the move leads to.
    pub opening: Option<&'static str>,
    /// The evaluation, if there is one.
    pub value: Option<ExploredValue>,
}

/// The evaluation of a move for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExploredValue {
    /// The final disc difference, with empty squares for the winner.
    pub discs: DiscDiff,
    /// Where it comes from.
    pub source: ValueSource,
}

/// The source of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValueSource {
    /// The opening book.
    Book,
    /// A search of the engine.
    Engine,
}

impl Archive {
    /// The moves played in a position, up to symmetry, on the board as given.
    pub fn explore(&self, position: &Position) -> Result<Explored, ArchiveError> {
        let hits = self.read("search", |connection| position_index::hits(connection, Key::of(position)))?;
        Ok(Explored::of(position, &hits))
    }
}

impl Explored {
    pub(super) fn of(position: &Position, hits: &[PositionHit]) -> Explored {
        let (_, symmetry) = Key::and_symmetry(position);
        let mut explored = Explored { total: Tally::default(), ended: 0, moves: Vec::new() };
        for (code, tally) in position_index::tallies(hits) {
            explored.total.add(tally);
            match move_of(code).filter(|_| code != END) {
                Some(mv) => explored.add_move(position, symmetry.inverse().mv(mv, position.spec().size()), tally),
                None => explored.ended += tally.games,
            }
        }
        explored.add_book(position);
        explored.sort();
        explored
    }

    /// Adds evaluations of an engine for moves that the book does not know.
    pub fn add_values(&mut self, value: impl Fn(Move) -> Option<DiscDiff>) {
        for played in self.moves.iter_mut().filter(|played| played.value.is_none()) {
            played.value = value(played.mv).map(|discs| ExploredValue { discs, source: ValueSource::Engine });
        }
        self.sort();
    }

    /// The most played first, then the best.
    fn sort(&mut self) {
        let value = |played: &ExploredMove| played.value.map(|value| value.discs);
        self.moves.sort_by_key(|played| (std::cmp::Reverse((played.tally.games, value(played))), played.mv));
    }

    fn add_move(&mut self, position: &Position, mv: Move, tally: Tally) {
        let (mv, equivalent) = equivalent_moves(position, mv);
        match self.moves.iter_mut().find(|played| played.mv == mv) {
            Some(played) => played.tally.add(tally),
            None => {
                // A lost turn is not a legal move.
                let after = position.play(mv).ok();
                let opening = after.and_then(|after| opening::of_position(&after)).map(opening::Opening::name);
                self.moves.push(ExploredMove { mv, equivalent, tally, opening, value: None });
            }
        }
    }

    /// Adds the moves and evaluations of the opening book.
    fn add_book(&mut self, position: &Position) {
        for known in Book::embedded().probe(position) {
            if equivalent_moves(position, known.mv).0 != known.mv {
                continue;
            }
            if self.moves.iter().all(|played| played.mv != known.mv) {
                self.add_move(position, known.mv, Tally::default());
            }
            if let Some(played) = self.moves.iter_mut().find(|played| played.mv == known.mv) {
                played.value = Some(ExploredValue { discs: known.value, source: ValueSource::Book });
            }
        }
    }
}
