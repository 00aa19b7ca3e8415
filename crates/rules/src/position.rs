//! A board with a side to move.

use std::{fmt, str::FromStr};

use crate::{
    Bitboard, BoardSpec, Color, FinalScore, IllegalMove, IllegalReason, Move, Setup, Square, Variant, movegen,
    notation::ParseBoardError,
};

/// A state of the game: the discs, the side to move, and the board with its goal.
///
/// A position is always well formed: no square holds two discs and no disc lies outside the area.
/// It need not be reachable from a start; [`reach`](crate::reach) finds that out.
///
/// ```
/// use outflank_rules::{Move, Position, Status, Variant};
///
/// let start: Position = Variant::STANDARD.start();
/// let next = start.play("d3".parse()?)?;
/// println!("{next}");
/// assert_eq!(next.legal().to_string(), "c3 e3 c5");
/// assert!(matches!(next.status(), Status::ToPlace(squares) if squares.len() == 3));
///
/// let refused = start.play("a1".parse()?).unwrap_err();
/// assert_eq!(refused.to_string(), "a1 flips nothing for black; legal for black: d3 c4 f5 e6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    own: Bitboard,
    opp: Bitboard,
    turn: Color,
    spec: BoardSpec,
}

/// The options of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Place a disc on one of these squares (never empty).
    ToPlace(Bitboard),
    /// It must pass. The other side can move.
    MustPass,
    /// Neither side can move: the game is over.
    Over(FinalScore),
}

