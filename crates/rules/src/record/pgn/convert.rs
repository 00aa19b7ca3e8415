//! What the tags and words of a PGN game mean.

use super::{
    notes, outcome,
    tags::Tag,
    tokens::{Token, Tokens},
};
use crate::{
    DiscDiff, Move, Position, Variant,
    record::{Fault, Outcome, Player, Record, fen, fields, line::Line, theory},
};

pub(super) fn record(tags: &[Tag<'_>], moves: &str) -> Result<Record, Fault> {
    let mut reading = Reading::new(start(tags)?);
    for token in Tokens::new(moves) {
        match token? {
            Token::Word(word) => reading.word(word)?,
            Token::Comment(comment) => reading.comment(comment),
        }
    }
    let claim = reading.claim(tags);
    let Reading { line, mut comment, .. } = reading;
    let mut record = line.into_record();
    record.outcome = Outcome::claimed(&record.game, claim);
    record.theory = theory::split_off(&mut comment);
    record.comment = comment;
    for (name, value) in tags {
        describe(&mut record, name, value);
    }
    Ok(record)
}

fn start(tags: &[Tag<'_>]) -> Result<Position, Fault> {
    if let Some(variant) = value(tags, "Variant").and_then(|code| code.parse::<Variant>().ok()) {
        return Ok(variant.start());
    }
    match value(tags, "FEN") {
        Some(board) => Ok(fen::parse(board)?.game.start()),
        None => Ok(Variant::STANDARD.start()),
    }
}

fn value<'a>(tags: &'a [Tag<'_>], name: &str) -> Option<&'a str> {
    tags.iter().find(|(known, _)| *known == name).map(|(_, value)| &**value)
}

struct Reading<'a> {
    line: Line,
    /// The comment on the game, before its first move.
    comment: String,
    /// The count of discs, if the last comment was one.
    count: Option<(DiscDiff, &'a str)>,
    result: Option<Outcome>,
}

impl<'a> Reading<'a> {
    fn new(start: Position) -> Reading<'a> {
        Reading { line: Line::new(start), comment: String::new(), count: None, result: None }
    }

    fn word(&mut self, word: &'a str) -> Result<(), Fault> {
        if self.result.is_some() {
            return Err(Fault::syntax(word, "nothing after the result"));
        }
        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if numbered.len() < word.len() && (numbered.is_empty() || numbered.starts_with('.')) {
            let mv = numbered.trim_start_matches('.');
            return if mv.is_empty() { Ok(()) } else { self.play(mv) };
        }
        match outcome::parse(word) {
            Some(result) => {
                self.result = Some(result);
                Ok(())
            }
            None => self.play(word),
        }
    }

    fn play(&mut self, word: &str) -> Result<(), Fault> {
        self.drop_count();
        let bare = word.trim_end_matches(['!', '?']);
        let bare = bare.strip_prefix("P@").or_else(|| bare.strip_prefix("p@")).unwrap_or(bare);
        let mv: Move = bare.parse().map_err(|_| Fault::syntax(word, "a move such as d3 or pass, or a result"))?;
        self.line.play(mv)
    }

    fn comment(&mut self, comment: &'a str) {
        self.drop_count();
        match outcome::count(comment) {
            Some(count) => self.count = Some((count, comment)),
            None => self.note(comment),
        }
    }

    /// What the file says of the result: behind the moves, in the tags, and in the last comment. The result behind the
    /// moves counts for more than the tag, unless it leaves the result open.
    fn claim(&mut self, tags: &[Tag<'_>]) -> Outcome {
        let behind = self.result.filter(|result| *result != Outcome::default());
        let mut claim = behind.or_else(|| outcome::parse(value(tags, "Result")?)).unwrap_or_default();
        claim.ending = value(tags, "Termination").and_then(outcome::parse_termination).unwrap_or_default();
        match self.count.and_then(|(count, _)| outcome::with_count(claim, count)) {
            Some(counted) => counted,
            None => {
                self.drop_count();
                claim
            }
        }
    }

    /// Turns what was taken for the count of the discs back into a comment.
    fn drop_count(&mut self) {
        if let Some((_, comment)) = self.count.take() {
            self.note(comment);
        }
    }

    fn note(&mut self, comment: &str) {
        match self.line.last_note() {
            Some(note) => notes::read(note, comment),
            None => fields::add(&mut self.comment, comment.trim()),
        }
    }
}

fn describe(record: &mut Record, name: &str, value: &str) {
    let is_understood = match name {
        "Event" => set(&mut record.event, value),
        "Site" if record.event.is_empty() => set(&mut record.event, value),
        "Site" => is_unknown(value),
        "Date" => set(&mut record.date, value),
        "Round" => set(&mut record.round, value),
        "Black" => set(&mut record.black.name, value),
        "White" => set(&mut record.white.name, value),
        "BlackElo" => rate(&mut record.black, value),
        "WhiteElo" => rate(&mut record.white, value),
        "TimeControl" => set(&mut record.clock, value),
        "Result" => outcome::parse(value).is_some(),
        "Termination" => outcome::parse_termination(value).is_some(),
        "Variant" => value.parse::<Variant>().is_ok(),
        "FEN" | "SetUp" => true,
        _ => false,
    };
    if !is_understood {
        record.tags.push((name.to_owned(), value.to_owned()));
    }
}

/// Empty, or the question marks that stand for something unknown.
fn is_unknown(value: &str) -> bool {
    value.is_empty() || value.contains('?') && value.bytes().all(|byte| matches!(byte, b'?' | b'.'))
}

fn set(field: &mut String, value: &str) -> bool {
    is_unknown(value) || fields::set(field, value)
}

fn rate(player: &mut Player, value: &str) -> bool {
    player.rate(value) || is_unknown(value)
}
