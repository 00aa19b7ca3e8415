//! PGN in both dialects.

use outflank_rules::{
    Color, DiscDiff, Variant,
    record::{Ending, Format, Outcome, Reader, Record, RecordError, pgn},
};

use crate::corpora;

fn read(text: &str) -> Record {
    pgn::parse(text).unwrap_or_else(|fault| panic!("{text:?}: {fault}"))
}

fn fault(text: &str) -> String {
    pgn::parse(text).unwrap_err().to_string()
}

fn moves(text: &str) -> String {
    read(text).game.moves().map(|mv| mv.to_string()).collect()
}

fn margin(discs: i8) -> Outcome {
    Outcome { margin: DiscDiff::new(discs), ..Outcome::default() }
}

#[test]
fn games_of_1977_end_with_the_discs_in_their_tags() {
    let Some(text) = corpora::text("pgn/WTH_1977_martin.pgn") else { return };
    let records: Result<Vec<Record>, _> = Reader::new(Format::Pgn, text.as_bytes()).collect();
    let records = records.unwrap();
    assert_eq!(records.len(), 12);
    for record in records {
        assert_eq!(record.outcome, Outcome::of(&record.game));
        assert_eq!((record.date.as_str(), record.event.is_empty()), ("1977", false));
        assert_eq!(read(&pgn::write(&record).unwrap()), record);
    }
}

