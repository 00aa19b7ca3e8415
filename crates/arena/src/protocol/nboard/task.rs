//! What an engine does on a thread of its own.

use std::io;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Instant;

use outflank_engine::{Clock, Limits};
use outflank_rules::{Game, Move, Position};

use super::output::{Output, name, search_line};
use crate::protocol::{Engine, Hint, Thought};

/// Plies that a search must have looked ahead to say more about a move than the book, which was made by such searches.
const DEEPER_THAN_THE_BOOK: u32 = 16;

/// Something to think about. What it finds is written as it is found, and nothing that it finds is once the engine was stopped.
pub(super) enum Task {
    Go(Position, Clock),
    Hint(Position, usize),
    Analyze(Game),
}

impl Task {
    /// Does it go on until somebody stops it?
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
    if engine.stop_flag().load(SeqCst) {
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
    let (begun, stop) = (Instant::now(), engine.stop_flag());
    let says_less = |hint: &Hint| {
        hint.depth < DEEPER_THAN_THE_BOOK && !hint.is_exact && hint.line.first().is_some_and(|mv| known.contains(mv))
    };
    let mut written = Ok(());
    let mut report = |hints: &[Hint], nodes: u64| {
        // Who does not listen any more need not be told more.
        if stop.load(SeqCst) || written.is_err() {
            stop.store(true, SeqCst);
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

/// Says what the book knows, and returns the moves it knows.
fn tell_the_book(engine: &Engine, position: &Position, count: usize, output: &Output) -> io::Result<Vec<Move>> {
    let known = engine.known(position);
    for entry in known.iter().take(count) {
        output.say(&format!("book {} {} 0 {}", name(entry.mv), entry.value.discs(), DEEPER_THAN_THE_BOOK))?;
    }
    Ok(known.iter().map(|entry| entry.mv).collect())
}

fn analyze(engine: &mut Engine, game: &Game, output: &Output) -> io::Result<()> {
    output.say("status Outflank is analysing the game")?;
    let stop = engine.stop_flag();
    let mut written = Ok(());
    engine.look_back(game, &mut |ply, value| {
        written = output.say(&format!("analysis {ply} {}", value.discs()));
        if written.is_err() {
            stop.store(true, SeqCst);
        }
    });
    written?;
    output.say("status")
}
