//! One game at the console.

use std::{
    io::Write,
    path::Path,
    time::{Duration, Instant},
};

use outflank_arena::{GameResult, PlayerFault, PlayerSpec, Seat, printable};
use outflank_engine::Level;
use outflank_rules::{Color, Move};

use super::command::ConsoleCommand;
use crate::{
    CommandStatus,
    command::play::{
        input::{Input, NoLine, ask, is_quit},
        saving,
        text::{ConsoleText, HELP, variant_text},
    },
    engine::EngineArgs,
    error::Error,
    interrupt,
    play::{Advice, Advisor, Event, MoveRejected, Session},
    print_message,
    search_report::SearchDepth,
};

/// Poll interval for interrupts while an engine thinks.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// After this time a message says that the game waits for another program.
const NOTICE_DELAY: Duration = Duration::from_secs(3);

/// The level that suggests moves.
const HINT_LEVEL: u8 = 12;

/// The reason why a game stopped before its end.
#[derive(Debug)]
pub(super) enum QuitReason {
    Quit,
    EndOfInput,
    Interrupt,
    Fault(PlayerFault),
}

impl QuitReason {
    /// The status of the command.
    pub(super) fn verdict(&self) -> CommandStatus {
        match self {
            QuitReason::Quit => CommandStatus::Fine,
            QuitReason::Interrupt => interrupt::verdict(),
            QuitReason::EndOfInput | QuitReason::Fault(_) => CommandStatus::Refused,
        }
    }

    /// Another way to resume, for the end of the message.
    pub(super) fn advice(&self) -> &'static str {
        match self {
            QuitReason::Fault(_) => "; --black or --white replaces a player",
            _ => "",
        }
    }

    pub(super) fn message(&self) -> Option<String> {
        match self {
            QuitReason::Quit | QuitReason::Interrupt => None,
            QuitReason::EndOfInput => Some("the input ended before the game did".to_owned()),
            QuitReason::Fault(fault) => Some(fault.to_string()),
        }
    }
}

/// One game at the console.
pub(super) struct ConsoleGame<'a> {
    session: Session,
    input: &'a Input,
    text: ConsoleText,
    engine: &'a EngineArgs,
    opening: Option<&'static str>,
}

