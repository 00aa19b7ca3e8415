//! Variants: their codes, starts and peculiarities.

use outflank_rules::{BoardSpec, Color, FirstMover, Game, Goal, Move, Position, Symmetry, Variant, perft};
use proptest::{collection::vec, prelude::*, sample::select};

use crate::arbitrary;

#[test]
fn codes_round_trip_with_all_additions() {
    let firsts = [FirstMover::Fixed(Color::Black), FirstMover::Fixed(Color::White), FirstMover::Drawn];
    for (name, _, variant) in Variant::NAMED {
        assert_eq!(variant.to_string(), name);
        assert_eq!(variant.name(), Some(name));
        for changed in firsts
            .into_iter()
            .flat_map(|first| [Goal::Most, Goal::Fewest].map(|goal| variant.with_first(first).with_goal(goal)))
        {
            let code = changed.to_string();
            assert_eq!(code.parse(), Ok(changed), "{code}");
            assert_eq!(code.to_uppercase().parse(), Ok(changed), "{code}");
        }
    }
}

/// Cells of a drawing; the last one is playable so that the board has its size.
fn drawing() -> impl Strategy<Value = String> {
    select(vec![4usize, 6, 8]).prop_flat_map(|size| vec(select(vec!['X', 'O', '-', '?', '#']), size * size)).prop_map(
        |mut cells| {
            let size = cells.len().isqrt();
            *cells.last_mut().expect("at least 16 cells") = '-';
            let rows: Vec<String> = cells.chunks(size).map(|row| row.iter().collect()).collect();
            format!("={}", rows.join("/"))
        },
    )
}

proptest! {
    #[test]
    fn codes_of_drawings_round_trip(drawing in drawing(), addition in select(vec!["", "+anti", "+white-first", "+anti+random-first"])) {
        let code = drawing + addition;
        let variant: Variant = code.parse().unwrap();
        prop_assert_eq!(variant.to_string(), code);
    }

    #[test]
    fn the_variant_of_a_position_starts_from_it(position in arbitrary::position()) {
        let variant = Variant::from_position(&position);
        prop_assert_eq!(variant.to_string().parse(), Ok(variant));
        let start = variant.start();
        prop_assert_eq!(start.turn(), position.turn());
        prop_assert_eq!((start.own(), start.opp()), (position.own(), position.opp()));
        prop_assert_eq!(start.status(), position.status());
        if position.spec().free().is_empty() {
            prop_assert_eq!(start, position);
        }
    }

    #[test]
    fn no_code_panics(code in "[=XO?#/+a-z0-9é -]{0,40}") {
        let _ = code.parse::<Variant>();
    }
}

#[test]
fn wrong_codes_are_explained() {
    let message = |code: &str| code.parse::<Variant>().unwrap_err().to_string();
    assert!(message("stnadard").contains("the names are standard, mirrored"));
    assert!(message("six+fast").contains("\"fast\" is none of anti, black-first"));
    assert!(message("=---/---/---").contains("4, 6 or 8 rows"));
    assert!(message("=----/-ZX-/-XO-/----").contains("'z' is none of the cells"));
}

#[test]
fn a_board_keeps_the_size_at_which_it_is_drawn() {
    let code = "=######/######/##----/##-OX-/##-XO-/##----";
    let variant: Variant = code.parse().unwrap();
    assert_eq!((variant.spec().size(), variant.to_string()), (6, code.to_owned()));
    for symmetry in Symmetry::ALL {
        let turned = variant.start().transformed(symmetry);
        assert_eq!(turned.transformed(symmetry.inverse()), variant.start());
    }
}

#[test]
fn short_codes_stand_for_sizes() {
    for (code, size) in [("4", 4), ("6x6", 6), ("8", 8)] {
        assert_eq!(code.parse(), Ok(Variant::of_size(size)));
    }
}

