//! One game at the console.

mod hint;
mod replace;

use std::{
    io::Write,
    path::Path,
    time::{Duration, Instant},
};

use crate::play::{Event, MoveRejected, Session};
use outflank_arena::{GameResult, PlayerSpec, Seat};
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

/// Poll interval for interrupts while an engine thinks.
const LOOK: Duration = Duration::from_millis(50);

/// After this time a message says that the game waits for another program.
const NOTICE: Duration = Duration::from_secs(3);

/// One game at the console.
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

    /// Plays to the end of the game, or until the player leaves.
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
            tell(format_args!("The game is saved; resume it with outflank play --resume{}", left.advice()));
        }
        Ok(left)
    }

    /// Prints a forced pass at the start. For a resumed game it was printed before.
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

    /// Prints the turns since a ply, and the board.
    fn show_since(&mut self, ply: usize, out: &mut dyn Write) -> Result<(), Error> {
        for turn in self.session.turns_since(ply) {
            writeln!(out, "{}", self.words.turn(&turn))?;
        }
        self.draw(out)
    }

    /// Warns if the game could not be saved. The game continues.
    fn warn(&mut self) {
        if let Some(error) = self.session.take_save_error() {
            tell(format_args!("outflank: the game could not be saved: {error}"));
        }
    }

    fn wait(&mut self, out: &mut dyn Write) -> Result<Option<Left>, Error> {
        if let Some((color, seat @ Seat::Computer(PlayerSpec::Program { .. }))) = self.session.to_move() {
            writeln!(out, "{} thinks: {}", self.words.side(color), seat.title())?;
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

    /// Prints how much longer the game waits for another program. Built-in players always answer.
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
        // This starts the clocks, and may end the game on time.
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
            // The session notices the timeout when polled.
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
            Order::SaveWhere => writeln!(out, "name a file: save FILE, as in save game.sgf")?,
            Order::Resign => self.session.resign(color),
            Order::Reseat(color, seat) => self.reseat(color, seat, out)?,
            Order::ReseatUnknown(unknown) => writeln!(out, "{unknown}")?,
            Order::ReseatWhom(color) => writeln!(out, "name a player: {color} PLAYER, as in {color} level:3")?,
            Order::Help => write!(out, "{HELP}")?,
            Order::Quit => return Ok(Some(Left::Quit)),
            Order::Nothing => writeln!(out, "type a square, or help")?,
            Order::OffBoard(text) => writeln!(out, "{}", self.words.off_board(&text, position.spec().size()))?,
            Order::Unknown(text) => writeln!(out, "{}", self.words.unknown(&text, &position))?,
        }
        Ok(None)
    }

    fn play_move(&mut self, mv: Move, typed: &str, out: &mut dyn Write) -> Result<(), Error> {
        let ply = self.session.game().ply();
        match self.session.play(mv) {
            Ok(()) => self.show_since(ply, out),
            Err(MoveRejected::Illegal(illegal)) => {
                Ok(writeln!(out, "{}", self.words.refusal(&illegal, typed, &self.session))?)
            }
            // The time ran out while the player typed; the caller prints the end.
            Err(MoveRejected::Over(_) | MoveRejected::NotYourTurn(..)) => Ok(()),
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
            Ok(()) => {
                writeln!(out, "{} is {} from now on", self.words.side(color), self.session.seats()[color].title())?;
            }
            Err(fault) => writeln!(out, "{}", outflank_arena::printable(&fault.to_string()))?,
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
