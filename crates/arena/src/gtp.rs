//! Other engines over the Go Text Protocol, version 2, as Reversi engines speak it: squares as everywhere, row 1 at the top.
//!
//! The session keeps the game; the engine is told of every move and every pass that is not its own, and asked only where there is something
//! to decide. There is no command to set up a position, so only the usual start can be told.

pub(crate) mod answer;
mod process;

use std::{
    env,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use outflank_engine::Clock;
use outflank_rules::{Color, Game, Goal, Ground, IllegalMove, Move, Position, Variant, notation::Notation};

use crate::{
    FaultKind, PlayerFault, Seat,
    mover::{Decision, Mover},
    process::command_line,
};
use process::Process;

/// How much longer than its clock says an engine may take.
const GRACE: Duration = Duration::from_secs(5);

/// Nobody waits longer for one move, whatever the clock says.
const LONGEST_WAIT: Duration = Duration::from_secs(7 * 24 * 3600);

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// For anything but a move: some load files first.
    answer: Duration,
    /// For a move without a clock.
    pub(crate) mv: Duration,
}

impl Patience {
    pub(crate) const USUAL: Patience = Patience { answer: Duration::from_secs(10), mv: Duration::from_secs(300) };
}

/// A program that speaks GTP, started when it is first asked and again after it was stopped.
pub(crate) struct GtpEngine {
    command: String,
    patience: Patience,
    stop: Arc<AtomicBool>,
    running: Option<Running>,
}

/// A program with the game that it knows of.
struct Running {
    process: Process,
    patience: Patience,
    /// `None` until it is told of a game.
    start: Option<Position>,
    told: Vec<Move>,
    /// Has it been told that there are clocks?
    is_timed: bool,
}

impl GtpEngine {
    pub(crate) fn new(command: &str) -> GtpEngine {
        GtpEngine { command: command.to_owned(), patience: Patience::USUAL, stop: Arc::default(), running: None }
    }

    fn decide(&mut self, game: &Game, clock: Clock) -> Result<Decision, FaultKind> {
        self.started(game)?.decide(game, clock)
    }

    /// The program, started if it does not run, and told of the game up to the last move.
    fn started(&mut self, game: &Game) -> Result<&mut Running, FaultKind> {
        if !is_tellable(&game.start()) {
            return Err(FaultKind::Untellable);
        }
        let running = match self.running.take() {
            Some(running) => running,
            None => {
                let process = Process::start(&self.command, Arc::clone(&self.stop))?;
                Running { process, patience: self.patience, start: None, told: Vec::new(), is_timed: false }
            }
        };
        let running = self.running.insert(running);
        running.tell(game)?;
        Ok(running)
    }

    fn fault(&mut self, kind: FaultKind) -> PlayerFault {
        let last_words = self.end();
        PlayerFault { player: Seat::Gtp(self.command.clone()), kind, last_words }
    }

    /// What it wrote last to its standard error, once it is gone.
    fn end(&mut self) -> String {
        self.running.take().map(|running| running.process.end()).unwrap_or_default()
    }
}

impl Mover for GtpEngine {
    fn begin(&mut self, _seed: u64) {}

    fn choose(&mut self, game: &Game, clock: Clock) -> Result<Decision, PlayerFault> {
        self.decide(game, clock).map_err(|kind| self.fault(kind))
    }

    fn needs_preparation(&self) -> bool {
        true
    }

    fn prepare(&mut self, game: &Game) -> Result<(), PlayerFault> {
        self.started(game).map(|_| ()).map_err(|kind| self.fault(kind))
    }

    fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    fn can_hurry(&self) -> bool {
        false
    }
}

