//! SGF: what other programs may write.

use outflank_rules::{
    Color, DiscDiff, Goal, Variant,
    record::{Ending, Outcome, Record, RecordError, sgf},
};

fn read(text: &str) -> Record {
    sgf::parse(text).unwrap_or_else(|fault| panic!("{text:?}: {fault}"))
}

fn fault(text: &str) -> String {
    sgf::parse(text).unwrap_err().to_string()
}

fn moves(text: &str) -> String {
    read(text).game.moves().map(|mv| mv.to_string()).collect()
}

#[test]
fn a_program_may_put_the_first_move_into_the_root() {
    let text = "(;FF[4]GM[2]AP[other:1]PC[here]DT[2020-01-02]PB[Ann]PW[Bob]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+6]\
                B[f5];W[d6];B[c3])";
    let record = read(text);
    assert_eq!(record.game.start(), Variant::STANDARD.start());
    assert_eq!(record.game.ply(), 3);
    assert_eq!((record.event.as_str(), record.date.as_str()), ("here", "2020-01-02"));
    assert_eq!(record.outcome.margin, DiscDiff::new(6));
    assert!(record.tags.is_empty(), "{:?}", record.tags);
}

#[test]
fn squares_and_setups_come_in_many_forms() {
    for start in ["", "SZ[8]", "AB[e4][d5]AW[d4][e5]", "AB[E4]AB[D5] AW [D4] [E5]", "AB[ed][de]AW[dd]AW[ee]PL[Black]"] {
        assert_eq!(moves(&format!("(;GM[2]{start};B[F5];W[d6];B[cc])")), "f5d6c3", "{start}");
    }
    let record = read("(;SZ[4]AB[a1:b2]AW[c1:c2];W[a3])");
    assert_eq!(record.game.start().discs(Color::Black).to_string(), "a1 b1 a2 b2");
    assert_eq!(record.game.start().turn(), Color::White, "the first move tells who moves");
}

#[test]
fn passes_are_written_in_many_ways_or_left_out() {
    let game = |pass: &str| {
        moves(&format!("(;GM[2]SZ[4];B[a2];W[a1];B[c4];W[d2];B[d1];W[d4];B[d3];W[a3];B[b1];W[c1]{pass};W[b4];B[a4])"))
    };
    for pass in ["", ";B[PA]", ";B[pass]", ";B[]", ";B[tt]", ";B[--]"] {
        assert_eq!(game(pass), "a2a1c4d2d1d4d3a3b1c1passb4a4", "{pass}");
    }
}

#[test]
fn the_main_line_is_the_first_branch_at_each_fork() {
    assert_eq!(moves("(;GM[2];B[f5](;W[d6](;B[c3])(;B[c4]))(;W[f4]))"), "f5d6c3");
    assert_eq!(moves("(;GM[2](;B[f5];W[d6])(;B[c4]))"), "f5d6");
}

#[test]
fn texts_are_escaped_both_ways() {
    let record = read("(;GM[2]PB[a\\]b\\\\c]C[soft \\\nbreak, hard\nbreak \\: done];B[f5]C[(;FF[ in a comment\\]])");
    assert_eq!(record.black.name, "a]b\\c");
    assert_eq!(record.comment, "soft break, hard\nbreak : done");
    assert_eq!(record.notes[0].comment, "(;FF[ in a comment]");
    assert_eq!(read(&sgf::write(&record).unwrap()), record);
}

#[test]
fn old_files_have_long_names() {
    let record = read("(;GaMe[2]PlayerBlack[Ann];Black[f5];White[d6])");
    assert_eq!((record.black.name.as_str(), record.game.ply()), ("Ann", 2));
}

