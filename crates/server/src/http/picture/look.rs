//! How a picture is to look, as a query says it.

use outflank_diagram::Theme;
use outflank_rules::Game;

use super::{
    super::input::{BadQuery, Query},
    review::review,
};
use crate::picture::{Kind, Look, Valued};

/// As many marks as a board has squares.
const MOST: usize = 64;

/// The most signs of a title.
const LONGEST_TITLE: usize = 120;

const SWITCH: [(&str, bool); 5] = [("true", true), ("1", true), ("false", false), ("0", false), ("no", false)];

pub(super) fn look(query: &Query, kind: Kind) -> Result<Look, BadQuery> {
    Ok(Look {
        theme: theme(query)?,
        size: size(query, kind.sizes())?,
        without_coordinates: !switch(query, "coordinates")?.unwrap_or(true),
        legal: switch(query, "legal")?.unwrap_or(false),
        numbered: switch(query, "numbered")?.unwrap_or(false),
        values: list(
            query,
            "values",
            "squares with their values, such as f5:+2,d6:-4!; a ! stands behind what is proven",
            valued,
        )?,
        marks: list(
            query,
            "marks",
            "squares, such as c2,g7=A; behind the = a word of one to four letters, x or a dot",
            |text| text.parse().ok(),
        )?,
        review: review(query)?,
    })
}

/// On or off; the bare name is on.
fn switch(query: &Query, name: &'static str) -> Result<Option<bool>, BadQuery> {
    if query.text(name) == Some("") { Ok(Some(true)) } else { query.choice(name, &SWITCH) }
}

pub(in crate::http) fn theme(query: &Query) -> Result<Theme, BadQuery> {
    let themes = Theme::ALL.map(|theme| (theme.name(), theme));
    Ok(query.choice("theme", &themes)?.unwrap_or_default())
}

/// So many pixels wide.
pub(super) fn size(query: &Query, (least, most): (u32, u32)) -> Result<Option<u32>, BadQuery> {
    let Some(text) = query.text("size") else { return Ok(None) };
    let size = text.parse().ok().filter(|size| (least..=most).contains(size));
    size.map(Some).ok_or_else(|| BadQuery::new("size", text, format!("how many pixels it is wide, {least} to {most}")))
}

/// After how many moves; the end where nothing is said.
pub(in crate::http) fn ply(query: &Query, game: &Game) -> Result<usize, BadQuery> {
    let Some(text) = query.text("ply") else { return Ok(game.ply()) };
    let ply = text.parse().ok().filter(|ply| *ply <= game.ply());
    ply.ok_or_else(|| BadQuery::new("ply", text, format!("after how many moves, 0 to {}", game.ply())))
}

/// What stands above it.
pub(in crate::http) fn title(query: &Query) -> Result<Option<String>, BadQuery> {
    let Some(text) = query.text("title") else { return Ok(None) };
    if text.chars().count() > LONGEST_TITLE {
        return Err(BadQuery::new("title", text, format!("a title of at most {LONGEST_TITLE} signs")));
    }
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// A number of discs.
pub(super) fn discs(query: &Query, name: &'static str) -> Result<Option<f32>, BadQuery> {
    let Some(text) = query.text(name) else { return Ok(None) };
    value(text).map(Some).ok_or_else(|| BadQuery::new(name, text, "a number of discs, -64 to 64".to_owned()))
}

/// In a query a + is a blank.
pub(super) fn value(text: &str) -> Option<f32> {
    let text = text.trim().replace('\u{2212}', "-");
    text.parse().ok().filter(|value: &f32| (-64.0..=64.0).contains(value))
}

fn list<T>(
    query: &Query,
    name: &'static str,
    wanted: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, BadQuery> {
    let words = query.text(name).unwrap_or_default().split(',').filter(|word| !word.trim().is_empty());
    let parsed = words.map(|word| parse(word.trim()).ok_or_else(|| BadQuery::new(name, word, wanted.to_owned())));
    let parsed: Vec<T> = parsed.collect::<Result<_, _>>()?;
    if parsed.len() > MOST {
        return Err(BadQuery::new(name, query.text(name).unwrap_or_default(), format!("{MOST} at most")));
    }
    Ok(parsed)
}

fn valued(text: &str) -> Option<Valued> {
    let (square, number) = text.split_once(':')?;
    let (number, is_exact) = number.strip_suffix('!').map_or((number, false), |number| (number, true));
    Some(Valued { square: square.trim().parse().ok()?, value: value(number)?, is_exact })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_squares_with_numbers() {
        let square = "f5".parse().expect("a square");
        for (text, value, is_exact) in [("f5:+2", 2.0, false), ("F5: 2", 2.0, false), ("f5:-4!", -4.0, true)] {
            assert_eq!(valued(text), Some(Valued { square, value, is_exact }), "{text}");
        }
        for text in ["", "f5", "f5:", "f9:1", "f5:NaN", "f5:inf", "f5:65", "f5:1e9", ":2", "f5:2!!"] {
            assert_eq!(valued(text), None, "{text}");
        }
    }
}
