//! A player on a thread of its own, so that nobody has to wait for it.

use std::{
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use outflank_arena::{Decision, Mover};
use outflank_engine::Clock;
use outflank_rules::Game;

use crate::{FaultKind, PlayerFault, Seat, TimeSource, switch::Switch};

/// A question to the thread.
struct Job {
    number: u64,
    game: Game,
    clock: Clock,
    time: TimeSource,
}

/// What the thread says about a question, with the number of the question and when it was said.
struct Answer {
    number: u64,
    at: Duration,
    heard: Heard,
}

/// What is heard of a player.
pub(crate) enum Heard {
    /// It is prepared, and begins to think now.
    Ready,
    Decided(Result<Decision, PlayerFault>),
}

/// A handle on a player that thinks on its own thread. Dropped, it stops the player and waits for the thread.
pub(crate) struct Thinker {
    player: Seat,
    /// `None` only while it is dropped.
    jobs: Option<Sender<Job>>,
    answers: Receiver<Answer>,
    switch: Switch,
    is_thinking: bool,
    needs_preparation: bool,
    is_preparing: bool,
    can_hurry: bool,
    thread: Option<JoinHandle<()>>,
}

impl Thinker {
    pub(crate) fn new(player: Seat, mover: Box<dyn Mover>) -> Thinker {
        let switch = Switch::new(mover.stop_flag());
        let (needs_preparation, can_hurry) = (mover.needs_preparation(), mover.can_hurry());
        let (jobs, inbox) = mpsc::channel();
        let (outbox, answers) = mpsc::channel();
        let for_thread = switch.clone();
        let thread = thread::spawn(move || work(mover, &inbox, &outbox, &for_thread));
        Thinker {
            player,
            jobs: Some(jobs),
            answers,
            switch,
            is_thinking: false,
            needs_preparation,
            is_preparing: false,
            can_hurry,
            thread: Some(thread),
        }
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.is_thinking
    }

    /// Has it been asked, and not begun to think?
    pub(crate) fn is_preparing(&self) -> bool {
        self.is_preparing
    }

    /// Begins to think about a game, and gives up what was thought about before. When the answer is there is told by `time`.
    pub(crate) fn ask(&mut self, game: Game, clock: Clock, time: TimeSource) {
        let number = self.switch.advance();
        if let Some(jobs) = &self.jobs {
            self.is_thinking = jobs.send(Job { number, game, clock, time }).is_ok();
            self.is_preparing = self.is_thinking && self.needs_preparation;
        }
    }

    /// What it says next and when that was if it is known, waiting no longer than this for it.
    pub(crate) fn answer(&mut self, timeout: Duration) -> Option<(Option<Duration>, Heard)> {
        let current = self.switch.current();
        loop {
            let answer = match self.answers.recv_timeout(timeout) {
                Ok(answer) if answer.number == current => (Some(answer.at), answer.heard),
                Ok(_) => continue,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => (None, Heard::Decided(Err(self.broken()))),
            };
            self.is_thinking = matches!(answer.1, Heard::Ready);
            self.is_preparing = false;
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
            (self.is_thinking, self.is_preparing) = (false, false);
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
        let say = |heard| outbox.send(Answer { number, at: time.now(), heard }).is_ok();
        let is_heard = match mover.prepare(&game) {
            Ok(()) if mover.needs_preparation() && !say(Heard::Ready) => false,
            Ok(()) => say(Heard::Decided(mover.choose(&game, clock))),
            Err(fault) => say(Heard::Decided(Err(fault))),
        };
        if !is_heard {
            return;
        }
    }
}
