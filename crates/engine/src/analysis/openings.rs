//! Openings whose first discs go freely on the centre: the few ways to fill it are tried, and what remains is searched.

use std::collections::HashMap;

use outflank_rules::{Move, Position, Symmetry};

use super::passes::Pass;
use super::valuer::{Valued, Valuer};

/// Values of positions with free squares and of those they lead to, by canonical form: most of them are mirror images.
#[derive(Default)]
pub(super) struct Openings(HashMap<Position, Valued>);

impl Valuer<'_> {
    /// The value of a position of a game with free squares, by search once they are filled.
    pub(super) fn opening_value(&mut self, position: &Position, pass: Pass) -> Option<Valued> {
        let (canonical, symmetry) = position.canonical();
        if !self.openings.0.contains_key(&canonical) {
            let valued = self.best_placement(&canonical, pass)?;
            self.openings.0.insert(canonical, valued);
        }
        let known = self.openings.0.get(&canonical)?;
        Some(Valued { line: turned(&known.line, symmetry.inverse(), position), ..known.clone() })
    }

    fn best_placement(&mut self, position: &Position, pass: Pass) -> Option<Valued> {
        if position.free_squares().is_empty() {
            return self.search(position, pass);
        }
        let mut best: Option<Valued> = None;
        for mv in position.moves() {
            let after = self.opening_value(&position.play_unchecked(mv), pass.after(mv))?;
            if best.as_ref().is_none_or(|best| -after.value > best.value) {
                let line = std::iter::once(mv).chain(after.line).collect();
                best = Some(Valued { value: -after.value, depth: after.depth + 1, line, ..after });
            }
        }
        best
    }
}

fn turned(line: &[Move], symmetry: Symmetry, position: &Position) -> Vec<Move> {
    line.iter().map(|mv| symmetry.mv(*mv, position.ground().size())).collect()
}
