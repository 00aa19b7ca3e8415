//! Legal squares and flips.

use outflank_rules::{Bitboard, Position, Square, Variant, perft, reference, rng::SplitMix64};
use proptest::prelude::*;

use super::boards::{discs, random, reachable};
use crate::kernel::rises::readable;
use crate::kernel::{AnyCpu, Cpu, Digits, GROUPS, Portable, TwoMoves, with_cpu};

fn assert_same_moves(own: u64, opp: u64) -> Result<(), TestCaseError> {
    let legal = reference::legal(Bitboard(own), Bitboard(opp));
    for level in AnyCpu::available() {
        prop_assert_eq!(Bitboard(with_cpu!(level, |cpu| cpu.legal(own, opp))), legal, "{:?}", level);
    }
    for square in Bitboard(!(own | opp)) {
        let flips = reference::flips(square, Bitboard(own), Bitboard(opp));
        for level in AnyCpu::available() {
            let found = with_cpu!(level, |cpu| cpu.flips(square.index() as u32, own, opp));
            prop_assert_eq!(Bitboard(found), flips, "{} {:?}", square, level);
        }
    }
    Ok(())
}

/// Two moves at once, on neighboring pairs of all empty squares and on the same square twice.
fn assert_same_two_moves(own: u64, opp: u64) -> Result<(), TestCaseError> {
    let squares: Vec<u32> = Bitboard(!(own | opp)).into_iter().map(|square| square.index() as u32).collect();
    let after = |square: u32| {
        let flips = Portable.flips(square, own, opp);
        (flips, Portable.legal(opp ^ flips, own ^ flips | 1 << square))
    };
    for (first, second) in squares.iter().zip(squares.iter().skip(1).chain(squares.last())) {
        for level in AnyCpu::available() {
            let TwoMoves { flips, replies } = with_cpu!(level, |cpu| cpu.two_moves([*first, *second], own, opp));
            let only_flips = with_cpu!(level, |cpu| cpu.two_flips([*first, *second], own, opp));
            prop_assert_eq!(only_flips, flips, "{} {} {:?}", first, second, level);
            let found = [(flips[0], replies[0]), (flips[1], replies[1])];
            prop_assert_eq!(found, [after(*first), after(*second)], "{} {} {:?}", first, second, level);
        }
    }
    Ok(())
}

/// The last disc, placed as on any other board.
fn assert_same_last_flips(own: u64) -> Result<(), TestCaseError> {
    for square in Square::all() {
        let own = Bitboard(own).without(square);
        let flips = reference::flips(square, own, (!own).without(square));
        for level in AnyCpu::available() {
            let found = with_cpu!(level, |cpu| cpu.last_flips(square.index() as u32, own.0));
            prop_assert_eq!(found, flips.len(), "{} {:?}", square, level);
        }
    }
    Ok(())
}

/// Groups of six distinct squares with steps to the base of six.
fn groups(seed: u64) -> Digits {
    let mut rng = SplitMix64::new(seed);
    let mut digits = Digits::NONE;
    for group in 0..GROUPS {
        let mut squares: Vec<usize> = (0..64).collect();
        for place in 0..6 {
            let square = squares.swap_remove(rng.below(squares.len()));
            digits.set(group, place, square, 6u16.pow(place as u32));
        }
    }
    digits
}

proptest! {
    #[test]
    fn rises_equal_the_readable_twin(seed: u64, (own, opp) in (any::<u64>(), any::<u64>()), discs: [u16; GROUPS]) {
        let (digits, discs) = (groups(seed), discs.map(|number| number % 10_000));
        for level in AnyCpu::available() {
            let found = with_cpu!(level, |cpu| cpu.rises(&digits, &discs, own, opp));
            prop_assert_eq!(found, readable(&digits, &discs, own, opp), "{:?}", level);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn legal_and_flips_equal_the_reference_on_reachable_boards(position in reachable()) {
        let (own, opp, _) = discs(&position);
        assert_same_moves(own, opp)?;
        assert_same_moves(opp, own)?;
    }

    #[test]
    fn legal_and_flips_equal_the_reference_on_random_boards((own, opp) in random()) {
        assert_same_moves(own, opp)?;
    }

    #[test]
    fn two_moves_at_once_equal_single_ones(position in reachable(), (own, opp) in random()) {
        let (mover, other, _) = discs(&position);
        assert_same_two_moves(mover, other)?;
        assert_same_two_moves(own, opp)?;
    }

    #[test]
    fn last_flips_equal_the_reference_on_every_square((own, opp) in random()) {
        assert_same_last_flips(own)?;
        assert_same_last_flips(!opp)?;
    }

    #[test]
    fn gathered_and_spread_bits_are_the_same_at_every_level(bits: u64, mask: u64) {
        let gathered = |level| with_cpu!(level, |cpu| (cpu.pext(bits, mask), cpu.pdep(bits, mask)));
        let portable = gathered(AnyCpu::Portable(Portable));
        for level in AnyCpu::available() {
            prop_assert_eq!(gathered(level), portable, "{:?}", level);
        }
    }

    #[test]
    fn last_flips_equal_the_reference_at_the_end_of_games(position in reachable()) {
        assert_same_last_flips(position.own().0)?;
    }
}

#[test]
fn one_disc_beside_another_is_outflanked_only_along_a_line() {
    for (a, b) in (0..64u32).flat_map(|a| (0..64).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        assert_same_moves(1 << a, 1 << b).unwrap();
    }
}

#[test]
fn perft_equals_that_of_the_rules() {
    let starts = [(Variant::STANDARD, 8), (Variant::SIX, 8), (Variant::TINY, 18), (Variant::OCTAGON, 7)];
    for (variant, depth) in starts {
        assert_same_perft(&variant.start(), depth);
    }
}

#[test]
fn perft_plays_a_free_opening() {
    assert_same_perft(&Variant::FREE_CENTRE.start(), 5);
}

fn assert_same_perft(position: &Position, depth: u32) {
    for depth in 0..=depth {
        assert_eq!(crate::perft(position, depth), perft::count(position, depth), "{depth}");
    }
}
