//! The position in the search: two sets of discs, those of the side to move first.

use crate::kernel::{AnyCpu, Cpu, per_cpu, with_cpu};

/// The discs of the side to move and of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Discs of the side to move.
    pub own: u64,
    /// Discs of the other side.
    pub opp: u64,
}

impl Board {
    /// Returns the squares where the mover outflanks discs. The caller masks them by the area.
    #[inline(always)]
    pub fn legal(self) -> u64 {
        with_cpu!(AnyCpu::in_use(), |cpu| legal(cpu, self))
    }

    /// Returns the discs that the mover flips with a disc on the square (0 to 63), none if the move
    /// is illegal.
    #[inline(always)]
    pub fn flips(self, square: u32) -> u64 {
        with_cpu!(AnyCpu::in_use(), |cpu| flips(cpu, self, square))
    }

    /// Returns the number of discs that the last disc of the game flips, on a square of the
    /// otherwise full 8x8 board.
    #[inline(always)]
    pub fn last_flips(self, square: u32) -> u32 {
        with_cpu!(AnyCpu::in_use(), |cpu| last_flips(cpu, self, square))
    }

    /// Returns discs of the mover that can never be flipped: a subset that is cheap to find.
    /// `walls` are the squares outside the area.
    #[inline(always)]
    pub fn stable(self, walls: u64) -> u64 {
        with_cpu!(AnyCpu::in_use(), |cpu| stable(cpu, self, walls))
    }

    /// Returns the board after a disc on the square flipped these discs, from the view of the other
    /// side.
    #[inline(always)]
    #[must_use]
    pub fn after(self, square: u32, flips: u64) -> Board {
        Board { own: self.opp ^ flips, opp: self.own ^ flips | 1 << square }
    }

    /// Returns the board with the other side to move.
    #[inline(always)]
    #[must_use]
    pub fn passed(self) -> Board {
        Board { own: self.opp, opp: self.own }
    }
}

/// Writes the legal squares of many boards, faster than [`Board::legal`] for each. `area` are the
/// playable squares.
///
/// ```
/// use outflank_rules::Variant;
///
/// let start = Variant::STANDARD.start();
/// let mut legal = [0; 2];
/// outflank_engine::legal_many(&[start.own().0; 2], &[start.opp().0; 2], !0, &mut legal);
/// assert_eq!(legal, [start.legal().0; 2]);
/// ```
///
/// # Panics
///
/// Panics if the slices differ in length.
pub fn legal_many(own: &[u64], opp: &[u64], area: u64, legal: &mut [u64]) {
    assert!(own.len() == opp.len() && own.len() == legal.len(), "one board per element");
    with_cpu!(AnyCpu::in_use(), |cpu| write_legal(cpu, own, opp, area, legal));
}

// The callers are compiled for any CPU. Inlined there, each instruction of a kernel would be a call.

per_cpu! {
    #[cpu(C = cpu)]
    fn legal<C: Cpu>(cpu: C, board: Board) -> u64 {
        cpu.legal(board.own, board.opp)
    }
}

per_cpu! {
    #[cpu(C = cpu)]
    fn flips<C: Cpu>(cpu: C, board: Board, square: u32) -> u64 {
        cpu.flips(square, board.own, board.opp)
    }
}

per_cpu! {
    #[cpu(C = cpu)]
    fn last_flips<C: Cpu>(cpu: C, board: Board, square: u32) -> u32 {
        cpu.last_flips(square, board.own)
    }
}

per_cpu! {
    #[cpu(C = cpu)]
    fn stable<C: Cpu>(cpu: C, board: Board, walls: u64) -> u64 {
        cpu.stable(board.own, board.opp, walls)
    }
}

per_cpu! {
    #[cpu(C = cpu)]
    fn write_legal<C: Cpu>(cpu: C, own: &[u64], opp: &[u64], area: u64, legal: &mut [u64]) {
        for ((legal, &own), &opp) in legal.iter_mut().zip(own).zip(opp) {
            *legal = cpu.legal(own, opp) & area;
        }
    }
}
