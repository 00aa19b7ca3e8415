//! The results of all positions as JSON.

use outflank_engine::MoveValue;
use outflank_rules::{Color, DiscDiff, notation::Notation};
use serde::Serialize;

use super::{answer::Answer, check::Check};
use crate::{CommandStatus, error::Error, interrupt::INTERRUPTED, line, number::per_second, state::State, tell};

/// JSON printed by `outflank solve --json`.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SolveJson {
    pub(super) positions: Vec<SolvedPositionJson>,
    /// The errors of unreadable inputs.
    faults: Vec<String>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    nodes_per_second: f64,
    pub(super) checked: u64,
    pub(super) wrong: u64,
    interrupted: bool,
    /// Number of solved positions.
    #[serde(skip)]
    pub(super) solved: u64,
    /// Scores that differ from a value that is not proven.
    #[serde(skip)]
    pub(super) unproven: u64,
    #[serde(skip)]
    number: u64,
    #[serde(skip)]
    fault_code: u8,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SolvedPositionJson {
    number: u64,
    source: Option<String>,
    #[serde(flatten)]
    state: State,
    /// `win`, `draw` or `loss` for the side to move.
    outcome: Option<String>,
    value: Option<i8>,
    /// The margin at the end of the principal variation. Unlike `value`, it does not count empty
    /// squares.
    raw_value: Option<i8>,
    exact: bool,
    depth: u32,
    selectivity: u8,
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The best moves among those evaluated.
    best: Vec<String>,
    line: Vec<String>,
    /// The discs at the end of the principal variation, if it reaches the end of the game.
    #[serde(rename = "final")]
    end: Option<CountsJson>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<SolvedMoveJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Check>,
}

#[derive(Serialize)]
struct SolvedMoveJson {
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
struct CountsJson {
    black: u8,
    white: u8,
}

impl SolveJson {
    /// Counts positions from 1, unreadable ones included.
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

    pub(super) fn with_interrupt(self, interrupted: bool) -> SolveJson {
        if interrupted {
            tell(format_args!("outflank: interrupted"));
        }
        SolveJson { interrupted, ..self }
    }

    /// The status if the only input is unreadable, so that there is nothing to print.
    pub(super) fn only_fault(&self) -> Option<CommandStatus> {
        (self.solved == 0 && self.faults.len() == 1).then_some(CommandStatus::Failed(self.fault_code))
    }

    pub(super) fn verdict(&self, is_check: bool) -> Result<CommandStatus, Error> {
        if self.interrupted {
            return Ok(CommandStatus::Failed(INTERRUPTED));
        }
        if is_check && self.checked == 0 && self.faults.is_empty() {
            return Err(Error::NothingToCheck);
        }
        let is_fine = self.wrong == 0 && self.faults.is_empty();
        Ok(if is_fine { CommandStatus::Fine } else { CommandStatus::Refused })
    }
}

impl SolvedPositionJson {
    pub(super) fn new(answer: &Answer, notation: Notation) -> SolvedPositionJson {
        let (outcome, seconds) = (&answer.outcome, answer.seconds());
        let counts = |color| answer.end.map_or(0, |end| end.discs(color));
        SolvedPositionJson {
            number: answer.number,
            source: answer.source.clone(),
            state: State::new(&answer.position, notation),
            outcome: answer.value.outlook().map(|outlook| outlook.to_string()),
            value: answer.value.discs(),
            raw_value: answer.raw_value().map(DiscDiff::discs),
            exact: outcome.is_proven,
            depth: outcome.depth,
            selectivity: outcome.selectivity.percent(),
            mv: outcome.mv.map(|mv| notation.write(mv)),
            best: line::names(&answer.best_moves(), notation),
            line: line::names(&outcome.line, notation),
            end: answer.end.map(|_| CountsJson { black: counts(Color::Black), white: counts(Color::White) }),
            nodes: outcome.nodes,
            seconds,
            nodes_per_second: per_second(outcome.nodes, seconds),
            moves: answer
                .moves
                .as_ref()
                .map(|moves| moves.iter().map(|mv| SolvedMoveJson::new(answer, mv, notation)).collect()),
            check: answer.check.clone(),
        }
    }
}

impl SolvedMoveJson {
    fn new(answer: &Answer, valued: &MoveValue, notation: Notation) -> SolvedMoveJson {
        let value = answer.value_of(valued);
        SolvedMoveJson {
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
