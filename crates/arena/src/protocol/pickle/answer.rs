//! The value of a pickle as a move.

use std::fmt;

use outflank_rules::{Move, Square};

use super::heap::{Heap, Node, Place};
use crate::protocol::excerpt;

/// The largest float whose neighbours are whole numbers as well.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// A pickle that was read, and says no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAMove {
    /// It is not two things; what it is instead.
    NotAPair(String),
    /// One of the two is not a whole number.
    NotWhole {
        /// `x` or `y`.
        axis: char,
        /// What it is.
        what: String,
    },
    /// Two numbers that are no square.
    OffBoard {
        /// The first.
        x: i64,
        /// The second.
        y: i64,
    },
}

/// What the value says.
pub(super) fn answer(heap: &Heap, value: Place) -> Result<Move, NotAMove> {
    let (Node::List(items) | Node::Tuple(items)) = heap.node(value) else {
        return Err(NotAMove::NotAPair(described(heap.node(value))));
    };
    let &[x, y] = &items[..] else { return Err(NotAMove::NotAPair(described(heap.node(value)))) };
    to_move(whole('x', heap.node(x))?, whole('y', heap.node(y))?)
}

fn to_move(x: i64, y: i64) -> Result<Move, NotAMove> {
    if (x, y) == (-1, -1) {
        return Ok(Move::Pass);
    }
    let square = u8::try_from(x).ok().zip(u8::try_from(y).ok()).and_then(|(x, y)| Square::new(x, y));
    square.map(Move::Place).ok_or(NotAMove::OffBoard { x, y })
}

fn whole(axis: char, node: &Node) -> Result<i64, NotAMove> {
    match *node {
        Node::Int(number) => Ok(number),
        Node::Float(number) if number.fract() == 0.0 && number.abs() <= LARGEST_WHOLE => Ok(number as i64),
        _ => Err(NotAMove::NotWhole { axis, what: described(node) }),
    }
}

/// A value in a few words.
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

impl fmt::Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAMove::NotAPair(what) => write!(f, "{what} is not a move: send [x, y], or [-1, -1] to pass"),
            NotAMove::NotWhole { axis, what } => {
                write!(f, "the {axis} of the move is {what}, which is not a whole number from 0 to 7")
            }
            NotAMove::OffBoard { x, y } => {
                write!(f, "[{x}, {y}] is not on the board: x and y go from 0 to 7, and [-1, -1] passes")
            }
        }
    }
}

impl std::error::Error for NotAMove {}
