//! Tables in the terminal: a column of names, columns of numbers, and no line wider than the
//! terminal.

use outflank_arena::escape_bytes;
use unicode_width::UnicodeWidthStr;

use crate::terminal::shortened;

/// Space between two columns.
const GAP: &str = "  ";

/// Names are not cut below this width.
const MIN_NAME_WIDTH: usize = 8;

/// Rows of cells under a heading. Names are aligned to the left, numbers to the right.
pub(crate) struct Columns {
    rows: Vec<Vec<String>>,
    /// Index of the column of names.
    names: usize,
}

impl Columns {
    pub(crate) fn new<const N: usize>(heading: [&str; N], names: usize) -> Columns {
        Columns { rows: vec![heading.map(str::to_owned).into()], names }
    }

    /// Adds a row. Escapes control characters, because cells may come from other programs.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| escape_bytes(cell.as_bytes())).collect());
    }

    /// Formats the table. Shortens names to fit into `columns`.
    pub(crate) fn text(&self, columns: Option<usize>) -> String {
        let mut widths = self.widths();
        let all: usize = widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1);
        if let (Some(columns), Some(names)) = (columns, widths.get_mut(self.names)) {
            *names = names.saturating_sub(all.saturating_sub(columns)).max(MIN_NAME_WIDTH.min(*names));
        }
        self.rows.iter().map(|row| self.line(row, &widths)).collect()
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
        (0..columns).map(|column| width(column).unwrap_or(0)).collect()
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let cell = |(column, (cell, &width)): (usize, (&String, &usize))| {
            let cell = if column == self.names { shortened(cell, width) } else { cell.clone() };
            let spaces = " ".repeat(width.saturating_sub(cell.width()));
            if column == self.names { cell + &spaces } else { spaces + &cell }
        };
        let cells: Vec<String> = row.iter().zip(widths).enumerate().map(cell).collect();
        format!("{}\n", cells.join(GAP).trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&str]) -> Columns {
        let mut table = Columns::new(["#", "bot", "points"], 1);
        names.iter().for_each(|name| table.row(["1".to_owned(), (*name).to_owned(), "22".to_owned()]));
        table
    }

    #[test]
    fn columns_are_aligned_for_wide_characters() {
        let text = table(&["ann", "日本", "Jürgen"]).text(None);
        assert_eq!(text, "#  bot     points\n1  ann         22\n1  日本        22\n1  Jürgen      22\n");
    }

    #[test]
    fn names_are_shortened_on_narrow_terminals() {
        let text = table(&["a-very-long-name-of-a-bot", "日本日本日本日本日本"]).text(Some(24));
        assert_eq!(text, "#  bot            points\n1  a-very-lon...      22\n1  日本日本日...      22\n");
        let text = table(&["a-very-long-name-of-a-bot"]).text(Some(5));
        assert!(text.contains("1  a-ver...  "), "{text}");
    }
}
