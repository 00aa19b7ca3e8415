//! What a queue of jobs promises, with work that each test steers.

use std::{
    collections::BTreeSet,
    net::IpAddr,
    sync::mpsc::{Sender, channel},
};

use outflank_engine::{Analysis, Level, StopHandle};
use outflank_rules::Variant;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::*;
use crate::{
    engine::jobs::{Effort, Goal, JobKind, JobProgress, JobResult, JobSettings, ValuesView},
    engine::pool::PoolConfig,
    log::MemoryStore,
};

/// Ends a test that waits for something that never happens.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A queue whose jobs run until the test ends them.
struct Harness {
    started: UnboundedReceiver<Started>,
    queue: LocalQueue,
}

/// A job that runs. Dropping it completes the job.
struct Started {
    ply: usize,
    stop: StopHandle,
    steps: Sender<Step>,
}

enum Step {
    Report(JobProgressReport),
    Panic,
}

/// A job that its ply identifies.
fn job(ply: usize) -> Job {
    let effort = Effort { goal: Goal::Level(Level::WEAKEST), time: None };
    Job::Values { position: Variant::STANDARD.start(), ply, effort, longest: TIMEOUT }
}

fn client(number: u8) -> Client {
    Client::at(IpAddr::from([192, 0, 2, number]))
}

fn report(done: usize) -> JobProgressReport {
    let values = ValuesView::of(done, &Variant::STANDARD.start(), &Analysis::default());
    let progress = JobProgress { done, total: 9, depth: 4, selectivity: 73 };
    JobProgressReport { progress, result: Some(JobResult::Values(values)) }
}

fn queue(settings: &JobSettings) -> LocalQueue {
    let config = PoolConfig { workers: 2, hash_bytes: 1 << 20, ..PoolConfig::default() };
    let cache = ResultCache::new(Arc::new(MemoryStore::default()), settings);
    LocalQueue::new(Arc::new(Pool::with_jobs(&config, settings)), cache)
}

impl Harness {
    /// At most 5 jobs wait, 3 are of one client, and half of the threads work for one client.
    fn with_threads(workers: usize) -> Harness {
        let limits = JobSettings { queue_limit: 5, per_client: 3, per_machine: 4, ..JobSettings::default() };
        let (sender, started) = unbounded_channel();
        let mut queue = queue(&JobSettings { workers, hash_bytes: 1 << 20, ..limits });
        queue.run = Arc::new(move |job, searcher, report| {
            let (steps, script) = channel();
            let _ = sender.send(Started { ply: job.ply(), stop: searcher.stop_handle().clone(), steps });
            for step in script {
                match step {
                    Step::Report(step) => report(step),
                    Step::Panic => panic!("this panic is part of a test"),
                }
            }
            false
        });
        Harness { started, queue }
    }

    async fn submit(&self, of: u8, ply: usize) -> Submitted {
        self.queue.submit(client(of), job(ply)).await.expect("the queue accepts it")
    }

    /// The next job that starts.
    async fn started(&mut self) -> Started {
        timeout(TIMEOUT, self.started.recv()).await.expect("a job starts").expect("the queue is open")
    }

    fn state(&self, id: JobId) -> Arc<JobState> {
        Arc::clone(&self.queue.watch(id).expect("the job is known").borrow())
    }

    /// Waits for a number of waiting and running jobs.
    async fn until(&self, waiting: usize, running: usize) {
        self.until_load(|load| (load.waiting, load.running) == (waiting, running)).await;
    }

    async fn until_load(&self, is_reached: impl Fn(JobLoad) -> bool) {
        let reached = async {
            while !is_reached(self.queue.load()) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(TIMEOUT, reached).await.unwrap_or_else(|_| panic!("{:?}", self.queue.load()));
    }
}

impl Started {
    fn report(&self, report: JobProgressReport) {
        self.steps.send(Step::Report(report)).expect("the job runs");
    }

