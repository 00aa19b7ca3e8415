//! Swiss system: entrants with similar scores meet, without rematches.
//!
//! First it finds the smallest tolerance needed: rematches, then colors, then distances in points.
//! Then, from the top of the standings, each entrant gets the best opponent that still leaves such
//! a pairing for the rest. A [matching](super::matching) decides whether one exists, so a rematch
//! happens only if nothing could avoid it.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    EntrantId, PlayedRound, Round,
    colors::{self, Colors},
    matching::{Graph, Matching},
    number_after, standings,
};
use outflank_rules::rng::SplitMix64;

/// A Swiss tournament: in each round entrants with equal or nearly equal points meet. With an odd
/// number of entrants, one of the last gets a bye. Nobody gets a second bye before everyone has had
/// one.
///
/// Among equals, the upper half of the drawn order meets the lower half. Colors are balanced:
/// nobody has one of them three times more often than the other, unless that would force a rematch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// The number of entrants.
    pub entrants: usize,
    /// The number of rounds.
    pub rounds: u32,
    /// Determines the order of equals.
    pub seed: u64,
}

impl Swiss {
    /// The round after those played.
    pub fn next(&self, played: &[PlayedRound]) -> Option<Round> {
        if self.entrants < 2 || played.len() >= self.rounds as usize {
            return None;
        }
        let table = Table::new(self, played);
        let mut round = Round { number: number_after(played.len()), pairings: Vec::new(), byes: Vec::new() };
        for (one, other) in table.couples() {
            if table.is_bye(other) {
                round.byes.push(table.seats[one].entrant);
            } else {
                let [one, other] = [one, other].map(|seat| table.seats[seat].entrant);
                round.pairings.push(colors::pairing(one, other, &table.colors));
            }
        }
        Some(round)
    }
}

/// The data that a pairing depends on.
struct Table {
    /// The entrants, best first.
    seats: Vec<SwissEntrant>,
    colors: Vec<Colors>,
    /// How often two entrants met; the last index stands for the bye.
    met: Vec<Vec<u32>>,
    /// The half points of the bye as an opponent.
    bye_halves: u32,
}

struct SwissEntrant {
    entrant: EntrantId,
    halves: u32,
}

impl Table {
    fn new(swiss: &Swiss, played: &[PlayedRound]) -> Table {
        let seats = seats(swiss, played);
        let mut seat_of = vec![0; swiss.entrants];
        seats.iter().enumerate().for_each(|(seat, one)| seat_of[one.entrant.0] = seat);
        let bye = swiss.entrants;
        seat_of.push(bye);
        let mut met = vec![vec![0; bye + 1]; bye + 1];
        for (one, other) in played.iter().flat_map(|round| met_in(round, EntrantId(bye))) {
            // Results come from files: ignores entrants beyond the list.
            if let (Some(&one), Some(&other)) = (seat_of.get(one.0), seat_of.get(other.0)) {
                met[one][other] += 1;
                met[other][one] += 1;
            }
        }
        let colors = Colors::of(swiss.entrants, played);
        let mut table = Table { seats, colors, met, bye_halves: 0 };
        let fewest = table.fewest_byes();
        let last = (0..bye).rev().find(|seat| table.met[*seat][bye] == fewest);
        table.bye_halves = last.map_or(0, |seat| table.seats[seat].halves);
        table
    }

    fn is_bye(&self, seat: usize) -> bool {
        seat == self.seats.len()
    }

    /// Couples; the second may be the bye.
    fn couples(&self) -> Vec<(usize, usize)> {
        let mut matching = self.matching();
        let mut couples = Vec::new();
        for seat in 0..self.seats.len() {
            if !matching.is_settled(seat) {
                let candidates = self.candidates(seat, &matching);
                couples.push((seat, matching.settle(seat, candidates)));
            }
        }
        couples
    }

