//! What the properties of an SGF game mean.

use super::{outcome, tree::Property};
use crate::{
    Bitboard, Color, DiscDiff, Game, Ground, Move, Position, Setup, Square, Variant,
    record::{
        Fault, Outcome, Record,
        fields::{add, set},
        line::Line,
        number, theory,
    },
};

pub(super) fn record(properties: &[Property<'_>]) -> Result<Record, Fault> {
    let mut line = Line::new(start(properties)?);
    let mut comment = String::new();
    for property in properties {
        match &*property.name {
            "B" => line.play_as(Color::Black, parse_move(&property.value)?)?,
            "W" => line.play_as(Color::White, parse_move(&property.value)?)?,
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

/// The event, or the place where none is named.
fn event<'a>(properties: &'a [Property<'_>]) -> &'a str {
    let root = |name: &'static str| {
        let named = properties.iter().filter(move |property| property.node <= 1 && property.name == name);
        named.map(|property| &*property.value).find(|value| !value.is_empty())
    };
    root("EV").or_else(|| root("PC")).unwrap_or_default()
}

/// The board before the first move.
fn start(properties: &[Property<'_>]) -> Result<Position, Fault> {
    let is_move = |property: &Property<'_>| matches!(&*property.name, "B" | "W");
    let first_move = properties.iter().position(is_move).unwrap_or(properties.len());
    let (before, after) = properties.split_at(first_move);
    let is_late = |property: &Property<'_>| property.node > 1 && matches!(&*property.name, "AB" | "AW" | "AE");
    if after.iter().any(is_late) {
        return Err(Fault::Unsupported("discs are set up after the first move: only moves can follow it".to_owned()));
    }
    let variant = variant(properties)?;
    let mut setup = discs(properties, variant.ground())?.unwrap_or_else(|| Setup::from(variant.start()));
    match (last(before, "PL").or_else(|| last(properties, "PL")), after.first()) {
        (Some(side), _) => setup.turn = side.parse().map_err(|_| Fault::syntax(side, "B or W, the side to move"))?,
        (None, Some(first)) => setup.turn = if first.name == "B" { Color::Black } else { Color::White },
        (None, None) => {}
    }
    setup.validate().map_err(|error| Fault::mismatch(&error.to_string(), "one disc a square, on the board"))
}

fn last<'a>(properties: &'a [Property<'_>], name: &str) -> Option<&'a str> {
    properties.iter().rfind(|property| property.name == name).map(|property| &*property.value)
}

/// The variant that the rules name, or the usual start on a board of the size.
fn variant(properties: &[Property<'_>]) -> Result<Variant, Fault> {
    if let Some(game) = last(properties, "GM").filter(|game| !matches!(game.trim(), "" | "2")) {
        return Err(Fault::Unsupported(format!("GM[{game}] is another game: Reversi is GM[2]")));
    }
    if let Some(variant) = last(properties, "RU").and_then(|rules| rules.parse().ok()) {
        return Ok(variant);
    }
    match last(properties, "SZ").unwrap_or("8").split(':').next().unwrap_or_default().trim() {
        "4" => Ok(Variant::TINY),
        "6" => Ok(Variant::SIX),
        "8" => Ok(Variant::STANDARD),
        size => Err(Fault::Unsupported(format!("the board is of size {size:?}: boards of 4x4, 6x6 and 8x8 are read"))),
    }
}

/// The discs that are set up, if any are.
fn discs(properties: &[Property<'_>], ground: Ground) -> Result<Option<Setup>, Fault> {
    let [mut black, mut white] = [Bitboard::EMPTY; 2];
    for property in properties {
        match &*property.name {
            "AB" => black |= parse_squares(&property.value)?,
            "AW" => white |= parse_squares(&property.value)?,
            _ => {}
        }
    }
    let is_empty = (black | white).is_empty();
    Ok((!is_empty).then_some(Setup { black, white, turn: Color::Black, ground }))
}

/// A square, or a rectangle given by two corners: `a1:b2`.
fn parse_squares(text: &str) -> Result<Bitboard, Fault> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let (from, to) = (parse_square(from)?, parse_square(to)?);
    let is_inside = |square: &Square| {
        (from.column()..=to.column()).contains(&square.column()) && (from.row()..=to.row()).contains(&square.row())
    };
    Ok(Square::all().filter(is_inside).collect())
}

/// `f5`, or the letter pair `fe` of Go programs.
fn parse_square(text: &str) -> Result<Square, Fault> {
    let fault = || Fault::syntax(text, "a square such as d3");
    match text.trim().to_ascii_lowercase().as_bytes() {
        &[column, row @ b'a'..=b'h'] => Square::new(column.wrapping_sub(b'a'), row - b'a').ok_or_else(fault),
        _ => text.trim().parse().map_err(|_| fault()),
    }
}

fn parse_move(text: &str) -> Result<Move, Fault> {
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
    let claim = outcome::parse(value, record.game.start().ground().goal());
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
