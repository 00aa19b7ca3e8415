//! The evaluation as one would explain it: for each place of each pattern read the squares, take
//! the lowest of the mirrored readings, look up its weight.

use outflank_rules::{Square, Symmetry};

use crate::Board;
use crate::eval::{Layout, MOBILITIES, Model, Pattern, UNIT};

/// The value of a board, slowly.
pub(super) fn value(model: &Model, board: Board, empties: u32) -> i32 {
    let layout = model.layout();
    let weights = model.parameters(phase(layout, empties));
    let mut rest: &[i16] = &weights;
    let mut sum = 0;
    for pattern in layout.patterns() {
        for squares in pattern.instances() {
            let state = lowest_reading(pattern, layout.size(), board, squares);
            sum += i32::from(rest[rank_of(pattern, state)]);
        }
        rest = &rest[pattern.samples().len()..];
    }
    for mover in [board, board.passed()] {
        sum += i32::from(rest[(mover.legal() & layout.area()).count_ones() as usize]);
        rest = &rest[MOBILITIES..];
    }
    sum += i32::from(rest[parity_class(layout.size(), board)]) + i32::from(rest[6]);
    let most = UNIT * i32::from(layout.size()) * i32::from(layout.size());
    sum.clamp(-most, most)
}

fn phase(layout: &Layout, empties: u32) -> usize {
    let played = i64::from(layout.area().count_ones()) - 4 - i64::from(empties);
    (played.max(0) as usize / 2).min(layout.phases() - 1)
}

/// The smallest state of the squares, over all orders in which a symmetry of the board maps the
/// squares onto each other.
fn lowest_reading(pattern: &Pattern, size: u8, board: Board, squares: &[Square]) -> u16 {
    let same = |image: &Vec<Square>| image.iter().all(|square| squares.contains(square));
    let image = |symmetry: Symmetry| squares.iter().map(|&square| symmetry.square(square, size)).collect();
    let readings = Symmetry::ALL.into_iter().map(image).filter(same).map(|image| reading(pattern, board, &image));
    readings.min().expect("the identity at least")
}

/// The state of these squares, digit by digit.
pub(super) fn reading(pattern: &Pattern, board: Board, squares: &[Square]) -> u16 {
    let sets = [board.own, board.opp, board.legal(), board.passed().legal()];
    squares.iter().rev().fold(0, |state, square| {
        let digit = match (sets.map(|set| set >> square.index() & 1 == 1), pattern.reads_moves()) {
            ([_, true, ..], _) => 0,
            ([true, ..], _) => 2,
            ([.., true, false], true) => 3,
            ([.., false, true], true) => 4,
            ([.., true, true], true) => 5,
            _ => 1,
        };
        state * if pattern.reads_moves() { 6 } else { 3 } + digit
    })
}

/// Which class has this lowest state.
fn rank_of(pattern: &Pattern, state: u16) -> usize {
    pattern.samples().binary_search(&state).expect("a lowest state")
}

/// None, one, two side by side, two across, three or four quadrants with an odd number of empty
/// squares.
fn parity_class(size: u8, board: Board) -> usize {
    let odd = |columns: u8, rows: u8| {
        let half = size / 2;
        let squares = (0..half).flat_map(|row| (0..half).map(move |column| (column + columns, row + rows)));
        let squares = squares.map(|(column, row)| u32::from(8 * row + column));
        squares.filter(|square| (board.own | board.opp) >> square & 1 == 0).count() % 2 == 1
    };
    let half = size / 2;
    let quadrants = [odd(0, 0), odd(half, 0), odd(0, half), odd(half, half)];
    match quadrants.iter().filter(|&&odd| odd).count() {
        2 if quadrants[0] == quadrants[3] => 3,
        count @ (0..=2) => count,
        count => count + 1,
    }
}
