//! Blocks of whole games with a checksum.

use std::io::{self, Read, Write};

use super::checksum;

const MARK: &[u8; 4] = b"BLCK";
pub(super) const HEAD: usize = 20;
/// The writer ends a block at this many bytes.
pub(super) const FULL: usize = 1 << 16;
/// The longest block: a full one and one more game.
const MAX_LEN: usize = FULL + 1024;

/// Writes the games of a block.
pub(super) fn write(payload: &[u8], games: u32, out: &mut impl Write) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(HEAD + payload.len());
    bytes.extend_from_slice(MARK);
    bytes.extend_from_slice(&(payload.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&games.to_le_bytes());
    let sum = checksum(&[&bytes[4..], payload]);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes.extend_from_slice(payload);
    out.write_all(&bytes)
}

/// The next part of a file.
pub(super) enum Next {
    /// The games of a block.
    Block(Vec<u8>),
    /// A block of this many games with a wrong checksum. The next block can be read.
    Damaged(u32),
    /// Other bytes or a truncated block. The rest cannot be read.
    Lost,
    /// The end of the file.
    End,
}

/// Reads the next block.
pub(super) fn read(input: &mut impl Read) -> io::Result<Next> {
    let mut head = [0; HEAD];
    match fill(input, &mut head)? {
        0 => return Ok(Next::End),
        HEAD => {}
        _ => return Ok(Next::Lost),
    }
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let (len, games) = (number(4) as usize, number(8));
    if !head.starts_with(MARK) || len > MAX_LEN || games as usize > len {
        return Ok(Next::Lost);
    }
    let mut payload = vec![0; len];
    if fill(input, &mut payload)? < len {
        return Ok(Next::Lost);
    }
    let is_whole = head[12..] == checksum(&[&head[4..12], &payload]).to_le_bytes();
    Ok(if is_whole { Next::Block(payload) } else { Next::Damaged(games) })
}

/// Reads until the buffer is full or the input ends.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(len) => filled += len,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
