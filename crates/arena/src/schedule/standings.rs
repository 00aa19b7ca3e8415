//! The standings: points, then tie-breaks.

use std::{fmt, ops::Add, str::FromStr};

use serde::Serialize;

use super::{EntrantId, Played, PlayedRound};
use crate::stat::Points;

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The place, from 1; entrants that nothing separates share it.
    pub place: u32,
    /// The entrant.
    pub entrant: EntrantId,
    /// Points of games and byes.
    pub points: Points,
    /// Discs of all games.
    pub discs: u32,
    /// Games played.
    pub games: u32,
    /// Byes.
    pub byes: u32,
    /// The values of the tie-breaks in order, including those after the deciding one.
    pub tie_breaks: Vec<f64>,
}

/// The standings after these rounds, best first. Games against withdrawn entrants count as in the
/// [`Brightwell`] quotient.
pub fn standings(
    entrants: usize,
    played: &[PlayedRound],
    tie_breaks: &[TieBreak],
    withdrawn: &[EntrantId],
) -> Vec<Standing> {
    let table = Table { entrants, played, withdrawn, sums: sums(entrants, played) };
    let mut lines = Vec::with_capacity(entrants);
    let everybody: Vec<EntrantId> = (0..entrants).map(EntrantId).collect();
    for group in divided(everybody, |entrant| table.sums[entrant.0].points.value()) {
        for tied in resolved(&table, group, tie_breaks) {
            let place = lines.len() as u32 + 1;
            lines.extend(tied.into_iter().map(|(entrant, tie_breaks)| table.line(place, entrant, tie_breaks)));
        }
    }
    lines
}

/// The totals of an entrant.
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
    withdrawn: &'a [EntrantId],
    sums: Vec<Sums>,
}

fn sums(entrants: usize, played: &[PlayedRound]) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); entrants];
    for round in played {
        for (entrant, points, discs) in round.pairings.iter().flat_map(both) {
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

fn both(played: &Played) -> impl Iterator<Item = (EntrantId, Points, u32)> {
    let places = played.pairing.entrants().into_iter().zip(played.points).zip(played.discs);
    places.map(|((entrant, points), discs)| (entrant, points, discs))
}

/// Groups of equals, best first.
fn divided(mut entrants: Vec<EntrantId>, value: impl Fn(EntrantId) -> f64) -> Vec<Vec<EntrantId>> {
    entrants.sort_by(|a, b| value(*b).total_cmp(&value(*a)).then(a.cmp(b)));
    entrants.chunk_by(|a, b| value(*a) == value(*b)).map(<[EntrantId]>::to_vec).collect()
}

/// A group ordered by the tie-breaks, with their values; those still tied stay together. Each
/// tie-break compares only those whom earlier ones left tied.
fn resolved(table: &Table<'_>, group: Vec<EntrantId>, tie_breaks: &[TieBreak]) -> Vec<Vec<(EntrantId, Vec<f64>)>> {
    let Some((first, rest)) = tie_breaks.split_first() else {
        return vec![group.into_iter().map(|entrant| (entrant, Vec::new())).collect()];
    };
    let values: Vec<f64> = group.iter().map(|entrant| table.value(*first, *entrant, &group)).collect();
    let value = |entrant: EntrantId| group.iter().position(|one| *one == entrant).map_or(0.0, |place| values[place]);
    let parts = divided(group.clone(), value).into_iter().flat_map(|part| resolved(table, part, rest));
    let mut parts: Vec<Vec<(EntrantId, Vec<f64>)>> = parts.collect();
    parts.iter_mut().flatten().for_each(|(entrant, values)| values.insert(0, value(*entrant)));
    parts
}

impl Table<'_> {
    fn line(&self, place: u32, entrant: EntrantId, tie_breaks: Vec<f64>) -> Standing {
        let Sums { points, discs, games, byes } = self.sums[entrant.0];
        Standing { place, entrant, points, discs, games, byes, tie_breaks }
    }

    fn value(&self, tie_break: TieBreak, entrant: EntrantId, tied: &[EntrantId]) -> f64 {
        match tie_break {
            TieBreak::Direct => self.direct(entrant, tied),
            TieBreak::Brightwell(rule) => self.brightwell(rule, entrant),
            TieBreak::Buchholz => self.buchholz(entrant),
            TieBreak::Discs => f64::from(self.sums[entrant.0].discs),
        }
    }

    fn points(&self, entrant: EntrantId) -> f64 {
        self.sums.get(entrant.0).map_or(0.0, |sum| sum.points.value())
    }

    /// The pairings of an entrant: opponent, number of games, own points and discs.
    fn pairings(&self, entrant: EntrantId) -> impl Iterator<Item = (EntrantId, f64, Points, u32)> {
        debug_assert!(entrant.0 < self.entrants);
        self.played.iter().flat_map(move |round| {
            round.pairings.iter().filter_map(move |played| {
                let (points, discs) = played.of(entrant)?;
                Some((played.pairing.opponent(entrant)?, f64::from(round.games), points, discs))
            })
        })
    }

    /// The number of games of each bye.
    fn given(&self, entrant: EntrantId) -> impl Iterator<Item = f64> {
        let rounds = self.played.iter().filter(move |round| round.byes.contains(&entrant));
        rounds.map(|round| f64::from(round.games))
    }

    fn direct(&self, entrant: EntrantId, tied: &[EntrantId]) -> f64 {
        let among = self.pairings(entrant).filter(|(opponent, ..)| tied.contains(opponent));
        among.map(|(_, _, points, _)| points.value()).fold(0.0, Add::add)
    }

    fn buchholz(&self, entrant: EntrantId) -> f64 {
        let byes = f64::from(self.sums[entrant.0].byes);
        let opponents = self.pairings(entrant).map(|(opponent, ..)| self.points(opponent));
        opponents.fold(byes * self.points(entrant), Add::add)
    }

    fn brightwell(&self, rule: Brightwell, entrant: EntrantId) -> f64 {
        // Discs and points are sums over all games of a pairing and grow alike with their number,
        // so the opponent's points count once per pairing.
        let instead = |games: f64| games * f64::from(rule.squares) / 2.0 + rule.discs_per_point * self.points(entrant);
        let pairings = self.pairings(entrant).map(|(opponent, games, _, discs)| {
            if self.withdrawn.contains(&opponent) {
                instead(games)
            } else {
                f64::from(discs) + rule.discs_per_point * self.points(opponent)
            }
        });
        pairings.chain(self.given(entrant).map(instead)).fold(0.0, Add::add)
    }
}

/// The Brightwell quotient of the Othello world, named after Graham Brightwell: the discs of all
/// games, plus c times the final points of the opponent of each pairing. A bye, and a pairing with
/// a withdrawn opponent, count as half the board per game and c times the own points instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brightwell {
    /// Discs per opponent's point: 6 in the 13 rounds of the World Championship.
    pub discs_per_point: f64,
    /// Squares of the board.
    pub squares: u32,
}

