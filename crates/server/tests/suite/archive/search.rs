//! Filters, pages, names.

use std::collections::HashSet;

use outflank_rules::{Color, Game, Variant, opening, record::Record};
use outflank_server::archive::{Archive, ArchiveEntry, ArchivedGame, Decision, GameFilter, Page};
use proptest::{prelude::*, sample::Index};

use super::{naive, positions::moves, sample};

/// Compares names as a person would. A search for an existing name finds only that name; any other
/// search is a prefix.
fn called(name: &str, wanted: &str, all: &HashSet<&str>) -> bool {
    let plain = |text: &str| text.to_lowercase().replace(['ö', 'ü'], "_").replace(['o', 'u'], "_");
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let (name, wanted) = (plain(name), plain(wanted));
    let is_somebody = all.iter().any(|player| plain(player) == wanted);
    if is_somebody {
        return name == wanted;
    }
    !name.is_empty() && words(&wanted).iter().all(|wanted| words(&name).iter().any(|word| word.starts_with(wanted)))
}

fn search() -> impl Strategy<Value = (GameFilter, Option<(Index, Index)>)> {
    let name = || {
        proptest::option::of(proptest::sample::select(vec![
            "ann",
            "Gothe Jurgen",
            "göthe",
            "MARC",
            "marc tas",
            "nobody",
        ]))
    };
    let color = proptest::option::of(proptest::sample::select(vec![Color::Black, Color::White]));
    let result = proptest::option::weighted(
        0.3,
        proptest::sample::select(vec![Decision::Black, Decision::White, Decision::Draw, Decision::Open]),
    );
    let plies = || proptest::option::weighted(0.3, 0..64u32);
    let day = || {
        let days = vec!["1998", "1999", "1999-05", "1999-05-17", "1999-05-18", "1999-06", "2003-12-15", "2003-12-16"];
        proptest::option::weighted(0.3, proptest::sample::select(days).prop_map(|day| day.parse().unwrap()))
    };
    let variant = proptest::option::weighted(
        0.2,
        proptest::sample::select(vec![Variant::STANDARD, Variant::SIX, Variant::FREE_CENTRE]),
    );
    let source = proptest::option::weighted(0.2, proptest::sample::select(sample::SOURCES.to_vec()));
    let place = proptest::option::weighted(0.3, (any::<Index>(), any::<Index>()));
    let first = (name(), name(), color, result, plies(), plies());
    (first, day(), day(), variant, source, place).prop_map(|(first, from, to, variant, source, place)| {
        let (player, opponent, color, result, min_plies, max_plies) = first;
        let text = |text: Option<&str>| text.map(str::to_owned);
        let (player, opponent, source) = (text(player), text(opponent), text(source));
        let search = GameFilter {
            player,
            opponent,
            color,
            result,
            min_plies,
            max_plies,
            from,
            to,
            variant,
            source,
            ..GameFilter::default()
        };
        (search, place)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn searches_equal_a_scan_of_all_games(
        games in proptest::collection::vec(sample::past(), 1..24),
        (mut search, place) in search(),
        limit in 1..9usize,
    ) {
        let archive = sample::archive(&games);
        if let Some((which, ply)) = place {
            let game = &games[which.index(games.len())].game;
            search.position = game.position_at(ply.index(game.ply() + 1));
        }
        let names: HashSet<&str> = games.iter().flat_map(|past| [past.black.as_str(), past.white.as_str()]).collect();
        let called = |name: &str, wanted: &str| called(name, wanted, &names);
        let all = archive.games(&archive.ids(&GameFilter::default()).unwrap()).unwrap();
        let mut expected: Vec<_> = all.iter().filter(|kept| naive::is_found(&kept.game, &search, called)).collect();
        expected.sort_by_key(|kept| std::cmp::Reverse((kept.game.day, kept.id)));
        if let Some(position) = search.position {
            let (explored, last) = archive.explore_with_games(&position, &search, limit).unwrap();
            let (played, ended) = naive::explored(expected.iter().map(|kept| &kept.game), &position);
            prop_assert_eq!((moves(&explored), explored.ended), (played, ended));
            prop_assert_eq!(explored.total.games, expected.len() as u64);
            let ids = |games: &[ArchiveEntry]| games.iter().map(|kept| kept.id).collect::<Vec<_>>();
            prop_assert_eq!(ids(&last), expected.iter().map(|kept| kept.id).take(limit).collect::<Vec<_>>());
        }
        let expected: Vec<u32> = expected.into_iter().map(|kept| kept.id).collect();

        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = archive.find(&search, Page { after, limit }).unwrap();
            prop_assert_eq!(page.total, expected.len() as u64);
            prop_assert!(page.games.len() <= limit);
            found.extend(page.games.iter().map(|kept| kept.id));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        prop_assert_eq!(&found, &expected);
        let mut ids = archive.ids(&search).unwrap();
        ids.reverse();
        prop_assert_eq!(ids, expected);
    }

    #[test]
    fn games_round_trip(past in sample::past()) {
        let archive = Archive::in_memory().unwrap();
        archive.add([past.clone()]).unwrap();
        let kept = archive.games(&archive.ids(&GameFilter::default()).unwrap()).unwrap().remove(0).game;
        prop_assert_eq!(naive::sheet(&kept).1, naive::sheet(&past).1);
        prop_assert_eq!(kept.game.position().to_string(), past.game.position().to_string());
        prop_assert_eq!(ArchivedGame { game: past.game.clone(), ..kept }, past);
    }

    #[test]
    fn a_reimported_game_is_a_duplicate(past in sample::past()) {
        use outflank_rules::record::{Format, Reader, write};
        let archive = Archive::in_memory().unwrap();
        archive.add([past.clone()]).unwrap();
        for format in [Format::Json, Format::Pgn, Format::Ggf, Format::Sgf] {
            let Ok(text) = write(format, &past.record()) else { continue };
            let Some(Ok(record)) = Reader::new(format, text.as_bytes()).next() else { continue };
            let added = archive.add([ArchivedGame::of_record(record, "again")]).unwrap();
            prop_assert_eq!((added.added, added.known), (0, 1), "{}", text);
        }
    }
}

fn by(black: &str, white: &str, moves: &str) -> ArchivedGame {
    let moves = moves.as_bytes().chunks(2).map(|mv| str::from_utf8(mv).unwrap().parse().unwrap());
    let mut record = Record::new(Game::replay(Variant::STANDARD.start(), moves).unwrap());
    record.black.name = black.to_owned();
    record.white.name = white.to_owned();
    ArchivedGame::of_record(record, "test")
}

#[test]
fn names_are_completed_without_case_and_diacritics() {
    let archive = Archive::in_memory().unwrap();
    archive
        .add([by("Göthe Jürgen", "Ann", "f5"), by("Gödel Kurt", "Göthe Jürgen", "f5d6"), by("Ann", "Bob", "f5")])
        .unwrap();
    let names = |beginning: &str| archive.players(beginning, 10).unwrap();
    assert_eq!(names("GO"), [("Göthe Jürgen".to_owned(), 2), ("Gödel Kurt".to_owned(), 1)]);
    assert_eq!(names("jur"), [("Göthe Jürgen".to_owned(), 2)]);
    assert_eq!(names("x"), []);
    assert_eq!(archive.players("", 1).unwrap().len(), 1);
}

#[test]
fn openings_are_found_by_their_name_and_their_parents() {
    let archive = Archive::in_memory().unwrap();
    let leader = opening::all().iter().find(|opening| opening.name() == "Leader's Tiger").expect("it is in the table");
    assert!(leader.line().starts_with("f5d6c3d3c4"), "{}", leader.line());
    archive
        .add([
            by("Ann", "Bob", "f5d6c3d3c4"),
            by("Ann", "Bob", leader.line()),
            by("Ann", "Bob", "f5f6"),
            by("Ann", "Bob", "f5"),
        ])
        .unwrap();
    let count = |opening: &str| {
        let search = GameFilter { opening: Some(opening.to_owned()), ..GameFilter::default() };
        archive.find(&search, Page { after: None, limit: 10 }).unwrap().total
    };
    assert_eq!((count("tiger"), count("leader"), count("tiger leader")), (2, 1, 1));
    assert_eq!((count("DIAG"), count("no such opening")), (1, 0));
}

#[test]
fn a_game_of_the_server_is_a_duplicate_when_it_is_imported() {
    let archive = Archive::in_memory().unwrap();
    let of_server = |id: &str| {
        let mut past = by("human", "level 3", "f5d6");
        past.event = format!("outflank {id}");
        past
    };
    let added = archive.add([of_server("abcdefghijkm"), of_server("npqrstuvwxyz"), of_server("abcdefghijkm")]).unwrap();
    assert_eq!((added.added, added.known), (1 + 1, 1), "two games with the same moves, and one of them again");
}
