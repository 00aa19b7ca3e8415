//! Checks that `--json` prints what docs/reference/json.md shows.

use std::{fs, path::Path};

use serde_json::Value;

use crate::harness::command;

const DOCS: &str = include_str!("../../../../docs/reference/json.md");

/// Each command on the page and the JSON below it.
fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    let blocks = DOCS.split("```console\n$ outflank ").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.filter_map(|block| block.split_once('\n'))
}

/// Fields that are not compared: times differ in each run, nodes and values with each engine
/// change.
const DIFFERING: [&str; 14] = [
    "seconds",
    "slowestSeconds",
    "leavesPerSecond",
    "nodes",
    "nodesPerSecond",
    "gamesPerSecond",
    "discs",
    "total",
    "model",
    "bytes",
    "meanMs",
    "slowestMs",
    "totalMs",
    "cpuLevel",
];

fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let differs = DIFFERING.contains(&name.as_str());
                let is_plain = field.is_number() || field.is_string();
                *field = if differs && is_plain { Value::from(0) } else { timeless(field.take()) };
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = timeless(item.take())),
        _ => {}
    }
    value
}

fn printed(line: &str, dir: &Path) -> Value {
    let args: Vec<&str> = line.split(' ').collect();
    let run = command(&args).current_dir(dir).stdin(std::process::Stdio::null()).output().unwrap();
    serde_json::from_slice(&run.stdout).unwrap_or_else(|error| panic!("{line}: {error} in {run:?}"))
}

/// The values of a book depend on the weights too.
fn forget_values(book: &mut Value) {
    for known in book["moves"].as_array_mut().unwrap() {
        known["value"] = Value::from(0);
    }
}

#[test]
fn the_page_shows_every_object_in_full() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("games.txt"), "f5d6c3\nf5f5\n").unwrap();
    let mut commands = Vec::new();
    for (line, expected) in examples() {
        let mut expected: Value = serde_json::from_str(expected).unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut found = printed(line, dir.path());
        if line.starts_with("variants") {
            found = Value::Array(found.as_array().unwrap().iter().take(1).cloned().collect());
        }
        if line.starts_with("eval") {
            found["features"].as_array_mut().unwrap().truncate(1);
        }
        if line.starts_with("book show") || line.starts_with("archive explore") {
            [&mut found, &mut expected].into_iter().for_each(forget_values);
        }
        let [found, expected] = [found, expected].map(timeless);
        assert_eq!(found, expected, "{line}: {found:#}");
        commands.push(line.split(' ').next().unwrap());
    }
    for command in [
        "play",
        "show",
        "moves",
        "check",
        "convert",
        "archive",
        "solve",
        "hint",
        "analyse",
        "eval",
        "bench",
        "book",
        "match",
        "tournament",
        "perft",
        "variants",
    ] {
        assert!(commands.contains(&command), "{command} is missing");
    }
}
