//! GGF: what game servers and programs have written.

use outflank_rules::{
    Color, DiscDiff, Goal, Move, Variant,
    record::{Ending, Format, Outcome, Reader, Record, RecordError, Theory, ggf},
};

use crate::corpora;

const BOARD: &str = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

/// A record of the standard game with these tags before the board and these moves.
fn read(tags: &str, moves: &str) -> Record {
    ggf::parse(&format!("(;GM[Othello]{tags}{BOARD}{moves};)")).unwrap()
}

fn written_and_read(record: &Record) -> Record {
    ggf::parse(&ggf::write(record).unwrap()).unwrap()
}

#[test]
fn every_real_record_is_read_as_tags_and_all_but_the_10x10_one_as_a_game() {
    let Some(text) = corpora::text("ggf/ggs_real_games.ggf") else { return };
    let raws: Vec<_> = text.lines().map(|line| ggf::Raw::parse(line).unwrap()).collect();
    assert_eq!(raws.len(), 37);
    assert!(raws.iter().zip(text.lines()).all(|(raw, line)| raw.to_string() == line));
    let (games, refused): (Vec<_>, Vec<_>) = raws.iter().map(ggf::Raw::to_record).partition(Result::is_ok);
    assert_eq!(games.len(), 36);
    let [Err(RecordError::Unsupported(reason))] = refused.as_slice() else { panic!("{refused:?}") };
    assert!(reason.contains("the board is of size 10; games are played on 4x4, 6x6 and 8x8 only"), "{reason}");
    for game in games.into_iter().flatten() {
        assert_eq!(written_and_read(&game), game);
    }
}

#[test]
fn games_of_wthor_end_with_the_recorded_result() {
    let Some(text) = corpora::text("ggf/wthor_converted_320.ggf") else { return };
    let mut games = 0;
    for record in Reader::new(Format::Ggf, text.as_bytes()) {
        let record = record.unwrap();
        let on_the_board = Outcome::of(&record.game);
        if on_the_board.ending == Ending::Played {
            assert_eq!(record.outcome, on_the_board);
        }
        assert_eq!(written_and_read(&record), record);
        games += 1;
    }
    assert_eq!(games, 320);
}

#[test]
fn passes_may_be_written_in_many_ways_or_left_out() {
    let start = "BO[4 ---- -O*- -*O- ---- *]";
    let game = |pass: &str| {
        ggf::parse(&format!(
            "(;GM[Othello]TY[4]{start}B[A2]W[A1]B[C4]W[D2]B[D1]W[D4]B[D3]W[A3]B[B1]W[C1]{pass}W[B4]B[A4];)"
        ))
    };
    let expected = game("B[pass//4.23]").unwrap();
    assert_eq!(expected.game.moves().nth(10), Some(Move::Pass));
    assert_eq!(expected.notes[10].seconds, Some(4.23));
    for pass in ["", "B[p]", "B[PA]", "B[pas]", "B[--]", "B[PS]"] {
        assert_eq!(game(pass).unwrap().game, expected.game, "{pass}");
    }
}

#[test]
fn passes_after_the_end_are_no_moves() {
    let wipe_out = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]";
    let record = read("RE[13]", &format!("{wipe_out}W[PA]B[PA]"));
    assert_eq!(record.game.ply(), 9);
    assert_eq!(record.outcome.margin, DiscDiff::new(64), "a count without the empty squares becomes official");
    assert_eq!(read("RE[+64.000]", wipe_out).outcome, record.outcome);
    assert_eq!(read("RE[?]", wipe_out).outcome, record.outcome);
}

#[test]
fn the_letters_of_the_moves_are_trusted() {
    let fault = ggf::parse(&format!("(;{BOARD}W[f5];)")).unwrap_err();
    assert_eq!(fault.to_string(), "found \"f5 of white\", expected a move of black");
}

