//! PGN, the notation of chess: tags in brackets and numbered moves.
//!
//! Two dialects are read. Programs write `[Result "1-0"]` if *Black* won, because Black moves
//! first, and the disc count in a comment after the moves: `{Ann wins 40-24}`. Collections made
//! from WTHOR write the discs, `[Result "34-30"]`, and squares in capitals. The writer uses the
//! first dialect.
//!
//! A start other than the standard one is in the tag `FEN`. Boards with holes, smaller boards and
//! the anti game have their code in `Variant`.
//!
//! Evaluations and times are in comments as chess programs write them:
//! `{[%eval 1.50] [%emt 12.00] a word}`. Variations in parentheses, `$1` and `!?` are skipped. A
//! [lost turn](super::LOST) is the word `lost`. PGN cannot hold `}` in a comment or a line end in a
//! tag.

use std::borrow::Cow;

use crate::record::parsing::{Cursor, Line, Turn};
use crate::record::{
    Ending, Format, LOST, MoveNote, Outcome, Player, Record, RecordError, Unwritable, cells, fen, number, parsing,
    theory,
};
use crate::{Color, DiscDiff, Goal, Move, Position, Variant};

/// Reads one game.
///
/// ```
/// use outflank_rules::{DiscDiff, record::pgn};
///
/// let record = pgn::parse("[Black \"Ann\"]\n[Result \"34-30\"]\n1. F5 D6\n2. C3 {well} D3\n")?;
/// assert_eq!(record.black.name, "Ann");
/// assert_eq!(record.outcome.margin, DiscDiff::new(4));
/// assert_eq!(record.notes[2].comment, "well");
/// assert_eq!(pgn::parse(&pgn::write(&record)?)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<Record, RecordError> {
    let (tags, moves) = split_tags(text)?;
    to_record(&tags, moves)
}

/// A tag and its value, with escapes resolved.
pub(super) type Tag<'a> = (&'a str, Cow<'a, str>);

/// The tags of a game, and the moves that follow them.
pub(super) fn split_tags(text: &str) -> Result<(Vec<Tag<'_>>, &str), RecordError> {
    let mut tags = Vec::with_capacity(16);
    let mut rest = text.trim_start();
    while let Some(inside) = rest.strip_prefix('[') {
        let (tag, after) = split_tag(inside).ok_or_else(|| {
            let line = rest.lines().next().unwrap_or_default();
            RecordError::syntax(line, "a tag such as [Black \"name\"]")
        })?;
        tags.push(tag);
        rest = after.trim_start();
    }
    Ok((tags, rest))
}

fn split_tag(text: &str) -> Option<(Tag<'_>, &str)> {
    let text = text.trim_start();
    let name_len = text.bytes().take_while(|&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
    let (name, rest) = text.split_at(name_len);
    let (value, rest) = split_value(rest.trim_start().strip_prefix('"')?)?;
    let rest = rest.trim_start().strip_prefix(']')?;
    (!name.is_empty()).then_some(((name, value), rest))
}

/// A value up to its closing quote. Names with unescaped quotes are read too if the line has no
/// escapes: there the quote before the bracket ends the value.
fn split_value(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let ends = |pair: &[u8]| pair == b"\"]" || matches!(pair[0], b'\\' | b'\n');
    let end = text.as_bytes().windows(2).position(ends)?;
    if text.as_bytes()[end] == b'"' {
        return Some((Cow::Borrowed(&text[..end]), &text[end + 1..]));
    }
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((Cow::Owned(value), &text[at + 1..])),
            '\\' => value.push(chars.next()?.1),
            c => value.push(c),
        }
    }
    None
}

#[derive(Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A word: a move, a move number or a result.
    Word(&'a str),
    Comment(&'a str),
}

/// The words and comments of a text, without variations, annotation symbols and escaped lines.
pub(super) struct Tokens<'a> {
    rest: Cursor<'a>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens { rest: Cursor::new(text) }
    }

    fn take_comment(&mut self) -> Result<Token<'a>, RecordError> {
        let end = self.rest.find('}').ok_or(RecordError::Truncated)?;
        Ok(Token::Comment(&self.rest.take(end + 1)[1..end]))
    }

    /// Goes over a variation and those inside it; parentheses in comments do not count.
    fn skip_variation(&mut self) -> Result<(), RecordError> {
        let mut depth = 0;
        loop {
            self.rest.take_until(|c| "(){".contains(c));
            match self.rest.bytes().next().ok_or(RecordError::Truncated)? {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {
                    self.take_comment()?;
                    continue;
                }
            }
            self.rest.take(1);
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, RecordError>;

    fn next(&mut self) -> Option<Result<Token<'a>, RecordError>> {
        loop {
            self.rest.take_until(|c| !c.is_whitespace());
            match self.rest.bytes().next()? {
                b'{' => return Some(self.take_comment()),
                b';' => return Some(Ok(Token::Comment(&self.rest.take_until(|c| c == '\n')[1..]))),
                b'%' => drop(self.rest.take_until(|c| c == '\n')),
                b'(' => match self.skip_variation() {
                    Ok(()) => {}
                    Err(fault) => return Some(Err(fault)),
                },
                b')' | b'}' => return Some(Err(RecordError::syntax(&self.rest, "a move"))),
                b'$' => drop(self.rest.take_until(|c| " \t\r\n{()".contains(c))),
                _ => return Some(Ok(Token::Word(self.rest.take_until(|c| " \t\r\n{};()".contains(c))))),
            }
        }
    }
}

