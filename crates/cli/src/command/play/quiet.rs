//! `outflank play --quiet`: plays games between computers and prints the table of results.

use std::{io::Write, ops::ControlFlow, sync::atomic::AtomicBool, time::Instant};

use outflank_arena::{
    Limits, PlayerError, PlayerFault, PlayerSpec, Results, Seat, Sides, Tally,
    runner::{Finished, Fixture, GameRunner},
    seed,
};
use outflank_engine::Settings;
use outflank_rules::{Color, Game, Variant};
use serde::Serialize;

use super::Args;
use crate::{
    CommandStatus,
    error::Error,
    interrupt, json,
    number::{grouped, per_second},
};

/// JSON printed by `outflank play --quiet --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlayJson {
    variant: String,
    seed: u64,
    games: u64,
    threads: usize,
    players: [PlayPlayerJson; 2],
    seconds: f64,
    games_per_second: f64,
    interrupted: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlayPlayerJson {
    player: String,
    name: String,
    #[serde(flatten)]
    all: ResultsJson,
    as_black: ResultsJson,
    as_white: ResultsJson,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultsJson {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    average_margin: f64,
}

impl From<Results> for ResultsJson {
    fn from(results: Results) -> ResultsJson {
        let Results { wins, draws, losses, .. } = results;
        ResultsJson { games: results.games(), wins, draws, losses, average_margin: results.average_margin() }
    }
}

/// The settings of all games.
struct Games {
    players: [PlayerSpec; 2],
    games: u32,
    variant: Variant,
    seed: u64,
    threads: usize,
    hash_bytes: usize,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<CommandStatus, Error> {
    if args.time.is_some() {
        return Err(Error::QuietClock);
    }
    let games = Games::of(args)?;
    let stop = interrupt::stop_flag();
    let begun = Instant::now();
    let (tally, failed) = games.play(&stop);
    // Print the games that finished before a player failed.
    let failed = match failed {
        Some(error) if tally.games() == 0 => return Err(error),
        failed => failed,
    };
    let seconds = begun.elapsed().as_secs_f64();
    json::print(&games.report(&tally, seconds), args.json, out, |report, out| {
        write_table(&games.players.each_ref().map(PlayerSpec::title), &tally, out)?;
        let rate = grouped(report.games_per_second.round() as u64);
        writeln!(out, "{} games in {seconds:.3} s, {rate} a second", grouped(report.games))?;
        Ok(())
    })?;
    out.flush()?;
    failed.map_or_else(|| Ok(interrupt::verdict()), Err)
}

impl Games {
    /// Reads the arguments. `--threads` is the number of games at a time; each engine has one
    /// thread.
    fn of(args: &Args) -> Result<Games, Error> {
        let seats = args.seats().ok_or(Error::QuietHuman)?;
        let (Seat::Computer(black), Seat::Computer(white)) = (seats.black.clone(), seats.white.clone()) else {
            return Err(Error::QuietHuman);
        };
        let variant = args.variant(None);
        let seed = args.seed(&seats, &variant);
        let variant = match args.input.is_empty() {
            true => variant,
            false => Variant::from_position(&args.game(&variant, seed)?.position()),
        };
        let Settings { hash_bytes, threads } = args.engine.settings()?;
        Ok(Games { players: [black, white], games: args.games, variant, seed, threads, hash_bytes })
    }

    /// Plays all games, until a player fails or `stop` is set. The tally counts the finished games.
    fn play(&self, stop: &AtomicBool) -> (Tally, Option<Error>) {
        let runner = GameRunner {
            limits: Limits { hash_bytes: self.hash_bytes, ..Limits::default() },
            concurrency: self.threads,
            ..GameRunner::new(&self.players)
        };
        let mut tally = Tally::default();
        let ended = runner.play((0..self.games).map(|number| self.fixture(number)), stop, |finished| {
            let Finished { fixture, report } = finished;
            if let Some((color, foul)) = report.end.foul() {
                let player = Seat::Computer(self.players[fixture.players[color]].clone());
                return ControlFlow::Break(PlayerFault { player, error: PlayerError::Foul(foul.clone()) });
            }
            let first = if fixture.players.black == 0 { Color::Black } else { Color::White };
            tally.count(first, report.end.result());
            ControlFlow::Continue(())
        });
        let failed = match ended {
            Ok(ControlFlow::Continue(())) => None,
            Ok(ControlFlow::Break(fault)) => Some(Error::Player(Box::new(fault))),
            Err(shortage) => Some(Error::OutOfResources(shortage)),
        };
        (tally, failed)
    }

    /// The settings of one game. The players swap colors after each game.
    fn fixture(&self, number: u32) -> Fixture {
        let seed = seed::derived(self.seed, number.into());
        let players = Sides { black: 0, white: 1 };
        Fixture {
            number,
            name: format!("game {}", number + 1),
            players: if number.is_multiple_of(2) { players } else { players.swapped() },
            start: Game::new(self.variant.start_from_seed(seed)),
            seed: seed::for_bots(seed),
        }
    }

    fn report(&self, tally: &Tally, seconds: f64) -> PlayJson {
        let player = |number: usize| PlayPlayerJson {
            player: self.players[number].to_string(),
            name: self.players[number].title(),
            all: tally.player(number).into(),
            as_black: tally.player_as(number, Color::Black).into(),
            as_white: tally.player_as(number, Color::White).into(),
        };
        PlayJson {
            variant: self.variant.to_string(),
            seed: self.seed,
            games: tally.games(),
            threads: self.threads,
            players: [player(0), player(1)],
            seconds,
            games_per_second: per_second(tally.games(), seconds),
            interrupted: interrupt::came(),
        }
    }
}

/// Writes a row per player: all games, and those with each color.
pub(super) fn write_table(names: &[String; 2], tally: &Tally, out: &mut dyn Write) -> Result<(), Error> {
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
