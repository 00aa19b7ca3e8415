//! `outflank convert` between text formats.

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::Stdio,
    thread,
};

use serde_json::{Value, json};

use crate::harness::{command, listing, outflank, outflank_with_input, path};

#[test]
fn games_are_converted_from_arguments_files_and_pipes() {
    let dir = tempfile::tempdir().unwrap();
    let file = path(dir.path(), "game.txt");
    fs::write(&file, "f5d6c3\n").unwrap();
    let expected = outflank(&["convert", "f5d6c3", "--to", "json"]).ok();
    let record: Value = serde_json::from_str(&expected).unwrap();
    assert_eq!(record["moves"], json!(["f5", "d6", "c3"]));
    assert_eq!(outflank(&["convert", &file, "--to", "json"]).ok(), expected);
    assert_eq!(outflank_with_input(&["convert", "--to", "json"], "f5 d6 c3").ok(), expected);
    assert_eq!(outflank_with_input(&["convert", "-", "--to", "transcript"], &expected).ok(), "f5d6c3\n");
}

#[test]
fn one_record_of_several_is_converted() {
    let games = "f5d6c3\nf5x9\nf5f6\n";
    let third = outflank_with_input(&["convert", "--record", "3", "--to", "transcript"], games);
    assert_eq!(third.ok(), "f5f6\n");
    let past = outflank_with_input(&["convert", "--record", "4", "--to", "transcript"], games);
    assert!(past.failed(1).contains("has no record 4: it holds 3"));
    assert!(outflank(&["convert", "f5", "--record", "0", "--to", "sgf"]).failed(2).contains("--record"));
}

#[test]
fn games_round_trip_through_every_format_that_holds_games() {
    let games = "f5d6c3d3c4\nc4c3d3c5b4\ne6f4e3f6g5d6e7f5c5\n";
    let mut text = games.to_owned();
    for format in ["ggf", "json", "sgf", "pgn", "transcript"] {
        text = outflank_with_input(&["convert", "--to", format], &text).ok();
    }
    assert_eq!(text, games);
}

#[test]
fn positions_round_trip_through_every_format_that_holds_positions() {
    let first = outflank(&["convert", "f5d6c3", "--end-position", "--to", "board"]).ok();
    let mut text = first.clone();
    for format in ["obf", "fen", "json", "board"] {
        text = outflank_with_input(&["convert", "--to", format], &text).ok();
    }
    assert_eq!(text, first);
}

#[test]
fn a_variant_survives_saving_and_resuming() {
    let json = outflank(&["convert", "b1a1", "--size", "4", "--to", "json"]).ok();
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["variant"], "tiny");
    let shown = outflank_with_input(&["show", "-b"], json).ok();
    assert_eq!(shown, outflank(&["show", "b1a1", "--size", "4", "-b"]).ok());
}

#[test]
fn the_first_bad_record_stops_with_file_record_and_line() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (path(dir.path(), "games.txt"), path(dir.path(), "games.json"));
    fs::write(&input, "f5d6\n\nf5a1\nc4\n").unwrap();
    let message = outflank(&["convert", &input, "--to", "json", "-o", &output]).failed(1);
    assert!(message.contains("games.txt: record 2, line 3: move 2 is illegal: a1 flips nothing"), "{message}");
    assert!(message.contains("--skip-errors"), "{message}");
    assert_eq!(listing(dir.path()), ["games.txt"], "nothing half written is left");
}

#[test]
fn bad_records_can_be_skipped_and_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    let output = path(dir.path(), "good.txt");
    let input = "f5d6\nf5a1\nc4\nnonsense\n";
    let run = outflank_with_input(&["convert", "--to", "transcript", "--skip-errors", "-o", &output], input);
    assert!(run.stderr.contains("skipped: standard input: record 2, line 2: move 2 is illegal"), "{run:?}");
    assert!(run.stderr.contains("2 written, 2 skipped"), "{run:?}");
    assert_eq!((run.ok().as_str(), fs::read_to_string(&output).unwrap().as_str()), ("", "f5d6\nc4\n"));

    let args = ["convert", "--to", "transcript", "--skip-errors", "-o", &output, "--force", "--json"];
    let summary = outflank_with_input(&args, input).json();
    assert_eq!((&summary["records"], &summary["written"], &summary["skipped"]), (&json!(4), &json!(2), &json!(2)));
    assert_eq!(summary["outputs"], json!([output]));
    assert!(summary["reasons"][0].as_str().unwrap().contains("record 2"));
    assert!(outflank(&["convert", "f5", "--to", "json", "--json"]).failed(2).contains("--output"));
}

#[test]
fn thousands_of_bad_records_are_counted_but_not_all_listed() {
    let run = outflank_with_input(&["convert", "--to", "transcript", "--skip-errors"], "f5a1\n".repeat(3000));
    assert!(run.stderr.lines().count() < 30, "{}", run.stderr);
    assert!(run.stderr.contains("0 written, 3000 skipped"));
}

