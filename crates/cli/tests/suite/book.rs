//! `outflank book`.

use std::fs;

use serde_json::json;

use crate::harness::{command, outflank};

#[test]
fn a_book_is_built_and_shown() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("my.book");
    let file = file.to_str().unwrap();
    let build = ["book", "build", "-o", file, "--positions", "12", "--depth", "2", "--hash", "1M"];
    let report = outflank(&[&build[..], &["--json"]].concat()).json();
    assert_eq!((&report["positions"], &report["output"]), (&json!(12), &json!(file)));
    assert_eq!(report["bytes"], fs::metadata(file).unwrap().len());

    let shown = outflank(&["book", "show", "--book", file, "--json"]).json();
    assert_eq!((&shown["positions"], shown["moves"].as_array().unwrap().len()), (&json!(12), 4));
    let rare = outflank(&["book", "show", "f5f6e6f4g6d7c3c5", "--book", file]);
    assert_eq!((rare.code, rare.stdout.as_str()), (1, "not in the book of 12 positions\n"));

    assert!(outflank(&build).failed(1).contains("give --force"));
    outflank(&[&build[..], &["--force"]].concat()).ok();
}

#[test]
fn the_book_inside_the_program_knows_the_start() {
    let table = outflank(&["book", "show"]).ok();
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(table.contains("f5") && table.contains(" for black"), "{table}");
}

#[test]
fn a_file_that_is_not_a_book_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("notes.txt");
    fs::write(&file, "not a book").unwrap();
    let message = outflank(&["book", "show", "--book", file.to_str().unwrap()]).failed(1);
    assert!(message.contains("notes.txt: not a book"), "{message}");
    let missing = dir.path().join("missing.book");
    assert!(outflank(&["book", "show", "--book", missing.to_str().unwrap()]).failed(1).contains("cannot read"));
    let dir = dir.path().to_str().unwrap();
    assert!(outflank(&["book", "build", "-o", dir]).failed(2).contains("is a directory"));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_writes_the_book_so_far() {
    use std::process::{Command, Stdio};
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("part.book");
    let args = ["book", "build", "-o", file.to_str().unwrap(), "--positions", "1000000", "--hash", "1M", "--json"];
    let child = command(&args).stdin(Stdio::null()).spawn().unwrap();
    crate::harness::wait_until(|| crate::harness::catches_interrupts(child.id()));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let end = child.wait_with_output().unwrap();
    assert_eq!(end.status.code(), Some(130));
    let report: serde_json::Value = serde_json::from_slice(&end.stdout).unwrap();
    assert_eq!(report["interrupted"], true);
    assert!(file.exists());
}
