use outflank_rules::{Variant, bitboard};
use proptest::prelude::*;

use super::*;
use crate::{Pixels, Rgba};

/// A game of as many moves as there are choices.
fn game(variant: Variant, choices: &[usize]) -> Game {
    let mut game = Game::new(variant.start());
    for &choice in choices {
        let moves = game.position().moves();
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
        game.play(mv).expect("it is one of the legal moves");
    }
    game
}

/// The pixel in a square's middle, where a picture is ten pixels wide to each square's width.
fn middle(pixels: &Pixels, square: Square, frame: f32) -> [u8; 3] {
    let place = |step: u8| (frame / 4.0 + (f32::from(step) + 0.5) * 10.0) as u32;
    pixels.at(place(square.column()), place(square.row())).expect("the square is in the picture")
}

fn near(seen: [u8; 3], wanted: Rgba) -> bool {
    seen.iter().zip(wanted.rgb).all(|(&seen, wanted)| seen.abs_diff(wanted) <= 3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn discs_lie_where_they_belong(choices in proptest::collection::vec(0..60_usize, 0..60), size in 2..=4_u8) {
        let position = game(Variant::of_size(size * 2), &choices).position();
        for theme in Theme::ALL {
            let diagram = Diagram::new(&position).with_theme(theme).without_coordinates();
            let side = u32::from(size) * 20 + 4;
            let pixels = diagram.canvas().to_pixels(side);
            prop_assert_eq!((pixels.width(), pixels.height()), (side, side));
            let colors = theme.colors();
            for square in position.spec().area() {
                let wanted = position.at(square).map_or(colors.felt, |color| colors.disc(color).0);
                let seen = middle(&pixels, square, 8.0);
                prop_assert!(near(seen, wanted), "{} on {}: {:?} instead of {}", theme, square, seen, wanted);
            }
        }
    }

    #[test]
    fn no_text_and_no_mark_breaks_a_picture(text in "\\PC{0,12}", column in 0..8_u8, row in 0..8_u8, width in 0..200_u32) {
        let square = Square::new(column, row).expect("it is on the largest board");
        let marks = [Mark::Text(text.clone()), Mark::Value { text: text.clone(), is_exact: true, is_best: true }];
        for mark in marks {
            let diagram = Diagram::new(&Variant::of_size(6).start()).with_mark(square, mark).with_caption(text.clone());
            let canvas = diagram.canvas();
            prop_assert!(canvas.to_svg().ends_with("</svg>\n"));
            prop_assert!(canvas.to_png(width).starts_with(b"\x89PNG"));
        }
    }
}

#[test]
fn the_last_move_and_marks_are_seen() {
    let played = game(Variant::STANDARD, &[0]);
    let last = played.moves().last().and_then(square).expect("a disc was placed");
    let seen = middle(&Diagram::of_game(&played).canvas().to_pixels(91), last, 22.0);
    assert!(near(seen, Theme::Classic.colors().last_on_black), "{seen:?}");
    let board = Diagram::new(&Variant::STANDARD.start());
    let plain = board.clone().canvas().to_pixels(200);
    for mark in [Mark::Dot, Mark::Cross, Mark::Ring, Mark::Text("A".to_owned())] {
        let marked = board.clone().with_mark(Square::new(0, 0).expect("a1"), mark.clone()).canvas().to_pixels(200);
        assert_ne!(plain, marked, "{mark:?}");
    }
}

#[test]
fn a_transcript_numbers_each_square_in_the_color_of_who_played_there() {
    let mut played = Game::new(Variant::STANDARD.start());
    for mv in "f5 d6 c3 d3 c4".split(' ') {
        played.play(mv.parse().expect("a move")).expect("a legal move");
    }
    let diagram = Diagram::transcript(&played);
    let square = |name: &str| name.parse::<Square>().expect("a square");
    assert_eq!(diagram.at(square("d6")), Some(Color::White));
    assert_eq!(diagram.at(square("f5")), Some(Color::Black));
    assert_eq!(diagram.marks[&square("c4")], Mark::Text("5".to_owned()));
    assert_eq!(diagram.marks.len(), 5);
}

#[test]
fn squares_that_are_no_part_of_the_board_are_holes() {
    let spec = BoardSpec::square(4).area()
        & !bitboard!(
            "X...
         ....
         ....
         ...."
        );
    let position = Variant::crossed(BoardSpec::new(spec)).start();
    let pixels = Diagram::new(&position).without_coordinates().canvas().to_pixels(44);
    assert!(near(middle(&pixels, Square::new(0, 0).expect("a1"), 8.0), Theme::Classic.colors().hole));
    assert!(near(middle(&pixels, Square::new(1, 0).expect("b1"), 8.0), Theme::Classic.colors().felt));
}

#[test]
fn the_last_row_has_the_color_of_the_page() {
    for theme in Theme::ALL {
        let diagram = Diagram::new(&Variant::STANDARD.start()).with_theme(theme).with_caption("f5");
        for width in 470..500 {
            let pixels = diagram.canvas().to_pixels(width);
            let corner = |row: u32| pixels.at(0, pixels.height() - row).expect("a row");
            assert_eq!(corner(1), corner(2), "{theme}, {width} wide");
        }
    }
}
