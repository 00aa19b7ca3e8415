//! Values of moves, found on a thread of their own, for hints and evaluation bars.

use std::{
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
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
    is_broken: bool,
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
        Advisor { questions: Some(questions), answers, switch, is_broken: false, thread: Some(thread) }
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
        loop {
            match self.answers.recv_timeout(timeout) {
                Ok((number, advice)) if number == self.switch.current() => return Some(advice),
                Ok(_) => {}
                Err(error) => {
                    self.is_broken = error == RecvTimeoutError::Disconnected;
                    return None;
                }
            }
        }
    }

    /// Has it broken down? No answer will come any more.
    pub fn is_broken(&self) -> bool {
        self.is_broken
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

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    #[test]
    fn one_whose_thread_has_ended_says_so() {
        let mut advisor = Advisor::new(&Settings { hash_bytes: 1 << 20, threads: 1 });
        assert!(advisor.poll().is_none() && !advisor.is_broken());
        advisor.questions = None;
        advisor.thread.take().unwrap().join().unwrap();
        advisor.ask(Variant::TINY.start(), Limits::exact());
        assert!(advisor.poll().is_none() && advisor.is_broken());
    }
}
