//! The value of a game over its moves, drawn in characters.

/// Rows above the middle line and below it.
const HALF: i32 = 5;

/// Columns for the scale at the left.
const SCALE: usize = 5;

/// A bar for each move: upwards where black is ahead, downwards where white is.
pub(super) struct Graph {
    /// The number of the first move.
    pub(super) first: usize,
    pub(super) values: Vec<i32>,
    /// What stands below each bar.
    pub(super) signs: Vec<char>,
    /// Columns of the whole graph; where there are more moves, several share one.
    pub(super) width: usize,
    /// May half blocks be used?
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
        let signs: String = columns.iter().map(|&(_, sign)| sign).collect();
        if !signs.trim().is_empty() {
            push_row(&mut text, "", &signs);
            push_row(&mut text, "", "? mistake  ! blunder");
        }
        text
    }

    /// The last value of each column and its worst sign.
    fn columns(&self) -> Vec<(i32, char)> {
        let share = self.share();
        let signs =
            self.signs.chunks(share).map(|signs| *signs.iter().max_by_key(|sign| severity(**sign)).unwrap_or(&' '));
        let values = self.values.chunks(share).map(|values| values.last().copied().unwrap_or(0));
        values.zip(signs).collect()
    }

    /// How many moves share a column.
    fn share(&self) -> usize {
        self.values.len().div_ceil(self.width.saturating_sub(SCALE + 1).max(1)).max(1)
    }

    /// The value of the topmost row: no less than 4, so that trifles do not look like much.
    fn top(&self) -> i32 {
        self.values.iter().map(|value| value.abs()).max().unwrap_or(0).max(4)
    }

    fn cell(&self, value: i32, row: i32, top: i32) -> char {
        if row == 0 {
            return if self.is_unicode { '─' } else { '-' };
        }
        // In halves of a row, rounded away from the middle line.
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

    /// Every tenth move has its number below it.
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

fn severity(sign: char) -> u8 {
    match sign {
        '!' => 2,
        '?' => 1,
        _ => 0,
    }
}

fn push_row(text: &mut String, label: &str, cells: &str) {
    text.push_str(format!("{label:>SCALE$} {cells}").trim_end());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(values: &[i32], width: usize) -> Graph {
        Graph { first: 1, values: values.to_vec(), signs: vec![' '; values.len()], width, is_unicode: false }
    }

    #[test]
    fn bars_rise_for_black_and_hang_for_white() {
        let drawn = Graph { signs: vec![' ', '?', ' ', '!', ' '], ..graph(&[0, 10, 5, -10, -2], 80) }.draw();
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
            "       ? !",
            "      ? mistake  ! blunder",
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
