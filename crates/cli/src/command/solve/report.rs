//! The results of all positions as JSON.

use outflank_engine::MoveValue;
use outflank_rules::{Color, DiscDiff, FinalScore};
use serde::{Serialize, Serializer};

use super::{
    answer::SolveAnswer,
    check::{Accuracy, Check},
};
use crate::{
    CommandStatus,
    error::Error,
    interrupt::INTERRUPTED,
    print_message,
    search_report::{MoveList, SearchCost, SearchDepth},
    state::State,
};

/// JSON printed by `outflank solve --json`.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SolveJson {
    pub(super) positions: Vec<SolveAnswer>,
    /// The errors of unreadable inputs.
    faults: Vec<String>,
    #[serde(flatten)]
    pub(super) cost: SearchCost,
    pub(super) checked: u64,
    pub(super) wrong: u64,
    /// Of values that are not proven.
    #[serde(skip_serializing_if = "Accuracy::is_empty", serialize_with = "write_accuracy")]
    pub(super) accuracy: Accuracy,
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

/// JSON printed by `outflank solve --json` for one position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SolvedPositionJson<'a> {
    number: u64,
    source: Option<&'a str>,
    #[serde(flatten)]
    state: State,
    /// `win`, `draw` or `loss` for the side to move.
    outcome: Option<String>,
    value: Option<i8>,
    /// The margin at the end of the principal variation. Unlike `value`, it does not count empty
    /// squares.
    raw_value: Option<i8>,
    #[serde(flatten)]
    depth: SearchDepth,
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The best moves among those evaluated.
    best: MoveList,
    line: MoveList,
    /// The discs at the end of the principal variation, if it reaches the end of the game.
    #[serde(rename = "final")]
    end: Option<CountsJson>,
    #[serde(flatten)]
    cost: SearchCost,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<SolvedMoveJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<&'a Check>,
}

#[derive(Serialize)]
struct SolvedMoveJson {
    #[serde(rename = "move")]
    mv: String,
    outcome: Option<String>,
    value: Option<i8>,
    #[serde(flatten)]
    depth: SearchDepth,
    line: MoveList,
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

    pub(super) fn count(&mut self, answer: &SolveAnswer) {
        self.solved += 1;
        self.cost = self.cost.plus(answer.outcome.nodes, answer.outcome.time);
        if let Some(check) = &answer.check {
            self.checked += 1;
            self.wrong += u64::from(!check.is_right);
            self.unproven += u64::from(!check.is_right && !check.is_proven);
            if !check.is_proven {
                self.accuracy.add(check);
            }
        }
    }

    pub(super) fn note_fault(&mut self, error: &Error) {
        self.faults.push(error.to_string());
        self.fault_code = error.exit_code();
    }

    pub(super) fn with_interrupt(self, interrupted: bool) -> SolveJson {
        if interrupted {
            print_message(format_args!("outflank: interrupted"));
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

fn write_accuracy<S: Serializer>(accuracy: &Accuracy, serializer: S) -> Result<S::Ok, S::Error> {
    accuracy.json().serialize(serializer)
}

impl Serialize for SolveAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = |end: FinalScore| CountsJson { black: end.discs(Color::Black), white: end.discs(Color::White) };
        let moves = self.moves.as_ref();
        let json = SolvedPositionJson {
            number: self.number,
            source: self.source.as_deref(),
            state: State::new(&self.position, self.notation),
            outcome: self.value.outlook().map(|outlook| outlook.to_string()),
            value: self.value.discs(),
            raw_value: self.raw_value().map(DiscDiff::discs),
            depth: self.depth(),
            mv: self.outcome.mv.map(|mv| self.notation.write(mv)),
            best: MoveList::new(&self.best_moves(), self.notation),
            line: self.line(),
            end: self.end.map(counts),
            cost: self.cost(),
            moves: moves.map(|moves| moves.iter().map(|valued| SolvedMoveJson::new(self, valued)).collect()),
            check: self.check.as_ref(),
        };
        json.serialize(serializer)
    }
}

impl SolvedMoveJson {
    fn new(answer: &SolveAnswer, valued: &MoveValue) -> SolvedMoveJson {
        let value = answer.value_of(valued);
        SolvedMoveJson {
            mv: answer.notation.write(valued.mv),
            outcome: value.outlook().map(|outlook| outlook.to_string()),
            value: value.discs(),
            depth: SearchDepth::new(valued.depth, valued.selectivity, valued.is_proven),
            line: MoveList::new(&valued.line, answer.notation),
        }
    }
}
