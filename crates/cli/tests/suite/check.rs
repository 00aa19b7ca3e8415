//! `outflank check`.

use serde_json::json;

use crate::harness::{outflank, outflank_with_input};

/// The rows of the standard start in GGF.
const START: &str = "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- ";

#[test]
fn an_illegal_move_is_reported_with_its_reason_and_the_legal_moves() {
    let refused = |args: &[&str]| {
        let run = outflank(&[&["check"], args].concat());
        assert_eq!(run.code, 1, "{run:?}");
        run.stdout
    };
    assert_eq!(refused(&["--move", "a1"]), "illegal: a1 flips nothing for black; legal for black: d3 c4 f5 e6\n");
    assert!(refused(&["--move", "d4"]).contains("d4 is occupied by a white disc"));
    assert!(refused(&["--move", "pass"]).contains("black may not pass while a disc can be placed"));
    assert!(refused(&["--size", "4", "--move", "h8"]).contains("h8 is not a square of this board"));
    assert!(refused(&["--variant", "free-centre", "--move", "a1"]).contains("a1 is not a free centre square"));
    assert!(refused(&["e6f4e3f6g5d6e7f5c5", "--move", "a1"]).contains("the game is over"));
    assert!(
        refused(&["XO--------------", "--to-move", "white", "--move", "d4"])
            .contains("white has no legal square and must pass")
    );
    assert!(refused(&["--move", "A1", "--notation", "row-letter"]).contains("legal for black: C4 D3 E6 F5"));
}

#[test]
fn a_legal_move_is_printed_with_the_discs_it_flips() {
    assert_eq!(outflank(&["check", "--move", "d3"]).ok(), "legal: d3 flips d4 for black\n");
    assert_eq!(
        outflank(&["check", "--variant", "mirrored", "--move", "(3, 5)"]).ok(),
        "legal: f4 flips e4 for black\n"
    );
    assert!(
        outflank(&["check", "XO--------------", "--to-move", "white", "--move", "--"]).ok().contains("white must pass")
    );
    assert!(outflank(&["check", "--move", "i9"]).failed(2).contains("\"i9\" is not a move"));
}

#[test]
fn json_lists_each_checked_move() {
    let run = outflank(&["check", "--move", "d3", "--move", "a1", "--json"]);
    assert_eq!(run.code, 1);
    let answers: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&answers["kind"], &answers["verdict"]), (&json!("move"), &json!("illegal")));
    let answers = &answers["moves"];
    assert_eq!(answers[0], json!({ "verdict": "legal", "move": "d3", "turn": "black", "flips": ["d4"] }));
    assert_eq!(answers[1]["verdict"], "illegal");
    assert_eq!(answers[1]["refusal"], "flips-nothing");
    assert_eq!(answers[1]["legal"], json!(["d3", "c4", "f5", "e6"]));
}

#[test]
fn the_first_illegal_move_of_a_game_is_named_with_the_board_before_it() {
    let run = outflank(&["check", "f5d6a1"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stdout.starts_with("illegal: move 3 is illegal: a1 flips nothing for black; legal for black:"),
        "{run:?}"
    );
    assert!(run.stdout.contains("before move 3, legal squares marked:\n  a b c d"), "{run:?}");
    assert_eq!(outflank(&["check", "f5d6c3"]).ok(), "legal: 3 moves, not at the end; white to move\n");
    assert!(outflank(&["check", "e6f4e3f6g5d6e7f5c5"]).ok().contains("9 moves; black wins 13-0"));
}

#[test]
fn a_record_without_moves_has_its_variant() {
    let board = |turn: &str| format!("(;GM[Othello]PB[a]PW[b]BO[8 {START}{turn}];)\n");
    assert_eq!(outflank_with_input(&["check"], board("O")).ok(), "possible: it is the start of the game\n");
    let report = outflank_with_input(&["check", "--json"], board("O")).json();
    assert_eq!((&report["verdict"], &report["variant"]), (&json!("possible"), &json!("standard+white-first")));
    let both = board("O") + &board("*");
    assert!(outflank_with_input(&["check"], &both).ok().ends_with("2 records, 2 legal, 0 bad\n"));
    let chosen = outflank_with_input(&["check", "--variant", "standard"], board("O"));
    assert_eq!(chosen.code, 1, "the variant that was chosen counts: {chosen:?}");
}

#[test]
fn several_files_are_checked_one_after_another() {
    let dir = tempfile::tempdir().unwrap();
    let [good, bad] = ["good.txt", "bad.txt"].map(|name| dir.path().join(name).to_str().unwrap().to_owned());
    std::fs::write(&good, "f5d6\nc4\n").unwrap();
    std::fs::write(&bad, "f5d6\nf5f5\n").unwrap();
    let run = outflank(&["check", &bad, &good]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("bad.txt: 2 records, 1 legal, 1 bad\n"), "{run:?}");
    assert!(run.stdout.ends_with("good.txt: 2 records, 2 legal, 0 bad\n"), "{run:?}");
    assert_eq!(outflank(&["check", &good, &good]).code, 0);
    assert!(outflank(&["check", &good, "typo.txt"]).failed(1).contains("\"typo.txt\": no file has this name"));
    assert!(outflank(&["show", &good, &bad]).failed(2).contains("one file at a time"));
}

#[test]
fn every_record_of_a_file_is_checked() {
    let run = outflank_with_input(&["check"], "f5d6c3\nf5f5\nc4 c3\nnonsense\n");
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("standard input: record 2, line 2: move 2 is illegal: f5 is occupied"), "{run:?}");
    assert!(run.stdout.ends_with("standard input: 4 records, 2 legal, 2 bad\n"), "{run:?}");

    let run = outflank_with_input(&["check", "--json"], "f5d6c3\nf5f5\n");
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["verdict"], &report["records"], &report["bad"]), (&json!("illegal"), &json!(2), &json!(1)));
    assert_eq!((&report["faults"][0]["record"], &report["faults"][0]["ply"]), (&json!(2), &json!(2)));
    assert_eq!(report["faults"][0]["illegal"]["refusal"], "occupied");

    assert!(outflank_with_input(&["check", "--record", "1"], "f5d6c3\nf5f5\n").ok().starts_with("legal: 3 moves"));
    assert_eq!(outflank_with_input(&["check", "--record", "3"], "f5d6c3\nf5f5\n").code, 1);
}

#[test]
fn a_long_file_in_another_notation_is_read_to_its_end() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let games = (2 << 20) / "E6F4C3\n".len();
    std::fs::write(&file, "E6F4C3\n".repeat(games) + "A1\n").unwrap();
    let path = file.path().to_str().unwrap();
    let run = outflank(&["check", path, "--notation", "row-letter", "--input-format", "transcript", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["records"], &report["bad"]), (&json!(games + 1), &json!(1)));
}
