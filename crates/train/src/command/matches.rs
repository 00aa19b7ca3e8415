//! `outflank-train match`: measures which weights play better.

use std::{fmt, path::PathBuf, sync::Arc, time::Duration};

use outflank_engine::{Selectivity, eval::Model};
use outflank_train::{
    matches::{Interval, MatchPlayers, WeightsMatch},
    play::{Engine, Strength},
};
use serde::Serialize;

use super::{BoardArgs, Error, ThreadsArgs, parse_range, read_weights};

/// Play a match between two sets of weights
///
/// Plays each opening twice with colors swapped. Openings are random moves to a balanced position.
/// The interval counts pairs of games, because the two games of an opening are not independent.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  New weights against the embedded ones, at depth 6:
      outflank-train match --a round-2.bin --games 1000 --depth 6
  The same weights, 100 ms a move against depth 6:
      outflank-train match --time 100 --b-depth 6 --games 100")]
pub(crate) struct Args {
    /// Read the weights of A from FILE instead of using the embedded ones
    #[arg(long, value_name = "FILE")]
    a: Option<PathBuf>,

    /// Read the weights of B from FILE instead of using the embedded ones
    #[arg(long, value_name = "FILE")]
    b: Option<PathBuf>,

    /// Play N games; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,

    /// Search PLIES deep
    #[arg(long, value_name = "PLIES", default_value_t = 6, conflicts_with = "time")]
    depth: u32,

    /// Think MS milliseconds per move
    #[arg(long, value_name = "MS")]
    time: Option<u64>,

    /// Search PLIES deep for B [default: as for A]
    #[arg(long, value_name = "PLIES", conflicts_with = "b_time")]
    b_depth: Option<u32>,

    /// Think MS milliseconds per move for B [default: as for A]
    #[arg(long, value_name = "MS")]
    b_time: Option<u64>,

    /// Set the selectivity of the search: 73, 87, 95, 98, 99 or 100
    #[arg(long, value_name = "PERCENT", default_value = "73")]
    selectivity: Selectivity,

    /// Play perfectly from N empty squares on (with --depth)
    #[arg(long, value_name = "N", default_value_t = 12)]
    exact_from: u32,

    /// Begin with MIN to MAX random moves
    #[arg(long, value_name = "MIN..MAX", default_value = "8..14", value_parser = parse_range)]
    random_plies: (u8, u8),

    /// Draw another opening if one side is DISCS or more ahead
    #[arg(long, value_name = "DISCS", default_value_t = 6)]
    balance: i8,

    #[command(flatten)]
    board: BoardArgs,

    /// Seed the random generator of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    threads: ThreadsArgs,
}

/// JSON printed by `outflank-train match --json`. Results count for A.
#[derive(Serialize)]
pub(super) struct MatchJson {
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    pairs: [u32; 5],
    mean_discs: f64,
    share: Interval,
    elo: Interval,
}

/// Search depth for judging openings, in plies.
const OPENING_DEPTH: u32 = 6;

impl Args {
    pub(super) fn run(&self) -> Result<MatchJson, Error> {
        let model = |path: &Option<PathBuf>| path.as_deref().map(read_weights).transpose();
        let [a, b] = [model(&self.a)?, model(&self.b)?].map(|weights| weights.map(|weights| weights.model));
        let players = || MatchPlayers {
            a: Engine::new(a.clone(), self.strength(self.depth, self.time)),
            b: Engine::new(b.clone(), self.strength_of_b()),
            judge: opening_judge(a.clone()),
        };
        let settings = WeightsMatch {
            kind: self.board.kind(),
            seed: self.seed,
            pairs: self.games.div_ceil(2),
            opening: self.random_plies,
            balance: self.balance,
        };
        let players = (0..self.threads.count()).map(|_| players()).collect();
        let score = settings.play(players, &mut |score| {
            if score.games().is_multiple_of(100) && score.games() < self.games {
                eprintln!("{} games: {:.1} %", score.games(), 100.0 * score.share().value);
            }
        });
        let share = score.share();
        Ok(MatchJson {
            games: score.games(),
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            pairs: score.pairs,
            mean_discs: score.mean_discs(),
            share,
            elo: share.elo(),
        })
    }

    fn strength(&self, depth: u32, time: Option<u64>) -> Strength {
        let time = time.map(Duration::from_millis);
        Strength { depth, selectivity: self.selectivity, exact_from: self.exact_from, time }
    }

    fn strength_of_b(&self) -> Strength {
        match (self.b_depth, self.b_time) {
            (Some(depth), _) => self.strength(depth, None),
            (None, Some(time)) => self.strength(self.depth, Some(time)),
            (None, None) => self.strength(self.depth, self.time),
        }
    }
}

impl fmt::Display for MatchJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchJson { games, wins, draws, losses, pairs, mean_discs, share, elo } = self;
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        writeln!(f, "A won {wins}, drew {draws} and lost {losses} of {games} games, {mean_discs:+.2} discs per game")?;
        writeln!(f, "points  {:>8} ({} to {})", percent(share.value), percent(share.low), percent(share.high))?;
        writeln!(f, "Elo     {:>+8.0} ({:+.0} to {:+.0})", elo.value, elo.low, elo.high)?;
        write!(f, "pairs   {pairs:?} with 0, 1/2, 1, 3/2 and 2 points for A")
    }
}

/// An engine with the weights of A that decides whether openings are balanced.
fn opening_judge(model: Option<Arc<Model>>) -> Engine {
    let strength = Strength { depth: OPENING_DEPTH, selectivity: Selectivity::P73, exact_from: 0, time: None };
    Engine::new(model, strength)
}
