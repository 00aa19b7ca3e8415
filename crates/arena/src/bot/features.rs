//! Features of squares, for boards of any shape.

use outflank_rules::{Bitboard, BoardSpec, Direction, Goal, Square};

/// The four lines through a square, each given by one of its two directions.
const LINES: [Direction; 4] = [Direction::East, Direction::South, Direction::SouthEast, Direction::SouthWest];

/// The squares whose discs can never be flipped. A flip needs a neighbor on both sides along one of
/// the four lines through a square, and a corner has no such line. On boards with holes this finds
/// the corners too.
pub(super) fn corners(spec: BoardSpec) -> Bitboard {
    spec.area().into_iter().filter(|&square| open_lines(spec, square) == 0).collect()
}

/// Squares along the border: a disc there can be flipped along one line only.
fn edges(spec: BoardSpec) -> Bitboard {
    spec.area().into_iter().filter(|&square| open_lines(spec, square) == 1).collect()
}

/// The number of lines along which a disc on this square can be flipped.
fn open_lines(spec: BoardSpec, square: Square) -> usize {
    let is_board = |direction: Direction| {
        let (columns, rows) = direction.step();
        square.offset(columns, rows).is_some_and(|next| spec.contains(next))
    };
    LINES.into_iter().filter(|&line| is_board(line) && is_board(line.opposite())).count()
}

/// The weight of a disc on each square, by square index.
///
/// A corner weighs most. The squares next to it are bad because they give it away; the diagonal one
/// is worst. Edges are good, the rest hardly matters. In the anti game all signs are reversed.
pub(super) fn weights(spec: BoardSpec) -> [i32; 64] {
    let (corners, edges) = (corners(spec), edges(spec));
    let beside = corners.dilated() & spec.area();
    let sign = if spec.goal() == Goal::Fewest { -1 } else { 1 };
    let weight = |square| match square {
        _ if corners.contains(square) => 100,
        _ if beside.contains(square) && edges.contains(square) => -20,
        _ if beside.contains(square) => -40,
        _ if edges.contains(square) => 10,
        _ => 1,
    };
    let mut table = [0; 64];
    for square in spec.area() {
        table[square.index()] = sign * weight(square);
    }
    table
}

/// The sum of the weights of these squares.
pub(super) fn total(weights: &[i32; 64], squares: Bitboard) -> i32 {
    squares.into_iter().map(|square| weights[square.index()]).sum()
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    #[test]
    fn corners_are_found_on_every_board() {
        let of = |variant: Variant| corners(variant.spec()).to_string();
        assert_eq!(of(Variant::STANDARD), "a1 h1 a8 h8");
        assert_eq!(of(Variant::SIX), "a1 f1 a6 f6");
        assert_eq!(of(Variant::TINY), "a1 d1 a4 d4");
        assert_eq!(of(Variant::OCTAGON), "c1 f1 a3 h3 a6 h6 c8 f8");
    }

    #[test]
    fn the_usual_board_has_the_usual_weights() {
        let weights = weights(BoardSpec::STANDARD);
        assert_eq!(weights[..8], [100, -20, 10, 10, 10, 10, -20, 100]);
        assert_eq!(weights[8..16], [-20, -40, 1, 1, 1, 1, -40, -20]);
        assert_eq!(total(&weights, Bitboard::ALL), 4 * 100 - 8 * 20 - 4 * 40 + 16 * 10 + 32);
    }

    #[test]
    fn in_the_anti_game_a_corner_is_worst() {
        let weights = weights(Variant::ANTI.spec());
        assert_eq!((weights[0], weights[9]), (-100, 40));
    }
}
