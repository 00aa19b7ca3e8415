//! A session: keeps the game and runs the engine.

use std::io;
use std::time::Duration;

use outflank_rules::{Game, Move, Variant, record::Record};

use super::clock::GameClock;
use super::thinker::Task;
use super::thinker::Thinker;
use super::{Command, NboardError, Output};
use crate::protocol::{Engine, EngineLimits};

/// What became of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handled {
    /// It was executed.
    Done,
    /// It ended the session.
    Over,
    /// It was not executed. The GUI received the error, unless no version of the protocol knows the
    /// command.
    Refused(NboardError),
}

/// An NBoard session.
///
/// ```
/// use outflank_arena::protocol::{EngineLimits, Engine, nboard::{Handled, Output, Session}};
/// use outflank_engine::Settings;
///
/// let engine = Engine::new(EngineLimits::depth(2), 0, &Settings::default());
/// let mut session = Session::new(engine, Output::new(std::io::sink()));
/// assert_eq!(session.handle("nboard 2")?, Handled::Done);
/// assert_eq!(session.handle("move F5/0.5/2.1")?, Handled::Done);
/// assert_eq!(session.game().ply(), 1);
/// assert_eq!(session.handle("quit")?, Handled::Over);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Session {
    limits: EngineLimits,
    output: Output,
    game: Game,
    clock: GameClock,
    thinker: Thinker,
}

impl Session {
    /// A session at the start of a standard game.
    pub fn new(engine: Engine, output: Output) -> Session {
        Session {
            limits: engine.limits,
            game: Game::new(Variant::STANDARD.start()),
            clock: GameClock::default(),
            thinker: Thinker::new(engine, output.clone()),
            output,
        }
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Executes a line. Only starts searches; does not wait for them.
    pub fn handle(&mut self, line: &str) -> io::Result<Handled> {
        if line.trim().is_empty() {
            return Ok(Handled::Done);
        }
        let refusal = match line.parse() {
            Ok(Command::Quit) => return Ok(Handled::Over),
            Ok(Command::Move { mv, time }) => self.play(mv, time).err(),
            Ok(command) => {
                self.act(command)?;
                None
            }
            Err(refusal) => Some(refusal),
        };
        let Some(refusal) = refusal else { return Ok(Handled::Done) };
        if !matches!(refusal, NboardError::Unknown(_)) {
            self.output.say(&format!("status {refusal}"))?;
        }
        Ok(Handled::Refused(refusal))
    }

    /// Call this when no more lines come. Waits for searches that end by themselves and stops
    /// hints.
    pub fn finish(mut self) {
        self.thinker.finish();
    }

    fn act(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Begin(_) => self.output.say("set myname Outflank")?,
            Command::SetDepth(depth) => {
                self.limits = self.limits.with_depth(depth);
                self.output.say(&format!("set myname Outflank-{depth}"))?;
            }
            Command::SetGame(record) => self.set_game(*record),
            Command::Hint(count) => self.think(Task::Hint(self.game.position(), count)),
            Command::Go => self.think(Task::Go(self.game.position(), self.clock.clock(&self.game))),
            Command::Analyze => self.think(Task::Analyze(self.game.clone())),
            Command::Ping(number) => {
                self.thinker.stop();
                self.output.say(&format!("pong {number}"))?;
            }
            // The book never changes.
            Command::Learn => self.output.say("learned")?,
            // Contempt is ignored.
            Command::SetContempt(_) | Command::Move { .. } | Command::Quit => {}
        }
        Ok(())
    }

    fn think(&mut self, task: Task) {
        self.thinker.begin(self.limits, task);
    }

    fn set_game(&mut self, record: Record) {
        self.clock = GameClock::of(&record);
        // With fixed limits the engine restarts even for a game that begins like the last one: its
        // moves must depend on that game alone.
        let goes_back = record.game.ply() < self.game.ply() && matches!(self.limits, EngineLimits::Fixed(_));
        let is_new = goes_back || !continues(&record.game, &self.game);
        self.game = record.game;
        if is_new {
            self.thinker.begin_game();
        } else {
            self.thinker.stop();
        }
    }

    /// A move makes the current search obsolete.
    fn play(&mut self, mv: Move, time: Option<Duration>) -> Result<(), NboardError> {
        self.thinker.stop();
        self.game.play_with_pass_implied(mv).map_err(NboardError::Illegal)?;
        let mover = !self.game.position().turn();
        self.clock.spend(mover, time.unwrap_or_default());
        Ok(())
    }
}

/// True if one game is the other with more or fewer moves.
fn continues(game: &Game, other: &Game) -> bool {
    let both = game.ply().min(other.ply());
    both > 0 && game.start() == other.start() && game.moves().take(both).eq(other.moves().take(both))
}
