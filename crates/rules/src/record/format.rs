//! The record formats by name, by file extension and by content.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::notation::resembles_board;
use crate::record::{fen, obf, transcript, wthor};
use crate::{Setup, Variant, excerpt};

/// A format of games or positions.
///
/// ```
/// use outflank_rules::record::Format;
///
/// assert_eq!("ggf".parse(), Ok(Format::Ggf));
/// assert_eq!(Format::from_extension("WTB"), Some(Format::Wthor));
/// assert_eq!(Format::detect(b"f5d6c3d3c4"), Some(Format::Transcript));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Moves one after another: `f5d6c3`.
    Transcript,
    /// The Generic Game Format of the game server GGS.
    Ggf,
    /// Positions with the values of their moves, one a line (the FFO problems).
    Obf,
    /// The binary tournament base: `.wtb`, with its name files `.jou` and `.trn`.
    Wthor,
    /// The Smart Game Format, `GM[2]`.
    Sgf,
    /// Tags and numbered moves as chess players write them.
    Pgn,
    /// The board as XBoard writes it.
    Fen,
    /// Our own format, which holds everything.
    Json,
    /// A drawing of a board, or a string of its cells.
    Board,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 9] = [
        Format::Transcript,
        Format::Ggf,
        Format::Obf,
        Format::Wthor,
        Format::Sgf,
        Format::Pgn,
        Format::Fen,
        Format::Json,
        Format::Board,
    ];

    /// The number of bytes that [`Format::detect`] examines, at most.
    pub const DETECTED_BY: usize = 16 * 1024;

    const fn name(self) -> &'static str {
        match self {
            Format::Transcript => "transcript",
            Format::Ggf => "ggf",
            Format::Obf => "obf",
            Format::Wthor => "wthor",
            Format::Sgf => "sgf",
            Format::Pgn => "pgn",
            Format::Fen => "fen",
            Format::Json => "json",
            Format::Board => "board",
        }
    }

    /// The usual file extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Transcript => "txt",
            Format::Wthor => "wtb",
            other => other.name(),
        }
    }

    /// Returns the format with this file extension, in any case. Many programs call any text
    /// `.txt`, so prefer [`Format::detect`] if the content is at hand.
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "jsonl" | "ndjson" => Some(Format::Json),
            known => Format::ALL.into_iter().find(|format| format.extension() == known),
        }
    }

    /// Detects the format of a file by its first bytes (at most [`Format::DETECTED_BY`]), or of a
    /// pasted text. Returns `None` if it looks like none of them.
    ///
    /// The name files and the solitaires of WTHOR are [`Format::Wthor`] as well, although they hold
    /// no games: reading them fails with that message.
    pub fn detect(start: &[u8]) -> Option<Format> {
        detect(start)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is not a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a format: write one of {}", Format::ALL.map(Format::name).join(", "))]
pub struct ParseFormatError {
    text: String,
}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        let named = |format: &Format| text.trim().eq_ignore_ascii_case(format.name());
        Format::ALL.into_iter().find(named).ok_or_else(|| ParseFormatError { text: excerpt(text) })
    }
}

pub(super) fn detect(start: &[u8]) -> Option<Format> {
    let start = &start[..start.len().min(Format::DETECTED_BY)];
    if is_wthor(start) {
        return Some(Format::Wthor);
    }
    let text = String::from_utf8_lossy(start);
    let text = without_comments(text.trim_start_matches('\u{feff}'));
    in_brackets(text).or_else(|| in_a_line(text.lines().next()?.trim())).or_else(|| in_a_drawing(text))
}

/// Whether the bytes are a WTHOR header. Its first byte is the century; no text begins with it.
fn is_wthor(start: &[u8]) -> bool {
    let Some(bytes) = start.first_chunk() else { return false };
    matches!(bytes[0], 19..=21) && bytes[13] <= 1 && wthor::Header::parse(bytes).is_ok()
}

/// Returns the text from the first line that is neither empty nor a comment, with its indentation.
fn without_comments(mut text: &str) -> &str {
    loop {
        let line = text.lines().next().unwrap_or_default().trim();
        let is_comment = line.is_empty() || line.starts_with(['%', ';']) || line.starts_with('#') && !is_row(line);
        match text.split_once('\n') {
            Some((_, rest)) if is_comment => text = rest,
            _ => return text,
        }
    }
}

/// Whether a line is a row of a board: the first row of a board with holes begins with `#`, as
/// comments do.
fn is_row(line: &str) -> bool {
    line.chars().all(|c| matches!(c, '#' | ' ' | '-' | '.' | 'X' | 'O' | 'B' | 'W' | '*' | '1' | '2' | '0' | '?'))
}

