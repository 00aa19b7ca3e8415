//! Transcripts as people and programs write them.

use outflank_rules::{
    Goal, Move, Variant,
    record::{Format, Reader, Record, transcript},
};

use crate::corpora;

fn moves(text: &str) -> String {
    let record = transcript::parse(text).unwrap_or_else(|fault| panic!("{text:?}: {fault}"));
    record.game.moves().map(|mv| if mv == Move::Pass { "--".to_owned() } else { mv.to_string() }).collect()
}

fn fault(text: &str) -> String {
    transcript::parse(text).unwrap_err().to_string()
}

#[test]
fn separators_numbers_and_case_do_not_matter() {
    for text in [
        "f5d6c3d3",
        "F5d6C3d3",
        "F5D6C3D3",
        "f5 d6 c3 d3",
        "f5-d6-c3-d3",
        "f5, d6; c3 - d3.",
        "1. f5 d6 2. c3 d3",
        "1.f5 2.d6 3.c3 4.d3",
        "1)f5 2)d6 3)c3 4)d3",
        "1 f5 2 d6 3 c3 4 d3",
        "+f5-d6+c3-d3",
        "P@f5 P@d6 @c3 p@d3",
        "(4, 5) (5, 3) (2,2) (2,3)",
        "[4, 5], [5, 3], [2, 2], [2, 3]",
        "4,5 5,3 2,2 2,3",
        "4,5, 5,3, 2,2, 2,3",
        "f5 – d6 — c3\u{2009}–\u{200b}d3",
        "\tf5d6\u{a0}c3d3\r\n",
    ] {
        assert_eq!(moves(text), "f5d6c3d3", "{text:?}");
    }
}

#[test]
fn passes_are_written_in_any_way_or_left_out() {
    let game = |pass: &str| format!("tiny;a2a1c4d2d1d4d3a3b1c1{pass}b4a4");
    let expected = "a2a1c4d2d1d4d3a3b1c1--b4a4";
    for pass in ["", "pa", "PA", "ps", "pass", "PASS", "--", "@@", "@@@@", "(-1,-1)", " -- ", "----", " pa-", ",pas,"] {
        assert_eq!(moves(&game(pass)), expected, "{pass:?}");
    }
}

#[test]
fn a_last_pass_is_written_and_others_are_not() {
    let record = transcript::parse("tiny;a2a1c4d2d1d4d3a3b1c1pab4").unwrap();
    assert_eq!(transcript::write(&record).unwrap(), "tiny;a2a1c4d2d1d4d3a3b1c1b4\n");
    let record = transcript::parse("tiny;a2a1c4d2d1d4d3a3b1c1pa").unwrap();
    assert_eq!(transcript::write(&record).unwrap(), "tiny;a2a1c4d2d1d4d3a3b1c1pa\n");
}

#[test]
fn a_start_of_64_cells_stands_before_the_moves() {
    let text = "---------------------------XO------OX--------------------------- X;f4d3\n";
    let record = transcript::parse(text).unwrap();
    assert_eq!(record.game.start(), Variant::MIRRORED.start());
    assert_eq!(transcript::write(&record).unwrap(), text);
    let small = transcript::parse("-----OX--XO----- *; b1").unwrap();
    assert_eq!(small.game.start(), Variant::TINY.start());
}

#[test]
fn variants_stand_before_the_moves() {
    for (code, moves) in [("octagon", "f5d6"), ("anti", "f5"), ("free-centre", "d4e4"), ("six+anti", "e4")] {
        let text = format!("{code};{moves}\n");
        let record = transcript::parse(&text).unwrap();
        assert_eq!(record.game.start(), code.parse::<Variant>().unwrap().start());
        assert_eq!(transcript::write(&record).unwrap(), text);
    }
}

#[test]
fn a_game_without_moves_keeps_its_start() {
    let record = Record::of_position(Variant::STANDARD.start());
    let text = transcript::write(&record).unwrap();
    assert_eq!(text, "---------------------------OX------XO--------------------------- X;\n");
    assert_eq!(transcript::parse(&text).unwrap(), record);
    let anti = Variant::STANDARD.with_goal(Goal::Fewest).start();
    assert_eq!(transcript::parse_from("", anti).unwrap().game.start(), anti);
}

#[test]
fn faults_say_what_was_found() {
    assert_eq!(fault("f5d"), "found \"d\", expected a move");
    assert_eq!(fault("f5d9"), "found \"d9\", expected a move such as d3 or (2, 3), or a pass (pa)");
    assert_eq!(fault("f5 33-31"), "found \"33\", expected a move");
    assert_eq!(fault("f5 (2, 3"), "found \"(2, 3\", expected a move");
    assert_eq!(fault("f5 (2, 9)"), "found \"(2, 9)\", expected a move such as d3 or (2, 3), or a pass (pa)");
    assert_eq!(fault("4,5 5,9"), "found \"5,9\", expected a row and a column from 0 to 7, such as 2,3");
    assert_eq!(fault("-----"), "found \"-----\", expected moves: this looks like a piece of a board");
    assert_eq!(fault("f5ö"), "found \"ö\", expected a move");
    assert_eq!(fault("f5px"), "found \"px\", expected pa, the word for a pass");
    assert_eq!(fault("xxx; f5"), "found \"xxx\", expected 64 cells and the side to move, or the name of a variant");
    assert!(fault("f5 pa").starts_with("move 2 is illegal: white may not pass while a disc can be placed"));
    assert!(fault("f5d6d6").starts_with("move 3 is illegal: d6 is occupied"));
}

#[test]
fn every_xot_opening_is_read() {
    for (name, count) in [("xot/openingslarge.txt", 10_784), ("xot/openingssmall.txt", 3_623)] {
        let Some(text) = corpora::text(name) else { return };
        let records: Result<Vec<Record>, _> = Reader::new(Format::Transcript, text.as_bytes()).collect();
        let records = records.unwrap();
        assert_eq!(records.len(), count);
        assert!(records.iter().all(|record| record.game.ply() == 8));
        let written: String = records.iter().map(|record| transcript::write(record).unwrap()).collect();
        assert_eq!(written.trim_end(), text.replace('\r', "").trim_end());
    }
}

#[test]
fn every_named_opening_is_read() {
    let Some(text) = corpora::text("openings/named_openings.tsv") else { return };
    let mut read = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let opening = line.split('\t').next().unwrap();
        let record = transcript::parse(opening).unwrap();
        assert_eq!(transcript::write(&record).unwrap().trim_end(), opening);
        read += 1;
    }
    assert_eq!(read, 759);
}
