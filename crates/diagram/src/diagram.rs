//! A position as a drawing.

mod draw;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use outflank_rules::{Bitboard, Color, Game, Ground, Move, Position, Square};

use crate::{canvas::Canvas, theme::Theme};

/// Something drawn on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A small dot, as for a square where one may play.
    Dot,
    /// Two crossing lines.
    Cross,
    /// A ring around the square.
    Ring,
    /// A word of one to four signs: a letter that a text speaks of, or the number of a move.
    Text(String),
    /// What playing here is worth.
    Value {
        /// In discs, with its sign.
        text: String,
        /// Is it proven? Then it stands in a frame.
        is_exact: bool,
        /// Is none better?
        is_best: bool,
    },
}

/// A board with discs, and what is to be pointed out on it.
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
    ground: Ground,
    black: Bitboard,
    white: Bitboard,
    /// Who moves, with the squares where he may.
    turn: Option<(Color, Bitboard)>,
    theme: Theme,
    has_coordinates: bool,
    last: Option<Square>,
    marks: BTreeMap<Square, Mark>,
    caption: Option<String>,
    turning: Turning,
}

/// Discs on their way from one color to the other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turning {
    pub(crate) squares: Bitboard,
    /// From 0, still as before, to 1.
    pub(crate) share: f32,
}

impl Diagram {
    /// A position as it is.
    pub fn new(position: &Position) -> Diagram {
        let turn = (!position.is_over()).then(|| (position.turn(), position.legal()));
        Diagram {
            turn,
            ..Diagram::of_discs(position.ground(), [Color::Black, Color::White].map(|color| position.discs(color)))
        }
    }

    /// The position at the end of a game, with its last move marked.
    pub fn of_game(game: &Game) -> Diagram {
        let last = game.moves().last().and_then(square);
        Diagram { last, ..Diagram::new(&game.position()) }
    }

    /// A whole game in one picture, as books print it: on each square the number of its move, in the color of who played there.
    pub fn transcript(game: &Game) -> Diagram {
        let start = game.start();
        let mut discs = [Color::Black, Color::White].map(|color| start.discs(color));
        let mut marks = BTreeMap::new();
        let placed = game.turns().filter_map(|(position, mv)| Some((position.turn(), square(mv)?)));
        for (number, (color, square)) in (1..).zip(placed) {
            discs[color as usize] = discs[color as usize].with(square);
            marks.insert(square, Mark::Text(i32::to_string(&number)));
        }
        Diagram { marks, ..Diagram::of_discs(start.ground(), discs) }
    }

    fn of_discs(ground: Ground, [black, white]: [Bitboard; 2]) -> Diagram {
        Diagram {
            ground,
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

    /// The same in other colors.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Diagram {
        Diagram { theme, ..self }
    }

    /// The same without letters and numbers around the board.
    #[must_use]
    pub fn without_coordinates(self) -> Diagram {
        Diagram { has_coordinates: false, ..self }
    }

    /// The same with a mark on the disc that was placed last.
    #[must_use]
    pub fn with_last(self, last: Option<Square>) -> Diagram {
        Diagram { last, ..self }
    }

    /// The same with a dot wherever the side to move may play.
    #[must_use]
    pub fn with_legal(mut self) -> Diagram {
        let legal = self.turn.map(|(_, legal)| legal).unwrap_or_default();
        for square in legal {
            self.marks.entry(square).or_insert(Mark::Dot);
        }
        self
    }

    /// The same with a mark; squares outside the board take none.
    #[must_use]
    pub fn with_mark(mut self, square: Square, mark: Mark) -> Diagram {
        if self.ground.contains(square) {
            self.marks.insert(square, mark);
        }
        self
    }

    /// The same with a line of text below.
    #[must_use]
    pub fn with_caption(self, caption: impl Into<String>) -> Diagram {
        Diagram { caption: Some(caption.into()), ..self }
    }

    pub(crate) fn turning(self, turning: Turning) -> Diagram {
        Diagram { turning, ..self }
    }

    /// The drawing.
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

    /// The board in words, for those who cannot see it.
    fn words(&self) -> String {
        let turn = self.turn.map(|(color, _)| format!(", {color} to move")).unwrap_or_default();
        let size = self.ground.size();
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
