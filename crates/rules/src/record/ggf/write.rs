//! GGF as we write it: one game a line, in the order of GGS.

use super::{convert, outcome};
use crate::{
    Color, Move,
    record::{Format, Outcome, Record, Unwritable, cells, number, theory},
};

/// Writes one game. Boards with holes and the free centre have no form in GGF, and neither has `]` in a value.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let start = record.game.start();
    if !cells::can_show(start.ground()) {
        return Err(Unwritable::new(Format::Ggf, "a board with holes or with a free centre"));
    }
    let mut writer = Writer { text: String::with_capacity(1024) };
    writer.head(record)?;
    writer.board(record);
    writer.tag_unless_empty("CO", &theory::with_comment(record.theory, &record.comment))?;
    writer.moves(record)?;
    writer.text.push_str(";)\n");
    Ok(writer.text)
}

struct Writer {
    text: String,
}

impl Writer {
    fn tag(&mut self, name: &str, value: &str) -> Result<(), Unwritable> {
        if value.contains(']') || opens_a_game(value) {
            return Err(Unwritable::new(
                Format::Ggf,
                format!("{value:?}: ] and (; at the start of a line end a value"),
            ));
        }
        self.tag_unchecked(name, value);
        Ok(())
    }

    fn tag_unchecked(&mut self, name: &str, value: &str) {
        for part in [name, "[", value, "]"] {
            self.text.push_str(part);
        }
    }

    fn tag_unless_empty(&mut self, name: &str, value: &str) -> Result<(), Unwritable> {
        if value.is_empty() { Ok(()) } else { self.tag(name, value) }
    }

    fn head(&mut self, record: &Record) -> Result<(), Unwritable> {
        self.text.push_str("(;GM[Othello]");
        self.tag("PC", &record.event)?;
        self.tag_unless_empty("DT", &record.date)?;
        self.tag("PB", &record.black.name)?;
        self.tag("PW", &record.white.name)?;
        for (name, player) in [("RB", &record.black), ("RW", &record.white)] {
            if let Some(rating) = finite(player.rating) {
                self.tag_unchecked(name, &number::write(rating));
            }
        }
        self.tag_unless_empty("TI", &record.clock)?;
        self.tag("TY", kind(record))?;
        for (name, value) in record.tags.iter().filter(|(name, _)| is_other(name)) {
            self.tag(name, value)?;
        }
        self.tag("RE", &result(record))
    }

    fn board(&mut self, record: &Record) {
        let start = record.game.start();
        let size = start.ground().size();
        self.text.push_str("BO[");
        self.text.push(char::from(b'0' + size));
        for row in 0..size {
            self.text.push(' ');
            self.text.extend(cells::row(&start, row, '*'));
        }
        self.text.push_str(match start.turn() {
            Color::Black => " *]",
            Color::White => " O]",
        });
    }

    fn moves(&mut self, record: &Record) -> Result<(), Unwritable> {
        for (ply, (position, mv)) in record.game.turns().enumerate() {
            self.text.push(position.turn().letter());
            self.text.push('[');
            match mv {
                Move::Place(square) => self.text.extend([b'a' + square.column(), b'1' + square.row()].map(char::from)),
                Move::Pass => self.text.push_str("PA"),
            }
            let note = record.notes.get(ply);
            self.numbers(note.and_then(|note| finite(note.eval)), note.and_then(|note| finite(note.seconds)));
            self.text.push(']');
            if let Some(note) = note {
                self.tag_unless_empty("CO", &note.comment)?;
            }
        }
        Ok(())
    }

    /// The evaluation and the time behind a square.
    fn numbers(&mut self, eval: Option<f64>, seconds: Option<f64>) {
        if eval.is_some() || seconds.is_some() {
            self.text.push('/');
            self.text.push_str(&eval.map_or_else(String::new, number::write));
        }
        if let Some(seconds) = seconds {
            self.text.push('/');
            self.text.push_str(&number::write(seconds));
        }
    }
}

fn finite(number: Option<f64>) -> Option<f64> {
    number.filter(|number| number.is_finite())
}

/// Would a reader that looks for the next game take a line of this text for its beginning?
fn opens_a_game(value: &str) -> bool {
    value.split('\n').skip(1).any(|line| {
        let rest = line.trim_start_matches(|c: char| c == '(' || c.is_ascii_digit() || c.is_ascii_whitespace());
        rest.starts_with(';') && line[..line.len() - rest.len()].ends_with('(')
    })
}

/// The match type from the file, as long as it does not contradict the game.
fn kind(record: &Record) -> &str {
    let ground = record.game.start().ground();
    match record.tag("TY") {
        Some(kind) if convert::goal_of(kind) == ground.goal() => kind,
        _ => convert::kind_of(ground),
    }
}

fn result(record: &Record) -> String {
    let komi = record.tag("KM").and_then(number::parse).unwrap_or(0.0);
    match record.tag("RE") {
        Some(word) if outcome::parse(word, komi).is_none() && record.outcome == Outcome::of(&record.game) => {
            word.to_owned()
        }
        _ => outcome::write(record.outcome, komi),
    }
}

/// A tag of one or two capitals that is not written from another field.
fn is_other(name: &str) -> bool {
    const OWN: [&str; 12] = ["GM", "PC", "DT", "PB", "PW", "TI", "TY", "RE", "BO", "CO", "B", "W"];
    matches!(name.len(), 1 | 2) && name.bytes().all(|byte| byte.is_ascii_uppercase()) && !OWN.contains(&name)
}
