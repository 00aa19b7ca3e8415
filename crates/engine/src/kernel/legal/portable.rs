//! Legal squares on any CPU.

use outflank_rules::{Bitboard, movegen};

/// The empty squares where `own` outflanks at least one disc of `opp`.
#[inline(always)]
pub(crate) fn legal(own: u64, opp: u64) -> u64 {
    movegen::legal(Bitboard(own), Bitboard(opp)).0
}
