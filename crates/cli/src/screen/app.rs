//! The state of the screen and its changes. The `view` module draws it.

mod dialogs;
mod keys;
mod mouse;
mod moves;
mod tick;

use std::time::Duration;

use crate::play::Session;
use outflank_arena::{GameResult, Seat, Sides, Tally, TimeSource};
use outflank_rules::{Color, Position, Square};
use ratatui::layout::{Rect, Size};

use crate::screen::{
    Host, Input, Plan, ScreenTheme, StartedGame,
    advice::Advice,
    animation::BoardAnimator,
    dialog::{Dialog, NewGame},
    layout::Layout,
};

/// The start of the screen.
pub enum StartMode {
    /// Opens the dialog for a new game.
    Choose,
    /// Starts the first game of the plan.
    Play,
    /// Resumes a game.
    Resume(Box<Session>),
}

/// The options of the screen.
pub struct ScreenOptions {
    /// The games to play, or the defaults of the dialog.
    pub plan: Plan,
    /// The start of the screen.
    pub begin: StartMode,
    /// Colors and characters.
    pub look: ScreenTheme,
    /// Watch mode: the games start at a key press, and the screen closes at one.
    pub is_watched: bool,
    /// The speed of the animations; 1 is normal.
    pub speed: f64,
    /// The time source of animations and game clocks.
    pub clock: TimeSource,
}

/// The result of [`App::leave`].
#[derive(Debug)]
pub struct ScreenResult {
    /// Was the program interrupted?
    pub is_interrupted: bool,
    /// Can the last game be resumed?
    pub is_kept: bool,
    /// The result of the last game, if it is over.
    pub result: Option<GameResult>,
    /// All finished games, counted first for the player that started as black.
    pub tally: Tally,
    /// The players of the first game.
    pub seats: Sides<Seat>,
}

/// The phase of watch mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watch {
    /// Not in watch mode.
    Off,
    /// Waits for the first key.
    Waits,
    Runs,
    /// Waits for the key that closes the screen.
    Ended,
}

/// The state of the screen: a session, the part of it that is shown, and the open dialog.
pub struct App {
    host: Box<dyn Host>,
    clock: TimeSource,
    pub(crate) look: ScreenTheme,
    pub(crate) plan: Plan,
    /// The index of the current game in the plan, from 0.
    pub(crate) number: u64,
    tally: Tally,
    pub(crate) session: Session,
    pub(crate) show: BoardAnimator,
    pub(crate) advice: Advice,
    pub(crate) has_hints: bool,
    pub(crate) has_evaluation: bool,
    /// The earlier ply that is shown, if any.
    pub(crate) back: Option<usize>,
    /// The square under the cursor or the mouse.
    pub(crate) focus: Option<Square>,
    /// The square where the mouse button was pressed.
    pressed: Option<Square>,
    /// The first of two digits that name a square.
    typed_row: Option<u8>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) notice: Option<String>,
    pub(crate) watch: Watch,
    pub(crate) speed: f64,
    pub(crate) is_paused: bool,
    /// A computer player failed; it gets no request until the user retries.
    pub(crate) is_stalled: bool,
    clocks: Sides<String>,
    area: Rect,
    pub(crate) now: Duration,
    /// The time when all moves of the finished game were shown.
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
    /// Creates the state; [`run`](crate::screen::run) runs it.
    pub fn new(setting: ScreenOptions, mut host: Box<dyn Host>) -> App {
        let ScreenOptions { plan, begin, look, is_watched, speed, clock } = setting;
        let is_choice = matches!(begin, StartMode::Choose);
        let StartedGame { session, notice } = match begin {
            // The board behind the dialog.
            StartMode::Choose => StartedGame { session: Session::new(placeholder(&plan)), notice: None },
            StartMode::Play => host.begin(plan.options(0)),
            StartMode::Resume(session) => StartedGame { session: *session, notice: None },
        };
        let dialog = is_choice.then(|| Dialog::New(Box::new(NewGame::new(&plan, host.unfinished(), true))));
        let session = session.timed_by(clock.clone());
        App {
            host,
            now: clock.now(),
            clock,
            show: BoardAnimator::opening(&session),
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

    /// Handles an input.
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

    /// Did the user quit, or was the program interrupted?
    pub fn is_left(&self) -> bool {
        self.leaving.is_some()
    }

    /// Returns whether anything changed since the last call.
    pub(crate) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }

    /// Ends the last session and returns the results.
    pub fn leave(mut self) -> ScreenResult {
        let result = self.session.result();
        self.count();
        ScreenResult {
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
        Layout::of(area, self.session.position().spec().size())
    }

    pub(crate) fn area(&self) -> Rect {
        self.area
    }

    /// The number of plies on the board, the animated one included.
    pub(crate) fn shown_ply(&self) -> usize {
        self.back.unwrap_or_else(|| self.show.last_ply())
    }

    /// The number of plies in the move list, which does not run ahead of the animations.
    pub(crate) fn last_listed(&self) -> usize {
        if self.back.is_some() { self.session.game().ply() } else { self.show.last_ply() }
    }

    /// The position on the board.
    pub(crate) fn shown(&self) -> Position {
        self.session.game().position_at(self.shown_ply()).unwrap_or_else(|| self.session.position())
    }

    /// May a person place a disc on the shown board?
    pub(crate) fn may_place(&self) -> bool {
        let is_shown = self.back.is_none() && self.show.has_all(&self.session);
        is_shown && self.session.awaits_human() && !self.is_choosing_first()
    }

    pub(crate) fn clock(&self, color: Color) -> Option<&str> {
        self.session.time().map(|_| self.clocks[color].as_str())
    }

    /// Starts a game of the plan.
    fn start_game(&mut self, number: u64) {
        self.number = number;
        let StartedGame { session, notice } = self.host.begin(self.plan.options(number));
        self.replace_session(session);
        self.notice = notice;
    }

    /// Replaces the session. The one before stays saved unless it is over.
    fn replace_session(&mut self, session: Session) {
        let before = std::mem::replace(&mut self.session, session.timed_by(self.clock.clone()));
        before.close();
        self.show = BoardAnimator::opening(&self.session);
        self.advice.cancel();
        (self.back, self.focus, self.pressed, self.typed_row) = (None, None, None, None);
        (self.is_stalled, self.is_paused, self.rests_since) = (false, false, None);
        (self.dialog, self.notice) = (None, None);
    }

    /// Adds a finished game to the results.
    fn count(&mut self) {
        if let Some(result) = self.session.result() {
            let first = if self.number.is_multiple_of(2) { Color::Black } else { Color::White };
            self.tally.count(first, result);
        }
    }

    fn next_game(&mut self) {
        self.count();
        self.start_game(self.number + 1);
    }

    /// Does the plan have games after this one?
    pub(crate) fn has_next(&self) -> bool {
        self.number + 1 < self.plan.games
    }

    fn choose_game(&mut self) {
        let mut plan = Plan { seats: self.session.seats().clone(), ..self.plan.clone() };
        // A game after a draw swaps the colors.
        if self.session.result().is_some_and(GameResult::is_draw) {
            plan.seats = plan.seats.swapped();
        }
        let dialog = NewGame::new(&plan, None, false);
        self.dialog = Some(Dialog::New(Box::new(dialog)));
    }
}

fn placeholder(plan: &Plan) -> crate::play::Options {
    crate::play::Options { seats: Sides::of(|_| Seat::Human), time: None, ..plan.options(0) }
}