pub(super) fn to_record(tags: &[Tag<'_>], moves: &str) -> Result<Record, RecordError> {
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

fn start(tags: &[Tag<'_>]) -> Result<Position, RecordError> {
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

    fn word(&mut self, word: &'a str) -> Result<(), RecordError> {
        if self.result.is_some() {
            return Err(RecordError::syntax(word, "nothing after the result"));
        }
        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if numbered.len() < word.len() && (numbered.is_empty() || numbered.starts_with('.')) {
            let mv = numbered.trim_start_matches('.');
            return if mv.is_empty() { Ok(()) } else { self.play(mv) };
        }
        match parse_outcome(word) {
            Some(result) => {
                self.result = Some(result);
                Ok(())
            }
            None => self.play(word),
        }
    }

    fn play(&mut self, word: &str) -> Result<(), RecordError> {
        self.drop_count();
        let bare = word.trim_end_matches(['!', '?']);
        let bare = bare.strip_prefix("P@").or_else(|| bare.strip_prefix("p@")).unwrap_or(bare);
        let parse =
            |bare: &str| bare.parse().map_err(|_| RecordError::syntax(word, "a move such as d3 or pass, or a result"));
        self.line.take(Turn::read(bare, parse)?)
    }

    fn comment(&mut self, comment: &'a str) {
        self.drop_count();
        match parse_count(comment) {
            Some(count) => self.count = Some((count, comment)),
            None => self.note(comment),
        }
    }

    /// The result that the file gives: after the moves, in the tags, and in the last comment. The
    /// result behind the moves counts for more than the tag, unless it leaves the result open.
    fn claim(&mut self, tags: &[Tag<'_>]) -> Outcome {
        let behind = self.result.filter(|result| *result != Outcome::default());
        let mut claim = behind.or_else(|| parse_outcome(value(tags, "Result")?)).unwrap_or_default();
        claim.ending = value(tags, "Termination").and_then(parse_termination).unwrap_or_default();
        match self.count.and_then(|(count, _)| with_count(claim, count)) {
            Some(counted) => counted,
            None => {
                self.drop_count();
                claim
            }
        }
    }

    /// Turns a supposed disc count back into a comment.
    fn drop_count(&mut self) {
        if let Some((_, comment)) = self.count.take() {
            self.note(comment);
        }
    }

    fn note(&mut self, comment: &str) {
        match self.line.last_note() {
            Some(note) => read_note(note, comment),
            None => parsing::add(&mut self.comment, comment.trim()),
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
        "Result" => parse_outcome(value).is_some(),
        "Termination" => parse_termination(value).is_some(),
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
    is_unknown(value) || parsing::set(field, value)
}

fn rate(player: &mut Player, value: &str) -> bool {
    player.rate(value) || is_unknown(value)
}

/// Reads a comment into a note.
pub(super) fn read_note(note: &mut MoveNote, comment: &str) {
    let mut rest = comment.trim();
    while let Some((name, value, after)) = split_command(rest) {
        match name {
            "eval" => note.eval = number::parse(value),
            "emt" => note.seconds = seconds(value),
            _ => break,
        }
        rest = after.trim_start();
    }
    parsing::add(&mut note.comment, rest);
}

/// `[%name value] rest`
fn split_command(text: &str) -> Option<(&str, &str, &str)> {
    let (command, rest) = text.strip_prefix("[%")?.split_once(']')?;
    let (name, value) = command.split_once(' ')?;
    Some((name, value, rest))
}

/// Seconds, or hours, minutes and seconds with colons between.
fn seconds(text: &str) -> Option<f64> {
    text.split(':').try_fold(0.0, |total, part| Some(total * 60.0 + number::parse(part)?))
}

/// The comment for a note, or nothing.
pub(super) fn write_note(note: &MoveNote) -> String {
    let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
    let eval = finite(note.eval).map(|eval| format!("[%eval {}]", number::write(eval)));
    let seconds = finite(note.seconds).map(|seconds| format!("[%emt {}]", number::write(seconds)));
    let words = Some(note.comment.clone()).filter(|comment| !comment.is_empty());
    [eval, seconds, words].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

const TERMINATIONS: [(Ending, &str, &str); 4] = [
    (Ending::Resigned, "resigned", "resign"),
    (Ending::TimedOut, "time forfeit", "time"),
    (Ending::Left, "abandoned", "abandon"),
    (Ending::Foul, "rules infraction", "infraction"),
];

/// Reads a result; `None` if it is none.
pub(super) fn parse_outcome(text: &str) -> Option<Outcome> {
    let awarded = |winner| Some(Outcome { awarded: Some(winner), ..Outcome::default() });
    match text.trim() {
        "1-0" => awarded(Color::Black),
        "0-1" => awarded(Color::White),
        "1/2-1/2" | "½-½" => Some(Outcome { margin: DiscDiff::new(0), ..Outcome::default() }),
        "*" | "?" | "" => Some(Outcome::default()),
        counts => Some(Outcome { margin: Some(parse_counts(counts)?), ..Outcome::default() }),
    }
}

/// How many discs more the first of two counts is.
fn parse_counts(text: &str) -> Option<DiscDiff> {
    let (first, second) = text.split_once('-')?;
    let count = |text: &str| text.trim().parse::<i8>().ok().filter(|count| (0..=64).contains(count));
    DiscDiff::new(count(first)? - count(second)?)
}

/// How many discs more than the loser the winner has by a comment such as `Ann wins 40-24`; fewer
/// in the anti game.
pub(super) fn parse_count(comment: &str) -> Option<DiscDiff> {
    let (_, counts) = comment.trim().rsplit_once(" wins ")?;
    parse_counts(counts)
}

/// A result with the count of its winner added, if the result names one and has no count yet.
pub(super) fn with_count(outcome: Outcome, count: DiscDiff) -> Option<Outcome> {
    let margin = if outcome.awarded? == Color::Black { count } else { -count };
    Some(Outcome { margin: Some(margin), awarded: None, ..outcome })
}

/// Reads how the game ended; `None` for a word we do not know.
pub(super) fn parse_termination(text: &str) -> Option<Ending> {
    let text = text.to_ascii_lowercase();
    if ["normal", "unterminated", "?", ""].contains(&text.as_str()) {
        return Some(Ending::Unfinished);
    }
    TERMINATIONS.iter().find(|(_, _, word)| text.contains(word)).map(|&(ending, _, _)| ending)
}

pub(super) fn termination(ending: Ending) -> Option<&'static str> {
    TERMINATIONS.iter().find(|(known, _, _)| *known == ending).map(|&(_, word, _)| word)
}

pub(super) fn write_outcome(outcome: Outcome, goal: Goal) -> &'static str {
    match (outcome.winner(goal), outcome.margin) {
        (Some(Color::Black), _) => "1-0",
        (Some(Color::White), _) => "0-1",
        (None, Some(_)) => "1/2-1/2",
        (None, None) => "*",
    }
}

/// The comment that counts the discs on a board of this many squares; a draw and a win without a
/// margin need none.
pub(super) fn write_count(outcome: Outcome, goal: Goal, squares: u8) -> Option<String> {
    let winner = outcome.winner(goal)?;
    let margin = u16::from(outcome.margin?.discs().unsigned_abs());
    let total = u16::from(squares).max(margin);
    let (more, fewer) = ((total + margin) / 2, (total + margin) / 2 - margin);
    let name = match winner {
        Color::Black => "Black",
        Color::White => "White",
    };
    Some(match goal {
        Goal::Most => format!("{name} wins {more}-{fewer}"),
        Goal::Fewest => format!("{name} wins {fewer}-{more}"),
    })
}

/// Lines of moves are not longer than this, unless a comment is.
const LINE: usize = 80;

/// Writes one game and an empty line. PGN cannot hold a line end in a tag or `}` in a comment.
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
        self.tag("Result", write_outcome(record.outcome, record.game.start().spec().goal()))
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
        if let Some(word) = termination(record.outcome.ending) {
            self.tag("Termination", word)?;
        }
        self.start(&record.game.start())?;
        for (name, value) in record.tags.iter().filter(|(name, _)| is_other(name)) {
            self.tag(name, value)?;
        }
        Ok(())
    }

    fn start(&mut self, start: &Position) -> Result<(), Unwritable> {
        let spec = start.spec();
        if *start == Variant::STANDARD.start() {
            Ok(())
        } else if spec.size() == 8 && cells::can_show(spec) && spec.goal() == Goal::Most {
            let board = fen::write(&Record::of_position(*start))?;
            self.tag("FEN", board.trim_end())
        } else {
            self.tag("Variant", &Variant::from_position(start).to_string())
        }
    }

    fn moves(&mut self, record: &Record) -> Result<(), Unwritable> {
        self.comment(&theory::with_comment(record.theory, &record.comment))?;
        for (ply, (position, mv)) in record.game.turns().enumerate() {
            if ply.is_multiple_of(2) {
                self.word(&format!("{}.", ply / 2 + 1));
            }
            match mv {
                Move::Place(square) => self.word(&square.to_string()),
                Move::Pass => self.word(if position.loses_turn(mv) { LOST } else { "pass" }),
            }
            if let Some(note) = record.notes.get(ply) {
                self.comment(&write_note(note))?;
            }
        }
        let spec = record.game.start().spec();
        if let Some(count) = write_count(record.outcome, spec.goal(), spec.area().len() as u8) {
            self.comment(&count)?;
        }
        self.word(write_outcome(record.outcome, spec.goal()));
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
