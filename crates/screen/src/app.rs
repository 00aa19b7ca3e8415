//! The state of the screen, and what changes it. Drawing is a function of it and happens elsewhere.

mod dialogs;
mod keys;
mod mouse;
mod moves;
mod tick;

use std::time::Duration;

use outflank_play::{GameResult, Seat, Session, Sides, Tally, TimeSource};
use outflank_rules::{Color, Position, Square};
use ratatui::layout::{Rect, Size};

use crate::{
    Begun, Host, Input, Look, Plan,
    advice::Advice,
    dialog::{Dialog, NewGame},
    layout::Layout,
    show::Show,
};

/// How a sitting begins.
pub enum Begin {
    /// With the choice of a game.
    Choose,
    /// With the first game of the plan.
    Play,
    /// With a game taken up again.
    Resume(Box<Session>),
}

/// What the screen is opened with.
pub struct Setting {
    /// The games, or what their choice begins with.
    pub plan: Plan,
    /// How it begins.
    pub begin: Begin,
    /// How it looks.
    pub look: Look,
    /// Games to watch: they wait for a key, and the screen closes on one.
    pub is_watched: bool,
    /// How fast moves are shown; 1 is the usual speed.
    pub speed: f64,
    /// What tells the time, for animations and for the clocks of the games.
    pub clock: TimeSource,
}

/// What came of a sitting.
#[derive(Debug)]
pub struct Outcome {
    /// Was the program told to end?
    pub is_interrupted: bool,
    /// Can the last game be taken up again?
    pub is_kept: bool,
    /// How the last game ended, if it did.
    pub result: Option<GameResult>,
    /// All games that were finished, with the player counted first being the one that began as black.
    pub tally: Tally,
    /// The players of the first game.
    pub seats: Sides<Seat>,
}

/// Where a watched sitting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watch {
    /// Nobody watches: the players play.
    Off,
    /// For the first key.
    Waits,
    Runs,
    /// For the last key.
    Ended,
}

/// The screen: a session, what is shown of it, and what is being asked.
pub struct App {
    host: Box<dyn Host>,
    clock: TimeSource,
    pub(crate) look: Look,
    pub(crate) plan: Plan,
    /// Which game of the plan is played, counted from 0.
    pub(crate) number: u64,
    tally: Tally,
    pub(crate) session: Session,
    pub(crate) show: Show,
    pub(crate) advice: Advice,
    pub(crate) has_hints: bool,
    pub(crate) has_evaluation: bool,
    /// The ply that somebody looks back at.
    pub(crate) back: Option<usize>,
    /// The square under the cursor or the mouse.
    pub(crate) focus: Option<Square>,
    /// Where the mouse was pressed.
    pressed: Option<Square>,
    /// The first of two digits that name a square.
    typed_row: Option<u8>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) notice: Option<String>,
    pub(crate) watch: Watch,
    pub(crate) speed: f64,
    pub(crate) is_paused: bool,
    /// An engine failed: it is not asked again until somebody wants it to.
    pub(crate) is_stalled: bool,
    clocks: Sides<String>,
    area: Rect,
    pub(crate) now: Duration,
    /// When a finished game was first seen at rest.
    rests_since: Option<Duration>,
    has_changed: bool,
    leaving: Option<Leaving>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    Quit,
    Interrupted,
}

impl App {
    /// A screen that has yet to be run.
    pub fn new(setting: Setting, mut host: Box<dyn Host>) -> App {
        let Setting { plan, begin, look, is_watched, speed, clock } = setting;
        let is_choice = matches!(begin, Begin::Choose);
        let Begun { session, notice } = match begin {
            // Something has to lie on the table while a game is chosen.
            Begin::Choose => Begun { session: Session::new(on_the_table(&plan)), notice: None },
            Begin::Play => host.begin(plan.options(0)),
            Begin::Resume(session) => Begun { session: *session, notice: None },
        };
        let dialog = is_choice.then(|| Dialog::New(Box::new(NewGame::new(&plan, host.left(), true))));
        let session = session.timed_by(clock.clone());
        App {
            host,
            now: clock.now(),
            clock,
            show: Show::opening(&session),
            look,
            plan,
            number: 0,
            tally: Tally::default(),
            session,
            advice: Advice::default(),
            has_hints: false,
            has_evaluation: true,
            back: None,
            focus: None,
            pressed: None,
            typed_row: None,
            dialog,
            notice,
            watch: if is_watched { Watch::Waits } else { Watch::Off },
            speed,
            is_paused: false,
            is_stalled: false,
            clocks: Sides::default(),
            area: Rect::ZERO,
            rests_since: None,
            has_changed: true,
            leaving: None,
        }
    }

