//! A position as a picture.

mod draw;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use outflank_rules::{Bitboard, BoardSpec, Color, Game, Move, Position, Square};

use crate::{canvas::Canvas, theme::Theme};

/// Something drawn on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A small dot, as on a legal square.
    Dot,
    /// Two crossing lines.
    Cross,
    /// A ring around the square.
    Ring,
    /// A text of one to four characters, such as a letter or a move number.
    Text(String),
    /// The evaluation of a move on this square.
    Value {
        /// Discs, with a sign.
        text: String,
        /// Whether it is an exact score, which is drawn in a frame.
        is_exact: bool,
        /// Whether no other move is better.
        is_best: bool,
    },
}

/// A board with discs and marks.
///
/// ```
/// use outflank_diagram::{Diagram, Theme};
/// use outflank_rules::Variant;
///
/// let svg = Diagram::new(&Variant::STANDARD.start()).with_theme(Theme::Print).with_legal().canvas().to_svg();
/// assert!(svg.contains("2 black and 2 white discs, black to move"));
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    spec: BoardSpec,
    black: Bitboard,
    white: Bitboard,
    /// The side to move and its legal squares.
    turn: Option<(Color, Bitboard)>,
    theme: Theme,
    has_coordinates: bool,
    last: Option<Square>,
    marks: BTreeMap<Square, Mark>,
    caption: Option<String>,
    turning: Turning,
}

/// Discs that turn from one color to the other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turning {
    pub(crate) squares: Bitboard,
    /// Progress from 0 (before) to 1 (after).
    pub(crate) share: f32,
}

impl Diagram {
    /// Creates a diagram of a position.
    pub fn new(position: &Position) -> Diagram {
        let turn = (!position.is_over()).then(|| (position.turn(), position.legal()));
        Diagram {
            turn,
            ..Diagram::of_discs(position.spec(), [Color::Black, Color::White].map(|color| position.discs(color)))
        }
    }

    /// Creates a diagram of the last position of a game, with the last move marked.
    pub fn of_game(game: &Game) -> Diagram {
        let last = game.moves().last().and_then(square);
        Diagram { last, ..Diagram::new(&game.position()) }
    }

    /// Creates a diagram of a whole game, as books print it: each square has the number of its move
    /// in the color of the side that played there.
    pub fn transcript(game: &Game) -> Diagram {
        let start = game.start();
        let mut discs = [Color::Black, Color::White].map(|color| start.discs(color));
        let mut marks = BTreeMap::new();
        let placed = game.turns().filter_map(|(position, mv)| Some((position.turn(), square(mv)?)));
        for (number, (color, square)) in (1..).zip(placed) {
            discs[color as usize] = discs[color as usize].with(square);
            marks.insert(square, Mark::Text(i32::to_string(&number)));
        }
        Diagram { marks, ..Diagram::of_discs(start.spec(), discs) }
    }

    fn of_discs(spec: BoardSpec, [black, white]: [Bitboard; 2]) -> Diagram {
        Diagram {
            spec,
            black,
            white,
            turn: None,
            theme: Theme::default(),
            has_coordinates: true,
            last: None,
            marks: BTreeMap::new(),
            caption: None,
            turning: Turning::default(),
        }
    }

    /// Sets the theme.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Diagram {
        Diagram { theme, ..self }
    }

    /// Removes the letters and numbers around the board.
    #[must_use]
    pub fn without_coordinates(self) -> Diagram {
        Diagram { has_coordinates: false, ..self }
    }

    /// Marks the disc that was placed last.
    #[must_use]
    pub fn with_last(self, last: Option<Square>) -> Diagram {
        Diagram { last, ..self }
    }

    /// Adds a dot on each legal square.
    #[must_use]
    pub fn with_legal(mut self) -> Diagram {
        let legal = self.turn.map(|(_, legal)| legal).unwrap_or_default();
        for square in legal {
            self.marks.entry(square).or_insert(Mark::Dot);
        }
        self
    }

    /// Adds a mark. Squares outside the board are ignored.
    #[must_use]
    pub fn with_mark(mut self, square: Square, mark: Mark) -> Diagram {
        if self.spec.contains(square) {
            self.marks.insert(square, mark);
        }
        self
    }

    /// Adds a line of text below the board.
    #[must_use]
    pub fn with_caption(self, caption: impl Into<String>) -> Diagram {
        Diagram { caption: Some(caption.into()), ..self }
    }

    pub(crate) fn turning(self, turning: Turning) -> Diagram {
        Diagram { turning, ..self }
    }

    /// Draws the diagram.
    pub fn canvas(&self) -> Canvas {
        draw::canvas(self)
    }

    fn at(&self, square: Square) -> Option<Color> {
        match (self.black.contains(square), self.white.contains(square)) {
            (true, _) => Some(Color::Black),
            (_, true) => Some(Color::White),
            _ => None,
        }
    }

    /// Describes the board in words, for screen readers.
    fn words(&self) -> String {
        let turn = self.turn.map(|(color, _)| format!(", {color} to move")).unwrap_or_default();
        let size = self.spec.size();
        let last = self.last.map(|square| format!(", last move {square}")).unwrap_or_default();
        let (black, white) = (self.black.len(), self.white.len());
        format!("Reversi board of {size}x{size} squares: {black} black and {white} white discs{turn}{last}")
    }
}

fn square(mv: Move) -> Option<Square> {
    match mv {
        Move::Place(square) => Some(square),
        Move::Pass => None,
    }
}
