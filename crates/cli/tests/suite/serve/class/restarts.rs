//! The current address of the server, which is killed after a number of answers and started again.

use std::{
    path::Path,
    sync::{Condvar, Mutex, MutexGuard},
    time::Duration,
};

use crate::serve::{Server, kills::start};

/// Timeout of every wait.
pub(super) const TIMEOUT: Duration = Duration::from_secs(120);

pub(super) struct RestartedServer {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    server: Option<Server>,
    answers: usize,
    is_closed: bool,
}

impl RestartedServer {
    pub(super) fn open(server: Server) -> RestartedServer {
        let state = State { server: Some(server), answers: 0, is_closed: false };
        RestartedServer { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Waits for the server and returns its address. `None` when the test is over.
    pub(super) fn host(&self) -> Option<String> {
        let state = self.wait(|state| state.server.is_some() || state.is_closed);
        state.server.as_ref().filter(|_| !state.is_closed).map(|server| server.host.clone())
    }

    /// Counts an answer of a bot.
    pub(super) fn answered(&self) {
        self.lock().answers += 1;
        self.changed.notify_all();
    }

    /// Kills the server after this many answers in all, and starts it again at the same address.
    pub(super) fn kill_after(&self, answers: usize, data: &Path) {
        let mut state = self.wait(|state| state.answers >= answers || state.is_closed);
        let Some(server) = state.server.take().filter(|_| !state.is_closed) else { return };
        drop(state);
        let host = server.host.clone();
        // Dropping the server kills it.
        drop(server);
        self.lock().server = Some(start(data, &host));
        self.changed.notify_all();
    }

    /// Ends the test: everything that waits returns.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.server = None;
        drop(state);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic")
    }

    fn wait(&self, is_so: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let waited = self.changed.wait_timeout_while(self.lock(), TIMEOUT, |state| !is_so(state));
        let (state, timeout) = waited.expect("no panic");
        assert!(!timeout.timed_out(), "after {} answers nothing happens", state.answers);
        state
    }
}
