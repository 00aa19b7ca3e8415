//! The results as text.

use std::{fmt, time::Duration};

use super::Pace;

pub(super) struct Report {
    pub(super) games: usize,
    pub(super) pace: Pace,
    /// From the first move to the last.
    pub(super) time: Duration,
    /// From each move to its acknowledgement.
    pub(super) latencies: Vec<Duration>,
    /// Memory that the server has taken for the games and their sockets.
    pub(super) bytes: u64,
    /// CPU time that the server used in that time.
    pub(super) processor: Duration,
}

/// The latency in ms that this share of moves, in per mille, does not exceed.
pub(super) fn latency(latencies: &[Duration], per_mille: usize) -> f64 {
    let mut sorted = latencies.to_vec();
    sorted.sort_unstable();
    let last = sorted.len().saturating_sub(1);
    sorted.get(last * per_mille / 1000).map_or(0.0, |latency| latency.as_secs_f64() * 1e3)
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, moves) = (self.games, self.latencies.len());
        match self.pace {
            Pace::Free => writeln!(f, "{games} games at once, as fast as all can:")?,
            Pace::Every(interval) => writeln!(f, "{games} games at once, a move every {interval:?} in each:")?,
        }
        let rate = moves as f64 / self.time.as_secs_f64();
        writeln!(f, "  {moves} moves in {:.2} s: {rate:.0} moves/s, each on the disk", self.time.as_secs_f64())?;
        let [half, most, all] = [500, 990, 1000].map(|per_mille| latency(&self.latencies, per_mille));
        writeln!(f, "  acknowledged after {half:.1} ms (median), {most:.1} ms (99 %), {all:.1} ms (longest)")?;
        let processor = self.processor.as_secs_f64() * 1e6 / moves.max(1) as f64;
        let kilobytes = self.bytes as f64 / 1024.0 / games.max(1) as f64;
        writeln!(f, "  the server used {processor:.0} us of a processor a move and {kilobytes:.0} KiB of memory a game")
    }
}