/// Formats that begin with a bracket: JSON, PGN, GGF and SGF.
fn in_brackets(text: &str) -> Option<Format> {
    let text = text.trim_start();
    if let Some(list) = text.strip_prefix('[').map(str::trim_start) {
        return match list.chars().next() {
            None | Some('{' | ']') => Some(Format::Json),
            Some(_) => is_tag(list).then_some(Format::Pgn),
        };
    }
    if text.starts_with('{') {
        return Some(Format::Json);
    }
    let match_games = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let game = match_games.strip_prefix('(')?.trim_start().strip_prefix(';')?;
    Some(if is_sgf(game) { Format::Sgf } else { Format::Ggf })
}

/// A name and a value in quotes, as `Event "Club"]`.
fn is_tag(text: &str) -> bool {
    let name_len = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    name_len > 0 && text[name_len..].trim_start().starts_with('"')
}

/// A numeric GM means SGF. Without GM, a semicolon before each move means SGF, and a drawn start
/// means GGF.
fn is_sgf(game: &str) -> bool {
    let game: String = game.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
    let is_numbered = game.split("gm[").nth(1).is_some_and(|game| game.starts_with(|c: char| c.is_ascii_digit()));
    let has = |marks: &[&str]| marks.iter().any(|&mark| game.contains(mark));
    is_numbered || !has(&["gm[", "bo[", "ty["]) && has(&[";b[", ";w[", "ff[", "ab[", "sz["])
}

/// Detects formats by their first line.
fn in_a_line(line: &str) -> Option<Format> {
    if fen::begins(line) {
        Some(Format::Fen)
    } else if is_movetext(line) {
        Some(Format::Pgn)
    } else if transcript::begins(line) {
        Some(Format::Transcript)
    } else {
        started(line)
    }
}

/// Whether a line has numbered moves with marks that only PGN uses.
fn is_movetext(line: &str) -> bool {
    let marks = ["{", "1-0", "0-1", "1/2", "*"];
    let Some(moves) = line.strip_prefix("1.") else { return false };
    moves.trim_start().get(..2).is_some_and(transcript::begins) && marks.iter().any(|mark| moves.contains(mark))
}

/// A start before a semicolon: values follow it in OBF, moves in a transcript. A board with a side
/// to move and nothing else is OBF too.
fn started(line: &str) -> Option<Format> {
    let (start, rest) = line.split_once([';', '%']).unwrap_or((line, ""));
    let is_moves = transcript::is_moves(rest);
    if line.contains(';') && is_moves && start.parse::<Variant>().is_ok() {
        return Some(Format::Transcript);
    }
    if !obf::is_board(start) {
        return None;
    }
    Some(if is_moves && !rest.trim().is_empty() { Format::Transcript } else { Format::Obf })
}

