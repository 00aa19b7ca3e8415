//! GGF, the Generic Game Format of the game server GGS: `(;GM[Othello]...B[f5]W[d6];)`.
//!
//! Reading has two steps. [`Raw`] holds the tags of any game on any board; [`Raw::to_record`]
//! interprets them if this library plays on the board. Unknown tags stay in [`Record::tags`] and
//! are written again, with komi (`KB`, `KW`, `KM`) and the match type `TY` if it says more than the
//! board (`s8r18`).
//!
//! The result `RE` is Black's margin minus the komi. We write the official margin. A reader cannot
//! know whether a file counts the empty squares, so a count of the bare board is accepted as such.
//! A suffix tells how a game ended early. GGF has no notation for a winner without a count: we
//! write `RE[black:r]`.
//!
//! A comment `CO` before the first move belongs to the game, any other to the move before it.
//!
//! Two things go beyond GGF. In a value a backslash escapes `]`, itself, and the `;` of `(;`, as in
//! SGF. A [lost turn](super::LOST) is `B[lost]`. Lines between games that begin with `#` are
//! comments.

use std::borrow::Cow;
use std::fmt;

use crate::record::parsing::{Line, Turn, add, set};
use crate::record::{
    Ending, Format, LOST, MoveNote, Outcome, Record, RecordError, Unwritable, brackets, cells, number, theory,
};
use crate::{BoardSpec, Color, DiscDiff, Goal, Move, Position, Variant};

/// Reads one game.
///
/// ```
/// use outflank_rules::record::{Ending, ggf};
///
/// let text = "(;GM[Othello]PC[here]PB[Ann]PW[Bob]TY[8]RE[-12:r]\
///             BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
///             B[f5/0.5/2.4]W[D6];)";
/// let record = ggf::parse(text)?;
/// assert_eq!(record.black.name, "Ann");
/// assert_eq!(record.notes[0].seconds, Some(2.4));
/// assert_eq!(record.outcome.ending, Ending::Resigned);
/// assert_eq!(ggf::parse(&ggf::write(&record)?)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<Record, RecordError> {
    Raw::parse(text)?.to_record()
}

/// A GGF record before anything in it is understood: it may be of a game on a board that this
/// library does not play.
///
/// ```
/// use outflank_rules::record::{RecordError, ggf::Raw};
///
/// let cells = "-".repeat(100);
/// let text = format!("(;GM[Othello]PB[Ann]BO[10 {cells} *];)");
/// let raw = Raw::parse(&text)?;
/// assert_eq!(raw.tag("PB"), Some("Ann"));
/// assert!(matches!(raw.to_record(), Err(RecordError::Unsupported(_))));
/// # Ok::<(), RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw<'a> {
    tags: Vec<(&'a str, Cow<'a, str>)>,
}

impl<'a> Raw<'a> {
    /// Reads one record; the number of games of the match may stand before it.
    pub fn parse(text: &'a str) -> Result<Raw<'a>, RecordError> {
        let mut rest = text.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        rest = rest.strip_prefix("(;").ok_or_else(|| RecordError::syntax(rest, "a game, which begins with (;"))?;
        let mut tags = Vec::with_capacity(80);
        loop {
            rest = rest.trim_start();
            if let Some(after) = rest.strip_prefix(";)") {
                return if after.is_empty() {
                    Ok(Raw { tags })
                } else {
                    Err(RecordError::syntax(after, "nothing after ;)"))
                };
            }
            let (name, value, after) = split_tag(rest)?;
            tags.push((name, value));
            rest = after;
        }
    }

    /// The tags and their values with escapes resolved, in the order of the file.
    pub fn tags(&self) -> &[(&'a str, Cow<'a, str>)] {
        &self.tags
    }

    /// The value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| *known == name).map(|(_, value)| &**value)
    }
}

