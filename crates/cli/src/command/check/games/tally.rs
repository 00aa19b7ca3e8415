//! Counts the legal, bad and undecided records of one input.

use outflank_rules::{
    DiscDiff, ReplayError, Setup, Status,
    notation::Notation,
    record::{Ending, ReadError, ReadErrorCause, Record, RecordError},
};
use serde::Serialize;

use super::super::moves::IllegalMoveJson;
use crate::{json, source::Source};

/// Bad records and mismatches that are listed; the rest are counted.
const MAX_LISTED: usize = 1000;

/// The counts so far.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) records: u64,
    bad: u64,
    /// Positions that are neither shown possible nor impossible.
    pub(super) undecided: u64,
    mismatched: u64,
    pub(super) passed_over: u64,
    /// The first readable record, with its position if it has no moves.
    pub(super) first: Option<(Box<Record>, Option<Setup>)>,
    pub(super) faults: Vec<Bad>,
    mismatches: Vec<Mismatch>,
}

/// The reason why a record is bad.
pub(super) enum Bad {
    Unreadable(ReadError),
    /// A position that cannot arise.
    Impossible {
        record: u64,
        reason: String,
    },
}

/// A finished game whose recorded result differs from its last board.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Mismatch {
    record: u64,
    /// Black's official margin in the record.
    #[serde(serialize_with = "json::discs")]
    recorded: DiscDiff,
    /// Black's official margin on the board.
    #[serde(serialize_with = "json::discs")]
    played: DiscDiff,
}

/// A bad record.
#[derive(Debug, Serialize)]
struct BadRecordJson {
    record: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<IllegalMoveJson>,
}

/// The check of the records of a file.
#[derive(Debug, Serialize)]
pub(in super::super) struct GamesCheckJson {
    /// `legal`, `illegal`, or `empty` if there is no record.
    verdict: &'static str,
    records: u64,
    bad: u64,
    undecided: u64,
    faults: Vec<BadRecordJson>,
    mismatched: u64,
    mismatches: Vec<Mismatch>,
}

impl Tally {
    pub(super) fn note_fault(&mut self, fault: Bad) {
        self.records += 1;
        self.bad += 1;
        if self.faults.len() < MAX_LISTED {
            self.faults.push(fault);
        }
    }

    /// Notes a mismatch, which does not make a game illegal.
    pub(super) fn note_mismatch(&mut self, mismatch: Mismatch) {
        self.mismatched += 1;
        if self.mismatches.len() < MAX_LISTED {
            self.mismatches.push(mismatch);
        }
    }

    pub(super) fn is_fine(&self) -> bool {
        self.bad == 0 && self.records > 0
    }

    pub(super) fn report(self, notation: Notation) -> GamesCheckJson {
        GamesCheckJson {
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

    /// Lists the bad records and the totals.
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
    /// Compares the results. `None` if the game was not played to its end.
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
        let BadRecordJson { record, at, reason, .. } = self.report(notation);
        let at = at.map(|at| format!(", {at}")).unwrap_or_default();
        format!("record {record}{at}: {reason}")
    }

    fn report(&self, notation: Notation) -> BadRecordJson {
        match self {
            Bad::Impossible { record, reason } => {
                let reason = format!("impossible: {reason}");
                BadRecordJson { record: *record, at: None, reason, ply: None, illegal: None }
            }
            Bad::Unreadable(error) => BadRecordJson {
                record: error.record,
                at: Some(error.at.to_string()),
                reason: reason(error, notation),
                ply: illegal(error).map(|replay| replay.ply),
                illegal: illegal(error).map(|replay| IllegalMoveJson::new(&replay.reason, notation)),
            },
        }
    }
}

pub(super) fn illegal(error: &ReadError) -> Option<&ReplayError> {
    match &error.cause {
        ReadErrorCause::Record(RecordError::Illegal(replay)) => Some(replay),
        _ => None,
    }
}

pub(super) fn reason(error: &ReadError, notation: Notation) -> String {
    match (&error.cause, illegal(error)) {
        (_, Some(replay)) => replay.explain(notation),
        (ReadErrorCause::Record(fault), None) => fault.to_string(),
        (ReadErrorCause::Io(cause), None) => cause.to_string(),
    }
}
