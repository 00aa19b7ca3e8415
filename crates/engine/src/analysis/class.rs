//! How bad a move was, in a word.

use std::fmt;

/// A move by what it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveClass {
    /// The engine's own choice, or one that is provably as good.
    Best,
    /// Another move that loses nothing, as far as was searched.
    Good,
    /// A small loss, `?!`.
    Inaccuracy,
    /// A loss, `?`.
    Mistake,
    /// A heavy loss, `??`.
    Blunder,
}

impl MoveClass {
    /// All classes, the best first.
    pub const ALL: [MoveClass; 5] =
        [MoveClass::Best, MoveClass::Good, MoveClass::Inaccuracy, MoveClass::Mistake, MoveClass::Blunder];

    /// From how many discs lost on a move is of each class that has a threshold.
    pub const THRESHOLDS: [(MoveClass, i32); 3] =
        [(MoveClass::Inaccuracy, 1), (MoveClass::Mistake, 3), (MoveClass::Blunder, 6)];

    /// The class of a move that is not the best.
    ///
    /// ```
    /// use outflank_engine::MoveClass;
    ///
    /// let classes = [0, 1, 2, 3, 5, 6, 40].map(MoveClass::of_loss);
    /// assert_eq!(classes.map(MoveClass::mark), ["", "?!", "?!", "?", "?", "??", "??"]);
    /// ```
    pub fn of_loss(discs: i32) -> MoveClass {
        let reached = MoveClass::THRESHOLDS.into_iter().rev().find(|(_, from)| discs >= *from);
        reached.map_or(MoveClass::Good, |(class, _)| class)
    }

    /// The mark written behind a move.
    pub const fn mark(self) -> &'static str {
        match self {
            MoveClass::Best | MoveClass::Good => "",
            MoveClass::Inaccuracy => "?!",
            MoveClass::Mistake => "?",
            MoveClass::Blunder => "??",
        }
    }
}

impl fmt::Display for MoveClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            MoveClass::Best => "best",
            MoveClass::Good => "good",
            MoveClass::Inaccuracy => "inaccuracy",
            MoveClass::Mistake => "mistake",
            MoveClass::Blunder => "blunder",
        })
    }
}
