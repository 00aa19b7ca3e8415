//! SGF as we write it: one game a line, a node a move.

use super::outcome;
use crate::{
    Bitboard, Color, Goal, Move, Position, Variant,
    record::{MoveNote, Outcome, Record, Unwritable, cells, number, theory},
};

/// Writes one game; SGF holds every variant.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let mut writer = Writer { text: String::with_capacity(1024) };
    writer.head(record);
    writer.start(&record.game.start());
    writer.unless_empty("C", &theory::with_comment(record.theory, &record.comment));
    for (ply, (position, mv)) in record.game.turns().enumerate() {
        writer.turn(position.turn(), mv, record.notes.get(ply));
    }
    writer.text.push_str(")\n");
    Ok(writer.text)
}

struct Writer {
    text: String,
}

impl Writer {
    fn property(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        self.value(value);
    }

    /// A value with its brackets. The semicolon is escaped where a reader that looks for the next game might take
    /// the text for its beginning.
    fn value(&mut self, value: &str) {
        self.text.push('[');
        let mut previous = '\0';
        for c in value.chars() {
            if matches!(c, ']' | '\\') || c == ';' && previous == '(' {
                self.text.push('\\');
            }
            self.text.push(c);
            previous = c;
        }
        self.text.push(']');
    }

    fn unless_empty(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.property(name, value);
        }
    }

    fn number(&mut self, name: &str, number: Option<f64>) {
        if let Some(number) = number.filter(|number| number.is_finite()) {
            self.property(name, &number::write(number));
        }
    }

    fn head(&mut self, record: &Record) {
        self.text.push_str(concat!("(;FF[4]GM[2]CA[UTF-8]AP[Outflank:", env!("CARGO_PKG_VERSION"), "]"));
        self.unless_empty("EV", &record.event);
        self.unless_empty("RO", &record.round);
        self.unless_empty("DT", &record.date);
        self.unless_empty("PB", &record.black.name);
        self.unless_empty("PW", &record.white.name);
        self.number("BR", record.black.rating);
        self.number("WR", record.white.rating);
        self.unless_empty("TM", &record.clock);
        self.result(record);
        for (name, value) in record.tags.iter().filter(|(name, _)| is_other(name)) {
            self.property(name, value);
        }
    }

    /// The result; a word that we did not understand is written again as long as nobody knows better.
    fn result(&mut self, record: &Record) {
        let goal = record.game.start().ground().goal();
        let (result, margin) = outcome::write(record.outcome, goal);
        match record.tag("RE") {
            Some(word) if outcome::parse(word, goal).is_none() && record.outcome == Outcome::of(&record.game) => {
                self.property("RE", word);
            }
            _ => self.property("RE", &result),
        }
        if let Some(margin) = margin {
            self.property("MG", &margin.to_string());
        }
    }

    fn start(&mut self, start: &Position) {
        let ground = start.ground();
        self.text.push_str("SZ[");
        self.text.push(char::from(b'0' + ground.size()));
        self.text.push(']');
        if !cells::can_show(ground) || ground.goal() == Goal::Fewest || start.occupied().is_empty() {
            self.property("RU", &Variant::from_position(start).to_string());
        }
        self.squares("AB", start.discs(Color::Black));
        self.squares("AW", start.discs(Color::White));
        self.text.push_str("PL[");
        self.text.push(start.turn().letter());
        self.text.push(']');
    }

    fn squares(&mut self, name: &str, squares: Bitboard) {
        if squares.is_empty() {
            return;
        }
        self.text.push_str(name);
        for square in squares {
            self.value(&square.to_string());
        }
    }

    fn turn(&mut self, turn: Color, mv: Move, note: Option<&MoveNote>) {
        self.text.push(';');
        self.text.push(turn.letter());
        match mv {
            Move::Place(square) => {
                self.text.extend(['[', char::from(b'a' + square.column()), char::from(b'1' + square.row()), ']']);
            }
            Move::Pass => self.text.push_str("[PA]"),
        }
        let Some(note) = note else { return };
        self.number("V", note.eval.map(|eval| if turn == Color::Black { eval } else { -eval }));
        self.unless_empty("C", &note.comment);
    }
}

/// A property of capitals that is not written from another field.
fn is_other(name: &str) -> bool {
    const OWN: [&str; 23] = [
        "FF", "GM", "CA", "AP", "ST", "EV", "RO", "DT", "PB", "PW", "TM", "MG", "SZ", "AB", "AW", "AE", "PL", "B", "W",
        "C", "GC", "V", "RE",
    ];
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase()) && !OWN.contains(&name)
}
