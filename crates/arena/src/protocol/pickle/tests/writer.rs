//! Encodes moves the way Python does, in all ways that players use.

use proptest::prelude::*;

/// How a pair of numbers is encoded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) protocol: u8,
    pub(super) is_tuple: bool,
    pub(super) number: Number,
}

/// How a number is encoded.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Int,
    Long,
    Float,
    /// A numpy number with this code and size.
    Numpy(&'static str, usize),
}

pub(super) fn styles() -> impl Strategy<Value = Style> {
    let codes = [("i1", 1), ("i2", 2), ("i4", 4), ("i8", 8), ("f4", 4), ("f8", 8)];
    let numpy = codes.map(|(code, bytes)| Number::Numpy(code, bytes));
    let number = prop::sample::select([&[Number::Int, Number::Long, Number::Float], &numpy[..]].concat());
    (2..=5_u8, any::<bool>(), number).prop_map(|(protocol, is_tuple, number)| Style { protocol, is_tuple, number })
}

impl Style {
    pub(super) fn write(self, x: i32, y: i32) -> Vec<u8> {
        let (x, y) = (self.number(x), self.number(y));
        let body = if self.is_tuple {
            [&x[..], &y, b"\x86", self.remember(2), b"."].concat()
        } else {
            [b"]", self.remember(2), b"(", &x, &y, b"e."].concat()
        };
        let length = (body.len() as u64).to_le_bytes();
        let frame: &[&[u8]] = if self.protocol < 4 { &[] } else { &[b"\x95", &length] };
        [&[0x80, self.protocol], &frame.concat()[..], &body].concat()
    }

    /// Memoizes a value; numbers above those this writer uses do not matter.
    fn remember(self, number: u8) -> &'static [u8] {
        match (self.protocol < 4, number) {
            (true, 0) => b"q\0",
            (true, _) => b"q\x02",
            (false, _) => b"\x94",
        }
    }

    fn number(self, number: i32) -> Vec<u8> {
        match self.number {
            Number::Int if (0..=255).contains(&number) => vec![b'K', number as u8],
            Number::Int => [b"J", &number.to_le_bytes()[..]].concat(),
            Number::Long => [b"\x8a\x04", &number.to_le_bytes()[..]].concat(),
            Number::Float => [b"G", &f64::from(number).to_be_bytes()[..]].concat(),
            Number::Numpy(code, bytes) => self.scalar(code, &little_endian(number, code, bytes)),
        }
    }

    fn scalar(self, code: &str, bytes: &[u8]) -> Vec<u8> {
        let kind = [&self.global("numpy", "dtype")[..], &self.text(code), b"\x89\x88\x87R"].concat();
        let state = [b"(K\x03", &self.text("<")[..], b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb"].concat();
        let module = if self.is_tuple { "numpy.core.multiarray" } else { "numpy._core.multiarray" };
        [&self.global(module, "scalar")[..], &kind, self.remember(0), &state, &self.bytes(bytes), b"\x86R"].concat()
    }

    fn global(self, module: &str, name: &str) -> Vec<u8> {
        if self.protocol < 4 {
            format!("c{module}\n{name}\n").into_bytes()
        } else {
            [&self.text(module)[..], &self.text(name), b"\x93"].concat()
        }
    }

    fn text(self, text: &str) -> Vec<u8> {
        let length = text.len() as u8;
        let head = if self.protocol < 4 { vec![b'X', length, 0, 0, 0] } else { vec![0x8c, length] };
        [&head, text.as_bytes()].concat()
    }

    /// Protocol 2 has no bytes and writes a text to be encoded.
    fn bytes(self, bytes: &[u8]) -> Vec<u8> {
        if self.protocol > 2 {
            return [&[b'C', bytes.len() as u8], bytes].concat();
        }
        let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        [&self.global("_codecs", "encode")[..], &self.text(&text), &self.text("latin1"), b"\x86R"].concat()
    }
}

fn little_endian(number: i32, code: &str, bytes: usize) -> Vec<u8> {
    match code {
        "f4" => (number as f32).to_le_bytes().to_vec(),
        "f8" => f64::from(number).to_le_bytes().to_vec(),
        _ => i64::from(number).to_le_bytes()[..bytes].to_vec(),
    }
}
