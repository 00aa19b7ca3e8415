//! What was played in a position.

use outflank_engine::Book;
use outflank_rules::{DiscDiff, Move, Position, opening};

use super::{
    Archive, ArchiveError, Key, Tally,
    key::alike,
    past::move_of,
    place::{self, END},
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
    /// What our opening book thinks of it, for the side that plays it.
    pub value: Option<DiscDiff>,
}

impl Archive {
    /// What was played in a position, however it was turned, told as it lies here.
    pub fn explore(&self, position: &Position) -> Result<Explored, ArchiveError> {
        let (key, symmetry) = Key::and_symmetry(position);
        let visits = self.read("search", |connection| place::visits(connection, key))?;
        let mut explored = Explored { total: Tally::default(), ended: 0, moves: Vec::new() };
        for (code, tally) in place::tallies(&visits) {
            explored.total.add(tally);
            match move_of(code).filter(|_| code != END) {
                Some(mv) => explored.played(position, symmetry.inverse().mv(mv, position.ground().size()), tally),
                None => explored.ended += tally.games,
            }
        }
        explored.value(position);
        explored.moves.sort_by_key(|played| (std::cmp::Reverse((played.tally.games, played.value)), played.mv));
        Ok(explored)
    }
}

impl Explored {
    fn played(&mut self, position: &Position, mv: Move, tally: Tally) {
        let (mv, same) = alike(position, mv);
        match self.moves.iter_mut().find(|played| played.mv == mv) {
            Some(played) => played.tally.add(tally),
            None => {
                // A turn that was lost is no legal move.
                let after = position.play(mv).ok();
                let opening = after.and_then(|after| opening::of_position(&after)).map(opening::Opening::name);
                self.moves.push(Played { mv, same, tally, opening, value: None });
            }
        }
    }

    /// Adds what the book knows.
    fn value(&mut self, position: &Position) {
        for known in Book::embedded().probe(position) {
            if alike(position, known.mv).0 != known.mv {
                continue;
            }
            if self.moves.iter().all(|played| played.mv != known.mv) {
                self.played(position, known.mv, Tally::default());
            }
            if let Some(played) = self.moves.iter_mut().find(|played| played.mv == known.mv) {
                played.value = Some(known.value);
            }
        }
    }
}
