//! Differences between two depths.

use std::collections::BTreeMap;

use super::Measured;

/// Values beyond this are left out: the game is decided, and the end of the scale truncates them.
const DECIDED: i8 = 40;

/// A shallow and a deep search at one number of empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// Plies of the deep search; equal to `empties` for a search to the end.
    pub deep: u32,
    /// Plies of the shallow search.
    pub shallow: u32,
    /// Empty squares.
    pub empties: u32,
}

/// The differences measured for a pair.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// The number of positions.
    pub count: u32,
    /// The sum of the differences, deep minus shallow.
    pub sum: f64,
    /// The sum of the squared differences.
    pub squares: f64,
}

impl Cell {
    fn add(&mut self, difference: f64) {
        self.count += 1;
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// The mean of the differences.
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.count)
    }

    /// The root mean square of the differences. Not centered, because a shift is as harmful as a
    /// spread.
    pub fn deviation(&self) -> f64 {
        (self.squares / f64::from(self.count)).sqrt()
    }

    /// Adds the differences of another cell.
    pub fn join(&mut self, other: &Cell) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// The differences within the midgame, and between the midgame and the end.
pub fn cells(measured: &[Measured]) -> [BTreeMap<Pair, Cell>; 2] {
    let [mut midgame, mut end] = [BTreeMap::new(), BTreeMap::new()];
    for_each_difference(measured, &mut |is_end, pair, difference| {
        let cells: &mut BTreeMap<Pair, Cell> = if is_end { &mut end } else { &mut midgame };
        cells.entry(pair).or_default().add(difference);
    });
    [midgame, end]
}

/// Calls `take` for every pair that the search uses: depths of the same parity, and the end with
/// any depth.
pub(super) fn for_each_difference(measured: &[Measured], take: &mut dyn FnMut(bool, Pair, f64)) {
    for Measured { empties, values, exact } in measured {
        if values.last().is_none_or(|value| value.abs() > DECIDED) {
            continue;
        }
        for (shallow, value) in values.iter().enumerate() {
            let pair = |deep| Pair { deep, shallow: shallow as u32, empties: *empties };
            for (deep, other) in values.iter().enumerate().skip(shallow + 2).step_by(2) {
                take(false, pair(deep as u32), f64::from(*other) - f64::from(*value));
            }
            if let Some(exact) = exact {
                take(true, pair(*empties), f64::from(*exact) - f64::from(*value));
            }
        }
    }
}
