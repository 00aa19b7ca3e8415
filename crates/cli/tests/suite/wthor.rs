//! `outflank convert` from and to the three files of WTHOR.

use std::{fs, path::Path};

use serde_json::json;

use crate::{
    corpora,
    harness::{outflank, outflank_with_input},
};

const GAMES: &str = r#"{"version":1,"variant":"standard","moves":["f5","d6","c3"],"black":{"name":"Desdemona"},"white":{"name":"Iago"},"event":"Cyprus Open","date":"1604"}
{"version":1,"variant":"standard","moves":["c4"],"black":{"name":"Iago"},"white":{"name":"Cassio"},"event":"Cyprus Open","date":"1604"}
"#;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn names_are_written_to_name_files_and_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("cyprus.wtb");
    outflank_with_input(&["convert", "--to", "wthor", "-o", text(&games)], GAMES).ok();
    assert_eq!(fs::metadata(&games).unwrap().len(), 16 + 2 * 68);
    for name in ["cyprus.jou", "cyprus.trn"] {
        assert!(dir.path().join(name).exists(), "{name}");
    }
    let shown = outflank(&["show", text(&games), "--record", "2", "--json"]).json();
    assert_eq!(shown["players"], json!({ "black": "Iago", "white": "Cassio" }));
    assert_eq!((&shown["event"], &shown["date"]), (&json!("Cyprus Open"), &json!("1604")));

    let message = outflank_with_input(&["convert", "--to", "wthor", "-o", text(&games)], GAMES).failed(1);
    assert!(message.contains("exists already"), "{message}");
    assert!(outflank(&["convert", "f5", "--to", "wthor"]).failed(2).contains("-o games.wtb"));
}

#[test]
fn a_directory_of_games_shares_its_names() {
    let dir = tempfile::tempdir().unwrap();
    for (name, line) in ["one", "two"].into_iter().zip(GAMES.lines()) {
        fs::write(dir.path().join(name).with_extension("json"), line).unwrap();
    }
    let [one, two] = ["one.json", "two.json"].map(|name| dir.path().join(name));
    let out = dir.path().join("base");
    outflank(&["convert", text(&one), text(&two), "--to", "wthor", "-o", &format!("{}/", text(&out))]).ok();
    let back = outflank(&["convert", text(&out.join("one.wtb")), text(&out.join("two.wtb")), "--to", "json"]).ok();
    assert!(back.contains("Desdemona") && back.contains("Cassio"), "{back}");
    assert!(out.join("WTHOR.JOU").exists() && out.join("WTHOR.TRN").exists());
}

#[test]
fn without_name_files_players_are_numbers() {
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("cyprus.wtb");
    outflank_with_input(&["convert", "--to", "wthor", "-o", text(&games)], GAMES).ok();
    let alone = dir.path().join("alone");
    fs::create_dir(&alone).unwrap();
    let moved = alone.join("cyprus.wtb");
    fs::copy(&games, &moved).unwrap();
    let run = outflank(&["convert", text(&moved), "--to", "json"]);
    assert!(run.stderr.contains("cyprus.jou and cyprus.trn"), "{run:?}");
    assert!(run.stderr.contains("--names"), "{run:?}");
    let shown = outflank(&["show", text(&moved)]);
    assert!(shown.stderr.contains("cyprus.jou") && !shown.stderr.contains("--names"), "{shown:?}");
    assert!(run.ok().contains("\"#1\""));
    let [players, tournaments] = ["jou", "trn"].map(|extension| games.with_extension(extension));
    let args = ["convert", text(&moved), "--to", "json", "--names", text(&players), "--names", text(&tournaments)];
    let run = outflank(&args);
    assert_eq!(run.stderr, "");
    assert!(run.ok().contains("Desdemona"));
    assert!(
        outflank(&["convert", text(&moved), "--to", "json", "--names", text(&games)])
            .failed(2)
            .contains(".jou or .trn")
    );
}

