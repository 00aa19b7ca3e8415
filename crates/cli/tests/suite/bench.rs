//! `outflank bench`: only the perft part, because the searches take too long for a test.

use crate::harness::outflank;

#[test]
fn lines_are_counted_through_the_kernels() {
    let table = outflank(&["bench", "perft"]).ok();
    assert!(table.lines().nth(1).unwrap().contains(" 212,258,800 "), "{table}");
    assert!(!table.contains("signature"), "no search, no signature: {table}");
}

#[test]
fn an_unknown_part_is_refused() {
    let message = outflank(&["bench", "openings"]).failed(2);
    assert!(message.contains("endgame, midgame, perft"), "{message}");
}
