//! Counts and times for operators, as Prometheus reads them.
//!
//! What counts happens everywhere; what is read off other parts (connections, queues) is given when the text is written.

mod histogram;
mod measured;

use std::{
    collections::{BTreeMap, HashMap},
    fmt::{self, Write},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use histogram::Histogram;
pub(crate) use measured::Measured;

use crate::{
    id::GameId,
    jobs::JobLoad,
    pool::Load,
    store::{EventStore, GameStatus, LogKind, MOST_LISTED, Query, StoreError},
};

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Games that are not over; those that are over are only counted.
    unfinished: Mutex<HashMap<GameId, GameStatus>>,
    finished: AtomicU64,
    events: AtomicU64,
    append_failures: AtomicU64,
    append_times: Histogram,
    sockets: AtomicU64,
    messages: AtomicU64,
    dropped: AtomicU64,
    requests: Mutex<BTreeMap<u16, u64>>,
    refusals: Mutex<BTreeMap<&'static str, u64>>,
}

/// What other parts know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    pub(crate) connections: usize,
    pub(crate) pool: Load,
    pub(crate) jobs: JobLoad,
}

impl Metrics {
    /// Counts the games that are there when the server begins.
    pub(crate) async fn find(&self, store: &dyn EventStore) -> Result<(), StoreError> {
        for status in [GameStatus::Open, GameStatus::Playing] {
            let mut query = Query {
                kind: LogKind::Game,
                statuses: vec![status],
                holder: None,
                except: None,
                only_listed: false,
                since: None,
                before: None,
                limit: MOST_LISTED,
            };
            loop {
                let page = store.list(query.clone()).await?;
                page.iter().for_each(|listed| self.note(listed.game, listed.status));
                match page.last().filter(|_| page.len() == MOST_LISTED) {
                    Some(last) => query.before = Some(last.cursor()),
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Events were written to a log; if it is that of a game, the game has this status then.
    fn appended(&self, game: Option<(GameId, GameStatus)>, events: usize, time: Duration) {
        self.events.fetch_add(events as u64, Relaxed);
        self.append_times.add(time);
        if let Some((game, status)) = game {
            self.note(game, status);
        }
    }

    fn append_failed(&self) {
        self.append_failures.fetch_add(1, Relaxed);
    }

    fn note(&self, game: GameId, status: GameStatus) {
        let mut unfinished = lock(&self.unfinished);
        if status != GameStatus::Over {
            unfinished.insert(game, status);
        } else if unfinished.remove(&game).is_some() {
            self.finished.fetch_add(1, Relaxed);
        }
    }

    /// A request was answered with this status, and if it was refused with this code.
    pub(crate) fn answered(&self, status: u16, refused: Option<&'static str>) {
        *lock(&self.requests).entry(status).or_default() += 1;
        if let Some(code) = refused {
            self.refused(code);
        }
    }

    /// Something was refused with this code.
    pub(crate) fn refused(&self, code: &'static str) {
        *lock(&self.refusals).entry(code).or_default() += 1;
    }

    /// A socket was opened; it is counted until the guard is dropped.
    pub(crate) fn socket(&self) -> OpenSocket<'_> {
        self.sockets.fetch_add(1, Relaxed);
        OpenSocket(self)
    }

    /// A message came over a socket.
    pub(crate) fn heard(&self) {
        self.messages.fetch_add(1, Relaxed);
    }

    /// A socket was dropped by the server: it was too slow, or broke the rules.
    pub(crate) fn dropped(&self) {
        self.dropped.fetch_add(1, Relaxed);
    }

    /// Everything as text.
    pub(crate) fn text(&self, now: Now) -> String {
        let mut out = String::new();
        self.write(now, &mut out).expect("a string takes all");
        out
    }

    fn write(&self, now: Now, out: &mut String) -> fmt::Result {
        self.write_games(out)?;
        one(
            out,
            "outflank_events_total",
            "counter",
            "Events written to the logs of games.",
            self.events.load(Relaxed),
        )?;
        let failures = self.append_failures.load(Relaxed);
        one(out, "outflank_append_failures_total", "counter", "Appends that were refused or failed.", failures)?;
        head(out, "outflank_append_seconds", "histogram", "From an append to its being on the disk.")?;
        self.append_times.write("outflank_append_seconds", out)?;
        one(out, "outflank_connections", "gauge", "Open connections, sockets among them.", now.connections as u64)?;
        one(out, "outflank_sockets", "gauge", "Open WebSockets.", self.sockets.load(Relaxed))?;
        let messages = self.messages.load(Relaxed);
        one(out, "outflank_socket_messages_total", "counter", "Messages that came over sockets.", messages)?;
        let dropped = self.dropped.load(Relaxed);
        one(out, "outflank_sockets_dropped_total", "counter", "Sockets that the server closed on its own.", dropped)?;
        write_pool(now.pool, out)?;
        write_jobs(now.jobs, out)?;
        head(out, "outflank_requests_total", "counter", "Requests by the status of their answer.")?;
        for (status, count) in lock(&self.requests).iter() {
            writeln!(out, "outflank_requests_total{{status=\"{status}\"}} {count}")?;
        }
        head(out, "outflank_refusals_total", "counter", "What was refused, by reason.")?;
        for (code, count) in lock(&self.refusals).iter() {
            writeln!(out, "outflank_refusals_total{{code=\"{code}\"}} {count}")?;
        }
        Ok(())
    }

    fn write_games(&self, out: &mut String) -> fmt::Result {
        let (open, playing) = {
            let unfinished = lock(&self.unfinished);
            let open = unfinished.values().filter(|status| **status == GameStatus::Open).count();
            (open, unfinished.len() - open)
        };
        head(out, "outflank_games", "gauge", "Games that are not over.")?;
        writeln!(out, "outflank_games{{status=\"open\"}} {open}")?;
        writeln!(out, "outflank_games{{status=\"playing\"}} {playing}")?;
        let finished = self.finished.load(Relaxed);
        one(out, "outflank_games_finished_total", "counter", "Games that ended since the server began.", finished)
    }
}

fn write_pool(load: Load, out: &mut String) -> fmt::Result {
    head(out, "outflank_engine_queue", "gauge", "Questions that wait for a thread of the engine.")?;
    writeln!(out, "outflank_engine_queue{{class=\"moves\"}} {}", load.moves_waiting)?;
    writeln!(out, "outflank_engine_queue{{class=\"services\"}} {}", load.services_waiting)?;
    one(out, "outflank_engine_busy", "gauge", "Threads of the engine that think.", load.running as u64)?;
    one(out, "outflank_engine_workers", "gauge", "Threads of the engine.", load.workers as u64)
}

fn write_jobs(load: JobLoad, out: &mut String) -> fmt::Result {
    one(out, "outflank_jobs_waiting", "gauge", "Jobs that wait for a thread.", load.waiting as u64)?;
    one(out, "outflank_jobs_running", "gauge", "Jobs that a thread works on.", load.running as u64)?;
    head(out, "outflank_jobs_total", "counter", "Jobs by how they ended; those that were known needed no work.")?;
    for (end, count) in
        [("done", load.done), ("known", load.known), ("cancelled", load.cancelled), ("failed", load.failed)]
    {
        writeln!(out, "outflank_jobs_total{{end=\"{end}\"}} {count}")?;
    }
    Ok(())
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) -> fmt::Result {
    writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}")
}

fn one(out: &mut String, name: &str, kind: &str, help: &str, value: u64) -> fmt::Result {
    head(out, name, kind, help)?;
    writeln!(out, "{name} {value}")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A socket, as long as it is open.
#[derive(Debug)]
pub(crate) struct OpenSocket<'a>(&'a Metrics);

impl Drop for OpenSocket<'_> {
    fn drop(&mut self) {
        self.0.sockets.fetch_sub(1, Relaxed);
    }
}
