//! The check of a board from the editor: faults, legal moves, and whether a game reaches it.

use std::ops::ControlFlow;

use outflank_rules::{
    Bitboard, Color, Position, Setup, SetupFault, Square, Variant,
    notation::read_board,
    reach::{self, Budget, Reachability, Reason, Step},
};
use serde::{Deserialize, Serialize};

use super::{
    ErrorReason, ReasonCode,
    input::{BoardMismatch, GameInputError, InputField, read_variant, shared_spec},
    transcript,
};
use crate::view::{Each, LegalView, VariantView, json, legal, names, word};

/// The search budget of a reachability check. The page waits for it.
const BUDGET: Budget = Budget { forward: 100_000, backward: 20_000 };

/// The most steps of a proof in the response.
const MAX_STEPS: usize = 40;

/// The body of `POST /api/position`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupRequest {
    board: String,
    variant: Option<String>,
    turn: Option<String>,
}

/// A board that was parsed and not yet checked.
#[derive(Clone, Copy, Debug)]
pub struct ParsedSetup {
    setup: Setup,
    variant: Variant,
    is_variant_given: bool,
    is_turn_given: bool,
}

impl SetupRequest {
    /// Parses the board.
    pub fn read(&self) -> Result<ParsedSetup, GameInputError> {
        let variant = self.variant.as_deref().map(read_variant).transpose()?;
        let board =
            read_board(&self.board).map_err(|cause| GameInputError::new(InputField::Board, &self.board, &cause))?;
        let mut setup = board.setup;
        if let Some(text) = &self.turn {
            setup.turn = text.parse().map_err(|cause| GameInputError::new(InputField::Turn, text, &cause))?;
        }
        if let Some(variant) = variant {
            let fit = shared_spec(setup.spec, variant);
            let other = || GameInputError::new(InputField::Board, &self.board, &BoardMismatch(setup.spec, variant));
            setup.spec = fit.ok_or_else(other)?;
        }
        let given = variant;
        let variant = given.unwrap_or_else(|| Variant::crossed(setup.spec));
        let is_turn_given = board.is_turn_given || self.turn.is_some();
        Ok(ParsedSetup { setup, variant, is_variant_given: given.is_some(), is_turn_given })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SetupView {
    variant: VariantView,
    board: String,
    turn: &'static str,
    side_to_move_given: bool,
    /// The name of `sideToMoveGiven` until 0.3.
    turn_told: bool,
    counts: Each<u32>,
    legal: Vec<LegalView>,
    must_pass: bool,
    is_over: bool,
    faults: Vec<FaultView>,
    reach: ReachView,
    position: String,
}

#[derive(Serialize)]
struct FaultView {
    code: ReasonCode,
    message: String,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct ReasonView {
    message: String,
    #[serde(flatten)]
    why: ErrorReason,
}

/// Whether a game reaches the position.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReachView {
    verdict: &'static str,
    reason: Option<String>,
    /// The parts of the reason.
    reasons: Vec<ReasonView>,
    /// The squares that the reason is about.
    squares: Vec<String>,
    /// The steps of the proof as messages.
    steps: Vec<String>,
    /// The same steps as codes.
    proof: Vec<ReasonView>,
    /// Steps that are left out.
    more_steps: usize,
    /// A game that reaches the position.
    game: Option<String>,
    /// The side that moves first in that game.
    first: Option<&'static str>,
    /// Another start from which a game reaches the position.
    possible_in: Option<String>,
}

impl ParsedSetup {
    /// The JSON of the check. The search for a game ends when `is_late` says so.
    pub fn check(&self, is_late: &dyn Fn() -> bool) -> String {
        let position = self.setup.validate();
        let faults = self.setup.faults().iter().map(fault).collect();
        let moment = position.as_ref().ok();
        let board = board(&self.setup);
        let turn = if self.setup.turn == Color::Black { 'X' } else { 'O' };
        json(&SetupView {
            variant: VariantView::of(self.variant),
            position: format!("{board} {turn}"),
            board,
            turn: word(self.setup.turn),
            side_to_move_given: self.is_turn_given,
            turn_told: self.is_turn_given,
            counts: Each::of(|color| discs(&self.setup, color).len()),
            legal: moment.map(legal).unwrap_or_default(),
            must_pass: moment.is_some_and(Position::must_pass),
            is_over: moment.is_some_and(Position::is_over),
            faults,
            reach: self.reach(is_late),
        })
    }

    fn reach(&self, is_late: &dyn Fn() -> bool) -> ReachView {
        let view = ReachView::of(judge(&self.setup, &self.variant, is_late));
        let other = if view.verdict == "unreachable" { self.other_start(is_late) } else { None };
        ReachView { possible_in: other.map(|variant| variant.to_string()), ..view }
    }

    /// Many courses use the mirrored start. If the request names no variant, that start is tried
    /// too.
    fn other_start(&self, is_late: &dyn Fn() -> bool) -> Option<Variant> {
        let [black, white] = Color::ALL.map(|color| self.variant.discs(color));
        let swapped = Setup { black: white, white: black, turn: Color::Black, spec: self.variant.spec() };
        let other = Variant::from_position(&swapped.validate().ok()?);
        let is_possible =
            !self.is_variant_given && matches!(judge(&self.setup, &other, is_late), Reachability::Possible(_));
        is_possible.then_some(other)
    }
}

fn judge(setup: &Setup, variant: &Variant, is_late: &dyn Fn() -> bool) -> Reachability {
    reach::judge_observed(setup, variant, BUDGET, &mut |_| {
        if is_late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

impl ReasonView {
    fn of<'a, R: ToString>(reason: &'a R) -> ReasonView
    where
        ErrorReason: From<&'a R>,
    {
        ReasonView { message: reason.to_string(), why: ErrorReason::from(reason) }
    }
}

impl ReachView {
    fn of(verdict: Reachability) -> ReachView {
        let blank = ReachView {
            verdict: "unknown",
            reason: None,
            reasons: Vec::new(),
            squares: Vec::new(),
            steps: Vec::new(),
            proof: Vec::new(),
            more_steps: 0,
            game: None,
            first: None,
            possible_in: None,
        };
        match verdict {
            Reachability::Undecided { .. } => blank,
            Reachability::Possible(game) => {
                let first = Some(word(game.start().turn()));
                ReachView { verdict: "reachable", game: Some(transcript(&game)), first, ..blank }
            }
            Reachability::Impossible(reasons) => {
                let words: Vec<String> = reasons.iter().map(Reason::to_string).collect();
                let squares = reasons.iter().fold(Bitboard::EMPTY, |all, reason| all | concerned(reason));
                let mut ruled_out: Vec<&Step> = reasons.iter().flat_map(steps).collect();
                let more_steps = ruled_out.len().saturating_sub(MAX_STEPS);
                ruled_out.truncate(MAX_STEPS);
                ReachView {
                    verdict: "unreachable",
                    reason: Some(words.join("; ")),
                    reasons: reasons.iter().map(ReasonView::of).collect(),
                    squares: names(squares),
                    steps: ruled_out.iter().map(ToString::to_string).collect(),
                    proof: ruled_out.into_iter().map(ReasonView::of).collect(),
                    more_steps,
                    ..blank
                }
            }
        }
    }
}

fn concerned(reason: &Reason) -> Bitboard {
    match reason {
        Reason::Setup(SetupFault::BothColors(squares) | SetupFault::OutsideBoard(squares))
        | Reason::EmptyStart(squares)
        | Reason::OpeningUnfinished(squares)
        | Reason::Disconnected(squares)
        | Reason::Unsupported(squares) => *squares,
        Reason::Unplaceable(proof) => Bitboard::EMPTY.with(proof.square),
        Reason::OtherStart
        | Reason::OpeningOutOfTurn { .. }
        | Reason::TooFewDiscs { .. }
        | Reason::EarlyWipeOut { .. }
        | Reason::Exhausted { .. } => Bitboard::EMPTY,
    }
}

fn steps(reason: &Reason) -> &[Step] {
    match reason {
        Reason::Unplaceable(proof) => &proof.steps,
        _ => &[],
    }
}

fn fault(fault: &SetupFault) -> FaultView {
    let (SetupFault::BothColors(squares) | SetupFault::OutsideBoard(squares)) = fault;
    FaultView { code: ErrorReason::from(fault).code, message: fault.to_string(), squares: names(*squares) }
}

fn discs(setup: &Setup, color: Color) -> Bitboard {
    match color {
        Color::Black => setup.black,
        Color::White => setup.white,
    }
}

/// The board as drawn, with discs outside it.
fn board(setup: &Setup) -> String {
    let size = setup.spec.size();
    let squares = (0..size).flat_map(|row| (0..size).filter_map(move |column| Square::new(column, row)));
    let cell = |square| match () {
        () if setup.black.contains(square) => 'X',
        () if setup.white.contains(square) => 'O',
        () if setup.spec.contains(square) => '-',
        () => '#',
    };
    squares.map(cell).collect()
}
