//! Formats told apart by their looks.
//!
//! Each test asks for what only its own format has near the beginning, so their order matters little; what is left,
//! letters and digits in many arrangements, is a transcript if its first words are moves, else perhaps a board.

use super::Format;
use crate::{Square, notation::Notation};

/// As much of a text as is looked at.
const ENOUGH: usize = 16 * 1024;

pub(super) fn detect(start: &[u8]) -> Option<Format> {
    let start = &start[..start.len().min(ENOUGH)];
    if is_wthor(start) {
        return Some(Format::Wthor);
    }
    let text = String::from_utf8_lossy(start);
    let text = without_comments(text.trim_start_matches('\u{feff}'));
    in_brackets(text).or_else(|| in_lines(text))
}

/// The header of WTHOR: a date in four bytes, then sizes that must fit together.
fn is_wthor(start: &[u8]) -> bool {
    let &[century, year, month, day, ..] = start else { return false };
    let plausible_date = matches!(century, 19..=21) && year < 100 && matches!(month, 1..=12) && matches!(day, 1..=31);
    plausible_date && start.len() >= 16 && matches!(start[12], 0 | 8 | 10) && start[13] <= 1
}

/// The text from the first line that is neither blank nor a comment.
fn without_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        if !text.starts_with(['%', '#']) {
            return text;
        }
        text = text.split_once('\n').map_or("", |(_, rest)| rest);
    }
}

/// Formats that begin with a bracket: JSON, PGN, GGF and SGF.
fn in_brackets(text: &str) -> Option<Format> {
    let inside = |open| text.strip_prefix(open).map(str::trim_start);
    if text.starts_with('{') || inside('[').is_some_and(|rest| rest.is_empty() || rest.starts_with(['{', ']'])) {
        return Some(Format::Json);
    }
    if inside('[').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
        return Some(Format::Pgn);
    }
    let game = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().strip_prefix('(')?;
    game.trim_start().strip_prefix(';').map(ggf_or_sgf)
}

/// What follows `(;`. The tag GM decides; where it is missing, SGF opens each move with a semicolon and GGF none.
fn ggf_or_sgf(game: &str) -> Format {
    let game = game.to_ascii_lowercase();
    if game.contains("gm[2]") {
        Format::Sgf
    } else if game.contains("gm[othello]") || game.contains("bo[") {
        Format::Ggf
    } else if [";b[", ";w[", "ff[", "ab["].iter().any(|sign| game.contains(sign)) {
        Format::Sgf
    } else {
        Format::Ggf
    }
}

/// Formats whose first line tells.
fn in_lines(text: &str) -> Option<Format> {
    let line = text.lines().next()?.trim();
    if is_fen(line) {
        Some(Format::Fen)
    } else if is_transcript(line) {
        Some(Format::Transcript)
    } else if is_cells(line) {
        Some(if line.contains(';') { Format::Obf } else { Format::Board })
    } else {
        None
    }
}

fn is_fen(line: &str) -> bool {
    let board = line.split_whitespace().next().unwrap_or_default();
    matches!(board.split('/').count(), 4 | 6 | 8) && board.chars().all(|c| matches!(c, 'p' | 'P' | '1'..='8' | '/'))
}

/// Begins with a move: `f5`, after a number perhaps, or `(2, 3)`.
fn is_transcript(line: &str) -> bool {
    let first = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start();
    let is_square = |text: &str| text.get(..2).is_some_and(|name| name.parse::<Square>().is_ok());
    let is_pair = |text: &str| text.find(')').is_some_and(|end| Notation::RowColumn.parse(&text[..=end]).is_ok());
    is_square(first) || first.starts_with('(') && is_pair(first)
}

fn is_cells(line: &str) -> bool {
    let cells = line.split(';').next().unwrap_or_default();
    cells.chars().filter(|c| matches!(c, '-' | '.' | '*' | 'x' | 'X' | 'o' | 'O' | 'b' | 'B' | 'w' | 'W')).count() >= 16
}