/// Splits off the first tag of a text and its value.
fn split_tag(text: &str) -> Result<(&str, Cow<'_, str>, &str), RecordError> {
    let name_len = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = text.split_at(name_len);
    let rest = rest.trim_start();
    if rest.is_empty() || rest == ";" && name.is_empty() {
        return Err(RecordError::Truncated);
    }
    let inside = rest.strip_prefix('[').filter(|_| !name.is_empty());
    let inside = inside.ok_or_else(|| RecordError::syntax(text, "a tag such as PB[name], or ;) at the end"))?;
    let (value, after) = brackets::split_value(inside, brackets::is_escaped_in_ggf)?;
    Ok((name, value, after))
}

impl fmt::Display for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;")?;
        for (name, value) in &self.tags {
            write!(f, "{name}{}", brackets::value(value))?;
        }
        f.write_str(";)")
    }
}

impl Raw<'_> {
    /// The game, if it is Reversi on a board that this library plays.
    pub fn to_record(&self) -> Result<Record, RecordError> {
        let mut line = Line::new(self.start()?);
        let mut comment = String::new();
        for (name, value) in self.tags() {
            match *name {
                "B" => play(&mut line, Color::Black, value)?,
                "W" => play(&mut line, Color::White, value)?,
                "CO" => add(line.last_note().map_or(&mut comment, |note| &mut note.comment), value),
                _ => {}
            }
        }
        let mut record = line.into_record();
        record.theory = theory::split_off(&mut comment);
        record.comment = comment;
        let komi = self.tag("KM").and_then(number::parse).unwrap_or(0.0);
        for (name, value) in self.tags() {
            describe(&mut record, name, value, komi);
        }
        Ok(record)
    }

    fn start(&self) -> Result<Position, RecordError> {
        if let Some(game) = self.tag("GM").filter(|game| !is_reversi(game)) {
            return Err(RecordError::Unsupported(format!("the game is {game:?}, not Reversi")));
        }
        let kind = Kind::parse(self.tag("TY").unwrap_or_default());
        let Some(board) = self.tag("BO") else {
            let size = kind.map_or(8, |kind| kind.size);
            return Ok(Variant::of_size(playable(size)?).with_goal(goal(kind)).start());
        };
        let board = board.trim_start();
        let digits = board.len() - board.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let size =
            board[..digits].parse().map_err(|_| RecordError::syntax(board, "the size of the board, as in 8 ----"))?;
        let mut setup = cells::parse(&board[digits..], playable(size)?)?;
        setup.spec = setup.spec.with_goal(goal(kind));
        Ok(setup.validate().expect("a cell holds one disc and lies on the board"))
    }
}

fn describe(record: &mut Record, name: &str, value: &str, komi: f64) {
    let is_understood = match name {
        "GM" | "BO" | "B" | "W" | "CO" => true,
        "PB" => set(&mut record.black.name, value),
        "PW" => set(&mut record.white.name, value),
        "RB" => record.black.rate(value),
        "RW" => record.white.rate(value),
        "PC" => set(&mut record.event, value),
        "DT" => set(&mut record.date, value),
        "TI" => set(&mut record.clock, value),
        "TY" => value == kind_of(record.game.start().spec()),
        "RE" => claim(record, value, komi),
        _ => false,
    };
    if !is_understood {
        record.tags.push((name.to_owned(), value.to_owned()));
    }
}

fn claim(record: &mut Record, value: &str, komi: f64) -> bool {
    let claim = parse_outcome(value, komi);
    if let Some(claim) = claim {
        record.outcome = Outcome::claimed(&record.game, claim);
    }
    claim.is_some()
}

fn is_reversi(game: &str) -> bool {
    ["", "othello", "reversi"].iter().any(|name| game.trim().eq_ignore_ascii_case(name))
}

/// The board and goal that the match type `TY` names.
#[derive(Clone, Copy)]
struct Kind {
    size: usize,
    goal: Goal,
}

impl Kind {
    /// Parses `8`, `s8r18`, `8a`. Returns `None` for other texts.
    fn parse(text: &str) -> Option<Kind> {
        const LETTERS: &str = "skbwarSKBWAR";
        let first_digit = text.find(|c: char| c.is_ascii_digit())?;
        let size: String = text[first_digit..].chars().take_while(char::is_ascii_digit).collect();
        let is_known = |c: char| c.is_ascii_digit() || LETTERS.contains(c);
        let goal = if text.contains(['a', 'A']) { Goal::Fewest } else { Goal::Most };
        text.chars().all(is_known).then_some(Kind { size: size.parse().ok()?, goal })
    }
}

