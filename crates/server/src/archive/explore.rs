//! What was played in a position.

use outflank_engine::Book;
use outflank_rules::{DiscDiff, Move, Position, opening};

use super::{
    Archive, ArchiveError, Key, Tally,
    key::alike,
    past::move_of,
    place::{self, END, Visit},
};

/// What was played in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// All games that went through it.
    pub total: Tally,
    /// Those that went no further.
    pub ended: u64,
    /// The moves, what was played most first, then those that only the opening book knows.
    pub moves: Vec<Played>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move, on the board as it was asked for.
    pub mv: Move,
    /// Moves that are the same because the position is its own mirror image; their games are counted here.
    pub same: Vec<Move>,
    /// The games in which it was played.
    pub tally: Tally,
    /// The opening that it leads to.
    pub opening: Option<&'static str>,
    /// What it is worth, if somebody has said so.
    pub worth: Option<Worth>,
}

/// What a move is worth for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// In discs, empty squares to the winner.
    pub value: DiscDiff,
    /// Who says so.
    pub by: Judge,
}

/// Who says what a move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judge {
    /// Our opening book.
    Book,
    /// The engine, as far as it was let think.
    Engine,
}

impl Archive {
    /// What was played in a position, however it was turned, told as it lies here.
    pub fn explore(&self, position: &Position) -> Result<Explored, ArchiveError> {
        let visits = self.read("search", |connection| place::visits(connection, Key::of(position)))?;
        Ok(Explored::of(position, &visits))
    }
}

impl Explored {
    pub(super) fn of(position: &Position, visits: &[Visit]) -> Explored {
        let (_, symmetry) = Key::and_symmetry(position);
        let mut explored = Explored { total: Tally::default(), ended: 0, moves: Vec::new() };
        for (code, tally) in place::tallies(visits) {
            explored.total.add(tally);
            match move_of(code).filter(|_| code != END) {
                Some(mv) => explored.played(position, symmetry.inverse().mv(mv, position.ground().size()), tally),
                None => explored.ended += tally.games,
            }
        }
        explored.look_up(position);
        explored.sort();
        explored
    }

    /// Takes from an engine what the moves are worth that the book does not know.
    pub fn judge(&mut self, value: impl Fn(Move) -> Option<DiscDiff>) {
        for played in self.moves.iter_mut().filter(|played| played.worth.is_none()) {
            played.worth = value(played.mv).map(|value| Worth { value, by: Judge::Engine });
        }
        self.sort();
    }

    /// What was played most first, and of the rest what is worth most.
    fn sort(&mut self) {
        let value = |played: &Played| played.worth.map(|worth| worth.value);
        self.moves.sort_by_key(|played| (std::cmp::Reverse((played.tally.games, value(played))), played.mv));
    }

    fn played(&mut self, position: &Position, mv: Move, tally: Tally) {
        let (mv, same) = alike(position, mv);
        match self.moves.iter_mut().find(|played| played.mv == mv) {
            Some(played) => played.tally.add(tally),
            None => {
                // A turn that was lost is no legal move.
                let after = position.play(mv).ok();
                let opening = after.and_then(|after| opening::of_position(&after)).map(opening::Opening::name);
                self.moves.push(Played { mv, same, tally, opening, worth: None });
            }
        }
    }

    /// Adds what the book knows.
    fn look_up(&mut self, position: &Position) {
        for known in Book::embedded().probe(position) {
            if alike(position, known.mv).0 != known.mv {
                continue;
            }
            if self.moves.iter().all(|played| played.mv != known.mv) {
                self.played(position, known.mv, Tally::default());
            }
            if let Some(played) = self.moves.iter_mut().find(|played| played.mv == known.mv) {
                played.worth = Some(Worth { value: known.value, by: Judge::Book });
            }
        }
    }
}