#[test]
fn games_never_take_the_names_of_others() {
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("cyprus.wtb");
    outflank_with_input(&["convert", "--to", "wthor", "-o", text(&games)], GAMES).ok();
    let other = dir.path().join("venice.wtb");
    fs::copy(&games, &other).unwrap();
    let read = outflank(&["convert", text(&other), "--to", "json"]).ok();
    assert!(read.contains("\"#1\"") && !read.contains("Desdemona"), "{read}");

    let into_dir = ["convert", "-", "--to", "wthor", "-o", text(dir.path())];
    let message = outflank_with_input(&into_dir, GAMES).failed(1);
    assert!(message.contains("venice.wtb has no name files"), "{message}");
    fs::remove_file(&other).unwrap();
    fs::write(dir.path().join("stdin.jou"), "of others").unwrap();
    let message = outflank_with_input(&into_dir, GAMES).failed(1);
    assert!(message.contains("stdin.jou would be read as the names of"), "{message}");
}

#[test]
fn a_directory_is_extended_and_its_games_keep_their_names() {
    let dir = tempfile::tempdir().unwrap();
    let into = format!("{}/", text(&dir.path().join("base")));
    for (name, line) in ["one", "two"].into_iter().zip(GAMES.lines().rev()) {
        let input = dir.path().join(name).with_extension("json");
        fs::write(&input, line).unwrap();
        outflank(&["convert", text(&input), "--to", "wthor", "-o", &into]).ok();
    }
    let players = |name: &str| outflank(&["show", &format!("{into}{name}.wtb"), "--json"]).json()["players"].clone();
    assert_eq!(players("one"), json!({ "black": "Iago", "white": "Cassio" }));
    assert_eq!(players("two"), json!({ "black": "Desdemona", "white": "Iago" }));
}

#[test]
#[cfg(unix)]
fn wthor_needs_room_for_its_three_files() {
    let dir = tempfile::tempdir().unwrap();
    for target in ["/dev/null", text(&dir.path().join("games.jou"))] {
        let message = outflank(&["convert", "f5", "--to", "wthor", "-o", target]).failed(2);
        assert!(message.contains("three files"), "{message}");
    }
}

#[test]
fn an_endless_name_file_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let [games, names] = ["cyprus.wtb", "long.jou"].map(|name| dir.path().join(name));
    outflank_with_input(&["convert", "--to", "wthor", "-o", text(&games)], GAMES).ok();
    fs::File::create(&names).unwrap().set_len(1 << 32).unwrap();
    let message = outflank(&["convert", text(&games), "--to", "json", "--names", text(&names)]).failed(1);
    assert!(message.contains("too long for a name file"), "{message}");
}

#[test]
fn a_damaged_wthor_game_is_reported_with_its_byte_offset() {
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("cyprus.wtb");
    outflank_with_input(&["convert", "--to", "wthor", "-o", text(&games)], GAMES).ok();
    let mut bytes = fs::read(&games).unwrap();
    bytes[16 + 68 + 8] = 11;
    fs::write(&games, bytes).unwrap();
    let message = outflank(&["check", text(&games)]);
    assert_eq!(message.code, 1);
    assert!(message.stdout.contains("record 2, byte 84: move 1 is illegal: a1 flips nothing"), "{message:?}");
}

#[test]
fn the_whole_base_goes_to_ggf_and_back_with_the_same_games() {
    let Some(base) = corpora::path("wthor/WTH_1990.wtb") else { return };
    let dir = tempfile::tempdir().unwrap();
    let (ggf, back) = (dir.path().join("all.ggf"), dir.path().join("all.wtb"));
    let mut inputs: Vec<_> = fs::read_dir(base.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()).collect();
    inputs.retain(|path| path.extension().is_some_and(|extension| extension == "wtb"));
    inputs.sort();
    let inputs: Vec<&str> = inputs.iter().map(|path| text(path)).collect();
    let summary =
        outflank(&[&["convert", "--to", "ggf", "-o", text(&ggf), "--json"], inputs.as_slice()].concat()).json();
    assert_eq!((&summary["written"], &summary["skipped"]), (&json!(117_435), &json!(0)));
    outflank(&["convert", text(&ggf), "--to", "wthor", "-o", text(&back)]).ok();
    let games = |path: &str| {
        fs::read(path).unwrap()[16..].chunks(68).map(|game| (game[6], game[8..].to_vec())).collect::<Vec<_>>()
    };
    let originals: Vec<_> = inputs.iter().flat_map(|path| games(path)).collect();
    assert!(originals == games(text(&back)), "moves and scores are the same");
}
