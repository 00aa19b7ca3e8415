//! `outflank guide`, help, rules, lists and the generated texts.

use std::fs;

use crate::harness::outflank;

#[test]
fn the_guide_shows_a_board_and_an_example_of_each_command() {
    let guide = outflank(&["guide"]).ok();
    assert!(guide.contains("4 - - . O X - - -"), "{guide}");
    for command in
        ["play", "show", "moves", "check", "convert", "solve", "hint", "analyse", "perft", "variants", "gtp", "nboard"]
    {
        assert!(guide.contains(&format!("outflank {command}")), "{command} is missing:\n{guide}");
    }
}

#[test]
fn wrong_usage_exits_with_2_and_quotes_the_argument() {
    assert!(outflank(&["perft", "--depht", "3"]).failed(2).contains("--depth"));
    assert!(outflank(&["perfd"]).failed(2).contains("perft"));
    assert!(outflank(&["perft", "--size", "5"]).failed(2).contains("4, 6 or 8"));
    assert!(outflank(&["perft", "--variant", "tinny"]).failed(2).contains("\"tinny\" is not a variant"));
    assert!(outflank(&["perft", "--variant", "tiny", "--size", "4"]).failed(2).contains("cannot be used with"));
}

#[test]
fn bad_arguments_are_quoted_with_what_to_write() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().to_str().unwrap();
    for (line, code, advice) in [
        ("show f5 --ply x", 2, "'x' for '--ply <N>': write a whole number, 0 or more"),
        ("show f5 --record 0", 2, "'0' for '--record <N>': write a whole number, 1 or more"),
        ("show f5 --ply 9", 1, "--ply 9 is past the end: the game has 1 move; give at most 1"),
        (
            "show f5z9",
            1,
            "\"f5z9\": no file has this name, and it is not a game or position: write moves such as f5d6c3",
        ),
        ("show FOLDER", 1, "give the name of a file"),
        ("analyse f5 --html FOLDER", 2, "is a directory: give the name of a file"),
        ("archive import nofile", 1, "cannot read nofile: No such file or directory (os error 2); check its name"),
        ("hint f5 --time -1", 2, "\"-1\" is not a time: write 2s, 500ms or 1m"),
        ("solve f5 --threads -1", 2, "'-1' for '--threads <N>': write a whole number, 0 or more"),
        ("book build -o x --plies 61", 2, "'61' for '--plies <N>': write a whole number from 1 to 60"),
        ("match greedy random --sprt a 5", 2, "'a' for '--sprt <ELO0> <ELO1>': write a number such as 5 or 0.05"),
        ("archive search --position zz", 2, "--position \"zz\": "),
        ("serve --port 99999", 2, "'99999' for '--port <PORT>': write a whole number from 0 to 65535"),
    ] {
        let line = line.replace("FOLDER", folder);
        let message = outflank(&line.split(' ').collect::<Vec<_>>()).failed(code);
        assert!(message.contains(advice), "{line}: {message}");
    }
}

#[test]
fn help_is_a_command_too() {
    assert_eq!(outflank(&["help"]).ok(), outflank(&["--help"]).ok());
    assert!(outflank(&["help", "check"]).ok().contains("--budget"));
}

#[test]
fn the_rules_are_explained_with_boards() {
    let rules = outflank(&["help", "rules"]).ok();
    for shown in ["2 . O X -", "1 . X . -", "4 X X X -", "passes", "become 15 to 1"] {
        assert!(rules.contains(shown), "{shown:?} is missing:\n{rules}");
    }
    assert_eq!(outflank(&["rules"]).ok().matches("a b c d").count(), 4);
}

#[test]
fn variants_are_listed_for_people_and_for_programs() {
    let list = outflank(&["variants"]).ok();
    assert!(list.contains("octagon"));
    let json = outflank(&["variants", "--json"]).json();
    let entries = json.as_array().unwrap();
    assert_eq!(entries.len(), list.lines().count());
    let tiny = entries.iter().find(|entry| entry["code"] == "tiny").unwrap();
    assert_eq!(tiny["size"], 4);
    assert_eq!(tiny["black"], serde_json::json!(["c2", "b3"]));
    assert_eq!(tiny["first"], "black");
}

#[test]
fn completions_know_the_commands_in_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(outflank(&["completions", shell]).ok().contains("perft"), "{shell}");
    }
    assert!(outflank(&["completions", "tcsh"]).failed(2).contains("bash"));
}

#[test]
fn manual_pages_are_printed_or_written() {
    assert!(outflank(&["man"]).ok().starts_with(".ie"));
    assert!(outflank(&["man", "perft"]).ok().contains(".TH outflank-perft 1"));
    assert!(outflank(&["man", "book-build"]).ok().contains(".TH outflank-book-build 1"));
    assert!(outflank(&["man", "perfd"]).failed(2).contains("\"perfd\" is not a command: write one of"));
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("share/man1");
    outflank(&["man", "--output", pages.to_str().unwrap()]).ok();
    assert!(fs::read_to_string(pages.join("outflank.1")).unwrap().contains("perft"));
    assert!(pages.join("outflank-variants.1").exists());
}
