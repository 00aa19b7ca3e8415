//! Are all games of an input legal?

use std::io::Write;

use outflank_rules::{
    ReplayError, Status,
    notation::{BoardStyle, Notation},
    reach::{self, Budget, Verdict as Judgement},
    record::{Cause, Ending, Fault, ReadError, Record},
};
use serde::Serialize;

use super::{Args, RefusalReport};
use crate::{Verdict, error::Error, json, source::Source, subject::Records};

/// What is wrong with one record.
enum Bad {
    Unreadable(ReadError),
    /// A position that cannot arise.
    Impossible {
        record: u64,
        reason: String,
    },
}

/// The same for programs.
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
struct Report {
    verdict: &'static str,
    records: u64,
    bad: u64,
    faults: Vec<BadReport>,
}

/// Faults that are reported in full; a file with more is no file of games.
const MOST: usize = 1000;

impl Args {
    pub(super) fn check_records(
        &self,
        source: &Source,
        records: Records,
        out: &mut dyn Write,
    ) -> Result<Verdict, Error> {
        let wanted = self.subject.wanted();
        let mut tally = Tally::default();
        for (number, record) in (1..).zip(records) {
            match record {
                Err(error) if matches!(error.cause, Cause::Io(_)) => {
                    return Err(Error::Read { source: source.clone(), error });
                }
                _ if wanted.is_some_and(|wanted| wanted != number) => tally.passed_over += 1,
                Err(error) => tally.blame(Bad::Unreadable(error)),
                Ok(record) => {
                    match self.glance(&record) {
                        Some(reason) => tally.blame(Bad::Impossible { record: number, reason }),
                        None => tally.records += 1,
                    }
                    tally.first.get_or_insert_with(|| Box::new(record));
                }
            }
        }
        self.report(source, tally, out)
    }

    /// Why a record without moves, which is a position, cannot arise, as far as that is seen without a search.
    fn glance(&self, record: &Record) -> Option<String> {
        if record.game.ply() > 0 {
            return None;
        }
        let setup = record.game.start().into();
        match reach::judge(&setup, &self.variant_of(&setup), Budget::NO_SEARCH) {
            Judgement::Impossible(reasons) => reasons.first().map(ToString::to_string),
            Judgement::Possible(_) | Judgement::Undecided { .. } => None,
        }
    }

    fn report(&self, source: &Source, tally: Tally, out: &mut dyn Write) -> Result<Verdict, Error> {
        if let (0, Some(wanted)) = (tally.records, self.subject.wanted()) {
            return Err(Error::NoSuchRecord { source: source.clone(), wanted, found: tally.passed_over });
        }
        match tally.first {
            // The only one, and a position: then it is worth a search.
            Some(record) if tally.records == 1 && record.game.ply() == 0 => {
                return self.check_board(&record.game.start().into(), out);
            }
            _ if self.json => tally.write_json(self.subject.notation, out)?,
            _ => tally.write_text(source, self.subject.notation, out)?,
        }
        Ok(if tally.bad == 0 { Verdict::Fine } else { Verdict::Refused })
    }
}

/// What was found so far.
#[derive(Default)]
struct Tally {
    records: u64,
    bad: u64,
    passed_over: u64,
    /// The first record that could be read.
    first: Option<Box<Record>>,
    faults: Vec<Bad>,
}

impl Tally {
    fn blame(&mut self, fault: Bad) {
        self.records += 1;
        self.bad += 1;
        if self.faults.len() < MOST {
            self.faults.push(fault);
        }
    }

    fn write_json(&self, notation: Notation, out: &mut dyn Write) -> Result<(), Error> {
        let verdict = if self.bad == 0 { "legal" } else { "illegal" };
        let faults = self.faults.iter().map(|fault| fault.report(notation)).collect();
        json::write(&Report { verdict, records: self.records, bad: self.bad, faults }, out)
    }

    fn write_text(&self, source: &Source, notation: Notation, out: &mut dyn Write) -> Result<(), Error> {
        match (self.records, &self.first, self.faults.as_slice()) {
            (0, ..) => writeln!(out, "{source} holds no record")?,
            (1, Some(record), _) => writeln!(out, "{}", praise(record))?,
            (1, None, [Bad::Unreadable(error)]) => write_fault(error, notation, out)?,
            _ => self.write_list(source, notation, out)?,
        }
        Ok(())
    }

    fn write_list(&self, source: &Source, notation: Notation, out: &mut dyn Write) -> Result<(), Error> {
        for fault in &self.faults {
            let BadReport { record, at, reason, .. } = fault.report(notation);
            let at = at.map(|at| format!(", {at}")).unwrap_or_default();
            writeln!(out, "{source}: record {record}{at}: {reason}")?;
        }
        writeln!(out, "{source}: {} records, {} legal, {} bad", self.records, self.records - self.bad, self.bad)?;
        Ok(())
    }
}

impl Bad {
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

/// The only record of its input is bad: with an illegal move goes the board before it.
fn write_fault(error: &ReadError, notation: Notation, out: &mut dyn Write) -> Result<(), Error> {
    let Some(replay) = illegal(error) else {
        writeln!(out, "unreadable: {}", reason(error, notation))?;
        return Ok(());
    };
    writeln!(out, "illegal: {}", reason(error, notation))?;
    let style = BoardStyle { marks: true, ..BoardStyle::default() };
    write!(out, "\nbefore move {}, legal squares marked:\n{}", replay.ply, style.draw(&replay.before.position()))?;
    Ok(())
}

fn praise(record: &Record) -> String {
    let position = record.game.position();
    let moves = record.game.ply();
    match position.status() {
        Status::Over(score) => match record.outcome.margin {
            Some(margin) if margin != score.official_margin() && record.outcome.ending == Ending::Played => {
                format!("legal: {moves} moves; {score}, although the record says {margin} for black")
            }
            _ => format!("legal: {moves} moves; {score}"),
        },
        _ => format!("legal: {moves} moves, not at the end; {} to move", position.turn()),
    }
}

fn illegal(error: &ReadError) -> Option<&ReplayError> {
    match &error.cause {
        Cause::Fault(Fault::Illegal(replay)) => Some(replay),
        _ => None,
    }
}

fn reason(error: &ReadError, notation: Notation) -> String {
    match (&error.cause, illegal(error)) {
        (_, Some(replay)) => replay.explain(notation),
        (Cause::Fault(fault), None) => fault.to_string(),
        (Cause::Io(cause), None) => cause.to_string(),
    }
}
