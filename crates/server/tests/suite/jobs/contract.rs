//! The promises of a queue.

use std::{
    collections::HashSet, net::IpAddr, sync::Arc, sync::atomic::AtomicBool, sync::atomic::Ordering::SeqCst,
    time::Duration,
};

use outflank_engine::{Analysis, Level};
use outflank_rules::Variant;
use outflank_server::jobs::{
    Answer, Effort, Fault, Goal, Job, JobClient, JobId, JobKind, JobQueue, JobState, JobStatus, Lease, Outcome,
    Progress, Refused, Report, Taken, ValuesView,
};
use tokio::time::{sleep, timeout};

/// A job that is known again by its ply.
fn job(ply: usize) -> Job {
    let effort = Effort { goal: Goal::Level(Level::WEAKEST), time: None };
    Job::Values { position: Variant::STANDARD.start(), ply, effort, longest: Duration::from_secs(1) }
}

fn client(number: u8) -> JobClient {
    JobClient::at(IpAddr::from([192, 0, 2, number]))
}

async fn submit(queue: &dyn JobQueue, of: u8, ply: usize) -> JobId {
    queue.submit(client(of), job(ply)).await.expect("it is taken")
}

/// The next job, which must be there.
async fn take(queue: &dyn JobQueue) -> Taken {
    timeout(Duration::from_secs(60), queue.take(0)).await.expect("there is one").expect("the queue is open")
}

async fn has_nothing(queue: &dyn JobQueue) -> bool {
    timeout(Duration::ZERO, queue.take(0)).await.is_err()
}

fn state(queue: &dyn JobQueue, id: JobId) -> Arc<JobState> {
    let watch = queue.watch(id).expect("it is known");
    Arc::clone(&*watch.borrow())
}

fn report(done: usize) -> Report {
    let values = ValuesView::of(done, &Variant::STANDARD.start(), &Analysis::default());
    Report { progress: Progress { done, of: 9, depth: 4, percent: 73 }, answer: Some(Answer::Values(values)) }
}

pub(crate) async fn a_job_is_told_from_its_coming_to_its_end(queue: &dyn JobQueue) {
    let id = submit(queue, 1, 7).await;
    let mut watch = queue.watch(id).expect("it is known");
    assert_eq!(*watch.borrow_and_update().as_ref(), JobState::waiting(JobKind::Values, 1));
    let taken = take(queue).await;
    let lease = taken.lease;
    assert_eq!((lease, taken.job.ply(), taken.cancel.is_cancelled()), (Lease { id, turn: 1 }, 7, false));
    watch.changed().await.expect("it begins");
    assert_eq!((watch.borrow().status, watch.borrow().place), (JobStatus::Running, None));
    watch.borrow_and_update();
    queue.report(lease, report(3));
    watch.changed().await.expect("it goes on");
    let progress = Progress { done: 4, ..report(3).progress };
    assert_eq!(watch.borrow_and_update().values().map(|values| values.ply), Some(3));
    queue.report(lease, Report { progress, answer: None });
    queue.finish(lease, Outcome::Done);
    watch.changed().await.expect("it ends");
    let last = watch.borrow_and_update().clone();
    assert_eq!((last.status, last.progress, last.cached, &last.error), (JobStatus::Done, progress, false, &None));
    assert_eq!(last.values().map(|values| values.ply), Some(3), "what was found before is not lost");
    let load = queue.load();
    assert_eq!((load.waiting, load.running, load.done), (0, 0, 1));
}

pub(crate) async fn jobs_of_one_client_are_taken_as_they_came(queue: &dyn JobQueue) {
    let mut ids = Vec::new();
    for ply in 0..3 {
        ids.push(submit(queue, 1, ply).await);
    }
    for id in ids {
        let taken = take(queue).await;
        assert_eq!(taken.lease.id, id);
        queue.finish(taken.lease, Outcome::Done);
    }
}

pub(crate) async fn clients_take_turns(queue: &dyn JobQueue) {
    for (of, ply) in [(1, 11), (1, 12), (1, 13), (2, 21), (2, 22)] {
        submit(queue, of, ply).await;
    }
    let mut order = Vec::new();
    for _ in 0..5 {
        let taken = take(queue).await;
        order.push(taken.job.ply());
        queue.finish(taken.lease, Outcome::Done);
    }
    assert_eq!(order, [11, 21, 12, 22, 13]);
}

