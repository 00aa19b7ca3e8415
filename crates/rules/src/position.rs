//! A board with a side to move.

use std::fmt;

use crate::{Bitboard, Color, FinalScore, Ground, IllegalMove, Move, Refusal, Setup, Square, movegen};

/// A state of the game: the discs, the side to move, and the ground they lie on.
///
/// A position is always well formed: no square holds two discs and no disc lies outside the area. It need not be
/// reachable from any start; [`reach`](crate::reach) answers that.
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
    ground: Ground,
}

/// What the side to move can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Place a disc on one of these squares (never empty).
    ToPlace(Bitboard),
    /// Nothing but pass: the other side can move.
    MustPass,
    /// Nobody can move: the game is over.
    Over(FinalScore),
}

impl Position {
    /// Discs by color, well formed by the caller's word: disjoint and inside the area.
    /// [`Setup::validate`] is the checked way.
    pub(crate) const fn new_unchecked(black: Bitboard, white: Bitboard, turn: Color, ground: Ground) -> Position {
        let (own, opp) = match turn {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        Position { own, opp, turn, ground }
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
    pub const fn ground(&self) -> Ground {
        self.ground
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
        self.ground.area() - self.occupied()
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
        if free.is_empty() { movegen::legal(own, opp) & self.ground.area() } else { free }
    }

    /// The squares that the opening still has to fill; empty once play proper has begun.
    ///
    /// While there are any, discs are placed on them and nothing flips: [`movegen`] does not apply. A search that works
    /// on bare discs must see here first that the set is empty; it stays so for the rest of the game.
    pub fn free_squares(&self) -> Bitboard {
        self.ground.free() - self.occupied()
    }

    /// The discs that a disc on this square flips; empty for an illegal move, and for the free placements of
    /// the old opening rule.
    pub fn flips(&self, square: Square) -> Bitboard {
        if self.occupied().contains(square) || !self.free_squares().is_empty() || !self.ground.contains(square) {
            return Bitboard::EMPTY;
        }
        movegen::flips(square, self.own, self.opp)
    }

    /// Is the move legal here?
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Place(square) => self.legal().contains(square),
            Move::Pass => self.must_pass(),
        }
    }

    /// What the side to move can do.
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

    /// Can nobody move any more?
    pub fn is_over(&self) -> bool {
        matches!(self.status(), Status::Over(_))
    }

    /// Must the side to move pass?
    pub fn must_pass(&self) -> bool {
        self.status() == Status::MustPass
    }

    /// The moves of this position: its legal squares, or a pass, or none when the game is over.
    pub fn moves(&self) -> Vec<Move> {
        match self.status() {
            Status::ToPlace(squares) => squares.into_iter().map(Move::Place).collect(),
            Status::MustPass => vec![Move::Pass],
            Status::Over(_) => Vec::new(),
        }
    }

    /// The counts of the board as it lies, whether or not the game is over.
    pub fn score(&self) -> FinalScore {
        FinalScore::of(self.discs(Color::Black), self.discs(Color::White), self.ground.area(), self.ground.goal())
    }

    /// The position after a move, or the reason why it is illegal; this position stays as it was.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        match self.refusal(mv) {
            None => Ok(self.play_unchecked(mv)),
            Some(refusal) => Err(IllegalMove { mv, turn: self.turn, refusal, legal: self.legal() }),
        }
    }

    /// The position after a move that the caller knows to be legal. An illegal one is not noticed: a disc is
    /// placed without flips, or the turn changes; on an occupied square the discs become inconsistent.
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        let (placed, flipped) = match mv {
            Move::Place(square) => (Bitboard::of(square), self.flips(square)),
            Move::Pass => (Bitboard::EMPTY, Bitboard::EMPTY),
        };
        Position { own: self.opp - flipped, opp: self.own | placed | flipped, turn: !self.turn, ..*self }
    }

    fn refusal(&self, mv: Move) -> Option<Refusal> {
        match (self.status(), mv) {
            (Status::ToPlace(legal), Move::Place(square)) if legal.contains(square) => None,
            (Status::MustPass, Move::Pass) => None,
            (Status::Over(_), _) => Some(Refusal::GameOver),
            (_, Move::Pass) => Some(Refusal::PassWithMoves),
            (status, Move::Place(square)) => Some(self.square_refusal(square, status)),
        }
    }

    fn square_refusal(&self, square: Square, status: Status) -> Refusal {
        if !self.ground.contains(square) {
            Refusal::OffBoard
        } else if let Some(color) = self.at(square) {
            Refusal::Occupied(color)
        } else if status == Status::MustPass {
            Refusal::MustPass
        } else if !self.free_squares().is_empty() {
            Refusal::NotInCentre
        } else {
            Refusal::FlipsNothing
        }
    }

    /// The same discs with this side to move.
    #[must_use]
    pub fn with_turn(&self, turn: Color) -> Position {
        Position::new_unchecked(self.discs(Color::Black), self.discs(Color::White), turn, self.ground)
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup {
            black: position.discs(Color::Black),
            white: position.discs(Color::White),
            turn: position.turn,
            ground: position.ground,
        }
    }
}

/// The board in the default style of [`BoardStyle`](crate::notation::BoardStyle) and a line that says who moves.
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
