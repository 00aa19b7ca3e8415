//! `outflank archive`, with and without a running server.

use std::{fs, path::Path, process::Stdio};

use tempfile::TempDir;

use crate::{
    corpora,
    harness::{Run, command, outflank, outflank_with_input},
};

const GAMES: &str = "\
(;GM[Othello]PC[Paris]DT[1999-05-17]PB[Göthe Jürgen]PW[Ann]TY[8]RE[+4]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3];)
(;GM[Othello]PC[Rome]DT[2003]PB[Ann]PW[Bob]TY[8]RE[-6]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3]W[c5]B[f6];)
";

/// A directory with a file of games, in which commands run.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("games.ggf"), GAMES).unwrap();
        Place(dir)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn archive(&self, args: &[&str]) -> Run {
        outflank(&[&["archive"], args, &["--data", &self.path("data")]].concat())
    }

    fn filled() -> Place {
        let place = Place::new();
        place.archive(&["import", &place.path("games.ggf")]).ok();
        place
    }
}

#[test]
fn a_file_is_imported_once_and_duplicates_are_counted() {
    let place = Place::new();
    let import = |place: &Place| place.archive(&["import", &place.path("games.ggf"), "--json"]).json();
    let first = import(&place);
    assert_eq!((&first["added"], &first["known"], &first["refused"]), (&2.into(), &0.into(), &0.into()));
    let again = import(&place);
    assert_eq!((&again["added"], &again["known"]), (&0.into(), &2.into()));
    let message = place.archive(&["import", &place.path("games.ggf")]).ok();
    assert!(message.starts_with("0 games added, 2 duplicates, 0 skipped, in "), "{message}");
}

#[test]
fn bad_games_are_reported_with_file_and_place_and_the_rest_is_imported() {
    let place = Place::new();
    fs::write(place.path("bad.txt"), "f5d6\nf5f5\nf5f6\n").unwrap();
    let run = place.archive(&["import", &place.path("bad.txt"), "--json"]);
    assert!(run.stderr.contains("bad.txt, game 2, line 2: move 2 is illegal: f5 is occupied"), "{run:?}");
    assert_eq!(run.code, 1, "{run:?}");
    let summary: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&summary["added"], &summary["refused"]), (&2.into(), &1.into()));
    assert_eq!(summary["faults"][0]["place"], "game 2, line 2");
    assert!(place.archive(&["import", &place.path("missing.ggf")]).failed(1).contains("missing.ggf"));
    fs::write(place.path("letter.doc"), "Dear Sir or Madam").unwrap();
    assert!(place.archive(&["import", &place.path("letter.doc")]).failed(1).contains("no known format"));
}

#[test]
fn games_come_through_a_pipe() {
    let place = Place::new();
    let data = place.path("data");
    let message = outflank_with_input(&["archive", "import", "-", "--data", &data], "f5d6c3\n").ok();
    assert!(message.starts_with("1 game added, "), "{message}");
    let found = place.archive(&["search", "--source", "standard input", "--json"]).json();
    assert_eq!(found["total"], 1);
}