impl Default for Brightwell {
    fn default() -> Brightwell {
        Brightwell { discs_per_point: 6.0, squares: 64 }
    }
}

/// A tie-break; larger values are better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TieBreak {
    /// Points in the pairings among the tied entrants.
    Direct,
    /// See [`Brightwell`].
    Brightwell(Brightwell),
    /// The points of all opponents (Bruno Buchholz 1932); a bye counts as an opponent with the own
    /// points.
    Buchholz,
    /// Discs of all games.
    Discs,
}

impl TieBreak {
    /// The tie-breaks of Othello tournaments.
    pub fn usual() -> Vec<TieBreak> {
        vec![TieBreak::Brightwell(Brightwell::default()), TieBreak::Discs]
    }

    /// The name without numbers, for tables.
    pub fn word(&self) -> &'static str {
        match self {
            TieBreak::Direct => "direct",
            TieBreak::Brightwell(_) => "brightwell",
            TieBreak::Buchholz => "buchholz",
            TieBreak::Discs => "discs",
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self {
            TieBreak::Brightwell(Brightwell { discs_per_point, .. }) => write!(f, ":{discs_per_point}"),
            TieBreak::Direct | TieBreak::Buchholz | TieBreak::Discs => Ok(()),
        }
    }
}

/// A text that is not a tie-break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a tie-break: write direct, brightwell, brightwell:6, buchholz or discs")]
pub struct ParseTieBreakError(String);

impl FromStr for TieBreak {
    type Err = ParseTieBreakError;
    fn from_str(text: &str) -> Result<TieBreak, ParseTieBreakError> {
        let constant = text.strip_prefix("brightwell:").and_then(|constant| constant.parse().ok());
        match (text, constant) {
            ("direct", _) => Ok(TieBreak::Direct),
            ("brightwell", _) => Ok(TieBreak::Brightwell(Brightwell::default())),
            ("buchholz", _) => Ok(TieBreak::Buchholz),
            ("discs", _) => Ok(TieBreak::Discs),
            (_, Some(discs_per_point)) if f64::is_finite(discs_per_point) && discs_per_point >= 0.0 => {
                Ok(TieBreak::Brightwell(Brightwell { discs_per_point, ..Brightwell::default() }))
            }
            _ => Err(ParseTieBreakError(outflank_rules::excerpt(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_and_print() {
        for name in ["direct", "brightwell:6", "brightwell:2.5", "buchholz", "discs"] {
            assert_eq!(name.parse::<TieBreak>().unwrap().to_string(), name);
        }
        assert_eq!("brightwell".parse(), Ok(TieBreak::Brightwell(Brightwell::default())));
        for bad in ["", "Brightwell", "brightwell:", "brightwell:-1", "brightwell:NaN", "mbq"] {
            assert!(bad.parse::<TieBreak>().unwrap_err().to_string().contains("brightwell:6"), "{bad}");
        }
    }
}
