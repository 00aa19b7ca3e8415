//! The body of `POST /api/jobs`, and its checks.

use std::{fmt, time::Duration};

use outflank_engine::{Level, Selectivity};
use outflank_rules::Game;
use serde::Deserialize;
use thiserror::Error;

use super::{Effort, Goal, Job, JobKind, REVIEW_LEVEL, VALUES_LEVEL};
use crate::{GameInput, GameInputError, Moves};

/// The shortest time limit of a search.
const MIN_TIME: Duration = Duration::from_millis(1);

/// The most characters that an error quotes.
const MAX_QUOTED_CHARS: usize = 80;

/// The limits of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobLimits {
    /// The strongest level that a client may request.
    pub highest_level: u8,
    /// The time limit of a job that evaluates the moves of a position.
    pub longest_values: Duration,
    /// The time limit of a job that reviews a game.
    pub longest_review: Duration,
    /// The time limit of a job that solves a position.
    pub longest_solve: Duration,
    /// The most empty squares of a position to solve.
    pub solvable: u32,
}

impl Default for JobLimits {
    fn default() -> JobLimits {
        JobLimits {
            highest_level: 20,
            longest_values: Duration::from_secs(60),
            longest_review: Duration::from_secs(180),
            longest_solve: Duration::from_secs(120),
            solvable: 30,
        }
    }
}

/// A request for a job. Only the kind is required.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct JobRequest {
    kind: String,
    variant: Option<String>,
    start: Option<String>,
    #[cfg(feature = "records")]
    from: Option<String>,
    moves: Option<Moves>,
    level: Option<i64>,
    depth: Option<i64>,
    #[serde(alias = "percent")]
    selectivity: Option<i64>,
    time_ms: Option<i64>,
}

impl JobRequest {
    /// Checks the request against the limits and returns its job.
    pub fn resolve(self, limits: &JobLimits) -> Result<Job, JobRequestError> {
        let kind = self.kind()?;
        let subject = GameInput {
            variant: self.variant.clone(),
            start: self.start.clone(),
            #[cfg(feature = "records")]
            from: self.from.clone(),
            moves: self.moves.clone(),
        };
        let (_, game) = subject.read()?;
        match kind {
            JobKind::Values => self.values(&game, limits),
            JobKind::Review => self.review(game, limits),
            JobKind::Solve => self.solve(&game, limits),
        }
    }

    fn kind(&self) -> Result<JobKind, JobRequestError> {
        let kind = JobKind::ALL.into_iter().find(|kind| kind.to_string() == self.kind);
        kind.ok_or_else(|| JobRequestError::new("kind", &self.kind, "write values, review or solve"))
    }

    fn values(&self, game: &Game, limits: &JobLimits) -> Result<Job, JobRequestError> {
        let effort = self.effort(VALUES_LEVEL, limits.longest_values, limits)?;
        Ok(Job::Values { position: game.position(), ply: game.ply(), effort, longest: limits.longest_values })
    }

    fn review(&self, game: Game, limits: &JobLimits) -> Result<Job, JobRequestError> {
        if game.ply() == 0 {
            return Err(JobRequestError::new("moves", "", "a review needs a game with at least one move"));
        }
        let effort = self.effort(REVIEW_LEVEL, limits.longest_review, limits)?;
        Ok(Job::Review { game, effort, longest: limits.longest_review })
    }

    fn solve(&self, game: &Game, limits: &JobLimits) -> Result<Job, JobRequestError> {
        let position = game.position();
        let empties = position.empties().len();
        if empties > limits.solvable {
            let most = limits.solvable;
            let reason = format!("only positions with at most {most} empty squares are solved; this one has {empties}");
            return Err(JobRequestError::new("kind", "solve", reason));
        }
        if !position.free_squares().is_empty() {
            return Err(JobRequestError::new("kind", "solve", "place the free squares of the opening first"));
        }
        for (field, given) in [("level", self.level), ("depth", self.depth), ("selectivity", self.selectivity)] {
            if let Some(got) = given {
                return Err(JobRequestError::new(
                    field,
                    got,
                    "solve always searches to the end; give timeMs or nothing",
                ));
            }
        }
        let longest = self.time(limits.longest_solve)?.unwrap_or(limits.longest_solve);
        Ok(Job::Solve { position, ply: game.ply(), longest })
    }

