//! A player on a thread of its own, so that nobody has to wait for it.

use std::{
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use outflank_engine::Clock;
use outflank_rules::Game;

use crate::{
    FaultKind, PlayerFault, Seat, TimeSource,
    mover::{Decision, Mover},
    switch::Switch,
};

/// A question to the thread.
struct Job {
    number: u64,
    game: Game,
    clock: Clock,
    time: TimeSource,
}

/// An answer with the number of its question, and when it was there.
struct Answer {
    number: u64,
    at: Duration,
    decision: Result<Decision, PlayerFault>,
}

/// A handle on a player that thinks on its own thread. Dropped, it stops the player and waits for the thread.
pub(crate) struct Thinker {
    player: Seat,
    /// `None` only while it is dropped.
    jobs: Option<Sender<Job>>,
    answers: Receiver<Answer>,
    switch: Switch,
    is_thinking: bool,
    can_hurry: bool,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    pub(crate) fn new(player: Seat, mover: Box<dyn Mover>) -> Thinker {
        let switch = Switch::new(mover.stop_flag());
        let can_hurry = mover.can_hurry();
        let (jobs, inbox) = mpsc::channel();
        let (outbox, answers) = mpsc::channel();
        let for_thread = switch.clone();
        let thread = thread::spawn(move || work(mover, &inbox, &outbox, &for_thread));
        Thinker { player, jobs: Some(jobs), answers, switch, is_thinking: false, can_hurry, thread: Some(thread) }
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.is_thinking
    }

    /// Begins to think about a game, and gives up what was thought about before. When the answer is there is told by `time`.
    pub(crate) fn ask(&mut self, game: Game, clock: Clock, time: TimeSource) {
        let number = self.switch.advance();
        if let Some(jobs) = &self.jobs {
            self.is_thinking = jobs.send(Job { number, game, clock, time }).is_ok();
        }
    }

    /// The answer and when it was there if that is known, waiting no longer than this for it.
    pub(crate) fn answer(&mut self, timeout: Duration) -> Option<(Option<Duration>, Result<Decision, PlayerFault>)> {
        let current = self.switch.current();
        loop {
            let answer = match self.answers.recv_timeout(timeout) {
                Ok(answer) if answer.number == current => (Some(answer.at), answer.decision),
                Ok(_) => continue,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => (None, Err(self.broken())),
            };
            self.is_thinking = false;
            return Some(answer);
        }
    }

    /// Waits until the answer lies there, and leaves it there.
    #[cfg(test)]
    pub(crate) fn wait_for_answer(&mut self) {
        let (sender, answers) = mpsc::channel();
        sender.send(self.answers.recv().expect("it answers")).expect("we hold the receiver");
        self.answers = answers;
    }

    fn broken(&self) -> PlayerFault {
        PlayerFault { player: self.player.clone(), kind: FaultKind::Broken, last_words: String::new() }
    }

    /// Asks for an answer at once, where there can be one.
    pub(crate) fn hurry(&self) {
        if self.can_hurry && self.is_thinking {
            self.switch.hurry();
        }
    }

    /// Gives up what is being thought about.
    pub(crate) fn cancel(&mut self) {
        if self.is_thinking {
            self.switch.advance();
            self.is_thinking = false;
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.switch.advance();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(mut mover: Box<dyn Mover>, inbox: &Receiver<Job>, outbox: &Sender<Answer>, switch: &Switch) {
    while let Ok(Job { number, game, clock, time }) = inbox.recv() {
        if !switch.admits(number) {
            continue;
        }
        let decision = mover.choose(&game, clock);
        if outbox.send(Answer { number, at: time.now(), decision }).is_err() {
            return;
        }
    }
}
