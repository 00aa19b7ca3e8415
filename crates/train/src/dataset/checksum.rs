//! The checksum of headers and blocks.

/// FNV-1a with 64 bits over several pieces: damage is noticed, malice is not.
pub(crate) fn checksum(pieces: &[&[u8]]) -> u64 {
    let bytes = pieces.iter().copied().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
