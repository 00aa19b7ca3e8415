//! Metrics for operators, in the text format of Prometheus.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use prometheus::{
    Histogram, HistogramOpts, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder,
    core::Collector,
};

use crate::{
    engine::{jobs::JobLoad, pool::Load},
    log::{EventStore, GameStatus, LogKind, MAX_LISTED, Query, StoreError, id::GameId},
};

/// Upper bounds of the buckets for the time of an append, in seconds.
const APPEND_BUCKETS: [f64; 12] = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

/// All metrics. Values of other parts (connections, queues) are set when the text is written.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// Games that are not over. Finished games are only counted.
    unfinished: Mutex<HashMap<GameId, GameStatus>>,
    games: IntGaugeVec,
    finished: IntCounter,
    events: IntCounter,
    append_failures: IntCounter,
    append_times: Histogram,
    connections: IntGauge,
    sockets: IntGauge,
    messages: IntCounter,
    dropped: IntCounter,
    requests: IntCounterVec,
    refusals: IntCounterVec,
    engine_queue: IntGaugeVec,
    engine_busy: IntGauge,
    engine_workers: IntGauge,
    jobs_waiting: IntGauge,
    jobs_running: IntGauge,
    jobs: IntCounterVec,
}

/// Current values of other parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    pub(crate) connections: usize,
    pub(crate) pool: Load,
    pub(crate) jobs: JobLoad,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let registry = Registry::new_custom(Some("outflank".to_owned()), None).expect("a valid prefix");
        let counter = |name, help| added(&registry, IntCounter::new(name, help));
        let gauge = |name, help| added(&registry, IntGauge::new(name, help));
        let counters = |name, help, label| added(&registry, IntCounterVec::new(Opts::new(name, help), &[label]));
        let gauges = |name, help, label| added(&registry, IntGaugeVec::new(Opts::new(name, help), &[label]));
        let append_times = HistogramOpts::new("append_seconds", "Time from an append to its commit on the disk.")
            .buckets(APPEND_BUCKETS.to_vec());
        Metrics {
            unfinished: Mutex::default(),
            games: gauges("games", "Games that are not over.", "status"),
            finished: counter("games_finished_total", "Games that ended since the server started."),
            events: counter("events_total", "Events written to the log."),
            append_failures: counter("append_failures_total", "Appends that were refused or failed."),
            append_times: added(&registry, Histogram::with_opts(append_times)),
            connections: gauge("connections", "Open connections, including WebSockets."),
            sockets: gauge("sockets", "Open WebSockets."),
            messages: counter("socket_messages_total", "Messages received over WebSockets."),
            dropped: counter("sockets_dropped_total", "WebSockets that the server closed."),
            requests: counters("requests_total", "Requests by the status of the reply.", "status"),
            refusals: counters("refusals_total", "Refused requests and messages by error code.", "code"),
            engine_queue: gauges("engine_queue", "Requests that wait for an engine thread.", "class"),
            engine_busy: gauge("engine_busy", "Engine threads that search."),
            engine_workers: gauge("engine_workers", "Engine threads."),
            jobs_waiting: gauge("jobs_waiting", "Jobs that wait for a thread."),
            jobs_running: gauge("jobs_running", "Jobs that a thread works on."),
            jobs: counters("jobs_total", "Jobs by how they ended. `known` needed no work.", "end"),
            registry,
        }
    }
}

fn added<C: Collector + Clone + 'static>(registry: &Registry, metric: prometheus::Result<C>) -> C {
    let metric = metric.expect("a valid name");
    registry.register(Box::new(metric.clone())).expect("a name that is used once");
    metric
}

impl Metrics {
    /// Counts the games that exist when the server starts.
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
                limit: MAX_LISTED,
            };
            loop {
                let page = store.list(query.clone()).await?;
                page.iter().for_each(|listed| self.note(listed.game, listed.status));
                match page.last().filter(|_| page.len() == MAX_LISTED) {
                    Some(last) => query.before = Some(last.cursor()),
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Counts events that were appended to a log. `game` is set for the log of a game, with its new
    /// status.
    pub(crate) fn appended(&self, game: Option<(GameId, GameStatus)>, events: usize, time: Duration) {
        self.events.inc_by(events as u64);
        self.append_times.observe(time.as_secs_f64());
        if let Some((game, status)) = game {
            self.note(game, status);
        }
    }

    pub(crate) fn append_failed(&self) {
        self.append_failures.inc();
    }

    fn note(&self, game: GameId, status: GameStatus) {
        let mut unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        if status != GameStatus::Over {
            unfinished.insert(game, status);
        } else if unfinished.remove(&game).is_some() {
            self.finished.inc();
        }
    }

    /// Counts a reply with this status and, if the request was refused, this error code.
    pub(crate) fn answered(&self, status: u16, refused: Option<&'static str>) {
        self.requests.with_label_values(&[status.to_string()]).inc();
        if let Some(code) = refused {
            self.refused(code);
        }
    }

    /// Counts a refusal with this error code.
    pub(crate) fn refused(&self, code: &'static str) {
        self.refusals.with_label_values(&[code]).inc();
    }

    /// Counts a WebSocket as open until the guard is dropped.
    pub(crate) fn socket(&self) -> OpenSocket<'_> {
        self.sockets.inc();
        OpenSocket(self)
    }

    /// Counts a message received over a WebSocket.
    pub(crate) fn received(&self) {
        self.messages.inc();
    }

    /// Counts a WebSocket that the server closed because its client was too slow or broke the
    /// rules.
    pub(crate) fn dropped(&self) {
        self.dropped.inc();
    }

    /// Returns all metrics as text.
    pub(crate) fn text(&self, Now { connections, pool, jobs }: Now) -> String {
        // Locked until the end: two calls at the same time would count jobs twice.
        let unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        let open = unfinished.values().filter(|status| **status == GameStatus::Open).count();
        for (status, count) in [("open", open), ("playing", unfinished.len() - open)] {
            self.games.with_label_values(&[status]).set(count as i64);
        }
        self.connections.set(connections as i64);
        for (class, count) in [("moves", pool.moves_waiting), ("services", pool.hints_waiting)] {
            self.engine_queue.with_label_values(&[class]).set(count as i64);
        }
        self.engine_busy.set(pool.running as i64);
        self.engine_workers.set(pool.workers as i64);
        self.jobs_waiting.set(jobs.waiting as i64);
        self.jobs_running.set(jobs.running as i64);
        for (end, count) in
            [("done", jobs.done), ("known", jobs.known), ("cancelled", jobs.cancelled), ("failed", jobs.failed)]
        {
            let counter = self.jobs.with_label_values(&[end]);
            // Another text may have counted later jobs already.
            counter.inc_by(count.saturating_sub(counter.get()));
        }
        TextEncoder::new().encode_to_string(&self.registry.gather()).expect("metrics are text")
    }
}

/// Counts as an open WebSocket until dropped.
#[derive(Debug)]
pub(crate) struct OpenSocket<'a>(&'a Metrics);

impl Drop for OpenSocket<'_> {
    fn drop(&mut self) {
        self.0.sockets.dec();
    }
}
