//! Can a board arise in a game?

use std::ops::ControlFlow;

use outflank_rules::{
    Color, Game, Setup, Variant,
    notation::Notation,
    reach::{self, Budget, Verdict as Judgement},
};
use serde::Serialize;

use super::{Answer, Args};
use crate::{Verdict, progress::Progress};

/// What programs read.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    /// `possible`, `impossible` or `undecided`.
    verdict: &'static str,
    /// The game whose start was assumed.
    variant: String,
    /// Why it is impossible.
    reasons: Vec<String>,
    /// A game that leads to the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Vec<String>>,
    /// Positions examined by taking moves back before giving up.
    #[serde(skip_serializing_if = "Option::is_none")]
    examined: Option<u64>,
    /// Another start from which the board is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    possible_in: Option<String>,
}

fn budget(backward: u64) -> Budget {
    match backward {
        0 => Budget::NO_SEARCH,
        _ => Budget { backward, ..Budget::default() },
    }
}

impl Args {
    pub(super) fn check_board(&self, setup: &Setup) -> Answer {
        let variant = self.variant_of(setup);
        let judgement = self.judge(setup, &variant);
        let is_refused = matches!(judgement, Judgement::Impossible(_));
        let possible_in = if is_refused { self.other_start(setup, &variant) } else { None };
        let report = report(judgement, &variant, possible_in, self.subject.notation);
        Answer {
            verdict: if is_refused { Verdict::Refused } else { Verdict::Fine },
            text: text(&report),
            report: super::Report::Board(report),
        }
    }

    /// The variant that was asked for, or the usual start on the squares of the board.
    pub(super) fn variant_of(&self, setup: &Setup) -> Variant {
        self.subject.start.chosen().unwrap_or_else(|| Variant::crossed(setup.ground).with_goal(setup.ground.goal()))
    }

    fn judge(&self, setup: &Setup, variant: &Variant) -> Judgement {
        let budget = self.budget.map_or(Budget::default(), budget);
        let progress = Progress::of_steps(budget.backward, "searching");
        let mut seen = 0;
        reach::judge_observed(setup, variant, budget, &mut |examined| {
            progress.advance(examined.saturating_sub(seen));
            seen = examined;
            ControlFlow::Continue(())
        })
    }

    /// A file of boards is gone through with short searches, unless longer ones are asked for.
    pub(super) fn budget_of_many(&self) -> Budget {
        const GLANCE: Budget = Budget { forward: 5_000, backward: 50 };
        self.budget.map_or(GLANCE, budget)
    }

    /// Many courses put the first mover on the main diagonal. Who has not said which start is meant is told of the
    /// other one, if that makes the board possible.
    fn other_start(&self, setup: &Setup, variant: &Variant) -> Option<String> {
        if self.subject.start.chosen().is_some() {
            return None;
        }
        let [black, white] = Color::ALL.map(|color| variant.discs(color));
        let swapped = Setup { black: white, white: black, turn: Color::Black, ground: variant.ground() };
        let mirrored = Variant::from_position(&swapped.validate().ok()?);
        let is_possible = matches!(self.judge(setup, &mirrored), Judgement::Possible(_));
        is_possible.then(|| mirrored.to_string())
    }
}

fn report(judgement: Judgement, variant: &Variant, possible_in: Option<String>, notation: Notation) -> Report {
    let moves = |game: &Game| game.moves().map(|mv| notation.write(mv)).collect();
    let (verdict, reasons, witness, examined) = match judgement {
        Judgement::Impossible(reasons) => {
            ("impossible", reasons.iter().map(|reason| reason.explain(notation)).collect(), None, None)
        }
        Judgement::Possible(game) => ("possible", Vec::new(), Some(moves(&game)), None),
        Judgement::Undecided { examined } => ("undecided", Vec::new(), None, Some(examined)),
    };
    Report { verdict, variant: variant.to_string(), reasons, witness, examined, possible_in }
}

fn text(report: &Report) -> String {
    let mut lines = match (&report.witness, report.examined) {
        (Some(game), _) if game.is_empty() => vec!["possible: it is the start of the game".to_owned()],
        (Some(game), _) => vec![format!("possible, by {}", game.join(" "))],
        (None, Some(0)) => {
            vec!["undecided: nothing speaks against it; a --budget above 0 searches for a game".to_owned()]
        }
        (None, Some(examined)) => {
            vec![format!("undecided: {examined} positions were examined; a larger --budget may decide it")]
        }
        (None, None) => report.reasons.iter().map(|reason| format!("impossible: {reason}")).collect(),
    };
    lines.extend(
        report.possible_in.as_ref().map(|other| format!("note: from another start it is possible: --variant {other}")),
    );
    lines.join("\n") + "\n"
}
