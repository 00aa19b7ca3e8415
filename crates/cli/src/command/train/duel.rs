//! `outflank train match`: which weights play better.

use std::{io::Write, path::PathBuf, sync::Arc, time::Duration};

use outflank_engine::{Selectivity, eval::Model};
use outflank_train::{
    duel::{Duel, Interval, Score, Table},
    play::{Engine, Strength},
};
use serde::Serialize;

use super::{Board, Threads, files, play::parse_range};
use crate::{Verdict, error::Error, json, tell};

/// Play a match between two sets of weights
///
/// Both play both sides of each opening. Openings are random moves to a balanced position. The interval comes from
/// the pairs: the two games of an opening are not independent.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  New weights against the embedded ones, at depth 6:
      outflank train match --a round-2.bin --games 1000 --depth 6
  The same weights, 100 ms a move against depth 6:
      outflank train match --time 100 --b-depth 6 --games 100")]
pub(super) struct Args {
    /// Weights of A, instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    a: Option<PathBuf>,

    /// Weights of B, instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    b: Option<PathBuf>,

    /// How many games; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,

    /// Search depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, conflicts_with = "time")]
    depth: u32,

    /// Milliseconds a move
    #[arg(long, value_name = "MS")]
    time: Option<u64>,

    /// Search depth of B, if it differs
    #[arg(long, value_name = "PLIES", conflicts_with = "b_time")]
    b_depth: Option<u32>,

    /// Milliseconds a move of B, if they differ
    #[arg(long, value_name = "MS")]
    b_time: Option<u64>,

    /// The risk taken at that depth: 73, 87, 95, 98, 99 or 100
    #[arg(long, value_name = "PERCENT", default_value = "73")]
    selectivity: Selectivity,

    /// Empty squares from which on play to a depth is perfect
    #[arg(long, value_name = "N", default_value_t = 12)]
    exact_from: u32,

    /// Random moves of an opening, fewest and most
    #[arg(long, value_name = "MIN..MAX", default_value = "8..14", value_parser = parse_range)]
    random_plies: (u8, u8),

    /// An opening is drawn again if one side is so many discs ahead
    #[arg(long, value_name = "DISCS", default_value_t = 6)]
    balance: i8,

    #[command(flatten)]
    board: Board,

    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    threads: Threads,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    pairs: [u32; 5],
    mean_discs: f64,
    share: Interval,
    elo: Interval,
}

/// Plies that the referee of the openings looks ahead.
const REFEREE_DEPTH: u32 = 6;

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let model = |path: &Option<PathBuf>| path.as_deref().map(files::weights).transpose();
        let [a, b] = [model(&self.a)?, model(&self.b)?].map(|weights| weights.map(|weights| weights.model));
        let table = || Table {
            a: Engine::new(a.clone(), self.strength(self.depth, self.time)),
            b: Engine::new(b.clone(), self.strength_of_b()),
            referee: referee(a.clone()),
        };
        let duel = Duel {
            kind: self.board.kind(),
            seed: self.seed,
            pairs: self.games.div_ceil(2),
            opening: self.random_plies,
            balance: self.balance,
        };
        let tables = (0..self.threads.count()).map(|_| table()).collect();
        let score = duel.play(tables, &mut |score| self.tell(score));
        self.report(&score, out)?;
        Ok(Verdict::Fine)
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

    /// Now and then a line on how it stands.
    fn tell(&self, score: &Score) {
        if score.games().is_multiple_of(100) && score.games() < self.games {
            tell(format_args!("{} games: {:.1} %", score.games(), 100.0 * score.share().value));
        }
    }

    fn report(&self, score: &Score, out: &mut dyn Write) -> Result<(), Error> {
        let Score { wins, draws, losses, pairs, .. } = *score;
        let (share, mean_discs, games) = (score.share(), score.mean_discs(), score.games());
        let elo = share.elo();
        if self.json {
            return json::write(&Report { games, wins, draws, losses, pairs, mean_discs, share, elo }, out);
        }
        let percent = |part: f64| format!("{:.1} %", 100.0 * part);
        writeln!(out, "A won {wins}, drew {draws} and lost {losses} of {games} games, {mean_discs:+.2} discs a game")?;
        writeln!(out, "points  {:>8} ({} to {})", percent(share.value), percent(share.low), percent(share.high))?;
        writeln!(out, "Elo     {:>+8.0} ({:+.0} to {:+.0})", elo.value, elo.low, elo.high)?;
        writeln!(out, "pairs   {pairs:?} gave A 0, 1/2, 1, 3/2 and 2 points")?;
        Ok(())
    }
}

/// Judges openings by the weights of A.
fn referee(model: Option<Arc<Model>>) -> Engine {
    let strength = Strength { depth: REFEREE_DEPTH, selectivity: Selectivity::P73, exact_from: 0, time: None };
    Engine::new(model, strength)
}
