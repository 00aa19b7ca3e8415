//! Collections, good and bad.

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use outflank_rules::{
    Game, Variant,
    record::{Format, Record, write, wthor},
};
use outflank_server::archive::{Archive, GameFilter, Import, ImportEvent, Imported, Page};

/// Imports, and tells the faults as "place: message".
fn take(archive: &Archive, name: &str, input: impl Read) -> (Imported, Vec<String>) {
    let mut faults = Vec::new();
    let import = Import { source: name.to_owned(), format: None, names: None };
    let imported = archive.import(import, input, &mut |news| {
        if let ImportEvent::Fault { place, message, .. } = news {
            faults.push(format!("{place}: {message}"));
        }
        ControlFlow::Continue(())
    });
    (imported.expect("the archive takes it"), faults)
}

fn counts(imported: Imported) -> (u64, u64, u64) {
    (imported.added, imported.known, imported.refused)
}

fn total(archive: &Archive) -> u64 {
    archive.find(&GameFilter::default(), Page { after: None, limit: 1 }).unwrap().total
}

fn record(black: &str, moves: &str) -> Record {
    let moves = moves.as_bytes().chunks(2).map(|mv| str::from_utf8(mv).unwrap().parse().unwrap());
    let mut record = Record::new(Game::replay(Variant::STANDARD.start(), moves).unwrap());
    record.black.name = black.to_owned();
    record.white.name = "Bob".to_owned();
    record.date = "1999".to_owned();
    record
}

/// A base of three games, with its name files.
fn base() -> [Vec<u8>; 3] {
    let mut writer = wthor::Writer::default();
    for (name, moves) in [("Ann", "f5d6"), ("Göthe", "f5f6"), ("Cyd", "f5f4")] {
        writer.push(&record(name, moves)).unwrap();
    }
    [writer.games(), writer.players(), writer.tournaments()]
}

#[test]
fn names_of_a_wthor_base_are_stored_for_its_games() {
    let archive = Archive::in_memory().unwrap();
    let [games, players, tournaments] = base();
    let (imported, faults) = take(&archive, "WTHOR.JOU", &players[..]);
    assert_eq!((imported.names, imported.added, faults.len()), (5, 0, 0));
    assert_eq!(take(&archive, "WTHOR.TRN", &tournaments[..]).0.names, 1);
    assert_eq!(counts(take(&archive, "WTH_1999.wtb", &games[..]).0), (3, 0, 0));
    let search = GameFilter { player: Some("gothe".to_owned()), ..GameFilter::default() };
    let found = archive.find(&search, Page { after: None, limit: 10 }).unwrap();
    let past = &found.games[0].game;
    assert_eq!(
        (past.black.as_str(), past.day.to_string().as_str(), past.source.as_str()),
        ("Göthe", "1999", "WTH_1999.wtb")
    );
    assert_eq!(counts(take(&archive, "again.wtb", &games[..]).0), (0, 3, 0), "the same games are known");
}

#[test]
fn a_truncated_base_is_imported_up_to_the_reported_place() {
    let archive = Archive::in_memory().unwrap();
    let [games, ..] = base();
    let (imported, faults) = take(&archive, "cut.wtb", &games[..16 + 68 + 30]);
    assert_eq!(counts(imported), (1, 0, 1));
    assert_eq!(faults, ["game 2, byte 84: the input ends inside the record"]);
    // The rest completes it, without doubles.
    assert_eq!(counts(take(&archive, "whole.wtb", &games[..]).0), (2, 1, 0));
    assert_eq!(total(&archive), 3);
}

#[test]
fn bad_games_among_good_ones_are_left_out() {
    let archive = Archive::in_memory().unwrap();
    let (imported, faults) = take(&archive, "games.txt", &b"f5d6c3\nf5f5\n\nf5f6\nhello\n"[..]);
    assert_eq!(counts(imported), (2, 0, 2));
    assert!(faults[0].starts_with("game 2, line 2: move 2 is illegal: f5 is occupied"), "{faults:?}");
    assert!(faults[1].starts_with("game 4, line 5:"), "{faults:?}");
}

#[test]
fn encodings_may_be_mixed_in_one_file() {
    let archive = Archive::in_memory().unwrap();
    let utf_8 = write(Format::Ggf, &record("Göthe", "f5d6")).unwrap();
    let latin: Vec<u8> = write(Format::Ggf, &record("Müller", "f5f6")).unwrap().chars().map(|c| c as u8).collect();
    let with_mark = [b"\xef\xbb\xbf".to_vec(), utf_8.into_bytes(), latin].concat();
    assert_eq!(counts(take(&archive, "mixed.ggf", &with_mark[..]).0), (2, 0, 0));
    for name in ["göthe", "MULLER"] {
        let search = GameFilter { player: Some(name.to_owned()), ..GameFilter::default() };
        assert_eq!(archive.find(&search, Page { after: None, limit: 1 }).unwrap().total, 1, "{name}");
    }
}

