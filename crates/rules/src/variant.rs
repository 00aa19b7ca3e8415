//! Variants: boards, starts and goals.

mod code;

pub use code::ParseVariantError;

use crate::{Bitboard, BoardSpec, Color, Goal, Position, Square, bitboard, rng::SplitMix64};

/// The side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstMover {
    /// Always this side.
    Fixed(Color),
    /// Drawn from the seed given to [`Variant::start_from_seed`].
    Drawn,
}

/// A variant: the board, the starting discs, the first mover and the goal.
///
/// Each has a short code that prints and parses: a name such as `octagon`, a drawing such as
/// `=----/-OX-/-XO-/----` for a board without one, and `+anti`, `+black-first`, `+white-first` or
/// `+random-first` behind either.
///
/// ```
/// use outflank_rules::Variant;
///
/// let tiny = Variant::TINY;
/// assert_eq!(tiny.start().legal().to_string(), "b1 a2 d3 c4");
/// assert_eq!("six+anti".parse::<Variant>()?.to_string(), "six+anti");
/// # Ok::<(), outflank_rules::ParseVariantError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    black: Bitboard,
    white: Bitboard,
    first: FirstMover,
    spec: BoardSpec,
}

impl Variant {
    /// The standard game: 8x8, white on d4 and e5, black on e4 and d5, black first.
    pub const STANDARD: Variant = Variant::crossed(BoardSpec::STANDARD);
    /// The standard board with the first mover on the main diagonal: black on d4 and e5.
    pub const MIRRORED: Variant = Variant::STANDARD.with_discs_swapped();
    /// The 4x4 board.
    pub const TINY: Variant = Variant::crossed(BoardSpec::square(4));
    /// The 6x6 board.
    pub const SIX: Variant = Variant::crossed(BoardSpec::square(6));
    /// The standard game in which fewest discs win.
    pub const ANTI: Variant = Variant::STANDARD.with_goal(Goal::Fewest);
    /// The old rule: an empty board, and the sides place the first four discs by turns on the
    /// center squares.
    pub const FREE_CENTRE: Variant = Variant {
        black: Bitboard::EMPTY,
        white: Bitboard::EMPTY,
        first: FirstMover::Fixed(Color::Black),
        spec: BoardSpec::STANDARD.with_free(BoardSpec::STANDARD.centre()),
    };
    /// The 8x8 board with its corners cut off, three squares at each.
    pub const OCTAGON: Variant = Variant::crossed(BoardSpec::new(bitboard! {
        . . X X X X . .
        . X X X X X X .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        . X X X X X X .
        . . X X X X . .
    }));

    /// The named variants in listing order, each with a description.
    pub const NAMED: [(&'static str, &'static str, Variant); 15] = [
        ("standard", "8x8, black on e4 and d5, black first", Variant::STANDARD),
        ("mirrored", "8x8, black on d4 and e5, black first", Variant::MIRRORED),
        ("parallel", "8x8, black on d4 and e4, white on d5 and e5", Variant::parallel(BoardSpec::STANDARD)),
        ("tiny", "4x4", Variant::TINY),
        ("tiny-parallel", "4x4, black on b2 and c2, white on b3 and c3", Variant::parallel(BoardSpec::square(4))),
        ("six", "6x6", Variant::SIX),
        ("six-parallel", "6x6, black on c3 and d3, white on c4 and d4", Variant::parallel(BoardSpec::square(6))),
        ("anti", "8x8, fewest discs win", Variant::ANTI),
        ("free-centre", "8x8, the first four discs are placed by turns on the centre", Variant::FREE_CENTRE),
        ("octagon", "8x8 without its corners, three squares cut off at each", Variant::OCTAGON),
        ("handicap-1", "black is given a1, white first", Variant::handicap(1)),
        ("handicap-2", "black is given a1 and h8, white first", Variant::handicap(2)),
        ("handicap-3", "black is given a1, h8 and h1, white first", Variant::handicap(3)),
        ("handicap-4", "black is given all four corners, white first", Variant::handicap(4)),
        ("random-first", "8x8, the first mover is drawn", Variant::STANDARD.with_first(FirstMover::Drawn)),
    ];

