//! The messages on the WebSocket for jobs.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    engine::jobs::{JobId, JobState},
    game::wire::{BadMessage, LONGEST_ID, state::json},
};

/// The most bytes of one message: a long game record and its envelope.
pub const LONGEST_JOB_MESSAGE: usize = 17 * 1024;

/// A message from a client.
#[derive(Clone, Debug)]
pub enum JobOrder {
    /// Submit a job. The receiver parses the job itself.
    Submit {
        /// The `ref` that the sender chose.
        reference: Option<String>,
        /// The job as JSON.
        job: Value,
    },
    /// Cancel a job.
    Cancel {
        /// The id of the job.
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
    /// Parses a message.
    ///
    /// ```
    /// use outflank_server::engine::wire::JobOrder;
    ///
    /// let order = JobOrder::parse(r#"{"type":"submit","ref":"a1","job":{"kind":"values"}}"#)?;
    /// assert!(matches!(order, JobOrder::Submit { job, .. } if job["kind"] == "values"));
    /// assert!(JobOrder::parse(r#"{"type":"hello"}"#).is_err());
    /// # Ok::<(), outflank_server::game::wire::BadMessage>(())
    /// ```
    pub fn parse(text: &str) -> Result<JobOrder, BadMessage> {
        match serde_json::from_str(text).map_err(|reason| BadMessage::new(text, reason))? {
            Raw::Submit { reference: Some(word), .. } if word.len() > LONGEST_ID => {
                Err(BadMessage::new(&word, "refs have at most 32 bytes"))
            }
            Raw::Submit { reference, job } => Ok(JobOrder::Submit { reference, job }),
            Raw::Cancel { id } => Ok(JobOrder::Cancel { id }),
        }
    }
}

/// The reply to an accepted job, with its position in the queue while it waits.
pub(crate) fn job_accepted(reference: Option<&str>, id: JobId, queue_position: Option<usize>) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Message<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        #[serde(rename = "ref")]
        reference: Option<&'a str>,
        id: JobId,
        queue_position: Option<usize>,
        /// The name of `queue_position` until 0.3.
        place: Option<usize>,
    }
    json(&Message { kind: "accepted", reference, id, queue_position, place: queue_position })
}

/// The reply to a refused job, with the same error as over HTTP.
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

/// The message about the state of a job.
pub(crate) fn job_state(reference: Option<&str>, id: JobId, state: &JobState) -> String {
    #[derive(Serialize)]
    struct Message<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        id: JobId,
        #[serde(rename = "ref")]
        reference: Option<&'a str>,
        state: Value,
    }
    json(&Message { kind: "job", id, reference, state: state_json(state) })
}

/// The JSON of a state, with the old keys beside the new ones until 0.3.
pub(super) fn state_json(state: &JobState) -> Value {
    let mut json = serde_json::to_value(state).expect("states have only what JSON can hold");
    add_old_keys(&mut json);
    json
}

const OLD_KEYS: [(&str, &str); 4] =
    [("selectivity", "percent"), ("total", "of"), ("queuePosition", "place"), ("unprovenMargin", "noise")];

fn add_old_keys(json: &mut Value) {
    match json {
        Value::Object(fields) => {
            fields.values_mut().for_each(add_old_keys);
            for (new, old) in OLD_KEYS {
                if let Some(value) = fields.get(new).cloned() {
                    fields.insert(old.to_owned(), value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(add_old_keys),
        _ => {}
    }
}
