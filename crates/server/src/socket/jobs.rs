//! The line on which jobs are asked for and heard of. Its end is the end of its jobs.

use std::{collections::HashMap, net::IpAddr, sync::Arc, time::Duration};

use axum::extract::ws::WebSocket;
use serde_json::Value;
use tokio::{sync::mpsc, time::timeout};

use super::cable::{Cable, End, Heard};
use crate::{
    app::Stopping,
    http::{ApiError, Services},
    jobs::{JobClient, JobId, JobState, JobWish, Jobs, Submitted, Watch},
    time::Timekeeper,
    wire::{self, JobOrder},
};

/// How often the state of one job is told, at most; the first that is found and its end are told at once.
const TOLD_EVERY: Duration = Duration::from_millis(40);

/// States of jobs that wait to be sent.
const WAITING: usize = 8;

/// What is news of a job.
struct News {
    id: JobId,
    reference: Option<String>,
    state: Arc<JobState>,
}

/// Whoever asks for jobs.
pub(super) struct JobLine {
    pub(super) socket: WebSocket,
    pub(super) client: JobClient,
    pub(super) address: IpAddr,
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
pub(super) async fn talk(line: JobLine, services: &Services) {
    let JobLine { socket, client, address } = line;
    let (told, mut news) = mpsc::channel(WAITING);
    let held = Held { jobs: services.jobs.clone(), tellers: HashMap::new() };
    let (cable, stopping) = (Cable::new(socket, services), services.stopping.clone());
    let mut talk = Talk { cable, client, address, services, stopping, held, told };
    let Err(end) = talk.go_on(&mut news).await;
    // Whoever cannot be reached has no jobs: they end before anything is said.
    let Talk { cable, held, .. } = talk;
    drop(held);
    cable.close(end).await;
}

struct Talk<'a> {
    cable: Cable<'a>,
    client: JobClient,
    address: IpAddr,
    services: &'a Services,
    stopping: Stopping,
    held: Held,
    told: mpsc::Sender<News>,
}

impl Talk<'_> {
    async fn go_on(&mut self, news: &mut mpsc::Receiver<News>) -> Result<std::convert::Infallible, End> {
        loop {
            tokio::select! {
                () = self.stopping.begun() => return Err(End::Stopping),
                heard = self.cable.hear() => self.hear(heard).await?,
                Some(news) = news.recv() => self.pass_on(news).await?,
            }
        }
    }

    async fn pass_on(&mut self, News { id, reference, state }: News) -> Result<(), End> {
        if state.status.is_final() {
            self.held.tellers.remove(&id);
        }
        self.cable.send(&wire::job_state(reference.as_deref(), id, &state)).await
    }

    async fn hear(&mut self, heard: Heard) -> Result<(), End> {
        let Heard::Message(message) = heard else { return self.cable.beat(Timekeeper::start().now()).await };
        let Some(text) = self.cable.text(message)? else { return self.cable.be_patient() };
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
                // Held before anything is said: a line that breaks in the middle of that takes the job along.
                let teller = tokio::spawn(tell(id, reference.clone(), watch, self.told.clone()));
                self.held.tellers.insert(id, teller.abort_handle());
                self.cable.send(&wire::job_accepted(reference.as_deref(), id, place)).await
            }
            Err(error) => self.refuse(reference.as_deref(), &error).await,
        }
    }

    async fn submitted(&mut self, job: Value) -> Result<Submitted, ApiError> {
        self.services.allowances.jobs.take(self.address)?;
        let wish: JobWish = serde_json::from_value(job)?;
        Ok(self.services.jobs.submit(self.client, wish).await?)
    }

    /// A job that is over is nothing to be told of; nor is one of somebody else.
    fn cancel(&mut self, id: &str) -> Result<(), End> {
        match id.parse::<JobId>() {
            Ok(id) if self.held.tellers.contains_key(&id) => {
                self.services.jobs.cancel(id);
                Ok(())
            }
            _ => self.cable.be_patient(),
        }
    }

    async fn refuse(&mut self, reference: Option<&str>, error: &ApiError) -> Result<(), End> {
        let told = error.told();
        self.services.metrics.refused(told.code);
        self.cable.send(&wire::job_refused(reference, &told)).await?;
        self.cable.be_patient()
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
