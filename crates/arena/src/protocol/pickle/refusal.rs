//! Why a pickle is refused, with the names of all instructions.

use std::fmt;

use super::decoder::MAX_PICKLE;
use crate::protocol::excerpt;

/// Maximum number of quoted bytes.
const MAX_QUOTE_BYTES: usize = 40;

/// A refused pickle. What follows cannot be decoded either, because the start of the next one is
/// unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Offset of the instruction in the pickle.
    pub offset: usize,
    /// The instruction, if there is one.
    pub opcode: Option<u8>,
    /// The bytes up to and including it, at most the last 40.
    pub bytes: Vec<u8>,
    /// The reason.
    pub reason: Reason,
}

/// What is wrong with an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// An instruction that no move needs, or an unknown one.
    Instruction,
    /// It names a Python object that no move needs: module, space, name.
    Foreign(String),
    /// A call with wrong arguments.
    Arguments,
    /// A numpy type that is not a little-endian number.
    NumberType(String),
    /// A numpy array that is not one short row.
    Shape,
    /// A protocol newer than 5.
    Protocol(u8),
    /// A frame larger than a pickle may be.
    Frame(u64),
    /// The pickle does not end within [`MAX_PICKLE`] bytes.
    TooLong,
    /// Too many of something.
    TooMany {
        /// Of what.
        what: &'static str,
        /// The maximum.
        most: usize,
    },
    /// Lists or tuples are nested too deeply.
    TooDeep,
    /// Its operands are missing or of the wrong kind.
    Misplaced,
    /// Nothing is memoized under this number.
    NotRemembered(u8),
    /// A text that is not UTF-8.
    NotUtf8,
}

/// Why an instruction cannot be read.
pub(super) enum DecodeError {
    /// The rest is still to come.
    Unfinished,
    Refused(Reason),
}

impl From<Reason> for DecodeError {
    fn from(reason: Reason) -> DecodeError {
        DecodeError::Refused(reason)
    }
}

impl Refusal {
    /// A refusal of the instruction at this offset. Quotes only bytes before it; later ones may not
    /// have arrived.
    pub(super) fn new(pickle: &[u8], offset: usize, reason: Reason) -> Refusal {
        let end = (offset + 1).min(pickle.len());
        let bytes = pickle[end.saturating_sub(MAX_QUOTE_BYTES)..end].to_vec();
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
        match self.opcode.map(name) {
            Some(Some(name)) => write!(f, ", {name}")?,
            Some(None) => f.write_str(", which is not a pickle instruction")?,
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
            Reason::NumberType(code) => write!(f, "{code:?} is not a little-endian number type"),
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

/// Python's name of an instruction.
pub(super) fn name(opcode: u8) -> Option<&'static str> {
    NAMES.iter().find(|(byte, _)| *byte == opcode).map(|(_, name)| *name)
}

const NAMES: [(u8, &str); 68] = [
    (b'(', "MARK"),
    (b')', "EMPTY_TUPLE"),
    (b'.', "STOP"),
    (b'0', "POP"),
    (b'1', "POP_MARK"),
    (b'2', "DUP"),
    (b'B', "BINBYTES"),
    (b'C', "SHORT_BINBYTES"),
    (b'F', "FLOAT"),
    (b'G', "BINFLOAT"),
    (b'I', "INT"),
    (b'J', "BININT"),
    (b'K', "BININT1"),
    (b'L', "LONG"),
    (b'M', "BININT2"),
    (b'N', "NONE"),
    (b'P', "PERSID"),
    (b'Q', "BINPERSID"),
    (b'R', "REDUCE"),
    (b'S', "STRING"),
    (b'T', "BINSTRING"),
    (b'U', "SHORT_BINSTRING"),
    (b'V', "UNICODE"),
    (b'X', "BINUNICODE"),
    (b']', "EMPTY_LIST"),
    (b'a', "APPEND"),
    (b'b', "BUILD"),
    (b'c', "GLOBAL"),
    (b'd', "DICT"),
    (b'e', "APPENDS"),
    (b'g', "GET"),
    (b'h', "BINGET"),
    (b'i', "INST"),
    (b'j', "LONG_BINGET"),
    (b'l', "LIST"),
    (b'o', "OBJ"),
    (b'p', "PUT"),
    (b'q', "BINPUT"),
    (b'r', "LONG_BINPUT"),
    (b's', "SETITEM"),
    (b't', "TUPLE"),
    (b'u', "SETITEMS"),
    (b'}', "EMPTY_DICT"),
    (0x80, "PROTO"),
    (0x81, "NEWOBJ"),
    (0x82, "EXT1"),
    (0x83, "EXT2"),
    (0x84, "EXT4"),
    (0x85, "TUPLE1"),
    (0x86, "TUPLE2"),
    (0x87, "TUPLE3"),
    (0x88, "NEWTRUE"),
    (0x89, "NEWFALSE"),
    (0x8a, "LONG1"),
    (0x8b, "LONG4"),
    (0x8c, "SHORT_BINUNICODE"),
    (0x8d, "BINUNICODE8"),
    (0x8e, "BINBYTES8"),
    (0x8f, "EMPTY_SET"),
    (0x90, "ADDITEMS"),
    (0x91, "FROZENSET"),
    (0x92, "NEWOBJ_EX"),
    (0x93, "STACK_GLOBAL"),
    (0x94, "MEMOIZE"),
    (0x95, "FRAME"),
    (0x96, "BYTEARRAY8"),
    (0x97, "NEXT_BUFFER"),
    (0x98, "READONLY_BUFFER"),
];
