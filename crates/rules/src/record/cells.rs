//! Boards as strings of cells, row by row from a1, with the side to move behind them.

use super::{Fault, Format, Record, Unwritable};
use crate::{Bitboard, Color, Goal, Ground, Position, Setup, Square};

/// Reads the cells of a full square board (`X`, `*`, `B`, `@` are black, `O` and `W` white, `-` and `.` empty) and the
/// side to move; blanks may stand anywhere. Where black discs are letters, `*` marks a legal square, which is empty.
pub(super) fn parse(text: &str, size: u8) -> Result<Setup, Fault> {
    let mut cells = text.chars().filter(|c| !c.is_whitespace());
    let are_letters = cells.clone().take(usize::from(size * size)).any(|cell| "XxBb".contains(cell));
    let [mut black, mut white] = [Bitboard::EMPTY; 2];
    let ground = Ground::square(size);
    for square in ground.area() {
        match cells.next() {
            Some('-' | '.' | '_') => {}
            Some('*') if are_letters => {}
            Some(cell) => match color(cell) {
                Some(Color::Black) => black = black.with(square),
                Some(Color::White) => white = white.with(square),
                None => return Err(Fault::syntax(&cell.to_string(), format!("a cell for {square}: X, O or -"))),
            },
            None => return Err(Fault::syntax(text, format!("{} cells and the side to move", ground.area().len()))),
        }
    }
    let side: String = cells.collect();
    let turn = side.parse().map_err(|_| Fault::syntax(&side, "the side to move, X or O, behind the cells"))?;
    Ok(Setup { black, white, turn, ground })
}

fn color(cell: char) -> Option<Color> {
    match cell.to_ascii_uppercase() {
        'X' | '*' | 'B' | '@' => Some(Color::Black),
        'O' | 'W' => Some(Color::White),
        _ => None,
    }
}

/// The cells of a row; `black` is the sign for a black disc.
pub(super) fn row(position: &Position, row: u8, black: char) -> impl Iterator<Item = char> + '_ {
    (0..position.ground().size()).filter_map(move |column| Square::new(column, row)).map(move |square| {
        match position.at(square) {
            Some(Color::Black) => black,
            Some(Color::White) => 'O',
            None => '-',
        }
    })
}

/// Is this board one that cells can show: full and square, with no rule of its own for the opening?
pub(super) fn can_show(ground: Ground) -> bool {
    ground.area() == ground.frame() && ground.free().is_empty()
}

/// The position of a record for a format that knows neither moves nor any rules but the usual ones.
pub(super) fn plain_position(record: &Record, format: Format) -> Result<Position, Unwritable> {
    let position = record.game.start();
    let ground = position.ground();
    let plies = record.game.ply();
    let what = if plies > 0 {
        format!("moves, only positions, and this game has {plies}")
    } else if ground.area() != ground.frame() {
        "a board with holes".to_owned()
    } else if !ground.free().is_empty() {
        "an opening in a free centre".to_owned()
    } else if ground.goal() != Goal::Most {
        "another goal than most discs".to_owned()
    } else {
        return Ok(position);
    };
    Err(Unwritable::new(format, what))
}
