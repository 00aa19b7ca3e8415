//! What stands behind the question mark, as a search.

use outflank_rules::{Color, Game, Variant};

use super::super::{
    ApiError,
    input::{BadQuery, Query},
};
use crate::{
    archive::{Day, Decision, Search},
    wire::{Moves, Subject},
};

const COLORS: [(&str, Color); 2] = [("black", Color::Black), ("white", Color::White)];

const RESULTS: [(&str, Decision); 4] =
    [("black", Decision::Black), ("white", Decision::White), ("draw", Decision::Draw), ("open", Decision::Open)];

/// The line that is meant, to its end.
pub(super) fn line(query: &Query) -> Result<(Variant, Game), ApiError> {
    let text = |name: &str| query.text(name).map(str::to_owned);
    let start = text("position").or_else(|| text("start"));
    let subject = Subject { variant: text("variant"), start, from: None, moves: text("moves").map(Moves::Text) };
    Ok(subject.read()?)
}

/// The games that are meant. Empty texts, as forms send them, say nothing.
pub(super) fn search(query: &Query) -> Result<Search, ApiError> {
    let text = |name: &str| query.text(name).map(str::trim).filter(|text| !text.is_empty());
    let color = if text("color").is_some() { query.choice("color", &COLORS)? } else { None };
    if color.is_some() && text("player").is_none() && text("opponent").is_none() {
        let wanted = "the player too who had this color".to_owned();
        return Err(BadQuery::new("color", text("color").unwrap_or_default(), wanted).into());
    }
    let has_position = ["position", "moves", "start"].into_iter().any(|name| text(name).is_some());
    let (variant, game) = line(query)?;
    Ok(Search {
        player: text("player").map(str::to_owned),
        opponent: text("opponent").map(str::to_owned),
        color,
        result: if text("result").is_some() { query.choice("result", &RESULTS)? } else { None },
        opening: text("opening").map(str::to_owned),
        min_plies: if text("minPlies").is_some() { query.number("minPlies")? } else { None },
        max_plies: if text("maxPlies").is_some() { query.number("maxPlies")? } else { None },
        from: text("from").map(|text| day("from", text)).transpose()?,
        to: text("to").map(|text| day("to", text)).transpose()?,
        position: has_position.then(|| game.position()),
        variant: (!has_position && text("variant").is_some()).then_some(variant),
        source: text("source").map(str::to_owned),
    })
}

fn day(name: &'static str, text: &str) -> Result<Day, BadQuery> {
    text.parse()
        .map_err(|_| BadQuery::new(name, text, "a day as in 2026-11-15, a month as in 2026-11, or a year".to_owned()))
}
