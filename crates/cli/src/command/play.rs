//! `outflank play`: plays games in the terminal.

mod console;
mod input;
mod menu;
mod quiet;
mod saving;
mod screen;
mod setup;
mod text;

use std::{ffi::OsString, io::Write, path::PathBuf};

use outflank_arena::{Seat, TimeControl};
use outflank_rules::{
    FirstMover,
    notation::{Layout, Notation, Symbols},
    record::Format,
};

use crate::{
    CommandStatus,
    cli::{choice, whole_number},
    engine::EngineArgs,
    error::Error,
    start::StartArgs,
};

/// Play in the terminal: against the computer, against a person beside you, or watch two computers
///
/// In a terminal the game fills the screen and takes keys and mouse; `?` lists the keys. Without a
/// terminal, and with --plain, --symbols or --layout, you play line by line: type moves in any
/// notation, or `help`. Without players a menu asks who plays. The game is saved after each move;
/// --resume continues it after a crash or `quit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Choose the players from a menu:
      outflank play
  Play black against level 6:
      outflank play --black human --white level:6
  Play with another person on 4x4, as players 1 and 2:
      outflank play --black human --white human --size 4 --symbols 12
  Play your own bot:
      outflank play --white \"python3 bot.py\"
  Play a GTP engine, five minutes each:
      outflank play --white \"gtp:edax -gtp\" --time 5m
  Continue a recorded game:
      outflank play game.sgf --white level:8
  Watch two computers at double speed:
      outflank play --black level:8 --white greedy --watch --speed 2
  Resume the last unfinished game:
      outflank play --resume
  Play 1,000 games and print the table as JSON:
      outflank play --black greedy --white random --games 1000 --quiet --json")]
pub(crate) struct Args {
    /// Start from this position or from the end of this game: a file, a board or moves
    #[arg(value_name = "INPUT")]
    input: Vec<OsString>,

    /// Read the input as FORMAT instead of detecting it
    #[arg(short = 'f', long, value_name = "FORMAT", requires = "input", value_parser = choice(&Format::ALL), help_heading = "Input")]
    input_format: Option<Format>,

    /// Take record N of the file, counted from 1
    #[arg(long, value_name = "N", requires = "input", value_parser = whole_number::<u64>(1..), help_heading = "Input")]
    record: Option<u64>,

    /// Set the player for black: human, a bot such as greedy or level:8, a command line, or an
    /// address
    #[arg(long, value_name = "PLAYER", help_heading = "Players")]
    black: Option<Seat>,

    /// Set the player for white [default: human, or level:6 against a human]
    #[arg(long, value_name = "PLAYER", help_heading = "Players")]
    white: Option<Seat>,

    /// Set the time control: 5m per game, 3m+2s with an increment, 10s/move
    #[arg(long, value_name = "TIME", help_heading = "Players")]
    time: Option<TimeControl>,

    /// Play N games; the players swap colors after each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u32>(1..), help_heading = "Players")]
    games: u32,

    #[command(flatten)]
    start: StartArgs,

    /// Set who moves first: black, white or random
    #[arg(long, value_name = "COLOR", value_parser = parse_first, conflicts_with = "input", help_heading = "Game")]
    first: Option<FirstMover>,

    /// Resume the last unfinished game; --black and --white replace its players
    #[arg(long, conflicts_with_all = ["time", "games", "size", "variant", "seed", "first", "input", "quiet", "no_save"], help_heading = "Game")]
    resume: bool,

    /// Save unfinished games in DIR [default: OUTFLANK_DATA, or the user's state directory]
    #[arg(long, value_name = "DIR", help_heading = "Game")]
    data: Option<PathBuf>,

    /// Do not save the game
    #[arg(long, conflicts_with = "data", help_heading = "Game")]
    no_save: bool,

    /// Play line by line instead of on the full screen
    #[arg(long, help_heading = "Output")]
    plain: bool,

    /// Watch games between computers; press a key to start and to close. Without a terminal, print
    /// them
    #[arg(long, conflicts_with_all = ["plain", "quiet", "resume"], help_heading = "Output")]
    watch: bool,

    /// Show moves at FACTOR times the usual speed: 0.25 to 16
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = parse_speed, help_heading = "Output")]
    speed: f64,

    /// Draw only ASCII characters [default: if the locale is not UTF-8]
    #[arg(long, help_heading = "Output")]
    ascii: bool,

    /// Read and print moves in this notation; all accept (2, 3)
    #[arg(long, value_name = "NOTATION", value_parser = choice(&Notation::ALL), default_value_t, help_heading = "Output")]
    notation: Notation,

    /// Use these characters for black, white and empty squares
    #[arg(long, value_parser = choice(&Symbols::ALL), default_value_t, help_heading = "Output")]
    symbols: Symbols,

    /// Draw the board in this layout [default: to fit the notation or the symbols]
    #[arg(long, value_parser = choice(&Layout::ALL), help_heading = "Output")]
    layout: Option<Layout>,

    /// Print only the table of results, for games between computers
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,

    /// Print JSON instead of text
    #[arg(long, requires = "quiet", help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    engine: EngineArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
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
