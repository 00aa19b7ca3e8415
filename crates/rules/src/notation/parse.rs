//! Parses boards from text.

mod alphabet;
mod line;
mod picture;

use thiserror::Error;

use std::str::FromStr;

use self::alphabet::{Alphabet, Cell, Glyph};
use super::Symbols;
use crate::{Bitboard, BoardSpec, Color, Setup, Square, excerpt};

/// Parses a board in any common form: every [`BoardStyle`](super::BoardStyle), pictures like them,
/// and the strings of other programs (16, 36 or 64 cells with or without a side to move; with the
/// size in front as GGF and NBoard write it; with a move number at the end as in USI-X; as nested
/// lists). Case does not matter, and sentences around the board are ignored. The result is not yet
/// checked: see [`Setup::validate`].
///
/// # Symbols
/// A picture uses one symbol set. `#` is a hole, `?` an empty square that the free opening has to
/// fill. `-`, `.`, `_` and, between bars, a space are always empty squares, even a `.` that marks a
/// legal square among `-`. For the rest, the first matching line of this table decides:
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
/// The text decides: a symbol after the cells, or a line such as `black to move`, `O to play`,
/// `turn: white`. Otherwise an even number of discs means black and an odd number white, as without
/// passes; [`read_board`] reports whether that was needed.
///
/// ```
/// use outflank_rules::{Color, Setup};
///
/// let setup: Setup = "
///     0| - - - -
///     1| - O X -
///     2| X X X -
///     3| - - - -".parse()?;
/// assert_eq!(setup.turn, Color::White);
/// assert_eq!(setup.black.to_string(), "c2 a3 b3 c3");
/// assert_eq!("4 -----O*-***----- O".parse(), Ok(setup));
/// # Ok::<(), outflank_rules::notation::ParseBoardError>(())
/// ```
impl FromStr for Setup {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Setup, ParseBoardError> {
        read_board(text).map(|board| board.setup)
    }
}

/// The content of a board text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoardText {
    /// The board. Without a side to move in the text, the number of discs decides.
    pub setup: Setup,
    /// Whether the text names the side to move. If not, it may be the other one.
    pub is_turn_given: bool,
}

/// As `text.parse::<Setup>()`, and reports whether the side to move was guessed.
///
/// ```
/// use outflank_rules::{Color, notation::read_board};
///
/// let board = read_board("-----OX--XO-----")?;
/// assert!(board.setup.turn == Color::Black && !board.is_turn_given);
/// assert!(read_board("-----OX--XO----- X")?.is_turn_given);
/// # Ok::<(), outflank_rules::notation::ParseBoardError>(())
/// ```
pub fn read_board(text: &str) -> Result<BoardText, ParseBoardError> {
    let grid = read(text)?;
    let setup = grid.setup(Alphabet::of(&grid))?;
    Ok(BoardText { setup, is_turn_given: grid.side.is_some() })
}

/// As `text.parse::<Setup>()`, with cells in this symbol set. If `1` is the only symbol on a board,
/// only the caller knows whether it is player 1 or the white side of `1 -1 0`.
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

/// The cells of a board before they are interpreted.
struct Grid {
    size: u8,
    /// Row by row: the square of the size.
    cells: Vec<Glyph>,
    /// Whether spaces or bars separate the cells.
    is_separated: bool,
    /// The side to move as the text writes it.
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

/// Returns the error for lines that are each a board.
fn several(lines: &[&str]) -> Option<ParseBoardError> {
    let are_boards = lines.len() > 1 && lines.iter().all(|line| line::read(line).is_ok());
    are_boards.then_some(ParseBoardError::Several(lines.len()))
}

/// Whether a text is a board, or so similar that the parser can explain the fault.
pub(crate) fn resembles_board(text: &str) -> bool {
    let clean = without_decoration(text).to_ascii_lowercase();
    match picture::split_status(&clean).0.as_slice() {
        [line] if line.contains('/') => picture::resembles(&line.split('/').collect::<Vec<_>>()),
        [line] => line::resembles(line),
        lines => picture::resembles(lines),
    }
}

/// Removes the combining underlines of some headers, and the brackets, commas and quotes of nested
/// lists.
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
        Ok(Setup { black, white, turn, spec: BoardSpec::new(area).with_size(self.size).with_free(free) })
    }
}

fn turn_by_parity(discs: Bitboard) -> Color {
    if discs.len().is_multiple_of(2) { Color::Black } else { Color::White }
}

/// A text that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseBoardError {
    /// Only spaces and remarks.
    #[error("there is no board in the text")]
    NoBoard,
    /// A line of another length than a board: its number of cells, and its beginning.
    #[error("{1:?} is not a board: {advice}", advice = length_advice(*.0))]
    Length(usize, String),
    /// This many lines that are each a board: a file for [`Reader`](crate::record::Reader).
    #[error("the text has {0} boards, one a line")]
    Several(usize),
    /// Several lines, but not 4, 6 or 8 rows.
    #[error("it looks like a board with {0} rows; boards have 4, 6 or 8")]
    Rows(usize),
    /// A row with another number of cells than there are rows.
    #[error("row {row} of the board, {text:?}, has {found} cells; the board has {expected} rows")]
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
    /// A character that is not in the symbol set of the board.
    #[error(
        "{sign:?} on {square} is not a cell of this board: write one symbol set, such as X, O and -, with # for holes"
    )]
    Cell {
        /// Its square.
        square: Square,
        /// The character.
        sign: String,
    },
    /// A text after the cells that is not a side to move.
    #[error("{0:?} after the board is not a side to move: write X or O, B or W")]
    Side(String),
}

/// Names the missing cell of a board that is one cell short, or else the lengths that a board has.
fn length_advice(cells: usize) -> String {
    match cells {
        15 | 35 | 63 => format!("{cells} cells, {} needed", cells + 1),
        _ => format!("it has {cells} cells where a line has 16, 36 or 64 and perhaps the side to move"),
    }
}
