//! What was played in a position, turned in any way.

use std::collections::BTreeMap;

use outflank_rules::{DiscDiff, Game, Symmetry, Variant, record::Record};
use outflank_server::archive::{Archive, ArchivedGame, Explored, ExploredValue, GameFilter, Page, Tally, ValueSource};
use proptest::{prelude::*, sample::Index};

use super::{
    naive::{self, Alike},
    sample,
};

/// Moves that were played, without those that only the book knows.
pub(super) fn moves(explored: &Explored) -> BTreeMap<Alike, Tally> {
    let played = explored.moves.iter().filter(|played| played.tally.games > 0);
    let alike = played.map(|played| {
        let names = std::iter::once(&played.mv).chain(&played.equivalent).map(ToString::to_string);
        (names.collect(), played.tally)
    });
    alike.collect()
}

fn line(text: &str) -> Game {
    let moves = text.as_bytes().chunks(2).map(|mv| str::from_utf8(mv).unwrap().parse().unwrap());
    Game::replay_with_passes_implied(Variant::STANDARD.start(), moves).unwrap()
}

fn by(black: &str, text: &str) -> ArchivedGame {
    let mut record = Record::new(line(text));
    record.black.name = black.to_owned();
    ArchivedGame::of_record(record, "test")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn moves_are_counted_once_in_the_orientation_of_the_board(
        games in proptest::collection::vec(sample::past(), 1..24),
        (which, ply, turn) in (any::<Index>(), any::<Index>(), any::<Index>()),
    ) {
        let archive = sample::archive(&games);
        let kept: Vec<ArchivedGame> = archive.games(&archive.ids(&GameFilter::default()).unwrap()).unwrap().into_iter().map(|kept| kept.game).collect();
        let game = &games[which.index(games.len())].game;
        let position = game.position_at(ply.index(game.ply() + 1)).unwrap().transformed(Symmetry::ALL[turn.index(8)]);

        let explored = archive.explore(&position).unwrap();
        let (expected, ended) = naive::explored(kept.iter(), &position);
        prop_assert_eq!(moves(&explored), expected);
        prop_assert_eq!(explored.ended, ended);
        let played: u64 = explored.moves.iter().map(|played| played.tally.games).sum();
        prop_assert_eq!(explored.total.games, played + ended);

        let search = GameFilter { position: Some(position), ..GameFilter::default() };
        let found = archive.find(&search, Page { after: None, limit: 100 }).unwrap();
        prop_assert_eq!(found.total, explored.total.games);
        let (same, last) = archive.explore_with_games(&position, &GameFilter::default(), 3).unwrap();
        prop_assert_eq!(&same, &explored);
        prop_assert_eq!(&last[..], &found.games[..found.games.len().min(3)]);
        for kept in found.games {
            prop_assert_eq!(kept.ply, naive::ply_of(&kept.game.game, &position));
        }
    }
}

#[test]
fn symmetric_games_are_found() {
    let archive = Archive::in_memory().unwrap();
    archive.add([by("Ann", "f5d6c3"), by("Bob", "d3c5f6"), by("Cyd", "f5f6")]).unwrap();
    let position = line("c4e3").position();
    let search = GameFilter { position: Some(position), ..GameFilter::default() };
    let found = archive.find(&search, Page { after: None, limit: 10 }).unwrap();
    let mut names: Vec<_> = found.games.iter().map(|kept| kept.game.black.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Ann", "Bob"]);
    let explored = archive.explore(&position).unwrap();
    let played: Vec<_> = explored.moves.iter().filter(|played| played.tally.games > 0).collect();
    assert_eq!(played.iter().map(|played| played.mv.to_string()).collect::<Vec<_>>(), ["f6"], "c3 after f5d6, turned");
    assert_eq!(played[0].tally.games, 2);
}

#[test]
fn the_four_first_moves_are_one_with_a_book_value() {
    let archive = Archive::in_memory().unwrap();
    archive.add([by("Ann", "f5d6"), by("Bob", "d3c5"), by("Cyd", "e6")]).unwrap();
    let explored = archive.explore(&Variant::STANDARD.start()).unwrap();
    let [only] = &explored.moves[..] else { panic!("{explored:?}") };
    assert_eq!((only.mv.to_string().as_str(), only.equivalent.len(), only.tally.games), ("f5", 3, 3));
    assert_eq!(only.value.map(|value| value.source), Some(ValueSource::Book), "the book knows the start");
    let explored = archive.explore(&line("f5").position()).unwrap();
    assert_eq!((explored.total.games, explored.ended), (3, 1));
    let named: Vec<_> = explored.moves.iter().filter_map(|played| played.opening).collect();
    assert!(named.contains(&"Perpendicular"), "{named:?}");
    assert!(archive.explore(&Variant::SIX.start()).unwrap().moves.is_empty(), "another board, and no book for it");
}

#[test]
fn the_engine_values_positions_outside_the_book() {
    let archive = Archive::in_memory().unwrap();
    archive.add([by("Ann", "f5f4c3c4"), by("Bob", "f5f4c3d6"), by("Cyd", "f5d6")]).unwrap();
    let three = DiscDiff::new(3).unwrap();
    let mut start = archive.explore(&Variant::STANDARD.start()).unwrap();
    let before = start.clone();
    start.add_values(|_| Some(three));
    assert_eq!(start, before, "the book comes first");
    let mut explored = archive.explore(&line("f5f4c3").position()).unwrap();
    let unknown = |explored: &Explored| explored.moves.iter().filter(|played| played.value.is_none()).count();
    assert!(unknown(&explored) > 0, "{explored:?}");
    explored.add_values(|_| Some(three));
    assert_eq!(unknown(&explored), 0);
    let engine = Some(ExploredValue { discs: three, source: ValueSource::Engine });
    assert!(explored.moves.iter().any(|played| played.value == engine), "{explored:?}");
}

#[test]
fn batches_and_single_games_are_found_alike() {
    // A thousand together go into heaps, those after them into rows.
    let archive = Archive::in_memory().unwrap();
    let line = |seed: u64| {
        let mut game = Game::new(Variant::TINY.start());
        let mut seed = seed;
        loop {
            let moves = game.position().moves();
            if moves.is_empty() {
                break game;
            }
            game.play(moves[(seed % moves.len() as u64) as usize]).unwrap();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 3;
        }
    };
    let games: Vec<ArchivedGame> = (0..1400)
        .map(|seed| {
            let mut record = Record::new(line(seed));
            record.black.name = format!("{seed}");
            ArchivedGame::of_record(record, "test")
        })
        .collect();
    archive.add(games[..1200].iter().cloned()).unwrap();
    for some in games[1200..].chunks(50) {
        archive.add(some.iter().cloned()).unwrap();
    }
    for ply in [0, 1, 3, 6, 9, 11] {
        let position = games[7].game.position_at(ply).unwrap();
        let explored = archive.explore(&position).unwrap();
        assert_eq!((moves(&explored), explored.ended), naive::explored(games.iter(), &position), "ply {ply}");
    }
}
