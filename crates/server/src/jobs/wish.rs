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

/// What somebody asks for. Everything but the kind may be left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct JobWish {
    kind: JobKind,
    variant: Option<String>,
    start: Option<String>,
    from: Option<String>,
    moves: Option<Moves>,
    level: Option<u8>,
    depth: Option<u32>,
    percent: Option<u8>,
    time_ms: Option<u64>,
}

impl JobWish {
    /// The job that is asked for, if these settings allow it.
    pub fn resolve(self, settings: &JobSettings) -> Result<Job, BadJob> {
        let JobWish { kind, variant, start, from, moves, .. } = &self;
        let subject =
            Subject { variant: variant.clone(), start: start.clone(), from: from.clone(), moves: moves.clone() };
        let (_, game) = subject.read()?;
        match kind {
            JobKind::Values => self.values(&game, settings),
            JobKind::Review => self.review(game, settings),
            JobKind::Solve => self.solve(&game, settings),
        }
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
        for (field, is_given) in
            [("level", self.level.is_some()), ("depth", self.depth.is_some()), ("percent", self.percent.is_some())]
        {
            if is_given {
                return Err(BadJob::new(field, field, "a solution goes to the end: give timeMs or nothing"));
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
            (_, Some(depth), _) => Goal::Depth(self.checked_depth(depth)?, self.selectivity()?),
            (Some(level), None, _) => Goal::Level(allowed(level, settings)?),
            (None, None, Some(_)) => Goal::Time,
            (None, None, None) => Goal::Level(Level::numbered(usual).unwrap_or(Level::STRONGEST)),
        };
        match self.percent {
            Some(percent) if self.depth.is_none() => Err(BadJob::new("percent", percent, "percent belongs to depth")),
            _ => Ok(Effort { goal, time }),
        }
    }

    fn checked_depth(&self, depth: u32) -> Result<u32, BadJob> {
        if (1..=64).contains(&depth) { Ok(depth) } else { Err(BadJob::new("depth", depth, "write 1 to 64")) }
    }

    fn selectivity(&self) -> Result<Option<Selectivity>, BadJob> {
        let read = |percent: u8| percent.to_string().parse().map_err(|cause| BadJob::new("percent", percent, cause));
        self.percent.map(read).transpose()
    }

    fn time(&self, longest: Duration) -> Result<Option<Duration>, BadJob> {
        let Some(ms) = self.time_ms else { return Ok(None) };
        let time = Duration::from_millis(ms);
        if (SHORTEST..=longest).contains(&time) {
            return Ok(Some(time));
        }
        Err(BadJob::new("timeMs", ms, format!("write 1 to {}", longest.as_millis())))
    }
}

fn allowed(level: u8, settings: &JobSettings) -> Result<Level, BadJob> {
    let highest = settings.highest_level;
    let known = Level::numbered(level).filter(|_| level <= highest);
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
        /// What was written there.
        got: String,
        /// What to write.
        reason: String,
    },
}

impl BadJob {
    fn new(field: &'static str, got: impl fmt::Display, reason: impl fmt::Display) -> BadJob {
        BadJob::Field { field, got: got.to_string(), reason: reason.to_string() }
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
            BadJob::Field { field, reason, .. } => write!(f, "{field}: {reason}"),
        }
    }
}

impl std::error::Error for BadJob {}

impl From<BadSubject> for BadJob {
    fn from(bad: BadSubject) -> BadJob {
        BadJob::Subject(bad)
    }
}
