//! What can be asked of the engine beyond a move.

use std::{fmt, time::Duration};

use outflank_engine::{Level, Limits, Selectivity};
use outflank_rules::{Game, Position, Variant};

use super::JobKind;

/// The level that values the moves of a position where nothing else is asked for.
pub const VALUES_LEVEL: u8 = 14;

/// The level that judges the moves of a game where nothing else is asked for.
pub const REVIEW_LEVEL: u8 = 14;

/// Something to find out. The same job has the same answer, unless time ends it.
#[derive(Clone, Debug)]
pub enum Job {
    /// What every legal move of a position is worth.
    Values {
        /// The position.
        position: Position,
        /// Moves of the game before it.
        ply: usize,
        /// How far to think.
        effort: Effort,
        /// No longer than this in all.
        longest: Duration,
    },
    /// What the moves of a game have cost.
    Review {
        /// The game.
        game: Game,
        /// How far to think about each move. A time is that of each search.
        effort: Effort,
        /// No longer than this in all.
        longest: Duration,
    },
    /// The best move of a position, to the exact end.
    Solve {
        /// The position.
        position: Position,
        /// Moves of the game before it.
        ply: usize,
        /// No longer than this.
        longest: Duration,
    },
}

/// How far to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// What ends a thought.
    pub goal: Goal,
    /// No longer than this; for a goal of its own, the time itself is the goal.
    pub time: Option<Duration>,
}

/// What ends a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// What a level looks at.
    Level(Level),
    /// So many plies, this sure.
    Depth(u32, Option<Selectivity>),
    /// Nothing but the time.
    Time,
}

impl Effort {
    /// The limits with so many empty squares.
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

    /// The number of the level, if one thinks.
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
    /// What kind of job it is.
    pub fn kind(&self) -> JobKind {
        match self {
            Job::Values { .. } => JobKind::Values,
            Job::Review { .. } => JobKind::Review,
            Job::Solve { .. } => JobKind::Solve,
        }
    }

    /// How long may be worked on it, whatever else ends it.
    pub fn longest(&self) -> Duration {
        match self {
            Job::Values { longest, .. } | Job::Review { longest, .. } | Job::Solve { longest, .. } => *longest,
        }
    }

    /// Whether time may end a thought before its goal: then what is found tells of the machine and of who else used it.
    pub fn is_timed(&self) -> bool {
        match self {
            Job::Values { effort, .. } | Job::Review { effort, .. } => effort.time.is_some(),
            Job::Solve { .. } => false,
        }
    }

    /// Where it begins.
    pub fn start(&self) -> Position {
        match self {
            Job::Values { position, .. } | Job::Solve { position, .. } => *position,
            Job::Review { game, .. } => game.start(),
        }
    }

    /// Moves of the game before the position in question.
    pub fn ply(&self) -> usize {
        match self {
            Job::Values { ply, .. } | Job::Solve { ply, .. } => *ply,
            Job::Review { .. } => 0,
        }
    }
}

/// Everything that its answer depends on, as text: jobs that print the same are the same.
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
