//! Boards as strings of cells, row by row from a1, followed by the side to move.

use super::{Format, Record, RecordError, Unwritable};
use crate::{Bitboard, BoardSpec, Color, Goal, Position, Setup, Square};

/// Reads the cells of a full square board (`X`, `*`, `B`, `@` are black, `O` and `W` white, `-` and
/// `.` empty) and the side to move. Spaces are ignored. If black discs are letters, `*` marks a
/// legal square, which is empty.
pub(super) fn parse(text: &str, size: u8) -> Result<Setup, RecordError> {
    let mut cells = text.chars().filter(|c| !c.is_whitespace());
    let are_letters = cells.clone().take(usize::from(size * size)).any(|cell| "XxBb".contains(cell));
    let [mut black, mut white] = [Bitboard::EMPTY; 2];
    let spec = BoardSpec::square(size);
    for square in spec.area() {
        match cells.next() {
            Some('-' | '.' | '_') => {}
            Some('*') if are_letters => {}
            Some(cell) => match color(cell) {
                Some(Color::Black) => black = black.with(square),
                Some(Color::White) => white = white.with(square),
                None => return Err(RecordError::syntax(&cell.to_string(), format!("a cell for {square}: X, O or -"))),
            },
            None => return Err(RecordError::syntax(text, format!("{} cells and the side to move", spec.area().len()))),
        }
    }
    let side: String = cells.collect();
    let turn = side.parse().map_err(|_| RecordError::syntax(&side, "the side to move, X or O, behind the cells"))?;
    Ok(Setup { black, white, turn, spec })
}

fn color(cell: char) -> Option<Color> {
    match cell.to_ascii_uppercase() {
        'X' | '*' | 'B' | '@' => Some(Color::Black),
        'O' | 'W' => Some(Color::White),
        _ => None,
    }
}

/// Writes the cells of a row; `black` is the symbol of a black disc.
pub(super) fn row(position: &Position, row: u8, black: char) -> impl Iterator<Item = char> + '_ {
    (0..position.spec().size()).filter_map(move |column| Square::new(column, row)).map(move |square| {
        match position.at(square) {
            Some(Color::Black) => black,
            Some(Color::White) => 'O',
            None => '-',
        }
    })
}

/// Whether cells can show this board: full and square, without a free opening.
pub(super) fn can_show(spec: BoardSpec) -> bool {
    spec.area() == spec.frame() && spec.free().is_empty()
}

/// Returns the position of a record for a format without moves and with the standard rules only.
pub(super) fn plain_position(record: &Record, format: Format) -> Result<Position, Unwritable> {
    let position = record.game.start();
    let spec = position.spec();
    let plies = record.game.ply();
    let what = if plies > 0 {
        format!("moves, only positions, and this game has {plies}")
    } else if spec.area() != spec.frame() {
        "a board with holes".to_owned()
    } else if !spec.free().is_empty() {
        "an opening in a free centre".to_owned()
    } else if spec.goal() != Goal::Most {
        "another goal than most discs".to_owned()
    } else {
        return Ok(position);
    };
    Err(Unwritable::new(format, what))
}
