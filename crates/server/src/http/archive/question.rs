//! What stands behind the question mark, as a search.

use outflank_rules::{Color, Game, Variant};

use super::super::{
    ApiError,
    input::{BadQuery, Query},
};
use crate::{
    archive::{Day, Decision, Search, is_name},
    wire::{BadSubject, Moves, Part, Subject},
};

const COLORS: [(&str, Color); 2] = [("black", Color::Black), ("white", Color::White)];

/// The line that is meant, to its end.
pub(super) fn line(query: &Query) -> Result<(Variant, Game), BadSubject> {
    let text = |name: &str| query.filled(name).map(str::to_owned);
    let (position, moves) = (text("position"), text("moves").map(Moves::Text));
    let is_position = position.is_some();
    let subject = Subject { variant: text("variant"), start: position.or_else(|| text("start")), from: None, moves };
    subject.read().map_err(|mut bad| {
        if is_position && bad.part == Part::Start {
            bad.part = Part::Position;
        }
        bad
    })
}

/// The games that are meant.
pub(super) fn search(query: &Query) -> Result<Search, ApiError> {
    let has_position = ["position", "moves", "start"].into_iter().any(|name| query.filled(name).is_some());
    let (variant, game) = line(query)?;
    Ok(Search {
        position: has_position.then(|| game.position()),
        variant: (!has_position && query.filled("variant").is_some()).then_some(variant),
        ..filters(query)?
    })
}

/// The same, wherever they went through.
pub(super) fn filters(query: &Query) -> Result<Search, BadQuery> {
    let (player, opponent) = (name(query, "player")?, name(query, "opponent")?);
    let color = query.choice("color", &COLORS)?;
    if color.is_some() && player.is_none() && opponent.is_none() {
        let wanted = "the player too who had this color".to_owned();
        return Err(BadQuery::new("color", query.filled("color").unwrap_or_default(), wanted));
    }
    Ok(Search {
        player,
        opponent,
        color,
        result: query.choice("result", &Decision::WORDS)?,
        opening: name(query, "opening")?,
        min_plies: query.number("minPlies")?,
        max_plies: query.number("maxPlies")?,
        from: day(query, "from")?,
        to: day(query, "to")?,
        source: query.filled("source").map(str::to_owned),
        ..Search::default()
    })
}

fn name(query: &Query, field: &'static str) -> Result<Option<String>, BadQuery> {
    let Some(text) = query.filled(field) else { return Ok(None) };
    if !is_name(text) {
        return Err(BadQuery::new(field, text, "a name, which has letters or digits".to_owned()));
    }
    Ok(Some(text.to_owned()))
}

fn day(query: &Query, field: &'static str) -> Result<Option<Day>, BadQuery> {
    let wanted = || "a day as in 2026-11-15, a month as in 2026-11, or a year".to_owned();
    let read = |text: &str| text.parse().map_err(|_| BadQuery::new(field, text, wanted()));
    query.filled(field).map(read).transpose()
}
