//! Games by chance, of every kind.

use outflank_rules::{
    Color, DiscDiff, Game, Variant,
    record::{Ending, Outcome, Record},
};
use outflank_server::archive::{Archive, ArchivedGame};
use proptest::{prelude::*, sample::Index};

/// Those who play: some names differ only in what nobody types.
pub(super) const PLAYERS: [&str; 6] = ["Ann", "Göthe Jürgen", "GOTHE Jurgen", "Tastet Marc", "Marc", ""];

pub(super) const SOURCES: [&str; 2] = ["one.wtb", "other.ggf"];

/// Moves that are drawn from a list; the game stops where the list does.
fn on_with(mut game: Game, choices: &[Index]) -> Game {
    for choice in choices {
        let moves = game.position().moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[choice.index(moves.len())]).expect("a legal move");
    }
    game
}

/// A game of few choices, so that many go through the same positions.
pub(super) fn narrow_game() -> impl Strategy<Value = Game> {
    let variants = proptest::sample::select(vec![
        Variant::STANDARD,
        Variant::STANDARD,
        Variant::STANDARD,
        Variant::MIRRORED,
        Variant::SIX,
        Variant::ANTI,
        Variant::FREE_CENTRE,
        Variant::OCTAGON,
    ]);
    let wide = proptest::collection::vec(any::<Index>(), 0..70);
    (variants, wide, proptest::collection::vec(0..2usize, 0..8)).prop_map(|(variant, choices, first)| {
        let mut game = Game::new(variant.start());
        for choice in first {
            let moves = game.position().moves();
            if !moves.is_empty() {
                game.play(moves[choice % moves.len()]).expect("a legal move");
            }
        }
        on_with(game, &choices)
    })
}

/// A record of a game with any surroundings.
pub(super) fn past() -> impl Strategy<Value = ArchivedGame> {
    let who = || proptest::sample::select(PLAYERS.to_vec());
    let date = proptest::sample::select(vec!["", "1999", "1999-05", "1999-05-17", "2003.12.15_12:33:18.MST"]);
    let outcome = proptest::option::of(prop_oneof![
        (-32..=32i8).prop_map(|half| Outcome {
            margin: DiscDiff::new(2 * half),
            awarded: None,
            ending: Ending::Played
        }),
        any::<bool>().prop_map(|black| Outcome {
            margin: None,
            awarded: Some(if black { Color::Black } else { Color::White }),
            ending: Ending::Resigned
        }),
        Just(Outcome::default()),
    ]);
    let source = proptest::sample::select(SOURCES.to_vec());
    (narrow_game(), who(), who(), date, outcome, source).prop_map(|(game, black, white, date, outcome, source)| {
        let mut record = Record::new(game);
        record.black.name = black.to_owned();
        record.white.name = white.to_owned();
        record.date = date.to_owned();
        record.event = "Paris".to_owned();
        record.outcome = outcome.unwrap_or(record.outcome);
        ArchivedGame::of_record(record, source)
    })
}

/// An archive of these games, brought in two parts.
pub(super) fn archive(games: &[ArchivedGame]) -> Archive {
    let archive = Archive::in_memory().expect("an archive");
    let (first, second) = games.split_at(games.len() / 2);
    archive.add(first.iter().cloned()).expect("they are added");
    archive.add(second.iter().cloned()).expect("they are added");
    archive
}
