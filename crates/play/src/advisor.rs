//! Values of moves, found on a thread of their own, for hints and evaluation bars.

use std::{
    sync::mpsc::{self, Receiver, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use outflank_engine::{Analysis, Limits, Searcher, Settings};
use outflank_rules::Position;

use crate::switch::Switch;

/// What moves of a position are worth.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The position that was asked about.
    pub position: Position,
    /// Every legal move with its value, best first; none if the game is over or the position must pass.
    pub analysis: Analysis,
}

/// An engine that values moves in the background. Asked again, it forgets what it was asked before. Dropped, it stops.
///
/// ```
/// use std::time::Duration;
/// use outflank_engine::{Limits, Settings};
/// use outflank_play::Advisor;
/// use outflank_rules::Variant;
///
/// let mut advisor = Advisor::new(&Settings::default());
/// advisor.ask(Variant::TINY.start(), Limits::exact());
/// let advice = advisor.wait(Duration::from_secs(60)).expect("4x4 is solved at once");
/// assert_eq!(advice.analysis.moves.len(), 4);
/// ```
pub struct Advisor {
    /// `None` only while it is dropped.
    questions: Option<Sender<(u64, Position, Limits)>>,
    answers: Receiver<(u64, Advice)>,
    switch: Switch,
    thread: Option<JoinHandle<()>>,
}

impl Advisor {
    /// An engine with these means; it costs nothing until it is asked.
    pub fn new(settings: &Settings) -> Advisor {
        let searcher = Searcher::new(settings);
        let switch = Switch::new(searcher.stop_flag());
        let (questions, inbox) = mpsc::channel();
        let (outbox, answers) = mpsc::channel();
        let for_thread = switch.clone();
        let thread = thread::spawn(move || work(searcher, &inbox, &outbox, &for_thread));
        Advisor { questions: Some(questions), answers, switch, thread: Some(thread) }
    }

    /// Begins to value the moves of a position.
    pub fn ask(&mut self, position: Position, limits: Limits) {
        let number = self.switch.advance();
        if let Some(questions) = &self.questions {
            let _ = questions.send((number, position, limits));
        }
    }

    /// Gives up what it was asked.
    pub fn cancel(&mut self) {
        self.switch.advance();
    }

    /// The answer, if it is there; each is given once.
    pub fn poll(&mut self) -> Option<Advice> {
        self.wait(Duration::ZERO)
    }

    /// The answer, waiting no longer than this.
    pub fn wait(&mut self, timeout: Duration) -> Option<Advice> {
        while let Ok((number, advice)) = self.answers.recv_timeout(timeout) {
            if number == self.switch.current() {
                return Some(advice);
            }
        }
        None
    }
}

impl Drop for Advisor {
    fn drop(&mut self) {
        self.switch.advance();
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(
    mut searcher: Searcher,
    inbox: &Receiver<(u64, Position, Limits)>,
    outbox: &Sender<(u64, Advice)>,
    switch: &Switch,
) {
    while let Ok((number, position, limits)) = inbox.recv() {
        if !switch.admits(number) {
            continue;
        }
        let analysis = searcher.analyse(&position, &limits);
        if outbox.send((number, Advice { position, analysis })).is_err() {
            return;
        }
    }
}
