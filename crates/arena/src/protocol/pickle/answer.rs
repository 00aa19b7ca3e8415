//! Reads a move from the value of a pickle.

use outflank_rules::{Move, Square};

use super::machine::{Heap, Node, Place};
use crate::protocol::excerpt;

/// The largest float up to which all whole numbers are exact.
const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

/// A valid pickle that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PickleMoveError {
    /// It is not a pair; describes what it is.
    #[error("{0} is not a move: send [x, y], or [-1, -1] to pass")]
    NotAPair(String),
    /// One of the two is not a whole number.
    #[error("the {axis} of the move is {what}, which is not a whole number from 0 to 7")]
    NotWhole {
        /// `x` or `y`.
        axis: char,
        /// The value or type that came instead.
        what: String,
    },
    /// Two numbers that are not a square.
    #[error("[{x}, {y}] is not on the board: x and y go from 0 to 7, and [-1, -1] passes")]
    OffBoard {
        /// The first number.
        x: i64,
        /// The second number.
        y: i64,
    },
}

/// The move that the value means.
pub(super) fn answer(heap: &Heap, value: Place) -> Result<Move, PickleMoveError> {
    let (Node::List(items) | Node::Tuple(items)) = heap.node(value) else {
        return Err(PickleMoveError::NotAPair(described(heap.node(value))));
    };
    let &[x, y] = &items[..] else { return Err(PickleMoveError::NotAPair(described(heap.node(value)))) };
    to_move(whole('x', heap.node(x))?, whole('y', heap.node(y))?)
}

fn to_move(x: i64, y: i64) -> Result<Move, PickleMoveError> {
    if (x, y) == (-1, -1) {
        return Ok(Move::Pass);
    }
    let square = u8::try_from(x).ok().zip(u8::try_from(y).ok()).and_then(|(x, y)| Square::new(x, y));
    square.map(Move::Place).ok_or(PickleMoveError::OffBoard { x, y })
}

fn whole(axis: char, node: &Node) -> Result<i64, PickleMoveError> {
    match *node {
        Node::Int(number) => Ok(number),
        Node::Float(number) if number.fract() == 0.0 && number.abs() <= MAX_WHOLE => Ok(number as i64),
        _ => Err(PickleMoveError::NotWhole { axis, what: described(node) }),
    }
}

/// A short description of a value.
fn described(node: &Node) -> String {
    match node {
        Node::None => "None".to_owned(),
        Node::Bool(true) => "True".to_owned(),
        Node::Bool(false) => "False".to_owned(),
        Node::Int(number) => number.to_string(),
        Node::Huge => "an integer of more than 64 bits".to_owned(),
        Node::Float(number) => format!("{number:?}"),
        Node::Text(text) => format!("the text {:?}", excerpt(text)),
        Node::Bytes(bytes) => counted("bytes", bytes.len()),
        Node::List(items) => counted("a list", items.len()),
        Node::Tuple(items) => counted("a tuple", items.len()),
        Node::Callable(_) | Node::NumberType(_) | Node::EmptyArray => "a part of numpy".to_owned(),
    }
}

fn counted(what: &str, length: usize) -> String {
    format!("{what} of length {length}")
}
