//! A game that is being played.

mod autosave;
mod engines;
mod step;
#[cfg(test)]
pub(super) mod tests;
mod timing;

use std::{io, time::Duration};

use outflank_engine::Settings;
use outflank_rules::{Bitboard, Color, DiscDiff, Game, IllegalMove, Move, Position, Status, opening, record::MoveNote};

use crate::play::{SavedGame, Slot, thinker::Thinker};
use outflank_arena::{Clocks, GameResult, PlayerFault, Seat, Sides, TimeControl, TimeSource};

/// The options of a new session.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game; play continues at its end.
    pub game: Game,
    /// The players.
    pub seats: Sides<Seat>,
    /// The time control, if any.
    pub time: Option<TimeControl>,
    /// The seed of the random generator.
    pub seed: u64,
    /// The resources of each built-in bot.
    pub settings: Settings,
}

impl Options {
    /// Two people without clocks.
    pub fn new(game: Game) -> Options {
        Options { game, seats: Sides::of(|_| Seat::Human), time: None, seed: 0, settings: Settings::default() }
    }
}

/// An action of a computer player or a clock.
#[derive(Debug)]
pub enum Event {
    /// A computer moved; [`Session::turns_since`] returns the move and forced passes.
    Moved {
        /// The number of plies before the move.
        from_ply: usize,
    },
    /// The game ended by time or by resignation.
    Ended(GameResult),
    /// A player failed. The game is unchanged; the next poll starts the player again.
    Failed(PlayerFault),
}

/// A game that is being played: the moves, the players, the clocks and the save file.
///
/// A user interface draws [`Session::game`]. To step through the game it keeps its own ply and
/// calls [`Game::position_at`]. See the [module documentation](crate::play) for an example.
pub struct Session {
    game: Game,
    seats: Sides<Seat>,
    thinkers: Sides<Option<Thinker>>,
    clocks: Option<Clocks>,
    time_source: TimeSource,
    /// A result that the board does not show: resignation or time.
    given_up: Option<GameResult>,
    notes: Vec<MoveNote>,
    turn_began: Duration,
    is_begun: bool,
    paused: Option<Duration>,
    /// The time when the last pause ended.
    went_on: Duration,
    /// See [`Session::opened_at`].
    opened_at: usize,
    seed: u64,
    settings: Settings,
    slot: Option<Slot>,
    save_error: Option<io::Error>,
}

impl Session {
    /// Starts a game and records a forced pass. The clocks start at the first [`Session::poll`]. A
    /// program starts with its first request, and its clock runs when it is ready.
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
            // Creating a player must not use its time.
            Color::ALL.into_iter().for_each(|color| session.seat(color));
        }
        session
    }

    /// Resumes a saved game with its clocks.
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

    /// The moves so far and the undone moves.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The current position.
    pub fn position(&self) -> Position {
        self.game.position()
    }

    /// The players.
    pub fn seats(&self) -> &Sides<Seat> {
        &self.seats
    }

    /// The seed of the random generator.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The result, if the game is over.
    pub fn result(&self) -> Option<GameResult> {
        self.given_up.or_else(|| GameResult::on_board(&self.game))
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.result().is_some()
    }

    /// The side to move and its player; `None` if the game is over.
    pub fn to_move(&self) -> Option<(Color, &Seat)> {
        let turn = self.position().turn();
        (!self.is_over()).then(|| (turn, &self.seats[turn]))
    }

    /// Is a person to move?
    pub fn awaits_human(&self) -> bool {
        self.to_move().is_some_and(|(_, seat)| seat.is_human())
    }

    /// The last move, which may be a pass.
    pub fn last_turn(&self) -> Option<Turn> {
        self.turns_since(self.game.ply().checked_sub(1)?).pop()
    }

    /// The number of plies at the start of the session, without a pass that was forced at once. A
    /// user interface shows [`Session::turns_since`] this ply first.
    pub fn opened_at(&self) -> usize {
        self.opened_at
    }

    /// The turns after the first `ply` plies.
    pub fn turns_since(&self, ply: usize) -> Vec<Turn> {
        Turn::all_since(&self.game, ply)
    }

    /// The name of the opening, if known.
    pub fn opening(&self) -> Option<&'static str> {
        opening::name(&self.game)
    }

    /// Makes the move of a person, and the pass that it forces, if any.
    pub fn play(&mut self, mv: Move) -> Result<(), MoveRejected> {
        self.check_clock();
        if let Some(result) = self.result() {
            return Err(MoveRejected::Over(result));
        }
        let turn = self.position().turn();
        if !self.seats[turn].is_human() {
            return Err(MoveRejected::NotYourTurn(turn, self.seats[turn].clone()));
        }
        self.make(mv, None, self.now()).map_err(MoveRejected::Illegal)
    }

    /// Resigns for a side, which need not be to move. Does nothing if the game is over.
    pub fn resign(&mut self, color: Color) {
        if !self.is_over() {
            self.end(GameResult::Resigned(color));
        }
    }

    /// Makes a move that was chosen at `now`, with its value if known.
    fn make(&mut self, mv: Move, value: Option<DiscDiff>, now: Duration) -> Result<(), IllegalMove> {
        let (color, ply) = (self.position().turn(), self.game.ply());
        self.game.play(mv)?;
        // A pause does not count as thinking time.
        let until = self.paused.map_or(now, |since| since.min(now));
        let seconds = until.saturating_sub(self.turn_began).as_secs_f64();
        self.note(ply, seconds, value);
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

    /// Runs the clock of the side to move and saves the game; called after every change.
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

/// The reason why a move of a person was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveRejected {
    /// The move is illegal.
    #[error(transparent)]
    Illegal(IllegalMove),
    /// A computer is to move.
    #[error("{color} is played by {player}: wait for its move", color = .0, player = .1.title())]
    NotYourTurn(Color, Seat),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(GameResult),
}

/// A turn of a game and its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The number of the turn, from 1, passes included.
    pub ply: usize,
    /// The side that moved.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The flipped discs; empty for a pass and for free placements.
    pub flips: Bitboard,
    /// The position after it.
    pub after: Position,
}

impl Turn {
    /// The turns of a game after the first `ply` plies.
    fn all_since(game: &Game, ply: usize) -> Vec<Turn> {
        let turns = game.turns().enumerate().skip(ply);
        turns.map(|(index, (before, mv))| Turn::new(index + 1, &before, mv)).collect()
    }

    fn new(ply: usize, before: &Position, mv: Move) -> Turn {
        let flips = mv.square().map_or(Bitboard::EMPTY, |square| before.flips(square));
        Turn { ply, color: before.turn(), mv, flips, after: before.play_unchecked(mv) }
    }
}