impl Running {
    fn decide(&mut self, game: &Game, clock: Clock) -> Result<Decision, FaultKind> {
        let position = game.position();
        let asked = format!("genmove {}", letter(position.turn()));
        let patience = self.time_for(clock, position.turn())?;
        let answer = self.process.ask(&asked, patience)?;
        let answer = answer::without_number(&answer).to_owned();
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Decision::Resign);
        }
        let mv = Notation::Standard.parse(&answer).map_err(|_| FaultKind::NotAMove(answer))?;
        position.play(mv).map_err(|illegal: IllegalMove| FaultKind::Illegal(illegal))?;
        self.told.push(mv);
        Ok(Decision::Move(mv, None))
    }

    /// Brings the engine to where the game is, from the beginning if moves were taken back.
    fn tell(&mut self, game: &Game) -> Result<(), FaultKind> {
        let is_behind =
            self.told.len() <= game.ply() && self.told.iter().copied().eq(game.moves().take(self.told.len()));
        if self.start != Some(game.start()) || !is_behind {
            self.set_up(game.start())?;
        }
        let news: Vec<(Position, Move)> = game.turns().skip(self.told.len()).collect();
        for (before, mv) in news {
            let play = format!("play {} {mv}", letter(before.turn()));
            match mv {
                // Some have passed by themselves, and then refuse to do it again.
                Move::Pass => self.mention(&play)?,
                Move::Place(_) => drop(self.process.ask(&play, self.patience.answer)?),
            }
            self.told.push(mv);
        }
        Ok(())
    }

    fn set_up(&mut self, start: Position) -> Result<(), FaultKind> {
        self.process.ask(&format!("boardsize {}", start.ground().size()), self.patience.answer)?;
        self.process.ask("clear_board", self.patience.answer)?;
        (self.start, self.told, self.is_timed) = (Some(start), Vec::new(), false);
        Ok(())
    }

    /// How long to wait for a move. The engine is told of its clock, in whole seconds, as the protocol has nothing smaller; increments
    /// it has none for, so they show only in what is left.
    fn time_for(&mut self, clock: Clock, color: Color) -> Result<Duration, FaultKind> {
        let (left, control, stones) = match clock {
            Clock::Unlimited => return Ok(self.patience.mv),
            Clock::PerMove(left) => (left, format!("0 {} 1", left.as_secs()), 1),
            Clock::Game { left, .. } => (left, format!("{} 0 0", left.as_secs()), 0),
        };
        if !self.is_timed {
            self.mention(&format!("time_settings {control}"))?;
            self.is_timed = true;
        }
        self.mention(&format!("time_left {} {} {stones}", letter(color), left.as_secs()))?;
        Ok(left.saturating_add(GRACE).min(LONGEST_WAIT))
    }

    /// Tells something that an engine need not understand.
    fn mention(&mut self, command: &str) -> Result<(), FaultKind> {
        match self.process.ask(command, self.patience.answer) {
            Ok(_) | Err(FaultKind::Refused { .. }) => Ok(()),
            Err(fault) => Err(fault),
        }
    }
}

/// What may be the reason for a fault of a program that should speak this protocol.
pub(crate) fn hint(fault: &FaultKind) -> Option<&'static str> {
    match fault {
        FaultKind::Ended(_) | FaultKind::Silent { .. } | FaultKind::TooMuch { .. } => Some("does it speak GTP?"),
        FaultKind::Untellable => Some("GTP knows only the usual start and goal on a full board"),
        FaultKind::NotStarted(_)
        | FaultKind::Refused { .. }
        | FaultKind::NotAMove(_)
        | FaultKind::Illegal(_)
        | FaultKind::Broken
        | FaultKind::Cancelled => None,
    }
}

/// Is the program of a command line somewhere, by its path or where the system looks for programs?
pub(crate) fn is_there(command: &str) -> bool {
    let Some(program) = command_line::words(command).into_iter().next().filter(|word| !word.is_empty()) else {
        return false;
    };
    let is_file = |path: PathBuf| path.is_file() || cfg!(windows) && path.with_extension("exe").is_file();
    if Path::new(&program).components().count() > 1 {
        return is_file(program.into());
    }
    env::var_os("PATH").is_none_or(|dirs| env::split_paths(&dirs).any(|dir| is_file(dir.join(&program))))
}

fn letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

/// Is it the crossed start on a full board, whoever begins?
pub(crate) fn is_tellable(start: &Position) -> bool {
    let usual = Variant::of_size(start.ground().size()).start();
    let is_full = start.ground() == Ground::square(start.ground().size()).with_goal(Goal::Most);
    is_full && start.with_turn(Color::Black) == usual
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// `cat` says again what it is told, which is no answer.
    #[test]
    fn an_engine_that_does_not_answer_is_waited_for_no_longer_than_said() {
        let patience = Patience { answer: Duration::from_millis(1100), ..Patience::USUAL };
        let mut engine = GtpEngine { patience, ..GtpEngine::new("cat") };
        let fault = engine.choose(&Game::new(Variant::STANDARD.start()), Clock::Unlimited).unwrap_err();
        let said = "the player gtp:cat did not answer \"boardsize 8\" within 1 second: does it speak GTP?";
        assert_eq!(fault.to_string(), said);
    }
    #[cfg(target_os = "linux")]
    #[test]
    fn an_engine_has_no_more_memory_than_any_program() {
        let dir = tempfile::tempdir().unwrap();
        let told = dir.path().join("told");
        let mut engine = GtpEngine::new(&format!("sh -c 'ulimit -d > \"{}\"'", told.display()));
        assert!(engine.choose(&Game::new(Variant::STANDARD.start()), Clock::Unlimited).is_err());
        assert_eq!(std::fs::read_to_string(told).unwrap(), format!("{}\n", crate::process::memory::USUAL >> 10));
    }
}
