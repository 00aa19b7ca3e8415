//! Equals meet, and nobody twice.
//!
//! First it is found out how little has to be tolerated: repeats, then colors, then distances in points. Then, from the top of the table down,
//! everybody gets the best opponent that leaves such a pairing for the rest. Whether there is one is decided by a
//! [matching](super::matching), so a repeat comes only where nothing could avoid it.

use std::{cmp::Reverse, collections::BTreeSet};

use super::{
    Entrant, PlayedRound, Round,
    colors::{self, Colors},
    matching::{Graph, Matching},
    number_after, standings,
};
use crate::chance::Chance;

/// A Swiss tournament: in each round those meet who have the same or nearly the same points. With an odd number one of the last
/// is given the round, and nobody a second time before everybody had one.
///
/// Among equals, the upper half of the drawn order meets the lower half. Colors are evened out: nobody has one of them three times more often than the
/// other, unless that would repeat a meeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// How many take part.
    pub entrants: usize,
    /// How many rounds.
    pub rounds: u32,
    /// Draws the order of equals.
    pub seed: u64,
}

impl Swiss {
    /// The round after those that were played.
    pub fn next(&self, played: &[PlayedRound]) -> Option<Round> {
        if self.entrants < 2 || played.len() >= self.rounds as usize {
            return None;
        }
        let table = Table::new(self, played);
        let mut round = Round { number: number_after(played.len()), meetings: Vec::new(), byes: Vec::new() };
        for (one, other) in table.couples() {
            if table.is_bye(other) {
                round.byes.push(table.seats[one].entrant);
            } else {
                let [one, other] = [one, other].map(|seat| table.seats[seat].entrant);
                round.meetings.push(colors::meeting(one, other, &table.colors));
            }
        }
        Some(round)
    }
}

/// What a pairing depends on.
struct Table {
    /// The entrants, best first.
    seats: Vec<Seat>,
    colors: Vec<Colors>,
    /// How often two seats met, and how often a seat had a bye, which is met at the last place.
    met: Vec<Vec<u32>>,
    /// The half points that the bye is worth as an opponent.
    bye_halves: u32,
}

struct Seat {
    entrant: Entrant,
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
        for (one, other) in played.iter().flat_map(|round| met_in(round, Entrant(bye))) {
            // Results come from files: nobody beyond the list is looked for.
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

    /// Couples of seats; the second may be the bye.
    fn couples(&self) -> Vec<(usize, usize)> {
        let mut matching = self.matching();
        let mut couples = Vec::new();
        for seat in 0..self.seats.len() {
            if !matching.is_settled(seat) {
                let wishes = self.wishes(seat, &matching);
                couples.push((seat, matching.settle(seat, wishes)));
            }
        }
        couples
    }

    /// With rising tolerance; when everything is allowed there always is a matching.
    fn matching(&self) -> Matching {
        let distances = self.distances();
        let tolerances = (0..).flat_map(|repeats| [(repeats, true), (repeats, false)]);
        let mut found = tolerances.filter_map(|(repeats, is_strict)| {
            // Whether any distance helps is asked first: mostly the answer is the same for all.
            Matching::perfect(self.graph(repeats, is_strict, u32::MAX))?;
            distances.iter().find_map(|distance| Matching::perfect(self.graph(repeats, is_strict, *distance)))
        });
        found.next().expect("a complete graph of even size has a matching")
    }

    /// All distances that occur, the smallest first.
    fn distances(&self) -> BTreeSet<u32> {
        let seats = 0..=self.seats.len();
        seats.clone().flat_map(|one| seats.clone().map(move |other| self.distance(one, other))).collect()
    }

    /// Who may meet: those who met at most so often, are at most so many half points apart, and if strict whose colors allow it. The bye is for those who
    /// had the fewest.
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

    /// Half points between two seats. The bye has as many as the last of those for whom it is.
    fn distance(&self, one: usize, other: usize) -> u32 {
        let halves = |seat: usize| self.seats.get(seat).map_or(self.bye_halves, |seat| seat.halves);
        halves(one).abs_diff(halves(other))
    }

    /// The opponents of a seat, the best first: never met, about as many points, another color wanted, half the group of equals further down.
    fn wishes(&self, seat: usize, matching: &Matching) -> Vec<usize> {
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

/// Who met whom, the bye being one of them.
fn met_in(round: &PlayedRound, bye: Entrant) -> impl Iterator<Item = (Entrant, Entrant)> {
    let meetings = round.meetings.iter().map(|played| (played.meeting.first, played.meeting.second));
    meetings.chain(round.byes.iter().map(move |entrant| (*entrant, bye)))
}

/// Everybody by points, equals in the drawn order.
fn seats(swiss: &Swiss, played: &[PlayedRound]) -> Vec<Seat> {
    let lines = standings(swiss.entrants, played, &[], &[]).into_iter();
    let mut seats: Vec<_> = lines.map(|line| Seat { entrant: line.entrant, halves: line.points.halves() }).collect();
    seats.sort_by_key(|seat| seat.entrant);
    Chance::new(swiss.seed).shuffle(&mut seats);
    seats.sort_by_key(|seat| Reverse(seat.halves));
    seats
}
