//! The console game: a board, a question, an answer.

mod left;
mod sitting;

use std::io::Write;

use outflank_play::{GameResult, Options, Seat, Session, Sides, Tally};
use outflank_rules::{Color, FirstMover, Game};

use super::{
    Args,
    asking::{ask, yes_or_no},
    input::{Input, NoLine},
    menu::{self, Choice},
    quiet::write_table,
    words::Words,
};
use crate::{Verdict, error::Error, interrupt, tell};
use left::Left;
use sitting::Sitting;

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<Verdict, Error> {
    interrupt::watch(std::sync::Arc::default());
    let console = Console { args, input: Input::new(), words: Words { style: args.style(), notation: args.notation } };
    console.run(out)
}

struct Console<'a> {
    args: &'a Args,
    input: Input,
    words: Words,
}

impl Console<'_> {
    fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        if self.args.resume {
            let (slot, saved) = self.args.left_game()?;
            return self.go_on(Session::resume(saved, self.args.engine.settings()?).saved_in(slot), out);
        }
        if let Some(seats) = self.args.seats() {
            return self.play_all(&seats, None, out);
        }
        if self.args.from.is_some() {
            // What cannot be read is told before anybody chooses.
            self.args.game(&self.args.variant(None), 0)?;
        }
        match menu::show(self.args, &self.input, out)? {
            Ok(Choice::New { seats, first }) => self.play_all(&seats, first, out),
            Ok(Choice::Left) => {
                let (slot, saved) = self.args.left_game()?;
                self.go_on(Session::resume(saved, self.args.engine.settings()?).saved_in(slot), out)
            }
            Err(none) => Ok(left_without_game(none)),
        }
    }

    /// A game taken up again, and others of the same kind as long as they are drawn and somebody wants one more.
    fn go_on(&self, mut session: Session, out: &mut dyn Write) -> Result<Verdict, Error> {
        writeln!(out, "Going on after move {}", session.game().ply())?;
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
                Ok(false) => return Ok(Verdict::Fine),
                Err(left) => return Ok(left.verdict()),
            }
            writeln!(out, "Another game")?;
        }
    }

    /// All the games that were asked for, with the table of results if they are several.
    fn play_all(&self, seats: &Sides<Seat>, first: Option<FirstMover>, out: &mut dyn Write) -> Result<Verdict, Error> {
        let variant = self.args.variant(first);
        // A seed may be told now, and not in the middle of an answer.
        out.flush()?;
        let seed = self.args.seed(seats, &variant);
        let mut tally = Tally::default();
        let mut number = 0;
        loop {
            let seed = seed.wrapping_add(number);
            let is_swapped = !number.is_multiple_of(2);
            let seats_now = if is_swapped { seats.clone().swapped() } else { seats.clone() };
            if number >= self.args.games {
                writeln!(out, "Another game")?;
            } else if self.args.games > 1 {
                writeln!(out, "Game {} of {}", number + 1, self.args.games)?;
            }
            let options = self.args.options(self.args.game(&variant, seed)?, seats_now, seed)?;
            let result = match self.play_one(self.args.keep(Session::new(options)), out)? {
                Ok(result) => result,
                Err(left) => return Ok(left.verdict()),
            };
            tally.count(if is_swapped { Color::White } else { Color::Black }, result);
            number += 1;
            if number >= self.args.games {
                match self.wants_another(result, seats, out)? {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(left) => return Ok(left.verdict()),
                }
            }
        }
        if self.args.games > 1 {
            writeln!(out)?;
            write_table([&seats.black, &seats.white], &tally, out)?;
        }
        Ok(Verdict::Fine)
    }

    fn play_one(&self, session: Session, out: &mut dyn Write) -> Result<Result<GameResult, Left>, Error> {
        Sitting::new(session, &self.input, self.words, &self.args.engine).play(out)
    }

    /// Good sportsmanship lets another game decide a draw, where a person could want one.
    fn wants_another(
        &self,
        result: GameResult,
        seats: &Sides<Seat>,
        out: &mut dyn Write,
    ) -> Result<Result<bool, Left>, Error> {
        if !result.is_draw() || !seats.black.is_human() && !seats.white.is_human() {
            return Ok(Ok(false));
        }
        let prompt = "It is good sportsmanship to let another game decide. Play one, with colors changed? y or n> ";
        Ok(match ask(prompt, yes_or_no, &self.input, out)? {
            Ok(answer) => Ok(answer),
            Err(NoLine::Interrupt) => Err(Left::Interrupt),
            Err(NoLine::End | NoLine::TooLate | NoLine::Quit) => Ok(false),
        })
    }
}

/// The menu was left without a choice.
fn left_without_game(none: NoLine) -> Verdict {
    match none {
        NoLine::Interrupt => return interrupt::verdict(),
        NoLine::Quit => return Verdict::Fine,
        NoLine::End | NoLine::TooLate => {}
    }
    tell(format_args!("outflank: the input ended before a game was chosen"));
    Verdict::Refused
}
