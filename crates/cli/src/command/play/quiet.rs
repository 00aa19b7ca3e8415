//! Games that nobody watches: the table of their results.

use std::{
    io::Write,
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use outflank_engine::Settings;
use outflank_play::{Results, Seat, Series, SeriesError, Sides, Tally};
use outflank_rules::{Color, Variant};
use serde::Serialize;

use super::Args;
use crate::{
    Verdict,
    error::Error,
    interrupt, json,
    number::{grouped, per_second},
};

/// What programs read.
#[derive(Serialize)]
struct Report {
    variant: String,
    seed: u64,
    games: u64,
    threads: usize,
    players: [PlayerReport; 2],
    seconds: f64,
    games_per_second: f64,
    interrupted: bool,
}

#[derive(Serialize)]
struct PlayerReport {
    player: String,
    #[serde(flatten)]
    all: ResultsReport,
    as_black: ResultsReport,
    as_white: ResultsReport,
}

#[derive(Serialize)]
struct ResultsReport {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    average_margin: f64,
}

impl From<Results> for ResultsReport {
    fn from(results: Results) -> ResultsReport {
        let Results { wins, draws, losses, .. } = results;
        ResultsReport { games: results.games(), wins, draws, losses, average_margin: results.average_margin() }
    }
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Verdict, Error> {
    if args.time.is_some() {
        return Err(Error::QuietClock);
    }
    let seats = args.seats().ok_or(Error::Series(SeriesError::Human))?;
    let series = series(args, seats)?;
    let stop = Arc::<AtomicBool>::default();
    interrupt::watch(Arc::clone(&stop));
    let begun = Instant::now();
    let (tally, failed) = match series.play(&stop) {
        Ok(tally) => (tally, None),
        // Games that were finished are told all the same.
        Err(SeriesError::Player { fault, finished }) if finished.games() > 0 => {
            (finished, Some(SeriesError::Player { fault, finished }))
        }
        Err(error) => return Err(Error::Series(error)),
    };
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        json::write(&report(&series, &tally, seconds), out)?;
    } else {
        let [first, second] = &series.players;
        write_table([first, second], &tally, out)?;
        let rate = per_second(tally.games(), seconds).round() as u64;
        writeln!(out, "{} games in {seconds:.3} s, {} a second", grouped(tally.games()), grouped(rate))?;
    }
    out.flush()?;
    failed.map_or_else(|| Ok(interrupt::verdict()), |error| Err(Error::Series(error)))
}

/// Engines play with one thread each; the threads that were asked for play games side by side.
fn series(args: &Args, seats: Sides<Seat>) -> Result<Series, Error> {
    let variant = args.variant(None);
    let seed = args.seed(&seats, &variant);
    let variant = match args.from {
        None => variant,
        Some(_) => Variant::from_position(&args.game(&variant, seed)?.position()),
    };
    let Settings { hash_bytes, threads } = args.engine.settings()?;
    let settings = Settings { hash_bytes, threads: 1 };
    let Sides { black, white } = seats;
    Ok(Series { players: [black, white], games: args.games, variant, seed, threads, settings })
}

fn report(series: &Series, tally: &Tally, seconds: f64) -> Report {
    let player = |number: usize| PlayerReport {
        player: series.players[number].to_string(),
        all: tally.player(number).into(),
        as_black: tally.player_as(number, Color::Black).into(),
        as_white: tally.player_as(number, Color::White).into(),
    };
    Report {
        variant: series.variant.to_string(),
        seed: series.seed,
        games: tally.games(),
        threads: series.threads,
        players: [player(0), player(1)],
        seconds,
        games_per_second: per_second(tally.games(), seconds),
        interrupted: interrupt::came(),
    }
}

/// Each player in a row, with both colors and with each.
pub(super) fn write_table(players: [&Seat; 2], tally: &Tally, out: &mut dyn Write) -> Result<(), Error> {
    let names = players.map(ToString::to_string);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("player".len());
    writeln!(out, "{:<width$}  color   games    wins   draws  losses   score  margin", "player")?;
    for (number, name) in names.iter().enumerate() {
        let [black, white] = Color::ALL.map(|color| tally.player_as(number, color));
        for (color, results) in [("both", black + white), ("black", black), ("white", white)] {
            let Results { wins, draws, losses, .. } = results;
            let (score, margin) = (100.0 * results.score(), results.average_margin());
            let games = results.games();
            writeln!(
                out,
                "{name:<width$}  {color:<5} {games:>7} {wins:>7} {draws:>7} {losses:>7} {score:>6.1}% {margin:>+7.2}"
            )?;
        }
    }
    Ok(())
}