fn goal(kind: Option<Kind>) -> Goal {
    kind.map_or(Goal::Most, |kind| kind.goal)
}

/// The goal that a match type names.
pub(super) fn goal_of(kind: &str) -> Goal {
    goal(Kind::parse(kind))
}

/// Returns the match type that says as much as the board.
pub(super) fn kind_of(spec: BoardSpec) -> &'static str {
    match (spec.size(), spec.goal()) {
        (4, Goal::Most) => "4",
        (4, Goal::Fewest) => "4a",
        (6, Goal::Most) => "6",
        (6, Goal::Fewest) => "6a",
        (_, Goal::Most) => "8",
        (_, Goal::Fewest) => "8a",
    }
}

fn playable(size: usize) -> Result<u8, RecordError> {
    match size {
        4 => Ok(4),
        6 => Ok(6),
        8 => Ok(8),
        _ => Err(RecordError::Unsupported(format!(
            "the board is of size {size}; games are played on 4x4, 6x6 and 8x8 only"
        ))),
    }
}

/// Plays `square[/eval[/seconds]]`.
fn play(line: &mut Line, color: Color, value: &str) -> Result<(), RecordError> {
    let mut fields = value.split('/');
    let turn = Turn::read(fields.next().unwrap_or_default(), parse_move)?;
    let mut number = || fields.next().and_then(number::parse);
    let (eval, seconds) = (number(), number());
    let ply = line.game().ply();
    line.take_as(color, turn)?;
    let is_noted = (eval.is_some() || seconds.is_some()) && line.game().ply() > ply;
    if let Some(note) = is_noted.then(|| line.last_note()).flatten() {
        *note = MoveNote { eval, seconds, comment: String::new() };
    }
    Ok(())
}

/// Parses a square with any letters after it, one to four letters of `pass`, or dashes.
fn parse_move(text: &str) -> Result<Move, RecordError> {
    let text = text.trim();
    let is_pass = !text.is_empty() && "pass".get(..text.len()).is_some_and(|word| word.eq_ignore_ascii_case(text));
    if is_pass {
        return Ok(Move::Pass);
    }
    let known = text.get(..2).filter(|_| text[2..].bytes().all(|byte| byte.is_ascii_alphabetic()));
    known.and_then(|name| name.parse().ok()).ok_or_else(|| RecordError::syntax(text, "a square such as d3, or PA"))
}

/// GGF has no suffix for a foul: it is written as `l`, which is read as [`Ending::Left`].
const SUFFIXES: [(Ending, &str); 4] =
    [(Ending::Resigned, "r"), (Ending::TimedOut, "t"), (Ending::Left, "l"), (Ending::Foul, "l")];

/// Reads a result from which the komi was taken; `None` for a word we do not know.
pub(super) fn parse_outcome(text: &str, komi: f64) -> Option<Outcome> {
    let (score, suffix) = text.split_once(':').map_or((text, None), |(score, suffix)| (score, Some(suffix.trim())));
    let ending = match suffix {
        None => Ending::Unfinished,
        Some(suffix) => SUFFIXES.iter().find(|(_, known)| known.eq_ignore_ascii_case(suffix))?.0,
    };
    let (margin, awarded) = match score.trim() {
        "" | "?" => (None, None),
        "black" => (None, Some(Color::Black)),
        "white" => (None, Some(Color::White)),
        score => (Some(margin(number::parse(score)? + komi)?), None),
    };
    Some(Outcome { margin, awarded, ending })
}

/// Returns a whole number of discs. Komi may leave a small rest.
fn margin(discs: f64) -> Option<DiscDiff> {
    let whole = discs.round();
    let is_whole = (discs - whole).abs() < 0.01;
    DiscDiff::new(whole as i8).filter(|_| is_whole)
}

