//! The last four plies, unrolled: most positions of an exact search are here.
//!
//! Each function answers for the side that holds `own`, null window at `alpha`: a score above `alpha` is a lower bound, any other an
//! upper bound. `nodes` counts every position, those with one empty square too.

use crate::field::Field;
use crate::kernel;

use super::regions::{self, NEIGHBOURS};

/// Worse than every score.
const NONE: i32 = -99;

/// The score when one square is empty, whoever can move there.
#[inline(always)]
pub(crate) fn solve_1<F: Field>(field: F, own: u64, opp: u64, square: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if F::WHOLE {
        let held = own.count_ones() as i32;
        let flips = kernel::last_flips(square, own) as i32;
        if flips != 0 {
            return field.full_score(held + 1 + flips);
        }
        let flips = kernel::last_flips(square, opp) as i32;
        if flips != 0 {
            return field.full_score(held - flips);
        }
        return field.final_score(own, 1);
    }
    let flips = kernel::flips(square, own, opp).count_ones() as i32;
    if flips != 0 {
        return field.full_score(own.count_ones() as i32 + 1 + flips);
    }
    let flips = kernel::flips(square, opp, own).count_ones() as i32;
    if flips != 0 {
        return field.full_score(own.count_ones() as i32 - flips);
    }
    field.final_score(own, 1)
}

/// The score of the moves of `own` on two empty squares, or [`NONE`] without a move.
#[inline(always)]
fn moves_2<F: Field>(field: F, own: u64, opp: u64, alpha: i32, a: u32, b: u32, nodes: &mut u64) -> i32 {
    let mut best = NONE;
    if NEIGHBOURS[a as usize] & opp != 0 {
        let flips = kernel::flips(a, own, opp);
        if flips != 0 {
            best = -solve_1(field, opp ^ flips, own ^ flips | 1 << a, b, nodes);
            if best > alpha {
                return best;
            }
        }
    }
    if NEIGHBOURS[b as usize] & opp != 0 {
        let flips = kernel::flips(b, own, opp);
        if flips != 0 {
            best = best.max(-solve_1(field, opp ^ flips, own ^ flips | 1 << b, a, nodes));
        }
    }
    best
}

/// Two empty squares.
#[inline(always)]
pub(crate) fn solve_2<F: Field>(field: F, own: u64, opp: u64, alpha: i32, a: u32, b: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = moves_2(field, own, opp, alpha, a, b, nodes);
    if best != NONE {
        return best;
    }
    let reply = moves_2(field, opp, own, -alpha - 1, a, b, nodes);
    if reply != NONE { -reply } else { field.final_score(own, 2) }
}

/// One move with three empty squares: its score, or [`NONE`] if it is illegal.
#[inline(always)]
fn move_3<F: Field>(field: F, own: u64, opp: u64, alpha: i32, [at, x, y]: [u32; 3], nodes: &mut u64) -> i32 {
    if NEIGHBOURS[at as usize & 63] & opp == 0 {
        return NONE;
    }
    let flips = kernel::flips(at, own, opp);
    if flips == 0 {
        return NONE;
    }
    -solve_2(field, opp ^ flips, own ^ flips | 1 << at, -alpha - 1, x, y, nodes)
}

/// The score of the moves of `own` on three empty squares, or [`NONE`] without a move.
#[inline(always)]
fn moves_3<F: Field>(field: F, own: u64, opp: u64, alpha: i32, [a, b, c]: [u32; 3], nodes: &mut u64) -> i32 {
    let mut best = move_3(field, own, opp, alpha, [a, b, c], nodes);
    if best > alpha {
        return best;
    }
    best = best.max(move_3(field, own, opp, alpha, [b, a, c], nodes));
    if best > alpha {
        return best;
    }
    best.max(move_3(field, own, opp, alpha, [c, a, b], nodes))
}

/// Three empty squares, in the order in which they are tried.
pub(crate) fn solve_3<F: Field>(field: F, own: u64, opp: u64, alpha: i32, squares: [u32; 3], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = moves_3(field, own, opp, alpha, squares, nodes);
    if best != NONE {
        return best;
    }
    let reply = moves_3(field, opp, own, -alpha - 1, squares, nodes);
    if reply != NONE { -reply } else { field.final_score(own, 3) }
}

/// One move with four empty squares: its score, or [`NONE`] if it is illegal.
#[inline(always)]
fn move_4<F: Field>(field: F, own: u64, opp: u64, alpha: i32, [at, rest @ ..]: [u32; 4], nodes: &mut u64) -> i32 {
    let flips = kernel::flips(at, own, opp);
    if flips == 0 {
        return NONE;
    }
    -solve_3(field, opp ^ flips, own ^ flips | 1 << at, -alpha - 1, regions::odd_first(rest), nodes)
}

/// The score of the moves of `own` on four empty squares, or [`NONE`] without a move.
#[inline(always)]
fn moves_4<F: Field>(field: F, own: u64, opp: u64, alpha: i32, [a, b, c, d]: [u32; 4], nodes: &mut u64) -> i32 {
    let mut best = move_4(field, own, opp, alpha, [a, b, c, d], nodes);
    if best > alpha {
        return best;
    }
    best = best.max(move_4(field, own, opp, alpha, [b, a, c, d], nodes));
    if best > alpha {
        return best;
    }
    best = best.max(move_4(field, own, opp, alpha, [c, a, b, d], nodes));
    if best > alpha {
        return best;
    }
    best.max(move_4(field, own, opp, alpha, [d, a, b, c], nodes))
}

/// Four empty squares: those alone in their quadrant are tried first.
pub(crate) fn solve_4<F: Field>(field: F, own: u64, opp: u64, alpha: i32, empties: u64, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let squares = regions::four_odd_first(empties);
    let best = moves_4(field, own, opp, alpha, squares, nodes);
    if best != NONE {
        return best;
    }
    let reply = moves_4(field, opp, own, -alpha - 1, squares, nodes);
    if reply != NONE { -reply } else { field.final_score(own, 4) }
}
