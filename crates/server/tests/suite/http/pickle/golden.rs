//! A whole game byte by byte: the messages that players receive, and their answers.
//!
//! The file has `>` and a message, or `<`, who says it, and an answer, in hexadecimal.
//! `tests/golden/check.py` reads it with a real numpy.

use std::path::Path;

use outflank_rules::{Color, Game, Square};
use outflank_server::course::PickleCourse;

use super::{
    Class,
    player::{TestPlayer, start},
};

/// The shortest game there is: White leaves no black disc.
const MOVES: [&str; 9] = ["d6", "c4", "d3", "c6", "b5", "e6", "d7", "c5", "f5"];

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().map(|digit| digit.to_digit(16).expect("a digit") as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

#[tokio::test]
async fn a_game_has_the_recorded_bytes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/pickle_game.txt");
    let text = std::fs::read_to_string(&path).expect("the file");
    let mut class = Class::start(PickleCourse::default()).await;
    let (white, black, game) = class.pair().await;
    let mut players = [white, black];
    let (mut asks, mut replay) = (0, Game::new(start()));
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (sign, rest) = line.split_once(' ').expect("a sign");
        let to_move = usize::from(replay.position().turn() == Color::Black);
        match sign {
            ">" => asks += check_message(&mut players, to_move, &bytes(rest)).await,
            "<" => {
                players[to_move].write(&bytes(rest)).await;
                let square: Square = MOVES[replay.ply()].parse().expect("a square");
                replay.play(square.into()).expect("a legal move");
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!((asks, replay.is_over()), (9, true));
    assert_eq!(class.end(&game).await["reason"], "wipe-out");
}

/// Checks the next message: a request to the side to move, or the end to both. Returns the number of
/// requests.
async fn check_message(players: &mut [TestPlayer; 2], to_move: usize, expected: &[u8]) -> usize {
    let received = players[to_move].read().await.expect("a message");
    assert_eq!(received.bytes.escape_ascii().to_string(), expected.escape_ascii().to_string());
    if received.turn.is_some() {
        return 1;
    }
    let other = players[1 - to_move].read().await.expect("the end");
    assert_eq!(other.bytes, expected, "both are received the same");
    0
}
