//! Boards read from text.

mod alphabet;
mod line;
mod picture;

use std::fmt;

use self::alphabet::{Alphabet, Cell, Glyph};
use super::Symbols;
use crate::{Bitboard, Color, Ground, Setup, Square, excerpt::excerpt};

/// Reads a board in whatever way it is written: every [`BoardStyle`](super::BoardStyle), pictures like them, and the
/// strings of other programs (16, 36 or 64 cells with or without a side to move; with the size in front as GGF and
/// NBoard write it; with a move number behind as USI-X does; as nested lists). Case does not matter, and
/// sentences around the board are passed over. The result is not yet checked: see [`Setup::validate`].
///
/// # Which sign is what
/// A picture is read in one symbol set. `#` is a hole, `?` an empty square that the free opening has to fill, and
/// `-`, `.`, `_` and, between bars, a blank are empty squares everywhere: a `.` that marks a legal square among
/// `-` is an empty square all the same. For the rest, the first line that fits decides:
///
/// | the cells contain | then |
/// |---|---|
/// | `-1` | `-1` is black, `1` white, `0` empty |
/// | `2` | `1` is black, `2` white, `0` empty, `X` and `*` mark legal squares |
/// | `B` or `W` | these are black and white; `*` marks legal squares |
/// | `X` | it is black, `O` white; `*` marks legal squares |
/// | `*` or `O` | they are black and white |
/// | `0` and `1` alone, apart from each other | `1` is white, `0` empty (no black disc on the board) |
/// | `0`, in any other way | `0` is black, `1` white |
/// | `1` | it is black |
///
/// [`parse_board_as`] takes the set from the caller instead.
///
/// # Who moves
/// What the text says: a sign after the cells, or a line such as `black to move`, `O to play`, `turn: white`. If it
/// says nothing, an even number of discs means black and an odd number white, as without passes; [`read_board`] tells
/// whether that was needed.
///
/// ```
/// use outflank_rules::{Color, notation::parse_board};
///
/// let setup = parse_board("
///     0| - - - -
///     1| - O X -
///     2| X X X -
///     3| - - - -")?;
/// assert_eq!(setup.turn, Color::White);
/// assert_eq!(setup.black.to_string(), "c2 a3 b3 c3");
/// assert_eq!(parse_board("4 -----O*-***----- O")?, setup);
/// # Ok::<(), outflank_rules::notation::ParseBoardError>(())
/// ```
pub fn parse_board(text: &str) -> Result<Setup, ParseBoardError> {
    read_board(text).map(|board| board.setup)
}

/// What a text tells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardText {
    /// The board, with the side to move that the text tells or, failing that, the number of discs suggests.
    pub setup: Setup,
    /// Does the text tell the side to move? If not, it may as well be the other one.
    pub is_turn_told: bool,
}

/// As [`parse_board`], and tells what was read and what was guessed.
///
/// ```
/// use outflank_rules::{Color, notation::read_board};
///
/// let board = read_board("-----OX--XO-----")?;
/// assert!(board.setup.turn == Color::Black && !board.is_turn_told);
/// assert!(read_board("-----OX--XO----- X")?.is_turn_told);
/// # Ok::<(), outflank_rules::notation::ParseBoardError>(())
/// ```
pub fn read_board(text: &str) -> Result<BoardText, ParseBoardError> {
    let grid = read(text)?;
    let setup = grid.setup(Alphabet::of(&grid))?;
    Ok(BoardText { setup, is_turn_told: grid.side.is_some() })
}

/// As [`parse_board`], with the cells read in this symbol set: where `1` is the only disc on a board, nobody but the
/// caller knows whether it is player 1 or the white side of `1 -1 0`.
///
/// ```
/// use outflank_rules::{Color, notation::{Symbols, parse_board_as}};
///
/// let rows = "....\n.11.\n.11.\n....";
/// assert_eq!(parse_board_as(rows, Symbols::OneTwo)?.black.len(), 4);
/// assert_eq!(parse_board_as(rows, Symbols::Signed)?.white.len(), 4);
/// # Ok::<(), outflank_rules::notation::ParseBoardError>(())
/// ```
pub fn parse_board_as(text: &str, symbols: Symbols) -> Result<Setup, ParseBoardError> {
    read(text)?.setup(Alphabet::from(symbols))
}

/// The cells of a board before they mean anything.
struct Grid {
    size: u8,
    /// Row by row; as many as the square of the size.
    cells: Vec<Glyph>,
    /// Did blanks or bars keep the cells apart?
    is_separated: bool,
    /// What the text says about the side to move, as it says it.
    side: Option<String>,
}