#[test]
fn an_existing_file_is_replaced_only_by_force() {
    let dir = tempfile::tempdir().unwrap();
    let output = path(dir.path(), "out.txt");
    fs::write(&output, "precious").unwrap();
    let message = outflank(&["convert", "f5", "--to", "transcript", "-o", &output]).failed(1);
    assert!(message.contains("out.txt exists already: give --force"), "{message}");
    outflank(&["convert", "f5a1", "--to", "transcript", "-o", &output, "--force"]).failed(1);
    assert_eq!(fs::read_to_string(&output).unwrap(), "precious", "a failed run leaves it as it was");
    outflank(&["convert", "f5", "--to", "transcript", "-o", &output, "--force"]).ok();
    assert_eq!(fs::read_to_string(&output).unwrap(), "f5\n");
    outflank(&["convert", &output, "--to", "json", "-o", &output, "--force"]).ok();
    assert!(fs::read_to_string(&output).unwrap().starts_with('{'), "even onto itself");
    assert_eq!(listing(dir.path()), ["out.txt"]);
}

#[test]
fn many_inputs_go_into_one_file_or_into_one_each() {
    let dir = tempfile::tempdir().unwrap();
    let (a, b) = (path(dir.path(), "a.txt"), path(dir.path(), "b.txt"));
    fs::write(&a, "f5d6\nc4\n").unwrap();
    fs::write(&b, "d3\n").unwrap();
    let one = path(dir.path(), "all.txt");
    outflank(&["convert", &a, &b, "--to", "transcript", "-o", &one]).ok();
    assert_eq!(fs::read_to_string(&one).unwrap(), "f5d6\nc4\nd3\n");

    let many = path(dir.path(), "each/");
    let run = outflank(&["convert", &a, &b, "--to", "json", "-o", &many]);
    assert!(run.stderr.contains("3 written, 0 skipped"), "{run:?}");
    assert_eq!(listing(Path::new(&many)), ["a.json", "b.json"]);

    fs::create_dir(dir.path().join("other")).unwrap();
    let same = path(dir.path(), "other/a.txt");
    fs::write(&same, "f5\n").unwrap();
    let message = outflank(&["convert", &a, &same, "--to", "ggf", "-o", &many]).failed(2);
    assert!(message.contains("would both be written to"), "{message}");
}

#[test]
fn games_that_a_format_cannot_hold_are_reported() {
    let message = outflank(&["convert", "f5d6", "--to", "board"]).failed(1);
    assert!(message.contains("\"f5d6\": record 1: the format board cannot hold moves"), "{message}");
    assert!(message.contains("--end-position"), "{message}");
}

#[test]
fn missing_inputs_are_reported_before_output_is_written() {
    assert!(outflank(&["convert", "nope.ggf", "--to", "json"]).failed(1).contains("no file has this name"));
    assert!(outflank_with_input(&["convert", "--to", "json"], "").failed(1).contains("standard input is empty"));
    assert!(outflank(&["convert", "--to", "json"]).failed(2).contains("nothing to read"));
    assert!(outflank(&["convert", "f5"]).failed(2).contains("--to"));
    assert!(outflank(&["convert", "f5", "--to", "gff"]).failed(2).contains("ggf"));
}

#[test]
fn records_stream_through_while_the_input_is_still_open() {
    let mut child = command(&["convert", "--input-format", "transcript", "--to", "transcript"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let games = "f5d6c3d3c4\n".repeat(10_000);
    let writer = thread::spawn(move || {
        input.write_all(games.as_bytes()).unwrap();
        input
    });
    // The buffers hold less than the whole output, so some of it arrives before the input ends.
    output.read_exact(&mut vec![0; 50_000]).unwrap();
    drop(writer.join().unwrap());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(50_000 + rest.len(), 10_000 * "f5d6c3d3c4\n".len());
    assert!(child.wait().unwrap().success());
}

#[test]
fn one_record_is_converted_while_the_input_is_still_open() {
    let mut child = command(&["convert", "-", "--input-format", "ggf", "--to", "transcript", "--record", "1"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let ggf = outflank(&["convert", "f5d6c3", "--to", "ggf"]).ok();
    input.write_all(ggf.as_bytes()).unwrap();
    input.flush().unwrap();
    let mut converted = String::new();
    child.stdout.take().unwrap().read_to_string(&mut converted).unwrap();
    assert_eq!(converted, "f5d6c3\n");
    assert!(child.wait().unwrap().success());
    drop(input);
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let dir = tempfile::tempdir().unwrap();
    let input = path(dir.path(), "many.txt");
    fs::write(&input, "f5d6c3d3c4\n".repeat(100_000)).unwrap();
    let mut child = command(&["convert", &input, "--to", "json"]).spawn().unwrap();
    let mut output = child.stdout.take().unwrap();
    output.read_exact(&mut [0; 100]).unwrap();
    drop(output);
    let run = child.wait_with_output().unwrap();
    assert_eq!((run.status.code(), String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""));
}
