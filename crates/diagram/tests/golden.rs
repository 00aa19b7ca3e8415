//! Pictures as they were looked at and found right.
//!
//! `OUTFLANK_BLESS=1 cargo test -p outflank-diagram --test golden` writes them again: look at them
//! before you commit.

use std::{env, fs, path::PathBuf};

use outflank_diagram::{Canvas, Diagram, Mark, Theme};
use outflank_rules::{Game, Square, Variant};

/// Processors may round a blend of two colors differently.
const TOLERANCE: u8 = 3;

fn game(variant: Variant, moves: &str) -> Game {
    let mut game = Game::new(variant.start());
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("a move")).expect("a legal move");
    }
    game
}

fn decoded(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("it is a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits into memory")];
    let info = reader.next_frame(&mut pixels).expect("it is whole");
    pixels.truncate(info.buffer_size());
    (info.width, info.height, pixels)
}

#[track_caller]
fn assert_looks(canvas: &Canvas, name: &str, width: u32) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.png"));
    let png = canvas.to_png(width);
    if env::var_os("OUTFLANK_BLESS").is_some() {
        fs::write(&path, &png).expect("the folder of golden pictures can be written");
    }
    let golden = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (seen, wanted) = (decoded(&png), decoded(&golden));
    assert_eq!((seen.0, seen.1), (wanted.0, wanted.1), "{name}");
    let off = seen.2.iter().zip(&wanted.2).filter(|(seen, wanted)| seen.abs_diff(**wanted) > TOLERANCE).count();
    assert_eq!(off, 0, "{name}: {off} of {} parts of pixels are others", seen.2.len());
}

#[test]
fn a_small_board_with_its_last_move() {
    let game = game(Variant::of_size(4), "b1 a1");
    assert_looks(&Diagram::of_game(&game).with_legal().canvas(), "small", 120);
}

#[test]
fn values_in_frames_where_they_are_proven() {
    let start = Variant::STANDARD.start();
    let texts = ["+2", "−4", "−10", "0"];
    let values = start.legal().into_iter().zip(texts).enumerate();
    let diagram = values.fold(Diagram::new(&start), |diagram, (place, (square, text))| {
        let text = text.to_owned();
        diagram.with_mark(square, Mark::Value { text, is_exact: place > 1, is_best: place == 0 })
    });
    assert_looks(&diagram.with_theme(Theme::Dark).canvas(), "values", 200);
}

#[test]
fn a_game_as_books_print_it() {
    let game = game(Variant::STANDARD, "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7");
    let cross = Square::new(7, 7).expect("h8");
    let diagram = Diagram::transcript(&game).with_theme(Theme::Print).with_mark(cross, Mark::Cross);
    assert_looks(&diagram.with_caption("Black to move").canvas(), "transcript", 200);
}
