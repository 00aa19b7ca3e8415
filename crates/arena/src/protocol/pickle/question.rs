//! Encodes the messages to players: the turn and the board.

use outflank_rules::{Color, Position, Square};

/// Protocol 4 and a frame, whose length follows.
const HEAD: &[u8] = b"\x80\x04\x95";

/// A numpy array up to its numbers, as numpy 1 writes it. All versions in use know the older module
/// name; `numpy._core.multiarray` exists only from 1.26 on.
const ARRAY_HEAD: [&[u8]; 11] = [
    b"\x8c\x15numpy.core.multiarray\x94\x8c\x0c_reconstruct\x94\x93\x94",
    b"\x8c\x05numpy\x94\x8c\x07ndarray\x94\x93\x94",
    b"K\0\x85\x94C\x01b\x94\x87\x94R\x94",
    // Its state: a version, and the shape (8, 8).
    b"(K\x01K\x08K\x08\x86\x94",
    // The number type float64; "numpy" is the fifth memoized value.
    b"h\x04\x8c\x05dtype\x94\x93\x94",
    b"\x8c\x02f8\x94\x89\x88\x87\x94R\x94",
    b"(K\x03\x8c\x01<\x94NNN",
    b"J\xff\xff\xff\xffJ\xff\xff\xff\xffK\0",
    b"t\x94b",
    // Not in Fortran order; 512 bytes.
    b"\x89",
    b"B\0\x02\0\0",
];

/// Ends of the state, the array, the list and the pickle.
const TAIL: &[u8] = b"\x94t\x94be.";

/// `[turn, board]`: a move request.
///
/// ```
/// use outflank_arena::protocol::pickle;
/// use outflank_rules::Variant;
///
/// let question = pickle::ask(&Variant::STANDARD.start());
/// assert!(question.starts_with(b"\x80\x04\x95") && question.ends_with(b"."));
/// ```
pub fn ask(position: &Position) -> Vec<u8> {
    message(Some(position.turn()), position)
}

/// `[0, board]`: the game is over.
pub fn over(position: &Position) -> Vec<u8> {
    message(None, position)
}

/// A pickle that Python cannot load: a player that tries ends with `ModuleNotFoundError: No module
/// named` and this text.
///
/// It names a module that does not exist, because players have no other message that their students
/// would see. Dots and line breaks in the text become spaces.
///
/// ```
/// use outflank_arena::protocol::pickle;
///
/// assert_eq!(pickle::refuse("wait 5 s."), b"cwait 5 s \nx\n.");
/// ```
pub fn refuse(text: &str) -> Vec<u8> {
    format!("c{}\nx\n.", text.replace(['.', '\n', '\r'], " ")).into_bytes()
}

fn message(turn: Option<Color>, position: &Position) -> Vec<u8> {
    let turn: &[u8] = match turn {
        Some(Color::White) => b"K\x01",
        Some(Color::Black) => b"J\xff\xff\xff\xff",
        None => b"K\0",
    };
    let framed = [b"]\x94(", turn, &ARRAY_HEAD.concat(), &numbers(position), TAIL].concat();
    let length = (framed.len() as u64).to_le_bytes();
    [HEAD, &length, &framed].concat()
}

/// The squares as float64, column by column.
fn numbers(position: &Position) -> Vec<u8> {
    let squares = (0..8).flat_map(|x| (0..8).filter_map(move |y| Square::new(x, y)));
    squares.flat_map(|square| value(position.at(square)).to_le_bytes()).collect()
}

fn value(disc: Option<Color>) -> f64 {
    match disc {
        Some(Color::White) => 1.0,
        Some(Color::Black) => -1.0,
        None => 0.0,
    }
}
