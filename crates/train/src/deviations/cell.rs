//! Differences between two depths, gathered.

use std::collections::BTreeMap;

use super::Measured;

/// Values beyond this are left out: nobody asks how a game stands that is long decided, and the edge of the scale cuts them off.
const DECIDED: i8 = 40;

/// A shallow and a deep search of positions with about as many empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// Plies of the deep search; as many as there are empty squares for one to the end.
    pub deep: u32,
    /// Plies of the shallow search.
    pub shallow: u32,
    /// Empty squares.
    pub empties: u32,
}

/// What was measured for a pair.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// Positions.
    pub count: u32,
    /// Sum of the deep values minus the shallow ones.
    pub sum: f64,
    /// Sum of the squares of the same.
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

    /// The root of the mean square of the differences: a shift is as harmful as a spread.
    pub fn deviation(&self) -> f64 {
        (self.squares / f64::from(self.count)).sqrt()
    }

    /// Adds what another cell has.
    pub fn join(&mut self, other: &Cell) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// The differences between searches of the midgame and between them and the end.
pub fn cells(measured: &[Measured]) -> [BTreeMap<Pair, Cell>; 2] {
    let [mut midgame, mut end] = [BTreeMap::new(), BTreeMap::new()];
    for_each_difference(measured, &mut |is_end, pair, difference| {
        let cells: &mut BTreeMap<Pair, Cell> = if is_end { &mut end } else { &mut midgame };
        cells.entry(pair).or_default().add(difference);
    });
    [midgame, end]
}

/// Every difference that the search could ask about: depths of the same parity, and the end with any depth.
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
