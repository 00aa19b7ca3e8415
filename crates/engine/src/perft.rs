//! Counts all lines of play with the kernels: a test of the kernels on millions of boards, and a
//! measure of their speed.

use outflank_rules::Position;

use crate::Board;
use crate::kernel::{AnyCpu, Cpu, per_cpu, with_cpu};

/// Counts the lines of `depth` plies as [`outflank_rules::perft::count`] does: a forced pass is one
/// ply, and a game that ends earlier is one leaf.
///
/// ```
/// use outflank_rules::Variant;
///
/// assert_eq!(outflank_engine::perft(&Variant::STANDARD.start(), 5), 1396);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.free_squares().is_empty() {
        let board = Board { own: position.own().0, opp: position.opp().0 };
        let area = position.spec().area().0;
        return with_cpu!(AnyCpu::in_use(), |cpu| lines(cpu, board, area, depth));
    }
    position.moves().into_iter().map(|mv| perft(&position.play_unchecked(mv), depth - 1)).sum()
}

per_cpu! {
    /// Counts lines of at least one ply. The last ply is counted, not played.
    #[cpu(C = cpu)]
    fn lines<C: Cpu>(cpu: C, board: Board, area: u64, depth: u32) -> u64 {
        let mut legal = cpu.legal(board.own, board.opp) & area;
        if legal == 0 {
            let is_over = cpu.legal(board.opp, board.own) & area == 0;
            return if is_over || depth == 1 { 1 } else { lines(cpu, board.passed(), area, depth - 1) };
        }
        if depth == 1 {
            return u64::from(legal.count_ones());
        }
        let mut total = 0;
        while legal != 0 {
            let square = legal.trailing_zeros();
            legal &= legal - 1;
            let next = board.after(square, cpu.flips(square, board.own, board.opp));
            total += match depth {
                // A side without a move has one line: its pass, or the end of the game.
                2 => u64::from((cpu.legal(next.own, next.opp) & area).count_ones()).max(1),
                _ => lines(cpu, next, area, depth - 1),
            };
        }
        total
    }
}