#[test]
fn a_game_is_written_as_programs_do() {
    let mut record = read("f5 d6 c3 {good} d3 c4 f4 c5 b3 c2 e3 d2 c6 b4 b5 f2 e6 f3 c1");
    record.black.name = "Ann \"the\\rock\"".to_owned();
    record.outcome = margin(-6);
    assert_eq!(
        pgn::write(&record).unwrap(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Black \"Ann \\\"the\\\\rock\\\"\"]\n\
         [White \"?\"]\n[Result \"0-1\"]\n\n\
         1. f5 d6 2. c3 {good} d3 3. c4 f4 4. c5 b3 5. c2 e3 6. d2 c6 7. b4 b5 8. f2 e6\n\
         9. f3 c1 {White wins 35-29} 0-1\n\n"
    );
    assert_eq!(read(&pgn::write(&record).unwrap()), record);
}

#[test]
fn words_between_moves_are_understood_or_skipped() {
    for text in [
        "1. f5 d6 2. c3",
        "1.f5 d6 2.c3 *",
        "1. F5 1... D6 2. C3",
        "1 f5 d6 2 c3",
        "f5! d6?! $3 c3",
        "f5 (1. c4 {or) this} (d3) c3) d6 ; the rest of a line (\nc3",
        "% an escaped line\nf5 d6 c3",
        "P@f5 P@d6 P@c3",
    ] {
        assert_eq!(moves(text), "f5d6c3", "{text:?}");
    }
}

#[test]
fn passes_are_written_or_left_out() {
    let game = |pass: &str| moves(&format!("[Variant \"tiny\"]\na2 a1 c4 d2 d1 d4 d3 a3 b1 c1 {pass} b4 a4"));
    for pass in ["", "pass", "PASS", "pa", "--"] {
        assert_eq!(game(pass), "a2a1c4d2d1d4d3a3b1c1passb4a4", "{pass}");
    }
}

#[test]
fn results_come_in_two_dialects() {
    let outcome = |tag: &str, end: &str| read(&format!("[Result \"{tag}\"]\n1. f5 {end}")).outcome;
    let awarded = |color| Outcome { awarded: Some(color), ..Outcome::default() };
    assert_eq!(outcome("1-0", "1-0"), awarded(Color::Black));
    assert_eq!(outcome("0-1", ""), awarded(Color::White));
    assert_eq!(outcome("*", "0-1"), awarded(Color::White));
    assert_eq!(outcome("1/2-1/2", "1/2-1/2"), margin(0));
    assert_eq!(outcome("34-30", ""), margin(4));
    assert_eq!(outcome("?", "20-44"), margin(-24));
    assert_eq!(outcome("0-1", "{Bob wins 40-24} 0-1"), margin(-16));
    assert_eq!(outcome("*", "*"), Outcome::default());
    assert_eq!(outcome("", ""), Outcome::default());
}

#[test]
fn impossible_disc_counts_are_not_a_result() {
    let record = read("[Result \"100-0\"]\n1. f5 {Ann wins 100-0}");
    assert_eq!((record.outcome, record.tag("Result")), (Outcome::default(), Some("100-0")));
    assert_eq!(record.notes[0].comment, "Ann wins 100-0");
}

#[test]
fn a_count_that_is_not_the_result_is_a_comment() {
    let record = read("f5 {Ann wins 40-24} d6 {Bob wins 3-2} *");
    assert_eq!(record.notes[0].comment, "Ann wins 40-24");
    assert_eq!(record.notes[1].comment, "Bob wins 3-2");
    assert_eq!(record.outcome, Outcome::default());
}

#[test]
fn terminations_map_to_endings() {
    for (word, ending) in [
        ("resigned", Ending::Resigned),
        ("time forfeit", Ending::TimedOut),
        ("abandoned", Ending::Left),
        ("rules infraction", Ending::Foul),
    ] {
        let record = read(&format!("[Result \"1-0\"]\n[Termination \"{word}\"]\nf5 1-0"));
        assert_eq!(record.outcome, Outcome { margin: None, awarded: Some(Color::Black), ending });
        assert_eq!(read(&pgn::write(&record).unwrap()), record);
    }
    assert_eq!(read("[Termination \"rain\"]\nf5").tag("Termination"), Some("rain"));
}

#[test]
fn values_and_times_stand_in_comments() {
    let record = read("f5 {[%eval -1.5] [%emt 0:01:02.5] hm} d6 {[%emt 3]} c3 {[%clk 5] x}");
    assert_eq!((record.notes[0].eval, record.notes[0].seconds), (Some(-1.5), Some(62.5)));
    assert_eq!(record.notes[0].comment, "hm");
    assert_eq!(record.notes[1].seconds, Some(3.0));
    assert_eq!(record.notes[2].comment, "[%clk 5] x");
    assert_eq!(read(&pgn::write(&record).unwrap()), record);
}

#[test]
fn other_starts_are_in_tags() {
    for code in ["mirrored", "handicap-2", "tiny", "six+anti", "octagon", "free-centre"] {
        let record = Record::of_position(code.parse::<Variant>().unwrap().start());
        let text = pgn::write(&record).unwrap();
        assert_eq!(read(&text), record, "{text}");
        assert_eq!(text.contains("[FEN \""), ["mirrored", "handicap-2"].contains(&code), "{text}");
    }
}

#[test]
fn tags_are_kept_and_question_marks_are_nothing() {
    let record = read("[Event \"?\"]\n[Site \"Paris\"]\n[Date \"????.??.??\"]\n[Time \"12:00\"]\n[ Odd \"a\" ]\nf5");
    assert_eq!((record.event.as_str(), record.date.as_str()), ("Paris", ""));
    assert_eq!((record.tag("Time"), record.tag("Odd")), (Some("12:00"), Some("a")));
    let record = read("[Event \"Cup\"]\n[Site \"Paris\"]\n[Black \"a \"b\" c\"]\nf5");
    assert_eq!(record.tag("Site"), Some("Paris"));
    assert_eq!(record.black.name, "a \"b\" c");
    assert_eq!(read(&pgn::write(&record).unwrap()), record);
}

#[test]
fn what_the_format_cannot_hold_is_refused() {
    let refusal = |change: fn(&mut Record)| {
        let mut record = read("f5");
        change(&mut record);
        pgn::write(&record).unwrap_err().to_string()
    };
    let name = refusal(|record| record.black.name = "a\nb".to_owned());
    assert_eq!(name, "the format pgn cannot hold \"a\\nb\": a tag is one line");
    let comment = refusal(|record| record.comment = "a}b".to_owned());
    assert_eq!(comment, "the format pgn cannot hold \"a}b\": } and a line with [Event end a comment");
}

#[test]
fn faults_quote_what_was_found() {
    assert_eq!(fault("[Event x]\nf5"), "found \"[Event x]\", expected a tag such as [Black \"name\"]");
    assert_eq!(fault("f5 x9"), "found \"x9\", expected a move such as d3 or pass, or a result");
    assert_eq!(fault("f5 1-0 d6"), "found \"d6\", expected nothing after the result");
    assert_eq!(fault("f5 ) d6"), "found \") d6\", expected a move");
    for text in ["f5 {no end", "f5 (no end", "f5 (no {end)"] {
        assert_eq!(pgn::parse(text), Err(RecordError::Truncated), "{text:?}");
    }
}
