//! What one player of a match did.

use std::{collections::BTreeMap, ops::Add};

use outflank_rules::Color;
use serde::{Serialize, Serializer};

use crate::{Sides, Verdict, journal::GameLine, stat::Ending};

/// Games by how they ended for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Counts {
    fn count(&mut self, ending: Ending) {
        match ending {
            Ending::Win => self.wins += 1,
            Ending::Draw => self.draws += 1,
            Ending::Loss => self.losses += 1,
        }
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts { wins: self.wins + other.wins, draws: self.draws + other.draws, losses: self.losses + other.losses }
    }
}

/// All games of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The results with each color.
    #[serde(flatten)]
    pub by_color: Sides<Counts>,
    /// Games that ended by a foul of this player.
    #[serde(serialize_with = "by_name")]
    pub fouls: BTreeMap<Verdict, u32>,
    /// Games that this player gave up.
    pub resigned: u32,
    /// Moves that it was asked for.
    pub moves: u64,
    /// The time it took for them, in microseconds.
    pub spent_us: u64,
    /// The longest of them, in microseconds.
    pub slowest_us: u64,
}

impl Side {
    /// All results.
    pub fn counts(&self) -> Counts {
        self.by_color.black + self.by_color.white
    }

    /// The mean time of a move, in seconds.
    pub fn mean_seconds(&self) -> f64 {
        if self.moves == 0 { 0.0 } else { self.spent_us as f64 / 1e6 / self.moves as f64 }
    }

    /// Enters a game in which this player had the color.
    pub(super) fn count(&mut self, color: Color, line: &GameLine) {
        let ending = match line.winner {
            None => Ending::Draw,
            Some(winner) if winner == color => Ending::Win,
            Some(_) => Ending::Loss,
        };
        self.by_color[color].count(ending);
        match &line.foul {
            Some(foul) if foul.color == color => *self.fouls.entry(foul.verdict).or_default() += 1,
            None if line.reason == "resigned" && ending == Ending::Loss => self.resigned += 1,
            _ => {}
        }
        self.moves += u64::from(line.asked[color]);
        self.spent_us = self.spent_us.saturating_add(line.spent_us[color]);
        self.slowest_us = self.slowest_us.max(line.slowest_us[color]);
    }
}

fn by_name<S: Serializer>(fouls: &BTreeMap<Verdict, u32>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fouls.iter().map(|(verdict, count)| (verdict.to_string(), count)))
}
