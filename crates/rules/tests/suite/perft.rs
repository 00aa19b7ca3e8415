//! Perft against published counts.

use outflank_rules::{Variant, perft};

use crate::corpora;

#[test]
fn counts_equal_the_published_ones() {
    let Some(table) = corpora::text("perft/perft.tsv") else { return };
    let mut checked = 0;
    for line in table.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (size, depth): (u8, u32) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
        let deepest = match size {
            4 => u32::MAX,
            6 | 8 => 10,
            _ => 0,
        };
        let Ok(expected) = fields[3].parse::<u64>() else { continue };
        if depth <= deepest {
            assert_eq!(perft::count(&Variant::of_size(size).start(), depth), expected, "{size}x{size} depth {depth}");
            checked += 1;
        }
    }
    assert_eq!(checked, 18 + 10 + 10);
}

#[test]
fn a_4x4_board_has_60_060_complete_games() {
    assert_eq!(perft::count(&Variant::TINY.start(), 100), 60_060);
}

#[test]
fn the_counts_of_the_first_moves_add_up() {
    let start = Variant::STANDARD.start();
    for depth in 1..=5 {
        let sum: u64 = perft::divide(&start, depth).iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(sum, perft::count(&start, depth), "depth {depth}");
    }
    assert_eq!((perft::count(&start, 0), perft::divide(&start, 0)), (1, Vec::new()));
}
