//! Analysis jobs: what to find, how far to search, and the JSON of requests and results.
//!
//! Equal jobs have equal results, because each runs with an empty table, as long as it has one
//! thread.

mod request;
mod results;
mod run;
mod state;

use std::{fmt, time::Duration};

use outflank_engine::{Level, Limits, Selectivity};
use outflank_rules::{Game, Position, Variant};

pub use request::{JobLimits, JobRequest, JobRequestError};
pub use results::{
    BoundView, ParseResultError, ReviewView, ReviewedView, Thresholds, Total, Totals, ValueView, ValuesView,
};
pub use run::run;
pub use state::{JobFault, JobKind, JobProgress, JobProgressReport, JobResult, JobState, JobStatus};

/// The default level that evaluates the moves of a position.
pub const VALUES_LEVEL: u8 = 14;

/// The default level that reviews a game.
pub const REVIEW_LEVEL: u8 = 14;

/// What to analyse. Equal jobs have equal results, unless time ends them.
#[derive(Clone, Debug)]
pub enum Job {
    /// Evaluate every legal move of a position.
    Values {
        /// The position.
        position: Position,
        /// The number of moves before it.
        ply: usize,
        /// How far to search.
        effort: Effort,
        /// The time limit of the whole job.
        longest: Duration,
    },
    /// Find the discs that each move of a game lost.
    Review {
        /// The game.
        game: Game,
        /// How far to search at each move. Its time limit is per search.
        effort: Effort,
        /// The time limit of the whole job.
        longest: Duration,
    },
    /// Find the best move of a position and its exact score.
    Solve {
        /// The position.
        position: Position,
        /// The number of moves before it.
        ply: usize,
        /// The time limit.
        longest: Duration,
    },
}

/// How far to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Where a search ends.
    pub goal: Goal,
    /// The time limit of a search; required by [`Goal::Time`].
    pub time: Option<Duration>,
}

/// Where a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// At the depth of a level.
    Level(Level),
    /// At a depth in plies, with this selectivity or the default one.
    Depth(u32, Option<Selectivity>),
    /// At the time limit only.
    Time,
}

impl Effort {
    /// The engine's limits in a position with this many empty squares.
    pub fn limits(&self, empties: u32) -> Limits {
        let limits = match self.goal {
            Goal::Level(level) => level.limits(empties),
            Goal::Depth(depth, asked) => {
                let usual = if depth >= empties { Selectivity::Full } else { Selectivity::P73 };
                Limits::depth(depth).with_selectivity(asked.unwrap_or(usual))
            }
            Goal::Time => Level::STRONGEST.limits_within(empties, self.time.unwrap_or_default()),
        };
        Limits { time: self.time, ..limits }
    }

    /// The number of the level, if the goal is a level.
    pub fn level(&self) -> Option<u8> {
        match self.goal {
            Goal::Level(level) => level.number(),
            _ => None,
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.goal {
            Goal::Level(level) => write!(f, "level {level}")?,
            Goal::Depth(depth, None) => write!(f, "depth {depth}")?,
            Goal::Depth(depth, Some(selectivity)) => write!(f, "depth {depth} at {selectivity}")?,
            Goal::Time => f.write_str("time")?,
        }
        self.time.map_or(Ok(()), |time| write!(f, ", {} ms", time.as_millis()))
    }
}

impl Job {
    /// The kind of job.
    pub fn kind(&self) -> JobKind {
        match self {
            Job::Values { .. } => JobKind::Values,
            Job::Review { .. } => JobKind::Review,
            Job::Solve { .. } => JobKind::Solve,
        }
    }

    /// The time limit of the whole job.
    pub fn longest(&self) -> Duration {
        match self {
            Job::Values { longest, .. } | Job::Review { longest, .. } | Job::Solve { longest, .. } => *longest,
        }
    }

    /// Whether time may end a search before its goal. Results of such a job depend on the machine
    /// and its load.
    pub fn is_timed(&self) -> bool {
        match self {
            Job::Values { effort, .. } | Job::Review { effort, .. } => effort.time.is_some(),
            Job::Solve { .. } => false,
        }
    }

    /// The position it starts from.
    pub fn start(&self) -> Position {
        match self {
            Job::Values { position, .. } | Job::Solve { position, .. } => *position,
            Job::Review { game, .. } => game.start(),
        }
    }

    /// The number of moves before the position.
    pub fn ply(&self) -> usize {
        match self {
            Job::Values { ply, .. } | Job::Solve { ply, .. } => *ply,
            Job::Review { .. } => 0,
        }
    }
}

/// Prints everything that the result depends on. Jobs that print the same are equal.
impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), Variant::from_position(&self.start()))?;
        match self {
            Job::Values { effort, .. } => write!(f, " {effort}"),
            Job::Review { game, effort, .. } => {
                f.write_str(" ")?;
                game.moves().try_for_each(|mv| write!(f, "{mv}"))?;
                write!(f, " {effort}")
            }
            Job::Solve { .. } => Ok(()),
        }
    }
}
