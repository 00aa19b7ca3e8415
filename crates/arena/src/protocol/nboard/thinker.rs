//! The engine on a separate thread: its tasks and its output.

use std::{
    io::{self, Write},
    panic::resume_unwind,
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::Instant,
};

use outflank_engine::{Clock, Limits, StopHandle};
use outflank_rules::{Game, Move, Position};

use crate::protocol::{Engine, EngineLimits, Hint, Thought};

/// Where the engine is. The thread owns it while it searches, so it never runs two tasks at once.
enum Place {
    Here(Box<Engine>),
    Thinking { thread: JoinHandle<Box<Engine>>, is_endless: bool },
}

/// Runs the engine while the caller reads lines.
pub(super) struct Thinker {
    /// `None` only during a change.
    place: Option<Place>,
    stop: StopHandle,
    output: Output,
}

impl Thinker {
    pub(super) fn new(engine: Engine, output: Output) -> Thinker {
        Thinker { stop: engine.stop_handle().clone(), place: Some(Place::Here(Box::new(engine))), output }
    }

    /// Replaces the current task with this one.
    pub(super) fn begin(&mut self, limits: EngineLimits, task: Task) {
        let mut engine = self.stopped();
        self.stop = engine.new_stop_handle();
        engine.limits = limits;
        let (output, is_endless) = (self.output.clone(), task.is_endless());
        let thread = thread::spawn(move || {
            // A GUI that closed its end sends no more lines, which ends the session.
            let _ = task.run(&mut engine, &output);
            engine
        });
        self.place = Some(Place::Thinking { thread, is_endless });
    }

    /// Starts a new game.
    pub(super) fn begin_game(&mut self) {
        let mut engine = self.stopped();
        engine.begin_game();
        self.place = Some(Place::Here(engine));
    }

    /// Stops the current task. It writes nothing afterwards.
    pub(super) fn stop(&mut self) {
        self.place = Some(Place::Here(self.stopped()));
    }

    /// Waits for a task that ends by itself and stops any other.
    pub(super) fn finish(&mut self) {
        if let Some(Place::Thinking { is_endless: false, .. }) = self.place {
            let engine = self.returned();
            self.place = Some(Place::Here(engine));
        }
        self.stop();
    }

    /// Stops the engine and takes it back.
    fn stopped(&mut self) -> Box<Engine> {
        self.stop.stop();
        self.returned()
    }

    fn returned(&mut self) -> Box<Engine> {
        match self.place.take().expect("the engine is always put back") {
            Place::Here(engine) => engine,
            Place::Thinking { thread, .. } => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(Place::Thinking { thread, .. }) = self.place.take() {
            let _ = thread.join();
        }
    }
}

/// Search depth from which a search outranks the book, which such searches built.
const DEEPER_THAN_THE_BOOK: u32 = 16;

/// A search task. It writes results as it finds them, and nothing once the engine was stopped.
pub(super) enum Task {
    Go(Position, Clock),
    Hint(Position, usize),
    Analyze(Game),
}

impl Task {
    /// True if it runs until it is stopped.
    pub(super) fn is_endless(&self) -> bool {
        matches!(self, Task::Hint(..))
    }

    pub(super) fn run(self, engine: &mut Engine, output: &Output) -> io::Result<()> {
        match self {
            Task::Go(position, clock) => go(engine, &position, clock, output),
            Task::Hint(position, count) => hint(engine, &position, count, output),
            Task::Analyze(game) => analyze(engine, &game, output),
        }
    }
}

fn go(engine: &mut Engine, position: &Position, clock: Clock, output: &Output) -> io::Result<()> {
    output.say("status Outflank is thinking")?;
    let thought = engine.choose(position, clock);
    output.say("status")?;
    if engine.stop_handle().is_stopped() {
        return Ok(());
    }
    let Some(Thought { mv, value, nodes, time }) = thought else { return output.say("=== PA") };
    let (value, seconds) = (value.map(|value| value.discs().to_string()).unwrap_or_default(), time.as_secs_f64());
    output.say(&format!("nodestats {nodes} {seconds:.2}"))?;
    output.say(&format!("=== {}/{value}/{seconds:.2}", name(mv)))
}

fn hint(engine: &mut Engine, position: &Position, count: usize, output: &Output) -> io::Result<()> {
    output.say("status Outflank is looking for the best moves")?;
    let known: Vec<Move> = tell_the_book(engine, position, count, output)?;
    let (begun, stop) = (Instant::now(), engine.stop_handle().clone());
    let says_less = |hint: &Hint| {
        hint.depth < DEEPER_THAN_THE_BOOK && !hint.is_exact && hint.line.first().is_some_and(|mv| known.contains(mv))
    };
    let mut written = Ok(());
    let mut report = |hints: &[Hint], nodes: u64| {
        // Stops if the GUI no longer reads.
        if stop.is_stopped() || written.is_err() {
            stop.stop();
            return;
        }
        let news = hints.iter().filter(|hint| !says_less(hint));
        written = news
            .map(search_line)
            .try_for_each(|line| output.say(&line))
            .and_then(|()| output.say(&format!("nodestats {nodes} {:.2}", begun.elapsed().as_secs_f64())));
    };
    engine.hints(position, count, &Limits::open_ended(), &mut report);
    written?;
    output.say("status")
}

/// Writes the book moves and returns them.
fn tell_the_book(engine: &Engine, position: &Position, count: usize, output: &Output) -> io::Result<Vec<Move>> {
    let known = engine.known(position);
    for entry in known.iter().take(count) {
        output.say(&format!("book {} {} 0 {}", name(entry.mv), entry.value.discs(), DEEPER_THAN_THE_BOOK))?;
    }
    Ok(known.iter().map(|entry| entry.mv).collect())
}

fn analyze(engine: &mut Engine, game: &Game, output: &Output) -> io::Result<()> {
    output.say("status Outflank is analysing the game")?;
    let stop = engine.stop_handle().clone();
    let mut written = Ok(());
    engine.look_back(game, &mut |ply, value| {
        written = output.say(&format!("analysis {ply} {}", value.discs()));
        if written.is_err() {
            stop.stop();
        }
    });
    written?;
    output.say("status")
}

/// Writes lines to the GUI, each complete and flushed.
#[derive(Clone)]
pub struct Output {
    out: Arc<Mutex<dyn Write + Send>>,
}

impl Output {
    /// Writes lines to this output.
    pub fn new(out: impl Write + Send + 'static) -> Output {
        Output { out: Arc::new(Mutex::new(out)) }
    }

    /// Writes a line.
    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{line}")?;
        out.flush()
    }
}

/// A move in NBoard's notation.
pub(super) fn name(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
    }
}

/// The line for a search result.
pub(super) fn search_line(hint: &Hint) -> String {
    let line: String = hint.line.iter().copied().map(name).collect();
    format!("search {line} {} 0 {}", hint.value.discs(), hint.depth_text())
}
