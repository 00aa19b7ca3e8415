//! The engine on a thread of its own, one question at a time.

use std::panic::resume_unwind;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::SeqCst},
};
use std::thread::{self, JoinHandle};

use super::{Output, task::Task};
use crate::protocol::{Effort, Engine};

/// Where the engine is: a thread takes it along and brings it back, so that nobody asks it two things at once.
enum Place {
    Here(Box<Engine>),
    Thinking { thread: JoinHandle<Box<Engine>>, is_endless: bool },
}

/// An engine that thinks while somebody reads lines.
pub(super) struct Thinker {
    /// `None` only within a change.
    place: Option<Place>,
    stop: Arc<AtomicBool>,
    output: Output,
}

impl Thinker {
    pub(super) fn new(engine: Engine, output: Output) -> Thinker {
        Thinker { stop: engine.stop_flag(), place: Some(Place::Here(Box::new(engine))), output }
    }

    /// Begins with this, in place of what was being thought about.
    pub(super) fn begin(&mut self, effort: Effort, task: Task) {
        let mut engine = self.stopped();
        engine.effort = effort;
        let (output, is_endless) = (self.output.clone(), task.is_endless());
        let thread = thread::spawn(move || {
            // A window that has closed its end sends no more lines either, and so the session ends.
            let _ = task.run(&mut engine, &output);
            engine
        });
        self.place = Some(Place::Thinking { thread, is_endless });
    }

    /// A new game begins.
    pub(super) fn begin_game(&mut self) {
        let mut engine = self.stopped();
        engine.begin_game();
        self.place = Some(Place::Here(engine));
    }

    /// Stops what is being thought about. After this it writes nothing more.
    pub(super) fn stop(&mut self) {
        self.place = Some(Place::Here(self.stopped()));
    }

    /// Waits for the end of what has one, and stops the rest.
    pub(super) fn finish(&mut self) {
        if let Some(Place::Thinking { is_endless: false, .. }) = self.place {
            let engine = self.returned();
            self.place = Some(Place::Here(engine));
        }
        self.stop();
    }

    /// The engine, told to stop, with the order to stop taken back.
    fn stopped(&mut self) -> Box<Engine> {
        self.stop.store(true, SeqCst);
        let engine = self.returned();
        self.stop.store(false, SeqCst);
        engine
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
        self.stop.store(true, SeqCst);
        if let Some(Place::Thinking { thread, .. }) = self.place.take() {
            let _ = thread.join();
        }
    }
}