    /// Something came from outside.
    pub fn take(&mut self, input: Input) {
        self.now = self.clock.now();
        self.has_changed = true;
        match input {
            Input::Interrupt => self.leaving = Some(Leaving::Interrupted),
            Input::Resize(size) => self.resize(size),
            Input::Key(key) => self.take_key(key),
            Input::Mouse(mouse) => self.has_changed = self.take_mouse(mouse),
        }
    }

    pub(crate) fn resize(&mut self, size: Size) {
        self.area = Rect { x: 0, y: 0, width: size.width, height: size.height };
        self.has_changed = true;
    }

    /// Has somebody left?
    pub fn is_left(&self) -> bool {
        self.leaving.is_some()
    }

    /// Did anything change since this was asked last?
    pub(crate) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }

    /// Ends the sitting.
    pub fn leave(mut self) -> Outcome {
        let result = self.session.result();
        self.count();
        Outcome {
            is_interrupted: self.leaving == Some(Leaving::Interrupted),
            is_kept: self.session.close(),
            result,
            tally: self.tally,
            seats: self.plan.seats,
        }
    }

    pub(crate) fn layout(&self) -> Option<Layout> {
        self.layout_in(self.area)
    }

    pub(crate) fn layout_in(&self, area: Rect) -> Option<Layout> {
        Layout::of(area, self.session.position().ground().size())
    }

    pub(crate) fn area(&self) -> Rect {
        self.area
    }

    /// The plies that are on the board, the one that is being made included.
    pub(crate) fn shown_ply(&self) -> usize {
        self.back.unwrap_or_else(|| self.show.last_ply())
    }

    /// The plies that are listed: those that are not on the board yet are not given away.
    pub(crate) fn last_told(&self) -> usize {
        if self.back.is_some() { self.session.game().ply() } else { self.show.last_ply() }
    }

    /// The position on the board.
    pub(crate) fn shown(&self) -> Position {
        self.session.game().position_at(self.shown_ply()).unwrap_or_else(|| self.session.position())
    }

    /// May a person place a disc on the board as it is shown?
    pub(crate) fn may_place(&self) -> bool {
        let is_shown = self.back.is_none() && self.show.has_all(&self.session);
        is_shown && self.session.awaits_human() && !self.is_choosing_first()
    }

    pub(crate) fn clock(&self, color: Color) -> Option<&str> {
        self.session.time().map(|_| self.clocks[color].as_str())
    }

    /// Begins a game of the plan.
    fn begin(&mut self, number: u64) {
        self.number = number;
        let Begun { session, notice } = self.host.begin(self.plan.options(number));
        self.sit_down(session);
        self.notice = notice;
    }

    /// Another game is on the table; the one before stays kept unless it is over.
    fn sit_down(&mut self, session: Session) {
        let before = std::mem::replace(&mut self.session, session.timed_by(self.clock.clone()));
        before.close();
        self.show = Show::opening(&self.session);
        self.advice.rest();
        (self.back, self.focus, self.pressed, self.typed_row) = (None, None, None, None);
        (self.is_stalled, self.is_paused, self.rests_since) = (false, false, None);
        (self.dialog, self.notice) = (None, None);
    }

    /// Enters a game that is over into the results.
    fn count(&mut self) {
        if let Some(result) = self.session.result() {
            let first = if self.number.is_multiple_of(2) { Color::Black } else { Color::White };
            self.tally.count(first, result);
        }
    }

    fn next_game(&mut self) {
        self.count();
        self.begin(self.number + 1);
    }

    /// Are there games of the plan after this one?
    pub(crate) fn has_next(&self) -> bool {
        self.number + 1 < self.plan.games
    }

    fn choose_game(&mut self) {
        let mut plan = Plan { seats: self.session.seats().clone(), ..self.plan.clone() };
        // After a draw another game decides, with colors changed.
        if self.session.result().is_some_and(GameResult::is_draw) {
            plan.seats = plan.seats.swapped();
        }
        let dialog = NewGame::new(&plan, None, false);
        self.dialog = Some(Dialog::New(Box::new(dialog)));
    }
}

fn on_the_table(plan: &Plan) -> outflank_play::Options {
    outflank_play::Options { seats: Sides::of(|_| Seat::Human), time: None, ..plan.options(0) }
}
