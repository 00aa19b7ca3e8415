//! Finds the parameters of a layout that a board adds up, fast enough for millions of boards.

use outflank_engine::{
    Board,
    eval::{Layout, MOBILITIES},
};

/// The values that select the parameters outside patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// Moves of the side to move.
    pub own_moves: u8,
    /// Moves of the other side.
    pub opp_moves: u8,
    /// The class of the parities of the quadrants.
    pub parity: u8,
}

/// A layout flattened for fitting: one long map from the states of all lanes to parameters.
#[derive(Debug)]
pub struct FlatLayout {
    starts: Vec<usize>,
    map: Vec<u32>,
    extras_at: u32,
    parities: u32,
}

impl FlatLayout {
    /// Flattens a layout.
    pub fn of(layout: &Layout) -> FlatLayout {
        let (mut map, mut pieces, mut at) = (Vec::new(), Vec::new(), 0);
        for pattern in layout.patterns() {
            pieces.push(map.len());
            map.extend(pattern.classes().iter().map(|&class| at + u32::from(class)));
            at += pattern.samples().len() as u32;
        }
        let starts = layout.lanes().iter().map(|lane| pieces[lane.pattern]).collect();
        let parities = layout.parameters() as u32 - at - 2 * MOBILITIES as u32 - 1;
        FlatLayout { starts, map, extras_at: at, parities }
    }

    /// The first index of each lane in the map.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The parameter of each state of each pattern.
    pub fn map(&self) -> &[u32] {
        &self.map
    }

    /// The first parameters of own mobility, opposing mobility, parity and the constant.
    pub fn extras_at(&self) -> [u32; 4] {
        let moves = MOBILITIES as u32;
        [0, moves, 2 * moves, 2 * moves + self.parities].map(|offset| self.extras_at + offset)
    }

    /// The number of parameters that a board adds up.
    pub fn len(&self) -> usize {
        self.starts.len() + 4
    }

    /// Always false, because every board uses the constant.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Computes the mobilities and the parity of a board, which select its parameters outside
    /// patterns.
    pub fn extras(&self, layout: &Layout, board: Board) -> Extras {
        let [own, opp, parity, _] = layout.extras(board);
        let [own_at, opp_at, parity_at, _] = self.extras_at();
        Extras { own_moves: (own - own_at) as u8, opp_moves: (opp - opp_at) as u8, parity: (parity - parity_at) as u8 }
    }

    /// Writes the parameters that a board adds up to `out`, whose length is [`FlatLayout::len`].
    pub fn write(&self, layout: &Layout, board: Board, extras: Extras, out: &mut [u32]) {
        for ((term, &start), state) in out.iter_mut().zip(&self.starts).zip(layout.states(board)) {
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
    use crate::{BoardKind, play::Style, play::plain::Plain};

    #[test]
    fn terms_are_the_active_parameters_of_the_layout() {
        for (kind, layout) in BoardKind::ALL.map(|kind| (kind, kind.layout())) {
            let terms = FlatLayout::of(&layout);
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
