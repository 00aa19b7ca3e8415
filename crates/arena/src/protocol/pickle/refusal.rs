//! Why a pickle is refused.

use std::fmt;

use super::{decoder::MAX_PICKLE, opcode};
use crate::protocol::excerpt;

/// The most bytes that are quoted.
const LONGEST_QUOTE: usize = 40;

/// A pickle that is not followed any further. What comes after it cannot be understood either: nobody knows where the next one begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Where the instruction stands, counted in bytes from the beginning of the pickle.
    pub offset: usize,
    /// The instruction, where there is one.
    pub opcode: Option<u8>,
    /// The bytes up to it and with it, not more than the last forty.
    pub bytes: Vec<u8>,
    /// What is wrong with it.
    pub reason: Reason,
}

/// What is wrong with an instruction of a pickle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No move needs it, or it is no instruction at all.
    Instruction,
    /// It names something of Python that no move needs: a module, a blank, a name.
    Foreign(String),
    /// Something known is called with what it does not take.
    Arguments,
    /// A type of numpy that is no little-endian number.
    NumberType(String),
    /// An array of numpy that is not one short row.
    Shape,
    /// A protocol newer than 5.
    Protocol(u8),
    /// A frame of more bytes than a pickle may have here.
    Frame(u64),
    /// The pickle does not end within [`MAX_PICKLE`] bytes.
    TooLong,
    /// There are too many of something.
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// Lists or tuples lie too deep in each other.
    TooDeep,
    /// What it works on is not there, or is of another kind.
    Misplaced,
    /// Nothing is remembered under this number.
    NotRemembered(u8),
    /// A text that is not UTF-8.
    NotUtf8,
}

/// Why an instruction cannot be cut off.
pub(super) enum Trouble {
    /// The rest of it is still to come.
    Unfinished,
    Refused(Reason),
}

impl From<Reason> for Trouble {
    fn from(reason: Reason) -> Trouble {
        Trouble::Refused(reason)
    }
}

impl Refusal {
    /// About the instruction at this place of a pickle. Only what lies before it is quoted: what lies behind may not have come yet.
    pub(super) fn new(pickle: &[u8], offset: usize, reason: Reason) -> Refusal {
        let end = (offset + 1).min(pickle.len());
        let bytes = pickle[end.saturating_sub(LONGEST_QUOTE)..end].to_vec();
        Refusal { offset, opcode: pickle.get(offset).copied(), bytes, reason }
    }
}

impl Reason {
    pub(super) fn foreign(module: &str, name: &str) -> Reason {
        Reason::Foreign(format!("{} {}", excerpt(module), excerpt(name)))
    }

    pub(super) fn number_type(code: &str) -> Reason {
        Reason::NumberType(excerpt(code))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused at byte {}", self.offset)?;
        match self.opcode.map(opcode::name) {
            Some(Some(name)) => write!(f, ", {name}")?,
            Some(None) => f.write_str(", which is no instruction of a pickle")?,
            None => {}
        }
        let quoted = self.bytes.escape_ascii();
        write!(f, ", of the pickle b\"{quoted}\": {}; send pickle.dumps([x, y]) with two whole numbers", self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Instruction => f.write_str("no move needs it"),
            Reason::Foreign(name) => write!(f, "it names {name:?}, which no move needs, and nothing is run"),
            Reason::Arguments => f.write_str("it is not given what a number of numpy is made of"),
            Reason::NumberType(code) => write!(f, "{code:?} is no type of little-endian numbers"),
            Reason::Shape => f.write_str("an array of a move is a row of two numbers"),
            Reason::Protocol(version) => write!(f, "protocol {version} is not known, only those up to 5"),
            Reason::Frame(length) => write!(f, "a frame of {length} bytes, where a pickle has at most {MAX_PICKLE}"),
            Reason::TooLong => write!(f, "it does not end within {MAX_PICKLE} bytes"),
            Reason::TooMany { what, most } => write!(f, "more than {most} {what}"),
            Reason::TooDeep => f.write_str("lists or tuples lie too deep in each other"),
            Reason::Misplaced => f.write_str("what it works on is not there"),
            Reason::NotRemembered(number) => write!(f, "nothing is remembered as {number}"),
            Reason::NotUtf8 => f.write_str("its text is not UTF-8"),
        }
    }
}

impl std::error::Error for Refusal {}
