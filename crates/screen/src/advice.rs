//! What moves and positions are worth, deepening while somebody looks at them.

use outflank_engine::{Limits, Settings};
use outflank_play::{Advice as Answer, Advisor, GameResult, Session};
use outflank_rules::{Color, Move, Position, Status};

/// The depths that are searched one after another.
const DEPTHS: [u32; 6] = [2, 4, 6, 8, 10, 12];

/// With so few empty squares the last step is to search to the end.
const EXACT_FROM: u32 = 16;

/// Steps that take no time worth mentioning: they are made for every position, also while an engine thinks.
const QUICK: usize = 2;

/// The adviser leaves most of the machine to the players.
const MEANS: Settings = Settings { hash_bytes: 32 << 20, threads: 1 };

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    /// Discs by which Black will win.
    pub(crate) black: i32,
    /// Plies searched; `None` where it comes from a player's own thoughts or from the end of the game.
    pub(crate) depth: Option<u32>,
    pub(crate) is_exact: bool,
}

/// An adviser that looks at the same position as the players.
#[derive(Default)]
pub(crate) struct Advice {
    /// `None` until it is needed: it takes memory.
    advisor: Option<Advisor>,
    about: Option<(usize, Position)>,
    steps: Vec<Limits>,
    step: usize,
    is_waiting: bool,
    latest: Option<Answer>,
    /// By ply, with the position that it belongs to: another one may stand there after moves were taken back.
    worths: Vec<Option<(Position, Worth)>>,
}

impl Advice {
    /// Looks at a position; whether there is something new. Only with leisure it goes deep.
    pub(crate) fn follow(&mut self, ply: usize, position: Position, has_leisure: bool) -> bool {
        let mut is_new = false;
        if self.about != Some((ply, position)) {
            self.turn_to(ply, position);
            is_new = true;
        }
        if let Some(answer) = self.advisor.as_mut().and_then(Advisor::poll) {
            self.hear(answer);
            is_new = true;
        }
        let may_ask = self.step < QUICK || has_leisure;
        if may_ask && !self.is_waiting && self.step < self.steps.len() {
            self.ask(position);
        }
        is_new
    }

    /// Is an answer on its way?
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_waiting
    }

    /// Gives up what it is at.
    pub(crate) fn rest(&mut self) {
        if let Some(advisor) = &mut self.advisor {
            advisor.cancel();
        }
        (self.about, self.is_waiting, self.latest) = (None, false, None);
    }

    /// What is known about the moves of this position.
    pub(crate) fn of(&self, position: &Position) -> Option<&Answer> {
        self.latest.as_ref().filter(|answer| answer.position == *position)
    }

    /// What the position after so many plies is worth: as it ended, as the adviser saw it with leisure, as a player thought, or as the
    /// adviser saw it at a glance.
    pub(crate) fn worth(&self, session: &Session, ply: usize) -> Option<Worth> {
        let game = session.game();
        let position = game.position_at(ply)?;
        if let Some(GameResult::Played(score)) = session.result().filter(|_| ply == game.ply()) {
            let black = i32::from(score.official_utility(Color::Black));
            return Some(Worth { black, depth: None, is_exact: true });
        }
        let seen = self.worths.get(ply).copied().flatten().filter(|(about, _)| *about == position);
        let seen = seen.map(|(_, worth)| worth);
        let is_deep = |worth: &Worth| worth.is_exact || worth.depth.is_some_and(|depth| depth > DEPTHS[QUICK - 1]);
        // A player values the position that he moves in, and the one he leads to is worth as much.
        let thought = || thought(session, ply).or_else(|| thought(session, ply.checked_sub(1)?));
        seen.filter(is_deep).or_else(thought).or(seen)
    }

    /// The worth of every ply for Black, up to this one.
    pub(crate) fn curve(&self, session: &Session, last: usize) -> Vec<Option<i32>> {
        (0..=last).map(|ply| self.worth(session, ply).map(|worth| worth.black)).collect()
    }

    fn turn_to(&mut self, ply: usize, position: Position) {
        self.rest();
        self.about = Some((ply, position));
        self.step = 0;
        self.steps = match position.status() {
            Status::ToPlace(_) => steps(position.empties().len()),
            _ => Vec::new(),
        };
    }

    fn ask(&mut self, position: Position) {
        let advisor = self.advisor.get_or_insert_with(|| Advisor::new(&MEANS));
        advisor.ask(position, self.steps[self.step].clone());
        self.is_waiting = true;
    }

    fn hear(&mut self, answer: Answer) {
        self.is_waiting = false;
        self.step += 1;
        if answer.analysis.is_proven() {
            self.step = self.steps.len();
        }
        if let (Some((ply, position)), Some(worth)) = (self.about, worth_of(&answer)) {
            if self.worths.len() <= ply {
                self.worths.resize(ply + 1, None);
            }
            self.worths[ply] = Some((position, worth));
        }
        self.latest = Some(answer);
    }
}

/// What the player thought who moved after so many plies.
fn thought(session: &Session, ply: usize) -> Option<Worth> {
    let eval = session.notes().get(ply)?.eval?.round() as i32;
    let mover = session.game().position_at(ply)?.turn();
    Some(Worth { black: if mover == Color::Black { eval } else { -eval }, depth: None, is_exact: false })
}

fn steps(empties: u32) -> Vec<Limits> {
    let depths = DEPTHS.into_iter().filter(|&depth| depth < empties).map(Limits::depth);
    let last = (empties <= EXACT_FROM).then(Limits::exact);
    depths.chain(last).collect()
}

fn worth_of(answer: &Answer) -> Option<Worth> {
    let best = answer.analysis.best()?;
    let value = i32::from(best.value);
    let black = if answer.position.turn() == Color::Black { value } else { -value };
    Some(Worth { black, depth: Some(best.depth), is_exact: best.is_exact() })
}

/// What a move is worth for the side that makes it: `+4` with a mark if it is proven, `~+4` if it is an estimate.
pub(crate) fn value_text(answer: &Answer, mv: Move, mark: &str) -> Option<String> {
    let valued = answer.analysis.of(mv)?;
    Some(if valued.is_exact() { format!("{}{mark}", valued.value) } else { format!("~{}", valued.value) })
}