fn read(text: &str) -> Result<Grid, ParseBoardError> {
    let clean = without_decoration(text);
    let (mut lines, side) = picture::split_status(&clean);
    let mut grid = match lines.as_slice() {
        [] => return Err(ParseBoardError::NoBoard),
        [line] if !line.contains('/') => line::read(line)?,
        _ => {
            if let [line] = lines.as_slice() {
                lines = line.split('/').collect();
            }
            picture::read(lines.clone()).map_err(|error| several(&lines).unwrap_or(error))?
        }
    };
    grid.side = grid.side.or(side);
    Ok(grid)
}

/// The complaint about lines each of which is a board by itself.
fn several(lines: &[&str]) -> Option<ParseBoardError> {
    let are_boards = lines.len() > 1 && lines.iter().all(|line| line::read(line).is_ok());
    are_boards.then_some(ParseBoardError::Several(lines.len()))
}

/// Is a text a board, or something so like one that [`parse_board`] can tell what is wrong with it?
pub(crate) fn resembles_board(text: &str) -> bool {
    let clean = without_decoration(text).to_ascii_lowercase();
    match picture::split_status(&clean).0.as_slice() {
        [line] => line::resembles(line),
        lines => picture::resembles(lines),
    }
}

/// The text with the combining underlines of some headers, and the brackets, commas and quotes of nested lists,
/// taken out.
fn without_decoration(text: &str) -> String {
    const UNDERLINE: char = '\u{332}';
    text.chars().filter(|&c| c != UNDERLINE).map(|c| if "[](){},\"'\t".contains(c) { ' ' } else { c }).collect()
}

impl Grid {
    fn setup(&self, alphabet: Alphabet) -> Result<Setup, ParseBoardError> {
        let [mut area, mut free, mut black, mut white] = [Bitboard::EMPTY; 4];
        for (i, glyph) in self.cells.iter().enumerate() {
            let (column, row) = (i as u8 % self.size, i as u8 / self.size);
            let square = Square::new(column, row).expect("at most 8x8");
            let cell =
                alphabet.read(*glyph).ok_or_else(|| ParseBoardError::Cell { square, sign: glyph.to_string() })?;
            let sets: &mut [&mut Bitboard] = match cell {
                Cell::Disc(Color::Black) => &mut [&mut area, &mut black],
                Cell::Disc(Color::White) => &mut [&mut area, &mut white],
                Cell::Empty => &mut [&mut area],
                Cell::Free => &mut [&mut area, &mut free],
                Cell::Hole => &mut [],
            };
            sets.iter_mut().for_each(|set| **set = set.with(square));
        }
        let turn = match &self.side {
            Some(side) => alphabet.side(side).ok_or_else(|| ParseBoardError::Side(excerpt(side)))?,
            None => turn_by_parity(black | white),
        };
        Ok(Setup { black, white, turn, ground: Ground::new(area).with_size(self.size).with_free(free) })
    }
}

fn turn_by_parity(discs: Bitboard) -> Color {
    if discs.len().is_multiple_of(2) { Color::Black } else { Color::White }
}

/// A text that is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseBoardError {
    /// Nothing but blanks and remarks.
    NoBoard,
    /// One line that has not the length of a board: how many cells it has, and its beginning.
    Length(usize, String),
    /// So many lines, each of which is a board: a file for [`Reader`](crate::record::Reader).
    Several(usize),
    /// Several lines, but not 4, 6 or 8 rows.
    Rows(usize),
    /// A row that has not as many cells as there are rows.
    Row {
        /// Which row, counted from 1.
        row: usize,
        /// The number of its cells.
        found: usize,
        /// The number of rows.
        expected: usize,
        /// The row as it was written, shortened.
        text: String,
    },
    /// A sign that is no cell in the symbol set of the board.
    Cell {
        /// Where it stands.
        square: Square,
        /// The sign.
        sign: String,
    },
    /// Something after the cells that is no side to move.
    Side(String),
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseBoardError::NoBoard => f.write_str("there is no board in the text"),
            ParseBoardError::Length(cells @ (15 | 35 | 63), text) => {
                write!(f, "{text:?} is not a board: {cells} cells, {} needed", cells + 1)
            }
            ParseBoardError::Length(cells, text) => write!(
                f,
                "{text:?} is not a board: it has {cells} cells where a line has 16, 36 or 64 and perhaps the side to move"
            ),
            ParseBoardError::Several(lines) => write!(f, "the text has {lines} boards, one a line"),
            ParseBoardError::Rows(rows) => {
                write!(f, "it looks like a board with {rows} rows; boards have 4, 6 or 8")
            }
            ParseBoardError::Row { row, found, expected, text } => {
                write!(f, "row {row} of the board, {text:?}, has {found} cells; the board has {expected} rows")
            }
            ParseBoardError::Cell { square, sign } => write!(
                f,
                "{sign:?} on {square} is not a cell of this board: write one symbol set, such as X, O and -, with # for holes"
            ),
            ParseBoardError::Side(text) => {
                write!(f, "{text:?} after the board is not a side to move: write X or O, B or W")
            }
        }
    }
}

impl std::error::Error for ParseBoardError {}
