//! The line on which jobs are asked for and heard of. Its end is the end of its jobs.

use std::{collections::HashMap, sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use serde_json::Value;
use tokio::{
    sync::mpsc,
    time::{self, MissedTickBehavior, timeout},
};

use super::patience::Patience;
use crate::{
    app::Stopping,
    http::ApiError,
    jobs::{JobClient, JobId, JobState, JobWish, Jobs, Submitted, Watch},
    limits::Allowances,
    metrics::Metrics,
    time::Timekeeper,
    wire::{self, JobOrder},
};

/// How often the state of one job is told, at most; the first that is found and its end are told at once.
const TOLD_EVERY: Duration = Duration::from_millis(40);

/// How many signs of life a client may leave unanswered, saying nothing at all.
const UNANSWERED: u32 = 4;

/// States of jobs that wait to be sent.
const WAITING: usize = 8;

/// Why a line ends.
#[derive(Debug)]
enum End {
    Gone,
    Stopping,
    Told(u16, &'static str),
}

/// What is news of a job.
struct News {
    id: JobId,
    reference: Option<String>,
    state: Arc<JobState>,
}

/// Whoever asks for jobs.
pub(crate) struct JobLine<'a> {
    pub(crate) socket: WebSocket,
    pub(crate) client: JobClient,
    pub(crate) address: std::net::IpAddr,
    pub(crate) jobs: Jobs,
    pub(crate) allowances: Arc<Allowances>,
    pub(crate) metrics: &'a Metrics,
    pub(crate) stopping: Stopping,
}

/// Jobs that end with whoever asked for them.
struct Held {
    jobs: Jobs,
    /// Those that are not over, and who tells of them.
    tellers: HashMap<JobId, tokio::task::AbortHandle>,
}

impl Drop for Held {
    fn drop(&mut self) {
        for (id, teller) in self.tellers.drain() {
            teller.abort();
            self.jobs.cancel(id);
        }
    }
}

/// Talks until one of both has enough.
pub(crate) async fn talk(line: JobLine<'_>) {
    let (told, mut news) = mpsc::channel(WAITING);
    let held = Held { jobs: line.jobs.clone(), tellers: HashMap::new() };
    let mut talk = Talk { line, held, told, patience: Patience::new() };
    let Err(end) = talk.go_on(&mut news).await;
    // Whoever cannot be reached has no jobs: they end before anything is said.
    let Talk { mut line, held, .. } = talk;
    drop(held);
    let (code, reason) = match end {
        End::Gone => return,
        End::Stopping => (close_code::AWAY, "the server stops"),
        End::Told(code, reason) => {
            line.metrics.dropped();
            (code, reason)
        }
    };
    let close = Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
    let _ = timeout(line.allowances.send_time, line.socket.send(close)).await;
}

struct Talk<'a> {
    line: JobLine<'a>,
    held: Held,
    told: mpsc::Sender<News>,
    patience: Patience,
}

impl Talk<'_> {
    async fn go_on(&mut self, news: &mut mpsc::Receiver<News>) -> Result<std::convert::Infallible, End> {
        let alive_every = self.line.allowances.alive_every;
        let mut alive = time::interval(alive_every);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        alive.reset();
        let mut heard_at = time::Instant::now();
        loop {
            tokio::select! {
                () = self.line.stopping.begun() => return Err(End::Stopping),
                message = self.line.socket.recv() => {
                    heard_at = time::Instant::now();
                    self.hear(message).await?;
                }
                Some(news) = news.recv() => self.pass_on(news).await?,
                _ = alive.tick() => {
                    if heard_at.elapsed() > alive_every * UNANSWERED {
                        return Err(End::Told(close_code::POLICY, "nothing was heard for too long"));
                    }
                    self.send(wire::alive(Timekeeper::start().now())).await?;
                    self.put(Message::Ping(axum::body::Bytes::new())).await?;
                }
            }
        }
    }

    async fn pass_on(&mut self, News { id, reference, state }: News) -> Result<(), End> {
        if state.status.is_final() {
            self.held.tellers.remove(&id);
        }
        self.send(wire::job_state(reference.as_deref(), id, &state)).await
    }

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_))) => return Err(End::Told(close_code::UNSUPPORTED, "send text")),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return self.be_patient(),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End::Gone),
        };
        self.line.metrics.heard();
        match JobOrder::parse(&text) {
            Ok(JobOrder::Submit { reference, job }) => self.submit(reference, job).await,
            Ok(JobOrder::Cancel { id }) => self.cancel(&id),
            Err(bad) => self.refuse(None, &ApiError::BadMessage(bad)).await,
        }
    }

    async fn submit(&mut self, reference: Option<String>, job: Value) -> Result<(), End> {
        match self.submitted(job).await {
            Ok(Submitted { id, watch }) => {
                let place = watch.borrow().place;
                self.send(wire::job_accepted(reference.as_deref(), id, place)).await?;
                let teller = tokio::spawn(tell(id, reference, watch, self.told.clone()));
                self.held.tellers.insert(id, teller.abort_handle());
                Ok(())
            }
            Err(error) => self.refuse(reference.as_deref(), &error).await,
        }
    }

    async fn submitted(&mut self, job: Value) -> Result<Submitted, ApiError> {
        self.line.allowances.jobs.take(self.line.address)?;
        let wish: JobWish = serde_json::from_value(job)?;
        Ok(self.line.jobs.submit(self.line.client, wish).await?)
    }

    /// A job that is over is nothing to be told of; nor is one of somebody else.
    fn cancel(&mut self, id: &str) -> Result<(), End> {
        match id.parse::<JobId>() {
            Ok(id) if self.held.tellers.contains_key(&id) => {
                self.line.jobs.cancel(id);
                Ok(())
            }
            _ => self.be_patient(),
        }
    }

    async fn refuse(&mut self, reference: Option<&str>, error: &ApiError) -> Result<(), End> {
        let (_, code) = error.status_and_code();
        self.line.metrics.refused(code);
        let wait = error.retry_after();
        let (key, seconds) = (wait.map(|wait| wait.key), wait.map(|wait| wait.seconds()));
        self.send(wire::job_refused(reference, code, &error.to_string(), key, seconds)).await?;
        self.be_patient()
    }

    fn be_patient(&mut self) -> Result<(), End> {
        if self.patience.try_once() {
            return Ok(());
        }
        self.line.metrics.refused("limited");
        Err(End::Told(close_code::POLICY, "too many messages"))
    }

    async fn send(&mut self, text: String) -> Result<(), End> {
        self.put(Message::text(text)).await
    }

    async fn put(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.line.allowances.send_time, self.line.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => {
                self.line.metrics.dropped();
                Err(End::Gone)
            }
        }
    }
}

/// Tells how a job stands whenever that changes, until it is over. What changes while a state waits to be sent is told with the next.
async fn tell(id: JobId, reference: Option<String>, mut watch: Watch, told: mpsc::Sender<News>) {
    // One that is only asked for the end: asking marks what it has seen.
    let mut end = watch.clone();
    loop {
        let state = Arc::clone(&watch.borrow_and_update());
        let (is_final, is_first) = (state.status.is_final(), state.answer.is_none());
        if told.send(News { id, reference: reference.clone(), state }).await.is_err() || is_final {
            return;
        }
        if !is_first {
            let over = async { drop(end.wait_for(|state| state.status.is_final()).await) };
            let _ = timeout(TOLD_EVERY, over).await;
        }
        if watch.changed().await.is_err() {
            return;
        }
    }
}
