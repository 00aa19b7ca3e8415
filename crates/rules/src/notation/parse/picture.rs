//! Boards of several lines.

use super::{Glyph, Grid, ParseBoardError, excerpt, line};

/// Returns the lines that may belong to the board, and the side to move from a line such as `black
/// to move`. Drops remarks.
pub(super) fn split_status(text: &str) -> (Vec<&str>, Option<String>) {
    let mut side = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        match stated_side(line) {
            Some(stated) => side = Some(stated),
            None if is_remark(line) => {}
            None => lines.push(line),
        }
    }
    (lines, side)
}

/// Whether a line is a remark: empty, a Markdown fence, a sentence (two or more words that are not
/// cells), or a line such as `date: 2026`.
fn is_remark(line: &str) -> bool {
    let is_word = |word: &&str| {
        word.len() > 2 && word.chars().all(|c| c.is_ascii_alphabetic()) && !word.chars().all(|c| "xobwXOBW".contains(c))
    };
    let line = line.trim();
    let is_sentence = || line.split([' ', ':', '.']).filter(is_word).nth(1).is_some();
    line.is_empty() || line.starts_with("```") || has_key(line) || is_sentence()
}

/// Whether the line begins with a word and a colon. A row may, but only with one letter or digit
/// before the colon.
fn has_key(line: &str) -> bool {
    let key = line.split_once(':').map_or("", |(key, _)| key.trim());
    key.len() > 1 && key.chars().all(char::is_alphabetic)
}

/// Returns the side that a short line names next to a verb.
fn stated_side(line: &str) -> Option<String> {
    const MAX_WORDS: usize = 6;
    const VERBS: [&str; 5] = ["move", "play", "pass", "turn", "moves"];
    const SIDES: [&str; 12] = ["black", "white", "dark", "light", "x", "o", "b", "w", "*", "1", "2", "-1"];
    let is_border = |c: char| c.is_whitespace() || ":;.!=".contains(c);
    let words: Vec<&str> = line.split(is_border).filter(|word| !word.is_empty()).take(MAX_WORDS + 1).collect();
    let is_verb = |word: &&str| VERBS.iter().any(|verb| verb.eq_ignore_ascii_case(word));
    let is_side = |word: &&str| SIDES.iter().any(|side| side.eq_ignore_ascii_case(word));
    let is_about_else = has_key(line) && !words.first().is_some_and(is_verb);
    let is_statement = words.len() <= MAX_WORDS && words.iter().any(is_verb) && !is_about_else;
    words.into_iter().find(|word| is_statement && is_side(word)).map(str::to_owned)
}

/// Parses a picture: drops rulers, column headers and row labels; each remaining line is a row.
pub(super) fn read(mut lines: Vec<&str>) -> Result<Grid, ParseBoardError> {
    let is_barred = lines.iter().any(|line| line.contains('|'));
    lines.retain(|line| !is_ruler(line, is_barred) && !is_header(line));
    let side = lines.pop_if(|line| is_lone_side(line)).map(|line| line.trim().to_owned());
    let size = lines.len();
    if ![4, 6, 8].contains(&size) {
        return Err(ParseBoardError::Rows(size));
    }
    let label = [b'a', b'1', b'0'].into_iter().find(|&first| are_labelled_from(first, &lines));
    let rows: Vec<Row> = lines.iter().map(|line| Row::read(line, label.is_some(), size)).collect();
    assemble(rows, &lines, side)
}

/// Whether lines in lower case have three or more rows of cells, apart from labels, rulers and
/// headers.
pub(super) fn resembles(lines: &[&str]) -> bool {
    let is_barred = lines.iter().any(|line| line.contains('|'));
    let is_decoration = |line: &str| is_ruler(line, is_barred) || is_header(line) || is_lone_side(line);
    let rows: Vec<&str> = lines.iter().copied().filter(|line| !is_decoration(line)).collect();
    rows.len() >= 3
        && rows.iter().all(|row| is_like_a_row(row))
        && rows.concat().contains(['x', 'o', 'b', 'w', '1', '2', '*'])
}

fn is_like_a_row(line: &str) -> bool {
    let line = line.trim();
    let label = line.split_once([' ', '|']).filter(|(label, _)| label.len() == 1).map(|(_, cells)| cells);
    let cells = label.unwrap_or(line);
    cells.len() >= 3 && cells.chars().all(|c| c.is_whitespace() || "-._xobw*012#?|+".contains(c))
}

