//! The WebSocket for jobs. Closing it cancels its jobs.

use std::{collections::HashMap, net::IpAddr, sync::Arc, time::Duration};

use axum::extract::ws::WebSocket;
use serde_json::Value;
use tokio::{sync::mpsc, time::timeout};

use crate::{
    engine::{
        jobs::{JobId, JobRequest, JobState, JobWatch, Jobs, Submitted},
        pool::Client,
        wire::{self, JobOrder},
    },
    log::time::Timekeeper,
    web::{
        ApiError, Services,
        app::Stopping,
        socket::connection::{End, SocketConnection, SocketInput},
    },
};

/// The shortest time between two states of one job. The first result and the end are sent at once.
const UPDATE_INTERVAL: Duration = Duration::from_millis(40);

/// Job states that may wait to be sent.
const QUEUE_CAPACITY: usize = 8;

/// A new state of a job.
struct JobUpdate {
    id: JobId,
    reference: Option<String>,
    state: Arc<JobState>,
}

/// The client of a WebSocket for jobs.
pub(crate) struct JobClient {
    pub(crate) socket: WebSocket,
    pub(crate) client: Client,
    pub(crate) address: IpAddr,
}

/// The jobs of a connection. Dropping it cancels them.
struct HeldJobs {
    jobs: Jobs,
    /// The unfinished jobs, each with the task that reports its state.
    reporters: HashMap<JobId, tokio::task::AbortHandle>,
}

impl Drop for HeldJobs {
    fn drop(&mut self) {
        for (id, reporter) in self.reporters.drain() {
            reporter.abort();
            self.jobs.cancel(id);
        }
    }
}

/// Runs until the client or the server closes the connection.
pub(crate) async fn run(client: JobClient, services: &Services) {
    let JobClient { socket, client, address } = client;
    let (sender, mut updates) = mpsc::channel(QUEUE_CAPACITY);
    let held = HeldJobs { jobs: services.jobs.clone(), reporters: HashMap::new() };
    let (connection, stopping) = (SocketConnection::new(socket, services), services.stopping.clone());
    let mut socket = JobSocket { connection, client, address, services, stopping, held, updates: sender };
    let Err(end) = socket.run(&mut updates).await;
    // Cancel the jobs before closing: the client can no longer receive their results.
    let JobSocket { connection, held, .. } = socket;
    drop(held);
    connection.close(end).await;
}

struct JobSocket<'a> {
    connection: SocketConnection<'a>,
    client: Client,
    address: IpAddr,
    services: &'a Services,
    stopping: Stopping,
    held: HeldJobs,
    updates: mpsc::Sender<JobUpdate>,
}

impl JobSocket<'_> {
    async fn run(&mut self, updates: &mut mpsc::Receiver<JobUpdate>) -> Result<std::convert::Infallible, End> {
        loop {
            tokio::select! {
                () = self.stopping.begun() => return Err(End::Stopping),
                input = self.connection.recv() => self.handle(input).await?,
                Some(update) = updates.recv() => self.send_update(update).await?,
            }
        }
    }

    async fn send_update(&mut self, JobUpdate { id, reference, state }: JobUpdate) -> Result<(), End> {
        if state.status.is_final() {
            self.held.reporters.remove(&id);
        }
        self.connection.send(&wire::job_state(reference.as_deref(), id, &state)).await
    }

    async fn handle(&mut self, input: SocketInput) -> Result<(), End> {
        let SocketInput::Message(message) = input else { return self.connection.ping(Timekeeper::start().now()).await };
        let Some(text) = self.connection.text(message)? else { return self.connection.charge() };
        match JobOrder::parse(&text) {
            Ok(JobOrder::Submit { reference, job }) => self.submit(reference, job).await,
            Ok(JobOrder::Cancel { id }) => self.cancel(&id),
            Err(bad) => self.refuse(None, &ApiError::BadMessage(bad)).await,
        }
    }

    async fn submit(&mut self, reference: Option<String>, job: Value) -> Result<(), End> {
        match self.submitted(job).await {
            Ok(Submitted { id, watch }) => {
                let queue_position = watch.borrow().queue_position;
                // Registered before the reply, so that a connection that fails during the reply
                // cancels the job.
                let reporter = tokio::spawn(report(id, reference.clone(), watch, self.updates.clone()));
                self.held.reporters.insert(id, reporter.abort_handle());
                self.connection.send(&wire::job_accepted(reference.as_deref(), id, queue_position)).await
            }
            Err(error) => self.refuse(reference.as_deref(), &error).await,
        }
    }

    async fn submitted(&mut self, job: Value) -> Result<Submitted, ApiError> {
        self.services.limiters.jobs.take(self.address)?;
        let request: JobRequest = serde_json::from_value(job)?;
        Ok(self.services.jobs.submit(self.client, request).await?)
    }

    /// Only unfinished jobs of this connection can be cancelled. Other ids count against the
    /// message budget.
    fn cancel(&mut self, id: &str) -> Result<(), End> {
        match id.parse::<JobId>() {
            Ok(id) if self.held.reporters.contains_key(&id) => {
                self.services.jobs.cancel(id);
                Ok(())
            }
            _ => self.connection.charge(),
        }
    }

    async fn refuse(&mut self, reference: Option<&str>, error: &ApiError) -> Result<(), End> {
        let body = error.body();
        self.services.metrics.refused(body.code);
        self.connection.send(&wire::job_refused(reference, &body)).await?;
        self.connection.charge()
    }
}

/// Reports the state of a job whenever it changes, until it is over. Changes while a state waits to
/// be sent are part of the next one.
async fn report(id: JobId, reference: Option<String>, mut watch: JobWatch, updates: mpsc::Sender<JobUpdate>) {
    // A second receiver for the end: waiting marks states as seen.
    let mut end = watch.clone();
    loop {
        let state = Arc::clone(&watch.borrow_and_update());
        let (is_final, is_first) = (state.status.is_final(), state.result.is_none());
        if updates.send(JobUpdate { id, reference: reference.clone(), state }).await.is_err() || is_final {
            return;
        }
        if !is_first {
            let over = async { drop(end.wait_for(|state| state.status.is_final()).await) };
            let _ = timeout(UPDATE_INTERVAL, over).await;
        }
        if watch.changed().await.is_err() {
            return;
        }
    }
}
