//! A game: a start and a list of moves.

use std::fmt;

use crate::{IllegalMove, Move, Position, Status, notation::Notation};

/// A start position and the moves made from it, with undo and redo.
///
/// Passes are moves of the list. Undone moves are kept until a different move is made. They do not count when games are
/// compared: those with the same start and the same moves made are equal.
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
    /// All moves, those undone included, each with the position after it.
    line: Vec<(Move, Position)>,
    ply: usize,
}

/// The same start and the same moves made, whatever was undone.
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

    /// The game made of these moves, or the first one that is illegal. Passes must be in the list.
    pub fn replay(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Game, ReplayError> {
        let mut game = Game::new(start);
        for mv in moves {
            if let Err(reason) = game.play(mv) {
                return Err(game.refused(reason));
            }
        }
        Ok(game)
    }

    /// As [`Game::replay`], with passes left out of the list: they are put in wherever a side must pass.
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

    /// The error for a move that was refused after this game. Where the refusal is about the side that moves after an
    /// implied pass, that pass belongs to the game.
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

    /// Makes a move, or says why it is illegal and leaves the game as it was. Making the move that was last undone
    /// keeps what was undone after it; another one forgets it.
    pub fn play(&mut self, mv: Move) -> Result<Position, IllegalMove> {
        let next = self.position().play(mv)?;
        if self.line.get(self.ply).is_none_or(|&(undone, _)| undone != mv) {
            self.line.truncate(self.ply);
            self.line.push((mv, next));
        }
        self.ply += 1;
        Ok(next)
    }

    /// Makes a move, after a pass if the side to move must pass and the move is not a pass itself.
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

    /// The side to move loses its turn though it could place a disc; `None`, and nothing happens, where it cannot. The rules know no such
    /// thing: some class servers punish late and illegal answers so. It stands among the moves as a pass, so a list of moves with one
    /// in it cannot be [replayed](Game::replay).
    ///
    /// ```
    /// use outflank_rules::{Color, Game, Move, Variant};
    ///
    /// let mut game = Game::new(Variant::STANDARD.start());
    /// assert_eq!(game.skip_turn().map(|position| position.turn()), Some(Color::White));
    /// assert_eq!(game.moves().collect::<Vec<_>>(), [Move::Pass]);
    /// assert!(Game::replay(game.start(), game.moves()).is_err());
    /// ```
    pub fn skip_turn(&mut self) -> Option<Position> {
        let position = self.position();
        if !matches!(position.status(), Status::ToPlace(_)) {
            return None;
        }
        let next = position.play_unchecked(Move::Pass);
        self.line.truncate(self.ply);
        self.line.push((Move::Pass, next));
        self.ply += 1;
        Some(next)
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        self.ply = self.ply.checked_sub(1)?;
        Some(self.line[self.ply].0)
    }

    /// Makes the move that was last undone and returns it.
    pub fn redo(&mut self) -> Option<Move> {
        let &(mv, _) = self.line.get(self.ply)?;
        self.ply += 1;
        Some(mv)
    }

    /// Can nobody move any more?
    pub fn is_over(&self) -> bool {
        self.position().is_over()
    }
}

/// A list of moves of which one is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Which move is illegal, counted from 1, passes included.
    pub ply: usize,
    /// Why it is illegal.
    pub reason: IllegalMove,
    /// The game up to the illegal move.
    pub before: Box<Game>,
}

impl ReplayError {
    /// Which move is illegal and why, in a notation; `Display` writes the standard one.
    pub fn explain(&self, notation: Notation) -> String {
        format!("move {} is illegal: {}", self.ply, self.reason.explain(notation))
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Notation::Standard))
    }
}

impl std::error::Error for ReplayError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}
