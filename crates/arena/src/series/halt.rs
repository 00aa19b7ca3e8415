//! How a series comes to an end before its games do.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::Duration,
};

/// How often the flag of the caller is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Whoever plays is stopped through this, by the caller's flag or because a player failed.
pub(super) struct Halt<'a> {
    caller: &'a AtomicBool,
    is_set: AtomicBool,
    players: Mutex<Vec<Arc<AtomicBool>>>,
}

impl Halt<'_> {
    pub(super) fn new(caller: &AtomicBool) -> Halt<'_> {
        Halt { caller, is_set: AtomicBool::default(), players: Mutex::default() }
    }

    pub(super) fn is_set(&self) -> bool {
        self.is_set.load(SeqCst) || self.caller.load(SeqCst)
    }

    /// A player is to be stopped with this flag.
    pub(super) fn stops(&self, player: Arc<AtomicBool>) {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        player.store(self.is_set(), SeqCst);
        players.push(player);
    }

    /// Stops everybody.
    pub(super) fn halt(&self) {
        let players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_set.store(true, SeqCst);
        players.iter().for_each(|player| player.store(true, SeqCst));
    }

    /// Stops everybody once the caller wants that, and returns then or when the games are done.
    pub(super) fn watch(&self, until_done: &Receiver<()>) {
        while let Err(RecvTimeoutError::Timeout) = until_done.recv_timeout(LOOK) {
            if self.caller.load(SeqCst) {
                return self.halt();
            }
        }
    }
}