impl Position {
    /// Creates a position from discs that the caller knows to be disjoint and inside the area.
    /// [`Setup::validate`] checks them.
    pub(crate) const fn new_unchecked(black: Bitboard, white: Bitboard, turn: Color, spec: BoardSpec) -> Position {
        let (own, opp) = match turn {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Position { own, opp, turn, spec }
    }

    /// The discs of the side to move.
    pub const fn own(&self) -> Bitboard {
        self.own
    }

    /// The discs of the other side.
    pub const fn opp(&self) -> Bitboard {
        self.opp
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The board and the goal, fixed for the whole game.
    pub const fn spec(&self) -> BoardSpec {
        self.spec
    }

    /// The discs of a color.
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.turn { self.own } else { self.opp }
    }

    /// The discs of both colors.
    pub fn occupied(&self) -> Bitboard {
        self.own | self.opp
    }

    /// The playable squares without a disc.
    pub fn empties(&self) -> Bitboard {
        self.spec.area() - self.occupied()
    }

    /// The color of the disc on a square.
    pub fn at(&self, square: Square) -> Option<Color> {
        if self.own.contains(square) {
            Some(self.turn)
        } else if self.opp.contains(square) {
            Some(!self.turn)
        } else {
            None
        }
    }

    /// The squares where the side to move may place a disc.
    pub fn legal(&self) -> Bitboard {
        self.legal_for(self.own, self.opp)
    }

    fn legal_for(&self, own: Bitboard, opp: Bitboard) -> Bitboard {
        let free = self.free_squares();
        if free.is_empty() { movegen::legal(own, opp) & self.spec.area() } else { free }
    }

    /// Returns the squares that the free opening still has to fill. Empty once normal play has
    /// begun.
    ///
    /// While it is not empty, discs are placed on these squares and nothing flips, so [`movegen`]
    /// does not apply. A search on bare discs must check this first. Once empty, it stays empty.
    pub fn free_squares(&self) -> Bitboard {
        self.spec.free() - self.occupied()
    }

    /// Returns the discs that a disc on this square flips. Empty for an illegal move, and for the
    /// placements of the free opening.
    pub fn flips(&self, square: Square) -> Bitboard {
        if self.occupied().contains(square) || !self.free_squares().is_empty() || !self.spec.contains(square) {
            return Bitboard::EMPTY;
        }
        movegen::flips(square, self.own, self.opp)
    }

    /// Whether the move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(square) => self.legal().contains(square),
            Move::Pass => self.must_pass(),
        }
    }

    /// Returns the options of the side to move.
    pub fn status(&self) -> Status {
        let legal = self.legal();
        if !legal.is_empty() {
            Status::ToPlace(legal)
        } else if self.legal_for(self.opp, self.own).is_empty() {
            Status::Over(self.score())
        } else {
            Status::MustPass
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.status(), Status::Over(_))
    }

    /// Whether the side to move must pass.
    pub fn must_pass(&self) -> bool {
        self.status() == Status::MustPass
    }

    /// Whether this move is a lost turn: a pass although a disc can be placed. It is illegal; see
    /// [`Game::skip_turn`](crate::Game::skip_turn).
    pub fn loses_turn(&self, mv: Move) -> bool {
        mv == Move::Pass && matches!(self.status(), Status::ToPlace(_))
    }

    /// Returns the legal moves: placements, or a pass, or none if the game is over.
    pub fn moves(&self) -> Vec<Move> {
        match self.status() {
            Status::ToPlace(squares) => squares.into_iter().map(Move::Place).collect(),
            Status::MustPass => vec![Move::Pass],
            Status::Over(_) => Vec::new(),
        }
    }

    /// Returns the counts of the board, whether or not the game is over.
    pub fn score(&self) -> FinalScore {
        FinalScore::of(self.discs(Color::Black), self.discs(Color::White), self.spec.area(), self.spec.goal())
    }

    /// Returns the position after a move, or the reason why it is illegal.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        match self.illegal_reason(mv) {
            None => Ok(self.play_unchecked(mv)),
            Some(reason) => Err(IllegalMove { mv, turn: self.turn, reason, legal: self.legal() }),
        }
    }

    /// Returns the position after a move that the caller knows to be legal. An illegal move is not
    /// detected: a disc is placed without flips, or the turn changes; on an occupied square the
    /// discs become inconsistent.
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        let (placed, flipped) = match mv {
            Move::Place(square) => (Bitboard::of(square), self.flips(square)),
            Move::Pass => (Bitboard::EMPTY, Bitboard::EMPTY),
        };
        Position { own: self.opp - flipped, opp: self.own | placed | flipped, turn: !self.turn, ..*self }
    }

    fn illegal_reason(&self, mv: Move) -> Option<IllegalReason> {
        match (self.status(), mv) {
            (Status::ToPlace(legal), Move::Place(square)) if legal.contains(square) => None,
            (Status::MustPass, Move::Pass) => None,
            (Status::Over(_), _) => Some(IllegalReason::GameOver),
            (_, Move::Pass) => Some(IllegalReason::PassWithMoves),
            (status, Move::Place(square)) => Some(self.illegal_square_reason(square, status)),
        }
    }

    fn illegal_square_reason(&self, square: Square, status: Status) -> IllegalReason {
        if !self.spec.contains(square) {
            IllegalReason::OffBoard
        } else if let Some(color) = self.at(square) {
            IllegalReason::Occupied(color)
        } else if status == Status::MustPass {
            IllegalReason::MustPass
        } else if !self.free_squares().is_empty() {
            IllegalReason::NotInCentre
        } else {
            IllegalReason::FlipsNothing
        }
    }

    /// Returns the same discs with this side to move.
    #[must_use]
    pub fn with_turn(&self, turn: Color) -> Position {
        Position::new_unchecked(self.discs(Color::Black), self.discs(Color::White), turn, self.spec)
    }
}

/// The start of the standard game.
impl Default for Position {
    fn default() -> Position {
        Variant::STANDARD.start()
    }
}

/// Reads a board as [`Setup`] does, in every notation that it lists. Most discs win.
///
/// ```
/// use outflank_rules::Position;
///
/// let position: Position = "---- -OX- -XO- ---- X".parse()?;
/// assert_eq!(position.legal().to_string(), "b1 a2 d3 c4");
/// # Ok::<(), outflank_rules::notation::ParseBoardError>(())
/// ```
impl FromStr for Position {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Position, ParseBoardError> {
        let setup: Setup = text.parse()?;
        Ok(setup.validate().expect("a board has one cell per square"))
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup {
            black: position.discs(Color::Black),
            white: position.discs(Color::White),
            turn: position.turn,
            spec: position.spec,
        }
    }
}

/// Prints the board in the default style of [`BoardStyle`](crate::notation::BoardStyle) and a line
/// with the side to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::notation::BoardStyle::default().draw(self))?;
        match self.status() {
            Status::ToPlace(_) => write!(f, "{} to move", self.turn),
            Status::MustPass => write!(f, "{} must pass", self.turn),
            Status::Over(score) => write!(f, "game over: {score}"),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        fmt::Display::fmt(self, f)
    }
}
