//! Names of jobs.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::id::GameId;

/// The name of a job, drawn as those of games are: nobody guesses that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct JobId(GameId);

impl JobId {
    /// A name that no other job has.
    pub fn random() -> JobId {
        JobId(GameId::random())
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for JobId {
    type Err = UnknownJob;

    fn from_str(text: &str) -> Result<JobId, UnknownJob> {
        text.parse().map(JobId).map_err(|_| UnknownJob::named(text))
    }
}

/// A job that there is not, or not any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownJob {
    /// The beginning of what was taken for its name.
    pub got: String,
}

impl UnknownJob {
    pub(crate) fn named(text: &str) -> UnknownJob {
        UnknownJob { got: text.chars().take(24).collect() }
    }
}

impl fmt::Display for UnknownJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no job {:?}, or not any more: answers are kept for a while, so ask for the same again",
            self.got
        )
    }
}

impl std::error::Error for UnknownJob {}
