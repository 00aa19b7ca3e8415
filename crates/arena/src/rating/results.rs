//! A table of results, and the groups of players that can be compared.

use std::collections::BTreeMap;

use crate::stat::Points;

/// Points of players against each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    players: usize,
    couples: BTreeMap<(usize, usize), Couple>,
}

/// All encounters of two players, from the side of the smaller index.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Couple {
    pub(super) games: f64,
    pub(super) points: f64,
    /// Encounters of one or more games each.
    encounters: f64,
    /// Sums over encounters of games², games · points and points²; they give the spread.
    squares: [f64; 3],
}

impl Results {
    /// An empty table.
    pub fn new(players: usize) -> Results {
        Results { players, couples: BTreeMap::new() }
    }

    /// Adds an encounter: the points of the first player in `games` games against the second. Games
    /// that share an opening belong in one encounter, others each in their own. Ignores encounters
    /// without games or with oneself. A player beyond the table extends it.
    pub fn add(&mut self, player: usize, opponent: usize, points: Points, games: u32) {
        self.players = self.players.max(player.max(opponent) + 1);
        if games == 0 || player == opponent {
            return;
        }
        let (games, points) = (f64::from(games), points.value().min(f64::from(games)));
        let points = if player < opponent { points } else { games - points };
        self.couples.entry((player.min(opponent), player.max(opponent))).or_default().add(points, games);
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    pub(super) fn couples(&self) -> impl Iterator<Item = (usize, usize, &Couple)> {
        self.couples.iter().map(|(&(player, opponent), couple)| (player, opponent, couple))
    }

    /// Each couple in both directions: a player, an opponent, and the player's points.
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

/// The groups of players linked by games, largest first; each sorted by index.
pub(super) fn connected(results: &Results) -> Vec<Vec<usize>> {
    let links = links(results, |_| true);
    let mut group_of = vec![None; results.players()];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for player in 0..results.players() {
        if group_of[player].is_none() {
            let mut group = reached(&links, player);
            group.sort_unstable();
            group.iter().for_each(|member| group_of[*member] = Some(groups.len()));
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// True if a group can be split so that one part took no point from the other: not every player can
/// be reached from every other along points.
pub(super) fn rests_on_prior(results: &Results, group: &[usize]) -> bool {
    let took_points = links(results, |points| points > 0.0);
    let mut gave_points = vec![Vec::new(); results.players()];
    for (player, opponents) in took_points.iter().enumerate() {
        opponents.iter().for_each(|opponent| gave_points[*opponent].push(player));
    }
    let reaches_all = |links: &[Vec<usize>]| reached(links, group[0]).len() == group.len();
    !(reaches_all(&took_points) && reaches_all(&gave_points))
}

/// For each player, the opponents against whom its points satisfy the condition.
fn links(results: &Results, counts: impl Fn(f64) -> bool) -> Vec<Vec<usize>> {
    let mut links = vec![Vec::new(); results.players()];
    for (player, opponent, points) in results.directed() {
        if counts(points) {
            links[player].push(opponent);
        }
    }
    links
}

/// All players reachable from a player, including itself.
fn reached(links: &[Vec<usize>], from: usize) -> Vec<usize> {
    let mut is_met = vec![false; links.len()];
    let mut met = vec![from];
    is_met[from] = true;
    let mut next = 0;
    while let Some(&player) = met.get(next) {
        next += 1;
        for &other in &links[player] {
            if !std::mem::replace(&mut is_met[other], true) {
                met.push(other);
            }
        }
    }
    met
}
