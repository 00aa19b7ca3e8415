//! Boards on one line.

use super::{Glyph, Grid, ParseBoardError, excerpt};

/// Parses the cells row by row, with an optional size in front and an optional side to move at the
/// end.
pub(super) fn read(line: &str) -> Result<Grid, ParseBoardError> {
    let mut words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
    let stated = stated_size(&words);
    if stated.is_some() {
        words.remove(0);
    }
    let mut cells: Vec<Glyph> = words.iter().flat_map(|word| Glyph::of_word_or_chars(word)).collect();
    let length = |cells| ParseBoardError::Length(cells, excerpt(line));
    let fitting = size_of_line(cells.len()).filter(|&size| stated.is_none_or(|stated| stated == size));
    let size = fitting.ok_or_else(|| length(cells.len()))?;
    if cells.len() == usize::from(size * size) && ends_in_a_side(&words) {
        return Err(length(cells.len() - 1));
    }
    let tail: String = cells.drain(usize::from(size * size)..).map(|glyph| glyph.to_string()).collect();
    let is_separated = words.len() >= cells.len();
    Ok(Grid { size, cells, is_separated, side: side_of_tail(&tail) })
}

/// Whether a single disc follows cells that are not separated. It is the side to move, not a cell.
pub(super) fn ends_in_a_side(words: &[&str]) -> bool {
    let Some((last, cells)) = words.split_last() else { return false };
    let is_disc = matches!(*last, "x" | "X" | "o" | "O" | "b" | "B" | "w" | "W" | "*" | "1" | "2" | "-1");
    is_disc && cells.iter().any(|word| Glyph::of_word(word).is_none())
}

/// Whether a line in lower case is mostly cells, at least twelve.
pub(super) fn resembles(line: &str) -> bool {
    let is_like = line.chars().all(|c| c.is_whitespace() || ";-._xobw*12#?".contains(c));
    is_like
        && line.contains(['x', 'o', 'b', 'w', '*'])
        && line.matches(['-', '.', '_']).count() >= 8
        && line.len() >= 12
}

fn stated_size(words: &[&str]) -> Option<u8> {
    match words {
        ["4", _, ..] => Some(4),
        ["6", _, ..] => Some(6),
        ["8", _, ..] => Some(8),
        _ => None,
    }
}

/// Returns the size of the board whose cells, and a side to move that may be a word, fill a line of
/// this length.
fn size_of_line(cells: usize) -> Option<u8> {
    const MAX_TAIL: usize = "black".len();
    [4, 6, 8].into_iter().find(|&size: &u8| {
        let board = usize::from(size * size);
        (board..=board + MAX_TAIL).contains(&cells)
    })
}

/// Parses the side to move, with an optional move number after it.
fn side_of_tail(tail: &str) -> Option<String> {
    let side = tail.trim_end_matches(|c: char| c.is_ascii_digit());
    let side = if side.is_empty() || side == "-" { tail } else { side };
    (!side.is_empty()).then(|| side.to_owned())
}
