//! A job as somebody asks for it.

use std::{fmt, time::Duration};

use outflank_engine::{Level, Selectivity};
use outflank_rules::Game;
use serde::Deserialize;

use super::{
    Effort, Goal, Job, JobKind, JobSettings,
    job::{REVIEW_LEVEL, VALUES_LEVEL},
};
use crate::wire::{BadSubject, Moves, Subject};

/// The shortest time that a search may be given.
const SHORTEST: Duration = Duration::from_millis(1);

/// As much as is quoted of what somebody wrote.
const LONGEST_QUOTED: usize = 80;

/// What somebody asks for. Everything but the kind may be left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct JobWish {
    kind: String,
    variant: Option<String>,
    start: Option<String>,
    from: Option<String>,
    moves: Option<Moves>,
    level: Option<i64>,
    depth: Option<i64>,
    percent: Option<i64>,
    time_ms: Option<i64>,
}

impl JobWish {
    /// The job that is asked for, if these settings allow it.
    pub fn resolve(self, settings: &JobSettings) -> Result<Job, BadJob> {
        let kind = self.kind()?;
        let JobWish { variant, start, from, moves, .. } = &self;
        let subject =
            Subject { variant: variant.clone(), start: start.clone(), from: from.clone(), moves: moves.clone() };
        let (_, game) = subject.read()?;
        match kind {
            JobKind::Values => self.values(&game, settings),
            JobKind::Review => self.review(game, settings),
            JobKind::Solve => self.solve(&game, settings),
        }
    }

    fn kind(&self) -> Result<JobKind, BadJob> {
        let kind = JobKind::ALL.into_iter().find(|kind| kind.to_string() == self.kind);
        kind.ok_or_else(|| BadJob::new("kind", &self.kind, "write values, review or solve"))
    }

    fn values(&self, game: &Game, settings: &JobSettings) -> Result<Job, BadJob> {
        let effort = self.effort(VALUES_LEVEL, settings.longest_values, settings)?;
        Ok(Job::Values { position: game.position(), ply: game.ply(), effort, longest: settings.longest_values })
    }

    fn review(&self, game: Game, settings: &JobSettings) -> Result<Job, BadJob> {
        if game.ply() == 0 {
            return Err(BadJob::new("moves", "", "a review needs a game with at least one move"));
        }
        let effort = self.effort(REVIEW_LEVEL, settings.longest_review, settings)?;
        Ok(Job::Review { game, effort, longest: settings.longest_review })
    }

    fn solve(&self, game: &Game, settings: &JobSettings) -> Result<Job, BadJob> {
        let position = game.position();
        let empties = position.empties().len();
        if empties > settings.solvable {
            let most = settings.solvable;
            let reason =
                format!("positions with up to {most} empty squares are solved here, and this one has {empties}");
            return Err(BadJob::new("kind", "solve", reason));
        }
        if !position.free_squares().is_empty() {
            return Err(BadJob::new("kind", "solve", "the free squares of the opening come first: place them"));
        }
        for (field, given) in [("level", self.level), ("depth", self.depth), ("percent", self.percent)] {
            if let Some(got) = given {
                return Err(BadJob::new(field, got, "a solution goes to the end: give timeMs or nothing"));
            }
        }
        let longest = self.time(settings.longest_solve)?.unwrap_or(settings.longest_solve);
        Ok(Job::Solve { position, ply: game.ply(), longest })
    }

    fn effort(&self, usual: u8, longest: Duration, settings: &JobSettings) -> Result<Effort, BadJob> {
        let time = self.time(longest)?;
        let goal = match (self.level, self.depth, time) {
            (Some(level), Some(_), _) => {
                return Err(BadJob::new("level", level, "give a level or a depth, not both"));
            }
            (_, Some(depth), _) => Goal::Depth(checked_depth(depth)?, self.selectivity()?),
            (Some(level), None, _) => Goal::Level(allowed(level, settings)?),
            (None, None, Some(_)) => Goal::Time,
            (None, None, None) => Goal::Level(Level::numbered(usual).unwrap_or(Level::STRONGEST)),
        };
        match self.percent {
            Some(percent) if self.depth.is_none() => Err(BadJob::new("percent", percent, "it belongs to depth")),
            _ => Ok(Effort { goal, time }),
        }
    }

    fn selectivity(&self) -> Result<Option<Selectivity>, BadJob> {
        let bad = |percent| BadJob::new("percent", percent, "write 73, 87, 95, 98, 99 or 100");
        self.percent.map(|percent| percent.to_string().parse().map_err(|_| bad(percent))).transpose()
    }

    fn time(&self, longest: Duration) -> Result<Option<Duration>, BadJob> {
        let Some(ms) = self.time_ms else { return Ok(None) };
        let time = u64::try_from(ms).map(Duration::from_millis).ok();
        let allowed = time.filter(|time| (SHORTEST..=longest).contains(time));
        let bad = || BadJob::new("timeMs", ms, format!("write 1 to {}", longest.as_millis()));
        allowed.ok_or_else(bad).map(Some)
    }
}

fn checked_depth(depth: i64) -> Result<u32, BadJob> {
    let allowed = u32::try_from(depth).ok().filter(|depth| (1..=64).contains(depth));
    allowed.ok_or_else(|| BadJob::new("depth", depth, "write 1 to 64"))
}

fn allowed(level: i64, settings: &JobSettings) -> Result<Level, BadJob> {
    let highest = settings.highest_level;
    let known = u8::try_from(level).ok().filter(|level| *level <= highest).and_then(Level::numbered);
    known.ok_or_else(|| BadJob::new("level", level, format!("write 1 to {highest}")))
}

/// A job that is not done here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadJob {
    /// There is nothing to look at.
    Subject(BadSubject),
    /// Something else is wrong.
    Field {
        /// Which part of it.
        field: &'static str,
        /// What was written there, the beginning of it.
        got: String,
        /// What to write instead, or why.
        reason: String,
    },
}

impl BadJob {
    fn new(field: &'static str, got: impl fmt::Display, reason: impl fmt::Display) -> BadJob {
        BadJob::Field { field, got: got.to_string().chars().take(LONGEST_QUOTED).collect(), reason: reason.to_string() }
    }

    /// A word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            BadJob::Subject(bad) => bad.code(),
            BadJob::Field { .. } => "bad-job",
        }
    }

    /// The part of the input that is at fault.
    pub fn got(&self) -> &str {
        match self {
            BadJob::Subject(bad) => &bad.got,
            BadJob::Field { got, .. } => got,
        }
    }
}

impl fmt::Display for BadJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadJob::Subject(bad) => bad.fmt(f),
            BadJob::Field { field, got, reason } if got.is_empty() => write!(f, "{field}: {reason}"),
            BadJob::Field { field, got, reason } => write!(f, "{field}: {got:?} is not possible; {reason}"),
        }
    }
}

impl std::error::Error for BadJob {}

impl From<BadSubject> for BadJob {
    fn from(bad: BadSubject) -> BadJob {
        BadJob::Subject(bad)
    }
}
