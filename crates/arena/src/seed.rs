//! Seeds that follow from a seed.

/// The seed of the game or player with this number: unrelated to its neighbours, and the same every time.
pub fn derived(seed: u64, number: u64) -> u64 {
    let mut z = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A seed as others are told it, bots and tables: below 2^53, so that every language and every spreadsheet holds it exactly.
pub const fn told(seed: u64) -> u64 {
    seed & ((1 << 53) - 1)
}
