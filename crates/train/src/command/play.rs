//! `outflank-train play`: plays training games.

use std::{fmt, path::PathBuf, sync::Arc, time::Duration};

use outflank_engine::Selectivity;
use outflank_train::{
    dataset::{Header, Writer},
    play::{Engine, Stop, Strength, Style, play_games},
};
use serde::Serialize;

use super::{BoardArgs, Error, ProgressPrinter, ThreadsArgs, parse_range, parse_share, read_weights};

/// Play games by self-play and append them to a file
///
/// Each game has random moves first, then moves by search, then perfect play. A second run with the
/// same options continues the file, also after an unfinished game. The games depend on the seed and
/// not on the number of threads.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  A minute of games with all processors:
      outflank-train play --seconds 60 --seed 1 --out games/round-1
  A thousand games on 6x6, deeper:
      outflank-train play --size 6 --games 1000 --depth 7 --exact-from 16 --out games/six
  Games that the fewest discs win:
      outflank-train play --variant six+anti --seconds 60 --out games/six-anti")]
pub(crate) struct Args {
    /// Play N games
    #[arg(long, value_name = "N", required_unless_present = "seconds")]
    games: Option<u32>,

    /// Start no game after S seconds
    #[arg(long, value_name = "S")]
    seconds: Option<u64>,

    /// Seed the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Search PLIES deep
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=40))]
    depth: u8,

    /// Set the selectivity of the search: 73, 87, 95, 98, 99 or 100
    #[arg(long, value_name = "PERCENT", default_value = "73")]
    selectivity: Selectivity,

    /// Play perfectly from N empty squares on
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u8).range(0..=30))]
    exact_from: u8,

    /// Begin with MIN to MAX random moves
    #[arg(long, value_name = "MIN..MAX", default_value = "4..24", value_parser = parse_range)]
    random_plies: (u8, u8),

    /// Play each later move at random with probability P
    #[arg(long, value_name = "P", default_value_t = 0.02, value_parser = parse_share)]
    noise: f64,

    #[command(flatten)]
    board: BoardArgs,

    /// Store N as the round of the games
    #[arg(long, value_name = "N", default_value_t = 0)]
    round: u16,

    /// Play with the weights of FILE instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Append the games to FILE
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    threads: ThreadsArgs,
}

/// JSON printed by `outflank-train play --json`.
#[derive(Serialize)]
pub(super) struct PlayJson {
    games: u32,
    positions: u64,
    seconds: f64,
    games_per_second: f64,
}

impl Args {
    pub(super) fn run(&self) -> Result<PlayJson, Error> {
        let weights = self.weights.as_deref().map(read_weights).transpose()?;
        let header = self.header(weights.as_ref().map_or(0, |weights| weights.digest));
        let writer = Writer::open(&self.out, &header).map_err(Error::content(&self.out))?;
        let engine = || Engine::new(weights.as_ref().map(|weights| Arc::clone(&weights.model)), self.strength());
        let engines = (0..self.threads.count()).map(|_| engine()).collect();
        let of = self.games.map_or(String::new(), |games| format!(" of {games}"));
        let mut printer = ProgressPrinter::new();
        let played = play_games(&self.style(), engines, self.stop(), writer, &mut |progress| {
            let (games, positions, seconds) = (progress.games, progress.positions, progress.elapsed.as_secs());
            printer.print(format_args!("{games}{of} games, {positions} positions, {seconds} s"));
        });
        let played = played.map_err(Error::write(&self.out))?;
        let seconds = played.elapsed.as_secs_f64();
        let games_per_second = f64::from(played.games) / seconds.max(1e-9);
        Ok(PlayJson { games: played.games, positions: played.positions, seconds, games_per_second })
    }

    fn style(&self) -> Style {
        Style { kind: self.board.kind(), seed: self.seed, opening: self.random_plies, noise: self.noise }
    }

    fn strength(&self) -> Strength {
        Strength {
            depth: u32::from(self.depth),
            selectivity: self.selectivity,
            exact_from: u32::from(self.exact_from),
            time: None,
        }
    }

    fn stop(&self) -> Stop {
        Stop { games: self.games, time: self.seconds.map(Duration::from_secs) }
    }

    fn header(&self, model: u64) -> Header {
        Header {
            kind: self.board.kind(),
            seed: self.seed,
            round: self.round,
            model,
            depth: self.depth,
            selectivity: self.selectivity.percent(),
            exact_from: self.exact_from,
            opening: self.random_plies,
            noise: (self.noise * 65536.0).round().min(65535.0) as u16,
        }
    }
}

impl fmt::Display for PlayJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayJson { games, positions, seconds, games_per_second } = self;
        write!(f, "{games} games with {positions} positions in {seconds:.1} s, {games_per_second:.0} games per second")
    }
}