#[test]
fn results_have_winner_margin_and_ending() {
    let outcome = |result: &str| read(&format!("(;GM[2]RE[{result}];B[f5])")).outcome;
    let margin = |discs| Outcome { margin: DiscDiff::new(discs), ..Outcome::default() };
    for (result, discs) in [("B+6", 6), ("W+10", -10), ("W-10", -10), ("b+2.0", 2), ("0", 0), ("Draw", 0)] {
        assert_eq!(outcome(result), margin(discs), "{result}");
    }
    let awarded = |color, ending| Outcome { margin: None, awarded: Some(color), ending };
    assert_eq!(outcome("B+R"), awarded(Color::Black, Ending::Resigned));
    assert_eq!(outcome("W+Time"), awarded(Color::White, Ending::TimedOut));
    assert_eq!(outcome("W+F"), awarded(Color::White, Ending::Left));
    let mut record = read("(;GM[2];B[f5])");
    record.outcome = awarded(Color::White, Ending::Foul);
    assert!(sgf::write(&record).unwrap().contains("RE[W+F]"));
    assert_eq!(outcome("B+"), awarded(Color::Black, Ending::Unfinished));
    assert_eq!(outcome("Void"), Outcome::default());
    assert_eq!(read("(;RE[suspended])").tag("RE"), Some("suspended"));
}

#[test]
fn margins_that_no_board_has_are_left_as_they_stand() {
    let record = read("(;GM[2]RE[B+65]MG[-128];B[f5])");
    assert_eq!(record.outcome, Outcome::default());
    assert_eq!((record.tag("RE"), record.tag("MG")), (Some("B+65"), Some("-128")));
}

#[test]
fn in_the_anti_game_the_winner_has_fewer_discs() {
    let record = read("(;GM[2]RU[anti]RE[B+6];B[f5])");
    assert_eq!(record.outcome.margin, DiscDiff::new(-6));
    assert_eq!(record.outcome.winner(Goal::Fewest), Some(Color::Black));
    assert!(sgf::write(&record).unwrap().contains("RE[B+6]"));
}

#[test]
fn unknown_properties_are_kept_at_the_root() {
    let record = read("(;GM[2]US[me]EV[cup]PC[Paris]RU[japanese]XX[a][b]KM[0];B[f5]TR[f5]BL[30])");
    let tags: Vec<_> = record.tags.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(tags, ["US=me", "PC=Paris", "RU=japanese", "XX=a", "XX=b", "KM=0"]);
    assert_eq!(read(&sgf::write(&record).unwrap()), record);
}

#[test]
fn a_second_value_does_not_undo_the_first() {
    let record = read("(;GM[2]PC[Paris]EV[cup][]BR[1700][strong];B[f5])");
    assert_eq!((record.event.as_str(), record.black.rating), ("cup", Some(1700.0)));
    assert_eq!((record.tag("PC"), record.tag("BR")), (Some("Paris"), Some("strong")));
}

#[test]
fn a_margin_beside_the_result_of_a_finished_board_is_made_official() {
    let record = read("(;GM[2]RE[B+R]MG[+1]AB[e4])");
    assert_eq!(record.outcome.margin, DiscDiff::new(64));
    assert_eq!(read(&sgf::write(&record).unwrap()), record);
}

#[test]
fn boards_that_have_no_setup_are_written_by_their_rules() {
    for code in ["octagon", "free-centre", "anti", "six+anti", "handicap-3"] {
        let record = Record::of_position(code.parse::<Variant>().unwrap().start());
        assert_eq!(read(&sgf::write(&record).unwrap()), record, "{code}");
    }
}

#[test]
fn faults_quote_what_was_found() {
    assert_eq!(fault("hello"), "found \"hello\", expected a game, which begins with (;");
    assert_eq!(fault("(;GM[1]FF[4]SZ[19];B[pd];W[dd])"), "GM[1] is another game: Reversi is GM[2]");
    assert_eq!(fault("(;GM[1])"), "GM[1] is another game: Reversi is GM[2]");
    assert_eq!(fault("(;SZ[19])"), "the board is of size \"19\": boards of 4x4, 6x6 and 8x8 are read");
    assert_eq!(fault("(;GM[2];B[f5];AB[a1])"), "discs are set up after the first move: only moves can follow it");
    assert_eq!(fault("(;GM[2];B[i9])"), "found \"i9\", expected a square such as d3");
    assert_eq!(fault("(;GM[2]AB[a1]AW[a1])"), "found \"both colors on a1\", expected one disc a square, on the board");
    assert_eq!(fault("(;GM[2]?)"), "found \"?)\", expected a property such as B[f5], or ) at the end");
    for text in ["(;GM[2", "(;GM[2]", "(;GM", "(", "(;GM[2]C[a\\"] {
        assert_eq!(sgf::parse(text), Err(RecordError::Truncated), "{text:?}");
    }
}
