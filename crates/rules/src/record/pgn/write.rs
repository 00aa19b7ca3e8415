//! PGN as we write it.

use super::{notes, outcome};
use crate::{
    Goal, Move, Position, Variant,
    record::{Format, Record, Unwritable, cells, fen, number, theory},
};

/// Lines of moves are not longer than this, unless a comment is.
const LINE: usize = 80;

/// Writes one game, with an empty line behind it. A line end in a tag and `}` in a comment have no form in PGN.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let mut writer = Writer { text: String::with_capacity(1024), line_start: 0 };
    writer.roster(record)?;
    writer.other_tags(record)?;
    writer.text.push('\n');
    writer.line_start = writer.text.len();
    writer.moves(record)?;
    writer.text.push_str("\n\n");
    Ok(writer.text)
}

struct Writer {
    text: String,
    /// Where the current line of moves begins.
    line_start: usize,
}

impl Writer {
    fn tag(&mut self, name: &str, value: &str) -> Result<(), Unwritable> {
        if value.contains(['\n', '\r']) {
            return Err(Unwritable::new(Format::Pgn, format!("{value:?}: a tag is one line")));
        }
        self.text.push('[');
        self.text.push_str(name);
        self.text.push_str(" \"");
        for c in value.chars() {
            if matches!(c, '"' | '\\') {
                self.text.push('\\');
            }
            self.text.push(c);
        }
        self.text.push_str("\"]\n");
        Ok(())
    }

    /// The seven tags that every game has.
    fn roster(&mut self, record: &Record) -> Result<(), Unwritable> {
        let known = |value: &str, unknown: &'static str| if value.is_empty() { unknown } else { value }.to_owned();
        self.tag("Event", &known(&record.event, "?"))?;
        self.tag("Site", &known(record.tag("Site").unwrap_or_default(), "?"))?;
        self.tag("Date", &known(&record.date, "????.??.??"))?;
        self.tag("Round", &known(&record.round, "?"))?;
        self.tag("Black", &known(&record.black.name, "?"))?;
        self.tag("White", &known(&record.white.name, "?"))?;
        self.tag("Result", outcome::write(record.outcome, record.game.start().ground().goal()))
    }

    fn other_tags(&mut self, record: &Record) -> Result<(), Unwritable> {
        for (name, player) in [("BlackElo", &record.black), ("WhiteElo", &record.white)] {
            if let Some(rating) = player.rating.filter(|rating| rating.is_finite()) {
                self.tag(name, &number::write(rating))?;
            }
        }
        if !record.clock.is_empty() {
            self.tag("TimeControl", &record.clock)?;
        }
        if let Some(word) = outcome::termination(record.outcome.ending) {
            self.tag("Termination", word)?;
        }
        self.start(&record.game.start())?;
        for (name, value) in record.tags.iter().filter(|(name, _)| is_other(name)) {
            self.tag(name, value)?;
        }
        Ok(())
    }

    fn start(&mut self, start: &Position) -> Result<(), Unwritable> {
        let ground = start.ground();
        if *start == Variant::STANDARD.start() {
            Ok(())
        } else if ground.size() == 8 && cells::can_show(ground) && ground.goal() == Goal::Most {
            let board = fen::write(&Record::of_position(*start))?;
            self.tag("FEN", board.trim_end())
        } else {
            self.tag("Variant", &Variant::from_position(start).to_string())
        }
    }

    fn moves(&mut self, record: &Record) -> Result<(), Unwritable> {
        self.comment(&theory::with_comment(record.theory, &record.comment))?;
        for (ply, mv) in record.game.moves().enumerate() {
            if ply.is_multiple_of(2) {
                self.word(&format!("{}.", ply / 2 + 1));
            }
            match mv {
                Move::Place(square) => self.word(&square.to_string()),
                Move::Pass => self.word("pass"),
            }
            if let Some(note) = record.notes.get(ply) {
                self.comment(&notes::write(note))?;
            }
        }
        let ground = record.game.start().ground();
        if let Some(count) = outcome::write_count(record.outcome, ground.goal(), ground.area().len() as u8) {
            self.comment(&count)?;
        }
        self.word(outcome::write(record.outcome, ground.goal()));
        Ok(())
    }

    fn word(&mut self, word: &str) {
        let len = self.text.len() - self.line_start;
        if len > 0 {
            let is_full = len + 1 + word.len() > LINE;
            self.text.push(if is_full { '\n' } else { ' ' });
            self.line_start = if is_full { self.text.len() } else { self.line_start };
        }
        self.text.push_str(word);
    }

    fn comment(&mut self, comment: &str) -> Result<(), Unwritable> {
        if comment.is_empty() {
            return Ok(());
        }
        if comment.contains('}') || comment.contains("\n[Event ") {
            let what = format!("{comment:?}: }} and a line with [Event end a comment");
            return Err(Unwritable::new(Format::Pgn, what));
        }
        self.word(&format!("{{{comment}}}"));
        Ok(())
    }
}

/// A tag that is not written from another field.
fn is_other(name: &str) -> bool {
    const OWN: [&str; 10] =
        ["Event", "Site", "Date", "Round", "Black", "White", "Result", "TimeControl", "FEN", "SetUp"];
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name && !OWN.contains(&name)
}
