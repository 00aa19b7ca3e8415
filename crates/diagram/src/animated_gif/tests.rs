use gif::{ColorOutput, DecodeOptions};
use outflank_rules::Variant;

use super::*;

fn game(moves: &str) -> Game {
    let mut game = Game::new(Variant::STANDARD.start());
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("a move")).expect("a legal move");
    }
    game
}

/// Every picture as it is seen, one over the other.
fn seen(bytes: &[u8]) -> Vec<Vec<[u8; 4]>> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("it is a GIF");
    let width = usize::from(decoder.width());
    let mut screen = vec![[0; 4]; width * usize::from(decoder.height())];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("its frames are whole") {
        for (place, pixel) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
            let row = usize::from(frame.top) + place / usize::from(frame.width);
            let column = usize::from(frame.left) + place % usize::from(frame.width);
            if pixel[3] != 0 {
                screen[row * width + column] = *pixel;
            }
        }
        pictures.push(screen.clone());
    }
    pictures
}

#[test]
fn every_picture_is_the_board_that_it_should_be() {
    let game = game("f5 d6 c3 d3 c4");
    let film = AnimatedGif::new(&game);
    let pictures = seen(&film.to_gif(120));
    let shots: Vec<GifFrame> = film.shots(120).collect();
    assert_eq!(pictures.len(), 1 + 4 * 5);
    for (number, (picture, shot)) in pictures.iter().zip(&shots).enumerate() {
        let off = picture.iter().zip(shot.pixels.rgb()).map(|(seen, wanted)| {
            seen.iter().zip(wanted).map(|(seen, wanted)| u32::from(seen.abs_diff(*wanted))).max().unwrap_or(0)
        });
        assert!(off.max() <= Some(24), "picture {number} has other colors than its board");
    }
}

#[test]
fn a_pass_is_one_picture_that_changes_nothing() {
    let games = (0..16_usize).map(|choice| {
        let mut game = Game::new(Variant::of_size(4).start());
        while let Some(&mv) = game.position().moves().iter().cycle().nth(choice) {
            game.play(mv).expect("it is one of the legal moves");
        }
        game
    });
    let passes = |game: &Game| game.moves().filter(|&mv| mv == Move::Pass).count();
    let game = games.into_iter().find(|game| passes(game) > 0).expect("on so small a board somebody must pass");
    let passes = passes(&game);
    let placed = game.ply() - passes;
    assert_eq!(seen(&AnimatedGif::new(&game).to_gif(60)).len(), 1 + 4 * placed + passes);
}

#[test]
fn animated_gifs_stay_small() {
    let mut whole = Game::new(Variant::STANDARD.start());
    while let Some(&mv) = whole.position().moves().last() {
        whole.play(mv).expect("it is one of the legal moves");
    }
    let bytes = AnimatedGif::new(&whole).to_gif(320).len();
    assert!(bytes < 400_000, "{bytes} bytes");
}