impl<'a> ConsoleGame<'a> {
    pub(super) fn new(
        session: Session,
        input: &'a Input,
        text: ConsoleText,
        engine: &'a EngineArgs,
    ) -> ConsoleGame<'a> {
        ConsoleGame { session, input, text, engine, opening: None }
    }

    /// Plays to the end of the game, or until the player leaves.
    pub(super) fn play(mut self, out: &mut dyn Write) -> Result<Result<GameResult, QuitReason>, Error> {
        if let Some(game) = variant_text(&self.session.game().start(), self.text.notation) {
            writeln!(out, "{game}")?;
        }
        writeln!(out, "{}", self.text.players(&self.session))?;
        self.print_pass_at_start(out)?;
        self.draw(out)?;
        while self.session.to_move().is_some() {
            let left = if self.session.awaits_human() { self.ask(out)? } else { self.wait(out)? };
            self.warn();
            if let Some(left) = left {
                return self.leave(left, out).map(Err);
            }
        }
        let result = self.session.result().expect("nobody is to move");
        writeln!(out, "{}", self.text.end(result, &self.session))?;
        out.flush()?;
        self.session.close();
        Ok(Ok(result))
    }

    fn leave(self, left: QuitReason, out: &mut dyn Write) -> Result<QuitReason, Error> {
        out.flush()?;
        if let Some(message) = left.message() {
            print_message(format_args!("outflank: {message}"));
        }
        if self.session.close() {
            print_message(format_args!("The game is saved; resume it with outflank play --resume{}", left.advice()));
        }
        Ok(left)
    }

    /// Prints a forced pass at the start. For a resumed game it was printed before.
    fn print_pass_at_start(&self, out: &mut dyn Write) -> Result<(), Error> {
        for turn in self.session.turns_since(self.session.opened_at()) {
            writeln!(out, "{}", self.text.turn(&turn))?;
        }
        Ok(())
    }

    fn draw(&mut self, out: &mut dyn Write) -> Result<(), Error> {
        write!(out, "{}", self.text.board(&self.session))?;
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
            writeln!(out, "{}", self.text.turn(&turn))?;
        }
        self.draw(out)
    }

    /// Warns if the game could not be saved. The game continues.
    fn warn(&mut self) {
        if let Some(error) = self.session.take_save_error() {
            print_message(format_args!("outflank: the game could not be saved: {error}"));
        }
    }

    fn wait(&mut self, out: &mut dyn Write) -> Result<Option<QuitReason>, Error> {
        if let Some((color, seat @ Seat::Computer(PlayerSpec::Program { .. }))) = self.session.to_move() {
            writeln!(out, "{} thinks: {}", self.text.side(color), seat.title())?;
        }
        out.flush()?;
        let begun = Instant::now();
        let mut is_notified = false;
        let event = loop {
            if !is_notified && begun.elapsed() >= NOTICE_DELAY {
                is_notified = true;
                self.print_time_left(begun.elapsed(), out)?;
            }
            if interrupt::came() {
                return Ok(Some(QuitReason::Interrupt));
            }
            if self.input.has(is_quit) {
                return Ok(Some(QuitReason::Quit));
            }
            if let Some(event) = self.session.wait(POLL_INTERVAL) {
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
    fn print_time_left(&self, waited: Duration, out: &mut dyn Write) -> Result<(), Error> {
        let Some((color, seat)) = self.session.to_move() else { return Ok(()) };
        if let Some(limit) = seat.patience() {
            let left = self.session.time_left(color).unwrap_or(limit.saturating_sub(waited));
            writeln!(out, "{}", self.text.time_left_text(color, waited, left))?;
            out.flush()?;
        }
        Ok(())
    }

    fn ask(&mut self, out: &mut dyn Write) -> Result<Option<QuitReason>, Error> {
        // This starts the clocks, and may end the game on time.
        if self.session.poll().is_some() {
            return Ok(None);
        }
        let color = self.session.position().turn();
        let until = self.session.time_left(color).map(|left| Instant::now() + left);
        let prompt = format!("{} to move> ", self.text.side(color));
        match self.input.ask(&prompt, until, out)? {
            Ok(line) => self.obey(color, &line, out),
            Err(NoLine::End) => Ok(Some(QuitReason::EndOfInput)),
            Err(NoLine::Interrupt) => Ok(Some(QuitReason::Interrupt)),
            Err(NoLine::Quit) => Ok(Some(QuitReason::Quit)),
            // The session notices the timeout when polled.
            Err(NoLine::TooLate) => {
                self.session.poll();
                Ok(None)
            }
        }
    }

    fn obey(&mut self, color: Color, line: &str, out: &mut dyn Write) -> Result<Option<QuitReason>, Error> {
        let position = self.session.position();
        match ConsoleCommand::read(line, self.text.notation) {
            ConsoleCommand::Move(mv) => self.play_move(mv, line, out)?,
            ConsoleCommand::Undo => self.step(Session::undo, "there is no move of yours to take back", out)?,
            ConsoleCommand::Redo => self.step(Session::redo, "no move was taken back", out)?,
            ConsoleCommand::Hint => return self.hint(out),
            ConsoleCommand::Moves => write!(out, "{}", self.text.moves(&position))?,
            ConsoleCommand::Save(path) => self.save(&path, out)?,
            ConsoleCommand::SaveWhere => writeln!(out, "name a file: save FILE, as in save game.sgf")?,
            ConsoleCommand::Resign => self.session.resign(color),
            ConsoleCommand::Reseat(color, seat) => self.reseat(color, seat, out)?,
            ConsoleCommand::ReseatUnknown(unknown) => writeln!(out, "{unknown}")?,
            ConsoleCommand::ReseatWhom(color) => writeln!(out, "name a player: {color} PLAYER, as in {color} level:3")?,
            ConsoleCommand::Help => write!(out, "{HELP}")?,
            ConsoleCommand::Quit => return Ok(Some(QuitReason::Quit)),
            ConsoleCommand::Nothing => writeln!(out, "type a square, or help")?,
            ConsoleCommand::OffBoard(text) => writeln!(out, "{}", self.text.off_board(&text, position.spec().size()))?,
            ConsoleCommand::Unknown(text) => writeln!(out, "{}", self.text.unknown(&text, &position))?,
        }
        Ok(None)
    }

    fn play_move(&mut self, mv: Move, typed: &str, out: &mut dyn Write) -> Result<(), Error> {
        let ply = self.session.game().ply();
        match self.session.play(mv) {
            Ok(()) => self.show_since(ply, out),
            Err(MoveRejected::Illegal(illegal)) => {
                Ok(writeln!(out, "{}", self.text.refusal(&illegal, typed, &self.session))?)
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
                writeln!(out, "{} is {} from now on", self.text.side(color), self.session.seats()[color].title())?;
            }
            Err(fault) => writeln!(out, "{}", printable(&fault.to_string()))?,
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

    /// Prints the best moves at this level.
    fn hint(&self, out: &mut dyn Write) -> Result<Option<QuitReason>, Error> {
        out.flush()?;
        let position = self.session.position();
        let mut advisor = Advisor::new(&self.engine.settings()?);
        let level = Level::numbered(HINT_LEVEL).unwrap_or(Level::STRONGEST);
        advisor.ask(position, level.limits(position.empties().len()));
        let advice = loop {
            if interrupt::came() {
                return Ok(Some(QuitReason::Interrupt));
            }
            if let Some(advice) = advisor.wait(POLL_INTERVAL) {
                break advice;
            }
            if advisor.is_broken() {
                writeln!(out, "the hint failed: this is a bug in Outflank, please report it")?;
                return Ok(None);
            }
        };
        writeln!(out, "{}", self.advice(&advice))?;
        Ok(None)
    }

    /// Formats the best moves with their values.
    fn advice(&self, advice: &Advice) -> String {
        const SHOWN: usize = 3;
        let shown = advice.analysis.moves.iter().take(SHOWN).map(|valued| {
            let depth = SearchDepth::new(valued.depth, valued.selectivity, valued.is_exact());
            format!("{} {} {}", self.text.notation.write(valued.mv), valued.value, depth.proof())
        });
        format!("hint: {}", shown.collect::<Vec<_>>().join("; "))
    }

    /// Asks for another player, if a person can answer.
    fn replace(&mut self, fault: PlayerFault, out: &mut dyn Write) -> Result<Option<QuitReason>, Error> {
        let Some((color, failed)) = self.session.to_move() else { return Ok(None) };
        if !self.session.seats()[!color].is_human() {
            return Ok(Some(QuitReason::Fault(fault)));
        }
        writeln!(out, "{}", printable(&fault.to_string()))?;
        let failed = failed.clone();
        let prompt = format!("Who replaces {}, as in level:3? Enter retries, quit leaves> ", self.text.side(color));
        self.session.pause();
        let answer = ask(&prompt, |line| read_seat(line, &failed), self.input, out)?;
        self.session.unpause();
        match answer {
            Ok(seat) if seat == failed => Ok(None),
            Ok(seat) => self.reseat(color, seat, out).map(|()| None),
            Err(NoLine::Interrupt) => Ok(Some(QuitReason::Interrupt)),
            Err(NoLine::Quit) => Ok(Some(QuitReason::Quit)),
            Err(NoLine::End | NoLine::TooLate) => Ok(Some(QuitReason::Fault(fault))),
        }
    }
}

/// Parses a player. An empty line keeps the player that failed.
fn read_seat(line: &str, failed: &Seat) -> Result<Seat, String> {
    if line.is_empty() {
        return Ok(failed.clone());
    }
    line.parse().map_err(|unknown: outflank_arena::ParsePlayerError| unknown.to_string())
}
