//! Stable discs: sound, and exactly those that the rule in words finds.

use outflank_rules::{Bitboard, Color, Direction, Position, Setup, Square, Variant};
use proptest::{collection::vec, prelude::*};

use super::boards::{discs, played, random, reachable};
use crate::kernel::{AnyCpu, Cpu, Portable, stable::stable_on_edges, with_cpu};

/// The stable discs, if all CPU levels agree on them.
fn stable(own: u64, opp: u64, walls: u64) -> u64 {
    let stable = Portable.stable(own, opp, walls);
    for level in AnyCpu::available() {
        assert_eq!(with_cpu!(level, |cpu| cpu.stable(own, opp, walls)), stable, "{level:?}");
    }
    stable
}

/// The readable rule, started from the edges of the whole board.
fn by_rule(own: u64, opp: u64, walls: u64) -> Bitboard {
    let mut found = Bitboard(if walls == 0 { stable_on_edges(Portable, own, opp) } else { 0 });
    loop {
        let more = Bitboard(own).into_iter().filter(|&square| is_safe(square, found, own | opp, walls));
        let more = found | more.collect();
        if more == found {
            return found;
        }
        found = more;
    }
}

/// Safe along all four lines.
fn is_safe(square: Square, stable: Bitboard, filled: u64, walls: u64) -> bool {
    Direction::ALL[..4].iter().all(|&direction| {
        let ways = [direction, direction.opposite()];
        let full = ways.iter().flat_map(|way| way.walk(square)).all(|square| Bitboard(filled | walls).contains(square));
        let held = |way: &Direction| match way.walk(square).next() {
            None => true,
            Some(next) => Bitboard(walls).contains(next) || stable.contains(next),
        };
        full || ways.iter().any(held)
    })
}

/// Plays all lines to the end, and fails if a disc is flipped after it was called stable.
/// `stable` are the discs so called so far, of the side to move first.
fn assert_sound_in_all_lines(position: &Position, stable_so_far: (u64, u64)) {
    let (own, opp, walls) = discs(position);
    let held_own = stable_so_far.0 | stable(own, opp, walls);
    let held_opp = stable_so_far.1 | stable(opp, own, walls);
    assert_eq!((held_own & !own, held_opp & !opp), (0, 0), "flipped on {position:?}");
    for mv in position.moves() {
        assert_sound_in_all_lines(&position.play_unchecked(mv), (held_opp, held_own));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn stability_equals_the_readable_rule_on_reachable_boards(position in reachable()) {
        let (own, opp, walls) = discs(&position);
        prop_assert_eq!(Bitboard(stable(own, opp, walls)), by_rule(own, opp, walls));
        prop_assert_eq!(Bitboard(stable(opp, own, walls)), by_rule(opp, own, walls));
    }

    #[test]
    fn stability_equals_the_readable_rule_on_random_boards((own, opp) in random(), walls in any::<u64>()) {
        prop_assert_eq!(Bitboard(stable(own, opp, 0)), by_rule(own, opp, 0));
        let (own, opp) = (own & !walls, opp & !walls);
        prop_assert_eq!(Bitboard(stable(own, opp, walls)), by_rule(own, opp, walls));
    }

    #[test]
    fn no_game_flips_a_disc_once_called_stable(start in reachable(), choices in vec(any::<u8>(), 64)) {
        assert_never_flipped(start, &choices)?;
    }

    #[test]
    fn play_on_random_boards_flips_no_stable_disc((own, opp) in random(), choices in vec(any::<u8>(), 64)) {
        let spec = Variant::STANDARD.spec();
        let setup = Setup {
            black: Bitboard(own), white: Bitboard(opp), turn: Color::Black, spec,
        };
        assert_never_flipped(setup.validate().expect("disjoint"), &choices)?;
    }
}

fn assert_never_flipped(mut position: Position, choices: &[u8]) -> Result<(), TestCaseError> {
    let mut held = (0, 0);
    for &choice in choices {
        let (own, opp, walls) = discs(&position);
        held = (held.0 | stable(own, opp, walls), held.1 | stable(opp, own, walls));
        prop_assert_eq!((held.0 & !own, held.1 & !opp), (0, 0), "flipped on {:?}", position);
        if position.is_over() {
            break;
        }
        position = played(position, &[choice]);
        held = (held.1, held.0);
    }
    Ok(())
}

#[test]
fn no_line_of_the_tiny_game_flips_a_stable_disc() {
    assert_sound_in_all_lines(&Variant::TINY.start(), (0, 0));
}

#[test]
fn no_line_of_late_endgames_flips_a_stable_disc() {
    let mut seed = 1u64;
    for _ in 0..100 {
        let mut position = Variant::STANDARD.start();
        while position.empties().len() > 7 && !position.is_over() {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            position = played(position, &[(seed >> 56) as u8]);
        }
        assert_sound_in_all_lines(&position, (0, 0));
    }
}

#[test]
fn a_full_board_is_stable_and_so_is_a_lone_corner() {
    assert_eq!(stable(0x00ff_00ff_00ff_00ff, 0xff00_ff00_ff00_ff00, 0), 0x00ff_00ff_00ff_00ff);
    assert_eq!(stable(1 << 56, 0, 0), 1 << 56);
    assert_eq!(stable(1 << 9, 0, 0), 0);
}