pub(crate) async fn no_client_has_all_who_work(queue: &dyn JobQueue) {
    for ply in 0..3 {
        submit(queue, 1, ply).await;
    }
    let (first, _) = (take(queue).await, take(queue).await);
    assert!(has_nothing(queue).await, "two of one client are enough");
    submit(queue, 2, 9).await;
    assert_eq!(take(queue).await.job.ply(), 9);
    assert!(has_nothing(queue).await);
    queue.finish(first.lease, Outcome::Done);
    assert_eq!(take(queue).await.job.ply(), 2);
}

pub(crate) async fn too_many_of_a_client_are_refused_until_one_is_over(queue: &dyn JobQueue) {
    for ply in 0..3 {
        submit(queue, 1, ply).await;
    }
    let taken = take(queue).await;
    let refused = queue.submit(client(1), job(4)).await.expect_err("that is too many");
    assert_eq!(refused, Refused::TooMany(3));
    assert!(refused.wait() > Duration::ZERO);
    submit(queue, 2, 5).await;
    queue.cancel(taken.lease.id);
    assert_eq!(queue.submit(client(1), job(4)).await, Err(Refused::TooMany(3)), "somebody still works for him");
    queue.finish(taken.lease, Outcome::GivenUp);
    submit(queue, 1, 4).await;
}

pub(crate) async fn who_asks_on_this_machine_is_one_client_with_a_limit_of_its_own(queue: &dyn JobQueue) {
    let ask = || queue.submit(JobClient::ThisMachine, job(0));
    for _ in 0..4 {
        ask().await.expect("it is taken");
    }
    assert_eq!(ask().await, Err(Refused::TooMany(4)));
    queue.submit(JobClient::connected(), job(9)).await.expect("others are not concerned");
    let (first, _, second) = (take(queue).await, take(queue).await, take(queue).await);
    assert_eq!([first, second].map(|taken| taken.job.ply()), [0, 0]);
    assert!(has_nothing(queue).await, "two of one client are enough");
}

pub(crate) async fn too_many_of_all_are_refused_until_one_is_taken(queue: &dyn JobQueue) {
    for of in 1..=5 {
        submit(queue, of, 0).await;
    }
    let refused = queue.submit(client(6), job(0)).await.expect_err("that is too many");
    assert_eq!(refused, Refused::Full(5));
    assert!(refused.wait() > Duration::ZERO);
    take(queue).await;
    submit(queue, 6, 0).await;
}

pub(crate) async fn places_are_told_as_they_change(queue: &dyn JobQueue) {
    let [first, second] = [submit(queue, 1, 1).await, submit(queue, 1, 2).await];
    let other = submit(queue, 2, 3).await;
    let places = || [first, second, other].map(|id| state(queue, id).place);
    assert_eq!(places(), [Some(1), Some(3), Some(2)], "clients take turns");
    let mut watch = queue.watch(second).expect("it is known");
    take(queue).await;
    watch.changed().await.expect("it moves up");
    assert_eq!(places(), [None, Some(2), Some(1)]);
    queue.cancel(other);
    assert_eq!(places(), [None, Some(1), None]);
}

pub(crate) async fn a_job_that_waits_is_cancelled_and_never_taken(queue: &dyn JobQueue) {
    let [first, second] = [submit(queue, 1, 1).await, submit(queue, 1, 2).await];
    queue.cancel(first);
    assert_eq!(state(queue, first).status, JobStatus::Cancelled);
    assert_eq!(take(queue).await.lease.id, second);
    assert!(has_nothing(queue).await);
    let load = queue.load();
    assert_eq!((load.waiting, load.running, load.cancelled), (0, 1, 1));
}

pub(crate) async fn a_job_that_is_worked_on_is_cancelled_at_once_and_its_worker_hears(queue: &dyn JobQueue) {
    let id = submit(queue, 1, 1).await;
    let taken = take(queue).await;
    let flag = Arc::new(AtomicBool::new(false));
    let stopping = taken.cancel.stopping(Arc::clone(&flag));
    queue.report(taken.lease, report(2));
    queue.cancel(id);
    assert!(flag.load(SeqCst) && taken.cancel.is_cancelled());
    drop(stopping);
    queue.report(taken.lease, report(5));
    let told = state(queue, id);
    assert_eq!((told.status, told.progress.done), (JobStatus::Cancelled, 2), "nothing more is told");
    assert_eq!(queue.load().running, 1, "whoever works is not free before he says so");
    queue.finish(taken.lease, Outcome::Done);
    assert_eq!((state(queue, id).status, queue.load().running), (JobStatus::Cancelled, 0));
    assert_eq!((queue.load().done, queue.load().cancelled), (0, 1));
}

