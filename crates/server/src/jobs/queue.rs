//! Jobs that wait and jobs that are worked on, whoever does the work.

use std::{fmt, net::IpAddr, sync::Arc, time::Duration};

use tokio::sync::watch;

use super::{Cancel, Job, JobId, JobState, Outcome, Report};
use crate::{Reply, pool::Client};

/// In whose name a job is asked for: those who take turns, and whose jobs are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobClient {
    /// Whoever is at an address.
    Address(Client),
    /// Whoever is at a connection: on this machine, where everybody may have the same address.
    Connection(JobId),
    /// Whoever asks on this machine without a connection that lasts: nothing tells one from another.
    ThisMachine,
}

impl JobClient {
    /// Whoever is at an address.
    pub fn at(address: IpAddr) -> JobClient {
        JobClient::Address(Client::at(address))
    }

    /// Somebody who is told apart by nothing but his connection.
    pub fn connected() -> JobClient {
        JobClient::Connection(JobId::random())
    }
}

/// That a job is in the hands of one who works on it. Whoever is given the same job later has another lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    /// The name of the job.
    pub id: JobId,
    /// Which of those who were given it, from 1 on.
    pub turn: u32,
}

/// A job for somebody who works.
#[derive(Debug)]
pub struct Taken {
    /// What proves that it is his.
    pub lease: Lease,
    /// What is to be found.
    pub job: Job,
    /// How to hear that it is not wanted any more, or that it was given to another.
    pub cancel: Cancel,
    /// Whoever is not heard of for so long has lost it.
    pub patience: Duration,
}

/// What is told of a job: the last of it, whenever that changes.
pub type Watch = watch::Receiver<Arc<JobState>>;

/// What a queue is doing, and what it has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobLoad {
    /// Jobs that wait.
    pub waiting: usize,
    /// Jobs that somebody works on, those among them that nobody wants any more and that are about to end.
    pub running: usize,
    /// Jobs that were done.
    pub done: u64,
    /// Jobs whose answers were there before.
    pub known: u64,
    /// Jobs that nobody wanted any more.
    pub cancelled: u64,
    /// Jobs that could not be done.
    pub failed: u64,
}

/// Where jobs wait for those who work on them, in this process or elsewhere. Clients take turns, and the number of jobs is bounded.
///
/// What an implementation promises is in `tests/suite/jobs.rs`, as tests that each of them runs.
pub trait JobQueue: Send + Sync + 'static {
    /// Puts a job into the queue, or refuses it.
    fn submit(&self, client: JobClient, job: Job) -> Reply<Result<JobId, Refused>>;

    /// Gives a job that has its answer already a name, so that it is asked for like others.
    fn put(&self, known: JobState) -> Reply<JobId>;

    /// The next job for somebody who works, as soon as there is one; nothing when the queue has been closed. Whoever takes a job ends it by
    /// [`JobQueue::finish`], and is heard of by [`JobQueue::report`] or [`JobQueue::renew`] until then. Of one who is not, for as long as
    /// [`Taken::patience`], the job is taken away: it waits again, before the others of its client, and begins anew with the next who takes it. After the
    /// third who was lost it has failed. What he says of it from then on is not heard.
    fn take(&self, worker: usize) -> Reply<Option<Taken>>;

    /// Tells how far a job has got. Of a job that nobody wants any more nothing is told.
    fn report(&self, lease: Lease, report: Report);

    /// Says that somebody is still at work who has nothing to tell.
    fn renew(&self, lease: Lease);

    /// Ends a job. Who worked on it is free.
    fn finish(&self, lease: Lease, outcome: Outcome);

    /// A job is not wanted any more: it is told so at once, and whoever works on it hears of it. One that is over stays as it is.
    fn cancel(&self, id: JobId);

    /// What is told of a job from now on, beginning with how it stands; nothing if there is none, or not any more.
    fn watch(&self, id: JobId) -> Option<Watch>;

    /// What is being done and what waits.
    fn load(&self) -> JobLoad;

    /// Takes no more jobs, cancels those that there are, and sends everybody home who works.
    fn close(&self);
}

/// Why a job is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The client has so many already.
    TooMany(usize),
    /// So many wait already.
    Full(usize),
    /// The server is stopping.
    Closed,
}

impl Refused {
    /// How long to wait at least before it is worth trying again.
    pub fn wait(&self) -> Duration {
        match self {
            Refused::TooMany(_) => Duration::from_secs(1),
            Refused::Full(_) | Refused::Closed => Duration::from_secs(9),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::TooMany(most) => {
                write!(f, "you, or others at your address, have {most} jobs already: cancel one, or wait for one")
            }
            Refused::Full(waiting) => {
                write!(f, "{waiting} jobs are waiting for the engine already: ask again in a moment")
            }
            Refused::Closed => f.write_str("the server is stopping"),
        }
    }
}

impl std::error::Error for Refused {}
