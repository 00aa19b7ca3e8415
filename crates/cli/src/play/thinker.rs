//! A computer player on its own thread.

use std::{
    sync::{
        Arc,
        atomic::AtomicBool,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use outflank_arena::{
    Answer, Briefing, Foul, Limits, OnCall, PlayerError, PlayerSpec, Question, Sides, TimeControl, TimeSource, Verdict,
};
use outflank_rules::{Color, Game};

use crate::play::cancel::CancelToken;

/// The name of the game in the protocol.
const GAME: &str = "game";

/// A request to the thread.
struct ThinkRequest {
    number: u64,
    game: Game,
    clocks: Option<(TimeControl, Sides<Duration>)>,
    time: TimeSource,
}

/// A reply of the thread, with the number of the request and the time.
struct ThinkReply {
    number: u64,
    at: Duration,
    event: ThinkerEvent,
}

/// The content of a reply.
pub(crate) enum ThinkerEvent {
    /// The player is prepared and begins to think.
    Ready,
    Decided(Result<Answer, PlayerError>),
}

/// A handle to a player on its own thread. Dropping it stops the player and joins the thread.
pub(crate) struct Thinker {
    /// `None` only during the drop.
    jobs: Option<Sender<ThinkRequest>>,
    answers: Receiver<ThinkReply>,
    cancel: CancelToken,
    is_thinking: bool,
    needs_preparation: bool,
    is_preparing: bool,
    /// Does the player return a move when it is stopped?
    can_hurry: bool,
    thread: Option<JoinHandle<()>>,
}

/// The facts about the game that a player gets before its first move.
pub(crate) struct Terms {
    pub(crate) color: Color,
    pub(crate) opponent: String,
    pub(crate) time: Option<TimeControl>,
    pub(crate) seed: u64,
}

impl Thinker {
    /// Starts the thread. A built-in bot is created at once; a program starts with its first
    /// request.
    pub(crate) fn new(player: &PlayerSpec, limits: Limits, terms: Terms, game: &Game) -> Thinker {
        let can_hurry = matches!(player, PlayerSpec::Bot(_));
        let mut player = OnCall::new(player, limits);
        if can_hurry {
            player.prepare(&terms.briefing(game), &AtomicBool::default()).expect("a built-in bot is always ready");
        }
        let cancel = CancelToken::new(Arc::default());
        let (jobs, inbox) = mpsc::channel();
        let (outbox, answers) = mpsc::channel();
        let for_thread = cancel.clone();
        let thread = thread::spawn(move || work(player, !can_hurry, &terms, &inbox, &outbox, &for_thread));
        Thinker {
            jobs: Some(jobs),
            answers,
            cancel,
            is_thinking: false,
            needs_preparation: !can_hurry,
            is_preparing: false,
            can_hurry,
            thread: Some(thread),
        }
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.is_thinking
    }

    /// Is the player still starting after a request?
    pub(crate) fn is_preparing(&self) -> bool {
        self.is_preparing
    }

    /// Requests a move and cancels the request before. `time` stamps the reply.
    pub(crate) fn ask(&mut self, game: Game, clocks: Option<(TimeControl, Sides<Duration>)>, time: TimeSource) {
        let number = self.cancel.advance();
        if let Some(jobs) = &self.jobs {
            self.is_thinking = jobs.send(ThinkRequest { number, game, clocks, time }).is_ok();
            self.is_preparing = self.is_thinking && self.needs_preparation;
        }
    }

    /// Returns the next event and its time, if known. Waits at most `timeout`.
    pub(crate) fn answer(&mut self, timeout: Duration) -> Option<(Option<Duration>, ThinkerEvent)> {
        let current = self.cancel.current();
        loop {
            let answer = match self.answers.recv_timeout(timeout) {
                Ok(answer) if answer.number == current => (Some(answer.at), answer.event),
                Ok(_) => continue,
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => (None, ThinkerEvent::Decided(Err(broken()))),
            };
            self.is_thinking = matches!(answer.1, ThinkerEvent::Ready);
            self.is_preparing = false;
            return Some(answer);
        }
    }

    /// Waits for a reply without taking it.
    #[cfg(test)]
    pub(crate) fn wait_for_answer(&mut self) {
        let (sender, answers) = mpsc::channel();
        sender.send(self.answers.recv().expect("it answers")).expect("we hold the receiver");
        self.answers = answers;
    }

    /// Requests a move at once, if the player can do that.
    pub(crate) fn hurry(&self) {
        if self.can_hurry && self.is_thinking {
            self.cancel.hurry();
        }
    }

    /// Cancels the current request.
    pub(crate) fn cancel(&mut self) {
        if self.is_thinking {
            self.cancel.advance();
            (self.is_thinking, self.is_preparing) = (false, false);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.cancel.advance();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Terms {
    fn briefing<'a>(&'a self, game: &'a Game) -> Briefing<'a> {
        let Terms { color, opponent, time, seed } = self;
        Briefing { game, name: GAME, color: *color, opponent, time: *time, seed: *seed }
    }
}

/// The thread has panicked.
fn broken() -> PlayerError {
    Foul::new(Verdict::Crashed, b"", "this is a fault of Outflank, please report it").into()
}

fn work(
    mut player: OnCall,
    needs_preparation: bool,
    terms: &Terms,
    inbox: &Receiver<ThinkRequest>,
    outbox: &Sender<ThinkReply>,
    cancel: &CancelToken,
) {
    while let Ok(ThinkRequest { number, game, clocks, time }) = inbox.recv() {
        if !cancel.admits(number) {
            continue;
        }
        let reply = |event| outbox.send(ThinkReply { number, at: time.now(), event }).is_ok();
        let stop = cancel.stop_flag();
        let is_received = match player.prepare(&terms.briefing(&game), stop) {
            Ok(()) if needs_preparation && !reply(ThinkerEvent::Ready) => false,
            Ok(()) => reply(ThinkerEvent::Decided(player.choose(&Question { game: &game, time: clocks, stop }))),
            Err(trouble) => reply(ThinkerEvent::Decided(Err(trouble))),
        };
        if !is_received {
            return;
        }
    }
}
