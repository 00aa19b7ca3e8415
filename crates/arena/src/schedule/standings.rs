//! The table of a tournament: points, then tie-breaks.

use std::ops::Add;

use serde::Serialize;

use super::{Brightwell, Entrant, Played, PlayedRound, TieBreak};
use crate::stat::Points;

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The place, from 1; those whom nothing tells apart share it.
    pub place: u32,
    /// Who.
    pub entrant: Entrant,
    /// Points of games and byes.
    pub points: Points,
    /// Discs of all games.
    pub discs: u32,
    /// Games played.
    pub games: u32,
    /// Rounds given without play.
    pub byes: u32,
    /// The values of the tie-breaks, in their order. Those after the one that decided are told too.
    pub tie_breaks: Vec<f64>,
}

/// The table after these rounds, best first. Games against those who withdrew are treated as the [`Brightwell`] quotient says.
pub fn standings(
    entrants: usize,
    played: &[PlayedRound],
    tie_breaks: &[TieBreak],
    withdrawn: &[Entrant],
) -> Vec<Standing> {
    let table = Table { entrants, played, withdrawn, sums: sums(entrants, played) };
    let mut lines = Vec::with_capacity(entrants);
    let everybody: Vec<Entrant> = (0..entrants).map(Entrant).collect();
    for group in divided(everybody, |entrant| table.sums[entrant.0].points.value()) {
        for tied in resolved(&table, group, tie_breaks) {
            let place = lines.len() as u32 + 1;
            lines.extend(tied.into_iter().map(|(entrant, tie_breaks)| table.line(place, entrant, tie_breaks)));
        }
    }
    lines
}

/// What results are summed up to.
#[derive(Clone, Copy, Default)]
struct Sums {
    points: Points,
    discs: u32,
    games: u32,
    byes: u32,
}

struct Table<'a> {
    entrants: usize,
    played: &'a [PlayedRound],
    withdrawn: &'a [Entrant],
    sums: Vec<Sums>,
}

fn sums(entrants: usize, played: &[PlayedRound]) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); entrants];
    for round in played {
        for (entrant, points, discs) in round.meetings.iter().flat_map(both) {
            if let Some(sum) = sums.get_mut(entrant.0) {
                *sum = Sums {
                    points: sum.points + points,
                    discs: sum.discs.saturating_add(discs),
                    games: sum.games.saturating_add(round.games),
                    byes: sum.byes,
                };
            }
        }
        for entrant in &round.byes {
            if let Some(sum) = sums.get_mut(entrant.0) {
                *sum = Sums { points: sum.points + Points::of_wins(round.games), byes: sum.byes + 1, ..*sum };
            }
        }
    }
    sums
}

fn both(played: &Played) -> impl Iterator<Item = (Entrant, Points, u32)> {
    let places = played.meeting.entrants().into_iter().zip(played.points).zip(played.discs);
    places.map(|((entrant, points), discs)| (entrant, points, discs))
}

/// Groups of equals, the best first.
fn divided(mut entrants: Vec<Entrant>, value: impl Fn(Entrant) -> f64) -> Vec<Vec<Entrant>> {
    entrants.sort_by(|a, b| value(*b).total_cmp(&value(*a)).then(a.cmp(b)));
    entrants.chunk_by(|a, b| value(*a) == value(*b)).map(<[Entrant]>::to_vec).collect()
}

/// A group in the order of the tie-breaks, with their values; those who stay tied are together. Each tie-break looks only at those whom the ones
/// before it left tied.
fn resolved(table: &Table<'_>, group: Vec<Entrant>, tie_breaks: &[TieBreak]) -> Vec<Vec<(Entrant, Vec<f64>)>> {
    let Some((first, rest)) = tie_breaks.split_first() else {
        return vec![group.into_iter().map(|entrant| (entrant, Vec::new())).collect()];
    };
    let values: Vec<f64> = group.iter().map(|entrant| table.value(*first, *entrant, &group)).collect();
    let value = |entrant: Entrant| group.iter().position(|one| *one == entrant).map_or(0.0, |place| values[place]);
    let parts = divided(group.clone(), value).into_iter().flat_map(|part| resolved(table, part, rest));
    let mut parts: Vec<Vec<(Entrant, Vec<f64>)>> = parts.collect();
    parts.iter_mut().flatten().for_each(|(entrant, values)| values.insert(0, value(*entrant)));
    parts
}

impl Table<'_> {
    fn line(&self, place: u32, entrant: Entrant, tie_breaks: Vec<f64>) -> Standing {
        let Sums { points, discs, games, byes } = self.sums[entrant.0];
        Standing { place, entrant, points, discs, games, byes, tie_breaks }
    }

    fn value(&self, tie_break: TieBreak, entrant: Entrant, tied: &[Entrant]) -> f64 {
        match tie_break {
            TieBreak::Direct => self.direct(entrant, tied),
            TieBreak::Brightwell(rule) => self.brightwell(rule, entrant),
            TieBreak::Buchholz => self.buchholz(entrant),
            TieBreak::Discs => f64::from(self.sums[entrant.0].discs),
        }
    }

    fn points(&self, entrant: Entrant) -> f64 {
        self.sums.get(entrant.0).map_or(0.0, |sum| sum.points.value())
    }

    /// The meetings of an entrant with the opponent, the number of games, and the own points and discs.
    fn meetings(&self, entrant: Entrant) -> impl Iterator<Item = (Entrant, f64, Points, u32)> {
        debug_assert!(entrant.0 < self.entrants);
        self.played.iter().flat_map(move |round| {
            round.meetings.iter().filter_map(move |played| {
                let (points, discs) = played.of(entrant)?;
                Some((played.meeting.opponent(entrant)?, f64::from(round.games), points, discs))
            })
        })
    }

    /// The games of each round that was given to an entrant.
    fn given(&self, entrant: Entrant) -> impl Iterator<Item = f64> {
        let rounds = self.played.iter().filter(move |round| round.byes.contains(&entrant));
        rounds.map(|round| f64::from(round.games))
    }

    fn direct(&self, entrant: Entrant, tied: &[Entrant]) -> f64 {
        let among = self.meetings(entrant).filter(|(opponent, ..)| tied.contains(opponent));
        among.map(|(_, _, points, _)| points.value()).fold(0.0, Add::add)
    }

    fn buchholz(&self, entrant: Entrant) -> f64 {
        let byes = f64::from(self.sums[entrant.0].byes);
        let opponents = self.meetings(entrant).map(|(opponent, ..)| self.points(opponent));
        opponents.fold(byes * self.points(entrant), Add::add)
    }

    fn brightwell(&self, rule: Brightwell, entrant: Entrant) -> f64 {
        // Points are those of all games, so a meeting counts them once, however many games it has: all of this grows with that number alike.
        let instead = |games: f64| games * f64::from(rule.squares) / 2.0 + rule.discs_per_point * self.points(entrant);
        let meetings = self.meetings(entrant).map(|(opponent, games, _, discs)| {
            if self.withdrawn.contains(&opponent) {
                instead(games)
            } else {
                f64::from(discs) + rule.discs_per_point * self.points(opponent)
            }
        });
        meetings.chain(self.given(entrant).map(instead)).fold(0.0, Add::add)
    }
}
