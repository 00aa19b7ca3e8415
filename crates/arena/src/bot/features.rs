//! What makes a square good or bad, on any board.

use outflank_rules::{Bitboard, Direction, Goal, Ground, Square};

/// The four lines through a square, by the direction in which each leads one way.
const LINES: [Direction; 4] = [Direction::East, Direction::South, Direction::SouthEast, Direction::SouthWest];

/// The squares whose disc nobody can ever flip. To be flipped, a disc needs a neighbour on both sides on one of the four lines
/// through it; in a corner there is no such line. On a board with holes this finds its corners too.
pub(super) fn corners(ground: Ground) -> Bitboard {
    ground.area().into_iter().filter(|&square| open_lines(ground, square) == 0).collect()
}

/// The squares along the border: a disc there can be flipped on one line only.
fn edges(ground: Ground) -> Bitboard {
    ground.area().into_iter().filter(|&square| open_lines(ground, square) == 1).collect()
}

/// On how many lines can a disc on this square be flipped?
fn open_lines(ground: Ground, square: Square) -> usize {
    let is_board = |direction: Direction| {
        let (columns, rows) = direction.step();
        square.offset(columns, rows).is_some_and(|next| ground.contains(next))
    };
    LINES.into_iter().filter(|&line| is_board(line) && is_board(line.opposite())).count()
}

/// What a disc on a square is worth, for each square by its index.
///
/// A corner is worth most. The squares beside it are bad, as they give it away, and the one diagonally inside is worst. Edges are good,
/// the rest hardly matters. Where fewest discs win all of it is the other way round.
pub(super) fn weights(ground: Ground) -> [i32; 64] {
    let (corners, edges) = (corners(ground), edges(ground));
    let beside = corners.dilated() & ground.area();
    let sign = if ground.goal() == Goal::Fewest { -1 } else { 1 };
    let weight = |square| match square {
        _ if corners.contains(square) => 100,
        _ if beside.contains(square) && edges.contains(square) => -20,
        _ if beside.contains(square) => -40,
        _ if edges.contains(square) => 10,
        _ => 1,
    };
    let mut table = [0; 64];
    for square in ground.area() {
        table[square.index()] = sign * weight(square);
    }
    table
}

/// The weights of these squares together.
pub(super) fn total(weights: &[i32; 64], squares: Bitboard) -> i32 {
    squares.into_iter().map(|square| weights[square.index()]).sum()
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    #[test]
    fn corners_are_found_on_every_board() {
        let of = |variant: Variant| corners(variant.ground()).to_string();
        assert_eq!(of(Variant::STANDARD), "a1 h1 a8 h8");
        assert_eq!(of(Variant::SIX), "a1 f1 a6 f6");
        assert_eq!(of(Variant::TINY), "a1 d1 a4 d4");
        assert_eq!(of(Variant::OCTAGON), "c1 f1 a3 h3 a6 h6 c8 f8");
    }

    #[test]
    fn the_usual_board_has_the_usual_weights() {
        let weights = weights(Ground::STANDARD);
        assert_eq!(weights[..8], [100, -20, 10, 10, 10, 10, -20, 100]);
        assert_eq!(weights[8..16], [-20, -40, 1, 1, 1, 1, -40, -20]);
        assert_eq!(total(&weights, Bitboard::ALL), 4 * 100 - 8 * 20 - 4 * 40 + 16 * 10 + 32);
    }

    #[test]
    fn where_fewest_win_a_corner_is_worst() {
        let weights = weights(Variant::ANTI.ground());
        assert_eq!((weights[0], weights[9]), (-100, 40));
    }
}
