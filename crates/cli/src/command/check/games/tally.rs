//! What was found in the records of one input.

use outflank_rules::{
    DiscDiff, ReplayError, Setup, Status,
    notation::Notation,
    record::{Cause, Ending, Fault, ReadError, Record},
};
use serde::{Serialize, Serializer};

use super::super::moves::RefusalReport;
use crate::source::Source;

/// Faults and mismatches that are reported one by one; a file with more is no file of games.
const MOST: usize = 1000;

/// What was found so far.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) records: u64,
    bad: u64,
    /// Positions of which neither was shown: that they can arise, or that they cannot.
    pub(super) undecided: u64,
    mismatched: u64,
    pub(super) passed_over: u64,
    /// The first record that could be read, and its position if it is one.
    pub(super) first: Option<(Box<Record>, Option<Setup>)>,
    pub(super) faults: Vec<Bad>,
    mismatches: Vec<Mismatch>,
}

/// What is wrong with one record.
pub(super) enum Bad {
    Unreadable(ReadError),
    /// A position that cannot arise.
    Impossible {
        record: u64,
        reason: String,
    },
}

/// A finished game whose record tells another result than its last board.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Mismatch {
    record: u64,
    /// Black's official margin as the record has it.
    #[serde(serialize_with = "as_number")]
    recorded: DiscDiff,
    /// The same by the board.
    #[serde(serialize_with = "as_number")]
    played: DiscDiff,
}

fn as_number<S: Serializer>(discs: &DiscDiff, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i8(discs.discs())
}

/// What programs read about a bad record.
#[derive(Debug, Serialize)]
struct BadReport {
    record: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<RefusalReport>,
}

/// What programs read.
#[derive(Debug, Serialize)]
pub(in super::super) struct Report {
    /// `legal`, `illegal`, or `empty` where there is no record.
    verdict: &'static str,
    records: u64,
    bad: u64,
    undecided: u64,
    faults: Vec<BadReport>,
    mismatched: u64,
    mismatches: Vec<Mismatch>,
}

impl Tally {
    pub(super) fn blame(&mut self, fault: Bad) {
        self.records += 1;
        self.bad += 1;
        if self.faults.len() < MOST {
            self.faults.push(fault);
        }
    }

    /// Notes a mismatch, which makes no game illegal.
    pub(super) fn doubt(&mut self, mismatch: Mismatch) {
        self.mismatched += 1;
        if self.mismatches.len() < MOST {
            self.mismatches.push(mismatch);
        }
    }

    pub(super) fn is_fine(&self) -> bool {
        self.bad == 0 && self.records > 0
    }

    pub(super) fn report(self, notation: Notation) -> Report {
        Report {
            verdict: match (self.records, self.bad) {
                (0, _) => "empty",
                (_, 0) => "legal",
                _ => "illegal",
            },
            records: self.records,
            bad: self.bad,
            undecided: self.undecided,
            faults: self.faults.iter().map(|fault| fault.report(notation)).collect(),
            mismatched: self.mismatched,
            mismatches: self.mismatches,
        }
    }

    /// A line for each that is wrong, and the sum.
    pub(super) fn list(&self, source: &Source, notation: Notation) -> String {
        let faults = self.faults.iter().map(|fault| format!("{source}: {}\n", fault.line(notation)));
        let mismatches = self.mismatches.iter().map(|mismatch| format!("{source}: {}\n", mismatch.line()));
        let Tally { records, bad, undecided, mismatched, .. } = self;
        let open = if *undecided > 0 { format!(", {undecided} undecided (see --budget)") } else { String::new() };
        let doubts =
            if *mismatched > 0 { format!(", {mismatched} with another result than the board") } else { String::new() };
        let legal = records - bad - undecided;
        let sum = format!("{source}: {records} records, {legal} legal, {bad} bad{open}{doubts}\n");
        faults.chain(mismatches).chain([sum]).collect()
    }
}

impl Mismatch {
    /// Only a game that was played out has a result that the board decides.
    pub(super) fn of(number: u64, record: &Record) -> Option<Mismatch> {
        let Status::Over(score) = record.game.position().status() else { return None };
        let (recorded, played) = (record.outcome.margin?, score.official_margin());
        let is_one = recorded != played && record.outcome.ending == Ending::Played;
        is_one.then_some(Mismatch { record: number, recorded, played })
    }

    pub(super) fn recorded(self) -> DiscDiff {
        self.recorded
    }

    fn line(self) -> String {
        let Mismatch { record, recorded, played } = self;
        format!("record {record}: the board says {played} for black, the record {recorded}")
    }
}

impl Bad {
    fn line(&self, notation: Notation) -> String {
        let BadReport { record, at, reason, .. } = self.report(notation);
        let at = at.map(|at| format!(", {at}")).unwrap_or_default();
        format!("record {record}{at}: {reason}")
    }

    fn report(&self, notation: Notation) -> BadReport {
        match self {
            Bad::Impossible { record, reason } => {
                let reason = format!("impossible: {reason}");
                BadReport { record: *record, at: None, reason, ply: None, illegal: None }
            }
            Bad::Unreadable(error) => BadReport {
                record: error.record,
                at: Some(error.at.to_string()),
                reason: reason(error, notation),
                ply: illegal(error).map(|replay| replay.ply),
                illegal: illegal(error).map(|replay| RefusalReport::new(&replay.reason, notation)),
            },
        }
    }
}

pub(super) fn illegal(error: &ReadError) -> Option<&ReplayError> {
    match &error.cause {
        Cause::Fault(Fault::Illegal(replay)) => Some(replay),
        _ => None,
    }
}

pub(super) fn reason(error: &ReadError, notation: Notation) -> String {
    match (&error.cause, illegal(error)) {
        (_, Some(replay)) => replay.explain(notation),
        (Cause::Fault(fault), None) => fault.to_string(),
        (Cause::Io(cause), None) => cause.to_string(),
    }
}
