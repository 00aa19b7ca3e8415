//! Splits the bytes of a pickle into instructions.

use super::{
    call::Callable,
    machine::Node,
    refusal::{DecodeError, Reason},
};

/// The newest known protocol.
const NEWEST_PROTOCOL: u8 = 5;

/// A supported instruction. All others are refused.
pub(super) enum Instruction {
    /// Protocol or frame headers, which have no effect.
    Prepare,
    /// Pushes a value.
    Push(Node),
    /// Marks where `List`, `Tuple` and `Appends` start on the stack.
    Mark,
    List,
    Tuple,
    /// A tuple of this many values, without a mark.
    TupleOf(usize),
    Append,
    Appends,
    /// Memoizes the top of the stack under a number.
    Put(u8),
    /// Memoizes it under the next number.
    Memoize,
    /// Pushes a memoized value.
    Get(u8),
    /// Looks up a module and a name from the stack.
    StackGlobal,
    Reduce,
    Build,
    Stop,
}

impl Instruction {
    /// The first instruction and its length, which is at most `room`.
    pub(super) fn cut(bytes: &[u8], room: usize) -> Result<(Instruction, usize), DecodeError> {
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
    fn instruction(&mut self) -> Result<Instruction, DecodeError> {
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

    fn value(&mut self, opcode: u8) -> Result<Node, DecodeError> {
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

    fn protocol(&mut self) -> Result<Instruction, DecodeError> {
        match self.byte()? {
            0..=NEWEST_PROTOCOL => Ok(Instruction::Prepare),
            newer => Err(Reason::Protocol(newer).into()),
        }
    }

    /// A frame announces the number of bytes that follow. Refuses one that cannot fit.
    fn frame(&mut self) -> Result<Instruction, DecodeError> {
        let length = u64::from_le_bytes(self.array()?);
        if length > (self.room - self.at) as u64 { Err(Reason::Frame(length).into()) } else { Ok(Instruction::Prepare) }
    }

    /// A little-endian signed integer with a length prefix.
    fn long(&mut self) -> Result<Node, DecodeError> {
        let bytes = self.short()?;
        let is_negative = bytes.last().is_some_and(|last| *last >= 0x80);
        let mut wide = [if is_negative { 0xff } else { 0 }; 8];
        let Some(low) = wide.get_mut(..bytes.len()) else { return Ok(Node::Huge) };
        low.copy_from_slice(bytes);
        Ok(Node::Int(i64::from_le_bytes(wide)))
    }

    fn global(&mut self) -> Result<Node, DecodeError> {
        let (module, name) = (self.line()?, self.line()?);
        let (module, name) = (String::from_utf8_lossy(module), String::from_utf8_lossy(name));
        Ok(Node::Callable(Callable::named(&module, &name)?))
    }

    fn line(&mut self) -> Result<&'a [u8], DecodeError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        match rest.iter().position(|byte| *byte == b'\n') {
            Some(length) => Ok(&self.take(length as u64 + 1)?[..length]),
            None if self.bytes.len() >= self.room => Err(Reason::TooLong.into()),
            None => Err(DecodeError::Unfinished),
        }
    }

    fn short(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = self.byte()?;
        self.take(length.into())
    }

    fn counted_by_four(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = u32::from_le_bytes(self.array()?);
        self.take(length.into())
    }

    fn counted_by_eight(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = u64::from_le_bytes(self.array()?);
        self.take(length)
    }

    fn byte(&mut self) -> Result<u8, DecodeError> {
        self.array().map(|[byte]| byte)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        self.take(N as u64)?.try_into().map_err(|_| DecodeError::Unfinished)
    }

    /// The next bytes. Refuses at once what cannot fit.
    fn take(&mut self, length: u64) -> Result<&'a [u8], DecodeError> {
        if length > (self.room - self.at) as u64 {
            return Err(Reason::TooLong.into());
        }
        let end = self.at + length as usize;
        let taken = self.bytes.get(self.at..end).ok_or(DecodeError::Unfinished)?;
        self.at = end;
        Ok(taken)
    }
}

fn text(bytes: &[u8]) -> Result<Node, DecodeError> {
    let text = str::from_utf8(bytes).map_err(|_| Reason::NotUtf8)?;
    Ok(Node::Text(text.to_owned()))
}
