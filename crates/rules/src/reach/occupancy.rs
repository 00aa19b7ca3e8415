//! Checks of the occupied squares alone.

use super::{query::ReachQuery, reason::Reason};
use crate::{Bitboard, Color, Direction, Variant};

/// All contradictions of the occupied squares. Later checks run only if the earlier ones leave them
/// meaningful.
pub(super) fn faults(query: &ReachQuery) -> Vec<Reason> {
    let occupied = query.occupied();
    let unfilled = query.unfilled();
    if !unfilled.is_empty() {
        return vec![opening_fault(query, unfilled)];
    }
    let mut faults = Vec::new();
    let missing = query.origin - occupied;
    if !missing.is_empty() {
        faults.push(Reason::EmptyStart(missing));
    }
    if occupied.len() < query.origin.len() {
        faults.push(Reason::TooFewDiscs { discs: occupied.len(), least: query.origin.len() });
    }
    let apart = occupied - query.origin.flooded(occupied | query.origin);
    if !apart.is_empty() {
        faults.push(Reason::Disconnected(apart));
    }
    faults.extend(early_wipe_out(query));
    if faults.is_empty() && occupied == query.origin {
        faults.push(Reason::OtherStart);
    }
    if faults.is_empty() {
        let unsupported = occupied - filled(query.origin, occupied);
        if !unsupported.is_empty() {
            faults.push(Reason::Unsupported(unsupported));
        }
    }
    faults
}

/// Returns the fault of a board inside the free opening.
fn opening_fault(query: &ReachQuery, unfilled: Bitboard) -> Reason {
    if query.placed().is_empty() {
        let [black, white] = Color::ALL.map(|color| query.filled(color).len());
        Reason::OpeningOutOfTurn { black, white }
    } else {
        Reason::OpeningUnfinished(unfilled)
    }
}

/// From the standard start the shortest way to lose all discs takes nine moves, after which 13 lie
/// on the board.
fn early_wipe_out(query: &ReachQuery) -> Option<Reason> {
    const MIN_DISCS: u32 = 13;
    let standard = Variant::STANDARD.start();
    let is_standard = query.starts == [standard.into()] && query.spec.area() == standard.spec().area();
    let discs = query.occupied().len();
    let loser = Color::ALL.into_iter().find(|&color| query.target.discs(color).is_empty())?;
    (is_standard && discs > 0 && discs < MIN_DISCS).then_some(Reason::EarlyWipeOut { loser, discs, least: MIN_DISCS })
}

/// The squares of `occupied` that can be filled one after another from `origin`, each beside two
/// filled squares in a row; colors are not looked at.
fn filled(origin: Bitboard, occupied: Bitboard) -> Bitboard {
    let mut filled = origin & occupied;
    loop {
        let next = Direction::ALL.into_iter().fold(filled, |set, direction| {
            let second = shifted(filled, direction) & filled;
            set | shifted(second, direction) & occupied
        });
        if next == filled {
            return filled;
        }
        filled = next;
    }
}

/// Every square of a set moved one step; those that leave the board are lost.
fn shifted(set: Bitboard, direction: Direction) -> Bitboard {
    let (columns, rows) = direction.step();
    let sideways = match columns {
        1 => (set - Bitboard::column(7)).0 << 1,
        -1 => (set - Bitboard::column(0)).0 >> 1,
        _ => set.0,
    };
    Bitboard(match rows {
        1 => sideways << 8,
        -1 => sideways >> 8,
        _ => sideways,
    })
}