    /// Returns the start where black has one to four corners (a1, h8, h1, a8 in this order) and
    /// white moves first.
    pub const fn handicap(corners: u8) -> Variant {
        let given = match corners {
            0 => 0,
            1 => 1,
            2 => 1 | 1 << 63,
            3 => 1 | 1 << 63 | 1 << 7,
            _ => 1 | 1 << 63 | 1 << 7 | 1 << 56,
        };
        Variant { black: Bitboard(Variant::STANDARD.black.0 | given), ..Variant::STANDARD }
            .with_first(FirstMover::Fixed(Color::White))
    }

    /// Returns the crossed start in the middle of a board, black first. Free squares there are
    /// filled.
    pub const fn crossed(spec: BoardSpec) -> Variant {
        let spec = spec.with_free(Bitboard(spec.free().0 & !spec.centre().0));
        let white = match spec.size() {
            4 => 1 << 9 | 1 << 18,
            6 => 1 << 18 | 1 << 27,
            _ => 1 << 27 | 1 << 36,
        };
        Variant {
            black: Bitboard(spec.centre().0 & !white & spec.area().0),
            white: Bitboard(white & spec.area().0),
            first: FirstMover::Fixed(Color::Black),
            spec,
        }
    }

    /// Returns the parallel start in the middle of a board: two discs of each side in a row, black
    /// above. Black moves first.
    pub const fn parallel(spec: BoardSpec) -> Variant {
        let crossed = Variant::crossed(spec);
        let centre = spec.centre().0;
        let upper = match spec.size() {
            4 => 0xff << 8,
            6 => 0xff << 16,
            _ => 0xff << 24,
        };
        Variant {
            black: Bitboard(centre & upper & spec.area().0),
            white: Bitboard(centre & !upper & spec.area().0),
            ..crossed
        }
    }

    /// Returns the variant that starts from a position. Free squares with discs are no longer free:
    /// this does not change the play, and the code of a variant cannot show them.
    pub fn from_position(start: &Position) -> Variant {
        Variant {
            black: start.discs(Color::Black),
            white: start.discs(Color::White),
            first: FirstMover::Fixed(start.turn()),
            spec: start.spec().with_free(start.free_squares()),
        }
    }

    /// The crossed start on a full board of 4, 6 or 8 squares a side.
    pub const fn of_size(size: u8) -> Variant {
        Variant::crossed(BoardSpec::square(size))
    }

    /// Sets the first mover.
    #[must_use]
    pub const fn with_first(self, first: FirstMover) -> Variant {
        Variant { first, ..self }
    }

    /// Sets the goal.
    #[must_use]
    pub const fn with_goal(self, goal: Goal) -> Variant {
        Variant { spec: self.spec.with_goal(goal), ..self }
    }

    const fn with_discs_swapped(self) -> Variant {
        Variant { black: self.white, white: self.black, ..self }
    }

    /// The starting discs of a color.
    pub const fn discs(&self, color: Color) -> Bitboard {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The first mover.
    pub const fn first(&self) -> FirstMover {
        self.first
    }

    /// The board and the goal.
    pub const fn spec(&self) -> BoardSpec {
        self.spec
    }

    /// Returns the starting position. If the first mover is drawn, it uses seed 0.
    pub const fn start(&self) -> Position {
        self.start_from_seed(0)
    }

    /// Returns the starting position. If the first mover is drawn, the seed decides.
    pub const fn start_from_seed(&self, seed: u64) -> Position {
        let turn = match self.first {
            FirstMover::Fixed(color) => color,
            FirstMover::Drawn => drawn(seed),
        };
        Position::new_unchecked(self.black, self.white, turn, self.spec)
    }

    /// The name of the variant, if it is one of [`Variant::NAMED`].
    pub fn name(&self) -> Option<&'static str> {
        Variant::NAMED.iter().find(|(_, _, named)| named == self).map(|&(name, _, _)| name)
    }

    fn at(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.discs(color).contains(square))
    }
}

impl Default for Variant {
    fn default() -> Variant {
        Variant::STANDARD
    }
}

const fn drawn(seed: u64) -> Color {
    if SplitMix64::new(seed).next_u64() & 1 == 0 { Color::Black } else { Color::White }
}
