//! Which states can arise: no wrong answer, ever.

use std::collections::HashSet;

use outflank_rules::{
    Bitboard, BoardSpec, Color, FirstMover, Game, Move, Position, Setup, Square, Symmetry, Variant, bitboard, notation,
    reach::{Budget, Reachability, Reason, judge},
};
use proptest::prelude::*;

use crate::corpora;

/// Enough for what the tests ask, and quick.
const SMALL: Budget = Budget { forward: 50_000, backward: 2_000 };

fn judge_standard(setup: &Setup, budget: Budget) -> Reachability {
    judge(setup, &Variant::STANDARD, budget)
}

fn reasons(text: &str, variant: &Variant) -> Vec<String> {
    let setup = text.parse::<Setup>().expect("a board");
    match judge(&setup, variant, Budget::default()) {
        Reachability::Impossible(reasons) => reasons.iter().map(Reason::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

/// A verdict of possible must come with a game that ends in the setup asked about.
fn assert_witness(game: &Game, setup: &Setup) {
    let end = Setup::from(game.position());
    assert_eq!((end.black, end.white), (setup.black, setup.white));
    assert!(end.turn == setup.turn || game.is_over());
}

/// Plays from the start of a variant as the numbers say, for as many plies as there are numbers.
fn play(variant: &Variant, choices: &[u16]) -> Game {
    let mut game = Game::new(variant.start());
    for &choice in choices {
        let moves = game.position().moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(choice) % moves.len()]).expect("a listed move");
    }
    game
}

/// A board of the collections under reachability/: 64 cells, X to move. X may be either color, and
/// one board is kept of each class of eight symmetries, so a board may be mirrored against the
/// standard start.
fn board(line: &str) -> Setup {
    let of = |symbol| -> Bitboard {
        Square::all().zip(line.chars()).filter(|&(_, c)| c == symbol).map(|(s, _)| s).collect()
    };
    Setup { black: of('X'), white: of('O'), turn: Color::Black, spec: BoardSpec::STANDARD }
}

/// Refuted, proven possible, undecided.
fn tally(name: &str, budget: Budget) -> Option<[usize; 3]> {
    let mut tally = [0; 3];
    for line in corpora::text(&format!("reachability/{name}.txt"))?.lines() {
        let setup = board(line);
        match judge_standard(&setup, budget) {
            Reachability::Impossible(_) => tally[0] += 1,
            Reachability::Possible(game) => {
                assert_witness(&game, &setup);
                tally[1] += 1;
            }
            Reachability::Undecided { .. } => tally[2] += 1,
        }
    }
    Some(tally)
}

/// The label of this file is no proof: the search behind it never replayed its moves, and at least
/// 53 of the 291 boards of its source have no way back to any start. So the test asks no verdict of
/// a board, only that mirror images get the same one.
#[test]
fn reachable_boards_are_judged_alike_in_every_orientation() {
    let Some(text) = corpora::text("reachability/reachable_proven.txt") else { return };
    let mut refuted = 0;
    for line in text.lines() {
        let x_is_black = board(line);
        let x_is_white = Setup { black: x_is_black.white, white: x_is_black.black, turn: Color::White, ..x_is_black };
        let refutes = |setup: &Setup, variant: &Variant| match judge(setup, variant, Budget::NO_SEARCH) {
            Reachability::Possible(game) => panic!("{line} without a search: {game:?}"),
            verdict => matches!(verdict, Reachability::Impossible(_)),
        };
        let mut is_refuted = true;
        for setup in [x_is_black, x_is_white] {
            let position = setup.validate().expect("a cell has one disc");
            for start in [Variant::STANDARD, Variant::MIRRORED].map(|variant| variant.start()) {
                let verdicts = Symmetry::ALL.map(|symmetry| {
                    let variant = Variant::from_position(&start.transformed(symmetry));
                    refutes(&position.transformed(symmetry).into(), &variant)
                });
                assert_eq!(verdicts, [verdicts[0]; 8], "{line}");
                is_refuted &= verdicts[0];
            }
        }
        refuted += usize::from(is_refuted);
    }
    eprintln!("reachable_proven: {refuted} cannot arise from any start");
}

#[test]
fn disconnected_positions_of_the_collection_are_all_refuted() {
    let Some(tally) = tally("unreachable_disconnected", Budget::NO_SEARCH) else { return };
    assert_eq!(tally, [1000, 0, 0]);
}

#[test]
fn positions_with_inconsistent_flips_are_all_refuted() {
    let Some(tally) = tally("unreachable_by_flip_consistency", Budget::NO_SEARCH) else { return };
    assert_eq!(tally, [1000, 0, 0]);
}

#[test]
fn unreachable_positions_of_the_collection_are_never_called_possible() {
    for name in ["unreachable_by_lp", "unreachable_by_sat", "unreachable_by_search"] {
        let budget = Budget { forward: 1_000, backward: 100 };
        let Some([refuted, possible, undecided]) = tally(name, budget) else { return };
        assert_eq!(possible, 0, "{name}");
        eprintln!("{name}: {refuted} refuted, {undecided} undecided");
    }
}

#[test]
fn positions_with_34_moves_are_never_called_possible() {
    let Some(text) = corpora::text("extremes/mobility34_unreachable_positions.txt") else { return };
    for line in text.lines() {
        let verdict = judge_standard(&board(line), Budget { forward: 1_000, backward: 20 });
        assert!(!matches!(verdict, Reachability::Possible(_)), "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The conditions may refute nothing that play reaches, on any board.
    #[test]
    fn played_positions_are_never_refuted(choices: Vec<u16>, named in 0..Variant::NAMED.len()) {
        let (_, _, variant) = Variant::NAMED[named];
        let setup = Setup::from(play(&variant, &choices).position());
        let verdict = judge(&setup, &variant, Budget { forward: 2_000, backward: 50 });
        prop_assert!(!matches!(verdict, Reachability::Impossible(_)), "{:?}", verdict);
        if let Reachability::Possible(game) = verdict {
            assert_witness(&game, &setup);
        }
    }

    /// What play reaches within 12 moves is proven, on any board.
    #[test]
    fn positions_after_a_few_moves_are_proven(
        choices in prop::collection::vec(any::<u16>(), 0..=12),
        named in 0..Variant::NAMED.len(),
    ) {
        let (_, _, variant) = Variant::NAMED[named];
        let setup = Setup::from(play(&variant, &choices).position());
        let Reachability::Possible(game) = judge(&setup, &variant, Budget::default()) else {
            panic!("not proven:\n{setup:?}");
        };
        assert_witness(&game, &setup);
    }

    /// Random discs: whatever is called possible comes with its game, and nothing panics.
    #[test]
    fn random_discs_get_an_answer(black: u64, white: u64, mask: u64, size in prop::sample::select(vec![4u8, 6, 8])) {
        let area = BoardSpec::square(size).area();
        let setup = Setup {
            black: Bitboard(black & mask) & area,
            white: Bitboard(white & mask & !black) & area,
            turn: Color::Black,
            spec: BoardSpec::square(size),
        };
        if let Reachability::Possible(game) = judge(&setup, &Variant::of_size(size), SMALL) {
            assert_witness(&game, &setup);
        }
    }
}

/// The 4x4 board, where playing all games tells which states can arise: 62,789 do.
#[test]
fn on_4x4_no_answer_is_wrong_and_none_is_missing() {
    let reachable = all_states(Variant::TINY.start(), 12);
    assert_eq!(reachable.len(), 62_789);
    for position in reachable.iter().step_by(61) {
        assert_judged_rightly(&Setup::from(*position), &reachable);
    }
    let mut random = 1u64;
    for _ in 0..3_000 {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        assert_judged_rightly(&tiny_board(random ^ random >> 29), &reachable);
    }
}

/// A board of 4x4 made of random bits: about two squares in three hold a disc.
fn tiny_board(bits: u64) -> Setup {
    let spread = |bits: u64| (0..4).fold(0, |set, row| set | (bits >> (4 * row) & 15) << (8 * row));
    let occupied = spread(bits) | spread(bits >> 16) & spread(bits >> 8) | BoardSpec::square(4).centre().0;
    let black = spread(bits >> 32) & occupied;
    let turn = if bits >> 60 & 1 == 0 { Color::Black } else { Color::White };
    Setup { black: Bitboard(black), white: Bitboard(occupied & !black), turn, spec: BoardSpec::square(4) }
}

fn assert_judged_rightly(setup: &Setup, reachable: &HashSet<Position>) {
    let position = setup.validate().expect("disjoint discs on the board");
    let can_arise = reachable.contains(&position)
        || position.is_over() && reachable.contains(&position.with_turn(!position.turn()));
    match judge(setup, &Variant::TINY, Budget::default()) {
        Reachability::Possible(game) => {
            assert_witness(&game, setup);
            assert!(can_arise, "{position}");
        }
        Reachability::Impossible(reasons) => assert!(!can_arise, "{position}\n{reasons:?}"),
        Reachability::Undecided { .. } => panic!("undecided:\n{position}"),
    }
}

/// All states up to this many placed discs.
fn all_states(start: Position, placed: u32) -> HashSet<Position> {
    let mut states = HashSet::from([start]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        for mv in position.moves() {
            let next = position.play_unchecked(mv);
            if next.occupied().len() <= start.occupied().len() + placed && states.insert(next) {
                open.push(next);
            }
        }
    }
    states
}

#[test]
fn all_positions_after_four_moves_are_proven_and_with_the_wrong_side_to_move_refuted() {
    for position in all_states(Variant::STANDARD.start(), 4) {
        let setup = Setup::from(position);
        let Reachability::Possible(game) = judge_standard(&setup, Budget::default()) else { panic!("{position}") };
        assert_witness(&game, &setup);
        // No pass can have happened so early.
        let wrong_turn = Setup { turn: !setup.turn, ..setup };
        assert!(matches!(judge_standard(&wrong_turn, Budget::default()), Reachability::Impossible(_)), "{position}");
    }
}

/// The promise made for the default budget: whatever 16 random moves lead to is proven.
#[test]
fn positions_after_16_random_moves_are_proven() {
    let mut random = 7u64;
    for _ in 0..12 {
        let choices: Vec<u16> = (0..16)
            .map(|_| {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (random >> 48) as u16
            })
            .collect();
        let setup = Setup::from(play(&Variant::STANDARD, &choices).position());
        assert!(matches!(judge_standard(&setup, Budget::default()), Reachability::Possible(_)), "{setup:?}");
    }
}

#[test]
fn the_bad_states_of_the_formal_game_are_explained() {
    let far_disc = "- - - - - - - -\n- - - - - - - -\n- - - - - - - -\n- - - X O - - -\n- - - O X - - -\n\
                    - - - - - - - -\n- - - - - - - -\nX - - - - - - - \nO to move";
    assert_eq!(
        reasons(far_disc, &Variant::MIRRORED),
        ["the disc on a8 touches no chain of discs that leads to the start"]
    );
    let moved = "- - - - - - - -\n- - - - - - - -\n- - - - - - - -\n- - - - - - - -\n- - - - - - - -\n\
                 - - - - - - - -\nX O - - - - - -\nO X - - - - - - \nX to move";
    assert_eq!(
        reasons(moved, &Variant::MIRRORED),
        [
            "no disc on d4 e4 d5 e5, where the game starts with one: discs are never removed",
            "the discs on a7 b7 a8 b8 touch no chain of discs that leads to the start",
        ]
    );
}

#[test]
fn a_start_of_another_game_is_named_as_such() {
    let mirrored = Setup::from(Variant::MIRRORED.start());
    let wrong_turn = Setup { turn: Color::White, ..Setup::from(Variant::STANDARD.start()) };
    for setup in [mirrored, wrong_turn] {
        assert_eq!(judge_standard(&setup, SMALL), Reachability::Impossible(vec![Reason::OtherStart]));
    }
}

#[test]
fn reasons_speak_the_notation_asked_for() {
    let apart = Reason::Disconnected(bitboard! { . . . X });
    assert_eq!(
        apart.explain(notation::Notation::RowColumn),
        "the disc on (0, 3) touches no chain of discs that leads to the start"
    );
}

#[test]
fn a_wipe_out_before_its_time_is_refuted_and_the_shortest_one_proven() {
    let centre = BoardSpec::STANDARD.centre();
    let setup = Setup { black: centre, white: Bitboard::EMPTY, turn: Color::White, spec: BoardSpec::STANDARD };
    let Reachability::Impossible(reasons) = judge_standard(&setup, SMALL) else { panic!("too early") };
    assert_eq!(reasons[0].to_string(), "white has no disc left with 4 on the board: that takes at least 13");

    let moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ').map(|mv| mv.parse::<Move>().unwrap());
    let game = Game::replay(Variant::STANDARD.start(), moves).unwrap();
    for turn in Color::ALL {
        let setup = Setup { turn, ..Setup::from(game.position()) };
        assert!(
            matches!(judge_standard(&setup, SMALL), Reachability::Possible(_)),
            "in a finished game the turn is no matter"
        );
    }
}

#[test]
fn positions_taken_back_and_played_forward_are_counted_apart() {
    let setup = "X-O-/XXO-/OXXX/XXXO X".parse::<Setup>().unwrap();
    let budget = Budget { backward: 50, ..Budget::default() };
    let Reachability::Impossible(reasons) = judge(&setup, &Variant::TINY, budget) else {
        panic!("no game leads there")
    };
    let Reason::Exhausted { examined, forward } = reasons[0] else { panic!("{reasons:?}") };
    assert!(examined <= 50 && forward > 0, "{examined} taken back with a budget of 50, {forward} played forward");
    let counts = format!("(positions examined: {examined} by taking moves back, {forward} by playing forward)");
    assert!(reasons[0].to_string().ends_with(&counts), "{}", reasons[0]);
}

#[test]
fn a_square_without_two_discs_in_a_row_beside_it_cannot_be_filled() {
    let lonely = bitboard! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . X X X . . .
        . X . X X . . .
        . . . . . . . .
    };
    let setup = Setup { black: lonely, white: Bitboard::EMPTY, turn: Color::White, spec: BoardSpec::STANDARD };
    let Reachability::Impossible(reasons) = judge(&setup, &Variant::FREE_CENTRE, SMALL) else { panic!("b5") };
    assert_eq!(
        reasons[0].to_string(),
        "no order of play fills b5: a disc is placed only where two discs in a row lie beside it"
    );
}

#[test]
fn a_proof_rules_out_every_way_to_place_the_disc() {
    // After one move black has placed d3 and flipped d4; white d4 with black d3 cannot be.
    let text = "--------\n--------\n---X----\n---OX---\n---XO---\n--------\n--------\n--------\nO to move";
    let setup = text.parse::<Setup>().unwrap();
    let Reachability::Impossible(reasons) = judge_standard(&setup, Budget::default()) else { panic!("d3") };
    let Reason::Unplaceable(proof) = &reasons[0] else { panic!("{reasons:?}") };
    assert_eq!(proof.square, "d3".parse().unwrap());
    let steps: Vec<String> = proof.steps.iter().map(ToString::to_string).collect();
    assert_eq!(
        steps,
        [
            "black on d3 flipping d4 up to d5: d4, black after that, could not have become what it is",
            "white on d3 flipping d4 up to d5: d5 cannot have been white before that",
        ]
    );
}

#[test]
fn the_free_opening_is_judged_at_every_stage() {
    let variant = Variant::FREE_CENTRE;
    let mut game = Game::new(variant.start());
    for mv in ["d4", "e5", "e4", "d5", "c6"] {
        let setup = Setup::from(game.position());
        let Reachability::Possible(witness) = judge(&setup, &variant, SMALL) else { panic!("{:?}", game.position()) };
        assert_witness(&witness, &setup);
        game.play(mv.parse().unwrap()).unwrap();
    }
    let three_black = Setup {
        black: bitboard! { . . . . . . . . . . . . . . . . . . . . . . . . . . . X X . . . . . . X },
        white: Bitboard::EMPTY,
        turn: Color::White,
        spec: variant.spec(),
    };
    assert!(matches!(judge(&three_black, &variant, SMALL), Reachability::Impossible(_)));
}

#[test]
fn a_drawn_first_mover_allows_either_side() {
    let drawn = Variant::STANDARD.with_first(FirstMover::Drawn);
    let white_first = Variant::STANDARD.with_first(FirstMover::Fixed(Color::White));
    let game = play(&white_first, &[0, 1, 2]);
    let setup = Setup::from(game.position());
    assert!(matches!(judge(&setup, &drawn, SMALL), Reachability::Possible(_)));
    assert!(matches!(judge(&setup, &Variant::STANDARD, SMALL), Reachability::Impossible(_)));
}

#[test]
fn all_errors_of_a_setup_are_listed() {
    let corner = bitboard! { . . . . . . . X };
    let setup = Setup { black: corner, white: corner, turn: Color::Black, spec: BoardSpec::square(4) };
    let Reachability::Impossible(reasons) = judge(&setup, &Variant::TINY, SMALL) else { panic!("two faults") };
    assert_eq!(reasons.len(), 2);
}

/// A square from which more sets of discs may have been flipped than are tried when a move is taken
/// back.
#[test]
fn a_state_known_from_playing_forward_has_its_game_however_crowded_the_board() {
    let variant: Variant = "=-OO--OXO/OOOOOOXO/XOOOOOOO/OOOOO-OO/OO-OX-OO/OOO-OOOO/OOOXXO-O/OOOOOOOX".parse().unwrap();
    let target = "XOOOOOOOXXOOOOXOXOXOOOOOOOOOOOOOOOOOXOOOOOOOOXXOOOOOOOXOOOOOOOOX";
    let setup = board(target);
    let verdict = judge(&setup, &variant, Budget { forward: 200_000, backward: 2_000 });
    if let Reachability::Possible(game) = verdict {
        assert_witness(&game, &setup);
    }
}

#[test]
fn a_variant_with_many_free_squares_is_not_enumerated() {
    let variant: Variant = "=????/?OX?/?XO?/????".parse().unwrap();
    let mut game = Game::new(variant.start());
    game.play("a1".parse().unwrap()).unwrap();
    let setup = Setup::from(game.position());
    assert!(matches!(judge(&setup, &variant, SMALL), Reachability::Possible(_)), "still inside the opening");
    let full = play(&variant, &[0; 12]);
    let wrong = Setup { black: BoardSpec::square(4).area(), white: Bitboard::EMPTY, ..Setup::from(full.position()) };
    assert_eq!(judge(&wrong, &variant, SMALL), Reachability::Undecided { examined: 0 });
}

#[test]
fn errors_in_the_free_opening_are_named() {
    let two_black = Setup {
        black: ["d4", "e4"].iter().map(|name| name.parse::<Square>().unwrap()).collect(),
        white: Bitboard::EMPTY,
        turn: Color::Black,
        spec: Variant::FREE_CENTRE.spec(),
    };
    let verdict = judge(&two_black, &Variant::FREE_CENTRE, SMALL);
    assert_eq!(verdict, Reachability::Impossible(vec![Reason::OpeningOutOfTurn { black: 2, white: 0 }]));
    let too_soon = Setup { white: bitboard! { X }, ..two_black };
    let Reachability::Impossible(reasons) = judge(&too_soon, &Variant::FREE_CENTRE, SMALL) else { panic!("a1") };
    assert_eq!(reasons[0].to_string(), "d5 e5 still empty: the opening fills those squares before any other");
}

/// Small boards with holes, odd starts, a drawn first mover or a free centre: every state that play
/// reaches is proven.
#[test]
fn played_positions_of_every_variant_are_proven() {
    for code in
        ["=----/-??-/-??-/----", "=#---/-OX-/-XO-/---#+random-first", "=X--O/-OX-/----/O--X", "=--X-/----/-OX-/-XO-"]
    {
        let variant: Variant = code.parse().unwrap();
        for position in all_states(variant.start(), 16).iter().step_by(149) {
            let setup = Setup::from(*position);
            let Reachability::Possible(game) = judge(&setup, &variant, Budget::default()) else {
                panic!("{code}\n{position}")
            };
            assert_witness(&game, &setup);
        }
    }
}