#[test]
fn evaluations_and_times_are_kept() {
    let record = read("", "B[f5/-1.5/26.00]W[D6//3.47]B[c3/2]W[d3x]B[c4/x/y]");
    let notes: Vec<_> = record.notes.iter().map(|note| (note.eval, note.seconds)).collect();
    assert_eq!(notes, [(Some(-1.5), Some(26.0)), (None, Some(3.47)), (Some(2.0), None)]);
    assert_eq!(record.game.ply(), 5);
    let text = ggf::write(&record).unwrap();
    assert!(text.ends_with("B[f5/-1.50/26.00]W[d6//3.47]B[c3/2.00]W[d3]B[c4];)\n"), "{text}");
}

#[test]
fn results_have_margin_and_ending() {
    let outcome = |result: &str| read(&format!("RE[{result}]"), "B[f5]").outcome;
    let margin = |discs, ending| Outcome { margin: DiscDiff::new(discs), awarded: None, ending };
    assert_eq!(outcome("+64.000:r"), margin(64, Ending::Resigned));
    assert_eq!(outcome("-64:t"), margin(-64, Ending::TimedOut));
    assert_eq!(outcome("2.00:l"), margin(2, Ending::Left));
    assert_eq!(outcome("-12"), margin(-12, Ending::Unfinished));
    assert_eq!(outcome("?"), Outcome::default());
    assert_eq!(outcome("black:r").winner(Goal::Most), Some(Color::Black));
}

#[test]
fn results_survive_being_written() {
    for result in ["+64:r", "-3:t", "black:r", "white", "?:l", "aborted", "+6", "?", "+2.5", "+200"] {
        let record = read(&format!("RE[{result}]"), "B[f5]");
        assert_eq!(written_and_read(&record), record, "{result}");
        assert!(ggf::write(&record).unwrap().contains(&format!("RE[{result}]")), "{result}");
    }
}

#[test]
fn komi_is_taken_off_the_result() {
    let record = read("TY[8kr20]KB[B3/2.00/27.23]KW[B3/-8.27]KM[-3.133]RE[-22.87]", "B[f5]");
    assert_eq!(record.outcome.margin, DiscDiff::new(-26));
    let text = ggf::write(&record).unwrap();
    assert!(text.contains("TY[8kr20]KB[B3/2.00/27.23]KW[B3/-8.27]KM[-3.133]RE[-22.867]"), "{text}");
    assert_eq!(written_and_read(&record), record);
}

#[test]
fn match_types_mark_the_anti_game() {
    for (kind, goal) in
        [("8a", Goal::Fewest), ("s8ar14", Goal::Fewest), ("s8r14", Goal::Most), ("standard", Goal::Most)]
    {
        let record = read(&format!("TY[{kind}]"), "B[f5]");
        assert_eq!(record.game.start(), Variant::STANDARD.with_goal(goal).start(), "{kind}");
        assert!(ggf::write(&record).unwrap().contains(&format!("TY[{kind}]")));
    }
}

#[test]
fn without_a_board_the_start_is_the_usual_one_of_the_size() {
    let record = ggf::parse("(;TY[6]B[e4];)").unwrap();
    assert_eq!(record.game.start(), Variant::SIX.start());
    assert!(matches!(ggf::parse("(;TY[10]B[e4];)"), Err(RecordError::Unsupported(_))));
    assert!(matches!(ggf::parse("(;GM[chess];)"), Err(RecordError::Unsupported(_))));
}

#[test]
fn theory_comments_and_unknown_tags_survive() {
    let mut record = read("XX[?!]TB[1:00]TW[2:00]CO[first]CO[second]", "B[f5]CO[a joke ;) here]W[d6]");
    assert_eq!(record.comment, "first\nsecond");
    assert_eq!(record.notes[0].comment, "a joke ;) here");
    assert_eq!(record.tags.len(), 3);
    record.theory = Some(Theory { black: 34, empties: 24 });
    assert_eq!(written_and_read(&record), record);
    let streamed = Reader::new(Format::Ggf, ggf::write(&record).unwrap().into_bytes().leak() as &[u8]).next();
    assert_eq!(streamed.unwrap().unwrap(), record);
}

