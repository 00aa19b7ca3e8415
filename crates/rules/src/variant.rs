//! The games that can be played: boards, starts and goals as data.

mod code;

pub use code::ParseVariantError;

use crate::{Bitboard, Color, Goal, Ground, Position, Square, bitboard};

/// Who makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstMover {
    /// Always this side.
    Fixed(Color),
    /// Drawn from the seed given to [`Variant::start_from_seed`].
    Drawn,
}

/// A game that can be played: the board, the starting discs, who moves first, and what wins.
///
/// Each has a short code that prints and parses: a name such as `octagon`, a drawing such as
/// `=----/-OX-/-XO-/----` for a board without one, and `+anti`, `+black-first`, `+white-first` or `+random-first`
/// behind either.
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
    ground: Ground,
}

impl Variant {
    /// The game everybody knows: 8x8, white on d4 and e5, black on e4 and d5, black first.
    pub const STANDARD: Variant = Variant::crossed(Ground::STANDARD);
    /// The standard board with the first mover on the main diagonal: black on d4 and e5.
    pub const MIRRORED: Variant = Variant::STANDARD.with_discs_swapped();
    /// The 4x4 board.
    pub const TINY: Variant = Variant::crossed(Ground::square(4));
    /// The 6x6 board.
    pub const SIX: Variant = Variant::crossed(Ground::square(6));
    /// The standard game in which fewest discs win.
    pub const ANTI: Variant = Variant::STANDARD.with_goal(Goal::Fewest);
    /// The old rule: an empty board, and the first four discs go by turns on the four centre squares.
    pub const FREE_CENTRE: Variant = Variant {
        black: Bitboard::EMPTY,
        white: Bitboard::EMPTY,
        first: FirstMover::Fixed(Color::Black),
        ground: Ground::STANDARD.with_free(Ground::STANDARD.centre()),
    };
    /// The 8x8 board with its corners cut off, three squares at each.
    pub const OCTAGON: Variant = Variant::crossed(Ground::new(bitboard! {
        . . X X X X . .
        . X X X X X X .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        . X X X X X X .
        . . X X X X . .
    }));

    /// The named variants in the order of their listing, with a line on each.
    pub const NAMED: [(&'static str, &'static str, Variant); 15] = [
        ("standard", "8x8, black on e4 and d5, black first", Variant::STANDARD),
        ("mirrored", "8x8, black on d4 and e5, black first", Variant::MIRRORED),
        ("parallel", "8x8, black on d4 and e4, white on d5 and e5", Variant::parallel(Ground::STANDARD)),
        ("tiny", "4x4", Variant::TINY),
        ("tiny-parallel", "4x4, black on b2 and c2, white on b3 and c3", Variant::parallel(Ground::square(4))),
        ("six", "6x6", Variant::SIX),
        ("six-parallel", "6x6, black on c3 and d3, white on c4 and d4", Variant::parallel(Ground::square(6))),
        ("anti", "8x8, fewest discs win", Variant::ANTI),
        ("free-centre", "8x8, the first four discs are placed by turns on the centre", Variant::FREE_CENTRE),
        ("octagon", "8x8 without its corners, three squares cut off at each", Variant::OCTAGON),
        ("handicap-1", "black is given a1, white first", Variant::handicap(1)),
        ("handicap-2", "black is given a1 and h8, white first", Variant::handicap(2)),
        ("handicap-3", "black is given a1, h8 and h1, white first", Variant::handicap(3)),
        ("handicap-4", "black is given all four corners, white first", Variant::handicap(4)),
        ("random-first", "8x8, the first mover is drawn", Variant::STANDARD.with_first(FirstMover::Drawn)),
    ];

    /// A start where black is given one to four corners (a1, h8, h1, a8 in this order) and white moves first.
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

    /// The usual crossed start in the middle of a board, black first; squares to be filled freely there are filled.
    pub const fn crossed(ground: Ground) -> Variant {
        let ground = ground.with_free(Bitboard(ground.free().0 & !ground.centre().0));
        let white = match ground.size() {
            4 => 1 << 9 | 1 << 18,
            6 => 1 << 18 | 1 << 27,
            _ => 1 << 27 | 1 << 36,
        };
        Variant {
            black: Bitboard(ground.centre().0 & !white & ground.area().0),
            white: Bitboard(white & ground.area().0),
            first: FirstMover::Fixed(Color::Black),
            ground,
        }
    }

    /// The parallel start in the middle of a board: each side has two discs side by side, black the upper ones and the first move.
    pub const fn parallel(ground: Ground) -> Variant {
        let crossed = Variant::crossed(ground);
        let centre = ground.centre().0;
        let upper = match ground.size() {
            4 => 0xff << 8,
            6 => 0xff << 16,
            _ => 0xff << 24,
        };
        Variant {
            black: Bitboard(centre & upper & ground.area().0),
            white: Bitboard(centre & !upper & ground.area().0),
            ..crossed
        }
    }

    /// The variant that starts from a position. Free squares that are filled already are no longer free: it makes no
    /// difference to the play, and the code of the variant cannot show them.
    pub fn from_position(start: &Position) -> Variant {
        Variant {
            black: start.discs(Color::Black),
            white: start.discs(Color::White),
            first: FirstMover::Fixed(start.turn()),
            ground: start.ground().with_free(start.free_squares()),
        }
    }

    /// The crossed start on a full board of 4, 6 or 8 squares a side.
    pub const fn of_size(size: u8) -> Variant {
        Variant::crossed(Ground::square(size))
    }

    /// The same game with another first mover.
    #[must_use]
    pub const fn with_first(self, first: FirstMover) -> Variant {
        Variant { first, ..self }
    }

    /// The same game with another goal.
    #[must_use]
    pub const fn with_goal(self, goal: Goal) -> Variant {
        Variant { ground: self.ground.with_goal(goal), ..self }
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

    /// Who moves first.
    pub const fn first(&self) -> FirstMover {
        self.first
    }

    /// The board and the goal.
    pub const fn ground(&self) -> Ground {
        self.ground
    }

    /// The starting position. Where the first mover is drawn, this is the draw of seed 0.
    pub const fn start(&self) -> Position {
        self.start_from_seed(0)
    }

    /// The starting position, with the first mover drawn from the seed if the variant asks for that.
    pub const fn start_from_seed(&self, seed: u64) -> Position {
        let turn = match self.first {
            FirstMover::Fixed(color) => color,
            FirstMover::Drawn => drawn(seed),
        };
        Position::new_unchecked(self.black, self.white, turn, self.ground)
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

/// One bit of the splitmix64 sequence: neighbouring seeds give unrelated draws.
const fn drawn(seed: u64) -> Color {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    if (z ^ z >> 31) & 1 == 0 { Color::Black } else { Color::White }
}
