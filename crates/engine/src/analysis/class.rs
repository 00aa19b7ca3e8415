//! How bad a move was, in a word.

use std::fmt;

/// A move by what it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveClass {
    /// The engine's own choice, or one that is as good.
    Best,
    /// Another move, whose loss is too small to mean anything while it is not proven.
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

    /// From how many discs lost on a move is of each class that has a threshold, if both values are proven.
    pub const THRESHOLDS: [(MoveClass, i32); 3] =
        [(MoveClass::Inaccuracy, 1), (MoveClass::Mistake, 3), (MoveClass::Blunder, 6)];

    /// Values that are not proven differ by as much from one depth to the next: a loss counts from here on only.
    pub const NOISE: i32 = 2;

    /// The class of a move by the discs it lost, and by whether that is proven.
    ///
    /// ```
    /// use outflank_engine::MoveClass;
    ///
    /// let proven = [0, 1, 2, 3, 5, 6, 40].map(|discs| MoveClass::of_loss(discs, true));
    /// assert_eq!(proven.map(MoveClass::mark), ["", "?!", "?!", "?", "?", "??", "??"]);
    /// let searched = [0, 1, 2, 3, 5, 6, 40].map(|discs| MoveClass::of_loss(discs, false));
    /// assert_eq!(searched.map(MoveClass::mark), ["", "", "", "?!", "?", "?", "??"]);
    /// ```
    pub fn of_loss(discs: i32, is_proven: bool) -> MoveClass {
        let counted = if is_proven { discs } else { discs - MoveClass::NOISE };
        let reached = MoveClass::THRESHOLDS.into_iter().rev().find(|(_, from)| counted >= *from);
        let unmarked = if discs <= 0 { MoveClass::Best } else { MoveClass::Good };
        reached.map_or(unmarked, |(class, _)| class)
    }

    /// Whether moves of this class are marked as bad ones.
    pub fn is_marked(self) -> bool {
        !self.mark().is_empty()
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
