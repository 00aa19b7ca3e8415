//! `outflank train play`: games for training.

use std::{
    io::Write,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use outflank_engine::Selectivity;
use outflank_train::{
    dataset::{Header, Writer},
    play::{Engine, Progress, Stop, Strength, Style, play_games},
};
use serde::Serialize;

use super::{Board, Threads, files};
use crate::{Verdict, error::Error, json, tell};

/// Play games against itself and add them to a file
///
/// Each game begins with random moves, goes on by search, and ends with perfect play. Games that are added to a file go on
/// where it stopped, also if that was in the middle of a game. With one seed the games are the same whatever the threads.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  A minute of games with all processors:
      outflank train play --seconds 60 --seed 1 --out games/round-1
  A thousand games on 6x6, deeper:
      outflank train play --size 6 --games 1000 --depth 7 --exact-from 16 --out games/six
  Games in which fewest discs win:
      outflank train play --variant six+anti --seconds 60 --out games/six-anti")]
pub(super) struct Args {
    /// How many games
    #[arg(long, value_name = "N", required_unless_present = "seconds")]
    games: Option<u32>,

    /// Stop after so many seconds; games that have begun are finished
    #[arg(long, value_name = "S")]
    seconds: Option<u64>,

    /// Seed of all chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Search depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=40))]
    depth: u8,

    /// The risk taken in the search: 73, 87, 95, 98, 99 or 100
    #[arg(long, value_name = "PERCENT", default_value = "73")]
    selectivity: Selectivity,

    /// Empty squares from which on play is perfect
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u8).range(0..=30))]
    exact_from: u8,

    /// Random moves at the beginning, fewest and most
    #[arg(long, value_name = "MIN..MAX", default_value = "4..24", value_parser = parse_range)]
    random_plies: (u8, u8),

    /// Probability of a random move later on
    #[arg(long, value_name = "P", default_value_t = 0.02, value_parser = parse_part)]
    noise: f64,

    #[command(flatten)]
    board: Board,

    /// Number of the round, kept with the games
    #[arg(long, value_name = "N", default_value_t = 0)]
    round: u16,

    /// Weights to play with instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// The file that the games are added to
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    threads: Threads,

    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    games: u32,
    positions: u64,
    seconds: f64,
    games_per_second: f64,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let weights = self.weights.as_deref().map(files::weights).transpose()?;
        let header = self.header(weights.as_ref().map_or(0, |weights| weights.digest));
        let writer = Writer::open(&self.out, &header).map_err(|cause| files::failed(&self.out, cause))?;
        let (style, stop) = (self.style(), self.stop());
        let engine = || Engine::new(weights.as_ref().map(|weights| Arc::clone(&weights.model)), self.strength());
        let engines = (0..self.threads.count()).map(|_| engine()).collect();
        let played = play_games(&style, engines, stop, writer, &mut teller(stop));
        let played = played.map_err(|cause| Error::File { doing: "write", path: self.out.clone(), cause })?;
        self.report(played, out)?;
        Ok(Verdict::Fine)
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

    fn report(&self, played: Progress, out: &mut dyn Write) -> Result<(), Error> {
        let seconds = played.elapsed.as_secs_f64();
        let games_per_second = f64::from(played.games) / seconds.max(1e-9);
        let Progress { games, positions, .. } = played;
        if self.json {
            return json::write(&Report { games, positions, seconds, games_per_second }, out);
        }
        let rate = format!("{seconds:.1} s, {games_per_second:.0} games a second");
        writeln!(out, "{games} games with {positions} positions in {rate}")?;
        Ok(())
    }
}

/// Tells how far it has come, every few seconds: the run may be watched through a pipe, where a bar is not drawn.
fn teller(stop: Stop) -> impl FnMut(Progress) {
    const PAUSE: Duration = Duration::from_secs(10);
    let mut told = Instant::now();
    move |progress: Progress| {
        if told.elapsed() < PAUSE {
            return;
        }
        told = Instant::now();
        let of = stop.games.map_or(String::new(), |games| format!(" of {games}"));
        let seconds = progress.elapsed.as_secs();
        tell(format_args!("{}{of} games, {} positions, {seconds} s", progress.games, progress.positions));
    }
}

/// Two numbers, the smaller first.
pub(super) fn parse_range(text: &str) -> Result<(u8, u8), String> {
    let range = text.split_once("..").and_then(|(min, max)| Some((min.parse().ok()?, max.parse().ok()?)));
    match range {
        Some((min, max)) if min <= max && max <= 60 => Ok((min, max)),
        _ => Err("write two numbers up to 60, the smaller first, as in 4..24".to_owned()),
    }
}

/// A probability or part of a whole.
pub(super) fn parse_part(text: &str) -> Result<f64, String> {
    let part = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "write a number from 0 to 1, as in 0.02".to_owned())
}
