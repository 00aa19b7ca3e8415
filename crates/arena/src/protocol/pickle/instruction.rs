//! The bytes of a pickle cut into instructions.

use super::{
    call::Callable,
    heap::Node,
    refusal::{Reason, Trouble},
};

/// The newest protocol whose instructions are known.
const NEWEST_PROTOCOL: u8 = 5;

/// One instruction that is followed. All others are refused when they are met.
pub(super) enum Instruction {
    /// One that only prepares a reader: the protocol, a frame.
    Prepare,
    /// A value for the stack.
    Push(Node),
    /// The place from which on `List`, `Tuple` and `Appends` take what is on the stack.
    Mark,
    List,
    Tuple,
    /// A tuple of this many values, without a mark.
    TupleOf(usize),
    Append,
    Appends,
    /// The topmost value is remembered under a number,
    Put(u8),
    /// or under the next one,
    Memoize,
    /// and comes back.
    Get(u8),
    /// A module and a name in it, both on the stack.
    StackGlobal,
    Reduce,
    Build,
    Stop,
}

impl Instruction {
    /// The first instruction of these bytes and its length. `room` is how long it may be at most.
    pub(super) fn cut(bytes: &[u8], room: usize) -> Result<(Instruction, usize), Trouble> {
        let mut cutter = Cutter { bytes, at: 0, room };
        let instruction = cutter.instruction()?;
        Ok((instruction, cutter.at))
    }
}

struct Cutter<'a> {
    bytes: &'a [u8],
    at: usize,
    room: usize,
}

impl<'a> Cutter<'a> {
    fn instruction(&mut self) -> Result<Instruction, Trouble> {
        Ok(match self.byte()? {
            0x80 => self.protocol()?,
            0x95 => self.frame()?,
            b'(' => Instruction::Mark,
            b'l' => Instruction::List,
            b't' => Instruction::Tuple,
            0x85 => Instruction::TupleOf(1),
            0x86 => Instruction::TupleOf(2),
            0x87 => Instruction::TupleOf(3),
            b'a' => Instruction::Append,
            b'e' => Instruction::Appends,
            b'q' => Instruction::Put(self.byte()?),
            0x94 => Instruction::Memoize,
            b'h' => Instruction::Get(self.byte()?),
            0x93 => Instruction::StackGlobal,
            b'R' => Instruction::Reduce,
            b'b' => Instruction::Build,
            b'.' => Instruction::Stop,
            opcode => Instruction::Push(self.value(opcode)?),
        })
    }

    fn value(&mut self, opcode: u8) -> Result<Node, Trouble> {
        Ok(match opcode {
            b'N' => Node::None,
            0x88 => Node::Bool(true),
            0x89 => Node::Bool(false),
            b'K' => Node::Int(self.byte()?.into()),
            b'M' => Node::Int(u16::from_le_bytes(self.array()?).into()),
            b'J' => Node::Int(i32::from_le_bytes(self.array()?).into()),
            0x8a => self.long()?,
            b'G' => Node::Float(f64::from_be_bytes(self.array()?)),
            b']' => Node::List(Vec::new()),
            b')' => Node::Tuple(Vec::new()),
            0x8c => self.short().and_then(text)?,
            b'X' => self.counted_by_four().and_then(text)?,
            b'C' => Node::Bytes(self.short()?.to_vec()),
            0x96 => Node::Bytes(self.counted_by_eight()?.to_vec()),
            b'c' => self.global()?,
            _ => return Err(Reason::Instruction.into()),
        })
    }

    fn protocol(&mut self) -> Result<Instruction, Trouble> {
        match self.byte()? {
            0..=NEWEST_PROTOCOL => Ok(Instruction::Prepare),
            newer => Err(Reason::Protocol(newer).into()),
        }
    }

    /// A frame promises that so many bytes follow. Whether they do shows by itself; a promise that cannot be kept is refused at once.
    fn frame(&mut self) -> Result<Instruction, Trouble> {
        let length = u64::from_le_bytes(self.array()?);
        if length > (self.room - self.at) as u64 { Err(Reason::Frame(length).into()) } else { Ok(Instruction::Prepare) }
    }

    /// An integer of so many bytes, of which the last has the sign.
    fn long(&mut self) -> Result<Node, Trouble> {
        let bytes = self.short()?;
        let is_negative = bytes.last().is_some_and(|last| *last >= 0x80);
        let mut wide = [if is_negative { 0xff } else { 0 }; 8];
        let Some(low) = wide.get_mut(..bytes.len()) else { return Ok(Node::Huge) };
        low.copy_from_slice(bytes);
        Ok(Node::Int(i64::from_le_bytes(wide)))
    }

    fn global(&mut self) -> Result<Node, Trouble> {
        let (module, name) = (self.line()?, self.line()?);
        let (module, name) = (String::from_utf8_lossy(module), String::from_utf8_lossy(name));
        Ok(Node::Callable(Callable::named(&module, &name)?))
    }

    fn line(&mut self) -> Result<&'a [u8], Trouble> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        match rest.iter().position(|byte| *byte == b'\n') {
            Some(length) => Ok(&self.take(length as u64 + 1)?[..length]),
            None if self.bytes.len() >= self.room => Err(Reason::TooLong.into()),
            None => Err(Trouble::Unfinished),
        }
    }

    fn short(&mut self) -> Result<&'a [u8], Trouble> {
        let length = self.byte()?;
        self.take(length.into())
    }

    fn counted_by_four(&mut self) -> Result<&'a [u8], Trouble> {
        let length = u32::from_le_bytes(self.array()?);
        self.take(length.into())
    }

    fn counted_by_eight(&mut self) -> Result<&'a [u8], Trouble> {
        let length = u64::from_le_bytes(self.array()?);
        self.take(length)
    }

    fn byte(&mut self) -> Result<u8, Trouble> {
        self.array().map(|[byte]| byte)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Trouble> {
        self.take(N as u64)?.try_into().map_err(|_| Trouble::Unfinished)
    }

    /// The next so many bytes, which are refused before they come where there is no room for them.
    fn take(&mut self, length: u64) -> Result<&'a [u8], Trouble> {
        if length > (self.room - self.at) as u64 {
            return Err(Reason::TooLong.into());
        }
        let end = self.at + length as usize;
        let taken = self.bytes.get(self.at..end).ok_or(Trouble::Unfinished)?;
        self.at = end;
        Ok(taken)
    }
}

fn text(bytes: &[u8]) -> Result<Node, Trouble> {
    let text = str::from_utf8(bytes).map_err(|_| Reason::NotUtf8)?;
    Ok(Node::Text(text.to_owned()))
}
