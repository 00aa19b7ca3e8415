//! Pairs of games for a match of two.

use outflank_rules::rng::SplitMix64;

/// An endless sequence of pairs of games between two players. Each pair has its own opening until
/// all were used, and swaps the colors for the second game. The same seed gives the same pairs, and
/// any pair can be computed directly.
///
/// ```
/// use outflank_arena::schedule::Pairs;
///
/// let pairs = Pairs::new(1000, 42);
/// assert_eq!(pairs.pair(3), pairs.iter().nth(3).unwrap());
/// assert!(!pairs.pair(999).is_repeat && pairs.pair(1000).is_repeat);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    order: Vec<usize>,
    seed: u64,
}

/// A pair of games to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairPlan {
    /// The number, from 0.
    pub number: u64,
    /// The index of the opening of both games.
    pub opening: usize,
    /// True if the opening was used before: deterministic players then repeat the games, which
    /// prove nothing more.
    pub is_repeat: bool,
    /// Seeds of the two games. The first player has Black in the first and White in the second.
    pub seeds: [u64; 2],
}

impl Pairs {
    /// Pairs from this many openings; with none, opening 0 stands for the start position.
    pub fn new(openings: usize, seed: u64) -> Pairs {
        let mut order: Vec<usize> = (0..openings.max(1)).collect();
        SplitMix64::new(seed).shuffle(&mut order);
        Pairs { order, seed }
    }

    /// The pair with this number.
    pub fn pair(&self, number: u64) -> PairPlan {
        let openings = self.order.len() as u64;
        let mut rng = SplitMix64::of_part(self.seed, number.wrapping_add(1));
        PairPlan {
            number,
            opening: self.order[(number % openings) as usize],
            is_repeat: number >= openings,
            seeds: [rng.next_u64(), rng.next_u64()],
        }
    }

    /// All pairs, endlessly.
    pub fn iter(&self) -> impl Iterator<Item = PairPlan> + '_ {
        (0..).map(|number| self.pair(number))
    }
}
