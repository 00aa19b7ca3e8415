//! Checks whether all games of an input are legal.

mod tally;

use outflank_rules::{
    Setup, Status, Variant,
    notation::{BoardStyle, Notation},
    reach::{self, Reachability as Judgement},
    record::{ReadError, ReadErrorCause, Record},
};

pub(super) use self::tally::GamesCheckJson;
use self::tally::{Bad, Mismatch, Tally, illegal, reason};
use super::{Args, CheckJson, CheckResultJson};
use crate::{
    error::Error,
    input::{Records, SideToMove},
    source::Source,
};

/// Returns the variant of a record without moves.
type VariantOf = fn(&Args, &Setup) -> Variant;

impl Args {
    /// Checks every record. `variant` returns the variant of a record without moves.
    pub(super) fn check_records(
        &self,
        source: &Source,
        records: Records,
        variant: VariantOf,
    ) -> Result<CheckJson, Error> {
        let wanted = self.input.wanted();
        let mut tally = Tally::default();
        for (number, record) in (1..).zip(records) {
            match record {
                Err(error) if matches!(error.cause, ReadErrorCause::Io(_)) => {
                    return Err(Error::Read { input: source.clone(), error });
                }
                _ if wanted.is_some_and(|wanted| wanted != number) => tally.passed_over += 1,
                Err(error) => tally.note_fault(Bad::Unreadable(error)),
                Ok(record) => self.enter(source, number, record, variant, &mut tally)?,
            }
        }
        self.report(source, tally, variant)
    }

    /// Counts a readable record.
    fn enter(
        &self,
        source: &Source,
        number: u64,
        record: Record,
        variant: VariantOf,
        tally: &mut Tally,
    ) -> Result<(), Error> {
        let setup = self.input.setup_of(source, &record)?;
        match setup.as_ref().map(|setup| reach::judge(setup, &variant(self, setup), self.budget_of_many())) {
            Some(Judgement::Impossible(reasons)) => {
                let reasons: Vec<String> = reasons.iter().map(|reason| reason.explain(self.input.notation)).collect();
                tally.note_fault(Bad::Impossible { record: number, reason: reasons.join("; ") });
            }
            Some(Judgement::Undecided { .. }) => {
                tally.records += 1;
                tally.undecided += 1;
            }
            Some(Judgement::Possible(_)) | None => tally.records += 1,
        }
        if let Some(mismatch) = Mismatch::of(number, &record) {
            tally.note_mismatch(mismatch);
        }
        tally.first.get_or_insert_with(|| (Box::new(record), setup));
        Ok(())
    }

    fn report(&self, source: &Source, tally: Tally, variant: VariantOf) -> Result<CheckJson, Error> {
        let notation = self.input.notation;
        if let (0, Some(wanted)) = (tally.records, self.input.wanted()) {
            return Err(Error::NoSuchRecord { input: source.clone(), wanted, found: tally.passed_over });
        }
        let text = match (tally.records, &tally.first, tally.faults.as_slice()) {
            // The only record is a position, so it gets the full search.
            (1, Some((_, Some(setup))), _) => {
                return Ok(self.check_board(Some(source), setup, &variant(self, setup), SideToMove::Known));
            }
            (0, ..) => "empty: there is no record in it\n".to_owned(),
            (1, Some((record, None)), _) => legal_text(record),
            (1, None, [Bad::Unreadable(error)]) => only_fault_text(error, notation),
            _ => tally.list(source, notation),
        };
        Ok(CheckJson::new(Some(source), tally.is_fine(), text, CheckResultJson::Games(tally.report(notation))))
    }
}

/// Describes the only record, which is bad. For an illegal move, draws the board before it.
fn only_fault_text(error: &ReadError, notation: Notation) -> String {
    let reason = reason(error, notation);
    let Some(replay) = illegal(error) else {
        return format!("unreadable: {reason}\n");
    };
    let style = BoardStyle { marks: true, ..BoardStyle::default() };
    let board = style.draw(&replay.before.position());
    format!("illegal: {reason}\n\nbefore move {}, legal squares marked:\n{board}", replay.ply)
}

fn legal_text(record: &Record) -> String {
    let position = record.game.position();
    let moves = record.game.ply();
    match (position.status(), Mismatch::of(1, record)) {
        (Status::Over(score), Some(mismatch)) => {
            format!("legal: {moves} moves; {score}, although the record says {} for black\n", mismatch.recorded())
        }
        (Status::Over(score), None) => format!("legal: {moves} moves; {score}\n"),
        _ => format!("legal: {moves} moves, not at the end; {} to move\n", position.turn()),
    }
}
