//! The same thought about by a server.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
    time::{Duration, Instant},
};

use outflank_engine::{Analysis, Review, Selectivity};
use outflank_rules::{Game, Variant};
use outflank_server::jobs::{JobKind, JobState, JobStatus, Progress as Done, ReviewView, ValuesView};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    engine::{move_line, pass_line},
    error::Error,
    interrupt,
    progress::Progress,
    server::{Server, ServerFault},
};

/// The first pause between two questions, and the longest. Each is a quarter longer than the one before it.
const PAUSES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_secs(1));

/// How soon an interrupt is noticed in a pause.
const BLINK: Duration = Duration::from_millis(20);

/// A job as the server tells of it.
#[derive(Deserialize)]
struct Told {
    id: String,
    state: JobState,
}

/// What every move of the last position is worth.
pub(super) fn values(server: &Server, game: &Game, effort: Map<String, Value>) -> Result<Analysis, Error> {
    let state = ask(server, JobKind::Values, game, effort)?;
    let values = state.values().map(ValuesView::analysis).transpose();
    values.map(Option::unwrap_or_default).map_err(|_| ServerFault::Foreign(server.to_string()).into())
}

/// What the moves of a game have cost.
pub(super) fn review(server: &Server, game: &Game, effort: Map<String, Value>) -> Result<Review, Error> {
    let state = ask(server, JobKind::Review, game, effort)?;
    let review = state.review().map(ReviewView::review).transpose();
    review.map(Option::unwrap_or_default).map_err(|_| ServerFault::Foreign(server.to_string()).into())
}

/// Has a job done, and shows how far it is. An interrupt cancels it; what was found by then is the answer.
fn ask(server: &Server, kind: JobKind, game: &Game, effort: Map<String, Value>) -> Result<JobState, Error> {
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::watch(Arc::clone(&stop));
    server.check()?;
    let progress = Progress::of_search();
    let mut told: Told = server.ask("POST", "/api/jobs", Some(&wish(kind, game, effort)))?;
    let path = format!("/api/jobs/{}", told.id);
    let (mut pause, longest) = PAUSES;
    while !told.state.status.is_final() {
        progress.say(told_line(&told.state, game));
        if !stop.load(SeqCst) {
            rest(pause, &stop);
            pause = (pause * 5 / 4).min(longest);
        }
        let method = if stop.load(SeqCst) { "DELETE" } else { "GET" };
        match server.ask(method, &path, None) {
            Ok(answer) => told = answer,
            // Who asks too often is not to lose what the server has found for him.
            Err(fault) => rest(fault.wait().ok_or(fault)?, &stop),
        }
    }
    let given_up = |message| ServerFault::GaveUp { server: server.to_string(), message };
    match told.state.status {
        JobStatus::Cancelled if !interrupt::came() => Err(given_up(None).into()),
        JobStatus::Failed => Err(given_up(told.state.error.map(|fault| fault.message)).into()),
        _ => Ok(told.state),
    }
}

/// Pauses so long, but not beyond an interrupt that comes meanwhile.
fn rest(pause: Duration, stop: &AtomicBool) {
    let (begun, was_stopped) = (Instant::now(), stop.load(SeqCst));
    while let Some(left) = pause.checked_sub(begun.elapsed())
        && stop.load(SeqCst) == was_stopped
    {
        thread::sleep(left.min(BLINK));
    }
}

/// The job: the start of the game as a variant, which can be any board, and the moves.
fn wish(kind: JobKind, game: &Game, effort: Map<String, Value>) -> Value {
    let mut wish = effort;
    wish.insert("kind".to_owned(), kind.to_string().into());
    wish.insert("variant".to_owned(), Variant::from_position(&game.start()).to_string().into());
    wish.insert("moves".to_owned(), game.moves().map(|mv| mv.to_string()).collect());
    wish.into()
}

/// How far it is, as for a thought of our own.
fn told_line(state: &JobState, game: &Game) -> String {
    let Done { done, of, depth, percent } = state.progress;
    match (state.status, state.kind) {
        (JobStatus::Waiting, _) => format!("waiting at place {},", state.place.unwrap_or(1)),
        (_, JobKind::Review) => move_line(game.ply() - done, game.ply()),
        _ => {
            let selectivity = percent.to_string().parse().unwrap_or(Selectivity::P73);
            pass_line(depth, selectivity, done, of)
        }
    }
}
