//! Which parameters of a layout a board adds up, fast enough for millions of boards.

use outflank_engine::{
    Board,
    eval::{Features, LANES, Layout, MOBILITIES},
};

/// The parameters that belong to no pattern, by what chooses among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// Moves of the side to move.
    pub own_moves: u8,
    /// Moves of the other side.
    pub opp_moves: u8,
    /// Class of the quadrants' parities.
    pub parity: u8,
}

/// A layout flattened for fitting: each lane's states have a piece of one long map that leads to parameters.
#[derive(Debug)]
pub struct Terms {
    starts: Vec<usize>,
    map: Vec<u32>,
    extras_at: u32,
    parities: u32,
}

impl Terms {
    /// Flattens a layout.
    pub fn of(layout: &Layout) -> Terms {
        let (mut map, mut pieces, mut at) = (Vec::new(), Vec::new(), 0);
        for pattern in layout.patterns() {
            pieces.push(map.len());
            map.extend(pattern.classes().iter().map(|&class| at + u32::from(class)));
            at += pattern.samples().len() as u32;
        }
        let starts = layout.lanes().iter().map(|lane| pieces[lane.pattern]).collect();
        let parities = layout.parameters() as u32 - at - 2 * MOBILITIES as u32 - 1;
        Terms { starts, map, extras_at: at, parities }
    }

    /// Where each lane's states begin in the map.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The parameter of each state of each pattern.
    pub fn map(&self) -> &[u32] {
        &self.map
    }

    /// Where the parameters of own mobility, opposing mobility, parity and the one for all boards begin.
    pub fn extras_at(&self) -> [u32; 4] {
        let moves = MOBILITIES as u32;
        [0, moves, 2 * moves, 2 * moves + self.parities].map(|offset| self.extras_at + offset)
    }

    /// How many parameters a board adds up.
    pub fn len(&self) -> usize {
        self.starts.len() + 4
    }

    /// Never: there is always the parameter for all boards.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// What chooses among the parameters outside patterns.
    pub fn extras(&self, layout: &Layout, board: Board) -> Extras {
        let [own, opp, parity, _] = layout.extras(board);
        let [own_at, opp_at, parity_at, _] = self.extras_at();
        Extras { own_moves: (own - own_at) as u8, opp_moves: (opp - opp_at) as u8, parity: (parity - parity_at) as u8 }
    }

    /// The parameters that a board adds up; `out` has room for [`Terms::len`] of them.
    pub fn write(&self, layout: &Layout, board: Board, extras: Extras, out: &mut [u32]) {
        let features = Features::of(layout, board);
        let states: &[u16; LANES] = features.states();
        for ((term, &start), &state) in out.iter_mut().zip(&self.starts).zip(states) {
            *term = self.map[start + usize::from(state)];
        }
        let chosen = [extras.own_moves, extras.opp_moves, extras.parity, 0];
        for ((term, at), chosen) in out[self.starts.len()..].iter_mut().zip(self.extras_at()).zip(chosen) {
            *term = at + u32::from(chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, play::Style, play::plain::Plain};

    #[test]
    fn terms_are_the_active_parameters_of_the_layout() {
        for (kind, layout) in Kind::ALL.map(|kind| (kind, kind.layout())) {
            let terms = Terms::of(&layout);
            let style = Style { kind, seed: 1, opening: (60, 60), noise: 0.0 };
            let game = style.play(0, &mut Plain { depth: 1, exact_from: 0 });
            for step in game.replay(kind).unwrap().steps {
                let board = Board { own: step.position.own().0, opp: step.position.opp().0 };
                let mut found = vec![0; terms.len()];
                terms.write(&layout, board, terms.extras(&layout, board), &mut found);
                assert_eq!(found, layout.active(board));
            }
        }
    }
}
