//! The table of stable discs on an edge.

use std::collections::HashMap;

use outflank_rules::{Bitboard, Square, reference};

use crate::kernel::{AnyCpu, stable, with_cpu};

/// The stable discs on the edges, if all CPU levels agree on them.
fn stable_on_edges(own: u64, opp: u64) -> u64 {
    let found = |level| with_cpu!(level, |cpu| stable::stable_on_edges(cpu, own, opp));
    let found: Vec<u64> = AnyCpu::available().into_iter().map(found).collect();
    assert!(found.iter().all(|stable| *stable == found[0]), "{found:?}");
    found[0]
}

type Edge = (u64, u64);

/// The own discs that are still own on every edge that can follow, with discs of either side placed
/// in any order.
fn always_own(edge: Edge, known: &mut HashMap<Edge, u64>) -> u64 {
    if let Some(&stable) = known.get(&edge) {
        return stable;
    }
    let (own, opp) = edge;
    let mut stable = own;
    for square in Bitboard(!(own | opp) & 0xff) {
        let (mine, theirs) = placed(square, own, opp);
        stable &= always_own((mine, theirs), known);
        let (theirs, mine) = placed(square, opp, own);
        stable &= always_own((mine, theirs), known);
    }
    known.insert(edge, stable);
    stable
}

fn placed(square: Square, own: u64, opp: u64) -> Edge {
    let flips = reference::flips(square, Bitboard(own), Bitboard(opp)).0;
    (own | flips | 1 << square.index(), opp & !flips)
}

#[test]
fn the_table_holds_what_can_never_be_flipped_on_any_of_the_four_edges() {
    let mut known = HashMap::new();
    for (own, opp) in (0..256).flat_map(|own| (0..256).map(move |opp| (own, opp))).filter(|(own, opp)| own & opp == 0) {
        let stable = always_own((own, opp), &mut known);
        assert_eq!(stable_on_edges(own, opp) & 0xff, stable, "top: {own:08b} {opp:08b}");
        assert_eq!(stable_on_edges(own << 56, opp << 56) >> 56, stable, "bottom: {own:08b} {opp:08b}");
        let (left_own, left_opp) = (column_a(own), column_a(opp));
        assert_eq!(stable_on_edges(left_own, left_opp) & column_a(255), column_a(stable), "left: {own:08b} {opp:08b}");
        let right = stable_on_edges(left_own << 7, left_opp << 7);
        assert_eq!(right & column_a(255) << 7, column_a(stable) << 7, "right: {own:08b} {opp:08b}");
    }
}

fn column_a(bits: u64) -> u64 {
    Bitboard(bits).into_iter().map(|square| 1 << (8 * square.index())).sum()
}