pub(crate) async fn what_is_over_stays_as_it_is(queue: &dyn JobQueue) {
    let id = submit(queue, 1, 1).await;
    let lease = take(queue).await.lease;
    queue.report(lease, report(2));
    queue.finish(lease, Outcome::Done);
    let before = state(queue, id);
    queue.cancel(id);
    queue.report(lease, report(7));
    queue.renew(lease);
    queue.finish(lease, Outcome::GivenUp);
    assert_eq!(state(queue, id), before);
    assert_eq!((queue.load().done, queue.load().cancelled), (1, 0));
}

pub(crate) async fn a_failure_is_told(queue: &dyn JobQueue) {
    let id = submit(queue, 1, 1).await;
    let lease = take(queue).await.lease;
    let fault = Fault { code: "failed".to_owned(), message: "it cannot be done".to_owned() };
    queue.finish(lease, Outcome::Failed(fault.clone()));
    let told = state(queue, id);
    assert_eq!((told.status, &told.error, queue.load().failed), (JobStatus::Failed, &Some(fault), 1));
}

pub(crate) async fn a_known_answer_is_asked_for_like_others(queue: &dyn JobQueue) {
    let Report { progress, answer } = report(9);
    let known = JobState::known(JobKind::Values, progress, answer.expect("there is one"));
    let id = queue.put(known.clone()).await;
    let told = state(queue, id);
    assert_eq!((told.as_ref(), told.cached, told.status), (&known, true, JobStatus::Done));
    queue.cancel(id);
    assert_eq!(*state(queue, id), known);
    assert!(has_nothing(queue).await);
    let load = queue.load();
    assert_eq!((load.known, load.done, load.cancelled), (1, 0, 0));
}

pub(crate) async fn every_job_is_taken_once(queue: &dyn JobQueue) {
    let mut ids = HashSet::new();
    for of in 1..=5 {
        ids.insert(submit(queue, of, 0).await);
    }
    let takers = (0..5).map(|worker| queue.take(worker));
    let mut taken = HashSet::new();
    for taker in takers {
        taken.insert(timeout(Duration::from_secs(60), taker).await.expect("one each").expect("it is open").lease.id);
    }
    assert_eq!(taken, ids);
    assert!(has_nothing(queue).await);
}

pub(crate) async fn who_waits_for_a_job_gets_the_next(queue: &dyn JobQueue) {
    let mut waiting = queue.take(0);
    assert!(timeout(Duration::ZERO, &mut waiting).await.is_err(), "there is nothing yet");
    let given_up = queue.take(1);
    assert!(timeout(Duration::ZERO, given_up).await.is_err());
    let id = submit(queue, 1, 1).await;
    let taken = timeout(Duration::from_secs(60), waiting).await.expect("there is one").expect("it is open");
    assert_eq!(taken.lease.id, id);
}

pub(crate) async fn who_comes_late_is_told_how_it_stands(queue: &dyn JobQueue) {
    let id = submit(queue, 1, 1).await;
    let lease = take(queue).await.lease;
    queue.report(lease, report(6));
    assert_eq!((state(queue, id).status, state(queue, id).progress.done), (JobStatus::Running, 6));
    queue.finish(lease, Outcome::Done);
    assert_eq!(state(queue, id).values().map(|values| values.ply), Some(6));
}

pub(crate) async fn unknown_jobs_are_nothing(queue: &dyn JobQueue) {
    let unknown = JobId::random();
    assert!(queue.watch(unknown).is_none());
    queue.cancel(unknown);
    let lease = Lease { id: unknown, turn: 1 };
    queue.report(lease, report(1));
    queue.renew(lease);
    queue.finish(lease, Outcome::Done);
    assert_eq!(queue.load(), outflank_server::jobs::JobLoad::default());
}

pub(crate) async fn the_oldest_that_are_over_are_forgotten(queue: &dyn JobQueue) {
    let first = submit(queue, 1, 0).await;
    let mut watch = queue.watch(first).expect("it is known");
    queue.finish(take(queue).await.lease, Outcome::Done);
    let mut last = first;
    for ply in 0..5000 {
        last = submit(queue, 1, ply).await;
        queue.finish(take(queue).await.lease, Outcome::Done);
    }
    assert!(queue.watch(first).is_none() && queue.watch(last).is_some());
    assert!(watch.wait_for(|state| state.status == JobStatus::Done).await.is_ok(), "who watched it has its end");
}

