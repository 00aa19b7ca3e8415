//! The end of a game: counts, margins, winner.

use std::{
    fmt,
    ops::{Neg, Sub},
};

use crate::{Bitboard, Color};

/// The goal of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Goal {
    /// Most discs win.
    #[default]
    Most,
    /// Fewest discs win (anti-Reversi).
    Fewest,
}

/// A difference of disc counts, in discs: from -64 to 64, as no board has more squares.
///
/// ```
/// use outflank_rules::DiscDiff;
///
/// let win = DiscDiff::new(4).unwrap();
/// assert_eq!((win.discs(), win.to_string().as_str()), (4, "+4"));
/// assert_eq!((-win).to_string(), "-4");
/// assert_eq!(DiscDiff::default().to_string(), "0");
/// assert_eq!(DiscDiff::new(65), None);
/// assert_eq!(DiscDiff::clamped(100), DiscDiff::MAX);
/// assert_eq!(DiscDiff::MAX - win, 60, "how far apart two of them are");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DiscDiff(i8);

impl DiscDiff {
    /// Every square of the largest board against none.
    pub const MAX: DiscDiff = DiscDiff(64);
    /// The opposite.
    pub const MIN: DiscDiff = DiscDiff(-64);

    /// Returns a difference of `discs`, or `None` if no board has as many.
    pub const fn new(discs: i8) -> Option<DiscDiff> {
        if discs.unsigned_abs() <= 64 { Some(DiscDiff(discs)) } else { None }
    }

    /// The nearest difference that a board can show.
    pub const fn clamped(discs: i32) -> DiscDiff {
        match discs {
            ..=-64 => DiscDiff::MIN,
            64.. => DiscDiff::MAX,
            _ => DiscDiff(discs as i8),
        }
    }

    /// A difference that the caller knows to be from -64 to 64.
    pub(crate) const fn new_unchecked(discs: i8) -> DiscDiff {
        debug_assert!(discs.unsigned_abs() <= 64, "no board has more than 64 squares");
        DiscDiff(discs)
    }

    /// The number of discs, negative for fewer.
    pub const fn discs(self) -> i8 {
        self.0
    }
}

impl Neg for DiscDiff {
    type Output = DiscDiff;
    fn neg(self) -> DiscDiff {
        DiscDiff(-self.0)
    }
}

/// How many discs more, which may be as many as 128.
impl Sub for DiscDiff {
    type Output = i32;
    fn sub(self, other: DiscDiff) -> i32 {
        i32::from(self) - i32::from(other)
    }
}

impl From<DiscDiff> for i32 {
    fn from(diff: DiscDiff) -> i32 {
        i32::from(diff.0)
    }
}

impl fmt::Display for DiscDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.pad("0") } else { f.pad(&format!("{:+}", self.0)) }
    }
}

/// The result of a game played to its end.
///
/// ```
/// use outflank_rules::{Color, Game, Status, Variant};
///
/// let moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ').map(|mv| mv.parse().unwrap());
/// let game = Game::replay(Variant::STANDARD.start(), moves)?;
/// let Status::Over(wipe_out) = game.position().status() else { panic!("not over") };
/// assert_eq!(wipe_out.winner(), Some(Color::Black));
/// assert_eq!(wipe_out.margin().discs(), 13);
/// assert_eq!(wipe_out.official_margin().discs(), 64);
/// assert_eq!(wipe_out.utility(Color::White).discs(), -13);
/// assert_eq!(wipe_out.official_utility(Color::White).discs(), -64);
/// assert_eq!(wipe_out.to_string(), "black wins 13-0 (64-0 with empty squares to the winner)");
/// # Ok::<(), outflank_rules::ReplayError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FinalScore {
    black: u8,
    white: u8,
    empties: u8,
    goal: Goal,
}

impl FinalScore {
    /// The score of a board as it lies.
    pub(crate) fn of(black: Bitboard, white: Bitboard, area: Bitboard, goal: Goal) -> FinalScore {
        let empties = area - black - white;
        FinalScore { black: black.len() as u8, white: white.len() as u8, empties: empties.len() as u8, goal }
    }

    /// The discs of a color.
    pub const fn discs(self, color: Color) -> u8 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Playable squares left empty.
    pub const fn empties(self) -> u8 {
        self.empties
    }

    /// Returns the winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match (self.utility(Color::Black).0).signum() {
            1 => Some(Color::Black),
            -1 => Some(Color::White),
            _ => None,
        }
    }

    /// Black's discs minus White's, as they lie on the board.
    pub const fn margin(self) -> DiscDiff {
        DiscDiff::new_unchecked(self.black as i8 - self.white as i8)
    }

    /// Black's discs minus White's when the empty squares make the win larger, as tournaments
    /// count: they go to the winner, or in the anti game to the loser. A draw stays 0.
    pub const fn official_margin(self) -> DiscDiff {
        let raw = self.margin().0;
        DiscDiff::new_unchecked(raw + raw.signum() * self.empties as i8)
    }

    /// Returns both counts under the rule of [`FinalScore::official_margin`]. A draw shares the
    /// empty squares; of an odd number one is left out, so that both counts are equal.
    pub const fn official_discs(self) -> (u8, u8) {
        let total = (self.black + self.white + self.empties) as i16;
        let margin = self.official_margin().0 as i16;
        (((total + margin) / 2) as u8, ((total - margin) / 2) as u8)
    }

    /// Returns the result for a side: own discs minus the opponent's, negated if fewest discs win.
    pub const fn utility(self, side: Color) -> DiscDiff {
        self.seen_by(side, self.margin())
    }

    /// As [`FinalScore::utility`], with the rule of [`FinalScore::official_margin`]. Engines call
    /// it the value of the game.
    pub const fn official_utility(self, side: Color) -> DiscDiff {
        self.seen_by(side, self.official_margin())
    }

    const fn seen_by(self, side: Color, margin: DiscDiff) -> DiscDiff {
        match (self.goal, side) {
            (Goal::Most, Color::Black) | (Goal::Fewest, Color::White) => margin,
            (Goal::Most, Color::White) | (Goal::Fewest, Color::Black) => DiscDiff::new_unchecked(-margin.0),
        }
    }

    /// Whether one side has no disc left.
    pub const fn is_wipe_out(self) -> bool {
        self.black == 0 || self.white == 0
    }
}

impl fmt::Display for FinalScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, white) = (self.black, self.white);
        let Some(winner) = self.winner() else {
            return write!(f, "draw {black}-{white}");
        };
        let counts = |(black, white): (u8, u8)| match winner {
            Color::Black => format!("{black}-{white}"),
            Color::White => format!("{white}-{black}"),
        };
        write!(f, "{winner} wins {}", counts((black, white)))?;
        match (self.empties, self.goal) {
            (0, _) => Ok(()),
            (_, Goal::Most) => write!(f, " ({} with empty squares to the winner)", counts(self.official_discs())),
            (_, Goal::Fewest) => write!(f, " ({} with empty squares to the loser)", counts(self.official_discs())),
        }
    }
}
