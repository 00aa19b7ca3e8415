//! What positions are looked up by.

use outflank_rules::{Color, Goal, Move, Position, Symmetry};

/// A position whichever way it is turned or mirrored, as a number of 63 bits, which SQLite can hold. It stands in files: a change of it is a new
/// form of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

/// The bits of a key.
const BITS: u32 = 63;

/// Keys are kept in so many heaps.
pub(super) const HEAPS: u64 = 1 << HEAP_BITS;
const HEAP_BITS: u32 = 10;

/// All that tells positions apart, but who is to move and what wins: playable squares, free ones, discs.
type Squares = [u64; 4];

impl Key {
    /// The key of a position.
    pub fn of(position: &Position) -> Key {
        Key::and_symmetry(position).0
    }

    /// The key, and how to turn the position so that it lies as all those of this key do.
    pub(super) fn and_symmetry(position: &Position) -> (Key, Symmetry) {
        let (squares, symmetry) = turned(position);
        let ground = position.ground();
        let (is_white, is_anti) = (position.turn() == Color::White, ground.goal() == Goal::Fewest);
        let rest = u64::from(is_white) | u64::from(is_anti) << 8 | u64::from(ground.size()) << 16;
        let mixed = squares.into_iter().chain([rest]).fold(0, mix);
        (Key(mixed >> (64 - BITS)), symmetry)
    }

    /// The number.
    pub fn number(self) -> u64 {
        self.0
    }

    pub(super) fn from_number(number: u64) -> Key {
        Key(number)
    }

    /// The heap that it is kept in: its first bits, so that each heap is a range.
    pub(super) fn heap(self) -> u64 {
        self.0 >> (BITS - HEAP_BITS)
    }
}

/// The first of the eight images of a position. Most boards are the same whichever way they lie, and only the discs must be turned.
fn turned(position: &Position) -> (Squares, Symmetry) {
    let ground = position.ground();
    let (size, free) = (ground.size(), position.free_squares());
    let is_even = ground.area() == ground.frame() && free.is_empty();
    let image = |symmetry: Symmetry| {
        let turn = |set| symmetry.bitboard(set, size).0;
        let (area, free) = if is_even { (ground.area().0, 0) } else { (turn(ground.area()), turn(free)) };
        ([area, free, turn(position.own()), turn(position.opp())], symmetry)
    };
    Symmetry::ALL.map(image).into_iter().min_by_key(|(squares, _)| *squares).expect("eight symmetries")
}

/// Splitmix64: every bit of both numbers moves every bit of the result.
fn mix(so_far: u64, word: u64) -> u64 {
    let mut mixed = (so_far ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Moves that are the same in a position which is its own mirror image: the one that stands for all, by name the last, since most games are
/// written down with f5 first, and the others.
pub(super) fn alike(position: &Position, mv: Move) -> (Move, Vec<Move>) {
    let Move::Place(square) = mv else { return (mv, Vec::new()) };
    let size = position.ground().size();
    let own = Symmetry::ALL.into_iter().filter(|&symmetry| position.transformed(symmetry) == *position);
    let mut moves: Vec<_> = own.map(|symmetry| symmetry.square(square, size)).collect();
    moves.sort_unstable_by_key(|square| (square.column(), square.row()));
    moves.dedup();
    let last = moves.pop().unwrap_or(square);
    (Move::Place(last), moves.into_iter().map(Move::Place).collect())
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Variant};
    use proptest::prelude::*;

    use super::*;

    fn after(line: &str) -> Position {
        let moves = line.as_bytes().chunks(2).map(|mv| str::from_utf8(mv).expect("ASCII").parse().expect("a move"));
        Game::replay(Variant::STANDARD.start(), moves).expect("legal").position()
    }

    #[test]
    fn keys_stand_in_files_and_stay_as_they_are() {
        let positions = [Variant::STANDARD.start(), after("f5d6c3d3c4"), Variant::SIX.start()];
        let keys = [1_363_959_034_091_342_977, 1_996_279_082_536_951_717, 2_089_655_621_717_759_970];
        assert_eq!(positions.map(|position| Key::of(&position).number()), keys);
    }

    #[test]
    fn boards_goals_and_turns_tell_positions_apart() {
        let start = Variant::STANDARD.start();
        let others =
            [Variant::ANTI.start(), Variant::OCTAGON.start(), Variant::SIX.start(), start.with_turn(!start.turn())];
        for other in others {
            assert_ne!(Key::of(&start), Key::of(&other), "{other}");
        }
        assert_eq!(Key::of(&start), Key::of(&Variant::MIRRORED.start()), "one is the other turned");
    }

    #[test]
    fn the_four_first_moves_are_one() {
        let start = Variant::STANDARD.start();
        for first in ["c4", "d3", "e6", "f5"] {
            let (one, others) = alike(&start, first.parse().expect("a move"));
            assert_eq!((one.to_string().as_str(), others.len()), ("f5", 3));
        }
        assert_eq!(alike(&after("f5"), "d6".parse().expect("a move")).1, []);
    }

    proptest! {
        #[test]
        fn images_have_one_key_and_lie_alike_when_turned(
            choices in proptest::collection::vec(any::<prop::sample::Index>(), 0..70),
            variant in proptest::sample::select(Variant::NAMED.to_vec()),
        ) {
            let mut position = variant.2.start();
            for choice in choices {
                let (key, symmetry) = Key::and_symmetry(&position);
                prop_assert!(key.heap() < HEAPS);
                for image in Symmetry::ALL.map(|symmetry| position.transformed(symmetry)) {
                    let (other, turn) = Key::and_symmetry(&image);
                    prop_assert_eq!(other, key);
                    let discs = |position: Position| (position.own(), position.opp(), position.free_squares());
                    prop_assert_eq!(discs(image.transformed(turn)), discs(position.transformed(symmetry)));
                }
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play_unchecked(moves[choice.index(moves.len())]);
            }
        }
    }
}
