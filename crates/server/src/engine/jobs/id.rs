//! The names of jobs.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::log::id::GameId;

/// The random, unguessable name of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct JobId(GameId);

impl JobId {
    /// A new name.
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
    type Err = UnknownJobError;

    fn from_str(text: &str) -> Result<JobId, UnknownJobError> {
        text.parse().map(JobId).map_err(|_| UnknownJobError::new(text))
    }
}

/// No job has this name, or the server has forgotten it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no job {got:?}, or it ended a while ago; results are cached, so submit the same job again")]
pub struct UnknownJobError {
    /// The first 24 characters of the name.
    pub got: String,
}

impl UnknownJobError {
    pub(crate) fn new(text: &str) -> UnknownJobError {
        UnknownJobError { got: text.chars().take(24).collect() }
    }
}
