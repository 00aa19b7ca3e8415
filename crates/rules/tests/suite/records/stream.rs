//! The reader: where records begin, errors of bad records, and how reading continues.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use outflank_rules::{
    Variant,
    notation::{BoardStyle, Layout, Symbols},
    record::{Format, ReadErrorCause, Reader, RecordError, RecordLocation},
};

/// For each record of a stream its number of plies, or the number and the line of a bad one.
fn survey(format: Format, text: &str) -> Vec<Result<usize, (u64, u64)>> {
    // A small buffer puts its ends everywhere.
    let input = BufReader::with_capacity(5, text.as_bytes());
    surveyed(Reader::new(format, input))
}

fn surveyed(reader: Reader<impl BufRead>) -> Vec<Result<usize, (u64, u64)>> {
    reader
        .map(|item| match item {
            Ok(record) => Ok(record.game.ply()),
            Err(error) => match error.at {
                RecordLocation::Line(line) => Err((error.record, line)),
                RecordLocation::Byte(_) => panic!("a text has lines"),
            },
        })
        .collect()
}

#[test]
fn a_bad_transcript_is_reported_with_record_and_line() {
    let text = "# a list\n\nf5d6\r\nf5f5\n  \nc4c3d3\nhello\nf5";
    assert_eq!(survey(Format::Transcript, text), [Ok(2), Err((2, 4)), Ok(3), Err((4, 7)), Ok(1)]);
}

#[test]
fn a_wrapped_transcript_is_one_game() {
    for text in [
        "f5d6c3d3c4f4f6b4\nc2f3e3e2c6e6d7",
        "f5d6c3d3c4\r\nf4f6b4c2f3\r\n# a remark\r\ne3e2c6e6d7\r\n",
        "f5\nd6\nc3\nd3\nc4\nf4\nf6\nb4\nc2\nf3\ne3\ne2\nc6\ne6\nd7\n",
        "f5d6c3d3c4f4f6b4c2f\n3e3e2c6e6d7",
        "1. f5 d6\n2. c3 d3\n3. c4 f4\n4. f6 b4\n5. c2 f3\n6. e3 e2\n7. c6 e6\n8. d7",
        "1. f5 2. d6 3. c3 4. d3 5. c4 6. f4 7.\nf6 8. b4 9. c2 10. f3 11. e3 12.\n e2 13. c6 14. e6 15. d7",
        "f5 d6 c3 d3 c4 f4 f6\n  b4 c2 f3 e3 e2 c6 e6\n  d7",
        "(4, 5) (5, 3) (2, 2) (2,\n3) (3, 2) (3, 5) (5, 5) (3, 1) (1, 2)\n(2, 5) (2, 4) (1, 4) (5, 2) (5, 4) (6, 3)",
    ] {
        assert_eq!(survey(Format::Transcript, text), [Ok(15)], "{text}");
    }
}

#[test]
fn the_number_of_the_next_move_decides_where_a_line_could_begin_a_game_too() {
    assert_eq!(survey(Format::Transcript, "f5f6\ne6f4\n"), [Ok(2), Ok(2)]);
    assert_eq!(survey(Format::Transcript, "1. f5 f6\n2. e6 f4\n"), [Ok(4)]);
    assert_eq!(survey(Format::Transcript, "1. f5 2. f6\n3. e6 4. f4\n"), [Ok(4)]);
    assert_eq!(survey(Format::Transcript, "1. f5 f6\n1. e6 f4\n"), [Ok(2), Ok(2)]);
    assert_eq!(survey(Format::Transcript, "17 f5f6\n18 e6f4\n"), [Ok(2), Ok(2)]);
}

#[test]
fn a_line_is_a_game_if_the_caller_says_so() {
    for (text, expected) in [
        ("f5d6c3\nd3c4\n", [Ok(3), Err((2, 2))]),
        ("f5d6\nf5d6c3", [Ok(2), Ok(3)]),
        ("1. f5 f6\n2. e6 f4\n", [Ok(2), Ok(2)]),
        ("f5d\n\n6c3\n", [Err((1, 1)), Err((2, 3))]),
    ] {
        let reader = Reader::new(Format::Transcript, text.as_bytes()).with_a_game_a_line();
        assert_eq!(surveyed(reader), expected, "{text}");
    }
}

