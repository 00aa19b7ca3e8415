//! Answers that are kept, so that nobody works for them twice.

use std::sync::{Arc, LazyLock};

use outflank_engine::{Limits, Searcher, Settings, eval::Model};
use outflank_rules::Variant;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::task;

use super::{Answer, Job, JobState, Progress};
use crate::store::{AnswerKey, AnswerStore};

/// The form in which answers are written. What was kept in another is not found.
const FORM: u32 = 1;

/// What an answer also depends on: the engine. Its version alone would not tell of changes between two releases, so that it is asked something small
/// whose cost changes with nearly all it does.
static ENGINE: LazyLock<String> = LazyLock::new(|| {
    let mut searcher = Searcher::new(&Settings { hash_bytes: 1 << 20, threads: 1 });
    let outcome = searcher.search(&Variant::STANDARD.start(), &Limits::depth(9));
    format!("{} {}", env!("CARGO_PKG_VERSION"), outcome.nodes)
});

/// Answers in the database.
#[derive(Clone)]
pub(super) struct Answers {
    store: Arc<dyn AnswerStore>,
    most: usize,
}

/// What is written.
#[derive(Serialize, Deserialize)]
struct Kept {
    progress: Progress,
    answer: Answer,
}

impl Answers {
    pub(super) fn new(store: Arc<dyn AnswerStore>, most: usize) -> Answers {
        Answers { store, most }
    }

    /// The answer to a job, if it is there. One that cannot be read is none.
    pub(super) async fn find(&self, job: &Job) -> Option<JobState> {
        let asked = job.clone();
        // The first key of all, and that for each kind of board, takes a moment.
        let key = task::spawn_blocking(move || key(&asked)).await.ok()?;
        let found = self.store.answer(key).await;
        let bytes = found.unwrap_or_else(|cause| {
            tracing::warn!(%cause, "answers cannot be reached");
            None
        })?;
        let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, LONGEST).ok()?;
        let Kept { progress, mut answer } = serde_json::from_slice(&text).ok()?;
        if let Answer::Values(values) = &mut answer {
            values.ply = job.ply();
        }
        Some(JobState::known(job.kind(), progress, answer))
    }

    /// Keeps the answer to a job, the oldest of all making room for it; done when it is on the disk.
    pub(super) async fn keep(&self, job: &Job, progress: Progress, answer: &Answer) {
        let kept = Kept { progress, answer: answer.clone() };
        let text = serde_json::to_vec(&kept).expect("views have only what JSON can hold");
        let bytes = miniz_oxide::deflate::compress_to_vec(&text, 6);
        if let Err(cause) = self.store.keep_answer(key(job), bytes, self.most).await {
            tracing::warn!(%cause, "an answer cannot be kept");
        }
    }
}

/// More than the answer to any job.
const LONGEST: usize = 1 << 20;

fn key(job: &Job) -> AnswerKey {
    let weights = Model::of_ground(job.start().ground());
    let text = format!("{FORM} {} {} {job}", *ENGINE, weights.name());
    Sha256::digest(text).into()
}