#[test]
fn games_are_found_by_every_filter() {
    let place = Place::filled();
    let events = |args: &[&str]| {
        let found = place.archive(&[&["search", "--json"], args].concat()).json();
        found["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["event"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(events(&[]), ["Rome", "Paris"]);
    assert_eq!(events(&["--player", "gothe jurgen"]), ["Paris"]);
    assert_eq!(events(&["--player", "ANN", "--color", "black"]), ["Rome"]);
    assert_eq!(events(&["--result", "white"]), ["Rome"]);
    assert_eq!(events(&["--since", "2000", "--until", "2003-01"]), ["Rome"]);
    assert_eq!(events(&["--position", "c4e3"]), ["Rome", "Paris"]);
    assert_eq!(events(&["--position", "f5d6c3", "--max-plies", "3"]), ["Rome", "Paris"]);
    assert_eq!(events(&["--opponent", "bob", "--color", "black"]), ["Rome"]);
    assert_eq!(events(&["--player", "ann", "--opponent", "bob", "--color", "black"]), ["Rome"]);
    assert!(place.archive(&["search", "--color", "black"]).failed(2).contains("--player"));
    for option in ["--player", "--opponent", "--opening"] {
        assert!(
            place.archive(&["search", &format!("{option}=..")]).failed(2).contains("letters or digits"),
            "{option}"
        );
    }
    assert_eq!(place.archive(&["search", "--limit", "0"]).ok(), "0 of 2 games; --limit shows more\n");
    let counted = place.archive(&["search", "--limit", "0", "--json"]).json();
    assert_eq!((&counted["total"], counted["games"].as_array().map(Vec::len)), (&2.into(), Some(0)));
    let table = place.archive(&["search", "--limit", "1"]).ok();
    assert!(table.contains("Ann - Bob") && table.contains("29-35") && table.contains("1 of 2 games"), "{table}");
    assert_eq!(place.archive(&["search", "--player", "nobody"]).failed(1), "");
    assert!(place.archive(&["search", "--since", "soon"]).failed(2).contains("2026-11-15"));
    assert!(place.archive(&["search", "--position", "f5f5"]).failed(2).contains("f5 is occupied"));
}

#[test]
fn explore_counts_rotated_and_mirrored_games() {
    let place = Place::filled();
    let explored = place.archive(&["explore", "c4", "--json"]).json();
    assert_eq!((&explored["total"]["games"], &explored["moves"][0]["move"]), (&2.into(), &"e3".into()));
    assert_eq!(explored["moves"][0]["games"], 2);
    let table = place.archive(&["explore", "f5d6"]).ok();
    let row = table.lines().nth(1).unwrap();
    assert!(row.trim_start().starts_with("c3      2    50%     0%    50%"), "{table}");
    assert!(place.archive(&["explore", "f5f4"]).failed(1).is_empty());
    let table = place.archive(&["explore", "f5d6", "--player", "gothe", "--color", "black"]).ok();
    assert!(table.lines().nth(1).unwrap().trim_start().starts_with("c3      1   100%"), "{table}");
    assert!(table.contains("Paris") && !table.contains("Rome"), "{table}");
    assert!(place.archive(&["explore", "f5d6", "--player", "nobody"]).failed(1).is_empty());
    assert!(place.archive(&["explore", "f5d6", "--color", "black"]).failed(2).contains("--player"));
}

#[test]
fn the_engine_evaluates_moves_that_are_not_in_the_book() {
    let place = Place::new();
    fs::write(place.path("odd.txt"), "f5f4c3c4\nf5f4c3d6\n").unwrap();
    place.archive(&["import", &place.path("odd.txt")]).ok();
    let judged = |args: &[&str]| {
        let explored = place.archive(&[&["explore", "--json"], args].concat()).json();
        let moves = explored["moves"].as_array().unwrap().clone();
        moves.into_iter().map(|mv| (mv["by"].clone(), mv["value"].clone())).collect::<Vec<_>>()
    };
    let values = judged(&["f5f4c3", "--level", "2"]);
    assert!(values.iter().all(|(by, value)| *by == "engine" && value.is_i64()), "{values:?}");
    assert!(judged(&["f5f4c3", "--no-engine"]).iter().all(|(by, value)| by.is_null() && value.is_null()));
    assert!(judged(&["f5"]).iter().any(|(by, value)| *by == "book" && value.is_i64()), "the book comes first");
    let table = place.archive(&["explore", "f5f4c3"]).ok();
    assert!(table.lines().nth(1).unwrap().contains("engine"), "{table}");
}

#[test]
fn read_only_commands_create_no_files() {
    let place = Place::new();
    let export = ["export", "-o", &place.path("out.ggf")];
    for command in [&["search"][..], &["explore", "f5"], &export] {
        let message = place.archive(command).failed(1);
        assert!(
            message.contains("there is no archive in") && message.contains("outflank archive import FILE"),
            "{message}"
        );
    }
    assert!(!Path::new(&place.path("data")).exists() && !Path::new(&place.path("out.ggf")).exists());
}

#[test]
fn the_import_summary_counts_names_and_is_printed_before_an_error() {
    let place = Place::filled();
    let base = place.path("out.wtb");
    place.archive(&["export", "--until", "1999", "--to", "wthor", "-o", &base]).ok();
    let names = place.path("out.jou");
    let summary = place.archive(&["import", &names, "--json"]).json();
    assert_eq!((&summary["added"], &summary["refused"]), (&0.into(), &0.into()));
    let count = summary["names"].as_u64().unwrap();
    assert!(count >= 2, "{summary}");
    let message = place.archive(&["import", &names]).ok();
    assert!(message.contains(&format!("0 skipped, {count} names stored, in ")), "{message}");

    fs::write(&names, "no names").unwrap();
    fs::write(place.path("more.txt"), "f5f6e6\n").unwrap();
    let run = place.archive(&["import", &place.path("more.txt"), &base]);
    assert!(run.stdout.starts_with("1 game added, 0 duplicates, 0 skipped, in "), "{run:?}");
    assert!(run.failed(1).contains("out.jou"));
}

#[test]
fn exported_games_are_duplicates_when_imported() {
    let place = Place::filled();
    for (format, name) in [("ggf", "out.ggf"), ("pgn", "out.pgn"), ("json", "out.json")] {
        let file = place.path(name);
        let summary = place.archive(&["export", "--to", format, "-o", &file, "--json"]).json();
        assert_eq!((&summary["written"], &summary["skipped"]), (&2.into(), &0.into()), "{format}");
        let again = place.archive(&["import", &file, "--json"]).json();
        assert_eq!((&again["added"], &again["known"]), (&0.into(), &2.into()), "{format}");
    }
    // A WTHOR file holds the games of one year.
    let base = place.path("out.wtb");
    place.archive(&["export", "--until", "1999", "--to", "wthor", "-o", &base]).ok();
    assert_eq!(place.archive(&["import", &base, "--json"]).json()["known"], 1);
    let one = place.archive(&["export", "--player", "bob", "--to", "transcript"]).ok();
    assert_eq!(one.trim(), "d3c5f6");
    assert!(place.archive(&["export", "-o", &place.path("out.ggf")]).failed(1).contains("--force"));
}

#[test]
fn games_that_a_format_cannot_hold_are_named_and_counted() {
    let place = Place::new();
    let games = GAMES.replace("PB[Ann]", r"PB[An\]n]").replace("B[d3]W[c5]", "B[d3]W[lost]");
    fs::write(place.path("games.ggf"), games).unwrap();
    place.archive(&["import", &place.path("games.ggf")]).ok();
    for (format, name) in [("transcript", "out.txt"), ("wthor", "out.wtb")] {
        let run = place.archive(&["export", "--to", format, "-o", &place.path(name)]);
        assert_eq!(run.code, 0, "{run:?}");
        let reason = format!("the format {format} cannot hold a lost turn (move 2); json, ggf, sgf and pgn can");
        assert!(run.stderr.contains(&format!("skipped: game 2 (An]n - Bob): {reason}\n")), "{run:?}");
        assert!(run.stderr.ends_with("1 game written, 1 skipped\n"), "{run:?}");
    }
    for format in ["json", "ggf", "sgf", "pgn"] {
        let file = place.path(&format!("out.{format}"));
        let summary = place.archive(&["export", "--to", format, "-o", &file, "--json"]).json();
        assert_eq!((&summary["written"], &summary["skipped"]), (&2.into(), &0.into()), "{format}");
        let again = place.archive(&["import", &file, "--json"]).json();
        assert_eq!((&again["added"], &again["known"]), (&0.into(), &2.into()), "{format}");
    }
    let shown = outflank(&["show", &place.path("out.ggf"), "--record", "1", "--ply", "2"]).ok();
    assert!(shown.contains("ply: 2 of 3, last move"), "{shown}");
}

/// A server that is killed at the end of its test.
struct Server(std::process::Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn archive_commands_work_while_a_server_uses_the_file() {
    use std::io::{BufRead, BufReader};
    let place = Place::new();
    let data = place.path("data");
    let mut serve = command(&["serve", "--no-open", "--port", "0", "--data", &data]);
    let mut server = Server(serve.stdin(Stdio::null()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("http://"), "{line}");
    assert!(Path::new(&data).join("archive.sqlite").exists());
    place.archive(&["import", &place.path("games.ggf")]).ok();
    assert_eq!(place.archive(&["search", "--json"]).json()["total"], 2);
}

#[test]
fn a_wthor_base_is_imported_with_its_names() {
    let Some(base) = corpora::path("wthor/WTH_1990.wtb") else { return };
    let place = Place::new();
    let imported = place.archive(&["import", base.to_str().unwrap(), "--json"]).json();
    assert!(imported["added"].as_u64() > Some(500) && imported["refused"] == 0, "{imported}");
    let found = place.archive(&["search", "--player", "tamenori", "--json"]).json();
    assert!(found["total"].as_u64() > Some(0), "{found}");
}
