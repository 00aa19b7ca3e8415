//! What is said about jobs over their socket.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{BadMessage, LONGEST_ID, state::json};
use crate::jobs::{JobId, JobState};

/// The most bytes of one message about jobs: a long record of a game, and what surrounds it.
pub const LONGEST_JOB_MESSAGE: usize = 17 * 1024;

/// A message about jobs.
#[derive(Clone, Debug)]
pub enum JobOrder {
    /// A job is wanted; it is read by whoever knows what is possible.
    Submit {
        /// The word by which its sender knows it again.
        reference: Option<String>,
        /// What is wanted.
        job: Value,
    },
    /// A job is not wanted any more.
    Cancel {
        /// Its name.
        id: String,
    },
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum Raw {
    Submit {
        #[serde(rename = "ref")]
        reference: Option<String>,
        job: Value,
    },
    Cancel {
        id: String,
    },
}

impl JobOrder {
    /// Reads a message.
    ///
    /// ```
    /// use outflank_server::wire::JobOrder;
    ///
    /// let order = JobOrder::parse(r#"{"type":"submit","ref":"a1","job":{"kind":"values"}}"#)?;
    /// assert!(matches!(order, JobOrder::Submit { job, .. } if job["kind"] == "values"));
    /// assert!(JobOrder::parse(r#"{"type":"hello"}"#).is_err());
    /// # Ok::<(), outflank_server::wire::BadMessage>(())
    /// ```
    pub fn parse(text: &str) -> Result<JobOrder, BadMessage> {
        match serde_json::from_str(text).map_err(|reason| BadMessage::new(text, reason))? {
            Raw::Submit { reference: Some(word), .. } if word.len() > LONGEST_ID => {
                Err(BadMessage::new(&word, "a ref has at most 32 bytes"))
            }
            Raw::Submit { reference, job } => Ok(JobOrder::Submit { reference, job }),
            Raw::Cancel { id } => Ok(JobOrder::Cancel { id }),
        }
    }
}

/// A job was taken; its place is told while it waits.
pub(crate) fn job_accepted(reference: Option<&str>, id: JobId, place: Option<usize>) -> String {
    #[derive(Serialize)]
    struct Message<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        #[serde(rename = "ref")]
        reference: Option<&'a str>,
        id: JobId,
        place: Option<usize>,
    }
    json(&Message { kind: "accepted", reference, id, place })
}

/// A job was not taken, and why: what is told of it over HTTP.
pub(crate) fn job_refused(reference: Option<&str>, error: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Message<'a, E> {
        #[serde(rename = "type")]
        kind: &'static str,
        #[serde(rename = "ref")]
        reference: Option<&'a str>,
        #[serde(flatten)]
        error: &'a E,
    }
    json(&Message { kind: "refused", reference, error })
}

/// How a job stands.
pub(crate) fn job_state(reference: Option<&str>, id: JobId, state: &JobState) -> String {
    #[derive(Serialize)]
    struct Message<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        id: JobId,
        #[serde(rename = "ref")]
        reference: Option<&'a str>,
        state: &'a JobState,
    }
    json(&Message { kind: "job", id, reference, state })
}