    /// Raises the tolerance until there is a matching; with everything allowed there always is one.
    fn matching(&self) -> Matching {
        let distances = self.distances();
        let tolerances = (0..).flat_map(|repeats| [(repeats, true), (repeats, false)]);
        let mut found = tolerances.filter_map(|(repeats, is_strict)| {
            // Tests the unlimited distance first: usually the answer is the same for all.
            Matching::perfect(self.graph(repeats, is_strict, u32::MAX))?;
            distances.iter().find_map(|distance| Matching::perfect(self.graph(repeats, is_strict, *distance)))
        });
        found.next().expect("a complete graph of even size has a matching")
    }

    /// All distances that occur, smallest first.
    fn distances(&self) -> BTreeSet<u32> {
        let seats = 0..=self.seats.len();
        seats.clone().flat_map(|one| seats.clone().map(move |other| self.distance(one, other))).collect()
    }

    /// Who may meet: those who met at most `repeats` times, are at most `distance` half points
    /// apart, and, if strict, whose colors allow it. The bye is for those with the fewest byes.
    fn graph(&self, repeats: u32, is_strict: bool, distance: u32) -> Graph {
        let bye = self.seats.len();
        let fewest = self.fewest_byes();
        Graph::new(bye + bye % 2, |one, other| {
            let may_meet = match one.max(other) {
                last if last == bye => self.met[one.min(other)][bye] == fewest,
                _ => self.met[one][other] <= repeats && !(is_strict && self.colors(one).forbid(self.colors(other))),
            };
            may_meet && self.distance(one, other) <= distance
        })
    }

    fn fewest_byes(&self) -> u32 {
        let bye = self.seats.len();
        (0..bye).map(|seat| self.met[seat][bye]).min().unwrap_or(0)
    }

    /// Half points between two entrants. The bye has as many as the last of its candidates.
    fn distance(&self, one: usize, other: usize) -> u32 {
        let halves = |seat: usize| self.seats.get(seat).map_or(self.bye_halves, |seat| seat.halves);
        halves(one).abs_diff(halves(other))
    }

    /// The possible opponents, best first: never met, similar points, other color wanted, half the
    /// group of equals further down.
    fn candidates(&self, seat: usize, matching: &Matching) -> Vec<usize> {
        let mut open: Vec<usize> = matching.unsettled().filter(|other| *other != seat).collect();
        let equals = open.iter().filter(|other| !self.is_bye(**other) && self.distance(seat, **other) == 0).count();
        let ideal = seat + equals.div_ceil(2);
        open.sort_by_key(|&other| {
            let (distance, place) = (self.distance(seat, other), other.abs_diff(ideal));
            match self.is_bye(other) {
                true => (0, distance, true, true, place),
                false => (self.met[seat][other], distance, false, self.colors(seat).clash(self.colors(other)), place),
            }
        });
        open
    }

    fn colors(&self, seat: usize) -> Colors {
        self.colors[self.seats[seat].entrant.0]
    }
}

/// Who met whom, including the bye.
fn met_in(round: &PlayedRound, bye: EntrantId) -> impl Iterator<Item = (EntrantId, EntrantId)> {
    let pairings = round.pairings.iter().map(|played| (played.pairing.first, played.pairing.second));
    pairings.chain(round.byes.iter().map(move |entrant| (*entrant, bye)))
}

/// All entrants by points; equals in drawn order.
fn seats(swiss: &Swiss, played: &[PlayedRound]) -> Vec<SwissEntrant> {
    let lines = standings(swiss.entrants, played, &[], &[]).into_iter();
    let mut seats: Vec<_> =
        lines.map(|line| SwissEntrant { entrant: line.entrant, halves: line.points.halves() }).collect();
    seats.sort_by_key(|seat| seat.entrant);
    SplitMix64::new(swiss.seed).shuffle(&mut seats);
    seats.sort_by_key(|seat| Reverse(seat.halves));
    seats
}