pub(crate) async fn the_end_sends_everybody_home(queue: &dyn JobQueue) {
    let (running, waiting) = (submit(queue, 1, 1).await, submit(queue, 1, 2).await);
    let taken = take(queue).await;
    queue.close();
    assert!(taken.cancel.is_cancelled());
    for id in [running, waiting] {
        assert_eq!(state(queue, id).status, JobStatus::Cancelled);
    }
    assert!(queue.take(0).await.is_none());
    assert_eq!(queue.submit(client(2), job(0)).await, Err(Refused::Closed));
    queue.finish(taken.lease, Outcome::GivenUp);
    assert_eq!(queue.load().running, 0);
}

pub(crate) async fn a_job_whose_worker_is_lost_waits_again_before_the_others_of_its_client(queue: &dyn JobQueue) {
    let (id, next) = (submit(queue, 1, 1).await, submit(queue, 1, 2).await);
    let lost = take(queue).await;
    queue.report(lost.lease, report(3));
    sleep(lost.patience).await;
    assert_eq!((queue.load().waiting, queue.load().running), (2, 0));
    assert_eq!(*state(queue, id), JobState::waiting(JobKind::Values, 1), "it begins anew");
    assert_eq!(state(queue, next).place, Some(2));
    let again = take(queue).await;
    assert_eq!((again.lease, again.job.ply()), (Lease { id, turn: 2 }, 1));
    assert!(lost.cancel.is_cancelled() && !again.cancel.is_cancelled(), "who is only slow hears of it");
}

pub(crate) async fn who_waits_for_a_job_gets_that_of_one_who_is_lost(queue: &dyn JobQueue) {
    let id = submit(queue, 1, 1).await;
    let lost = take(queue).await;
    let again = timeout(2 * lost.patience, queue.take(1)).await.expect("it is given again").expect("it is open");
    assert_eq!(again.lease, Lease { id, turn: 2 });
}

pub(crate) async fn who_lost_a_job_is_not_heard_any_more(queue: &dyn JobQueue) {
    let id = submit(queue, 1, 1).await;
    let lost = take(queue).await;
    sleep(lost.patience).await;
    let again = take(queue).await;
    queue.report(lost.lease, report(8));
    queue.finish(lost.lease, Outcome::Done);
    let told = state(queue, id);
    assert_eq!((told.status, told.progress.done, queue.load().running), (JobStatus::Running, 0, 1));
    sleep(again.patience / 2).await;
    queue.renew(lost.lease);
    sleep(again.patience / 2).await;
    assert_eq!(queue.load().running, 0, "he keeps it for nobody else");
}

pub(crate) async fn who_is_heard_of_keeps_his_job(queue: &dyn JobQueue) {
    let id = submit(queue, 1, 1).await;
    let Taken { lease, patience, .. } = take(queue).await;
    for done in 0..4 {
        sleep(patience / 2).await;
        queue.report(lease, report(done));
        sleep(patience / 2).await;
        queue.renew(lease);
    }
    assert!(has_nothing(queue).await);
    queue.finish(lease, Outcome::Done);
    assert_eq!((state(queue, id).status, queue.load().done), (JobStatus::Done, 1));
}

pub(crate) async fn a_job_that_nobody_wants_is_over_when_its_worker_is_lost(queue: &dyn JobQueue) {
    let id = submit(queue, 1, 1).await;
    let lost = take(queue).await;
    queue.cancel(id);
    sleep(lost.patience).await;
    let load = queue.load();
    assert_eq!((load.waiting, load.running, load.cancelled), (0, 0, 1));
    assert_eq!(state(queue, id).status, JobStatus::Cancelled);
}

pub(crate) async fn a_job_over_which_three_are_lost_has_failed(queue: &dyn JobQueue) {
    let id = submit(queue, 1, 1).await;
    for _ in 0..3 {
        let lost = take(queue).await;
        sleep(lost.patience).await;
    }
    assert!(has_nothing(queue).await);
    let told = state(queue, id);
    assert_eq!((told.status, queue.load().failed), (JobStatus::Failed, 1));
    assert_eq!(told.error.as_ref().map(|fault| fault.code.as_str()), Some("lost"));
}
