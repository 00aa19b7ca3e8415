//! The score of a match, and the results of each player.

use std::{
    collections::{BTreeMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    ops::Add,
};

use outflank_rules::{Color, Move};
use serde::Serialize;

use crate::{
    Sides, Verdict,
    journal::{FoulLine, GameLine},
    stat::{Ending, Pentanomial, Sprt, SprtState},
};

/// The finished games of a match. Only complete pairs count, in order of number and up to the first
/// unfinished one. The score therefore does not depend on which game finishes first, and a test
/// always ends with the same pair.
///
/// Deterministic players repeat a pair when its opening comes again. That proves nothing: the
/// statistics use only pairs that differ from all earlier ones.
#[derive(Clone, Debug)]
pub struct MatchScore {
    wanted: u32,
    sprt: Option<Sprt>,
    verdict: Option<SprtState>,
    /// The counted pairs without repeats.
    evidence: Pentanomial,
    /// Fingerprints of those pairs.
    seen: HashSet<u64>,
    /// Repeats since the last new pair, and how many of them end a test.
    repeats_in_a_row: u32,
    most_repeats: u32,
    sides: [Side; 2],
    /// Discs of the first player minus those of the second, over all games played to their end, and
    /// their number.
    margin: (i64, u32),
    /// Pairs that count.
    counted: u32,
    /// Games that do not count yet, or no longer.
    waiting: BTreeMap<u32, GameLine>,
}

/// Minimum number of repeats in a row that ends a test; otherwise twice the number of openings.
const MIN_REPEATS: u32 = 100;

/// Games without a single move by a player after which it is considered unable to play.
const UNFIT: u64 = 10;

/// Equal for pairs with the same games, however their openings were reached.
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

/// The numbers of finished games.
pub(super) struct Numbers {
    below: u32,
    others: HashSet<u32>,
}

impl Numbers {
    pub(super) fn contains(&self, number: u32) -> bool {
        number < self.below || self.others.contains(&number)
    }
}

impl MatchScore {
    /// A score for this many pairs and openings.
    pub(super) fn new(wanted: u32, openings: usize, sprt: Option<Sprt>) -> MatchScore {
        MatchScore {
            wanted,
            sprt,
            verdict: sprt.map(|_| SprtState::Continue),
            evidence: Pentanomial::default(),
            seen: HashSet::new(),
            repeats_in_a_row: 0,
            most_repeats: u32::try_from(openings).unwrap_or(u32::MAX).max(MIN_REPEATS).saturating_mul(2),
            sides: Default::default(),
            margin: (0, 0),
            counted: 0,
            waiting: BTreeMap::new(),
        }
    }

    /// Adds a finished game.
    pub fn count(&mut self, line: GameLine) {
        // Drops the thoughts and times, which take most of the memory.
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

    /// The pairs that count and are not repeats, from the first player's side.
    pub fn evidence(&self) -> &Pentanomial {
        &self.evidence
    }

    /// The number of games that count.
    pub fn games(&self) -> u64 {
        2 * u64::from(self.counted)
    }

    /// The number of those that repeat earlier pairs.
    pub fn repeats(&self) -> u64 {
        self.games() - self.evidence.games()
    }

    /// What each player did.
    pub fn sides(&self) -> &[Side; 2] {
        &self.sides
    }

    /// The first player's average margin in games played to their end, with empty squares to the
    /// winner.
    pub fn mean_margin(&self) -> Option<f64> {
        let (discs, games) = self.margin;
        (games > 0).then(|| discs as f64 / f64::from(games))
    }

    /// The state of the test, if there is one.
    pub fn verdict(&self) -> Option<SprtState> {
        self.verdict
    }

    /// The test.
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// True if nothing is left to play. A test also ends after a long row of repeats.
    pub fn is_over(&self) -> bool {
        let is_decided = self.verdict.is_some_and(|state| state != SprtState::Continue);
        let is_idle = self.sprt.is_some() && self.repeats_in_a_row >= self.most_repeats;
        self.counted >= self.wanted || is_decided || is_idle
    }

    /// The player that made no move in any game that counts, and lost each of them by a foul. Such
    /// games prove nothing.
    pub fn unfit(&self) -> Option<usize> {
        self.sides.iter().position(|side| self.counted > 0 && u64::from(side.unmoved) == self.games())
    }

    /// True if enough games show this to end the match.
    pub fn is_in_vain(&self) -> bool {
        self.games() >= UNFIT && self.unfit().is_some()
    }

    /// Finished games that do not count: their pair is incomplete, or came too late.
    pub fn uncounted(&self) -> usize {
        self.waiting.len()
    }

    /// All finished games.
    pub fn finished(&self) -> u64 {
        u64::from(self.counted) * 2 + self.waiting.len() as u64
    }

    pub(super) fn numbers(&self) -> Numbers {
        Numbers { below: self.counted.saturating_mul(2), others: self.waiting.keys().copied().collect() }
    }
}

/// A player's wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
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

/// Games that a player lost by one verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fouls {
    /// The number of games.
    pub count: u32,
    /// The number of the first, from 0.
    pub first: u32,
    /// The foul in that game.
    pub example: FoulLine,
}

/// All games of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Results by color.
    pub by_color: Sides<Counts>,
    /// Games that ended by this player's foul.
    pub fouls: BTreeMap<Verdict, Fouls>,
    /// Those in which it had not made a single move.
    pub unmoved: u32,
    /// Games that this player resigned.
    pub resigned: u32,
    /// Moves requested.
    pub moves: u64,
    /// Total time in microseconds.
    pub spent_us: u64,
    /// The longest move in microseconds.
    pub slowest_us: u64,
}

impl Side {
    /// All results.
    pub fn counts(&self) -> Counts {
        self.by_color.black + self.by_color.white
    }

    /// The number of games that ended by this player's foul.
    pub fn all_fouls(&self) -> u32 {
        self.fouls.values().map(|fouls| fouls.count).sum()
    }

    /// The average time of a move in seconds.
    pub fn mean_seconds(&self) -> f64 {
        if self.moves == 0 { 0.0 } else { self.spent_us as f64 / 1e6 / self.moves as f64 }
    }

    /// Adds a game in which this player had the color.
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

/// True if this color made a move after the opening.
fn has_moved(color: Color, line: &GameLine) -> bool {
    let (Ok(game), Ok(start)) = (line.game(), line.start()) else { return true };
    let mut played = game.turns().skip(start.ply());
    played.any(|(before, mv)| before.turn() == color && mv != Move::Pass)
}