/// Whether a line is a ruler between rows. Without bars around the cells it might be a row of empty
/// squares, so it needs the crosses of a frame there.
fn is_ruler(line: &str, is_barred: bool) -> bool {
    let is_made_of = |letters: &str| line.chars().all(|c| c == ' ' || letters.contains(c));
    let segments = || line.split(['|', '+', ' ']).filter(|segment| !segment.is_empty());
    let is_drawn = (is_barred || line.contains('+')) && is_made_of("-=_+|");
    is_drawn && segments().next().is_some() && segments().all(|segment| segment.len() > 1)
}

/// Whether a line is a header of column letters or numbers. None of these could be a row, since
/// they have at least four characters.
fn is_header(line: &str) -> bool {
    let letters = line.chars().filter(|c| !" |+".contains(*c)).map(|c| c.to_ascii_lowercase()).collect::<String>();
    let is_start_of = |all: &str| letters.len() >= 4 && all.starts_with(&letters);
    is_start_of("abcdefgh") || is_start_of("12345678") || is_start_of("01234567")
}

fn is_lone_side(line: &str) -> bool {
    let sides = ["x", "o", "b", "w", "*", "1", "2", "-1", "black", "white"];
    sides.iter().any(|side| side.eq_ignore_ascii_case(line.trim()))
}

/// Whether the rows begin with consecutive letters or digits. Cells never do: there is no cell `a`
/// and no cell `3`.
fn are_labelled_from(first: u8, lines: &[&str]) -> bool {
    let is_labelled =
        |label, line: &str| line.trim_start().bytes().next().is_some_and(|byte| byte.eq_ignore_ascii_case(&label));
    (first..).zip(lines).all(|(label, line)| is_labelled(label, line))
}

struct Row {
    cells: Vec<Glyph>,
    is_separated: bool,
    /// Whether a single disc follows the others.
    ends_in_a_side: bool,
}

impl Row {
    fn read(line: &str, is_labelled: bool, size: usize) -> Row {
        let line = line.trim();
        let line = if is_labelled { &line[1..] } else { line };
        if line.matches('|').count() >= 3 { Row::between_bars(line, size) } else { Row::of_words(line) }
    }

    /// Reads a cell between any two bars. Bars at both ends frame the row; text outside them is
    /// ignored.
    fn between_bars(line: &str, size: usize) -> Row {
        let mut words: Vec<&str> = line.split('|').map(str::trim).collect();
        if words.len() > size && words[0].is_empty() {
            words.remove(0);
        }
        if words.len() > size {
            words.pop_if(|last| last.is_empty());
        }
        let cells = words.iter().flat_map(|word| Glyph::of_word_or_chars(word)).collect();
        Row { cells, is_separated: true, ends_in_a_side: false }
    }

    /// Reads cells with or without spaces between them.
    fn of_words(line: &str) -> Row {
        let line = line.replace('|', " ");
        let words: Vec<&str> = line.split_whitespace().collect();
        let cells: Vec<Glyph> = words.iter().flat_map(|word| Glyph::of_word_or_chars(word)).collect();
        Row { is_separated: words.len() == cells.len(), cells, ends_in_a_side: line::ends_in_a_side(&words) }
    }
}

/// Assembles the rows. An extra cell in the last row only, or a separate disc, is the side to move.
fn assemble(mut rows: Vec<Row>, lines: &[&str], mut side: Option<String>) -> Result<Grid, ParseBoardError> {
    let size = rows.len();
    if let Some(last) = rows.last_mut().filter(|last| last.cells.len() == size + 1 || last.ends_in_a_side) {
        side = last.cells.pop().map(|glyph| glyph.to_string());
    }
    if let Some(i) = rows.iter().position(|row| row.cells.len() != size) {
        let (found, text) = (rows[i].cells.len(), excerpt(lines[i].trim()));
        return Err(ParseBoardError::Row { row: i + 1, found, expected: size, text });
    }
    let is_separated = rows.iter().all(|row| row.is_separated);
    let cells = rows.into_iter().flat_map(|row| row.cells).collect();
    Ok(Grid { size: size as u8, cells, is_separated, side })
}
