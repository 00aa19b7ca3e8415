//! SGF, the Smart Game Format, for the game `GM[2]`:
//! `(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])`.
//!
//! Squares are written `f5`, as Othello programs do; the letter pairs of Go programs (`fe`) are
//! read too. Of a game with variations the main line is read: the first branch at each fork.
//! Unknown properties of the root are kept in [`Record::tags`]; those of later nodes are dropped.
//!
//! Four uses go beyond the standard:
//!
//! - `RU` (rules) holds the code of a [`Variant`] for boards with holes, the free center and the
//!   anti game.
//! - `MG` holds the margin if `RE` holds a resignation.
//! - `V` (value) holds the evaluation of the move for Black.
//! - `B[lost]` is a [lost turn](super::LOST).

use std::borrow::Cow;

use crate::record::brackets::{is_escaped_in_sgf, split_value};
use crate::record::parsing::{Line, Turn, add, set};
use crate::record::{
    Ending, LOST, MoveNote, Outcome, Record, RecordError, Unwritable, brackets, cells, number, theory,
};
use crate::{Bitboard, BoardSpec, Color, DiscDiff, Game, Goal, Move, Position, Setup, Square, Variant};

/// Reads the main line of one game.
///
/// ```
/// use outflank_rules::record::sgf;
///
/// let record = sgf::parse("(;GM[2]PB[Ann]C[a \\] bracket];B[f5](;W[d6];B[c3])(;W[f4]))")?;
/// assert_eq!(record.game.moves().map(|mv| mv.to_string()).collect::<String>(), "f5d6c3");
/// assert_eq!(record.comment, "a ] bracket");
/// assert_eq!(sgf::parse(&sgf::write(&record)?)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(text: &str) -> Result<Record, RecordError> {
    to_record(&main_line(text)?)
}

/// One value of one property.
pub(super) struct Property<'a> {
    /// The node it stands in, counted from 1 at the root.
    pub(super) node: usize,
    pub(super) name: Cow<'a, str>,
    pub(super) value: Cow<'a, str>,
}

/// The properties of the main line, which ends at the first closing parenthesis; a property with
/// several values is there several times.
pub(super) fn main_line(text: &str) -> Result<Vec<Property<'_>>, RecordError> {
    let text = text.trim_start();
    let mut rest = text.strip_prefix('(').ok_or_else(|| RecordError::syntax(text, "a game, which begins with (;"))?;
    let mut properties = Vec::with_capacity(80);
    let mut node = 0;
    loop {
        rest = rest.trim_start();
        match rest.bytes().next().ok_or(RecordError::Truncated)? {
            b')' => return Ok(properties),
            b'(' => rest = &rest[1..],
            b';' => {
                node += 1;
                rest = &rest[1..];
            }
            _ => rest = read_property(rest, node, &mut properties)?,
        }
    }
}

/// Reads a property with all its values and returns what follows.
fn read_property<'a>(text: &'a str, node: usize, properties: &mut Vec<Property<'a>>) -> Result<&'a str, RecordError> {
    let name_len = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (name, rest) = text.split_at(name_len);
    let mut rest = rest.trim_start();
    if rest.is_empty() {
        return Err(RecordError::Truncated);
    }
    if name.is_empty() || !rest.starts_with('[') {
        return Err(RecordError::syntax(text, "a property such as B[f5], or ) at the end"));
    }
    while let Some(inside) = rest.strip_prefix('[') {
        let (value, after) = split_value(inside, is_escaped_in_sgf)?;
        properties.push(Property { node, name: short(name), value });
        rest = after.trim_start();
    }
    Ok(rest)
}

/// Old files write `White[..]` for `W[..]`: only capitals count.
fn short(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.chars().filter(char::is_ascii_uppercase).collect())
}

