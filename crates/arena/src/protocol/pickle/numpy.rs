//! Numpy number types and short arrays.

use super::{
    machine::{Heap, Node, Place},
    refusal::Reason,
};

/// Maximum length of an array. A move has two numbers.
const MAX_ARRAY_LEN: usize = 8;

/// A little-endian number type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberType {
    kind: Kind,
    bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Signed,
    Unsigned,
    Float,
}

impl NumberType {
    /// The type with a code such as `i8`, a 64-bit integer.
    pub(super) fn coded(code: &str) -> Result<NumberType, Reason> {
        let (kind, bytes) = match code {
            "i1" => (Kind::Signed, 1),
            "i2" => (Kind::Signed, 2),
            "i4" => (Kind::Signed, 4),
            "i8" => (Kind::Signed, 8),
            "u1" => (Kind::Unsigned, 1),
            "u2" => (Kind::Unsigned, 2),
            "u4" => (Kind::Unsigned, 4),
            "u8" => (Kind::Unsigned, 8),
            "f4" => (Kind::Float, 4),
            "f8" => (Kind::Float, 8),
            _ => return Err(Reason::number_type(code)),
        };
        Ok(NumberType { kind, bytes })
    }

    /// The number with these bytes.
    pub(super) fn read(self, bytes: &[u8]) -> Result<Node, Reason> {
        if bytes.len() != self.bytes {
            return Err(Reason::Arguments);
        }
        let mut wide = [0; 8];
        wide[..self.bytes].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(wide);
        Ok(match self.kind {
            Kind::Signed => Node::Int(sign_extended(bits, self.bytes)),
            Kind::Unsigned => i64::try_from(bits).map_or(Node::Huge, Node::Int),
            Kind::Float if self.bytes == 4 => Node::Float(f32::from_bits(bits as u32).into()),
            Kind::Float => Node::Float(f64::from_bits(bits)),
        })
    }
}

fn sign_extended(bits: u64, bytes: usize) -> i64 {
    let unused = 64 - 8 * bytes as u32;
    (bits << unused) as i64 >> unused
}

/// Checks the byte order of a type: little-endian, or irrelevant for single bytes.
pub(super) fn check_order(order: &str) -> Result<(), Reason> {
    if matches!(order, "<" | "|" | "=") { Ok(()) } else { Err(Reason::number_type(order)) }
}

/// The contents of an array: one dimension, or a single number.
pub(super) enum Numbers {
    One(Node),
    Row(Vec<Node>),
}

/// Reads the contents of an array with this shape.
pub(super) fn numbers(heap: &Heap, shape: &[Place], kind: NumberType, bytes: &[u8]) -> Result<Numbers, Reason> {
    let shape: Vec<&Node> = shape.iter().map(|place| heap.node(*place)).collect();
    match shape[..] {
        [] => kind.read(bytes).map(Numbers::One),
        [&Node::Int(length)] if (0..=MAX_ARRAY_LEN as i64).contains(&length) => {
            if bytes.len() != length as usize * kind.bytes {
                return Err(Reason::Arguments);
            }
            bytes.chunks_exact(kind.bytes).map(|number| kind.read(number)).collect::<Result<_, _>>().map(Numbers::Row)
        }
        _ => Err(Reason::Shape),
    }
}

/// The array as a value: a row of numbers becomes a tuple.
pub(super) fn array(heap: &mut Heap, numbers: Numbers) -> Result<Node, Reason> {
    match numbers {
        Numbers::One(number) => Ok(number),
        Numbers::Row(row) => row.into_iter().map(|number| heap.add(number)).collect::<Result<_, _>>().map(Node::Tuple),
    }
}
