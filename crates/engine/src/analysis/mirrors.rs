//! Positions that mirror each other are worth the same: one of them is searched.

use std::collections::HashMap;

use outflank_rules::{Position, Symmetry};

use super::valuer::Valued;

/// Values of positions by their canonical form, with the symmetry that leads there.
#[derive(Default)]
pub(super) struct Mirrors(HashMap<Position, (Symmetry, Valued)>);

impl Mirrors {
    pub(super) fn enter(&mut self, position: &Position, valued: &Valued) {
        let (canonical, symmetry) = position.canonical();
        self.0.insert(canonical, (symmetry, valued.clone()));
    }

    /// The value of a position that mirrors an entered one, its line turned accordingly. No nodes were searched for it.
    pub(super) fn value(&self, position: &Position) -> Option<Valued> {
        let (canonical, symmetry) = position.canonical();
        let (entered, valued) = self.0.get(&canonical)?;
        let size = position.ground().size();
        let line = valued.line.iter().map(|&mv| symmetry.inverse().mv(entered.mv(mv, size), size)).collect();
        Some(Valued { line, nodes: 0, ..valued.clone() })
    }
}
