//! Evaluates moves on its own thread, for hints and the evaluation bar.

use std::{
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use outflank_engine::{Analysis, Limits, Searcher, Settings};
use outflank_rules::Position;

use crate::play::cancel::CancelToken;

/// The evaluation of the moves of a position.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The position.
    pub position: Position,
    /// Every legal move with its value, best first; empty if the game is over or a pass is forced.
    pub analysis: Analysis,
}

/// An engine that evaluates moves in the background. A new request cancels the one before. Dropping
/// it stops it.
///
/// ```
/// use std::time::Duration;
/// use outflank_engine::{Limits, Settings};
/// use outflank_cli::play::Advisor;
/// use outflank_rules::Variant;
///
/// let mut advisor = Advisor::new(&Settings::default());
/// advisor.ask(Variant::TINY.start(), Limits::exact());
/// let advice = advisor.wait(Duration::from_secs(60)).expect("4x4 is solved at once");
/// assert_eq!(advice.analysis.moves.len(), 4);
/// ```
pub struct Advisor {
    /// `None` only during the drop.
    questions: Option<Sender<(u64, Position, Limits)>>,
    answers: Receiver<(u64, Advice)>,
    cancel: CancelToken,
    is_broken: bool,
    thread: Option<JoinHandle<()>>,
}

impl Advisor {
    /// Starts an engine with these settings. It uses no processor time until the first request.
    pub fn new(settings: &Settings) -> Advisor {
        let searcher = Searcher::new(settings);
        let cancel = CancelToken::new(searcher.stop_handle().clone().into());
        let (questions, inbox) = mpsc::channel();
        let (outbox, answers) = mpsc::channel();
        let for_thread = cancel.clone();
        let thread = thread::spawn(move || work(searcher, &inbox, &outbox, &for_thread));
        Advisor { questions: Some(questions), answers, cancel, is_broken: false, thread: Some(thread) }
    }

    /// Requests the evaluation of a position.
    pub fn ask(&mut self, position: Position, limits: Limits) {
        let number = self.cancel.advance();
        if let Some(questions) = &self.questions {
            let _ = questions.send((number, position, limits));
        }
    }

    /// Cancels the request.
    pub fn cancel(&mut self) {
        self.cancel.advance();
    }

    /// Returns the result if it is ready, once.
    pub fn poll(&mut self) -> Option<Advice> {
        self.wait(Duration::ZERO)
    }

    /// Returns the result; waits at most `timeout`.
    pub fn wait(&mut self, timeout: Duration) -> Option<Advice> {
        loop {
            match self.answers.recv_timeout(timeout) {
                Ok((number, advice)) if number == self.cancel.current() => return Some(advice),
                Ok(_) => {}
                Err(error) => {
                    self.is_broken = error == RecvTimeoutError::Disconnected;
                    return None;
                }
            }
        }
    }

    /// Did the thread end? Then no result will come.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }
}

impl Drop for Advisor {
    fn drop(&mut self) {
        self.cancel.advance();
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
    cancel: &CancelToken,
) {
    while let Ok((number, position, limits)) = inbox.recv() {
        if !cancel.admits(number) {
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
    fn an_advisor_whose_thread_ended_is_broken() {
        let mut advisor = Advisor::new(&Settings { hash_bytes: 1 << 20, threads: 1 });
        assert!(advisor.poll().is_none() && !advisor.is_broken());
        advisor.questions = None;
        advisor.thread.take().unwrap().join().unwrap();
        advisor.ask(Variant::TINY.start(), Limits::exact());
        assert!(advisor.poll().is_none() && advisor.is_broken());
    }
}
