//! The console game: prints a board, asks for a move, and repeats.

mod command;
mod game;

use std::io::Write;

use crate::play::{Options, Session};
use outflank_arena::{GameResult, Seat, Sides, Tally};
use outflank_rules::{Color, FirstMover, Game};

use super::{
    Args,
    input::{Input, NoLine, ask, yes_or_no},
    menu::{self, Choice},
    quiet::write_table,
    text::ConsoleText,
};
use crate::{CommandStatus, error::Error, interrupt, print_message};
use game::{ConsoleGame, QuitReason};

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<CommandStatus, Error> {
    interrupt::stop_flag();
    let console =
        Console { args, input: Input::new(), text: ConsoleText { style: args.style(), notation: args.notation } };
    console.run(out)
}

struct Console<'a> {
    args: &'a Args,
    input: Input,
    text: ConsoleText,
}

impl Console<'_> {
    fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        if self.args.resume {
            let (slot, saved) = self.args.unfinished_game()?;
            return self.resume(Session::resume(saved, self.args.engine.settings()?).saved_in(slot), out);
        }
        if let Some(seats) = self.args.seats() {
            return self.play_all(&seats, None, out);
        }
        if !self.args.input.is_empty() {
            // Report an unreadable input before the menu.
            self.args.game(&self.args.variant(None), 0)?;
        }
        match menu::show(self.args, &self.input, out)? {
            Ok(Choice::New { seats, first }) => self.play_all(&seats, first, out),
            Ok(Choice::Unfinished) => {
                let (slot, saved) = self.args.unfinished_game()?;
                self.resume(Session::resume(saved, self.args.engine.settings()?).saved_in(slot), out)
            }
            Err(none) => Ok(left_without_game(none)),
        }
    }

    /// Plays a resumed game. After a draw, plays another game if the player wants one.
    fn resume(&self, mut session: Session, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        writeln!(out, "Resuming after move {}", session.game().ply())?;
        loop {
            let next = Options {
                game: Game::new(session.game().start()),
                seats: session.seats().clone().swapped(),
                time: session.time(),
                seed: session.seed().wrapping_add(1),
                settings: self.args.engine.settings()?,
            };
            let result = match self.play_one(session, out)? {
                Ok(result) => result,
                Err(left) => return Ok(left.verdict()),
            };
            match self.wants_another(result, &next.seats, out)? {
                Ok(true) => session = self.args.keep(Session::new(next)),
                Ok(false) => return Ok(CommandStatus::Fine),
                Err(left) => return Ok(left.verdict()),
            }
            writeln!(out, "Another game")?;
        }
    }

    /// Plays all games. Prints the table of results if there are several.
    fn play_all(
        &self,
        seats: &Sides<Seat>,
        first: Option<FirstMover>,
        out: &mut dyn Write,
    ) -> Result<CommandStatus, Error> {
        let variant = self.args.variant(first);
        // Flush, because the seed may be printed to stderr now.
        out.flush()?;
        let seed = self.args.seed(seats, &variant);
        let mut tally = Tally::default();
        let games = u64::from(self.args.games);
        let mut number = 0;
        loop {
            let seed = seed.wrapping_add(number);
            let is_swapped = !number.is_multiple_of(2);
            let seats_now = if is_swapped { seats.clone().swapped() } else { seats.clone() };
            if number >= games {
                writeln!(out, "Another game")?;
            } else if games > 1 {
                writeln!(out, "Game {} of {games}", number + 1)?;
            }
            let options = self.args.options(self.args.game(&variant, seed)?, seats_now, seed)?;
            let result = match self.play_one(self.args.keep(Session::new(options)), out)? {
                Ok(result) => result,
                Err(left) => return Ok(left.verdict()),
            };
            tally.count(if is_swapped { Color::White } else { Color::Black }, result);
            number += 1;
            if number >= games {
                match self.wants_another(result, seats, out)? {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(left) => return Ok(left.verdict()),
                }
            }
        }
        if games > 1 {
            writeln!(out)?;
            write_table(&[seats.black.title(), seats.white.title()], &tally, out)?;
        }
        Ok(CommandStatus::Fine)
    }

    fn play_one(&self, session: Session, out: &mut dyn Write) -> Result<Result<GameResult, QuitReason>, Error> {
        ConsoleGame::new(session, &self.input, self.text, &self.args.engine).play(out)
    }

    /// Asks whether another game should decide a draw, unless both players are computers.
    fn wants_another(
        &self,
        result: GameResult,
        seats: &Sides<Seat>,
        out: &mut dyn Write,
    ) -> Result<Result<bool, QuitReason>, Error> {
        if !result.is_draw() || !seats.black.is_human() && !seats.white.is_human() {
            return Ok(Ok(false));
        }
        let prompt = "It is good sportsmanship to let another game decide. Play one, with colors changed? y or n> ";
        Ok(match ask(prompt, yes_or_no, &self.input, out)? {
            Ok(answer) => Ok(answer),
            Err(NoLine::Interrupt) => Err(QuitReason::Interrupt),
            Err(NoLine::End | NoLine::TooLate | NoLine::Quit) => Ok(false),
        })
    }
}

/// The status if the menu ended without a choice.
fn left_without_game(none: NoLine) -> CommandStatus {
    match none {
        NoLine::Interrupt => return interrupt::verdict(),
        NoLine::Quit => return CommandStatus::Fine,
        NoLine::End | NoLine::TooLate => {}
    }
    print_message(format_args!("outflank: the input ended before a game was chosen"));
    CommandStatus::Refused
}
