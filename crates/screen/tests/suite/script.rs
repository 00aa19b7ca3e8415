//! A terminal that plays a script: it presses keys, lets time pass, waits for words on the screen, and takes pictures.

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

use outflank_engine::Settings;
use outflank_play::{Options, Session, Sides, TimeSource};
use outflank_rules::Variant;
use outflank_screen::{App, Begin, Begun, Host, Input, Look, Outcome, Palette, Plan, Setting, Stage, Start, draw, run};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
    layout::{Rect, Size},
};

use crate::snapshot;

/// What does not happen in this time never will.
const PATIENCE: Duration = Duration::from_secs(120);

/// A line of a script.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Key(KeyCode, KeyModifiers),
    Mouse(MouseEventKind, u16, u16),
    Resize(u16, u16),
    Interrupt,
    /// So many milliseconds pass.
    Elapse(u64),
    /// The screen shows this, sooner or later.
    Until(&'static str),
    /// The screen no longer shows this.
    UntilNot(&'static str),
    /// The screen shows this now.
    Shows(&'static str),
    ShowsNot(&'static str),
    /// The screen is as it was written down.
    Picture(&'static str),
    /// There is nothing but ASCII.
    Ascii,
    /// Nothing has been drawn since this was asked last.
    Undrawn,
}

/// What is pressed to type this text.
pub(crate) fn typed(text: &str) -> Vec<Step> {
    text.chars().map(|sign| key(KeyCode::Char(sign))).collect()
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

/// A clock that only a script moves.
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

/// The stage: a script, a buffer, and a clock that only the script moves.
pub(crate) struct Script {
    steps: VecDeque<Step>,
    buffer: Buffer,
    clock: Hand,
    /// Pictures drawn, and how many when that was asked last.
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

    /// Does a step that asks nothing of the screen's loop; `false` if it has to be tried again later.
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

impl Stage for Script {
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
                    assert!(self.since.elapsed() < PATIENCE, "{step:?} never came:\n{}", self.text());
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

/// A program around the screen that keeps nothing.
#[derive(Default)]
pub(crate) struct Desk {
    pub(crate) left: Option<Session>,
    pub(crate) keeps: bool,
    /// The seeds of the games that were begun.
    pub(crate) begun: Rc<RefCell<Vec<u64>>>,
}

impl Host for Desk {
    fn begin(&mut self, options: Options) -> Begun {
        self.begun.borrow_mut().push(options.seed);
        Begun { session: Session::new(options), notice: None }
    }

    fn keeps_games(&self) -> bool {
        self.keeps
    }

    fn left(&self) -> Option<String> {
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

/// Two players on a board, without evaluation, which depends on the machine's mood while it deepens.
pub(crate) fn setting(variant: Variant, black: &str, white: &str) -> Setting {
    let seats = Sides { black: black.parse().unwrap(), white: white.parse().unwrap() };
    let settings = Settings { hash_bytes: 1 << 20, threads: 1 };
    let plan = Plan { start: Start::Variant(variant), seats, time: None, games: 1, seed: 7, settings };
    let look = Look { palette: Palette::Indexed, ..Look::default() };
    Setting { plan, begin: Begin::Play, look, is_watched: false, speed: 1.0, clock: TimeSource::real() }
}

/// Plays a script on a terminal of this size.
pub(crate) fn perform(setting: Setting, size: (u16, u16), steps: Vec<Step>) -> Outcome {
    perform_with(Desk::default(), setting, size, steps)
}

pub(crate) fn perform_with(desk: Desk, setting: Setting, size: (u16, u16), steps: Vec<Step>) -> Outcome {
    let clock = Hand::default();
    let mut app = App::new(Setting { clock: clock.source(), ..setting }, Box::new(desk));
    let mut script = Script::new(size, steps, clock);
    run(&mut app, &mut script).unwrap();
    assert!(script.steps.is_empty(), "left before {:?}", script.steps);
    app.leave()
}
