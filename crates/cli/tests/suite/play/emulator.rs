//! A minimal terminal emulator: text, cursor positions and clearing.

/// The screen after this output.
pub(super) fn screen_after(written: &str) -> String {
    let mut screen = Emulator::default();
    let mut rest = written.chars();
    while let Some(character) = rest.next() {
        match character {
            '\x1b' => screen.obey(&mut rest),
            '\n' => screen.row += 1,
            '\r' => screen.column = 0,
            character => screen.put(character),
        }
    }
    screen.rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

#[derive(Default)]
struct Emulator {
    rows: Vec<Vec<char>>,
    row: usize,
    column: usize,
}

impl Emulator {
    fn put(&mut self, character: char) {
        if self.rows.len() <= self.row {
            self.rows.resize(self.row + 1, Vec::new());
        }
        let row = &mut self.rows[self.row];
        if row.len() <= self.column {
            row.resize(self.column + 1, ' ');
        }
        row[self.column] = character;
        self.column += 1;
    }

    /// Interprets an escape sequence; only `[row;columnH` and `[2J` have an effect.
    fn obey(&mut self, rest: &mut impl Iterator<Item = char>) {
        let mut numbers = String::new();
        let order = rest.skip(1).find(|&character| {
            let is_order = character.is_ascii_alphabetic();
            if !is_order {
                numbers.push(character);
            }
            is_order
        });
        match (order, numbers.as_str()) {
            (Some('H'), place) => {
                let mut place = place.split(';').map(|number| number.parse::<usize>().unwrap_or(1) - 1);
                (self.row, self.column) = (place.next().unwrap_or(0), place.next().unwrap_or(0));
            }
            (Some('J'), "2") => self.rows.clear(),
            _ => {}
        }
    }
}
