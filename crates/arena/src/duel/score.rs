//! How a match stands.

use std::{
    collections::{BTreeMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use outflank_rules::Color;

use super::Side;
use crate::{
    journal::GameLine,
    stat::{Pentanomial, Sprt, SprtState},
};

/// The games of a match that were finished. Only whole pairs count, in the order of their numbers and up to the first that is not
/// finished: so that it stands the same whoever finishes first, and a test ends with the same pair.
///
/// Players without chance play the same pair again where its opening comes again. That proves nothing: what a match proves follows from
/// the pairs that differ from all before them.
#[derive(Clone, Debug)]
pub struct Score {
    wanted: u32,
    sprt: Option<Sprt>,
    verdict: Option<SprtState>,
    /// The pairs that are no repeats.
    evidence: Pentanomial,
    /// What those pairs were, move for move.
    seen: HashSet<u64>,
    /// Repeats since the last pair that was none, and how many of them end a test.
    repeats_in_a_row: u32,
    most_repeats: u32,
    sides: [Side; 2],
    /// Discs of the first player less those of the second, over all games played to their end, and how many those are.
    margin: (i64, u32),
    /// Pairs that count.
    counted: u32,
    /// Games that do not count yet, or no longer.
    waiting: BTreeMap<u32, GameLine>,
}

/// So many repeats in a row, or twice as many as there are openings, are no chance.
const LEAST_REPEATS: u32 = 100;

/// So many games without one move of a player are enough: it cannot play.
const UNFIT: u64 = 10;

/// The same for pairs of the same games, whatever it was that led to their openings.
fn fingerprint(pair: &[GameLine; 2]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for line in pair {
        let opening = line.start().map(|game| game.position());
        match opening {
            Ok(position) => position.hash(&mut hasher),
            Err(_) => line.opening.hash(&mut hasher),
        }
        (&line.moves, &line.reason).hash(&mut hasher);
    }
    hasher.finish()
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
    /// For so many pairs from so many openings.
    pub(super) fn new(wanted: u32, openings: usize, sprt: Option<Sprt>) -> Score {
        Score {
            wanted,
            sprt,
            verdict: sprt.map(|_| SprtState::Continue),
            evidence: Pentanomial::default(),
            seen: HashSet::new(),
            repeats_in_a_row: 0,
            most_repeats: u32::try_from(openings).unwrap_or(u32::MAX).max(LEAST_REPEATS).saturating_mul(2),
            sides: Default::default(),
            margin: (0, 0),
            counted: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Enters a finished game.
    pub fn count(&mut self, line: GameLine) {
        // Nothing here needs these, and they are most of a line.
        let line = GameLine { thoughts: Vec::new(), times_ms: Vec::new(), ..line };
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
        if self.seen.insert(fingerprint(pair)) {
            self.evidence.count(pair[0].ending(0), pair[1].ending(0));
            self.repeats_in_a_row = 0;
        } else {
            self.repeats_in_a_row += 1;
        }
        self.verdict = self.sprt.map(|sprt| sprt.state(&self.evidence));
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

    /// The pairs that prove something, as the first player sees them: those that count and are no repeats.
    pub fn evidence(&self) -> &Pentanomial {
        &self.evidence
    }

    /// How many games count.
    pub fn games(&self) -> u64 {
        2 * u64::from(self.counted)
    }

    /// How many of them are those of pairs that were played before, move for move.
    pub fn repeats(&self) -> u64 {
        self.games() - self.evidence.games()
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

    /// Is there nothing more to play? A test also ends where nothing but repeats came for long.
    pub fn is_over(&self) -> bool {
        let is_decided = self.verdict.is_some_and(|state| state != SprtState::Continue);
        let is_idle = self.sprt.is_some() && self.repeats_in_a_row >= self.most_repeats;
        self.counted >= self.wanted || is_decided || is_idle
    }

    /// The player who has not made one move in all games that count, and lost each of them by a foul. Nothing can be learned from such games.
    pub fn unfit(&self) -> Option<usize> {
        self.sides.iter().position(|side| self.counted > 0 && u64::from(side.unmoved) == self.games())
    }

    /// Is that known well enough to end the match?
    pub fn is_in_vain(&self) -> bool {
        self.games() >= UNFIT && self.unfit().is_some()
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
