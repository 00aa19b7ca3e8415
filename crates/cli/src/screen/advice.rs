//! Evaluates the shown position in the background with increasing depth.

use crate::play::{Advice as Answer, Advisor, Session};
use outflank_arena::GameResult;
use outflank_engine::{Limits, Settings};
use outflank_rules::{Color, Move, Position, Status};

/// The search depths, in order.
const DEPTHS: [u32; 6] = [2, 4, 6, 8, 10, 12];

/// At most this many empty squares: the last step is an exact search.
const EXACT_FROM: u32 = 16;

/// This many first steps are fast. They run for every position, also while a player thinks.
const QUICK: usize = 2;

/// Leaves most of the machine to the players.
const SETTINGS: Settings = Settings { hash_bytes: 32 << 20, threads: 1 };

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionValue {
    /// The final disc difference for Black.
    pub(crate) black: i32,
    /// The searched plies; `None` if the value comes from a player or from the end of the game.
    pub(crate) depth: Option<u32>,
    pub(crate) is_exact: bool,
}

/// The evaluations of the game on the screen.
#[derive(Default)]
pub(crate) struct Advice {
    /// Created at the first request, because it needs memory.
    advisor: Option<Advisor>,
    about: Option<(usize, Position)>,
    steps: Vec<Limits>,
    step: usize,
    is_waiting: bool,
    latest: Option<Answer>,
    /// By ply, with the position, which can differ after an undo.
    values: Vec<Option<(Position, PositionValue)>>,
}

impl Advice {
    /// Evaluates a position; returns whether the result changed. Searches deeper only if `is_idle`.
    pub(crate) fn follow(&mut self, ply: usize, position: Position, is_idle: bool) -> bool {
        let mut is_new = false;
        if self.about != Some((ply, position)) {
            self.turn_to(ply, position);
            is_new = true;
        }
        if let Some(answer) = self.advisor.as_mut().and_then(Advisor::poll) {
            self.receive(answer);
            is_new = true;
        }
        let may_ask = self.step < QUICK || is_idle;
        if may_ask && !self.is_waiting && self.step < self.steps.len() {
            self.ask(position);
        }
        is_new
    }

    /// Is a search running?
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_waiting
    }

    /// Cancels the search.
    pub(crate) fn cancel(&mut self) {
        if let Some(advisor) = &mut self.advisor {
            advisor.cancel();
        }
        (self.about, self.is_waiting, self.latest) = (None, false, None);
    }

    /// The latest evaluation of the moves of this position.
    pub(crate) fn of(&self, position: &Position) -> Option<&Answer> {
        self.latest.as_ref().filter(|answer| answer.position == *position)
    }

    /// The value after `ply` plies. In order of preference: the final score, a deep search, the
    /// value of a player, a fast search.
    pub(crate) fn value(&self, session: &Session, ply: usize) -> Option<PositionValue> {
        let game = session.game();
        let position = game.position_at(ply)?;
        if let Some(GameResult::Played(score)) = session.result().filter(|_| ply == game.ply()) {
            let black = i32::from(score.official_utility(Color::Black));
            return Some(PositionValue { black, depth: None, is_exact: true });
        }
        let seen = self.values.get(ply).copied().flatten().filter(|(about, _)| *about == position);
        let seen = seen.map(|(_, value)| value);
        let is_deep =
            |value: &PositionValue| value.is_exact || value.depth.is_some_and(|depth| depth > DEPTHS[QUICK - 1]);
        // The value of a player holds before and after its move.
        let reported = || reported(session, ply).or_else(|| reported(session, ply.checked_sub(1)?));
        seen.filter(is_deep).or_else(reported).or(seen)
    }

    /// The value for Black of every ply up to `last`.
    pub(crate) fn curve(&self, session: &Session, last: usize) -> Vec<Option<i32>> {
        (0..=last).map(|ply| self.value(session, ply).map(|value| value.black)).collect()
    }

    fn turn_to(&mut self, ply: usize, position: Position) {
        self.cancel();
        self.about = Some((ply, position));
        self.step = 0;
        self.steps = match position.status() {
            Status::ToPlace(_) => steps(position.empties().len()),
            _ => Vec::new(),
        };
    }

    fn ask(&mut self, position: Position) {
        let advisor = self.advisor.get_or_insert_with(|| Advisor::new(&SETTINGS));
        advisor.ask(position, self.steps[self.step].clone());
        self.is_waiting = true;
    }

    fn receive(&mut self, answer: Answer) {
        self.is_waiting = false;
        self.step += 1;
        if answer.analysis.is_proven() {
            self.step = self.steps.len();
        }
        if let (Some((ply, position)), Some(value)) = (self.about, value_of(&answer)) {
            if self.values.len() <= ply {
                self.values.resize(ply + 1, None);
            }
            self.values[ply] = Some((position, value));
        }
        self.latest = Some(answer);
    }
}

/// The value that the player of the move after `ply` plies reported.
fn reported(session: &Session, ply: usize) -> Option<PositionValue> {
    let eval = session.notes().get(ply)?.eval?.round() as i32;
    let mover = session.game().position_at(ply)?.turn();
    Some(PositionValue { black: if mover == Color::Black { eval } else { -eval }, depth: None, is_exact: false })
}

fn steps(empties: u32) -> Vec<Limits> {
    let depths = DEPTHS.into_iter().filter(|&depth| depth < empties).map(Limits::depth);
    let last = (empties <= EXACT_FROM).then(Limits::exact);
    depths.chain(last).collect()
}

fn value_of(answer: &Answer) -> Option<PositionValue> {
    let best = answer.analysis.best()?;
    let value = i32::from(best.value);
    let black = if answer.position.turn() == Color::Black { value } else { -value };
    Some(PositionValue { black, depth: Some(best.depth), is_exact: best.is_exact() })
}

/// The value of a move for its side: `+4` with a mark if it is proven, `~+4` if it is an estimate.
pub(crate) fn value_text(answer: &Answer, mv: Move, mark: &str) -> Option<String> {
    let valued = answer.analysis.of(mv)?;
    Some(if valued.is_exact() { format!("{}{mark}", valued.value) } else { format!("~{}", valued.value) })
}
