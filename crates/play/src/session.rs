//! One game that is being played.

mod engines;
#[cfg(test)]
pub(crate) mod hand;
mod keeping;
mod options;
mod record;
mod refused;
mod reseat;
mod step;
#[cfg(test)]
mod tests;
mod timing;

pub use options::Options;
pub use refused::Refused;

use std::{io, time::Duration};

use outflank_engine::{Choice, Settings};
use outflank_rules::{Color, Game, IllegalMove, Move, Position, Status, opening, record::MoveNote};

use crate::{Clocks, GameResult, PlayerFault, SavedGame, Seat, Sides, Slot, TimeSource, Turn, thinker::Thinker};

/// What happened without a person doing anything.
#[derive(Debug)]
pub enum Event {
    /// A computer moved: [`Session::turns_since`] this ply tells what, forced passes included.
    Moved {
        /// The plies before its move.
        from_ply: usize,
    },
    /// The game ended off the board: somebody's time ran out, or an engine gave up.
    Ended(GameResult),
    /// A player could not move. The game stands as it was; polling again asks the player again, from scratch.
    Failed(PlayerFault),
}

/// A game that is being played: the moves, who plays, the clocks, and where it is saved.
///
/// Everything shown is a fold of [`Session::game`]; a face that steps through the game keeps its own ply and asks
/// [`Game::position_at`]. See the [crate documentation](crate) for an example.
pub struct Session {
    game: Game,
    seats: Sides<Seat>,
    thinkers: Sides<Option<Thinker>>,
    clocks: Option<Clocks>,
    time_source: TimeSource,
    /// An end that the board does not show.
    given_up: Option<GameResult>,
    notes: Vec<MoveNote>,
    /// The last thought of a built-in engine of each color.
    thoughts: Sides<Option<Choice>>,
    turn_began: Duration,
    /// Have the clocks been started?
    is_begun: bool,
    paused: Option<Duration>,
    /// When the last pause ended.
    went_on: Duration,
    /// The plies before the pass that the game opened with, or all that it opened with.
    opened_at: usize,
    seed: u64,
    settings: Settings,
    slot: Option<Slot>,
    save_error: Option<io::Error>,
}

impl Session {
    /// Begins; clocks start at the first [`Session::poll`]. Where the side to move must pass, it has passed already. An engine of
    /// another program starts when it is first asked, and its clock when it is ready.
    pub fn new(options: Options) -> Session {
        let Options { game, seats, time, seed, settings } = options;
        let time_source = TimeSource::real();
        let mut session = Session {
            opened_at: game.ply(),
            game,
            seats,
            thinkers: Sides::default(),
            clocks: time.map(Clocks::new),
            turn_began: time_source.now(),
            time_source,
            given_up: None,
            notes: Vec::new(),
            thoughts: Sides::default(),
            is_begun: false,
            paused: None,
            went_on: Duration::ZERO,
            seed,
            settings,
            slot: None,
            save_error: None,
        };
        session.pass_if_forced();
        if session.clocks.is_some() {
            // Making a player takes time that is not its own.
            Color::ALL.into_iter().for_each(|color| session.seat(color));
        }
        session
    }

    /// Takes a saved game up again, with its clocks as they stood.
    pub fn resume(saved: SavedGame, settings: Settings) -> Session {
        let SavedGame { game, seats, time, left, seed, ended, notes } = saved;
        let mut session = Session::new(Options { game, seats, time, seed, settings });
        session.given_up = ended;
        session.notes = notes;
        if let (Some(time), Some(left)) = (time, left) {
            session.clocks = Some(Clocks::new(time).with_left(left));
        }
        session
    }

    /// The moves so far, and those that were taken back.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position on the board.
    pub fn position(&self) -> Position {
        self.game.position()
    }

    /// Who plays.
    pub fn seats(&self) -> &Sides<Seat> {
        &self.seats
    }

    /// Where chance comes from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How the game ended, if it is over.
    pub fn result(&self) -> Option<GameResult> {
        self.given_up.or_else(|| GameResult::on_board(&self.game))
    }

    /// Is it over?
    pub fn is_over(&self) -> bool {
        self.result().is_some()
    }

    /// Who has to do something: the side to move and who plays it, or `None` if the game is over.
    pub fn to_move(&self) -> Option<(Color, &Seat)> {
        let turn = self.position().turn();
        (!self.is_over()).then(|| (turn, &self.seats[turn]))
    }

    /// Is a person to move?
    pub fn awaits_human(&self) -> bool {
        self.to_move().is_some_and(|(_, seat)| seat.is_human())
    }

    /// The last move and who made it, if there is one; a pass is a move.
    pub fn last_turn(&self) -> Option<Turn> {
        self.turns_since(self.game.ply().checked_sub(1)?).pop()
    }

    /// The plies before the forced pass that the game opened with; where there was none, all plies that it opened with. A face
    /// shows [`Session::turns_since`] this ply first.
    pub fn opened_at(&self) -> usize {
        self.opened_at
    }

    /// The turns after so many plies: what a face has yet to show.
    pub fn turns_since(&self, ply: usize) -> Vec<Turn> {
        Turn::all_since(&self.game, ply)
    }

    /// The name of the opening, if the game has got to one.
    pub fn opening(&self) -> Option<&'static str> {
        opening::name(&self.game)
    }

    /// What the built-in engine of a color thought at its last move, if it thought.
    pub fn thought(&self, color: Color) -> Option<&Choice> {
        self.thoughts[color].as_ref()
    }

    /// Makes a person's move, and the pass that it forces on the other side, if it does.
    pub fn play(&mut self, mv: Move) -> Result<(), Refused> {
        self.look_at_clock();
        if let Some(result) = self.result() {
            return Err(Refused::Over(result));
        }
        let turn = self.position().turn();
        if !self.seats[turn].is_human() {
            return Err(Refused::NotYourTurn(turn, self.seats[turn].clone()));
        }
        self.make(mv, None, self.now()).map_err(Refused::Illegal)
    }

    /// A side gives up, whoever's turn it is. Nothing happens if the game is over.
    pub fn resign(&mut self, color: Color) {
        if !self.is_over() {
            self.end(GameResult::Resigned(color));
        }
    }

    /// Makes a move that was decided on at a moment.
    fn make(&mut self, mv: Move, thought: Option<Choice>, now: Duration) -> Result<(), IllegalMove> {
        let (color, ply) = (self.position().turn(), self.game.ply());
        self.game.play(mv)?;
        // A pause is no thinking.
        let until = self.paused.map_or(now, |since| since.min(now));
        let seconds = until.saturating_sub(self.turn_began).as_secs_f64();
        self.note(ply, seconds, thought.as_ref());
        self.thoughts[color] = thought;
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(ply, color, now);
        }
        self.pass_if_forced();
        self.settle();
        Ok(())
    }

    fn pass_if_forced(&mut self) {
        if self.position().status() == Status::MustPass {
            self.game.play(Move::Pass).expect("a forced pass is legal");
        }
    }

    /// After any change: the clock of whoever is to move runs, and the game is saved.
    fn settle(&mut self) {
        let now = self.now();
        self.turn_began = now;
        self.paused = self.paused.map(|_| now);
        self.run_clock();
        self.save();
    }

    fn end(&mut self, result: GameResult) {
        self.cancel();
        self.given_up = Some(result);
        self.settle();
    }
}
