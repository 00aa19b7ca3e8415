//! The menu at the start: the players and who moves first.

use std::io::Write;

use outflank_arena::{Seat, Sides, bot::BotKind};
use outflank_rules::{Color, FirstMover};

use super::{
    Args,
    input::{Input, NoLine, ask},
};
use crate::error::Error;

/// The choice in the menu.
pub(super) enum Choice {
    New {
        seats: Sides<Seat>,
        first: Option<FirstMover>,
    },
    /// Resume the unfinished game.
    Unfinished,
}

/// The lines of the menu.
#[derive(Clone, Copy)]
enum Mode {
    HumanComputer,
    HumanHuman,
    ComputerComputer,
    Unfinished,
}

pub(super) fn show(args: &Args, input: &Input, out: &mut dyn Write) -> Result<Result<Choice, NoLine>, Error> {
    // An unreadable saved game must not block a new one. `--resume` reports it.
    let unfinished = args.store().and_then(|store| store.unfinished().ok().flatten());
    writeln!(out, "Outflank: Reversi\n\n  1: Human vs. Computer\n  2: Human vs. Human\n  3: Computer vs. Computer")?;
    if let Some(saved) = &unfinished {
        writeln!(out, "  4: Resume the unfinished game: {}", saved.describe())?;
    }
    let last = if unfinished.is_some() { 4 } else { 3 };
    let mode = match ask(&format!("Choose 1 to {last}> "), |line| read_mode(line, last), input, out)? {
        Ok(mode) => mode,
        Err(none) => return Ok(Err(none)),
    };
    match mode {
        Mode::Unfinished => Ok(Ok(Choice::Unfinished)),
        _ => new_game(args, mode, input, out),
    }
}

fn new_game(args: &Args, mode: Mode, input: &Input, out: &mut dyn Write) -> Result<Result<Choice, NoLine>, Error> {
    let mut computer = Seat::usual_opponent();
    if !matches!(mode, Mode::HumanHuman) {
        let prompt = format!("How strong is the computer: random, greedy or 1 to 20 [{}]> ", Seat::USUAL_LEVEL);
        computer = match ask(&prompt, read_level, input, out)? {
            Ok(level) => level,
            Err(none) => return Ok(Err(none)),
        };
    }
    let mut first = None;
    if args.first.is_none() && args.input.is_empty() {
        let symbols = Color::ALL.map(|color| args.symbols.disc(color));
        let prompt = format!("Who begins: black ({}), white ({}) or random [random]> ", symbols[0], symbols[1]);
        first = match ask(&prompt, read_first, input, out)? {
            Ok(first) => Some(first),
            Err(none) => return Ok(Err(none)),
        };
    }
    let seats = match mode {
        Mode::HumanComputer | Mode::Unfinished => Sides { black: Seat::Human, white: computer },
        Mode::HumanHuman => Sides { black: Seat::Human, white: Seat::Human },
        Mode::ComputerComputer => Sides { black: computer.clone(), white: computer },
    };
    Ok(Ok(Choice::New { seats, first }))
}

fn read_mode(line: &str, last: u8) -> Result<Mode, String> {
    match line.parse() {
        Ok(1) => Ok(Mode::HumanComputer),
        Ok(2) => Ok(Mode::HumanHuman),
        Ok(3) => Ok(Mode::ComputerComputer),
        Ok(4) if last == 4 => Ok(Mode::Unfinished),
        _ => Err(format!("{line:?} is not in the menu: type a number from 1 to {last}")),
    }
}

fn read_level(line: &str) -> Result<Seat, String> {
    if line.is_empty() {
        return Ok(Seat::usual_opponent());
    }
    line.parse::<BotKind>().map(Seat::from).map_err(|error| error.to_string())
}

/// Parses a first mover: a name or its first letter; an empty line means random.
fn read_first(line: &str) -> Result<FirstMover, String> {
    match line.to_ascii_lowercase().as_str() {
        "" | "r" | "random" => Ok(FirstMover::Drawn),
        "b" | "black" => Ok(FirstMover::Fixed(Color::Black)),
        "w" | "white" => Ok(FirstMover::Fixed(Color::White)),
        _ => Err(format!("{line:?} is not a side: type black, white or random")),
    }
}
