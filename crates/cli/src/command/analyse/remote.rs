//! Analysis by the engine of a server.

use std::{
    sync::atomic::{AtomicBool, Ordering::SeqCst},
    thread,
    time::{Duration, Instant},
};

use outflank_engine::{Analysis, Review, Selectivity};
use outflank_rules::{Game, Variant, notation::Notation};
use outflank_server::engine::jobs::{JobKind, JobProgress, JobState, JobStatus, ReviewView, ValuesView};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    engine::{move_line, pass_line},
    error::Error,
    interrupt,
    progress::Progress,
    server::{Server, ServerError},
};

/// The first and the longest delay between two polls. Each is a quarter longer than the one before.
const POLL_DELAYS: (Duration, Duration) = (Duration::from_millis(10), Duration::from_secs(1));

/// How often an interrupt is checked during a delay.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(20);

/// The reply of the server about a job.
#[derive(Deserialize)]
struct RemoteJob {
    id: String,
    state: JobState,
}

/// Evaluates every move of the last position.
pub(super) fn values(server: &Server, game: &Game, effort: Map<String, Value>) -> Result<Analysis, Error> {
    let state = run(server, JobKind::Values, game, effort)?;
    let values = state.values().map(ValuesView::analysis).transpose();
    values.map(Option::unwrap_or_default).map_err(|_| ServerError::Foreign(server.to_string()).into())
}

/// Reviews the moves of a game.
pub(super) fn review(server: &Server, game: &Game, effort: Map<String, Value>) -> Result<Review, Error> {
    let state = run(server, JobKind::Review, game, effort)?;
    let review = state.review().map(ReviewView::review).transpose();
    review.map(Option::unwrap_or_default).map_err(|_| ServerError::Foreign(server.to_string()).into())
}

/// Runs a job and shows its progress. An interrupt cancels it and returns the results so far.
fn run(server: &Server, kind: JobKind, game: &Game, effort: Map<String, Value>) -> Result<JobState, Error> {
    let stop = interrupt::stop_flag();
    server.check()?;
    let progress = Progress::of_search();
    let mut job: RemoteJob = server.request("POST", "/api/jobs", Some(&job_request(kind, game, effort)))?;
    let path = format!("/api/jobs/{}", job.id);
    let (mut pause, longest) = POLL_DELAYS;
    while !job.state.status.is_final() {
        progress.set_message(&progress_line(&job.state, game));
        if !stop.load(SeqCst) {
            sleep(pause, &stop);
            pause = (pause * 5 / 4).min(longest);
        }
        let method = if stop.load(SeqCst) { "DELETE" } else { "GET" };
        match server.request(method, &path, None) {
            Ok(answer) => job = answer,
            // A rate limit must not lose the results.
            Err(fault) => sleep(fault.retry_after().ok_or(fault)?, &stop),
        }
    }
    let given_up = |message| ServerError::GaveUp { server: server.to_string(), message };
    match job.state.status {
        JobStatus::Cancelled if !interrupt::came() => Err(given_up(None).into()),
        JobStatus::Failed => Err(given_up(job.state.error.map(|fault| fault.message)).into()),
        _ => Ok(job.state),
    }
}

/// Sleeps until the delay is over or an interrupt comes.
fn sleep(pause: Duration, stop: &AtomicBool) {
    let (begun, was_stopped) = (Instant::now(), stop.load(SeqCst));
    while let Some(left) = pause.checked_sub(begun.elapsed())
        && stop.load(SeqCst) == was_stopped
    {
        thread::sleep(left.min(INTERRUPT_INTERVAL));
    }
}

/// The request body: the start of the game as a variant, which can be any board, and the moves.
fn job_request(kind: JobKind, game: &Game, effort: Map<String, Value>) -> Value {
    let mut request = effort;
    request.insert("kind".to_owned(), kind.to_string().into());
    request.insert("variant".to_owned(), Variant::from_position(&game.start()).to_string().into());
    request.insert(
        "moves".to_owned(),
        game.turns().map(|(before, mv)| Notation::Standard.write_turn(&before, mv)).collect(),
    );
    request.into()
}

/// The progress line, as for a local search.
fn progress_line(state: &JobState, game: &Game) -> String {
    let JobProgress { done, total, depth, selectivity } = state.progress;
    match (state.status, state.kind) {
        (JobStatus::Waiting, _) => format!("waiting at place {},", state.queue_position.unwrap_or(1)),
        (_, JobKind::Review) => move_line(game.ply() - done, game.ply()),
        _ => {
            let selectivity = selectivity.to_string().parse().unwrap_or(Selectivity::P73);
            pass_line(depth, selectivity, done, total)
        }
    }
}
