//! `outflank gtp` through real pipes.

use crate::harness::{outflank, outflank_with_input};

/// This program as a GTP player.
fn player(args: &str) -> String {
    format!("gtp:'{}' gtp --seed 1 --threads 1 --hash 16M {args}", env!("CARGO_BIN_EXE_outflank"))
}

#[test]
fn a_script_is_answered_line_by_line() {
    let script = "1 name\n\n# a word\nboardsize 8\n2 play black f5\n3 play black c3\nfly\nshowboard\n9 quit\nname\n";
    let answers = outflank_with_input(&["gtp", "--depth", "2", "--seed", "1"], script).ok();
    let answers: Vec<&str> = answers.split_terminator("\n\n").collect();
    assert_eq!(
        answers[..4],
        ["=1 Outflank", "= ", "=2 ", "?3 wrong color: it is the turn of white, who can place a disc"]
    );
    assert_eq!(answers[4], "? unknown command \"fly\": list_commands names all there are");
    assert!(answers[5].contains("\n5 - - - X X X - -\n"), "{}", answers[5]);
    assert_eq!(answers[6..], ["=9 "], "after quit nothing is read");
}

#[test]
fn the_end_of_the_input_is_the_end() {
    assert_eq!(outflank_with_input(&["gtp", "--seed", "1"], "protocol_version").ok(), "= 2\n\n");
    assert_eq!(outflank(&["gtp", "--seed", "1"]).ok(), "");
}

/// Plays whole games with their passes.
#[test]
fn it_plays_against_itself_on_every_board() {
    let [black, white] = ["--depth 1", "--level 1"].map(player);
    for size in ["4", "6", "8"] {
        let args = ["play", "--quiet", "--json", "--games", "2", "--size", size, "--seed", "3"];
        let json = outflank(&[&args[..], &["--black", &black, "--white", &white]].concat()).json();
        assert_eq!(json["games"], 2, "{json:#}");
    }
}

/// Without a clock, these engines would think for minutes.
#[test]
fn it_obeys_the_clock_of_the_game() {
    let dir = tempfile::tempdir().unwrap();
    let [black, white] = ["--level 20", ""].map(player);
    let args = ["play", "--black", &black, "--white", &white, "--plain", "--no-save", "--size", "6", "--time", "2s"];
    let mut command = crate::harness::command(&args);
    let output = command.env("OUTFLANK_DATA", dir.path()).stdin(std::process::Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(!text.contains("on time"), "{text}");
}

#[test]
fn help_has_an_example_for_a_gui() {
    let help = outflank(&["gtp", "--help"]).ok();
    assert!(help.contains("GoGui") && help.contains("outflank gtp --level 12"), "{help}");
    assert!(outflank(&["gtp", "--level", "99"]).failed(2).contains("\"99\" is not a level"));
}
