//! Players that the operator offers: programs that run here or listen elsewhere.
//!
//! Only the operator can name a program, so no client can start one or make the server connect
//! anywhere. Each player has one process and one thread for all its games. Requests wait in a queue
//! in which clients take turns.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use outflank_arena::{
    Answer, Briefing, Foul, Limits, OnCall, PlayerError, PlayerSpec, Question, Verdict, roster::Roster,
};
use outflank_arena::{Sides, TimeControl};
use outflank_rules::{Color, Game};
use tokio::sync::oneshot;

use crate::{
    Reply,
    engine::pool::{Client, Fair},
    game::{PROGRAM_ANSWER_TIME, wire::name_key},
};

/// A request for a move.
#[derive(Clone, Debug)]
pub(crate) struct ProgramQuestion {
    /// The name of the game.
    pub(crate) name: String,
    pub(crate) game: Game,
    pub(crate) color: Color,
    pub(crate) opponent: String,
    /// The time control, and the time that each side had left when this was requested.
    pub(crate) time: Option<(TimeControl, Sides<Duration>)>,
    pub(crate) seed: u64,
}

/// All players that the operator offers. Dropping it ends their programs.
pub(crate) struct Programs {
    hosts: Vec<Host>,
}

/// One player, with its thread.
struct Host {
    name: String,
    /// The name as [`name_key`] compares it.
    key: String,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    /// A request has come, or the server stops.
    news: Condvar,
}

struct State {
    waiting: Fair<Client, Job>,
    last_number: u64,
    /// Stops the running request.
    running: Option<Arc<AtomicBool>>,
    is_closed: bool,
}

struct Job {
    number: u64,
    question: ProgramQuestion,
    /// The clock of its side runs since then.
    asked: Instant,
    stop: Arc<AtomicBool>,
    answer: oneshot::Sender<Result<Answer, PlayerError>>,
}

impl Programs {
    /// Starts a thread for each player. A program starts at its first request.
    pub(crate) fn new(players: &Roster) -> Programs {
        let all = players.names().iter().zip(players.entrants());
        Programs { hosts: all.map(|(name, entrant)| Host::start(name, entrant)).collect() }
    }

    /// The names, in the operator's order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.hosts.iter().map(|host| host.name.as_str())
    }

    /// The name of a player as the operator wrote it. Case does not matter.
    pub(crate) fn find(&self, name: &str) -> Option<&str> {
        self.host(name).map(|host| host.name.as_str())
    }

    fn host(&self, name: &str) -> Option<&Host> {
        let key = name_key(name);
        self.hosts.iter().find(|host| host.key == key)
    }

    /// Requests a move. Dropping the reply cancels the request.
    pub(crate) fn choose(
        &self,
        name: &str,
        client: Client,
        question: ProgramQuestion,
    ) -> Reply<Result<Answer, PlayerError>> {
        match self.host(name) {
            Some(host) => host.shared.ask(client, question),
            None => Box::pin(std::future::ready(Err(gone(name).into()))),
        }
    }

    /// How many requests of a client wait.
    pub(crate) fn moves_waiting(&self, client: Client) -> usize {
        self.hosts.iter().map(|host| host.shared.state().waiting.of(client)).sum()
    }
}

/// A game resumed after a restart, and the operator no longer offers its player.
fn gone(name: &str) -> Foul {
    Foul::new(Verdict::NotStarted, b"", format!("the server no longer offers {name:?}"))
}

impl Host {
    fn start(name: &str, entrant: &PlayerSpec) -> Host {
        let state = State { waiting: Fair::new(), last_number: 0, running: None, is_closed: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), news: Condvar::new() });
        let (entrant, for_thread) = (entrant.clone(), Arc::clone(&shared));
        let thread = thread::spawn(move || work(&entrant, &for_thread));
        Host { name: name.to_owned(), key: name_key(name), shared, thread: Some(thread) }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.shared.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// No player runs under the lock, so no panic leaves the state half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(self: &Arc<Shared>, client: Client, question: ProgramQuestion) -> Reply<Result<Answer, PlayerError>> {
        let (answer, coming) = oneshot::channel();
        let stop = Arc::<AtomicBool>::default();
        let mut state = self.state();
        state.last_number += 1;
        let number = state.last_number;
        state.waiting.push(client, Job { number, question, asked: Instant::now(), stop: Arc::clone(&stop), answer });
        drop(state);
        self.news.notify_one();
        let ticket = Ticket { shared: Arc::clone(self), client, number, stop };
        Box::pin(async move {
            let _given_up_if_dropped = ticket;
            coming.await.unwrap_or(Err(PlayerError::Stopped))
        })
    }

    /// Waits for a request. `None` when the server stops.
    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        state.running = None;
        loop {
            if state.is_closed {
                return None;
            }
            if let Some((_, job)) = state.waiting.pop(|_, _| true) {
                state.running = Some(Arc::clone(&job.stop));
                return Some(job);
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.waiting = Fair::new();
        state.running.iter().for_each(|stop| stop.store(true, SeqCst));
        self.news.notify_all();
    }
}

/// Cancels the request when dropped.
struct Ticket {
    shared: Arc<Shared>,
    client: Client,
    number: u64,
    stop: Arc<AtomicBool>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.store(true, SeqCst);
        self.shared.state().waiting.remove(self.client, |job| job.number == self.number);
    }
}

fn work(entrant: &PlayerSpec, shared: &Shared) {
    let new = || OnCall::new(entrant, Limits { patience: PROGRAM_ANSWER_TIME, ..Limits::default() });
    let mut player = new();
    while let Some(Job { question, asked, stop, answer, .. }) = shared.next() {
        // A panic leaves the player in an unknown state, so a new one replaces it.
        let said = panic::catch_unwind(AssertUnwindSafe(|| choice(&mut player, &question, asked, &stop)))
            .unwrap_or_else(|_| {
                player = new();
                Err(Foul::new(Verdict::Crashed, b"", "this is a fault of Outflank, please report it").into())
            });
        let _ = answer.send(said);
    }
}

fn choice(
    player: &mut OnCall,
    question: &ProgramQuestion,
    asked: Instant,
    stop: &AtomicBool,
) -> Result<Answer, PlayerError> {
    let ProgramQuestion { name, game, color, opponent, time, seed } = question;
    let control = time.map(|(control, _)| control);
    player.prepare(&Briefing { game, name, color: *color, opponent, time: control, seed: *seed }, stop)?;
    // The clock also runs in the queue and while the program starts.
    let waited = asked.elapsed();
    let time = time.map(|(control, mut left)| {
        left[*color] = left[*color].saturating_sub(waited);
        (control, left)
    });
    player.choose(&Question { game, time, stop })
}
