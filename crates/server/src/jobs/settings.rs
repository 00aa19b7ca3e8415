//! How much anybody may ask of the engine.

use std::{num::NonZero, thread, time::Duration};

/// What jobs may use, and how much of it one client may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobSettings {
    /// Threads that work on jobs, one each. There are more than processors, so that whoever comes finds one free; they share what games leave them.
    pub workers: usize,
    /// Bytes of the table of each thread, taken when its first job comes.
    pub hash_bytes: usize,
    /// How many jobs may wait.
    pub queue_limit: usize,
    /// How many jobs one client may have, waiting or not. Half of the workers at most work for one client.
    pub per_client: usize,
    /// How many jobs those have together who ask over plain HTTP on this machine, where nothing tells one from another.
    pub per_machine: usize,
    /// Whoever works on a job and is not heard of for so long has lost it: it is given to another.
    pub lease: Duration,
    /// The strongest level that may think.
    pub highest_level: u8,
    /// The longest that the moves of a position are thought about.
    pub longest_values: Duration,
    /// The longest that a whole game is thought about.
    pub longest_review: Duration,
    /// The longest that a position is solved.
    pub longest_solve: Duration,
    /// The most empty squares of a position that is solved.
    pub solvable: u32,
    /// A job that was asked for over plain HTTP and that nobody asks about for so long is given up.
    pub unasked: Duration,
    /// How many answers are kept in the database.
    pub kept: usize,
}

impl Default for JobSettings {
    fn default() -> JobSettings {
        let processors = thread::available_parallelism().map_or(2, NonZero::get);
        JobSettings {
            workers: (2 * processors).max(4),
            hash_bytes: 32 << 20,
            queue_limit: 64,
            per_client: 4,
            per_machine: 32,
            lease: Duration::from_secs(30),
            highest_level: 20,
            longest_values: Duration::from_secs(60),
            longest_review: Duration::from_secs(180),
            longest_solve: Duration::from_secs(120),
            solvable: 30,
            unasked: Duration::from_secs(60),
            kept: 20_000,
        }
    }
}
