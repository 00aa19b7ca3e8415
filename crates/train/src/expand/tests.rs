//! Expanding games into sets.

use std::{collections::HashSet, fs};

use super::*;
use crate::{
    BoardKind,
    dataset::{Header, Writer},
    play::{Stop, Style, plain::Plain, play_games},
};

const HEADER: Header = Header {
    kind: BoardKind::Six,
    seed: 4,
    round: 0,
    model: 0,
    depth: 1,
    selectivity: 100,
    exact_from: 5,
    opening: (0, 8),
    noise: 3277,
};

const PLAN: Plan = Plan { labeling: Labeling { lambda: 0.5 }, validation: 0.25, unique: false, threads: 3 };

fn games(games: u32) -> Vec<u8> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games");
    let style = Style { kind: HEADER.kind, seed: HEADER.seed, opening: HEADER.opening, noise: 0.05 };
    let writer = Writer::open(&path, &HEADER).unwrap();
    let stop = Stop { games: Some(games), time: None };
    play_games(&style, vec![Plain { depth: 1, exact_from: 5 }], stop, writer, &mut |_| ()).unwrap();
    fs::read(path).unwrap()
}

fn expanded(plan: &Plan, bytes: &[u8]) -> (Description, Tally, Set, Set) {
    let dir = tempfile::tempdir().unwrap();
    let (description, tally) = plan.expand(vec![Reader::new(bytes).unwrap()], dir.path()).unwrap();
    let set = |name| Set::read(dir.path(), name).unwrap();
    assert_eq!(Description::read(dir.path()).unwrap().layout, description.layout);
    let (train, validation) = (set("train"), set("validation"));
    let first = train.samples.len().min(1000);
    assert_eq!(description.check, Check::of(&train.samples[..first], &BoardKind::Six.layout()));
    (description, tally, train, validation)
}

#[test]
fn every_labeled_position_is_in_one_set_whatever_the_threads() {
    let bytes = games(1200);
    let (description, tally, train, validation) = expanded(&PLAN, &bytes);
    assert_eq!(tally, Tally { games: 1200, illegal: 0, damaged: 0 });
    let mut expected = [Vec::new(), Vec::new()];
    for game in Reader::new(&bytes[..]).unwrap().map(Result::unwrap) {
        let positions = PLAN.labeling.of_game(&game, BoardKind::Six).unwrap();
        let set = usize::from(is_validation(4, game.number, 0.25));
        expected[set].extend(positions.iter().map(|at| (at.position.own().0, at.label)));
    }
    for (set, expected) in [&train, &validation].into_iter().zip(&expected) {
        let found: Vec<_> = set.samples.iter().map(|sample| (sample.board.own, sample.label)).collect();
        assert_eq!(found, *expected);
    }
    assert_eq!(description.sets[0].positions, train.samples.len() as u64);
    let part = validation.samples.len() as f64 / (train.samples.len() + validation.samples.len()) as f64;
    assert!((0.2..0.3).contains(&part), "{part}");
}

#[test]
fn unique_positions_are_unique_and_validation_has_none_of_training() {
    let bytes = games(400);
    let (_, _, train, validation) = expanded(&Plan { unique: true, ..PLAN }, &bytes);
    let (_, _, all_train, all_validation) = expanded(&PLAN, &bytes);
    let boards: Vec<_> = train.samples.iter().chain(&validation.samples).map(|sample| sample.board).collect();
    assert_eq!(boards.iter().collect::<HashSet<_>>().len(), boards.len());
    let before = all_train.samples.len() + all_validation.samples.len();
    assert!(boards.len() < before);
    // The weight is the square root of the number of merged positions.
    let counted: f32 = train.samples.iter().chain(&validation.samples).map(|sample| sample.weight.powi(2)).sum();
    assert_eq!(counted.round() as usize, before);
}

#[test]
fn files_without_games_and_of_mixed_boards_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let six = games(1);
    let mut standard = Vec::new();
    let path = dir.path().join("standard");
    Writer::open(&path, &Header { kind: BoardKind::Standard, ..HEADER }).unwrap().close().unwrap();
    standard.extend(fs::read(&path).unwrap());
    let expand = |files: Vec<&[u8]>| {
        PLAN.expand(files.into_iter().map(|bytes| Reader::new(bytes).unwrap()).collect(), dir.path())
    };
    assert!(matches!(expand(vec![&six, &standard]), Err(ExpandError::MixedBoards)));
    assert!(matches!(expand(vec![&standard]), Err(ExpandError::Nothing)));
    assert!(matches!(expand(vec![]), Err(ExpandError::Nothing)));
}

#[test]
fn a_full_disk_ends_the_work() {
    let bytes = games(600);
    let readers = (0..30).map(|_| Reader::new(&bytes[..]).unwrap()).collect();
    let refuse = &mut |_: &Sample| Err(io::Error::from(io::ErrorKind::StorageFull));
    assert!(matches!(gather::gather(&PLAN, BoardKind::Six, readers, refuse), Err(ExpandError::Io(_))));
}