pub(super) fn to_record(properties: &[Property<'_>]) -> Result<Record, RecordError> {
    let mut line = Line::new(start(properties)?);
    let mut comment = String::new();
    for property in properties {
        match &*property.name {
            "B" => line.take_as(Color::Black, Turn::read(&property.value, parse_move)?)?,
            "W" => line.take_as(Color::White, Turn::read(&property.value, parse_move)?)?,
            "C" => add(line.last_note().map_or(&mut comment, |note| &mut note.comment), &property.value),
            "GC" => add(&mut comment, &property.value),
            "V" => note_value(&mut line, &property.value),
            _ => {}
        }
    }
    let mut record = line.into_record();
    record.theory = theory::split_off(&mut comment);
    record.comment = comment;
    record.event = event(properties).to_owned();
    for property in properties.iter().filter(|property| property.node <= 1) {
        describe(&mut record, &property.name, &property.value);
    }
    Ok(record)
}

/// The event; the place if no event is named.
fn event<'a>(properties: &'a [Property<'_>]) -> &'a str {
    let root = |name: &'static str| {
        let named = properties.iter().filter(move |property| property.node <= 1 && property.name == name);
        named.map(|property| &*property.value).find(|value| !value.is_empty())
    };
    root("EV").or_else(|| root("PC")).unwrap_or_default()
}

/// The board before the first move.
fn start(properties: &[Property<'_>]) -> Result<Position, RecordError> {
    let is_move = |property: &Property<'_>| matches!(&*property.name, "B" | "W");
    let first_move = properties.iter().position(is_move).unwrap_or(properties.len());
    let (before, after) = properties.split_at(first_move);
    let is_late = |property: &Property<'_>| property.node > 1 && matches!(&*property.name, "AB" | "AW" | "AE");
    if after.iter().any(is_late) {
        return Err(RecordError::Unsupported(
            "discs are set up after the first move: only moves can follow it".to_owned(),
        ));
    }
    let variant = variant(properties)?;
    let mut setup = discs(properties, variant.spec())?.unwrap_or_else(|| Setup::from(variant.start()));
    match (last(before, "PL").or_else(|| last(properties, "PL")), after.first()) {
        (Some(side), _) => {
            setup.turn = side.parse().map_err(|_| RecordError::syntax(side, "B or W, the side to move"))?;
        }
        (None, Some(first)) => setup.turn = if first.name == "B" { Color::Black } else { Color::White },
        (None, None) => {}
    }
    setup.validate().map_err(|error| RecordError::mismatch(&error.to_string(), "one disc a square, on the board"))
}

fn last<'a>(properties: &'a [Property<'_>], name: &str) -> Option<&'a str> {
    properties.iter().rfind(|property| property.name == name).map(|property| &*property.value)
}

/// The variant that the rules name, or the usual start on a board of the size.
fn variant(properties: &[Property<'_>]) -> Result<Variant, RecordError> {
    if let Some(game) = last(properties, "GM").filter(|game| !matches!(game.trim(), "" | "2")) {
        return Err(RecordError::Unsupported(format!("GM[{game}] is another game: Reversi is GM[2]")));
    }
    if let Some(variant) = last(properties, "RU").and_then(|rules| rules.parse().ok()) {
        return Ok(variant);
    }
    match last(properties, "SZ").unwrap_or("8").split(':').next().unwrap_or_default().trim() {
        "4" => Ok(Variant::TINY),
        "6" => Ok(Variant::SIX),
        "8" => Ok(Variant::STANDARD),
        size => {
            Err(RecordError::Unsupported(format!("the board is of size {size:?}: boards of 4x4, 6x6 and 8x8 are read")))
        }
    }
}

/// The discs that are set up, if any are.
fn discs(properties: &[Property<'_>], spec: BoardSpec) -> Result<Option<Setup>, RecordError> {
    let [mut black, mut white] = [Bitboard::EMPTY; 2];
    for property in properties {
        match &*property.name {
            "AB" => black |= parse_squares(&property.value)?,
            "AW" => white |= parse_squares(&property.value)?,
            _ => {}
        }
    }
    let is_empty = (black | white).is_empty();
    Ok((!is_empty).then_some(Setup { black, white, turn: Color::Black, spec }))
}

/// A square, or a rectangle given by two corners: `a1:b2`.
fn parse_squares(text: &str) -> Result<Bitboard, RecordError> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let (from, to) = (parse_square(from)?, parse_square(to)?);
    let is_inside = |square: &Square| {
        (from.column()..=to.column()).contains(&square.column()) && (from.row()..=to.row()).contains(&square.row())
    };
    Ok(Square::all().filter(is_inside).collect())
}

/// `f5`, or the letter pair `fe` of Go programs.
fn parse_square(text: &str) -> Result<Square, RecordError> {
    let fault = || RecordError::syntax(text, "a square such as d3");
    match text.trim().to_ascii_lowercase().as_bytes() {
        &[column, row @ b'a'..=b'h'] => Square::new(column.wrapping_sub(b'a'), row - b'a').ok_or_else(fault),
        _ => text.trim().parse().map_err(|_| fault()),
    }
}

fn parse_move(text: &str) -> Result<Move, RecordError> {
    match text.trim() {
        "" | "tt" => Ok(Move::Pass),
        text => text.parse().or_else(|_| parse_square(text).map(Move::Place)),
    }
}

/// The value of a node is for Black, a note's for the mover.
fn note_value(line: &mut Line, value: &str) {
    let Some(value) = number::parse(value) else { return };
    let mover = mover(line.game());
    if let Some(note) = line.last_note() {
        note.eval = Some(if mover == Color::Black { value } else { -value });
    }
}

/// Who made the last move.
fn mover(game: &Game) -> Color {
    !game.position().turn()
}

fn describe(record: &mut Record, name: &str, value: &str) {
    let is_understood = match name {
        "PB" => set(&mut record.black.name, value),
        "PW" => set(&mut record.white.name, value),
        "BR" => record.black.rate(value),
        "WR" => record.white.rate(value),
        "EV" | "PC" => value.is_empty() || value == record.event,
        "RO" => set(&mut record.round, value),
        "DT" => set(&mut record.date, value),
        "TM" => set(&mut record.clock, value),
        "RE" => claim(record, value),
        "MG" => add_margin(record, value),
        "RU" => value.parse::<Variant>().is_ok(),
        "FF" | "GM" | "CA" | "AP" | "ST" | "SZ" | "AB" | "AW" | "AE" | "PL" | "B" | "W" | "C" | "GC" | "V" => true,
        _ => false,
    };
    if !is_understood {
        record.tags.push((name.to_owned(), value.to_owned()));
    }
}

fn claim(record: &mut Record, value: &str) -> bool {
    let claim = parse_outcome(value, record.game.start().spec().goal());
    if let Some(claim) = claim {
        record.outcome = Outcome::claimed(&record.game, claim);
    }
    claim.is_some()
}

/// The margin that had no room in the result, which stands before it.
fn add_margin(record: &mut Record, value: &str) -> bool {
    let margin = value.trim().parse().ok().and_then(DiscDiff::new);
    if margin.is_some() {
        let claim = Outcome { margin, awarded: None, ..record.outcome };
        record.outcome = Outcome::claimed(&record.game, claim);
    }
    margin.is_some()
}

/// SGF has one word for a player that left and for a foul; it is read as the first of them.
const REASONS: [(Ending, &str, &str); 4] = [
    (Ending::Resigned, "R", "resign"),
    (Ending::TimedOut, "T", "time"),
    (Ending::Left, "F", "forfeit"),
    (Ending::Foul, "F", "forfeit"),
];

/// Reads a result; `None` for a word we do not know.
pub(super) fn parse_outcome(text: &str, goal: Goal) -> Option<Outcome> {
    let text = text.trim();
    if ["", "?", "void"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(Outcome::default());
    }
    if ["0", "draw", "d"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(Outcome { margin: DiscDiff::new(0), ..Outcome::default() });
    }
    let awarded = match text.chars().next()? {
        'B' | 'b' => Some(Color::Black),
        'W' | 'w' => Some(Color::White),
        '?' => None,
        _ => return None,
    };
    let score = text[1..].strip_prefix(['+', '-'])?.trim();
    if let Some((ending, _, _)) = REASONS.iter().find(|(_, letter, word)| is_one_of(score, [letter, word])) {
        return Some(Outcome { margin: None, awarded, ending: *ending });
    }
    let won_by: Option<DiscDiff> = if score.is_empty() { None } else { Some(whole(score)?) };
    Some(match (awarded, won_by) {
        (Some(winner), Some(won_by)) => Outcome { margin: Some(margin(winner, won_by, goal)), ..Outcome::default() },
        _ => Outcome { awarded, ..Outcome::default() },
    })
}

fn is_one_of(text: &str, words: [&str; 2]) -> bool {
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// A number of discs, with or without decimals that say nothing.
fn whole(text: &str) -> Option<DiscDiff> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_whole = whole.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit())
        && decimals.bytes().all(|byte| byte == b'0');
    whole.parse().ok().filter(|_| is_whole).and_then(DiscDiff::new)
}

/// Black's margin if this side won by this many discs.
fn margin(winner: Color, won_by: DiscDiff, goal: Goal) -> DiscDiff {
    let is_more_black = (winner == Color::Black) == (goal == Goal::Most);
    if is_more_black { won_by } else { -won_by }
}

/// Writes a result, and the margin if the result cannot hold it.
pub(super) fn write_outcome(outcome: Outcome, goal: Goal) -> (String, Option<DiscDiff>) {
    let winner = match outcome.winner(goal) {
        Some(color) => color.letter(),
        None => '?',
    };
    if let Some((_, letter, _)) = REASONS.iter().find(|(ending, _, _)| *ending == outcome.ending) {
        return (format!("{winner}+{letter}"), outcome.margin);
    }
    let text = match (outcome.margin, outcome.awarded) {
        (Some(margin), _) if margin.discs() == 0 => "0".to_owned(),
        (Some(margin), _) => format!("{winner}+{}", margin.discs().unsigned_abs()),
        (None, Some(_)) => format!("{winner}+"),
        (None, None) => "?".to_owned(),
    };
    (text, None)
}

/// Writes one game; SGF holds every variant and lost turns.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let mut writer = Writer { text: String::with_capacity(1024) };
    writer.head(record);
    writer.start(&record.game.start());
    writer.unless_empty("C", &theory::with_comment(record.theory, &record.comment));
    for (ply, (position, mv)) in record.game.turns().enumerate() {
        writer.turn(&position, mv, record.notes.get(ply));
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

    fn value(&mut self, value: &str) {
        self.text.push_str(&brackets::value(value));
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

    /// The result. An unknown word is written back if there is no other result.
    fn result(&mut self, record: &Record) {
        let goal = record.game.start().spec().goal();
        let (result, margin) = write_outcome(record.outcome, goal);
        match record.tag("RE") {
            Some(word) if parse_outcome(word, goal).is_none() && record.outcome == Outcome::of(&record.game) => {
                self.property("RE", word);
            }
            _ => self.property("RE", &result),
        }
        if let Some(margin) = margin {
            self.property("MG", &margin.to_string());
        }
    }

    fn start(&mut self, start: &Position) {
        let spec = start.spec();
        self.text.push_str("SZ[");
        self.text.push(char::from(b'0' + spec.size()));
        self.text.push(']');
        if !cells::can_show(spec) || spec.goal() == Goal::Fewest || start.occupied().is_empty() {
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

    fn turn(&mut self, before: &Position, mv: Move, note: Option<&MoveNote>) {
        let turn = before.turn();
        self.text.push(';');
        self.text.push(turn.letter());
        match mv {
            Move::Place(square) => {
                self.text.extend(['[', char::from(b'a' + square.column()), char::from(b'1' + square.row()), ']']);
            }
            Move::Pass if before.loses_turn(mv) => self.value(LOST),
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
