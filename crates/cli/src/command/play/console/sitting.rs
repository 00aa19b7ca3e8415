//! One game at the console.

mod hint;
mod replace;

use std::{
    io::Write,
    path::Path,
    time::{Duration, Instant},
};

use outflank_play::{Event, GameResult, Refused, Seat, Session};
use outflank_rules::{Color, Move};

use super::left::Left;
use crate::{
    command::play::{
        announce,
        asking::is_quit,
        input::{Input, NoLine},
        order::Order,
        saving,
        words::{HELP, Words},
    },
    engine::EngineArgs,
    error::Error,
    interrupt, tell,
};

/// How often somebody who waits for an engine looks whether there was an interrupt.
const LOOK: Duration = Duration::from_millis(50);

/// After so long it is told that an engine of another program is still waited for.
const NOTICE: Duration = Duration::from_secs(3);

/// A session at the console.
pub(super) struct Sitting<'a> {
    session: Session,
    input: &'a Input,
    words: Words,
    engine: &'a EngineArgs,
    opening: Option<&'static str>,
}

impl<'a> Sitting<'a> {
    pub(super) fn new(session: Session, input: &'a Input, words: Words, engine: &'a EngineArgs) -> Sitting<'a> {
        Sitting { session, input, words, engine, opening: None }
    }

    /// Plays to the end, or until somebody leaves.
    pub(super) fn play(mut self, out: &mut dyn Write) -> Result<Result<GameResult, Left>, Error> {
        if let Some(game) = announce::game(&self.session.game().start(), self.words.notation) {
            writeln!(out, "{game}")?;
        }
        writeln!(out, "{}", self.words.players(&self.session))?;
        self.tell_pass_at_start(out)?;
        self.draw(out)?;
        while self.session.to_move().is_some() {
            let left = if self.session.awaits_human() { self.ask(out)? } else { self.wait(out)? };
            self.warn();
            if let Some(left) = left {
                return self.leave(left, out).map(Err);
            }
        }
        let result = self.session.result().expect("nobody is to move");
        writeln!(out, "{}", self.words.end(result, &self.session))?;
        out.flush()?;
        self.session.close();
        Ok(Ok(result))
    }

    fn leave(self, left: Left, out: &mut dyn Write) -> Result<Left, Error> {
        out.flush()?;
        if let Some(message) = left.message() {
            tell(format_args!("outflank: {message}"));
        }
        if self.session.close() {
            tell(format_args!("The game is saved: outflank play --resume goes on with it{}", left.advice()));
        }
        Ok(left)
    }

    /// A game may begin with a forced pass; one that was taken up has been told of before.
    fn tell_pass_at_start(&self, out: &mut dyn Write) -> Result<(), Error> {
        for turn in self.session.turns_since(self.session.opened_at()) {
            writeln!(out, "{}", self.words.turn(&turn))?;
        }
        Ok(())
    }

    fn draw(&mut self, out: &mut dyn Write) -> Result<(), Error> {
        write!(out, "{}", self.words.board(&self.session))?;
        let opening = self.session.opening();
        if let Some(name) = opening.filter(|_| opening != self.opening) {
            writeln!(out, "opening: {name}")?;
        }
        self.opening = opening;
        Ok(())
    }

    /// What has happened since a ply, and the board after it.
    fn show_since(&mut self, ply: usize, out: &mut dyn Write) -> Result<(), Error> {
        for turn in self.session.turns_since(ply) {
            writeln!(out, "{}", self.words.turn(&turn))?;
        }
        self.draw(out)
    }

    /// A game that is not saved goes on, but not in silence.
    fn warn(&mut self) {
        if let Some(error) = self.session.take_save_error() {
            tell(format_args!("outflank: the game could not be saved: {error}"));
        }
    }

    fn wait(&mut self, out: &mut dyn Write) -> Result<Option<Left>, Error> {
        if let Some((color, seat @ Seat::Gtp(_))) = self.session.to_move() {
            writeln!(out, "{} thinks: {seat}", self.words.side(color))?;
        }
        out.flush()?;
        let begun = Instant::now();
        let mut is_told = false;
        let event = loop {
            if !is_told && begun.elapsed() >= NOTICE {
                is_told = true;
                self.tell_patience(begun.elapsed(), out)?;
            }
            if interrupt::came() {
                return Ok(Some(Left::Interrupt));
            }
            if self.input.has(is_quit) {
                return Ok(Some(Left::Quit));
            }
            if let Some(event) = self.session.wait(LOOK) {
                break event;
            }
        };
        match event {
            Event::Moved { from_ply } => self.show_since(from_ply, out).map(|()| None),
            Event::Ended(_) => Ok(None),
            Event::Failed(fault) => self.replace(fault, out),
        }
    }

    /// How long another program is still waited for; our own levels always come to an end.
    fn tell_patience(&self, waited: Duration, out: &mut dyn Write) -> Result<(), Error> {
        let Some((color, seat)) = self.session.to_move() else { return Ok(()) };
        if let Some(patience) = seat.patience() {
            let left = self.session.time_left(color).unwrap_or(patience.saturating_sub(waited));
            writeln!(out, "{}", self.words.patience(color, waited, left))?;
            out.flush()?;
        }
        Ok(())
    }

    fn ask(&mut self, out: &mut dyn Write) -> Result<Option<Left>, Error> {
        // This starts the clocks, and may find that one has fallen.
        if self.session.poll().is_some() {
            return Ok(None);
        }
        let color = self.session.position().turn();
        let until = self.session.time_left(color).map(|left| Instant::now() + left);
        let prompt = format!("{} to move> ", self.words.side(color));
        match self.input.ask(&prompt, until, out)? {
            Ok(line) => self.obey(color, &line, out),
            Err(NoLine::End) => Ok(Some(Left::EndOfInput)),
            Err(NoLine::Interrupt) => Ok(Some(Left::Interrupt)),
            Err(NoLine::Quit) => Ok(Some(Left::Quit)),
            // The session has seen the clock fall as well.
            Err(NoLine::TooLate) => {
                self.session.poll();
                Ok(None)
            }
        }
    }

    fn obey(&mut self, color: Color, line: &str, out: &mut dyn Write) -> Result<Option<Left>, Error> {
        let position = self.session.position();
        match Order::read(line, self.words.notation) {
            Order::Move(mv) => self.play_move(mv, line, out)?,
            Order::Undo => self.step(Session::undo, "there is no move of yours to take back", out)?,
            Order::Redo => self.step(Session::redo, "no move was taken back", out)?,
            Order::Hint => return self.hint(out),
            Order::Moves => write!(out, "{}", self.words.moves(&position))?,
            Order::Save(path) => self.save(&path, out)?,
            Order::SaveWhere => writeln!(out, "say where: save FILE, as in save game.sgf")?,
            Order::Resign => self.session.resign(color),
            Order::Reseat(color, seat) => self.reseat(color, seat, out)?,
            Order::ReseatUnknown(unknown) => writeln!(out, "{unknown}")?,
            Order::ReseatWhom(color) => writeln!(out, "say who plays it: {color} PLAYER, as in {color} level:3")?,
            Order::Help => write!(out, "{HELP}")?,
            Order::Quit => return Ok(Some(Left::Quit)),
            Order::Nothing => writeln!(out, "type a square, or help")?,
            Order::OffBoard(text) => writeln!(out, "{}", self.words.off_board(&text, position.ground().size()))?,
            Order::Unknown(text) => writeln!(out, "{}", self.words.unknown(&text, &position))?,
        }
        Ok(None)
    }

    fn play_move(&mut self, mv: Move, typed: &str, out: &mut dyn Write) -> Result<(), Error> {
        let ply = self.session.game().ply();
        match self.session.play(mv) {
            Ok(()) => self.show_since(ply, out),
            Err(Refused::Illegal(illegal)) => {
                Ok(writeln!(out, "{}", self.words.refusal(&illegal, typed, &self.session))?)
            }
            // The clock fell while the move was typed; the end is told where it is noticed.
            Err(Refused::Over(_) | Refused::NotYourTurn(..)) => Ok(()),
        }
    }

    fn step(&mut self, step: fn(&mut Session) -> usize, nothing: &str, out: &mut dyn Write) -> Result<(), Error> {
        match step(&mut self.session) {
            0 => Ok(writeln!(out, "{nothing}")?),
            _ => self.draw(out),
        }
    }

    fn reseat(&mut self, color: Color, seat: Seat, out: &mut dyn Write) -> Result<(), Error> {
        match self.session.reseat(color, seat) {
            Ok(()) => writeln!(out, "{} is {} from now on", self.words.side(color), self.session.seats()[color])?,
            Err(fault) => writeln!(out, "{fault}")?,
        }
        Ok(())
    }

    fn save(&self, path: &Path, out: &mut dyn Write) -> Result<(), Error> {
        match saving::save(&self.session, path) {
            Ok(()) => writeln!(out, "saved in {}", path.display())?,
            Err(error) => writeln!(out, "{}", saving::complaint(&error))?,
        }
        Ok(())
    }
}