#[test]
fn the_free_centre_is_filled_by_turns_without_flips() {
    let mut game = Game::new(Variant::FREE_CENTRE.start());
    for (mv, left) in [("d4", 3), ("e4", 2), ("d5", 1), ("e5", 0)] {
        let after = game.play(mv.parse().unwrap()).unwrap();
        assert_eq!((after.spec().centre() - after.occupied()).len(), left);
    }
    let position = game.position();
    assert_eq!(position.discs(Color::Black).to_string(), "d4 d5");
    assert_eq!(position.discs(Color::White).to_string(), "e4 e5");
    assert_eq!((position.turn(), position.legal().to_string()), (Color::Black, "f3 f4 f5 f6".to_owned()));
    assert_eq!(perft::count(&Variant::FREE_CENTRE.start(), 4), 24);
}

#[test]
fn handicaps_give_corners_and_the_first_move_to_white() {
    for (corners, squares) in [(1, "a1"), (2, "a1 h8"), (3, "a1 h1 h8"), (4, "a1 h1 a8 h8")] {
        let start = Variant::handicap(corners).start();
        let given = start.discs(Color::Black) - Variant::STANDARD.start().discs(Color::Black);
        assert_eq!(given.to_string(), squares);
        assert_eq!(start.turn(), Color::White);
        assert_eq!(start.discs(Color::White), Variant::STANDARD.start().discs(Color::White));
    }
    assert_eq!(Variant::handicap(0).start(), Variant::STANDARD.start().with_turn(Color::White));
}

#[test]
fn the_octagon_has_52_squares_and_no_move_in_its_corners() {
    let spec = Variant::OCTAGON.spec();
    assert_eq!(spec.area().len(), 52);
    assert_eq!((spec.size(), spec.frame()), (8, BoardSpec::STANDARD.area()));
    assert_eq!((spec.frame() - spec.area()).to_string(), "a1 b1 g1 h1 a2 h2 a7 h7 a8 b8 g8 h8");
}

#[test]
fn the_mirrored_start_has_black_on_the_main_diagonal() {
    let start = Variant::MIRRORED.start();
    assert_eq!(start.discs(Color::Black).to_string(), "d4 e5");
    assert_eq!(start.legal().to_string(), "e3 f4 c5 d6");
}

#[test]
fn a_drawn_first_mover_is_either_side_and_depends_on_the_seed_alone() {
    let variant = Variant::STANDARD.with_first(FirstMover::Drawn);
    let black = (0..1000).filter(|&seed| variant.start_from_seed(seed).turn() == Color::Black).count();
    assert!((400..600).contains(&black), "black begins in {black} of 1000 games");
    assert_eq!(variant.start_from_seed(7), variant.start_from_seed(7));
    let standard = |seed| Variant::STANDARD.start_from_seed(seed).turn();
    assert!((0..100).all(|seed| standard(seed) == Color::Black));
}

/// Every move that [`Position::play`] does not refuse, tried one by one.
fn slow_count(position: &Position, depth: u32) -> u64 {
    if depth == 0 || position.is_over() {
        return 1;
    }
    let squares = position.spec().frame().into_iter().map(Move::Place);
    squares.chain([Move::Pass]).filter_map(|mv| position.play(mv).ok()).map(|next| slow_count(&next, depth - 1)).sum()
}

#[test]
fn perft_through_play_equals_perft_in_every_variant() {
    for (name, _, variant) in Variant::NAMED {
        let start = variant.start();
        for depth in 0..=5 {
            assert_eq!(slow_count(&start, depth), perft::count(&start, depth), "{name} depth {depth}");
        }
        let divided: u64 = perft::divide(&start, 5).iter().map(|(_, count)| count).sum();
        assert_eq!(divided, perft::count(&start, 5), "{name}");
    }
    assert_eq!(slow_count(&Variant::TINY.start(), 100), 60_060);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn perft_through_play_equals_perft_on_any_board(position in arbitrary::position()) {
        for depth in 0..=3 {
            prop_assert_eq!(slow_count(&position, depth), perft::count(&position, depth));
        }
    }
}

#[test]
fn codes_of_every_kind_are_padded() {
    for code in ["standard", "six+anti", "tiny+white-first", "=X---/-XO-/-OX-/----"] {
        let variant: Variant = code.parse().unwrap();
        assert_eq!(format!("{variant:>30}|"), format!("{code:>30}|"));
    }
}