#[test]
fn blank_lines_and_starts_end_a_transcript() {
    assert_eq!(survey(Format::Transcript, "f5d6\nc3d3\n \t\nf5d6\nc3\n\u{a0}\nf5"), [Ok(4), Ok(3), Ok(1)]);
    assert_eq!(survey(Format::Transcript, "f5d6\n\nc3d3\n"), [Ok(2), Err((2, 3))]);
    assert_eq!(survey(Format::Transcript, "tiny;b1\na1\ntiny;b1a1\nsix;\nc2\n"), [Ok(2), Ok(2), Ok(1)]);
}

#[test]
fn several_wrapped_transcripts_need_no_blank_lines() {
    let text = "f5d6c3d3c4f4\nf6b4c2f3\nf5d6c3d3c4f4\nf6b4c2\nf5d6c3d3c4f4f6\n";
    assert_eq!(survey(Format::Transcript, text), [Ok(10), Ok(9), Ok(7)]);
}

#[test]
fn a_wrong_move_in_a_wrapped_transcript_is_reported_with_its_line() {
    let text = "f5d6c3d3c4f4\nf6b4c2f3\ne3a1c6e6\ne7c7\n\nf5d6\n";
    assert_eq!(survey(Format::Transcript, text), [Err((1, 3)), Ok(2)]);
    let error = Reader::new(Format::Transcript, text.as_bytes()).next().unwrap().unwrap_err();
    assert!(
        error.to_string().starts_with("record 1, line 3: move 12 is illegal: a1 flips nothing for white"),
        "{error}"
    );
    let another = "f5d6c3d3c4f4\nf6b4c2f3\ne3a1c6e6\nf5d6c3d3c4f4a8b8\n";
    assert_eq!(survey(Format::Transcript, another), [Err((1, 3)), Err((2, 4))], "the last line begins a game");
    let early = "f5d6c3d3c4f4\nf6b4c2f3\ne3a1c6e6\ne7c7\nf5a1c6\nf5d6\n";
    assert_eq!(survey(Format::Transcript, early), [Err((1, 3)), Err((2, 5)), Ok(2)], "so does one that is wrong early");
    let words = "f5d6c3d3c4f4\nf6b4c2f3\nb2 is a bad square\n";
    assert_eq!(survey(Format::Transcript, words), [Ok(10), Err((2, 3))]);
    assert_eq!(survey(Format::Transcript, "f5d\nf5d6\n"), [Err((1, 1)), Ok(2)]);
}

#[test]
fn a_finished_game_and_one_before_a_blank_line_are_given_at_once() {
    const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5\n";
    for text in [SHORTEST, "f5d6\n\n"] {
        let mut reader = Reader::new(Format::Transcript, BufReader::new(Broken(text.as_bytes())));
        assert!(reader.next().unwrap().is_ok(), "{text}");
        assert!(matches!(reader.next().unwrap().unwrap_err().cause, ReadErrorCause::Io(_)), "{text}");
    }
}

#[test]
fn ggf_records_stand_on_lines_in_matches_or_over_lines() {
    let text = "(;B[f5];)\n1 (;B[f5]W[d6];)\n2 (;B[f5];)(;B[c4]\n\n W[c3]CO[a ;) smile];)  (;;)\n";
    assert_eq!(survey(Format::Ggf, text), [Ok(1), Ok(2), Ok(1), Ok(2), Ok(0)]);
}

#[test]
fn a_bad_ggf_record_does_not_hide_the_next() {
    let text = "(;B[f5];)\n(;B[a1];)\n(;B[f5]CO[no end\n2 (;B[f5];)(;B[f5]\n(;B[c4];)\nnonsense\n(;B[f5];) x (;B[c4]";
    assert_eq!(
        survey(Format::Ggf, text),
        [Ok(1), Err((2, 2)), Err((3, 3)), Ok(1), Err((5, 4)), Ok(1), Err((7, 6)), Ok(1), Err((9, 7)), Err((10, 7))]
    );
}

#[test]
fn sgf_trees_may_be_spread_and_nested() {
    let text = "(;GM[2];B[f5])(;GM[2]C[:-) \\] (]\n(;B[f5](;W[d6])(;W[f4]))\n)\n\n(;GM[2];B[f5]\n;W[d6])";
    assert_eq!(survey(Format::Sgf, text), [Ok(1), Ok(2), Ok(2)]);
}

#[test]
fn a_bad_sgf_record_does_not_hide_the_next() {
    let text = "(;GM[2];B[a1])\n(;GM[2];B[f5]\n(;FF[4]GM[2];B[f5])\nnonsense (;GM[2])\n(;GM[1])\n(;B[f5]";
    assert_eq!(
        survey(Format::Sgf, text),
        [Err((1, 1)), Err((2, 2)), Ok(1), Err((4, 4)), Ok(0), Err((6, 5)), Err((7, 6))]
    );
}

