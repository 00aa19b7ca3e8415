//! Pickles out of a stream of bytes, which come in pieces of any size.

use outflank_rules::Move;

use super::{
    answer::{self, NotAMove},
    heap::Place,
    instruction::Instruction,
    machine::Machine,
    refusal::{Reason, Refusal, Trouble},
};

/// The most bytes of a pickle that is read. That of a move has about twenty, and not more than three hundred.
pub const MAX_PICKLE: usize = 4096;

/// Reads moves out of the bytes of a connection.
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
    /// The pickle as far as it has come.
    pickle: Vec<u8>,
    /// How much of it has been followed.
    followed: usize,
    machine: Machine,
    refusal: Option<Refusal>,
}

/// What has come of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All bytes are taken, and the pickle is not at its end.
    NeedMore,
    /// A whole pickle. The bytes after `used` are for the next one.
    Done {
        /// What it says.
        answer: Result<Move, NotAMove>,
        /// How many of the bytes that were given last belong to it.
        used: usize,
    },
    /// The pickle is refused, and so is all that comes after it.
    Refused(Refusal),
}

impl Decoder {
    /// Takes what has come. Where that is more than one pickle, give the rest in a further call.
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
            Err(Trouble::Unfinished) => Progress::NeedMore,
            Err(Trouble::Refused(reason)) => {
                let refusal = Refusal::new(&self.pickle, self.followed, reason);
                *self = Decoder { refusal: Some(refusal.clone()), ..Decoder::default() };
                Progress::Refused(refusal)
            }
        }
    }

    /// Has a pickle begun that is not at its end?
    pub fn is_in_the_middle(&self) -> bool {
        !self.pickle.is_empty()
    }

    fn follow(&mut self) -> Result<Place, Trouble> {
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
