//! Data of older versions: every later version opens it with all games.

use std::{fs, path::Path};

use serde_json::Value;
use tempfile::TempDir;

use super::Server;
use crate::harness::outflank;

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/0.1");

/// A copy of the fixture, because opening it changes it.
fn copy() -> TempDir {
    let dir = TempDir::new().expect("a folder");
    copy_files(Path::new(FIXTURE), dir.path());
    let run = dir.path().join("run");
    fs::create_dir(&run).expect("a new folder");
    copy_files(&Path::new(FIXTURE).join("run"), &run);
    dir
}

fn copy_files(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
}

fn expected() -> Value {
    let text = fs::read_to_string(Path::new(FIXTURE).join("expected.json")).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

fn json(server: &Server, path: &str) -> Value {
    let answer = server.get(path);
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).unwrap_or_else(|_| panic!("no JSON at {path}: {answer}"))
}

#[test]
fn a_server_opens_the_games_and_tournaments_of_an_older_one() {
    let data = copy();
    let expected = expected();
    // Twice, because the data that the first start writes must be readable too.
    for _ in 0..2 {
        let server = Server::with(&["--data", data.path().to_str().expect("UTF-8")]);
        for game in expected["games"].as_array().expect("games") {
            let id = game["id"].as_str().expect("an id");
            let state = json(&server, &format!("/api/games/{id}"));
            let moves: Vec<_> =
                state["moves"].as_array().expect("moves").iter().map(|turn| turn["move"].as_str().unwrap()).collect();
            let known = game["moves"].as_str().expect("moves");
            if game["status"] == "over" {
                assert_eq!((&state["status"], moves.join(" ").as_str()), (&game["status"], known), "{id}");
                assert_eq!(state["board"], game["board"], "{id}");
            } else {
                // Computers may have moved since, and a clock may have run out.
                assert!(moves.join(" ").starts_with(known), "{id}: {moves:?}");
            }
        }
        for tournament in expected["tournaments"].as_array().expect("tournaments") {
            let id = tournament["id"].as_str().expect("an id");
            let state = json(&server, &format!("/api/tournaments/{id}"));
            let names: Vec<_> =
                state["entrants"].as_array().expect("entrants").iter().map(|one| &one["name"]).collect();
            let known: Vec<_> = tournament["entrants"].as_array().expect("entrants").iter().collect();
            assert_eq!((&state["title"], names), (&tournament["title"], known));
            if tournament["status"] != "playing" {
                assert_eq!(state["status"], tournament["status"], "{id}");
            }
        }
    }
}

#[test]
fn the_archive_of_an_older_version_has_all_its_games() {
    let data = copy();
    let data = data.path().to_str().expect("UTF-8");
    let server = Server::with(&["--data", data]);
    for game in expected()["archive"].as_array().expect("games") {
        let found = json(&server, &format!("/api/archive/{}", game["id"]));
        assert_eq!((&found["black"], &found["white"]), (&game["black"], &game["white"]), "game {}", game["id"]);
        // That version wrote a lost turn as a pass.
        let moves = found["moves"].as_str().expect("moves").replace("lost", "pass");
        assert_eq!(moves, game["moves"].as_str().expect("moves"), "game {}", game["id"]);
    }
    drop(server);
    let games = outflank(&["archive", "export", "--data", data, "--to", "ggf"]).ok();
    assert!(games.lines().count() >= 13, "{games}");
}

#[test]
fn a_tournament_of_an_older_version_is_resumed() {
    let data = copy();
    let run = data.path().join("run");
    let played = fs::read_to_string(run.join("games.jsonl")).expect("a journal").lines().count();
    outflank(&["tournament", "--resume", run.to_str().expect("UTF-8")]).ok();
    let games = fs::read_to_string(run.join("games.jsonl")).expect("a journal");
    assert!(played < 24 && games.lines().count() == 24, "{played} games before, {} after", games.lines().count());
    assert!(fs::read_to_string(run.join("standings.csv")).expect("a table").contains("level:8"));
}
