//! Other engines over the Go Text Protocol, version 2, as players of sessions and series: squares as everywhere, row 1 at the top.
//!
//! They are spoken to as under a referee; here is only what sessions have besides: games that are taken back, clocks that somebody else
//! keeps, and faults for people to read. There is no command to set up a position, so only the usual start can be told.

pub(crate) mod answer;
mod fault;

use std::{
    env,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use outflank_engine::Clock;
use outflank_rules::{Color, Game, Goal, Ground, IllegalMove, Move, Position, Variant};

use crate::{
    Briefing, Choice, FaultKind, Limits, Player, PlayerFault, Protocol, Question, Seat, Sides, TimeControl, Trouble,
    mover::{Decision, Mover},
    player::Program,
    process::command_line,
};
pub(crate) use fault::hint;

/// How much longer than its clock says an engine may take.
const GRACE: Duration = Duration::from_secs(5);

/// What an engine may take.
pub(crate) fn limits() -> Limits {
    Limits { grace: GRACE, ..Limits::default() }
}

/// A program that speaks GTP, started when it is first asked and again after it was stopped.
pub(crate) struct GtpEngine {
    command: String,
    limits: Limits,
    program: Program,
    /// The game as far as the program knows it; `None` until it is told of one.
    known: Option<Game>,
    stop: Arc<AtomicBool>,
}

impl GtpEngine {
    pub(crate) fn new(command: &str) -> GtpEngine {
        GtpEngine::limited(command, limits())
    }

    fn limited(command: &str, limits: Limits) -> GtpEngine {
        let program = Program::new(Protocol::Gtp, command, limits).clocked_elsewhere();
        GtpEngine { command: command.to_owned(), limits, program, known: None, stop: Arc::default() }
    }

    /// Starts the program if it does not run, and tells it of the game from the beginning unless that goes on from what it knows.
    fn get_ready(&mut self, game: &Game) -> Result<(), Trouble> {
        // What is said from here on tells what was asked last.
        self.program.take_log();
        if self.known.as_ref().is_some_and(|known| goes_on(known, game)) {
            return Ok(());
        }
        let (name, color, opponent) = ("game", game.position().turn(), "somebody");
        self.program.begin(&Briefing { game, name, color, opponent, time: None, seed: 0 }, &self.stop)?;
        self.known = Some(game.clone());
        Ok(())
    }

    fn ask(&mut self, game: &Game, clock: Clock) -> Result<Choice, Trouble> {
        let answer = self.program.choose(&Question { game, time: time(clock), stop: &self.stop })?;
        self.known = Some(game.clone());
        Ok(answer.choice)
    }

    fn make(&mut self, mv: Move) -> Result<Decision, IllegalMove> {
        self.known.as_mut().map_or(Ok(()), |game| game.play(mv).map(|_| ()))?;
        Ok(Decision::Move(mv, None))
    }

    /// How long a move is waited for.
    fn patience(&self, clock: Clock) -> Duration {
        match clock {
            Clock::Unlimited => self.limits.patience,
            Clock::PerMove(left) | Clock::Game { left, .. } => left.saturating_add(self.limits.grace),
        }
    }

    /// Ends the program after what it did, while so long was waited for it.
    fn trouble(&mut self, trouble: Trouble, patience: Duration) -> PlayerFault {
        let (leave, log) = self.program.leave(false, Duration::ZERO);
        let asked = fault::last_order(&log);
        // Only a move takes thought.
        let waited = if asked.starts_with("genmove") { patience } else { patience.min(self.limits.startup) };
        let kind = match trouble {
            Trouble::Stopped => FaultKind::Cancelled,
            Trouble::Shortage(shortage) => FaultKind::Shortage(shortage),
            Trouble::Foul(foul) => fault::kind(foul, asked, waited, leave, &self.command),
        };
        self.fault(kind, fault::last_words(&log))
    }

    fn fault(&mut self, kind: FaultKind, last_words: String) -> PlayerFault {
        self.known = None;
        PlayerFault { player: Seat::Gtp(self.command.clone()), kind, last_words }
    }
}

impl Mover for GtpEngine {
    fn begin(&mut self, _seed: u64) {}

    fn choose(&mut self, game: &Game, clock: Clock) -> Result<Decision, PlayerFault> {
        self.prepare(game)?;
        match self.ask(game, clock).map_err(|trouble| self.trouble(trouble, self.patience(clock)))? {
            Choice::Resign => Ok(Decision::Resign),
            Choice::Move(mv) => self.make(mv).map_err(|illegal| {
                let (_, log) = self.program.leave(false, Duration::ZERO);
                self.fault(FaultKind::Illegal(illegal), fault::last_words(&log))
            }),
        }
    }

    fn needs_preparation(&self) -> bool {
        true
    }

    fn prepare(&mut self, game: &Game) -> Result<(), PlayerFault> {
        self.get_ready(game).map_err(|trouble| self.trouble(trouble, self.limits.startup))
    }

    fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    fn can_hurry(&self) -> bool {
        false
    }
}

/// Is the one game the other, or its beginning?
fn goes_on(known: &Game, game: &Game) -> bool {
    known.start() == game.start() && known.ply() <= game.ply() && known.moves().eq(game.moves().take(known.ply()))
}

/// A clock as a question has it. What the other has left nobody is told.
fn time(clock: Clock) -> Option<(TimeControl, Sides<Duration>)> {
    let (control, left) = match clock {
        Clock::Unlimited => return None,
        Clock::PerMove(left) => (TimeControl::PerMove(left), left),
        Clock::Game { left, increment } => (TimeControl::Game { main: left, increment }, left),
    };
    Some((control, Sides::of(|_| left)))
}

/// Is the program of a command line somewhere, by its path or where the system looks for programs?
pub(crate) fn is_there(command: &str) -> bool {
    let Some(program) =
        command_line::words(command).ok().and_then(|words| words.into_iter().next()).filter(|word| !word.is_empty())
    else {
        return false;
    };
    let is_file = |path: PathBuf| path.is_file() || cfg!(windows) && path.with_extension("exe").is_file();
    if Path::new(&program).components().count() > 1 {
        return is_file(program.into());
    }
    env::var_os("PATH").is_none_or(|dirs| env::split_paths(&dirs).any(|dir| is_file(dir.join(&program))))
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

    fn fault(command: &str, limits: Limits, clock: Clock) -> String {
        let mut engine = GtpEngine::limited(command, limits);
        engine.choose(&Game::new(Variant::STANDARD.start()), clock).unwrap_err().to_string()
    }

    /// `cat` says again what it is told, which is no answer.
    #[test]
    fn an_engine_that_does_not_answer_is_waited_for_no_longer_than_said() {
        let hasty = Limits { startup: Duration::from_millis(1100), ..limits() };
        let said = "the player gtp:cat did not answer \"boardsize 8\" within 1 second: does it speak GTP?";
        assert_eq!(fault("cat", hasty, Clock::Unlimited), said);
    }

    /// It agrees to everything, and never moves.
    #[test]
    fn a_move_is_waited_for_longer_and_on_a_clock_a_little_longer_than_that_says() {
        let agreeing = r#"sh -c 'while read -r word rest; do [ $word = genmove ] || printf "=\n\n"; done'"#;
        let hasty = Limits { startup: Duration::from_secs(100), patience: Duration::from_millis(1100), ..limits() };
        let said = fault(agreeing, hasty, Clock::Unlimited);
        assert!(said.ends_with(" did not answer \"genmove b\" within 1 second: does it speak GTP?"), "{said}");
        let timed = GtpEngine::new(agreeing).patience(Clock::PerMove(Duration::from_secs(2)));
        assert_eq!(timed, Duration::from_secs(7));
    }

    /// Whoever keeps the clock says who is late.
    #[test]
    fn an_answer_after_its_time_is_an_answer() {
        let slow = r#"sh -c 'while read -r word rest; do [ $word = genmove ] && sleep 1 && printf "= d3\n\n" || printf "=\n\n"; done'"#;
        let patient = Limits { startup: Duration::from_secs(100), grace: Duration::from_secs(100), ..limits() };
        let mut engine = GtpEngine::limited(slow, patient);
        let game = Game::new(Variant::STANDARD.start());
        let decided = engine.choose(&game, Clock::PerMove(Duration::from_millis(1)));
        assert!(matches!(decided, Ok(Decision::Move(..))), "{decided:?}");
    }

    #[test]
    fn an_answer_that_stays_in_a_buffer_is_named() {
        let hasty = Limits { startup: Duration::from_secs(3), ..limits() };
        let said = fault("sh -c 'cat > /dev/null; printf \"=\\n\\n\"'", hasty, Clock::Unlimited);
        assert!(said.contains("kept its answers back until its input was closed: flush each line"), "{said}");
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
