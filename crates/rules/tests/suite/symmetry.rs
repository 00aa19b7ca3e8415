//! The laws of turning and mirroring.

use outflank_rules::{Bitboard, Symmetry, Variant};
use proptest::{prelude::*, sample::select};

use crate::arbitrary;

fn symmetry() -> impl Strategy<Value = Symmetry> {
    select(Symmetry::ALL.to_vec())
}

proptest! {
    #[test]
    fn the_inverse_undoes(position in arbitrary::position(), symmetry in symmetry()) {
        prop_assert_eq!(position.transformed(symmetry).transformed(symmetry.inverse()), position);
    }

    #[test]
    fn sets_go_where_their_squares_go(set in any::<u64>(), size in select(vec![4u8, 6, 8]), symmetry in symmetry()) {
        let set = Bitboard(set) & outflank_rules::BoardSpec::square(size).area();
        let squares: Bitboard = set.into_iter().map(|square| symmetry.square(square, size)).collect();
        prop_assert_eq!(symmetry.bitboard(set, size), squares);
    }

    #[test]
    fn all_eight_images_have_one_canonical_form(position in arbitrary::position()) {
        let (canonical, to_canonical) = position.canonical();
        prop_assert_eq!(position.transformed(to_canonical), canonical);
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(position.transformed(symmetry).canonical().0, canonical);
        }
    }

    #[test]
    fn play_and_symmetry_commute(position in arbitrary::position(), symmetry in symmetry()) {
        let size = position.spec().size();
        let image = position.transformed(symmetry);
        prop_assert_eq!(image.legal(), symmetry.bitboard(position.legal(), size));
        for mv in position.moves() {
            let after = position.play(mv).unwrap().transformed(symmetry);
            prop_assert_eq!(image.play(symmetry.mv(mv, size)).unwrap(), after);
        }
    }
}

#[test]
fn the_symmetries_are_eight_different_ones() {
    let b1 = "b1".parse().unwrap();
    let images: Bitboard = Symmetry::ALL.into_iter().map(|symmetry| symmetry.square(b1, 8)).collect();
    assert_eq!(images.to_string(), "b1 g1 a2 h2 a7 h7 b8 g8");
}

#[test]
fn four_symmetries_keep_the_standard_start() {
    let start = Variant::STANDARD.start();
    let keeping = Symmetry::ALL.into_iter().filter(|&symmetry| start.transformed(symmetry) == start);
    assert_eq!(keeping.count(), 4);
}

#[test]
fn free_squares_count_in_the_canonical_form() {
    let variant: Variant = "=?---/----/----/----".parse().unwrap();
    let start = variant.start();
    for symmetry in Symmetry::ALL {
        assert_eq!(start.transformed(symmetry).canonical().0, start.canonical().0);
    }
}
