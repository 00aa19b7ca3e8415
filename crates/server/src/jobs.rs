//! Analysis on request: values of moves, reviews of games, exact solutions.
//!
//! A job is put into a [`JobQueue`], taken by one of the threads that work, and watched by whoever asked. Those threads are not the ones of the
//! [`pool`](crate::pool): a job may take a minute, and moves and hints would wait for it. There are more of them than processors, and they have what is
//! left when all others are served: so a new job shows its first values at once, however long the others take, and no game is slowed down.
//!
//! The same job has the same answer: it is done by one thread with an empty table. Answers that no time could cut off, and
//! those that are proven, are kept in the database.
//!
//! | module | what it is |
//! |---|---|
//! | `job`, `wish` | what is to be found, and how somebody asks for it |
//! | `state`, `values`, `review` | what is told of it |
//! | `queue`, `local` | the trait, and the queue within the process |
//! | `worker`, `work` | threads, and what they do for a job |
//! | `answers` | what is kept |

mod answers;
mod asked;
mod cancel;
mod id;
mod job;
mod local;
mod queue;
mod review;
mod settings;
mod state;
mod values;
mod wish;
mod work;
mod worker;

use std::{fmt, sync::Arc};

use answers::Answers;
use asked::Asked;
pub use cancel::{Cancel, Stopping};
pub use id::{JobId, UnknownJob};
pub use job::{Effort, Goal, Job, REVIEW_LEVEL, VALUES_LEVEL};
pub use local::LocalQueue;
pub use queue::{JobClient, JobLoad, JobQueue, Lease, Refused, Taken, Watch};
pub use review::{ReviewView, ReviewedView, Thresholds, Total, Totals};
pub use settings::JobSettings;
pub use state::{Answer, Fault, JobKind, JobState, JobStatus, Outcome, Progress, Report};
pub use values::{BoundView, ValueView, ValuesView};
pub use wish::{BadJob, JobWish};
use worker::Workers;

use crate::store::AnswerStore;

/// The service as a whole. All clones are one; the last that goes ends the work.
#[derive(Clone)]
pub(crate) struct Jobs(Arc<Inner>);

struct Inner {
    queue: Arc<dyn JobQueue>,
    answers: Answers,
    asked: Asked,
    settings: JobSettings,
    _workers: Workers,
}

/// A job that was taken, and what is told of it.
pub(crate) struct Submitted {
    pub(crate) id: JobId,
    pub(crate) watch: Watch,
}

impl Jobs {
    /// Starts the threads, within the runtime of whoever calls.
    pub(crate) fn new(settings: JobSettings, store: Arc<dyn AnswerStore>) -> Jobs {
        let queue: Arc<dyn JobQueue> = Arc::new(LocalQueue::new(&settings));
        let answers = Answers::new(store, &settings);
        let workers = Workers::start(&queue, &answers, &settings);
        let asked = Asked::new(Arc::clone(&queue), settings.unasked);
        Jobs(Arc::new(Inner { queue, answers, asked, settings, _workers: workers }))
    }

    /// Takes a job, or gives its answer where that is known.
    pub(crate) async fn submit(&self, client: JobClient, wish: JobWish) -> Result<Submitted, JobError> {
        let job = wish.resolve(&self.0.settings)?;
        let id = match self.0.answers.find(&job).await {
            Some(known) => self.0.queue.put(known).await,
            None => self.0.queue.submit(client, job).await?,
        };
        let watch = self.0.queue.watch(id).ok_or(Refused::Closed)?;
        Ok(Submitted { id, watch })
    }

    /// From now on the job is given up when nobody asks about it for a while.
    pub(crate) fn leave(&self, submitted: &Submitted) {
        self.0.asked.attend(submitted.id, submitted.watch.clone());
    }

    /// What is told of a job. Somebody has asked about it.
    pub(crate) fn watch(&self, id: JobId) -> Option<Watch> {
        self.0.asked.ask(id);
        self.0.queue.watch(id)
    }

    pub(crate) fn cancel(&self, id: JobId) {
        self.0.queue.cancel(id);
    }

    pub(crate) fn load(&self) -> JobLoad {
        self.0.queue.load()
    }
}

/// Why a job is not done.
#[derive(Clone, Debug)]
pub(crate) enum JobError {
    Bad(BadJob),
    Refused(Refused),
}

impl JobError {
    /// A word for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            JobError::Bad(bad) => bad.code(),
            JobError::Refused(Refused::TooMany(_)) => "limited",
            JobError::Refused(Refused::Full(_) | Refused::Closed) => "busy",
        }
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobError::Bad(bad) => bad.fmt(f),
            JobError::Refused(refused) => refused.fmt(f),
        }
    }
}

impl From<BadJob> for JobError {
    fn from(bad: BadJob) -> JobError {
        JobError::Bad(bad)
    }
}

impl From<Refused> for JobError {
    fn from(refused: Refused) -> JobError {
        JobError::Refused(refused)
    }
}

/// An answer of a server that tells of nothing that can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAnAnswer {
    field: &'static str,
    got: String,
}

impl NotAnAnswer {
    fn at(field: &'static str, got: impl fmt::Display) -> NotAnAnswer {
        NotAnAnswer { field, got: got.to_string().chars().take(40).collect() }
    }
}

impl fmt::Display for NotAnAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no {}", self.got, self.field)
    }
}

impl std::error::Error for NotAnAnswer {}
