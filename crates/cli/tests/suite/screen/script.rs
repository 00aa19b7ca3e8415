//! A terminal driven by a script, which presses keys, lets time pass, waits for text and compares
//! the screen.

use std::{
    cell::RefCell,
    collections::VecDeque,
    error::Error,
    io,
    path::Path,
    rc::Rc,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use outflank_arena::{Sides, TimeSource};
use outflank_cli::play::{Options, Session};
use outflank_cli::screen::{
    App, Host, Input, Palette, Plan, ScreenOptions, ScreenResult, ScreenTheme, Start, StartMode, StartedGame,
    TerminalIo, draw, run,
};
use outflank_engine::Settings;
use outflank_rules::Variant;
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
    layout::{Rect, Size},
};

use super::snapshot;

/// Timeout of a step.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A step of a script.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Key(KeyCode, KeyModifiers),
    Mouse(MouseEventKind, u16, u16),
    Resize(u16, u16),
    Interrupt,
    /// Let this many milliseconds pass.
    Elapse(u64),
    /// Wait until the screen shows this text.
    Until(&'static str),
    /// Wait until the screen no longer shows this text.
    UntilNot(&'static str),
    /// The screen must show this text now.
    Shows(&'static str),
    ShowsNot(&'static str),
    /// The screen must equal this snapshot.
    Picture(&'static str),
    /// The screen must be pure ASCII.
    Ascii,
    /// The screen must not have been drawn since the last check.
    Undrawn,
}

/// The key presses that type this text.
pub(crate) fn typed(text: &str) -> Vec<Step> {
    text.chars().map(|character| key(KeyCode::Char(character))).collect()
}

pub(crate) fn key(code: KeyCode) -> Step {
    Step::Key(code, KeyModifiers::NONE)
}

pub(crate) fn control(letter: char) -> Step {
    Step::Key(KeyCode::Char(letter), KeyModifiers::CONTROL)
}

/// Types a square and plays it.
pub(crate) fn place(square: &str) -> Vec<Step> {
    let mut steps = typed(square);
    steps.push(key(KeyCode::Enter));
    steps
}

pub(crate) fn click(x: u16, y: u16) -> Vec<Step> {
    let button = MouseButton::Left;
    vec![Step::Mouse(MouseEventKind::Down(button), x, y), Step::Mouse(MouseEventKind::Up(button), x, y)]
}

/// A clock that only the script advances.
#[derive(Clone, Default)]
struct Hand(Arc<Mutex<Duration>>);

impl Hand {
    fn source(&self) -> TimeSource {
        let hand = self.clone();
        TimeSource::new(move || *hand.0.lock().unwrap())
    }

    fn pass(&self, time: Duration) {
        *self.0.lock().unwrap() += time;
    }
}

/// A stage with a script, a buffer and a clock that only the script advances.
pub(crate) struct Script {
    steps: VecDeque<Step>,
    buffer: Buffer,
    clock: Hand,
    /// Number of frames drawn, now and at the last check.
    drawn: usize,
    asked: usize,
    since: Instant,
}

impl Script {
    fn new(size: (u16, u16), steps: Vec<Step>, clock: Hand) -> Script {
        let buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
        Script { steps: steps.into(), buffer, clock, drawn: 0, asked: 0, since: Instant::now() }
    }

    fn text(&self) -> String {
        snapshot::text(&self.buffer)
    }

    /// Runs a step that needs no input to the loop. Returns `false` if it must be repeated later.
    fn look(&mut self, step: &Step) -> bool {
        match step {
            Step::Until(words) => return self.text().contains(words),
            Step::UntilNot(words) => return !self.text().contains(words),
            Step::Shows(words) => assert!(self.text().contains(words), "{words:?} is not shown:\n{}", self.text()),
            Step::ShowsNot(words) => assert!(!self.text().contains(words), "{words:?} is shown:\n{}", self.text()),
            Step::Ascii => assert!(self.text().is_ascii(), "{}", self.text()),
            Step::Picture(name) => snapshot::compare(name, &self.buffer),
            Step::Undrawn => assert_eq!(self.drawn, self.asked, "drawn for nothing:\n{}", self.text()),
            _ => unreachable!("it is for the loop"),
        }
        self.asked = self.drawn;
        true
    }

    fn let_pass(&mut self, left: u64, patience: Duration) {
        let whole = Duration::from_millis(left);
        let part = whole.min(patience.max(Duration::from_millis(1)));
        self.clock.pass(part);
        if part < whole {
            self.steps.push_front(Step::Elapse((whole - part).as_millis() as u64));
        }
    }
}

impl TerminalIo for Script {
    fn size(&self) -> Size {
        self.buffer.area.as_size()
    }

    fn draw(&mut self, app: &App) -> io::Result<()> {
        self.drawn += 1;
        self.buffer = Buffer::empty(self.buffer.area);
        draw(app, &mut self.buffer);
        Ok(())
    }

    fn wait(&mut self, patience: Duration) -> io::Result<Option<Input>> {
        loop {
            let step = self.steps.pop_front().unwrap_or_else(|| panic!("nobody left:\n{}", self.text()));
            let input = match step {
                Step::Key(code, modifiers) => Input::Key(KeyEvent::new(code, modifiers)),
                Step::Mouse(kind, column, row) => {
                    Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
                }
                Step::Resize(width, height) => {
                    self.buffer = Buffer::empty(Rect::new(0, 0, width, height));
                    Input::Resize(Size { width, height })
                }
                Step::Interrupt => Input::Interrupt,
                Step::Elapse(left) => {
                    self.let_pass(left, patience);
                    return Ok(None);
                }
                step => {
                    if self.look(&step) {
                        self.since = Instant::now();
                        continue;
                    }
                    assert!(self.since.elapsed() < TIMEOUT, "{step:?} never came:\n{}", self.text());
                    self.steps.push_front(step);
                    self.clock.pass(patience);
                    thread::yield_now();
                    return Ok(None);
                }
            };
            self.since = Instant::now();
            return Ok(Some(input));
        }
    }
}

/// A host that saves no games.
#[derive(Default)]
pub(crate) struct Desk {
    pub(crate) left: Option<Session>,
    pub(crate) keeps: bool,
    /// The seeds of the games that were started.
    pub(crate) begun: Rc<RefCell<Vec<u64>>>,
}

impl Host for Desk {
    fn begin(&mut self, options: Options) -> StartedGame {
        self.begun.borrow_mut().push(options.seed);
        StartedGame { session: Session::new(options), notice: None }
    }

    fn keeps_games(&self) -> bool {
        self.keeps
    }

    fn unfinished(&self) -> Option<String> {
        self.left.as_ref().map(|session| format!("a game of {} moves", session.game().ply()))
    }

    fn resume(&mut self) -> Option<Session> {
        self.left.take()
    }

    fn free_name(&self) -> String {
        "game.sgf".to_owned()
    }

    fn save(&mut self, session: &Session, path: &Path) -> Result<(), Box<dyn Error>> {
        if path.extension().is_none() {
            return Err(format!("{} has no ending that names a format: use one of .txt, .sgf", path.display()).into());
        }
        Ok(std::fs::write(path, session.game().ply().to_string())?)
    }
}

/// Two players on a board, without evaluation, whose values depend on the speed of the machine.
pub(crate) fn setting(variant: Variant, black: &str, white: &str) -> ScreenOptions {
    let seats = Sides { black: black.parse().unwrap(), white: white.parse().unwrap() };
    let settings = Settings { hash_bytes: 1 << 20, threads: 1 };
    let plan = Plan { start: Start::Variant(variant), seats, time: None, games: 1, seed: 7, settings };
    let look = ScreenTheme { palette: Palette::Indexed, ..ScreenTheme::default() };
    ScreenOptions { plan, begin: StartMode::Play, look, is_watched: false, speed: 1.0, clock: TimeSource::real() }
}

/// Runs a script in a terminal of this size.
pub(crate) fn perform(setting: ScreenOptions, size: (u16, u16), steps: Vec<Step>) -> ScreenResult {
    perform_with(Desk::default(), setting, size, steps)
}

pub(crate) fn perform_with(desk: Desk, setting: ScreenOptions, size: (u16, u16), steps: Vec<Step>) -> ScreenResult {
    let clock = Hand::default();
    let mut app = App::new(ScreenOptions { clock: clock.source(), ..setting }, Box::new(desk));
    let mut script = Script::new(size, steps, clock);
    run(&mut app, &mut script).unwrap();
    assert!(script.steps.is_empty(), "left before {:?}", script.steps);
    app.leave()
}
