//! The cache of results in the database.

use std::sync::{Arc, LazyLock};

use outflank_engine::{Limits, Searcher, Settings, eval::Model};
use outflank_rules::Variant;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::task;

use super::{Job, JobProgress, JobResult, JobSettings, JobState};
use crate::log::{AnswerKey, AnswerStore};

/// The version of the cached JSON. Entries of other versions are never found.
const SCHEMA_VERSION: u32 = 3;

/// Identifies the engine. Its version stays the same between releases, so the node count of a small
/// search is part of it: almost every change of the engine changes that count.
static ENGINE: LazyLock<String> = LazyLock::new(|| {
    let mut searcher = Searcher::new(&Settings { hash_bytes: 1 << 20, threads: 1 });
    let outcome = searcher.search(&Variant::STANDARD.start(), &Limits::depth(9));
    format!("{} {}", env!("CARGO_PKG_VERSION"), outcome.nodes)
});

/// Results in the database. Cheap to clone; clones share the store.
#[derive(Clone)]
pub(super) struct ResultCache {
    store: Arc<dyn AnswerStore>,
    capacity: usize,
    /// Bytes of the transposition table. What a search finds at a depth depends on them.
    hash_bytes: usize,
}

/// The JSON of an entry.
#[derive(Serialize, Deserialize)]
struct CachedResult {
    progress: JobProgress,
    #[serde(rename = "answer")]
    result: JobResult,
}

impl ResultCache {
    pub(super) fn new(store: Arc<dyn AnswerStore>, settings: &JobSettings) -> ResultCache {
        ResultCache { store, capacity: settings.kept, hash_bytes: settings.hash_bytes }
    }

    /// The finished state of a job whose result is cached. An entry that cannot be read is ignored.
    pub(super) async fn find(&self, job: &Job) -> Option<JobState> {
        let (asked, hash_bytes) = (job.clone(), self.hash_bytes);
        // The first key of all and the first for each kind of board run a search or load weights.
        let key = task::spawn_blocking(move || key(&asked, hash_bytes)).await.ok()?;
        let found = self.store.answer(key).await;
        let bytes = found.unwrap_or_else(|cause| {
            tracing::warn!(%cause, "cannot read the result cache");
            None
        })?;
        let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, MAX_ENTRY_BYTES).ok()?;
        let CachedResult { progress, mut result } = serde_json::from_slice(&text).ok()?;
        if let JobResult::Values(values) = &mut result {
            values.ply = job.ply();
        }
        Some(JobState::known(job.kind(), progress, result))
    }

    /// Stores the result of a job and removes the oldest entry if the cache is full. Returns when
    /// it is on disk. A result that time may have cut off is not stored, unless it is exact: the
    /// next search may get further.
    pub(super) async fn keep(&self, job: &Job, progress: JobProgress, result: &JobResult) {
        if job.is_timed() && !result.is_exact() {
            return;
        }
        let entry = CachedResult { progress, result: result.clone() };
        let text = serde_json::to_vec(&entry).expect("the views serialize to JSON");
        let bytes = miniz_oxide::deflate::compress_to_vec(&text, 6);
        if let Err(cause) = self.store.keep_answer(key(job, self.hash_bytes), bytes, self.capacity).await {
            tracing::warn!(%cause, "cannot write to the result cache");
        }
    }
}

/// The largest entry; every result is smaller.
const MAX_ENTRY_BYTES: usize = 1 << 20;

fn key(job: &Job, hash_bytes: usize) -> AnswerKey {
    let weights = Model::for_spec(job.start().spec());
    let text = format!("{SCHEMA_VERSION} {} {} {hash_bytes} {job}", *ENGINE, weights.name());
    Sha256::digest(text).into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use outflank_engine::{Analysis, Level};

    use super::*;
    use crate::{
        engine::jobs::{Effort, Goal, ValuesView},
        log::MemoryStore,
    };

    fn job(time: Option<Duration>) -> Job {
        let effort = Effort { goal: Goal::Level(Level::STRONGEST), time };
        Job::Values { position: Variant::STANDARD.start(), ply: 0, effort, longest: Duration::from_secs(1) }
    }

    fn result(exact: bool) -> JobResult {
        let found = ValuesView::of(0, &Variant::STANDARD.start(), &Analysis::default());
        JobResult::Values(ValuesView { exact, ..found })
    }

    fn cache(store: &Arc<MemoryStore>, hash_bytes: usize) -> ResultCache {
        let settings = JobSettings { hash_bytes, ..JobSettings::default() };
        ResultCache::new(Arc::clone(store) as Arc<dyn AnswerStore>, &settings)
    }

    #[tokio::test]
    async fn another_table_size_has_its_own_entry() {
        let store = Arc::new(MemoryStore::default());
        let small = cache(&store, 1 << 20);
        small.keep(&job(None), JobProgress::default(), &result(false)).await;
        assert!(small.find(&job(None)).await.is_some());
        assert!(cache(&store, 1 << 21).find(&job(None)).await.is_none());
    }

    #[tokio::test]
    async fn timed_results_are_stored_only_if_exact() {
        let cache = cache(&Arc::new(MemoryStore::default()), 1 << 20);
        let timed = job(Some(Duration::from_secs(1)));
        cache.keep(&timed, JobProgress::default(), &result(false)).await;
        assert!(cache.find(&timed).await.is_none());
        cache.keep(&timed, JobProgress::default(), &result(true)).await;
        assert!(cache.find(&timed).await.is_some());
    }
}
