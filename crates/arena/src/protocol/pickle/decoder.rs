//! Decodes pickles from a stream of bytes that arrive in pieces of any size.

use outflank_rules::Move;

use super::{
    answer::{self, PickleMoveError},
    instruction::Instruction,
    machine::Machine,
    machine::Place,
    refusal::{DecodeError, Reason, Refusal},
};

/// Maximum size of a pickle. A move takes about 20 bytes, at most 300.
pub const MAX_PICKLE: usize = 4096;

/// Decodes moves from the bytes of a connection.
///
/// ```
/// use outflank_arena::protocol::pickle::{Decoder, Progress};
/// use outflank_rules::Move;
///
/// // What pickle.dumps([2, 3]) gives, and the beginning of another.
/// let bytes = b"\x80\x04\x95\x09\0\0\0\0\0\0\0]\x94(K\x02K\x03e.\x80\x04";
/// let mut decoder = Decoder::default();
/// assert_eq!(decoder.read(&bytes[..7]), Progress::NeedMore);
/// let Progress::Done { answer, used } = decoder.read(&bytes[7..]) else { panic!("a whole pickle") };
/// assert_eq!(answer, Ok("c4".parse::<Move>()?));
/// assert_eq!(&bytes[7 + used..], b"\x80\x04");
/// # Ok::<(), outflank_rules::ParseMoveError>(())
/// ```
#[derive(Debug, Default)]
pub struct Decoder {
    /// The pickle received so far.
    pickle: Vec<u8>,
    /// How many of its bytes have been executed.
    followed: usize,
    machine: Machine,
    refusal: Option<Refusal>,
}

/// The result of a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All bytes were consumed and the pickle is incomplete.
    NeedMore,
    /// A complete pickle. The bytes after `used` belong to the next one.
    Done {
        /// The move.
        answer: Result<Move, PickleMoveError>,
        /// How many of the given bytes belong to it.
        used: usize,
    },
    /// The pickle is refused, with everything after it.
    Refused(Refusal),
}

impl Decoder {
    /// Consumes bytes. After a complete pickle, pass the rest in another call.
    pub fn read(&mut self, bytes: &[u8]) -> Progress {
        if let Some(refusal) = &self.refusal {
            return Progress::Refused(refusal.clone());
        }
        let before = self.pickle.len();
        let room = MAX_PICKLE - before;
        self.pickle.extend_from_slice(&bytes[..bytes.len().min(room)]);
        match self.follow() {
            Ok(value) => {
                let (answer, used) = (answer::answer(&self.machine.heap, value), self.followed - before);
                *self = Decoder::default();
                Progress::Done { answer, used }
            }
            Err(DecodeError::Unfinished) => Progress::NeedMore,
            Err(DecodeError::Refused(reason)) => {
                let refusal = Refusal::new(&self.pickle, self.followed, reason);
                *self = Decoder { refusal: Some(refusal.clone()), ..Decoder::default() };
                Progress::Refused(refusal)
            }
        }
    }

    /// True if a pickle has started and is incomplete.
    pub fn is_in_the_middle(&self) -> bool {
        !self.pickle.is_empty()
    }

    fn follow(&mut self) -> Result<Place, DecodeError> {
        loop {
            let room = MAX_PICKLE - self.followed;
            let (instruction, length) = Instruction::cut(&self.pickle[self.followed..], room)?;
            let value = self.machine.follow(instruction)?;
            self.followed += length;
            if let Some(value) = value {
                return Ok(value);
            }
            if self.followed == MAX_PICKLE {
                return Err(Reason::TooLong.into());
            }
        }
    }
}
