//! How a match stands.

use std::collections::{BTreeMap, HashSet};

use outflank_rules::Color;

use super::Side;
use crate::{
    journal::GameLine,
    stat::{Pentanomial, Sprt, SprtState},
};

/// The games of a match that were finished. Only whole pairs count, in the order of their numbers and up to the first that is not
/// finished: so that it stands the same whoever finishes first, and a test ends with the same pair.
#[derive(Clone, Debug)]
pub struct Score {
    wanted: u32,
    sprt: Option<Sprt>,
    verdict: Option<SprtState>,
    pairs: Pentanomial,
    sides: [Side; 2],
    /// Discs of the first player less those of the second, over all games played to their end, and how many those are.
    margin: (i64, u32),
    /// Pairs that count.
    counted: u32,
    /// Games that do not count yet, or no longer.
    waiting: BTreeMap<u32, GameLine>,
}

/// Which games are finished.
pub(super) struct Numbers {
    below: u32,
    others: HashSet<u32>,
}

impl Numbers {
    pub(super) fn contains(&self, number: u32) -> bool {
        number < self.below || self.others.contains(&number)
    }
}

impl Score {
    pub(super) fn new(wanted: u32, sprt: Option<Sprt>) -> Score {
        Score {
            wanted,
            sprt,
            verdict: sprt.map(|_| SprtState::Continue),
            pairs: Pentanomial::default(),
            sides: Default::default(),
            margin: (0, 0),
            counted: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Enters a finished game.
    pub fn count(&mut self, line: GameLine) {
        self.waiting.insert(line.number, line);
        while !self.is_over() {
            let (first, second) = (self.counted.saturating_mul(2), self.counted.saturating_mul(2).saturating_add(1));
            if !(self.waiting.contains_key(&first) && self.waiting.contains_key(&second)) {
                return;
            }
            let pair = [first, second].map(|number| self.waiting.remove(&number).expect("both are there"));
            self.count_pair(&pair);
        }
    }

    fn count_pair(&mut self, pair: &[GameLine; 2]) {
        self.counted += 1;
        self.pairs.count(pair[0].ending(0), pair[1].ending(0));
        self.verdict = self.sprt.map(|sprt| sprt.state(&self.pairs));
        for line in pair {
            let first = if line.black == 0 { Color::Black } else { Color::White };
            self.sides[0].count(first, line);
            self.sides[1].count(!first, line);
            if line.reason == "played" {
                let discs = line.counted();
                self.margin.0 += i64::from(discs[first]) - i64::from(discs[!first]);
                self.margin.1 += 1;
            }
        }
    }

    /// The pairs that count, as the first player sees them.
    pub fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// What each player did.
    pub fn sides(&self) -> &[Side; 2] {
        &self.sides
    }

    /// Discs by which the first player won an average game that was played to its end, with empty squares to the winner.
    pub fn mean_margin(&self) -> Option<f64> {
        let (discs, games) = self.margin;
        (games > 0).then(|| discs as f64 / f64::from(games))
    }

    /// What the test says, if there is one.
    pub fn verdict(&self) -> Option<SprtState> {
        self.verdict
    }

    /// The test.
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// Is there nothing more to play?
    pub fn is_over(&self) -> bool {
        self.counted >= self.wanted || self.verdict.is_some_and(|state| state != SprtState::Continue)
    }

    /// Games that are finished and do not count: those of pairs whose turn has not come, or came too late.
    pub fn uncounted(&self) -> usize {
        self.waiting.len()
    }

    /// All games that are finished.
    pub fn finished(&self) -> u64 {
        u64::from(self.counted) * 2 + self.waiting.len() as u64
    }

    pub(super) fn numbers(&self) -> Numbers {
        Numbers { below: self.counted.saturating_mul(2), others: self.waiting.keys().copied().collect() }
    }
}
