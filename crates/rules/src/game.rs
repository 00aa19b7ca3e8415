//! A game: a start and a list of moves.

use thiserror::Error;

use crate::{IllegalMove, Move, Position, Status, notation::Notation};

/// Number of plies after which no turn can be lost.
const MAX_PLIES_WITH_LOST_TURNS: usize = 2000;

/// A start position and the moves made from it, with undo and redo.
///
/// Passes are part of the list. Undone moves are kept until a different move is made. Games are
/// equal if their start and their moves that were not undone are equal.
///
/// ```
/// use outflank_rules::{Game, Variant};
///
/// let mut game = Game::new(Variant::STANDARD.start());
/// for mv in ["f5", "d6", "c3"] {
///     game.play(mv.parse()?)?;
/// }
/// assert_eq!(game.undo(), Some("c3".parse()?));
/// assert_eq!(game.redo(), Some("c3".parse()?));
/// assert_eq!(game.ply(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    /// All moves, including undone ones, each with the position after it.
    line: Vec<(Move, Position)>,
    ply: usize,
}

/// Compares the start and the moves, without undone ones.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.start == other.start && self.moves().eq(other.moves())
    }
}

impl Eq for Game {}

impl Game {
    /// A game without a move.
    pub const fn new(start: Position) -> Game {
        Game { start, line: Vec::new(), ply: 0 }
    }

    /// Replays these moves, or returns the first illegal one. Passes must be in the list.
    pub fn replay(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Game, ReplayError> {
        let mut game = Game::new(start);
        for mv in moves {
            if let Err(reason) = game.play(mv) {
                return Err(game.refused(reason));
            }
        }
        Ok(game)
    }

    /// As [`Game::replay`], but inserts passes that are missing in the list.
    pub fn replay_with_passes_implied(
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Game, ReplayError> {
        let mut game = Game::new(start);
        for mv in moves {
            if let Err(reason) = game.play_with_pass_implied(mv) {
                return Err(game.refused(reason));
            }
        }
        Ok(game)
    }

    /// Returns the error for a move that is illegal after this game. If the reason concerns the
    /// side that moves after an implied pass, the pass becomes part of the game.
    pub(crate) fn refused(mut self, reason: IllegalMove) -> ReplayError {
        if reason.turn != self.position().turn() {
            self.play(Move::Pass).expect("a pass is implied only where it is forced");
        }
        ReplayError { ply: self.ply + 1, reason, before: Box::new(self) }
    }

    /// The position the game began with.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The position after the moves made and not undone.
    pub fn position(&self) -> Position {
        self.position_at(self.ply).expect("the ply is within the line")
    }

    /// The position after this many moves, undone ones included, or `None` past the last.
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        match ply.checked_sub(1) {
            None => Some(self.start),
            Some(last) => self.line.get(last).map(|&(_, position)| position),
        }
    }

    /// The number of moves made and not undone, passes included.
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The moves made and not undone.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator + Clone + '_ {
        self.line[..self.ply].iter().map(|&(mv, _)| mv)
    }

    /// The moves with the position each was made from.
    pub fn turns(&self) -> impl Iterator<Item = (Position, Move)> + '_ {
        let before = std::iter::once(self.start).chain(self.line.iter().map(|&(_, position)| position));
        before.zip(self.moves())
    }

    /// Makes a move, or returns the reason why it is illegal and changes nothing. Making the move
    /// that was last undone keeps the undone moves after it; another one drops them.
    pub fn play(&mut self, mv: Move) -> Result<Position, IllegalMove> {
        let next = self.position().play(mv)?;
        if self.line.get(self.ply).is_none_or(|&(undone, _)| undone != mv) {
            self.line.truncate(self.ply);
            self.line.push((mv, next));
        }
        self.ply += 1;
        Ok(next)
    }

    /// Makes a move, after a pass if the side to move must pass and the move is not a pass.
    pub fn play_with_pass_implied(&mut self, mv: Move) -> Result<Position, IllegalMove> {
        let position = self.position();
        if mv == Move::Pass || position.status() != Status::MustPass {
            return self.play(mv);
        }
        let after_pass = position.play_unchecked(Move::Pass);
        after_pass.play(mv)?;
        self.play(Move::Pass)?;
        self.play(mv)
    }

    /// Makes the side to move lose its turn although it could place a disc. Returns `None` and
    /// changes nothing if it cannot place one, or after 2,000 plies: games of lost turns would be
    /// endless.
    ///
    /// Lost turns are not part of the rules: some course servers punish late and illegal answers
    /// this way. A lost turn is a pass among the moves. [`Game::replay`] refuses it and
    /// [`Game::lost_turns`] finds it.
    ///
    /// ```
    /// use outflank_rules::{Color, Game, Move, Variant};
    ///
    /// let mut game = Game::new(Variant::STANDARD.start());
    /// assert_eq!(game.skip_turn().map(|position| position.turn()), Some(Color::White));
    /// assert_eq!(game.moves().collect::<Vec<_>>(), [Move::Pass]);
    /// assert_eq!(game.lost_turns().collect::<Vec<_>>(), [1]);
    /// assert!(Game::replay(game.start(), game.moves()).is_err());
    /// ```
    pub fn skip_turn(&mut self) -> Option<Position> {
        let position = self.position();
        if !position.loses_turn(Move::Pass) || self.ply >= MAX_PLIES_WITH_LOST_TURNS {
            return None;
        }
        let next = position.play_unchecked(Move::Pass);
        self.line.truncate(self.ply);
        self.line.push((Move::Pass, next));
        self.ply += 1;
        Some(next)
    }

    /// Returns the lost turns, counted from 1 as plies are.
    pub fn lost_turns(&self) -> impl Iterator<Item = usize> + '_ {
        (1..).zip(self.turns()).filter(|(_, (before, mv))| before.loses_turn(*mv)).map(|(ply, _)| ply)
    }

    /// Undoes the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        self.ply = self.ply.checked_sub(1)?;
        Some(self.line[self.ply].0)
    }

    /// Redoes the move that was last undone and returns it.
    pub fn redo(&mut self) -> Option<Move> {
        let &(mv, _) = self.line.get(self.ply)?;
        self.ply += 1;
        Some(mv)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.position().is_over()
    }
}

/// An illegal move in a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.explain(Notation::Standard))]
pub struct ReplayError {
    /// The number of the illegal move, counted from 1, passes included.
    pub ply: usize,
    /// Why it is illegal.
    pub reason: IllegalMove,
    /// The game up to the illegal move.
    pub before: Box<Game>,
}

impl ReplayError {
    /// Explains which move is illegal and why, in a notation; `Display` uses the standard one.
    pub fn explain(&self, notation: Notation) -> String {
        format!("move {} is illegal: {}", self.ply, self.reason.explain(notation))
    }
}
