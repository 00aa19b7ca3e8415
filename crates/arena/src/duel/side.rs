//! What one player of a match did.

use std::{collections::BTreeMap, ops::Add};

use outflank_rules::{Color, Move};
use serde::Serialize;

use crate::{
    Sides, Verdict,
    journal::{FoulLine, GameLine},
    stat::Ending,
};

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

/// Games that a player lost by one verdict, with the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fouls {
    /// How many.
    pub count: u32,
    /// The number of the first, from 0.
    pub first: u32,
    /// What it did there.
    pub example: FoulLine,
}

/// All games of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// The results with each color.
    pub by_color: Sides<Counts>,
    /// Games that ended by a foul of this player.
    pub fouls: BTreeMap<Verdict, Fouls>,
    /// Those among them in which it had not made one move.
    pub unmoved: u32,
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

    /// All games that ended by a foul of this player.
    pub fn all_fouls(&self) -> u32 {
        self.fouls.values().map(|fouls| fouls.count).sum()
    }

    /// The mean time of a move, in seconds.
    pub fn mean_seconds(&self) -> f64 {
        if self.moves == 0 { 0.0 } else { self.spent_us as f64 / 1e6 / self.moves as f64 }
    }

    /// Enters a game in which this player had the color.
    pub(super) fn count(&mut self, color: Color, line: &GameLine) {
        let ending = line.ending(if color == Color::Black { line.black } else { line.white });
        self.by_color[color].count(ending);
        match &line.foul {
            Some(foul) if foul.color == color => self.count_foul(foul, line),
            None if line.reason == "resigned" && ending == Ending::Loss => self.resigned += 1,
            _ => {}
        }
        self.moves += u64::from(line.asked[color]);
        self.spent_us = self.spent_us.saturating_add(line.spent_us[color]);
        self.slowest_us = self.slowest_us.max(line.slowest_us[color]);
    }

    fn count_foul(&mut self, foul: &FoulLine, line: &GameLine) {
        let first = || Fouls { count: 0, first: line.number, example: foul.clone() };
        self.fouls.entry(foul.verdict).or_insert_with(first).count += 1;
        self.unmoved += u32::from(!has_moved(foul.color, line));
    }
}

/// Has this color made a move of its own, after the opening?
fn has_moved(color: Color, line: &GameLine) -> bool {
    let (Ok(game), Ok(start)) = (line.game(), line.start()) else { return true };
    let mut played = game.turns().skip(start.ply());
    played.any(|(before, mv)| before.turn() == color && mv != Move::Pass)
}