/// Writes a result, less the komi.
pub(super) fn write_outcome(outcome: Outcome, komi: f64) -> String {
    let mut text = match (outcome.margin, outcome.awarded) {
        (Some(margin), _) if komi == 0.0 => format!("{:+}", margin.discs()),
        (Some(margin), _) => format!("{:+.3}", f64::from(margin.discs()) - komi),
        (None, Some(winner)) => winner.to_string(),
        (None, None) => "?".to_owned(),
    };
    if let Some((_, suffix)) = SUFFIXES.iter().find(|(ending, _)| *ending == outcome.ending) {
        text.push(':');
        text.push_str(suffix);
    }
    text
}

/// Writes one game. GGF cannot hold boards with holes or a free center.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let start = record.game.start();
    if !cells::can_show(start.spec()) {
        return Err(Unwritable::new(Format::Ggf, "a board with holes or with a free centre"));
    }
    let mut writer = Writer { text: String::with_capacity(1024) };
    writer.head(record);
    writer.board(record);
    writer.tag_unless_empty("CO", &theory::with_comment(record.theory, &record.comment));
    writer.moves(record);
    writer.text.push_str(";)\n");
    Ok(writer.text)
}

struct Writer {
    text: String,
}

impl Writer {
    fn tag(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        self.text.push_str(&brackets::value(value));
    }

    fn tag_unless_empty(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.tag(name, value);
        }
    }

    fn head(&mut self, record: &Record) {
        self.text.push_str("(;GM[Othello]");
        self.tag("PC", &record.event);
        self.tag_unless_empty("DT", &record.date);
        self.tag("PB", &record.black.name);
        self.tag("PW", &record.white.name);
        for (name, player) in [("RB", &record.black), ("RW", &record.white)] {
            if let Some(rating) = finite(player.rating) {
                self.tag(name, &number::write(rating));
            }
        }
        self.tag_unless_empty("TI", &record.clock);
        self.tag("TY", kind(record));
        for (name, value) in record.tags.iter().filter(|(name, _)| is_other(name)) {
            self.tag(name, value);
        }
        self.tag("RE", &result(record));
    }

    fn board(&mut self, record: &Record) {
        let start = record.game.start();
        let size = start.spec().size();
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

    fn moves(&mut self, record: &Record) {
        for (ply, (position, mv)) in record.game.turns().enumerate() {
            self.text.push(position.turn().letter());
            self.text.push('[');
            match mv {
                Move::Place(square) => self.text.extend([b'a' + square.column(), b'1' + square.row()].map(char::from)),
                Move::Pass => self.text.push_str(if position.loses_turn(mv) { LOST } else { "PA" }),
            }
            let note = record.notes.get(ply);
            self.numbers(note.and_then(|note| finite(note.eval)), note.and_then(|note| finite(note.seconds)));
            self.text.push(']');
            if let Some(note) = note {
                self.tag_unless_empty("CO", &note.comment);
            }
        }
    }

    /// Writes the evaluation and the time after a square.
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

/// The match type from the file, as long as it does not contradict the game.
fn kind(record: &Record) -> &str {
    let spec = record.game.start().spec();
    match record.tag("TY") {
        Some(kind) if goal_of(kind) == spec.goal() => kind,
        _ => kind_of(spec),
    }
}

fn result(record: &Record) -> String {
    let komi = record.tag("KM").and_then(number::parse).unwrap_or(0.0);
    match record.tag("RE") {
        Some(word) if parse_outcome(word, komi).is_none() && record.outcome == Outcome::of(&record.game) => {
            word.to_owned()
        }
        _ => write_outcome(record.outcome, komi),
    }
}

/// A tag of one or two capitals that is not written from another field.
fn is_other(name: &str) -> bool {
    const OWN: [&str; 12] = ["GM", "PC", "DT", "PB", "PW", "TI", "TY", "RE", "BO", "CO", "B", "W"];
    matches!(name.len(), 1 | 2) && name.bytes().all(|byte| byte.is_ascii_uppercase()) && !OWN.contains(&name)
}
