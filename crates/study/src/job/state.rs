//! The state of a job, as clients see it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::results::{ReviewView, ValuesView};

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// Evaluations of every legal move of a position.
    Values,
    /// The discs that each move of a game lost.
    Review,
    /// The best move of a position and its exact score.
    Solve,
}

impl JobKind {
    /// All kinds.
    pub const ALL: [JobKind; 3] = [JobKind::Values, JobKind::Review, JobKind::Solve];
}

impl fmt::Display for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            JobKind::Values => "values",
            JobKind::Review => "review",
            JobKind::Solve => "solve",
        })
    }
}

/// The stage of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobStatus {
    /// It waits in the queue.
    Waiting,
    /// A thread works on it.
    Running,
    /// It completed.
    Done,
    /// The client cancelled it, or no longer asked about it.
    Cancelled,
    /// The engine failed.
    Failed,
}

impl JobStatus {
    /// Whether the job has ended.
    pub fn is_final(self) -> bool {
        matches!(self, JobStatus::Done | JobStatus::Cancelled | JobStatus::Failed)
    }
}

/// The progress of a job: moves of the current pass, or moves of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobProgress {
    /// Moves done.
    pub done: usize,
    /// Moves in all.
    pub total: usize,
    /// The depth of the current or last search, in plies.
    pub depth: u32,
    /// The selectivity of that search, in percent.
    pub selectivity: u8,
}

/// The result of a job, complete or so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobResult {
    /// Evaluations of the moves of a position.
    Values(ValuesView),
    /// The review of a game.
    Review(ReviewView),
}

impl JobResult {
    /// Whether all values are exact, so that a longer search finds nothing new.
    pub fn is_exact(&self) -> bool {
        match self {
            JobResult::Values(values) => values.exact,
            JobResult::Review(review) => review.moves.iter().all(|reviewed| reviewed.exact),
        }
    }
}

/// A step of a running job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobProgressReport {
    /// The progress.
    pub progress: JobProgress,
    /// The result so far, if it changed.
    pub result: Option<JobResult>,
}

/// Why a job failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobFault {
    /// The error code.
    pub code: String,
    /// The message.
    pub message: String,
}

/// The state of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobState {
    /// The kind of the job.
    pub kind: JobKind,
    /// The stage.
    pub status: JobStatus,
    /// The position in the queue while the job waits, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_position: Option<usize>,
    /// Whether the result comes from the cache.
    pub cached: bool,
    /// The progress.
    pub progress: JobProgress,
    /// The result so far.
    #[serde(flatten)]
    pub result: Option<JobResult>,
    /// Why the job failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<JobFault>,
}

impl JobState {
    /// A job that waits at this position.
    pub fn waiting(kind: JobKind, queue_position: usize) -> JobState {
        JobState {
            kind,
            status: JobStatus::Waiting,
            queue_position: Some(queue_position),
            cached: false,
            progress: JobProgress::default(),
            result: None,
            error: None,
        }
    }

    /// A job whose result was cached.
    pub fn known(kind: JobKind, progress: JobProgress, result: JobResult) -> JobState {
        let waiting = JobState::waiting(kind, 0);
        JobState {
            status: JobStatus::Done,
            queue_position: None,
            cached: true,
            progress,
            result: Some(result),
            ..waiting
        }
    }

    /// The evaluations, if the job has any.
    pub fn values(&self) -> Option<&ValuesView> {
        match &self.result {
            Some(JobResult::Values(values)) => Some(values),
            _ => None,
        }
    }

    /// The review, if the job has one.
    pub fn review(&self) -> Option<&ReviewView> {
        match &self.result {
            Some(JobResult::Review(review)) => Some(review),
            _ => None,
        }
    }
}
