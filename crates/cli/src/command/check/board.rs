//! Checks whether a board can arise in a game.

use std::ops::ControlFlow;

use outflank_rules::{
    Color, Setup, Variant,
    notation::Notation,
    reach::{self, Budget, Reachability as Judgement, Reason},
};
use serde::Serialize;

use super::{Args, CheckJson, CheckResultJson};
use crate::{input::SideToMove, progress::Progress, source::Source};

/// The check of a board.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BoardCheckJson {
    /// `possible`, `impossible` or `undecided`.
    verdict: &'static str,
    /// The variant that was assumed.
    variant: String,
    /// The side to move for which the verdict holds; absent if it holds for both.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    /// Why it is impossible.
    reasons: Vec<String>,
    /// The steps of the proof that a disc cannot have been placed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<String>,
    /// A game that leads to the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Vec<String>>,
    /// Number of positions searched before the search gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    examined: Option<u64>,
    /// Another start from which the board is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    possible_in: Option<String>,
}

/// Steps of a proof that are printed.
const MAX_STEPS: usize = 20;

fn budget(backward: u64) -> Budget {
    match backward {
        0 => Budget::NO_SEARCH,
        _ => Budget { backward, ..Budget::default() },
    }
}

impl Args {
    pub(super) fn check_board(
        &self,
        source: Option<&Source>,
        setup: &Setup,
        variant: &Variant,
        turn: SideToMove,
    ) -> CheckJson {
        let (turn, judgement) = match turn {
            SideToMove::Known => (Some(setup.turn), self.judge(setup, variant)),
            SideToMove::Guessed => self.judge_both_turns(setup, variant),
        };
        let is_refused = matches!(judgement, Judgement::Impossible(_));
        let possible_in = if is_refused { self.other_start(setup, variant) } else { None };
        let report = report(judgement, variant, turn, possible_in, self.input.notation);
        CheckJson::new(source, !is_refused, text(&report), CheckResultJson::Board(report))
    }

    /// Judges the board for both sides to move and returns the better verdict. Also returns the
    /// side to move for which it holds, or `None` if it holds for both.
    fn judge_both_turns(&self, setup: &Setup, variant: &Variant) -> (Option<Color>, Judgement) {
        let first = self.judge(setup, variant);
        if matches!(first, Judgement::Possible(_)) {
            return (Some(setup.turn), first);
        }
        let other = Setup { turn: !setup.turn, ..*setup };
        match (first, self.judge(&other, variant)) {
            (_, possible @ Judgement::Possible(_)) => (Some(other.turn), possible),
            (Judgement::Impossible(_), open @ Judgement::Undecided { .. }) => (Some(other.turn), open),
            (open @ Judgement::Undecided { .. }, Judgement::Impossible(_)) => (Some(setup.turn), open),
            (answer, _) => (None, answer),
        }
    }

    /// The variant in the arguments, or the standard start on a board of this shape.
    pub(super) fn variant_of(&self, setup: &Setup) -> Variant {
        self.input.start.chosen().unwrap_or_else(|| Variant::crossed(setup.spec).with_goal(setup.spec.goal()))
    }

    /// The variant of a game without moves: that of its starting position, if it is a variant that
    /// can be chosen. So a game in which white moves first is not taken for a position of the
    /// standard game.
    pub(super) fn variant_of_record(&self, setup: &Setup) -> Variant {
        let own = setup.validate().map(|position| Variant::from_position(&position));
        let is_known = |own: &Variant| own.name().is_some() || self.variant_of(setup).with_first(own.first()) == *own;
        match own {
            Ok(own) if self.input.start.chosen().is_none() && is_known(&own) => own,
            _ => self.variant_of(setup),
        }
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

    /// The budget of each board in a file of several: a short search, unless `--budget` is given.
    pub(super) fn budget_of_many(&self) -> Budget {
        const SHORT_SEARCH: Budget = Budget { forward: 5_000, backward: 50 };
        self.budget.map_or(SHORT_SEARCH, budget)
    }

    /// Returns the mirrored start if the board is possible from there and no variant was given.
    /// Many courses put the first mover on the main diagonal.
    fn other_start(&self, setup: &Setup, variant: &Variant) -> Option<String> {
        if self.input.start.chosen().is_some() {
            return None;
        }
        let [black, white] = Color::ALL.map(|color| variant.discs(color));
        let swapped = Setup { black: white, white: black, turn: Color::Black, spec: variant.spec() };
        let mirrored = Variant::from_position(&swapped.validate().ok()?);
        let is_possible = matches!(self.judge(setup, &mirrored), Judgement::Possible(_));
        is_possible.then(|| mirrored.to_string())
    }
}

fn report(
    judgement: Judgement,
    variant: &Variant,
    turn: Option<Color>,
    possible_in: Option<String>,
    notation: Notation,
) -> BoardCheckJson {
    let empty = BoardCheckJson {
        verdict: "impossible",
        variant: variant.to_string(),
        turn: turn.map(|turn| turn.to_string()),
        reasons: Vec::new(),
        steps: Vec::new(),
        witness: None,
        examined: None,
        possible_in,
    };
    match judgement {
        Judgement::Impossible(reasons) => BoardCheckJson {
            reasons: reasons.iter().map(|reason| reason.explain(notation)).collect(),
            steps: reasons.iter().flat_map(|reason| steps(reason, notation)).collect(),
            ..empty
        },
        Judgement::Possible(game) => {
            let witness = game.moves().map(|mv| notation.write(mv)).collect();
            BoardCheckJson { verdict: "possible", witness: Some(witness), ..empty }
        }
        Judgement::Undecided { examined } => BoardCheckJson { verdict: "undecided", examined: Some(examined), ..empty },
    }
}

fn steps(reason: &Reason, notation: Notation) -> Vec<String> {
    match reason {
        Reason::Unplaceable(proof) => proof.steps.iter().map(|step| step.explain(notation)).collect(),
        _ => Vec::new(),
    }
}

fn text(report: &BoardCheckJson) -> String {
    let mut lines = match (&report.witness, report.examined) {
        (Some(game), _) if game.is_empty() => vec!["possible: it is the start of the game".to_owned()],
        (Some(game), _) => {
            let turn = report.turn.as_deref().unwrap_or("either side");
            vec![format!("possible with {turn} to move, by {}", game.join(" "))]
        }
        (None, Some(0)) => {
            vec!["undecided: no contradiction was found; a --budget above 0 searches for a game".to_owned()]
        }
        (None, Some(examined)) => {
            vec![format!("undecided: {examined} positions were examined; a larger --budget may decide it")]
        }
        (None, None) => {
            let whose = report
                .turn
                .as_ref()
                .map_or(" for either side to move".to_owned(), |turn| format!(" with {turn} to move"));
            let reasons = report.reasons.iter().map(|reason| format!("impossible{whose}: {reason}"));
            let shown = report.steps.iter().take(MAX_STEPS).map(|step| format!("  {step}"));
            let left = report.steps.len().saturating_sub(MAX_STEPS);
            let more = (left > 0).then(|| format!("  and {left} more steps, which --json prints"));
            reasons.chain(shown).chain(more).collect()
        }
    };
    lines.extend(
        report.possible_in.as_ref().map(|other| format!("note: from another start it is possible: --variant {other}")),
    );
    lines.join("\n") + "\n"
}