#[test]
fn utf_16_is_read_in_both_orders_with_and_without_a_mark() {
    let text = [("Göthe", "f5d6"), ("山田 😀", "f5f6"), ("Ann", "f5f4")]
        .map(|(name, moves)| write(Format::Ggf, &record(name, moves)).unwrap())
        .concat();
    // Longer than what the format is recognised by.
    let text = text + &"\n".repeat(20_000) + &write(Format::Ggf, &record("Bea", "f5")).unwrap();
    let in_order = |unit: fn(u16) -> [u8; 2]| move |text: &str| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    let (little, big) = (in_order(u16::to_le_bytes), in_order(u16::to_be_bytes));
    let marked = format!("\u{feff}{text}");
    for bytes in [little(&text), big(&text), little(&marked), big(&marked)] {
        let archive = Archive::in_memory().unwrap();
        let (imported, faults) = take(&archive, "games.ggf", &bytes[..]);
        assert_eq!((counts(imported), faults), ((4, 0, 0), vec![]));
        for name in ["gothe", "山田", "bea"] {
            let search = GameFilter { player: Some(name.to_owned()), ..GameFilter::default() };
            assert_eq!(archive.find(&search, Page { after: None, limit: 1 }).unwrap().total, 1, "{name}");
        }
    }
    let cut_off = little(&text);
    let (imported, faults) = take(&Archive::in_memory().unwrap(), "games.ggf", &cut_off[..cut_off.len() - 1]);
    assert_eq!(imported.added, 4);
    assert!(faults[0].starts_with("the end: the last character of the text is cut in two"), "{faults:?}");
}

#[test]
fn a_file_without_games_has_an_error_that_names_it() {
    let archive = Archive::in_memory().unwrap();
    for (name, input, message) in [
        ("empty.ggf", &b" \n"[..], "byte 0: the file is empty"),
        ("letter.doc", b"Dear Sir or Madam", "byte 0: no known format"),
        (
            "board",
            b"---------------------------OX------XO--------------------------- X\n",
            "byte 0: the file has positions",
        ),
        ("start.json", b"{\"moves\": []}", "game 1: the record has no moves and no result"),
    ] {
        let (imported, faults) = take(&archive, name, input);
        assert_eq!((counts(imported), faults.len()), ((0, 0, 1), 1), "{name}: {faults:?}");
        assert!(faults[0].starts_with(message), "{name}: {faults:?}");
    }
    assert_eq!(total(&archive), 0);
}

#[test]
fn an_input_that_fails_keeps_what_came_before() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    // In the first bytes, by which the format is recognised, and after them.
    for lines in [1, 1500] {
        let archive = Archive::in_memory().unwrap();
        let good = b"f5d6c3\nf5f6\n".repeat(lines);
        let (imported, faults) = take(&archive, "stick.txt", good.chain(Broken));
        assert_eq!((imported.added, imported.refused), (2, 1));
        assert!(faults[0].ends_with("unplugged; the rest was not read"), "{faults:?}");
    }
    let (imported, faults) = take(&Archive::in_memory().unwrap(), "stick.txt", Broken);
    assert_eq!((counts(imported), faults), ((0, 0, 1), vec!["byte 0: unplugged".to_owned()]));
}

#[test]
fn a_stopped_import_keeps_the_games_read() {
    let archive = Archive::in_memory().unwrap();
    let import = Import { source: "games.txt".to_owned(), format: None, names: None };
    let input = b"f5d6c3\nf5f5\nf5f6\n";
    let imported = archive.import(import, &input[..], &mut |_| ControlFlow::Break(())).unwrap();
    assert_eq!(counts(imported), (1, 0, 1));
    assert_eq!(total(&archive), 1);
}

#[test]
fn other_boards_draws_passes_and_unfinished_games_are_imported() {
    let archive = Archive::in_memory().unwrap();
    let games = "six; e4\n=XO--/----/----/----; c1 \nanti; f5d6\nf5\n";
    let (imported, faults) = take(&archive, "games.txt", games.as_bytes());
    assert_eq!(counts(imported), (4, 0, 0), "{faults:?}");
    let search = GameFilter { variant: Some(Variant::SIX), ..GameFilter::default() };
    let found = archive.find(&search, Page { after: None, limit: 10 }).unwrap();
    assert_eq!((found.total, found.games[0].game.variant()), (1, Variant::SIX));
}
