//! Tuning parameters of the search and the solver.

mod probcut;

pub(crate) use probcut::{Deviations, PROBCUT_FROM, Probe};

/// From this many empty squares on, the endgame search sorts its moves and stores bounds in a
/// table.
pub(crate) const SORT_FROM: u32 = 6;

/// The largest number of empty squares searched without evaluation. That part is not interrupted.
pub(crate) const SHALLOW_TO: u32 = 12;

/// The same if fewest discs win: those moves are harder to sort without evaluation.
pub(crate) const SHALLOW_TO_FEWEST: u32 = 10;

// The routine below the sorted part is for five squares, and the list of sorted moves has sixteen
// places.
const _: () = assert!(SORT_FROM == 6 && SHALLOW_TO <= 16 && SHALLOW_TO_FEWEST <= SHALLOW_TO);

/// Slots of the per-thread table, as a power of two.
pub(crate) const LOCAL_TABLE_BITS: u32 = 14;

/// Weight of a reply when moves near the end are sorted.
pub(crate) const SHALLOW_MOBILITY: u32 = 4;

/// Weight of an own disc when moves near the end are sorted and fewest discs win.
pub(crate) const ANTI_SHALLOW_DISC: u32 = 2;

/// Bonus of a square in a quadrant with an odd number of empty squares. Not used if fewest discs
/// win: the last move is not an advantage there.
pub(crate) const SHALLOW_ODD: u32 = 3;

/// From this `alpha` on stable discs are counted, by the number of empty squares.
pub(crate) static STABILITY_ALPHA: [i32; 64] = {
    let mut table = [99; 64];
    let mut empties = 0;
    while empties < 64 {
        table[empties] = if empties < 5 { 99 } else { 6 + 2 * (empties as i32 - 5) };
        empties += 1;
    }
    table
};

/// Split points of each thread.
pub(crate) const SPLITS_PER_THREAD: usize = 24;

/// The least depth at which moves of an end search are shared.
pub(crate) const SPLIT_END: u32 = 13;

/// The least depth at which moves of a midgame search are shared.
pub(crate) const SPLIT_MIDGAME: u32 = 7;

/// Positions between two checks of the clock and the node limit.
pub(crate) const NODES_PER_CHECK: u64 = 8192;

/// Times that an idle thread looks for work before it yields its processor between two looks.
pub(crate) const SPINS_BEFORE_YIELD: u32 = 1000;

/// Times that it looks for work before it sleeps.
pub(crate) const SPINS_BEFORE_SLEEP: u32 = 3000;

/// Up to this depth a midgame search neither sorts moves nor uses the table.
pub(crate) const LEAF_DEPTH: u32 = 2;

/// The selectivity level without risk.
pub(crate) const EXACT: u8 = 5;

/// Minimum depth at which the table is probed for all moves before one is searched.
pub(crate) const CHILD_CUT_FROM: u32 = 6;

/// Half the window of the shallow searches that order moves.
pub(crate) const ORDER_WINDOW: i32 = 16;

/// Weight of a reply in the order of moves, in fractions of a disc.
pub(crate) const ORDER_MOBILITY: i32 = 16;

/// The same for searches to the end.
pub(crate) const ORDER_MOBILITY_END: i32 = 224;

/// The same if fewest discs win: the evaluation tells more than mobility there.
pub(crate) const ANTI_ORDER_MOBILITY_END: i32 = 72;

/// Bonus of squares in odd quadrants in searches to the end.
pub(crate) const ORDER_PARITY_END: i32 = 32;

/// Plies that are searched to order the moves of a search to the end.
#[inline(always)]
pub(crate) fn order_depth_end(depth: u32) -> u32 {
    match depth {
        0..=16 => 0,
        17..=22 => 1,
        _ => 2,
    }
}

/// Minimum depth at which a position of the principal variation without a known move is first
/// searched to a smaller depth.
pub(crate) const DEEPEN_FROM: u32 = 5;

/// The reduction of that search, in plies.
pub(crate) const DEEPEN_BY: u32 = 3;

/// The selectivity level of that search, at most.
pub(crate) const DEEPEN_LEVEL: u8 = 0;

/// The depth that a search to the end first reaches by evaluation.
pub(crate) fn deepest_before_end(empties: u32, level: u8) -> u32 {
    match empties {
        0..=13 => 0,
        _ if level < EXACT => empties.saturating_sub(8).min(20),
        _ => empties.saturating_sub(14).min(16),
    }
}

/// The same if any step may be the last: a little deeper, the whole rest costs no more.
pub(crate) fn deepest_before_end_gradually(empties: u32) -> u32 {
    empties.saturating_sub(8)
}

/// Up to this depth a midgame search uses the requested level in all steps: lower levels first
/// would save nothing.
pub(crate) const ONE_LEVEL_TO: u32 = 8;

/// Whether a search to the end runs at this lower level first.
pub(crate) fn is_worth_a_step(empties: u32, level: u8) -> bool {
    match level {
        0 => empties >= 15,
        1 => false,
        2 => empties >= 22,
        3 => empties >= 28,
        4 => empties >= 31,
        _ => true,
    }
}

/// Minimum depth for aspiration windows around the value of the previous step.
pub(crate) const ASPIRATION_FROM: u32 = 4;

/// Half of the first aspiration window.
pub(crate) const ASPIRATION: i32 = 3;

/// Minimum depth for more than one thread.
pub(crate) const THREADS_FROM_DEPTH: u32 = 9;
