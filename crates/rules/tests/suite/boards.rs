//! Boards as text: what is drawn can be read, and so can what others draw.

use outflank_rules::{
    BoardSpec, Color, Position, Setup, Variant,
    notation::{BoardStyle, Layout, ParseBoardError, Symbols, parse_board_as, read_board},
    record::{Format, Reader},
};
use proptest::prelude::*;

use crate::{arbitrary, corpora};

fn styles() -> impl Iterator<Item = BoardStyle> {
    Layout::ALL.into_iter().flat_map(|layout| {
        Symbols::ALL
            .into_iter()
            .flat_map(move |symbols| [false, true].map(|marks| BoardStyle { layout, symbols, marks }))
    })
}

/// What a picture can tell: discs, area, and the free squares that are still to be filled; not the
/// goal.
fn pictured(position: &Position) -> Setup {
    let spec = position.spec();
    let free = spec.free() - position.occupied();
    Setup { spec: BoardSpec::new(spec.area()).with_free(free), ..Setup::from(*position) }
}

fn with_turn_stated(style: BoardStyle, position: &Position) -> String {
    let picture = style.draw(position);
    if style.layout == Layout::Line { picture } else { format!("{picture}{} to move\n", position.turn()) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_style_is_read_back_in_its_symbols(position in arbitrary::position()) {
        for style in styles() {
            let text = with_turn_stated(style, &position);
            prop_assert_eq!(parse_board_as(&text, style.symbols), Ok(pictured(&position)), "{}\n{}", style, text);
        }
    }

    #[test]
    fn every_style_is_read_back_without_being_named(position in arbitrary::position()) {
        let colors = Color::ALL.map(|color| !position.discs(color).is_empty());
        for style in styles() {
            // A single symbol may belong to several sets.
            if colors == [true, true] || matches!(style.symbols, Symbols::XO | Symbols::BW) {
                let text = with_turn_stated(style, &position);
                prop_assert_eq!(text.parse::<Setup>(), Ok(pictured(&position)), "{}\n{}", style, text);
            }
        }
    }

    #[test]
    fn every_style_is_read_back_as_a_file(position in arbitrary::position()) {
        let colors = Color::ALL.map(|color| !position.discs(color).is_empty());
        let shown = pictured(&position).validate().unwrap();
        for style in styles().filter(|style| colors == [true, true] || style.symbols == Symbols::BW) {
            let text = with_turn_stated(style, &position);
            let format = Format::detect(text.as_bytes());
            prop_assert!(matches!(format, Some(Format::Board | Format::Obf)), "{:?} {}\n{}", format, style, text);
            let records: Vec<_> = Reader::new(format.unwrap(), text.as_bytes()).collect();
            let starts: Vec<_> = records.iter().map(|record| record.as_ref().map(|record| record.game.start()).ok()).collect();
            prop_assert_eq!(starts, [Some(shown)], "{}\n{}", style, text);
        }
    }

    #[test]
    fn case_and_indentation_do_not_matter(position in arbitrary::position()) {
        for style in styles() {
            let lines: String = with_turn_stated(style, &position).lines().map(|line| format!("      {line}   \r\n")).collect();
            for text in [lines.to_lowercase(), lines.to_uppercase()] {
                prop_assert_eq!(parse_board_as(&text, style.symbols), Ok(pictured(&position)), "{}\n{}", style, text);
            }
        }
    }

    #[test]
    fn a_printed_position_is_read_back(position in arbitrary::position()) {
        let read = position.to_string().parse::<Setup>().unwrap();
        let expected = pictured(&position);
        if position.is_over() {
            prop_assert_eq!((read.black, read.white), (expected.black, expected.white));
        } else {
            prop_assert_eq!(read, expected);
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,200}") {
        let _ = text.parse::<Setup>();
        for symbols in Symbols::ALL {
            let _ = parse_board_as(&text, symbols);
        }
    }

    #[test]
    fn nothing_that_looks_like_a_board_panics(text in "[-XOxo*.BW012#?|/ +=_\n\u{332}ab8é]{0,300}") {
        let _ = text.parse::<Setup>();
    }

    #[test]
    fn a_damaged_picture_never_panics(position in arbitrary::reachable(), style in 0..60usize, at in any::<prop::sample::Index>()) {
        let text = styles().nth(style).unwrap().draw(&position);
        let mut damaged: Vec<char> = text.chars().collect();
        damaged.remove(at.index(damaged.len()));
        let _ = damaged.into_iter().collect::<String>().parse::<Setup>();
    }
}

#[test]
fn the_ruled_board_is_that_of_the_tiny_game() {
    let style = BoardStyle { layout: Layout::Ruled, symbols: Symbols::OneTwo, marks: true };
    let expected = "\
-----------------
|   | X |   |   |
-----------------
| X | 2 | 1 |   |
-----------------
|   | 1 | 2 | X |
-----------------
|   |   | X |   |
-----------------
";
    assert_eq!(style.draw(&Variant::TINY.start()), expected);
}

#[test]
fn a_ruled_board_of_uneven_cells_is_read() {
    let text = "
-------------
| |   | |   |
-------------
| | 2 | 1 | |
-------------
| | 1 | 2 | |
-------------
| |   |   | |
-------------
";
    assert_eq!(text.parse::<Setup>(), Ok(Variant::TINY.start().into()));
}

#[test]
fn the_indexed_board_is_read_with_its_underlined_header() {
    let underlined: String = " | 0 1 2 3 4 5 6 7".chars().flat_map(|c| ['\u{332}', c]).collect();
    let rows = "\
0| - - - - - - - -  
1| - - - - - - - -  
2| - - - - - - - -  
3| - - - X O - - -   
4| - - - O X - - -  
5| - - - - - - - -  
6| - - - - - - - -  
7| - - - - - - - - 
";
    let fenced = format!("```\n{underlined}\n{rows}```");
    assert_eq!(fenced.parse::<Setup>(), Ok(Variant::MIRRORED.start().into()));
    let style: BoardStyle = "indexed".parse().unwrap();
    let trimmed: String = rows.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert_eq!(style.draw(&Variant::MIRRORED.start()), format!(" | 0 1 2 3 4 5 6 7\n{trimmed}"));
}

#[test]
fn the_row_letter_board_is_drawn_and_read() {
    let text = "
             1   2   3   4
          A    |   |   | 
            ---|---|---|---
          B  B | W |   |
            ---|---|---|---
          C    |   |   | W
            ---|---|---|---
          D    |   |   | B  
";
    let setup = text.parse::<Setup>().unwrap();
    assert_eq!((setup.black.to_string(), setup.white.to_string()), ("a2 d4".into(), "b2 d3".into()));
    let style: BoardStyle = "row-letter,bw".parse().unwrap();
    let lines: String =
        text.lines().skip(1).map(|line| format!("{}\n", line.get(10..).unwrap_or_default().trim_end())).collect();
    assert_eq!(style.draw(&setup.validate().unwrap()), lines);
}

#[test]
fn board_strings_of_other_programs_are_read() {
    let start = Setup::from(Variant::STANDARD.start());
    let empty = "-".repeat(27);
    let cells = format!("{empty}OX------XO{empty}");
    let dotted = cells.replace('-', ".");
    let rows: Vec<&str> = (0..8).map(|row| &cells[row * 8..][..8]).collect();
    for text in [
        format!("{cells}X"),
        format!("{cells} X;"),
        format!("8 {} *", cells.replace('X', "*")),
        format!("8 {} *", rows.join(" ").replace('X', "*")),
        format!("{cells}B1"),
        dotted.to_lowercase(),
        dotted.replace('X', "0").replace('O', "1"),
        rows.join("\n").replace('-', ".").replace('X', "0").replace('O', "1"),
        rows.join("/"),
        format!("{} x", rows.join("\n")),
        format!("{}\nBlack to play.", rows.join("\n")),
        cells.replace('X', "1").replace('O', "2").replace('-', "0"),
    ] {
        assert_eq!(text.parse::<Setup>(), Ok(start), "{text}");
    }
    for (text, turn) in [(format!("{cells}W2"), Color::White), (format!("{cells} o"), Color::White)] {
        assert_eq!(text.parse::<Setup>(), Ok(Setup { turn, ..start }), "{text}");
    }
}

#[test]
fn nested_lists_and_arrays_of_numbers_are_read() {
    let tiny = Setup::from(Variant::TINY.start());
    let json = "[[0,0,0,0],[0,2,1,0],[0,1,2,0],[0,0,0,0]]";
    let array = "[[ 0.  0.  0.  0.]\n [ 0.  1. -1.  0.]\n [ 0. -1.  1.  0.]\n [ 0.  0.  0.  0.]]";
    let letters = "[['-','-','-','-'],\n['-','O','X','-'],\n['-','X','O','-'],\n['-','-','-','-']]";
    for text in [json, array, letters] {
        assert_eq!(text.parse::<Setup>(), Ok(tiny), "{text}");
    }
}

#[test]
fn zeros_decide_what_a_one_means() {
    let discs = |text: &str| text.parse::<Setup>().map(|setup| (setup.black.len(), setup.white.len()));
    assert_eq!(discs(".....11..1......"), Ok((3, 0)), "player 1");
    assert_eq!(discs(".....11..10....."), Ok((1, 3)), "0 is black next to an empty cell");
    assert_eq!(discs("0000011001000000"), Ok((13, 3)), "0 is black where cells run together");
    assert_eq!(discs("0 0 0 0\n0 1 1 0\n0 0 1 0\n0 0 0 0"), Ok((0, 3)), "apart, 0 is empty and 1 white");
    assert_eq!(discs("0000011001200000"), Ok((3, 1)), "with a 2, 0 is empty and 1 black");
}

#[test]
fn marks_are_empty_squares_whatever_they_look_like() {
    let tiny = Setup::from(Variant::TINY.start());
    for text in ["-.--/.OX-/-XO./--.-", "-*--/*OX-/-XO*/--*-", ".*../*WB./.BW*/..*.", ".x../x21./.12x/..x."] {
        assert_eq!(text.parse::<Setup>(), Ok(tiny), "{text}");
    }
}

#[test]
fn the_side_to_move_is_read_or_counted() {
    let rows = "----\n-OX-\nXXX-\n----\n";
    let turn = |text: &str| text.parse::<Setup>().map(|setup| setup.turn);
    assert_eq!(turn(rows), Ok(Color::White));
    assert_eq!(turn(&format!("{rows}Black must pass")), Ok(Color::Black));
    assert_eq!(turn(&format!("Turn: X\n{rows}")), Ok(Color::Black));
    assert_eq!(turn(&format!("{rows}x")), Ok(Color::Black));
    assert_eq!(turn("0 0 0 0 0 -1 1 0 0 1 -1 0 0 0 0 0 1"), Ok(Color::White), "1 is white where there is a -1");
    assert_eq!(turn("......12..21.... 1"), Ok(Color::Black));
}

#[test]
fn remarks_around_a_board_are_passed_over() {
    let setup = "game over: draw\nwhite: Ada\n----\n-OX-\n-XO-\n----\nopening: Tiger\nply: 1, last move a1"
        .parse::<Setup>()
        .unwrap();
    assert_eq!(Ok(Variant::TINY.start()), setup.validate());
}

#[test]
fn text_that_is_not_a_board_is_refused_with_a_reason() {
    use ParseBoardError::{Cell, Length, NoBoard, Row, Rows, Side};
    let refusal = |text: &str| text.parse::<Setup>().unwrap_err();
    assert_eq!(refusal(" \n```\n"), NoBoard);
    assert!(matches!(refusal("f5d6c3"), Length(6, _)));
    assert!(matches!(refusal(&format!("6 {}", "-".repeat(64))), Length(64, _)));
    assert_eq!(refusal("----\n----\n----"), Rows(3));
    assert!(matches!(refusal("----\n----\n-X---\n----"), Row { row: 3, found: 5, expected: 4, .. }));
    assert!(matches!(refusal("----\n-BW-\n-XO-\n----"), Cell { sign, .. } if sign == "X"));
    assert!(matches!(refusal(&format!("{}q", "-".repeat(64))), Side(side) if side == "q"));
    assert!(matches!(refusal("-----OX--XQ-----"), Cell { sign, .. } if sign == "Q"));
    assert!(matches!(refusal("----\n-OX-\n-X-\n----"), Row { text, .. } if text == "-X-"));
    assert!(matches!(refusal("-----OX--Xo----"), Length(15, text) if text == "-----OX--Xo----"));
    assert!(matches!(refusal(&format!("{}Red", "-".repeat(64))), Side(side) if side == "Red"));
    let transcript = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2";
    assert!(matches!(refusal(transcript), Cell { .. }));
    assert_eq!(refusal("----\n-OX-\n-XO-").to_string(), "it looks like a board with 3 rows; boards have 4, 6 or 8");
}

#[test]
fn sentences_around_a_board_are_passed_over() {
    let text = "Dark, who moves first, has the following options:\n-.--\n.OX-\n-XO.\n--.-\nWhat would you play?";
    assert_eq!(text.parse::<Setup>(), Ok(Variant::TINY.start().into()));
    assert_eq!("There is no board here.".parse::<Setup>(), Err(ParseBoardError::NoBoard));
}

#[test]
fn names_of_styles_round_trip() {
    for style in styles() {
        assert_eq!(style.to_string().parse(), Ok(style));
    }
    assert_eq!(
        "Ruled * marks".parse::<BoardStyle>().unwrap_err().to_string().split(':').next(),
        Some("\"*\" is not part of a board style")
    );
    assert_eq!("* O -".parse(), Ok(Symbols::StarO));
    assert!("sideways".parse::<Layout>().unwrap_err().to_string().contains("row-letter"));
}

#[test]
fn a_board_with_a_cell_missing_is_not_filled_up_with_the_side_to_move() {
    for size in [4, 6, 8_usize] {
        let cells = "-".repeat(size * size - 1);
        let rows = vec!["-".repeat(size); size].join(" ");
        let spaced = "- ".repeat(size * size - 1);
        for side in ["O", "x", "*", "b"] {
            let expected = format!("{} cells, {} needed", size * size - 1, size * size);
            for text in [format!("{cells} {side}"), format!("{size} {cells} {side}"), format!("{} {side}", &rows[1..])]
            {
                let refusal = text.parse::<Setup>().unwrap_err().to_string();
                assert!(refusal.ends_with(&expected), "{text}: {refusal}");
            }
            assert!(!read_board(&format!("{spaced}{side}")).unwrap().is_turn_given, "cells apart");
            let pictured = format!("{} {side}", &rows[1..]).replacen(' ', "\n", size - 1);
            assert!(pictured.parse::<Setup>().is_err(), "{pictured}");
            let short = rows[..rows.len() - 1].replace(' ', "\n") + " " + side;
            assert!(short.parse::<Setup>().is_err(), "{short}");
        }
    }
}

#[test]
fn the_reader_reports_whether_the_side_to_move_was_given() {
    let is_side_given = |text: &str| read_board(text).unwrap().is_turn_given;
    for text in ["-----OX--XO----- O", "----/-OX-/-XO-/---- X", "----\n-OX-\n-XO-\n----\nblack to move"] {
        assert!(is_side_given(text), "{text}");
    }
    for text in ["-----OX--XO-----", "----\n-OX-\n-XO-\n----\n", "4 -----OX--XO-----"] {
        assert!(!is_side_given(text), "{text}");
    }
}

/// The boards of a text, read as a file.
fn boards(text: &str) -> Vec<Position> {
    assert_eq!(Format::detect(text.as_bytes()), Some(Format::Board), "{text}");
    Reader::new(Format::Board, text.as_bytes()).map(|record| record.unwrap().game.start()).collect()
}

#[test]
fn a_file_may_have_a_board_a_line() {
    let line = "-----OX--XO-----\n";
    assert_eq!(boards(&line.repeat(4)), [Variant::TINY.start(); 4]);
    assert_eq!(line.repeat(4).parse::<Setup>(), Err(ParseBoardError::Several(4)));
    let six = format!("{0}OX----XO{0}\n", "-".repeat(14));
    assert_eq!(boards(&format!("{six}\n{six}{line}")).len(), 3);
    assert_eq!(boards(&format!("{line}-----OX--XO----- O\n{six}"))[1].turn(), Color::White);
}

#[test]
fn the_collected_boards_are_read_line_by_line() {
    let Some(files) = corpora::files("reachability") else { return };
    let mut read = 0;
    for name in files {
        let text = corpora::text(&name).unwrap();
        assert_eq!(boards(&text).len(), text.lines().count(), "{name}");
        read += text.lines().count();
    }
    assert_eq!(read, 3260);
}

#[test]
fn a_drawing_of_the_wrong_shape_is_reported() {
    let message = |text: &str| {
        let format = Format::detect(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
        Reader::new(format, text.as_bytes()).next().unwrap().unwrap_err().to_string()
    };
    let ruler = "-----------------";
    let three = format!("{ruler}\n| | | | |\n{ruler}\n| 1 | 1 | 1 | |\n{ruler}\n| | 1 | 2 | |\n{ruler}\n");
    assert_eq!(message(&three), "record 1, line 1: it looks like a board with 3 rows; boards have 4, 6 or 8");
    assert!(message("-----\n-----\n-OXO-\n-----\n-----\n").contains("a board with 5 rows"));
    assert!(message("----\n-OX-\n-XO-\n---\n").contains("row 4 of the board"));
    assert!(message("--------------O").contains("15 cells, 16 needed"));
}
