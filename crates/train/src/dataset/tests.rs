//! Games survive a round trip, and damage is reported and loses few games.

use std::{fs, io::Write};

use outflank_rules::{Move, Square};
use proptest::prelude::*;

use super::*;
use crate::{BoardKind, Game, Ply, Value};

const HEADER: Header = Header {
    kind: BoardKind::Six,
    seed: 0x0123_4567_89ab_cdef,
    round: 3,
    model: 42,
    depth: 5,
    selectivity: 100,
    exact_from: 14,
    opening: (4, 20),
    noise: 900,
};

fn any_value() -> impl Strategy<Value = Option<Value>> {
    prop_oneof![
        Just(None),
        (-64..=64i8).prop_map(|discs| Some(Value::Estimate(discs))),
        (-32..=32i8).prop_map(|half| Some(Value::Exact(2 * half))),
    ]
}

fn any_ply() -> impl Strategy<Value = Ply> {
    let mv = prop_oneof![Just(Move::Pass), (0..64u8).prop_map(|i| Move::Place(Square::from_index(i).unwrap()))];
    (mv, any_value(), any::<bool>()).prop_map(|(mv, value, is_random)| Ply { mv, value, is_random })
}

fn any_game() -> impl Strategy<Value = Game> {
    let plies = proptest::collection::vec(any_ply(), 0..=120);
    (any::<u32>(), 0..60u8, plies, -64..=64i8).prop_map(|(number, opening, plies, result)| Game {
        number,
        opening,
        plies,
        result,
    })
}

fn games_of(bytes: &[u8]) -> (Vec<Game>, Vec<ReadError>) {
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    for item in Reader::new(bytes).expect("a header") {
        match item {
            Ok(game) => games.push(game),
            Err(error) => errors.push(error),
        }
    }
    (games, errors)
}

/// A file written in several runs, one of which may have been stopped.
fn written(runs: &[Vec<Game>], cut: usize) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games");
    for games in runs {
        let mut writer = Writer::open(&path, &HEADER).unwrap();
        games.iter().for_each(|game| writer.add(game).unwrap());
        writer.close().unwrap();
        if cut > 0 {
            fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(&vec![b'B'; cut]).unwrap();
        }
    }
    fs::read(&path).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn games_come_back_as_they_were(runs in proptest::collection::vec(proptest::collection::vec(any_game(), 1..20), 1..4)) {
        let (games, errors) = games_of(&written(&runs, 0));
        prop_assert!(errors.is_empty());
        prop_assert_eq!(games, runs.concat());
    }

    #[test]
    fn a_truncated_block_is_dropped_by_the_next_writer(first in any_game(), second in any_game(), cut in 1..50usize) {
        let (games, errors) = games_of(&written(&[vec![first.clone()], vec![second.clone()]], cut));
        prop_assert_eq!(games, vec![first, second]);
        prop_assert!(matches!(errors[..], [ReadError::Damage(Damage::Tail)]));
    }

    #[test]
    fn damage_never_panics_and_leaves_the_other_blocks(
        runs in proptest::collection::vec(proptest::collection::vec(any_game(), 1..8), 1..4),
        at in any::<prop::sample::Index>(),
        flip in 1..=255u8,
    ) {
        let mut bytes = written(&runs, 0);
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        if let Ok(reader) = Reader::new(&bytes[..]) {
            let found: Vec<Game> = reader.filter_map(Result::ok).collect();
            let all = runs.concat();
            prop_assert!(found.len() < all.len());
            prop_assert!(found.iter().all(|game| all.contains(game)));
        }
    }

    #[test]
    fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..3000)) {
        let mut file = Vec::new();
        prop_assert!(Reader::new(&bytes[..]).is_err());
        HEADER.write(&mut file).unwrap();
        file.extend_from_slice(&bytes);
        let _ = games_of(&file);
    }
}

#[test]
fn a_damaged_block_costs_only_its_own_games() {
    let game = |number| Game { number, opening: 0, plies: Vec::new(), result: 2 };
    let runs = [vec![game(0)], vec![game(1)], vec![game(2)]];
    let mut bytes = written(&runs, 0);
    let in_second = header::LEN + (block::HEAD + 7) + block::HEAD;
    bytes[in_second] ^= 1;
    let (games, errors) = games_of(&bytes);
    assert_eq!(games, [game(0), game(2)]);
    assert!(matches!(errors[..], [ReadError::Damage(Damage::Block { games: 1 })]));
}

#[test]
fn numbering_continues_and_other_settings_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games");
    let mut writer = Writer::open(&path, &HEADER).unwrap();
    writer.add(&Game { number: 6, opening: 0, plies: Vec::new(), result: 0 }).unwrap();
    writer.close().unwrap();
    assert_eq!(Writer::open(&path, &HEADER).unwrap().next_number(), 7);
    let other = Header { depth: 6, ..HEADER };
    assert!(matches!(Writer::open(&path, &other), Err(AppendError::OtherSettings(found)) if *found == HEADER));
    fs::write(&path, b"something that is no file of games and is long enough").unwrap();
    assert!(matches!(Writer::open(&path, &HEADER), Err(AppendError::Header(HeaderError::NotGames))));
}

#[test]
fn a_position_takes_about_two_bytes() {
    let ply = Ply { mv: Move::Pass, value: None, is_random: false };
    let game = Game { number: 0, opening: 0, plies: vec![ply; 60], result: 0 };
    let bytes = written(&[vec![game; 2000]], 0).len();
    assert!(bytes < 2000 * 60 * 22 / 10, "{bytes} bytes");
}
