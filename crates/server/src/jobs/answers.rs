//! Answers that are kept, so that nobody works for them twice.

use std::sync::{Arc, LazyLock};

use outflank_engine::{Limits, Searcher, Settings, eval::Model};
use outflank_rules::Variant;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::task;

use super::{Answer, Job, JobSettings, JobState, Progress};
use crate::store::{AnswerKey, AnswerStore};

/// The form in which answers are written. What was kept in another is not found.
const FORM: u32 = 2;

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
    /// Bytes of the table: what is found at a depth depends on them.
    hash_bytes: usize,
}

/// What is written.
#[derive(Serialize, Deserialize)]
struct Kept {
    progress: Progress,
    answer: Answer,
}

impl Answers {
    pub(super) fn new(store: Arc<dyn AnswerStore>, settings: &JobSettings) -> Answers {
        Answers { store, most: settings.kept, hash_bytes: settings.hash_bytes }
    }

    /// The answer to a job, if it is there. One that cannot be read is none.
    pub(super) async fn find(&self, job: &Job) -> Option<JobState> {
        let (asked, hash_bytes) = (job.clone(), self.hash_bytes);
        // The first key of all, and that for each kind of board, takes a moment.
        let key = task::spawn_blocking(move || key(&asked, hash_bytes)).await.ok()?;
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

    /// Keeps the answer to a job, the oldest of all making room for it; done when it is on the disk. What time may have cut off is not kept: the
    /// next who asks may have more of the machine.
    pub(super) async fn keep(&self, job: &Job, progress: Progress, answer: &Answer) {
        if job.is_timed() && !answer.is_exact() {
            return;
        }
        let kept = Kept { progress, answer: answer.clone() };
        let text = serde_json::to_vec(&kept).expect("views have only what JSON can hold");
        let bytes = miniz_oxide::deflate::compress_to_vec(&text, 6);
        if let Err(cause) = self.store.keep_answer(key(job, self.hash_bytes), bytes, self.most).await {
            tracing::warn!(%cause, "an answer cannot be kept");
        }
    }
}

/// More than the answer to any job.
const LONGEST: usize = 1 << 20;

fn key(job: &Job, hash_bytes: usize) -> AnswerKey {
    let weights = Model::of_ground(job.start().ground());
    let text = format!("{FORM} {} {} {hash_bytes} {job}", *ENGINE, weights.name());
    Sha256::digest(text).into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use outflank_engine::{Analysis, Level};

    use super::*;
    use crate::{
        jobs::{Effort, Goal, ValuesView},
        store::MemoryStore,
    };

    fn job(time: Option<Duration>) -> Job {
        let effort = Effort { goal: Goal::Level(Level::STRONGEST), time };
        Job::Values { position: Variant::STANDARD.start(), ply: 0, effort, longest: Duration::from_secs(1) }
    }

    fn answer(exact: bool) -> Answer {
        let found = ValuesView::of(0, &Variant::STANDARD.start(), &Analysis::default());
        Answer::Values(ValuesView { exact, ..found })
    }

    fn answers(store: &Arc<MemoryStore>, hash_bytes: usize) -> Answers {
        let settings = JobSettings { hash_bytes, ..JobSettings::default() };
        Answers::new(Arc::clone(store) as Arc<dyn AnswerStore>, &settings)
    }

    #[tokio::test]
    async fn what_was_found_with_another_table_is_another_answer() {
        let store = Arc::new(MemoryStore::default());
        let small = answers(&store, 1 << 20);
        small.keep(&job(None), Progress::default(), &answer(false)).await;
        assert!(small.find(&job(None)).await.is_some());
        assert!(answers(&store, 1 << 21).find(&job(None)).await.is_none());
    }

    #[tokio::test]
    async fn what_time_may_have_cut_off_is_not_kept_unless_it_is_proven() {
        let answers = answers(&Arc::new(MemoryStore::default()), 1 << 20);
        let timed = job(Some(Duration::from_secs(1)));
        answers.keep(&timed, Progress::default(), &answer(false)).await;
        assert!(answers.find(&timed).await.is_none());
        answers.keep(&timed, Progress::default(), &answer(true)).await;
        assert!(answers.find(&timed).await.is_some());
    }
}
