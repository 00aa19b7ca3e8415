//! Seeds derived from a seed.

use outflank_rules::rng::mix;

/// The seed of the game or player with this number, unrelated to those of its neighbors.
pub fn derived(seed: u64, number: u64) -> u64 {
    mix(seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The seed as bots and tables see it: below 2^53, so every language and spreadsheet holds it
/// exactly.
pub const fn for_bots(seed: u64) -> u64 {
    seed & ((1 << 53) - 1)
}
