//! Values equal those of the readable twin, are the same for mirror images, and are plausible.

use outflank_rules::{Bitboard, Symmetry};
use proptest::prelude::*;

use super::{boards, models, start, twin};
use crate::Board;
use crate::eval::{Features, Layout, Model, UNIT};

fn value(model: &Model, board: Board, empties: u32) -> i32 {
    model.evaluate(board, &Features::of(model.layout(), board), empties)
}

fn empties(layout: &Layout, board: Board) -> u32 {
    (layout.area() & !(board.own | board.opp)).count_ones()
}

proptest! {
    #[test]
    fn the_value_equals_the_readable_twin(board in boards(models()[0].layout()), six in boards(models()[1].layout()), empties in 0..70u32) {
        for (model, board) in models().iter().zip([board, six]) {
            prop_assert_eq!(value(model, board, empties), twin::value(model, board, empties));
        }
    }

    #[test]
    fn mirror_images_have_the_same_value(board in boards(models()[0].layout()), six in boards(models()[1].layout())) {
        for (model, board) in models().iter().zip([board, six]) {
            let size = model.layout().size();
            let empties = empties(model.layout(), board);
            for symmetry in Symmetry::ALL {
                let turned = |set: u64| symmetry.bitboard(Bitboard(set), size).0;
                let image = Board { own: turned(board.own), opp: turned(board.opp) };
                prop_assert_eq!(value(model, image, empties), value(model, board, empties));
            }
        }
    }

    #[test]
    fn contributions_and_active_parameters_sum_to_the_value(board in boards(models()[0].layout()), six in boards(models()[1].layout())) {
        for (model, board) in models().iter().zip([board, six]) {
            let layout = model.layout();
            let most = UNIT * layout.area().count_ones() as i32;
            let empties = empties(layout, board);
            let value = value(model, board, empties);
            let explained: f64 = model.explain(board, empties).iter().map(|part| part.discs).sum();
            prop_assert_eq!(((explained * f64::from(UNIT)) as i32).clamp(-most, most), value);
            let weights = model.parameters(layout.phase(empties));
            let active: i32 = layout.active(board).iter().map(|&at| i32::from(weights[at as usize])).sum();
            prop_assert_eq!(active.clamp(-most, most), value);
        }
    }
}

#[test]
fn an_explanation_shows_what_lies_on_the_squares() {
    let board = start(8);
    let parts = Model::standard().explain(board, 60);
    assert_eq!(parts.len(), 82 + 4);
    let main = parts.iter().find(|part| part.name == "diagonal 8").expect("a pattern");
    assert_eq!(main.digits, [0, 0, 0, -1, -1, 0, 0, 0]);
    let moves = parts.iter().find(|part| part.name == "own mobility").expect("a feature");
    assert_eq!(moves.squares.iter().map(ToString::to_string).collect::<Vec<_>>(), ["d3", "c4", "f5", "e6"]);
}

#[test]
fn the_built_in_weights_like_corners_and_the_start_is_even() {
    for model in [Model::standard(), Model::six()] {
        let board = start(model.layout().size());
        let empties = empties(model.layout(), board);
        assert!(value(&model, board, empties).abs() < 6 * UNIT);
        let corner = Board { own: board.own | 1, ..board };
        assert!(value(&model, corner, empties - 1) > value(&model, board, empties) + UNIT);
    }
}

#[test]
fn phases_run_from_the_start_to_the_end() {
    let [standard, six] = super::layouts();
    assert_eq!([64, 60, 59, 58, 2, 1, 0].map(|empties| standard.phase(empties)), [0, 0, 0, 1, 29, 29, 29]);
    assert_eq!([36, 32, 31, 30, 2, 1, 0].map(|empties| six.phase(empties)), [0, 0, 0, 1, 15, 15, 15]);
}