    fn finish(self) {}
}

async fn until(watch: &mut JobWatch, is_reached: impl FnMut(&Arc<JobState>) -> bool) -> Arc<JobState> {
    let state = timeout(TIMEOUT, watch.wait_for(is_reached)).await.expect("the state is reached");
    Arc::clone(&state.expect("the job is known"))
}

#[tokio::test]
async fn states_follow_a_job_to_its_end() {
    let mut test = Harness::with_threads(4);
    let Submitted { id, mut watch } = test.submit(1, 7).await;
    let started = test.started().await;
    assert_eq!((started.ply, started.stop.is_stopped()), (7, false));
    let running = until(&mut watch, |state| state.status == JobStatus::Running).await;
    assert_eq!((running.queue_position, &running.result), (None, &None));
    started.report(report(3));
    let first = until(&mut watch, |state| state.progress.done == 3).await;
    assert_eq!(first.values().map(|values| values.ply), Some(3));
    let progress = JobProgress { done: 4, ..report(3).progress };
    started.report(JobProgressReport { progress, result: None });
    until(&mut watch, |state| state.progress.done == 4).await;
    assert_eq!(test.state(id).progress, progress, "a later watcher sees the same state");
    started.finish();
    let last = until(&mut watch, |state| state.status.is_final()).await;
    assert_eq!((last.status, last.progress, last.cached, &last.error), (JobStatus::Done, progress, false, &None));
    assert_eq!(last.values().map(|values| values.ply), Some(3), "a report without a result keeps the last one");
    assert_eq!(test.queue.load(), JobLoad { done: 1, ..JobLoad::default() });
}

#[tokio::test]
async fn clients_take_turns_and_their_jobs_start_in_order() {
    let mut test = Harness::with_threads(1);
    test.submit(9, 0).await;
    let mut running = test.started().await;
    for (of, ply) in [(1, 11), (1, 12), (1, 13), (2, 21), (2, 22)] {
        test.submit(of, ply).await;
    }
    for expected in [11, 21, 12, 22, 13] {
        running.finish();
        running = test.started().await;
        assert_eq!(running.ply, expected);
    }
}

#[tokio::test]
async fn no_client_has_all_threads() {
    let mut test = Harness::with_threads(4);
    for ply in 0..3 {
        test.submit(1, ply).await;
    }
    let (first, _second) = (test.started().await, test.started().await);
    test.submit(2, 9).await;
    let other = test.started().await;
    assert_eq!(other.ply, 9, "two jobs of one client run");
    test.until(1, 3).await;
    first.finish();
    assert_eq!(test.started().await.ply, 2);
}

#[tokio::test]
async fn a_client_with_too_many_jobs_is_refused_until_one_ends() {
    let mut test = Harness::with_threads(1);
    let first = test.submit(1, 0).await;
    for ply in 1..3 {
        test.submit(1, ply).await;
    }
    let running = test.started().await;
    let refused = test.queue.submit(client(1), job(4)).await.expect_err("it has three jobs");
    assert_eq!(refused, SubmitError::TooMany(3));
    assert!(refused.retry_after() > Duration::ZERO);
    test.submit(2, 5).await;
    test.queue.cancel(first.id);
    let refused = test.queue.submit(client(1), job(4)).await.expect_err("a thread still works for it");
    assert_eq!(refused, SubmitError::TooMany(3));
    running.finish();
    let _next = test.started().await;
    test.submit(1, 4).await;
}

#[tokio::test]
async fn a_client_that_sees_the_end_of_a_job_can_submit_the_next() {
    let mut test = Harness::with_threads(2);
    for round in 0..50 {
        let mut jobs = Vec::new();
        for ply in 0..3 {
            jobs.push(test.submit(1, ply).await);
        }
        for Submitted { mut watch, .. } in jobs {
            test.started().await.finish();
            until(&mut watch, |state| state.status == JobStatus::Done).await;
        }
        assert_eq!(test.queue.load().running, 0, "round {round}");
    }
}

#[tokio::test]
async fn clients_on_this_machine_share_a_limit() {
    let mut test = Harness::with_threads(4);
    for _ in 0..4 {
        test.queue.submit(Client::ThisMachine, job(0)).await.expect("the queue accepts it");
    }
    let refused = test.queue.submit(Client::ThisMachine, job(0)).await.expect_err("four jobs are the limit");
    assert_eq!(refused, SubmitError::TooMany(4));
    test.queue.submit(Client::connected(), job(9)).await.expect("other clients have their own limit");
    let mut running = Vec::new();
    for _ in 0..3 {
        running.push(test.started().await);
    }
    test.until(2, 3).await;
}

#[tokio::test]
async fn a_full_queue_refuses_until_a_job_starts() {
    let mut test = Harness::with_threads(1);
    test.submit(9, 0).await;
    let running = test.started().await;
    for of in 1..=5 {
        test.submit(of, 0).await;
    }
    let refused = test.queue.submit(client(6), job(0)).await.expect_err("five jobs wait");
    assert_eq!(refused, SubmitError::Full(5));
    assert!(refused.retry_after() > Duration::ZERO);
    running.finish();
    let _next = test.started().await;
    test.submit(6, 0).await;
}

#[tokio::test]
async fn waiting_jobs_know_their_position() {
    let mut test = Harness::with_threads(1);
    test.submit(9, 0).await;
    let running = test.started().await;
    let (first, second, other) = (test.submit(1, 1).await, test.submit(1, 2).await, test.submit(2, 3).await);
    let ids = [first.id, second.id, other.id];
    let positions = |test: &Harness| ids.map(|id| test.state(id).queue_position);
    assert_eq!(positions(&test), [Some(1), Some(3), Some(2)], "clients take turns");
    let Submitted { mut watch, .. } = second;
    watch.borrow_and_update();
    running.finish();
    let _running = test.started().await;
    timeout(TIMEOUT, watch.changed()).await.expect("it moves up").expect("the job is known");
    assert_eq!(positions(&test), [None, Some(2), Some(1)]);
    test.queue.cancel(other.id);
    assert_eq!(positions(&test), [None, Some(1), None]);
}

#[tokio::test]
async fn a_cancelled_job_that_waits_never_starts() {
    let mut test = Harness::with_threads(1);
    test.submit(9, 0).await;
    let running = test.started().await;
    let (first, _second) = (test.submit(1, 1).await, test.submit(1, 2).await);
    test.queue.cancel(first.id);
    assert_eq!(test.state(first.id).status, JobStatus::Cancelled);
    running.finish();
    let second = test.started().await;
    assert_eq!(second.ply, 2);
    let load = test.queue.load();
    assert_eq!((load.waiting, load.running, load.cancelled), (0, 1, 1));
}

#[tokio::test]
async fn a_cancelled_job_that_runs_ends_at_once_and_its_search_stops() {
    let mut test = Harness::with_threads(4);
    let Submitted { id, mut watch } = test.submit(1, 1).await;
    let started = test.started().await;
    started.report(report(2));
    until(&mut watch, |state| state.progress.done == 2).await;
    test.queue.cancel(id);
    assert!(started.stop.is_stopped());
    started.report(report(5));
    assert_eq!(test.queue.load().running, 1, "the thread is still busy");
    started.finish();
    test.until(0, 0).await;
    let state = test.state(id);
    assert_eq!((state.status, state.progress.done), (JobStatus::Cancelled, 2), "later reports are ignored");
    assert_eq!((test.queue.load().done, test.queue.load().cancelled), (0, 1));
    let next = test.submit(1, 2).await;
    assert!(!test.started().await.stop.is_stopped(), "the next search is not stopped");
    let Submitted { mut watch, .. } = next;
    until(&mut watch, |state| state.status == JobStatus::Done).await;
    let before = test.state(next.id);
    test.queue.cancel(next.id);
    assert_eq!(test.state(next.id), before, "a finished job stays as it is");
    assert_eq!((test.queue.load().done, test.queue.load().cancelled), (1, 1));
}

#[tokio::test]
async fn a_search_stops_at_the_time_limit_and_the_job_completes() {
    let mut test = Harness::with_threads(1);
    let Job::Values { position, ply, effort, .. } = job(1) else { unreachable!("a job of another kind") };
    let job = Job::Values { position, ply, effort, longest: Duration::from_millis(5) };
    let Submitted { mut watch, .. } = test.queue.submit(client(1), job).await.expect("the queue accepts it");
    let started = test.started().await;
    let stopped = async {
        while !started.stop.is_stopped() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(TIMEOUT, stopped).await.expect("the search is stopped");
    started.finish();
    assert_eq!(until(&mut watch, |state| state.status.is_final()).await.status, JobStatus::Done);
}

#[tokio::test]
async fn a_panic_fails_its_job_and_the_thread_continues() {
    let mut test = Harness::with_threads(1);
    for failed in 1..3 {
        let Submitted { mut watch, .. } = test.submit(1, 1).await;
        test.started().await.steps.send(Step::Panic).expect("the job runs");
        let state = until(&mut watch, |state| state.status.is_final()).await;
        assert_eq!(state.error.as_ref().map(|fault| fault.code.as_str()), Some("failed"));
        assert_eq!((state.status, test.queue.load().failed), (JobStatus::Failed, failed));
    }
    test.submit(1, 2).await;
    assert_eq!(test.started().await.ply, 2);
}

/// No machine has room for this table.
#[tokio::test]
async fn a_job_without_an_engine_fails_and_the_thread_continues() {
    let queue = queue(&JobSettings { workers: 1, hash_bytes: usize::MAX, ..JobSettings::default() });
    for _ in 0..2 {
        let Submitted { mut watch, .. } = queue.submit(client(1), job(0)).await.expect("the queue accepts it");
        assert_eq!(until(&mut watch, |state| state.status.is_final()).await.status, JobStatus::Failed);
    }
}

#[tokio::test]
async fn a_known_result_is_a_finished_job() {
    let test = Harness::with_threads(1);
    let JobProgressReport { progress, result } = report(9);
    let known = JobState::known(JobKind::Values, progress, result.expect("a result"));
    let Submitted { id, .. } = test.queue.add_known(known.clone()).await;
    test.queue.cancel(id);
    assert_eq!(*test.state(id), known);
    assert_eq!((known.cached, known.status), (true, JobStatus::Done));
    assert_eq!(test.queue.load(), JobLoad { known: 1, ..JobLoad::default() });
}

#[tokio::test]
async fn every_job_runs_once() {
    let mut test = Harness::with_threads(4);
    for of in 1..=5 {
        test.submit(of, of.into()).await;
    }
    let mut plies = BTreeSet::new();
    for _ in 0..5 {
        plies.insert(test.started().await.ply);
    }
    assert_eq!(plies, (1..=5).collect());
    test.until_load(|load| load.done == 5).await;
    assert!(test.started.try_recv().is_err());
}

#[tokio::test]
async fn unknown_jobs_are_ignored() {
    let test = Harness::with_threads(1);
    let unknown = JobId::random();
    assert!(test.queue.watch(unknown).is_none());
    test.queue.cancel(unknown);
    assert_eq!(test.queue.load(), JobLoad::default());
}

#[tokio::test]
async fn the_oldest_finished_jobs_are_forgotten() {
    let mut test = Harness::with_threads(1);
    let Submitted { id, mut watch } = test.submit(1, 0).await;
    test.started().await.finish();
    until(&mut watch, |state| state.status == JobStatus::Done).await;
    let JobProgressReport { progress, result } = report(9);
    let known = JobState::known(JobKind::Values, progress, result.expect("a result"));
    let mut last = id;
    for _ in 0..MAX_FINISHED {
        last = test.queue.add_known(known.clone()).await.id;
    }
    assert!(test.queue.watch(id).is_none() && test.queue.watch(last).is_some());
    assert_eq!(watch.borrow().status, JobStatus::Done, "a watcher keeps the last state");
}

#[tokio::test]
async fn dropping_the_queue_cancels_all_jobs() {
    let mut test = Harness::with_threads(1);
    let (running, waiting) = (test.submit(1, 1).await, test.submit(1, 2).await);
    let started = test.started().await;
    let stop = started.stop.clone();
    // Dropping the queue waits for its threads, so another thread must end the job.
    let end = std::thread::spawn(move || {
        while !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        started.finish();
    });
    drop(test.queue);
    end.join().expect("the search is stopped");
    for Submitted { watch, .. } in [running, waiting] {
        assert_eq!(watch.borrow().status, JobStatus::Cancelled);
    }
}
