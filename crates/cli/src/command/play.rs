//! `outflank play`: games in the terminal, and many games at once.

mod announce;
mod asking;
mod console;
mod input;
mod menu;
mod order;
mod quiet;
mod saving;
mod screen;
mod setup;
mod words;

use std::{ffi::OsString, io::Write, path::PathBuf};

use outflank_play::{Seat, TimeControl};
use outflank_rules::{
    FirstMover,
    notation::{Layout, Notation, Symbols},
};

use crate::{Verdict, choice::choice, engine::EngineArgs, error::Error, interrupt, start::StartArgs};

/// Play a game: against the computer, against somebody beside you, or watch two computers
///
/// At a terminal the game fills the screen, with keys and mouse; `?` lists the keys. Where input or output is no terminal, and with --plain,
/// --symbols or --layout, it is played line by line: moves are typed in any notation, and `help` lists what else can be typed. Without players
/// a menu asks who plays. The game is saved after each move: after a crash, a kill or `quit`, --resume takes it up again.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Choose from the menu:
      outflank play
  Black against level 6:
      outflank play --black human --white level:6
  Two people on the 4x4 board, players 1 and 2:
      outflank play --black human --white human --size 4 --symbols 12
  Against another engine that speaks GTP, five minutes each:
      outflank play --white 'gtp:edax -gtp' --time 5m
  On from the end of a recorded game:
      outflank play --from game.sgf --white level:8
  Watch two computers, twice as fast as usual:
      outflank play --black level:8 --white greedy --watch --speed 2
  Go on with the game that was left:
      outflank play --resume
  A thousand games without drawing, for a program:
      outflank play --black greedy --white random --games 1000 --quiet --json")]
pub(crate) struct Args {
    /// Who plays black: human, random, greedy, level:1 to level:20, or gtp: and the command line of an engine
    #[arg(long, value_name = "PLAYER", help_heading = "Players")]
    black: Option<Seat>,

    /// Who plays white; where only one player is given, the other is human, or level 6 against a human
    #[arg(long, value_name = "PLAYER", help_heading = "Players")]
    white: Option<Seat>,

    /// The time each player has: 5m for the game, 3m+2s with an increment, 10s/move
    #[arg(long, value_name = "TIME", help_heading = "Players")]
    time: Option<TimeControl>,

    /// How many games, one after another, the players changing colors each time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Players")]
    games: u64,

    #[command(flatten)]
    start: StartArgs,

    /// Who makes the first move: black, white or random
    #[arg(long, value_name = "WHO", value_parser = parse_first, conflicts_with = "from", help_heading = "Game")]
    first: Option<FirstMover>,

    /// Begin with this position, or with the end of this game: a file, a board or moves
    #[arg(long, value_name = "INPUT", help_heading = "Game")]
    from: Option<OsString>,

    /// Go on with the game that was left last; --black and --white let others play it
    #[arg(long, conflicts_with_all = ["time", "games", "size", "variant", "seed", "first", "from", "quiet", "no_save"], help_heading = "Game")]
    resume: bool,

    /// Keep unfinished games in this directory [default: the user's state directory, or OUTFLANK_DATA]
    #[arg(long, value_name = "DIR", help_heading = "Game")]
    data: Option<PathBuf>,

    /// Do not save the game while it is played
    #[arg(long, conflicts_with = "data", help_heading = "Game")]
    no_save: bool,

    /// The console game, line by line, also where the terminal could do more
    #[arg(long, help_heading = "Output")]
    plain: bool,

    /// Show games between computers: a key starts them, and a key closes the last one; without a terminal they are printed
    #[arg(long, conflicts_with_all = ["plain", "quiet", "resume"], help_heading = "Output")]
    watch: bool,

    /// How fast moves are shown on the screen: 0.25 to 16 times the usual speed
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = parse_speed, help_heading = "Output")]
    speed: f64,

    /// Nothing but ASCII on the screen [default: where the locale knows no more]
    #[arg(long, help_heading = "Output")]
    ascii: bool,

    /// How moves are written, both those you type and those printed; (2, 3) is understood in all notations
    #[arg(long, value_name = "NOTATION", value_parser = choice(&Notation::ALL), default_value_t, help_heading = "Output")]
    notation: Notation,

    /// The signs for black, white and empty squares
    #[arg(long, value_parser = choice(&Symbols::ALL), default_value_t, help_heading = "Output")]
    symbols: Symbols,

    /// What surrounds the board [default: as goes with the notation, or with the symbols]
    #[arg(long, value_parser = choice(&Layout::ALL), help_heading = "Output")]
    layout: Option<Layout>,

    /// Show nothing but the table of results: for games between computers, as fast as they play
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,

    /// Print the table as JSON for programs
    #[arg(long, requires = "quiet", help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    engine: EngineArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        interrupt::before_end(outflank_play::end_engines);
        for seat in self.black.iter().chain(&self.white) {
            seat.find().map_err(|fault| Error::Player(Box::new(fault)))?;
        }
        if self.quiet {
            return quiet::run(self, out);
        }
        if self.watch && self.seats().is_none_or(|seats| seats.black.is_human() || seats.white.is_human()) {
            return Err(Error::WatchedHuman);
        }
        if self.fills_screen() { screen::run(self, out) } else { console::run(self, out) }
    }
}

fn parse_first(text: &str) -> Result<FirstMover, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "random" => Ok(FirstMover::Drawn),
        color => color.parse().map(FirstMover::Fixed).map_err(|_| "write black, white or random"),
    }
}

fn parse_speed(text: &str) -> Result<f64, &'static str> {
    let speed = text.trim_end_matches('x').parse().ok();
    speed.filter(|speed| (0.25..=16.0).contains(speed)).ok_or("write a number from 0.25 to 16")
}
