//! A match of two: pairs of games.

use crate::chance::Chance;

/// Endless pairs of games between two players: each from an opening of its own, until all have been played, with the colors exchanged for the
/// second game. The same seed gives the same pairs, and the pair of any number can be asked for.
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
    /// From 0.
    pub number: u64,
    /// Which opening both games begin with.
    pub opening: usize,
    /// Whether the opening has been played before: players without chance will then repeat the games, which prove nothing more.
    pub is_repeat: bool,
    /// What chance decides in the two games comes from these. The first player has Black in the first game and White in the second.
    pub seeds: [u64; 2],
}

impl Pairs {
    /// Pairs from so many openings; without any, opening 0 stands for the start.
    pub fn new(openings: usize, seed: u64) -> Pairs {
        let mut order: Vec<usize> = (0..openings.max(1)).collect();
        Chance::new(seed).shuffle(&mut order);
        Pairs { order, seed }
    }

    /// The pair of this number.
    pub fn pair(&self, number: u64) -> PairPlan {
        let openings = self.order.len() as u64;
        let mut chance = Chance::of_part(self.seed, number);
        PairPlan {
            number,
            opening: self.order[(number % openings) as usize],
            is_repeat: number >= openings,
            seeds: [chance.draw(), chance.draw()],
        }
    }

    /// All pairs, without end.
    pub fn iter(&self) -> impl Iterator<Item = PairPlan> + '_ {
        (0..).map(|number| self.pair(number))
    }
}
