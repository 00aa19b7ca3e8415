//! Moves at a level, and analysis jobs.

#[cfg(target_arch = "wasm32")]
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_engine::eval::Model;
use outflank_engine::{ChosenMove, Clock, Level, MoveOrigin, Player, Searcher, Settings};
use outflank_rules::{DiscDiff, Goal, Position};
use outflank_study::job::{self, JobLimits, JobProgressReport, JobRequest, JobState, JobStatus};
use outflank_study::view::json;
use outflank_study::{GameInput, Moves};
use serde::{Deserialize, Serialize};

use crate::Answer;
use crate::error::Error;

/// The shortest time between two reports of a job. The first result and the end are sent at once.
const UPDATE_INTERVAL: Duration = Duration::from_millis(40);

/// The time limit of a move without one.
const MOVE_TIME: Duration = Duration::from_secs(10);

/// A searcher, made at the first search.
#[derive(Default)]
pub(crate) struct Engine {
    searcher: Option<Searcher>,
    settings: Settings,
}

/// The memory and the threads of the engine.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StartCall {
    hash_bytes: usize,
    threads: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChooseCall {
    variant: Option<String>,
    start: Option<String>,
    moves: Option<Moves>,
    /// `random`, `greedy` or a number.
    level: String,
    seed: u64,
    time_ms: Option<u64>,
}

/// The move that a level chose.
#[derive(Serialize)]
struct ChosenView {
    #[serde(rename = "move")]
    mv: String,
    origin: &'static str,
    value: Option<i8>,
    depth: u32,
    selectivity: u8,
    exact: bool,
    line: Vec<String>,
    nodes: u64,
    ms: u64,
}

impl Engine {
    /// The flag that stops searches until the page clears it. It stays the same for the life of the
    /// searcher.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn stop_flag(&self) -> Option<&AtomicBool> {
        self.searcher.as_ref().map(|searcher| searcher.stop_handle().as_ref())
    }

    pub(crate) fn start(&mut self, call: &StartCall) -> String {
        let &StartCall { hash_bytes, threads } = call;
        self.settings = Settings { hash_bytes, threads };
        self.searcher = None;
        self.searcher();
        "null".to_owned()
    }

    fn searcher(&mut self) -> &mut Searcher {
        self.searcher.get_or_insert_with(|| Searcher::new(&self.settings))
    }

    pub(crate) fn choose(&mut self, call: ChooseCall) -> Answer {
        let ChooseCall { variant, start, moves, level, seed, time_ms } = call;
        let level: Level = level.parse().map_err(|cause| Error::new("bad-job", &level, &cause))?;
        let mut subject = GameInput::default();
        (subject.variant, subject.start, subject.moves) = (variant, start, moves);
        let position = subject.read()?.1.position();
        if level.plan().is_some() {
            require_weights(&position)?;
        }
        let mut searcher = self.searcher.take().unwrap_or_else(|| Searcher::new(&self.settings));
        if level.plan().is_some() {
            // Stored positions of another game would make a weak level too strong.
            searcher.clear();
        }
        let mut player = Player::with_searcher(level, seed, searcher);
        let time = time_ms.map_or(MOVE_TIME, Duration::from_millis);
        let chosen = player.choose(&position, Clock::PerMove(time));
        self.searcher = Some(player.into_searcher());
        chosen.map(|chosen| json(&ChosenView::of(&chosen))).ok_or_else(Error::over)
    }

    pub(crate) fn run(&mut self, request: JobRequest, now: fn() -> Duration, report: &mut dyn FnMut(String)) -> Answer {
        let job = request.resolve(&JobLimits::default())?;
        require_weights(&job.start())?;
        let searcher = self.searcher();
        let waiting = JobState::waiting(job.kind(), 0);
        let mut state = JobState { status: JobStatus::Running, queue_position: None, ..waiting };
        let mut reported_at: Option<Duration> = None;
        job::run(&job, searcher, &mut |JobProgressReport { progress, result }| {
            let is_first = state.result.is_none() && result.is_some();
            state.progress = progress;
            state.result = result.or(state.result.take());
            if is_first || reported_at.is_none_or(|at| now() >= at + UPDATE_INTERVAL) {
                reported_at = Some(now());
                report(json(&state));
            }
        });
        // A search that its time limit has ended is done, as on the server.
        let is_stopped = searcher.stop_handle().is_stopped();
        state.status = if is_stopped { JobStatus::Cancelled } else { JobStatus::Done };
        Ok(json(&state))
    }
}

pub(crate) fn install(file: &[u8]) -> Answer {
    Model::from_bytes(file)?.install();
    Ok("null".to_owned())
}

/// Returns an error with the name of the weights that a search from this position needs, unless
/// they are installed.
fn require_weights(position: &Position) -> Result<(), Box<Error>> {
    let spec = position.spec();
    if Model::is_installed_for(spec) {
        return Ok(());
    }
    Err(Error::no_weights(match (spec.size(), spec.goal()) {
        (6, Goal::Most) => "six",
        (6, Goal::Fewest) => "six-anti",
        (_, Goal::Most) => "standard",
        (_, Goal::Fewest) => "standard-anti",
    }))
}

impl ChosenView {
    fn of(chosen: &ChosenMove) -> ChosenView {
        ChosenView {
            mv: chosen.mv.to_string(),
            origin: match chosen.origin {
                MoveOrigin::Forced => "forced",
                MoveOrigin::Chance => "chance",
                MoveOrigin::Greed => "greed",
                MoveOrigin::Book => "book",
                _ => "search",
            },
            value: chosen.value.map(DiscDiff::discs),
            depth: chosen.depth,
            selectivity: chosen.selectivity.percent(),
            exact: chosen.is_exact,
            line: chosen.line.iter().map(ToString::to_string).collect(),
            nodes: chosen.nodes,
            ms: chosen.time.as_millis().try_into().unwrap_or(u64::MAX),
        }
    }
}