/// Detects a board in the first line, in the lines up to an empty one, or in the whole text; or a
/// text so similar that parsing it gives a useful error.
fn in_a_drawing(text: &str) -> Option<Format> {
    let mut lines = text.split_inclusive('\n').take_while(|line| !line.trim().is_empty()).map(str::len);
    let first = lines.next()?;
    let paragraph = first + lines.sum::<usize>();
    let is_board = [&text[..first], &text[..paragraph], text].iter().any(|part| part.parse::<Setup>().is_ok());
    (is_board || resembles_board(&text[..paragraph])).then_some(Format::Board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_lead_back_to_their_format() {
        for format in Format::ALL {
            assert_eq!(format.to_string().to_uppercase().parse(), Ok(format));
            assert_eq!(Format::from_extension(format.extension()), Some(format));
        }
        assert_eq!(Format::from_extension("jsonl"), Some(Format::Json));
        assert_eq!(Format::from_extension("exe"), None);
        assert_eq!(
            "gff".parse::<Format>().unwrap_err().to_string(),
            "\"gff\" is not a format: write one of transcript, ggf, obf, wthor, sgf, pgn, fen, json, board"
        );
    }
}

#[cfg(test)]
mod detect_tests {
    use super::*;

    const CELLS: &str = "---------------------------OX------XO---------------------------";

    #[track_caller]
    fn all(format: Format, texts: &[&str]) {
        for text in texts {
            assert_eq!(Format::detect(text.as_bytes()), Some(format), "{text}");
            let marked = format!("\u{feff}\r\n  \r\n{text}");
            assert_eq!(Format::detect(marked.as_bytes()), Some(format), "with a mark and blank lines: {text}");
            let longer = format!("{text}\n{}", "x".repeat(Format::DETECTED_BY));
            if format != Format::Board {
                assert_eq!(Format::detect(longer.as_bytes()), Some(format), "with something behind it: {text}");
            }
        }
    }

    #[test]
    fn transcripts() {
        all(
            Format::Transcript,
            &[
                "f5d6c3",
                "F5d6C3d3",
                "f5 d6 c3",
                "f5-d6-c3",
                "f5, d6, c3",
                "1. f5 d6 2. c3 d3",
                "1.f5 2.d6",
                "P@f5 P@d6",
                "(4, 5) (5, 3)",
                "f5d6pac3",
                "f5d6--c3",
                "% a comment\nf5d6",
                "# a comment\n\nf5d6",
                "tiny; b1a1",
                "=----/-OX-/-XO-/----+white-first;c1",
                "standard;",
                &format!("{CELLS} X;f5d6"),
                "f5",
                "f5 d6 z9",
                "f5 – d6",
                "4,5 5,3",
            ],
        );
    }

    #[test]
    fn games_in_brackets() {
        all(Format::Ggf, &["(;GM[Othello]PB[a];)", "1 (;GM[othello]", "2 (;BO[8 ---", "( ;GM[Othello]", "(;PB[]W[]"]);
        all(
            Format::Sgf,
            &[
                "(;FF[4]GM[2]",
                "(;GM [2]SZ[8]",
                "(\n;FF[4]\n;B[f5]",
                "(;SZ[8];B[f5];W[d6])",
                "(;GM[1]FF[4]SZ[19];B[pd];W[dd])",
            ],
        );
        all(
            Format::Pgn,
            &["[Event \"Club\"]\n1. f5", "[ Black \"x\"]", "% by hand\n[Event \"\"]", "1. f5 d6 {good} 2. c3"],
        );
        all(Format::Json, &["{\"moves\":[]}", "[{}]", "[\n  {\n", "{", "[]"]);
    }

    #[test]
    fn boards() {
        all(Format::Fen, &["8/8/8/3Pp3/3pP3/8/8/8 w - - 0 1", "4/1Pp1/1pP1/4 b"]);
        all(
            Format::Obf,
            &[&format!("{CELLS} X; f5:+0; d3:-2;"), &format!("{CELLS}O; +6;"), "% FFO\n-----OX--XO----- X;"],
        );
        all(Format::Obf, &[&format!("{CELLS} X % nothing known"), &format!("{CELLS} X; pa:-4")]);
        all(
            Format::Board,
            &[
                CELLS,
                &format!("8 {CELLS} *"),
                &format!("{CELLS}B1"),
                "- - - -\n- O X -\n- X O -\n- - - -",
                "- - - -\r\n- O X -\r\n- X O -\r\n- - - -\r\n\r\nand so on",
                "  a b c d\n1 - - - -\n2 - O X -\n3 - X O -\n4 - - - -\nblack to move",
                "----\n-OX-\n-XO-\n----\n",
                "#--#\n-OX-\n-XO-\n#--#\n",
                "-----------------\n| | | | |\n-----------------\n| 1 | 1 | 1 | |\n-----------------\n| | 1 | 2 | |\n-----------------",
                "-----\n-----\n-OXO-\n-----\n-----",
                "----\n-OX-\n-XO-\n---",
                "  a b c d e\n1 - - - - -\n2 - O X - -\n3 - X O - -\n4 - - - - -\n5 - - - - -",
                "--------------O",
                "[[0,0,0,0],[0,1,-1,0],[0,-1,1,0],[0,0,0,0]]",
            ],
        );
    }

    #[test]
    fn the_base() {
        for header in [wthor::Header::games(12, 1977, 24), wthor::Header::names(9), wthor::Header::games(0, 0, 1)] {
            assert_eq!(Format::detect(&header.to_bytes()), Some(Format::Wthor), "{header:?}");
        }
        assert_eq!(Format::detect(&wthor::Header::names(9).to_bytes()[..15]), None);
    }

    #[test]
    fn other_content_is_not_detected() {
        for text in [
            "",
            "\n\n",
            "hello",
            "a1 is a corner",
            "obf,count\n-----OX--XO----- X;,9",
            "<html>",
            "PK\x03\x04",
            "---",
            "1\n2\n0\n1",
            "---\ntitle\n---",
            "f5d6\tOx",
        ] {
            assert_eq!(Format::detect(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(Format::detect(&[0; 100]), None);
        assert_eq!(Format::detect(&[0xff; 100]), None);
    }
}
