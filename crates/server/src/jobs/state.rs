//! What is told of a job.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{review::ReviewView, values::ValuesView};

/// What kind of job it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// What every legal move of a position is worth.
    Values,
    /// What the moves of a game have cost.
    Review,
    /// The best move of a position and its exact value.
    Solve,
}

impl JobKind {
    /// All of them.
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

/// How far a job has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobStatus {
    /// It waits for its turn.
    Waiting,
    /// Somebody works on it.
    Running,
    /// It has its answer.
    Done,
    /// Nobody wanted it any more.
    Cancelled,
    /// It cannot be done.
    Failed,
}

impl JobStatus {
    /// Whether nothing more will be told.
    pub fn is_final(self) -> bool {
        matches!(self, JobStatus::Done | JobStatus::Cancelled | JobStatus::Failed)
    }
}

/// What has been done: of the moves of a pass, or of the moves of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// How many are done.
    pub done: usize,
    /// How many there are.
    pub of: usize,
    /// The depth that is being searched, or was last.
    pub depth: u32,
    /// How sure that is, in percent.
    pub percent: u8,
}

/// What was found, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Of a position.
    Values(ValuesView),
    /// Of a game.
    Review(ReviewView),
}

impl Answer {
    /// Is all of it proven, so that nothing is left to find?
    pub fn is_exact(&self) -> bool {
        match self {
            Answer::Values(values) => values.exact,
            Answer::Review(review) => review.moves.iter().all(|reviewed| reviewed.exact),
        }
    }
}

/// How far somebody who works on a job has got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How far.
    pub progress: Progress,
    /// What is known by now; nothing where it is what was known before.
    pub answer: Option<Answer>,
}

/// How a job ends for whoever worked on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// What was reported last is the answer.
    Done,
    /// It was cancelled, and what was reported is what was found by then.
    GivenUp,
    /// It cannot be done.
    Failed(Fault),
}

/// Why a job cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// A word for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}

/// Everything that is told of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobState {
    /// What kind of job it is.
    pub kind: JobKind,
    /// How far it has got.
    pub status: JobStatus,
    /// While it waits, its place in the queue: the next has 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<usize>,
    /// Was the answer there before anybody asked?
    pub cached: bool,
    /// How far it has got.
    pub progress: Progress,
    /// What was found.
    #[serde(flatten)]
    pub answer: Option<Answer>,
    /// Why it cannot be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

impl JobState {
    /// One that waits at this place.
    pub fn waiting(kind: JobKind, place: usize) -> JobState {
        let progress = Progress::default();
        JobState {
            kind,
            status: JobStatus::Waiting,
            place: Some(place),
            cached: false,
            progress,
            answer: None,
            error: None,
        }
    }

    /// One whose answer was there before anybody asked.
    pub fn known(kind: JobKind, progress: Progress, answer: Answer) -> JobState {
        let waiting = JobState::waiting(kind, 0);
        JobState { status: JobStatus::Done, place: None, cached: true, progress, answer: Some(answer), ..waiting }
    }

    /// The values of moves, if that is what was found.
    pub fn values(&self) -> Option<&ValuesView> {
        match &self.answer {
            Some(Answer::Values(values)) => Some(values),
            _ => None,
        }
    }

    /// The judged moves, if that is what was found.
    pub fn review(&self) -> Option<&ReviewView> {
        match &self.answer {
            Some(Answer::Review(review)) => Some(review),
            _ => None,
        }
    }
}