    fn effort(&self, usual: u8, longest: Duration, limits: &JobLimits) -> Result<Effort, JobRequestError> {
        let time = self.time(longest)?;
        let goal = match (self.level, self.depth, time) {
            (Some(level), Some(_), _) => {
                return Err(JobRequestError::new("level", level, "give a level or a depth, not both"));
            }
            (_, Some(depth), _) => Goal::Depth(checked_depth(depth)?, self.selectivity()?),
            (Some(level), None, _) => Goal::Level(allowed(level, limits)?),
            (None, None, Some(_)) => Goal::Time,
            (None, None, None) => Goal::Level(Level::numbered(usual).unwrap_or(Level::STRONGEST)),
        };
        match self.selectivity {
            Some(percent) if self.depth.is_none() => {
                Err(JobRequestError::new("selectivity", percent, "it needs a depth"))
            }
            _ => Ok(Effort { goal, time }),
        }
    }

    fn selectivity(&self) -> Result<Option<Selectivity>, JobRequestError> {
        let bad = |percent| JobRequestError::new("selectivity", percent, "write 73, 87, 95, 98, 99 or 100");
        self.selectivity.map(|percent| percent.to_string().parse().map_err(|_| bad(percent))).transpose()
    }

    fn time(&self, longest: Duration) -> Result<Option<Duration>, JobRequestError> {
        let Some(ms) = self.time_ms else { return Ok(None) };
        let time = u64::try_from(ms).map(Duration::from_millis).ok();
        let allowed = time.filter(|time| (MIN_TIME..=longest).contains(time));
        let bad = || JobRequestError::new("timeMs", ms, format!("write 1 to {}", longest.as_millis()));
        allowed.ok_or_else(bad).map(Some)
    }
}

fn checked_depth(depth: i64) -> Result<u32, JobRequestError> {
    let allowed = u32::try_from(depth).ok().filter(|depth| (1..=64).contains(depth));
    allowed.ok_or_else(|| JobRequestError::new("depth", depth, "write 1 to 64"))
}

fn allowed(level: i64, limits: &JobLimits) -> Result<Level, JobRequestError> {
    let highest = limits.highest_level;
    let known = u8::try_from(level).ok().filter(|level| *level <= highest).and_then(Level::numbered);
    known.ok_or_else(|| JobRequestError::new("level", level, format!("write 1 to {highest}")))
}

/// Why a request is not a valid job.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JobRequestError {
    /// The game or position cannot be read.
    #[error(transparent)]
    Input(#[from] GameInputError),
    /// A field has a value that is not allowed.
    #[error("{field}: {}{reason}", quoted(got))]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The first 80 characters of its value.
        got: String,
        /// What to write instead, or why not.
        reason: String,
    },
}

fn quoted(got: &str) -> String {
    if got.is_empty() { String::new() } else { format!("{got:?} is not possible; ") }
}

impl JobRequestError {
    fn new(field: &'static str, got: impl fmt::Display, reason: impl fmt::Display) -> JobRequestError {
        let got = got.to_string().chars().take(MAX_QUOTED_CHARS).collect();
        JobRequestError::Field { field, got, reason: reason.to_string() }
    }

    /// The error code.
    pub fn code(&self) -> &'static str {
        match self {
            JobRequestError::Input(error) => error.code(),
            JobRequestError::Field { .. } => "bad-job",
        }
    }

    /// The part of the request that is wrong.
    pub fn got(&self) -> &str {
        match self {
            JobRequestError::Input(error) => &error.got,
            JobRequestError::Field { got, .. } => got,
        }
    }
}
