//! All positions together, as programs read them.

use outflank_engine::MoveValue;
use outflank_rules::{Color, notation::Notation};
use serde::Serialize;

use super::{answer::Answer, check::Check};
use crate::{Verdict, error::Error, interrupt::INTERRUPTED, line, number::per_second, state::State, tell};

/// What programs read.
#[derive(Default, Serialize)]
pub(super) struct Report {
    pub(super) positions: Vec<Row>,
    /// What could not be read, as people are told.
    faults: Vec<String>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    nodes_per_second: f64,
    pub(super) checked: u64,
    pub(super) wrong: u64,
    interrupted: bool,
    /// Positions that were solved, kept or not.
    #[serde(skip)]
    pub(super) solved: u64,
    /// Scores that differ from a value which is not proven.
    #[serde(skip)]
    pub(super) unproven: u64,
    #[serde(skip)]
    number: u64,
    #[serde(skip)]
    fault_code: u8,
}

#[derive(Serialize)]
pub(super) struct Row {
    number: u64,
    source: Option<String>,
    #[serde(flatten)]
    state: State,
    /// `win`, `draw` or `loss` for the side to move.
    outcome: Option<String>,
    value: Option<i8>,
    exact: bool,
    depth: u32,
    selectivity: u8,
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The moves that are as good as any that was valued.
    best: Vec<String>,
    line: Vec<String>,
    /// The discs at the end of the line, if it goes to the end of the game.
    #[serde(rename = "final")]
    end: Option<Counts>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Check>,
}

#[derive(Serialize)]
struct MoveRow {
    #[serde(rename = "move")]
    mv: String,
    outcome: Option<String>,
    value: Option<i8>,
    exact: bool,
    depth: u32,
    selectivity: u8,
    line: Vec<String>,
}

#[derive(Serialize)]
struct Counts {
    black: u8,
    white: u8,
}

impl Report {
    /// Positions are counted from 1, whether they can be solved or not.
    pub(super) fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    pub(super) fn count(&mut self, answer: &Answer) {
        self.solved += 1;
        self.nodes += answer.outcome.nodes;
        self.seconds += answer.seconds();
        self.nodes_per_second = per_second(self.nodes, self.seconds);
        if let Some(check) = &answer.check {
            self.checked += 1;
            self.wrong += u64::from(!check.is_right);
            self.unproven += u64::from(!check.is_right && !check.is_proven);
        }
    }

    pub(super) fn blame(&mut self, error: &Error) {
        self.faults.push(error.to_string());
        self.fault_code = error.exit_code();
    }

    pub(super) fn with_interrupt(self, interrupted: bool) -> Report {
        if interrupted {
            tell(format_args!("outflank: interrupted"));
        }
        Report { interrupted, ..self }
    }

    /// The verdict of a run that had one input and could not read it: there is nothing to print.
    pub(super) fn only_fault(&self) -> Option<Verdict> {
        (self.solved == 0 && self.faults.len() == 1).then_some(Verdict::Failed(self.fault_code))
    }

    pub(super) fn verdict(&self, is_check: bool) -> Result<Verdict, Error> {
        if self.interrupted {
            return Ok(Verdict::Failed(INTERRUPTED));
        }
        if is_check && self.checked == 0 && self.faults.is_empty() {
            return Err(Error::NothingToCheck);
        }
        let is_fine = self.wrong == 0 && self.faults.is_empty();
        Ok(if is_fine { Verdict::Fine } else { Verdict::Refused })
    }
}

impl Row {
    pub(super) fn new(answer: &Answer, notation: Notation) -> Row {
        let (outcome, seconds) = (&answer.outcome, answer.seconds());
        let counts = |color| answer.end.map_or(0, |end| end.discs(color));
        Row {
            number: answer.number,
            source: answer.source.clone(),
            state: State::new(&answer.position, notation),
            outcome: answer.value.outlook().map(|outlook| outlook.to_string()),
            value: answer.value.discs(),
            exact: outcome.is_proven,
            depth: outcome.depth,
            selectivity: outcome.selectivity.percent(),
            mv: outcome.best.map(|mv| notation.write(mv)),
            best: line::names(&answer.best_moves(), notation),
            line: line::names(&outcome.line, notation),
            end: answer.end.map(|_| Counts { black: counts(Color::Black), white: counts(Color::White) }),
            nodes: outcome.nodes,
            seconds,
            nodes_per_second: per_second(outcome.nodes, seconds),
            moves: answer
                .moves
                .as_ref()
                .map(|moves| moves.iter().map(|mv| MoveRow::new(answer, mv, notation)).collect()),
            check: answer.check.clone(),
        }
    }
}

impl MoveRow {
    fn new(answer: &Answer, valued: &MoveValue, notation: Notation) -> MoveRow {
        let value = answer.value_of(valued);
        MoveRow {
            mv: notation.write(valued.mv),
            outcome: value.outlook().map(|outlook| outlook.to_string()),
            value: value.discs(),
            exact: valued.is_proven,
            depth: valued.depth,
            selectivity: valued.selectivity.percent(),
            line: line::names(&valued.line, notation),
        }
    }
}
