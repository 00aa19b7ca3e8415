//! A board that somebody set up by hand, and what is to be said about it.

use std::{ops::ControlFlow, time::Instant};

use outflank_rules::{
    Bitboard, Color, Position, Setup, SetupFault, Square, Variant,
    notation::read_board,
    reach::{self, Budget, Reason, Step, Verdict},
};
use serde::{Deserialize, Serialize};

use super::{
    Code, Each, VariantView, Why, names,
    state::{LegalView, json, legal},
    subject::{BadSubject, OtherBoard, Part, read_variant, shared_ground},
    transcript, word,
};

/// Work enough for what can be decided in a moment: whoever drew the board waits.
const BUDGET: Budget = Budget { forward: 100_000, backward: 20_000 };

/// Steps of a proof that are told; longer ones nobody reads.
const MOST_STEPS: usize = 40;

/// What somebody drew.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    board: String,
    variant: Option<String>,
    turn: Option<String>,
}

/// A board that was read, of which nothing is checked yet.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    setup: Setup,
    variant: Variant,
    is_variant_told: bool,
    is_turn_told: bool,
}

impl Drawing {
    /// The board, or the place where it is none.
    pub fn read(&self) -> Result<Drawn, BadSubject> {
        let asked = self.variant.as_deref().map(read_variant).transpose()?;
        let told = read_board(&self.board).map_err(|cause| BadSubject::new(Part::Board, &self.board, &cause))?;
        let mut setup = told.setup;
        if let Some(text) = &self.turn {
            setup.turn = text.parse().map_err(|cause| BadSubject::new(Part::Turn, text, &cause))?;
        }
        if let Some(variant) = asked {
            let fit = shared_ground(setup.ground, variant);
            let other = || BadSubject::new(Part::Board, &self.board, &OtherBoard(setup.ground, variant));
            setup.ground = fit.ok_or_else(other)?;
        }
        let variant = asked.unwrap_or_else(|| Variant::crossed(setup.ground));
        let is_turn_told = told.is_turn_told || self.turn.is_some();
        Ok(Drawn { setup, variant, is_variant_told: asked.is_some(), is_turn_told })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    variant: VariantView,
    board: String,
    turn: &'static str,
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
    code: Code,
    message: String,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct ReasonView {
    message: String,
    #[serde(flatten)]
    why: Why,
}

/// Whether a game leads there.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReachView {
    verdict: &'static str,
    reason: Option<String>,
    /// What the reason is made of.
    reasons: Vec<ReasonView>,
    /// The squares that the reason is about.
    squares: Vec<String>,
    /// What a proof rules out, step by step, and how many steps are left out.
    steps: Vec<String>,
    /// The same steps.
    proof: Vec<ReasonView>,
    more_steps: usize,
    game: Option<String>,
    /// Who moves first in that game, where the variant draws it.
    first: Option<&'static str>,
    /// Another start from which a game leads there.
    possible_in: Option<String>,
}

impl Drawn {
    /// Everything that is to be said about the board; whether it can be reached is looked into until this moment.
    pub fn judged(&self, until: Instant) -> String {
        let position = self.setup.validate();
        let faults = self.setup.faults().iter().map(fault).collect();
        let moment = position.as_ref().ok();
        let board = board(&self.setup);
        let turn = if self.setup.turn == Color::Black { 'X' } else { 'O' };
        json(&View {
            variant: VariantView::of(self.variant),
            position: format!("{board} {turn}"),
            board,
            turn: word(self.setup.turn),
            turn_told: self.is_turn_told,
            counts: Each::of(|color| discs(&self.setup, color).len()),
            legal: moment.map(legal).unwrap_or_default(),
            must_pass: moment.is_some_and(Position::must_pass),
            is_over: moment.is_some_and(Position::is_over),
            faults,
            reach: self.reach(until),
        })
    }

    fn reach(&self, until: Instant) -> ReachView {
        let view = ReachView::of(judge(&self.setup, &self.variant, until));
        let other = if view.verdict == "unreachable" { self.other_start(until) } else { None };
        ReachView { possible_in: other.map(|variant| variant.to_string()), ..view }
    }

    /// Many courses put the first mover on the main diagonal: who has not said which start is meant is told of the other one.
    fn other_start(&self, until: Instant) -> Option<Variant> {
        let [black, white] = Color::ALL.map(|color| self.variant.discs(color));
        let swapped = Setup { black: white, white: black, turn: Color::Black, ground: self.variant.ground() };
        let other = Variant::from_position(&swapped.validate().ok()?);
        let is_possible = !self.is_variant_told && matches!(judge(&self.setup, &other, until), Verdict::Possible(_));
        is_possible.then_some(other)
    }
}

fn judge(setup: &Setup, variant: &Variant, until: Instant) -> Verdict {
    reach::judge_observed(setup, variant, BUDGET, &mut |_| {
        if Instant::now() < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}

impl ReasonView {
    fn of<'a, R: ToString>(reason: &'a R) -> ReasonView
    where
        Why: From<&'a R>,
    {
        ReasonView { message: reason.to_string(), why: Why::from(reason) }
    }
}

impl ReachView {
    fn of(verdict: Verdict) -> ReachView {
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
            Verdict::Undecided { .. } => blank,
            Verdict::Possible(game) => {
                let first = Some(word(game.start().turn()));
                ReachView { verdict: "reachable", game: Some(transcript(&game)), first, ..blank }
            }
            Verdict::Impossible(reasons) => {
                let words: Vec<String> = reasons.iter().map(Reason::to_string).collect();
                let squares = reasons.iter().fold(Bitboard::EMPTY, |all, reason| all | concerned(reason));
                let mut ruled_out: Vec<&Step> = reasons.iter().flat_map(steps).collect();
                let more_steps = ruled_out.len().saturating_sub(MOST_STEPS);
                ruled_out.truncate(MOST_STEPS);
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
    FaultView { code: Why::from(fault).code, message: fault.to_string(), squares: names(*squares) }
}

fn discs(setup: &Setup, color: Color) -> Bitboard {
    match color {
        Color::Black => setup.black,
        Color::White => setup.white,
    }
}

/// The board as it was drawn, discs outside it included.
fn board(setup: &Setup) -> String {
    let size = setup.ground.size();
    let squares = (0..size).flat_map(|row| (0..size).filter_map(move |column| Square::new(column, row)));
    let cell = |square| match () {
        () if setup.black.contains(square) => 'X',
        () if setup.white.contains(square) => 'O',
        () if setup.ground.contains(square) => '-',
        () => '#',
    };
    squares.map(cell).collect()
}
