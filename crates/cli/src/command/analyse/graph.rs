//! Draws the value of a game over its moves in text characters.

use outflank_engine::MoveClass;

/// Rows above the middle line and below it.
const HALF: i32 = 5;

/// Columns for the scale at the left.
const SCALE: usize = 5;

/// A bar chart with one bar per move: up if black is ahead, down if white is.
pub(super) struct Graph {
    /// The number of the first move.
    pub(super) first: usize,
    pub(super) values: Vec<i32>,
    /// The class of each move. The marks of bad moves stand below their bars, written downwards.
    pub(super) classes: Vec<MoveClass>,
    /// Columns of the whole graph. Several moves share a column if there are more moves than
    /// columns.
    pub(super) width: usize,
    /// Whether half blocks may be used.
    pub(super) is_unicode: bool,
}

impl Graph {
    pub(super) fn draw(&self) -> String {
        let (columns, top) = (self.columns(), self.top());
        let mut text = "black is ahead by\n".to_owned();
        for row in (-HALF..=HALF).rev() {
            let label = match row {
                _ if row == HALF => format!("{top:+}"),
                0 => "0".to_owned(),
                _ if row == -HALF => format!("{:+}", -top),
                _ => String::new(),
            };
            let cells: String = columns.iter().map(|&(value, _)| self.cell(value, row, top)).collect();
            push_row(&mut text, &label, &cells);
        }
        push_row(&mut text, "", &self.numbers());
        push_marks(&mut text, &columns);
        text
    }

    /// The last value of each column and its worst class.
    fn columns(&self) -> Vec<(i32, MoveClass)> {
        let share = self.share();
        let classes =
            self.classes.chunks(share).map(|classes| classes.iter().copied().max().unwrap_or(MoveClass::Best));
        let values = self.values.chunks(share).map(|values| values.last().copied().unwrap_or(0));
        values.zip(classes).collect()
    }

    /// Returns the number of moves per column.
    fn share(&self) -> usize {
        self.values.len().div_ceil(self.width.saturating_sub(SCALE + 1).max(1)).max(1)
    }

    /// The value of the topmost row: at least 4, so that small values get small bars.
    fn top(&self) -> i32 {
        self.values.iter().map(|value| value.abs()).max().unwrap_or(0).max(4)
    }

    fn cell(&self, value: i32, row: i32, top: i32) -> char {
        if row == 0 {
            return if self.is_unicode { '─' } else { '-' };
        }
        // Counted in half rows, rounded away from the middle line.
        let halves = (2 * HALF * value.abs() + top - 1) / top * value.signum() * row.signum();
        let full = if self.is_unicode { '█' } else { '#' };
        match halves - 2 * (row.abs() - 1) {
            ..=0 => ' ',
            1 if self.is_unicode && row > 0 => '▄',
            1 if self.is_unicode => '▀',
            1 => ':',
            _ => full,
        }
    }

    /// Writes the number of every tenth move below its column.
    fn numbers(&self) -> String {
        let (share, count) = (self.share(), self.values.len());
        let mut text = String::new();
        for ply in (self.first..self.first + count).filter(|ply| ply % 10 == 0) {
            let number = ply.to_string();
            let end = (ply - self.first) / share + 1;
            if end > text.len() + number.len() {
                text = format!("{text:<width$}{number}", width = end - number.len());
            }
        }
        text
    }
}

/// Writes marks downwards: a column has room for one character, and a mark has up to two.
fn push_marks(text: &mut String, columns: &[(i32, MoveClass)]) {
    if columns.iter().all(|(_, class)| !class.is_marked()) {
        return;
    }
    for at in 0..2 {
        let character = |class: MoveClass| class.mark().chars().nth(at).unwrap_or(' ');
        let characters: String = columns.iter().map(|&(_, class)| character(class)).collect();
        if !characters.trim().is_empty() {
            push_row(text, "", &characters);
        }
    }
    let names = MoveClass::ALL.into_iter().filter(|class| class.is_marked());
    let legend: Vec<String> = names.map(|class| format!("{} {class}", class.mark())).collect();
    push_row(text, "", &legend.join("  "));
}

fn push_row(text: &mut String, label: &str, cells: &str) {
    text.push_str(format!("{label:>SCALE$} {cells}").trim_end());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(values: &[i32], width: usize) -> Graph {
        Graph {
            first: 1,
            values: values.to_vec(),
            classes: vec![MoveClass::Best; values.len()],
            width,
            is_unicode: false,
        }
    }

    #[test]
    fn bars_rise_for_black_and_hang_for_white() {
        use MoveClass::{Best, Blunder, Good, Inaccuracy, Mistake};
        let classes = vec![Good, Mistake, Inaccuracy, Blunder, Best];
        let drawn = Graph { classes, ..graph(&[0, 10, 5, -10, -2], 80) }.draw();
        let expected = [
            "black is ahead by",
            "  +10  #",
            "       #",
            "       #:",
            "       ##",
            "       ##",
            "    0 -----",
            "         ##",
            "         #",
            "         #",
            "         #",
            "  -10    #",
            "",
            "       ???",
            "        !?",
            "      ?! inaccuracy  ? mistake  ?? blunder",
        ];
        assert_eq!(drawn.lines().collect::<Vec<_>>(), expected, "\n{drawn}");
    }

    #[test]
    fn a_narrow_terminal_makes_moves_share_columns() {
        for width in [0, 7, 20, 40, 66, 200] {
            let drawn = graph(&[7; 60], width).draw();
            let longest = drawn.lines().skip(1).map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= width.max(SCALE + 2), "{width}\n{drawn}");
        }
    }

    #[test]
    fn moves_that_share_a_column_show_the_worst_mark() {
        let classes = [MoveClass::Mistake, MoveClass::Blunder, MoveClass::Best, MoveClass::Inaccuracy].repeat(15);
        let drawn = Graph { classes, ..graph(&[7; 60], SCALE + 1 + 15) }.draw();
        let marks: Vec<&str> = drawn.lines().rev().skip(1).take(2).collect();
        assert_eq!(marks, [format!("      {}", "?".repeat(15)), format!("      {}", "?".repeat(15))], "{drawn}");
    }

    #[test]
    fn tenth_moves_are_numbered_and_a_game_without_moves_is_drawn() {
        assert!(graph(&[1; 30], 80).draw().contains("\n              10        20        30\n"));
        assert_eq!(graph(&[], 80).draw().lines().count(), 13);
    }

    #[test]
    fn half_blocks_are_used_where_they_can_be_shown() {
        let drawn = Graph { is_unicode: true, ..graph(&[5, -5, 10], 80) }.draw();
        assert!(drawn.contains('▄') && drawn.contains('▀') && drawn.contains('█') && drawn.contains('─'), "{drawn}");
    }
}
