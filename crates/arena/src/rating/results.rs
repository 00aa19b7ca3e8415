//! A table of results.

use std::collections::BTreeMap;

use crate::stat::Points;

/// Who made how many points against whom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    players: usize,
    couples: BTreeMap<(usize, usize), Couple>,
}

/// All encounters of two players, seen by the one with the smaller number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Couple {
    pub(super) games: f64,
    pub(super) points: f64,
    /// Encounters of one or more games each.
    encounters: f64,
    /// Sums over encounters of games², games · points and points²: what the spread is computed from.
    squares: [f64; 3],
}

impl Results {
    /// An empty table.
    pub fn new(players: usize) -> Results {
        Results { players, couples: BTreeMap::new() }
    }

    /// Enters an encounter: the points of the first player in so many games against the second. Games that share an opening belong into one
    /// encounter, others each into their own. Encounters without games or with oneself are left out; a player beyond the table extends
    /// it.
    pub fn add(&mut self, player: usize, opponent: usize, points: Points, games: u32) {
        self.players = self.players.max(player.max(opponent) + 1);
        if games == 0 || player == opponent {
            return;
        }
        let (games, points) = (f64::from(games), points.value().min(f64::from(games)));
        let points = if player < opponent { points } else { games - points };
        self.couples.entry((player.min(opponent), player.max(opponent))).or_default().add(points, games);
    }

    /// How many players.
    pub fn players(&self) -> usize {
        self.players
    }

    pub(super) fn couples(&self) -> impl Iterator<Item = (usize, usize, &Couple)> {
        self.couples.iter().map(|(&(player, opponent), couple)| (player, opponent, couple))
    }

    /// Each couple once in each direction: a player, an opponent, and the points of the player.
    pub(super) fn directed(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        self.couples().flat_map(|(player, opponent, couple)| {
            [(player, opponent, couple.points), (opponent, player, couple.games - couple.points)]
        })
    }
}

impl Couple {
    fn add(&mut self, points: f64, games: f64) {
        self.games += games;
        self.points += points;
        self.encounters += 1.0;
        let squares = [games * games, games * points, points * points];
        self.squares.iter_mut().zip(squares).for_each(|(sum, square)| *sum += square);
    }

    pub(super) fn encounters(&self) -> f64 {
        self.encounters
    }

    /// The sum over encounters of the squared distance between points made and points expected.
    pub(super) fn squared_errors(&self, share: f64) -> f64 {
        let [games2, mixed, points2] = self.squares;
        (points2 - 2.0 * share * mixed + share * share * games2).max(0.0)
    }
}