#[test]
fn what_the_format_cannot_hold_is_refused() {
    let refusal = |record: &Record| ggf::write(record).unwrap_err().to_string();
    let octagon = Record::of_position(Variant::OCTAGON.start());
    assert_eq!(refusal(&octagon), "the format ggf cannot hold a board with holes or with a free centre");
}

#[test]
fn special_characters_are_escaped() {
    let mut record = Record::of_position(Variant::STANDARD.start());
    record.black.name = "a]b\\".to_owned();
    record.comment = "first\n(;GM[Othello]".to_owned();
    let text = ggf::write(&record).unwrap();
    assert!(text.contains(r"PB[a\]b\\]") && text.contains("first\n(\\;GM[Othello\\]]"), "{text}");
    let file = text.repeat(2);
    let read: Vec<Record> = Reader::new(Format::Ggf, file.as_bytes()).collect::<Result<_, _>>().unwrap();
    assert_eq!(read, [record.clone(), record]);
}

#[test]
fn backslashes_of_other_programs_stay() {
    let record = read(r"PB[gtp:C:\edax\edax.exe -x]PW[D:\\bots\a\]b]", "B[f5]CO[\\\n]");
    assert_eq!(record.black.name, r"gtp:C:\edax\edax.exe -x");
    assert_eq!(record.white.name, r"D:\bots\a]b");
    assert_eq!(record.notes[0].comment, "\\\n");
    assert_eq!(written_and_read(&record), record);
}

#[test]
fn lost_turns_are_marked() {
    let record = read("", "B[f5]W[lost//2.50]B[d3]");
    assert_eq!(record.game.lost_turns().collect::<Vec<_>>(), [2]);
    assert!(ggf::write(&record).unwrap().ends_with("B[f5]W[lost//2.50]B[d3];)\n"));
    let fault = |moves: &str| ggf::parse(&format!("(;{BOARD}{moves};)")).unwrap_err().to_string();
    assert!(fault("B[f5]W[PA]B[d3]").contains("white may not pass while a disc can be placed"));
    assert_eq!(fault("W[lost]"), "found \"pass of white\", expected a move of black");
    let over = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]W[lost]";
    let endless = "B[lost]W[lost]".repeat(1001);
    assert_eq!(fault(&endless), "found \"a lost turn\", expected a move of black: no turn can be lost here");
    assert_eq!(fault(over), "found \"a lost turn\", expected a move of white: no turn can be lost here");
}

#[test]
fn lines_of_comments_between_games_are_skipped() {
    let text = format!("# one\n(;{BOARD}B[f5];)\n# left out: (;2\n(;{BOARD}B[d3];)\n# end");
    let read: Vec<Record> = Reader::new(Format::Ggf, text.as_bytes()).collect::<Result<_, _>>().unwrap();
    assert_eq!(read.len(), 2);
}

#[test]
fn faults_quote_what_was_found() {
    let fault = |text: &str| ggf::parse(text).unwrap_err().to_string();
    assert_eq!(fault("hello"), "found \"hello\", expected a game, which begins with (;");
    assert_eq!(fault("(;GM[Othello]PB[x"), "the input ends inside the record");
    assert_eq!(fault("(;GM[Othello];"), "the input ends inside the record");
    assert_eq!(fault("(;GM[Othello]?[];)"), "found \"?[];)\", expected a tag such as PB[name], or ;) at the end");
    assert_eq!(fault("(;BO[8 ---];)"), "found \" ---\", expected 64 cells and the side to move");
    assert_eq!(fault(&format!("(;{BOARD}B[i9];)")), "found \"i9\", expected a square such as d3, or PA");
    assert!(fault(&format!("(;{BOARD}B[a1];)")).starts_with("move 1 is illegal: a1 flips nothing for black"));
}
