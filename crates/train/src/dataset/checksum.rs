//! The checksum of headers and blocks.

/// 64-bit FNV-1a over several pieces. Detects damage, but not forgery.
pub(crate) fn checksum(pieces: &[&[u8]]) -> u64 {
    let bytes = pieces.iter().copied().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