#[test]
fn pgn_games_begin_with_a_tag_below_moves_or_a_blank_line() {
    let text = "[Event \"a\"]\n[Black \"x\"]\n1. f5 d6\n2. c3\n\n[Event \"b\"]\n\n1. f5 {[%eval 1]\n[not a tag]}\n*\n\
                [Event \"c\"]\n\n[Event \"d\"]\r\n\r\n1. f5 1-0\r\n";
    assert_eq!(survey(Format::Pgn, text), [Ok(3), Ok(1), Ok(0), Ok(1)]);
}

#[test]
fn a_bad_pgn_game_does_not_hide_the_next() {
    let text = "1. f5 f5\n[Event \"a\"]\n\n1. f5 {no end\n\n[Event \"b\"]\n\nf5 *\n\n[Event b]\n\nf5\n\n[Event \"c\"]\nf5 d6\n";
    assert_eq!(survey(Format::Pgn, text), [Err((1, 1)), Err((2, 2)), Ok(1), Err((4, 10)), Ok(2)]);
}

#[test]
fn boards_are_lines_or_drawings_with_blank_lines_between() {
    for (layout, symbols) in Layout::ALL.into_iter().flat_map(|layout| Symbols::ALL.map(|symbols| (layout, symbols))) {
        let style = BoardStyle { layout, symbols, marks: false };
        let starts = [Variant::STANDARD, Variant::TINY, Variant::OCTAGON, Variant::SIX].map(|variant| variant.start());
        let blank = if layout == Layout::Line { "" } else { " \r\n\n" };
        let text: String = starts.iter().map(|start| style.draw(start) + blank).collect();
        let read: Result<Vec<_>, _> = Reader::new(Format::Board, text.as_bytes()).collect();
        let read: Vec<_> = read.unwrap().iter().map(|record| record.game.start()).collect();
        assert_eq!(read, starts, "{style}\n{text}");
    }
}

#[test]
fn errors_print_record_line_and_reason() {
    let error = Reader::new(Format::Ggf, "\n\n(;B[x9];)".as_bytes()).next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "record 1, line 3: found \"x9\", expected a square such as d3, or PA");
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(survey(Format::Transcript, "\u{feff}f5d6\nf5"), [Ok(2), Ok(1)]);
    assert_eq!(survey(Format::Ggf, "\u{feff}(;B[f5];)"), [Ok(1)]);
}

#[test]
fn names_are_utf8_or_else_latin1() {
    for name in ["Bj\u{f6}rn".as_bytes(), b"Bj\xf6rn"] {
        let text = [b"(;PB[", name, b"];)"].concat();
        let record = Reader::new(Format::Ggf, Cursor::new(text)).next().unwrap().unwrap();
        assert_eq!(record.black.name, "Björn");
    }
}

#[test]
fn transcripts_start_where_the_caller_says() {
    let record = Reader::new(Format::Transcript, "b1a1".as_bytes()).with_start(Variant::TINY.start()).next();
    assert_eq!(record.unwrap().unwrap().game.start(), Variant::TINY.start());
}

/// A stream that stops with an error.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the cable is cut")),
            len => Ok(len),
        }
    }
}

#[test]
fn an_error_of_the_stream_is_the_last_item() {
    let mut reader = Reader::new(Format::Transcript, BufReader::new(Broken(b"f5\nf5f5\nf5d6")));
    assert!(reader.next().unwrap().is_ok());
    assert!(matches!(reader.next().unwrap().unwrap_err().cause, ReadErrorCause::Record(RecordError::Illegal(_))));
    let error = reader.next().unwrap().unwrap_err();
    assert!(matches!(error.cause, ReadErrorCause::Io(_)));
    assert_eq!(error.to_string(), "record 3, line 3: the cable is cut");
    assert!(reader.next().is_none());
}

#[test]
fn interrupted_reads_are_tried_again() {
    struct Shy(bool);
    impl Read for Shy {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            unreachable!("only the buffer is used")
        }
    }
    impl BufRead for Shy {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            self.0 = !self.0;
            if self.0 { Err(io::ErrorKind::Interrupted.into()) } else { Ok(b"") }
        }
        fn consume(&mut self, _: usize) {}
    }
    assert!(Reader::new(Format::Transcript, Shy(false)).next().is_none());
}
