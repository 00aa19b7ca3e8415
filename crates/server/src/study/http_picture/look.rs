//! The options of a picture in a query.

use outflank_diagram::Theme;
use outflank_rules::Game;

use super::review::review;
use crate::{
    study::picture::{PictureFormat, PictureOptions, SquareValue},
    web::input::{Query, QueryError},
};

/// The most marks or values: one per square.
const MAX_MARKS: usize = 64;

/// The most characters of a title.
const MAX_TITLE_CHARS: usize = 120;

const SWITCH: [(&str, bool); 5] = [("true", true), ("1", true), ("false", false), ("0", false), ("no", false)];

pub(super) fn look(query: &Query, format: PictureFormat) -> Result<PictureOptions, QueryError> {
    Ok(PictureOptions {
        theme: theme(query)?,
        size: size(query, format.size_range())?,
        without_coordinates: !switch(query, "coordinates")?.unwrap_or(true),
        legal: switch(query, "legal")?.unwrap_or(false),
        numbered: switch(query, "numbered")?.unwrap_or(false),
        values: list(
            query,
            "values",
            "squares with their values, such as f5:+2,d6:-4!; a ! marks exact values",
            valued,
        )?,
        marks: list(query, "marks", "squares, such as c2,g7=A; after the =, 1 to 4 letters, x or a dot", |text| {
            text.parse().ok()
        })?,
        review: review(query)?,
    })
}

/// A switch. The name without a value means on.
fn switch(query: &Query, name: &'static str) -> Result<Option<bool>, QueryError> {
    if query.text(name) == Some("") { Ok(Some(true)) } else { query.choice(name, &SWITCH) }
}

pub(crate) fn theme(query: &Query) -> Result<Theme, QueryError> {
    let themes = Theme::ALL.map(|theme| (theme.name(), theme));
    Ok(query.choice("theme", &themes)?.unwrap_or_default())
}

/// The width in pixels.
pub(super) fn size(query: &Query, (least, most): (u32, u32)) -> Result<Option<u32>, QueryError> {
    let Some(text) = query.text("size") else { return Ok(None) };
    let size = text.parse().ok().filter(|size| (least..=most).contains(size));
    size.map(Some).ok_or_else(|| QueryError::new("size", text, format!("the width in pixels, {least} to {most}")))
}

/// The ply to show; the default is the end.
pub(crate) fn ply(query: &Query, game: &Game) -> Result<usize, QueryError> {
    let Some(text) = query.text("ply") else { return Ok(game.ply()) };
    let ply = text.parse().ok().filter(|ply| *ply <= game.ply());
    ply.ok_or_else(|| QueryError::new("ply", text, format!("the number of moves to show, 0 to {}", game.ply())))
}

/// The title.
pub(crate) fn title(query: &Query) -> Result<Option<String>, QueryError> {
    let Some(text) = query.text("title") else { return Ok(None) };
    if text.chars().count() > MAX_TITLE_CHARS {
        return Err(QueryError::new("title", text, format!("a title of at most {MAX_TITLE_CHARS} characters")));
    }
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// A number of discs.
pub(super) fn discs(query: &Query, name: &'static str) -> Result<Option<f32>, QueryError> {
    let Some(text) = query.text(name) else { return Ok(None) };
    value(text).map(Some).ok_or_else(|| QueryError::new(name, text, "a number of discs, -64 to 64".to_owned()))
}

/// Parses a value. A + in a query arrives as a space.
pub(super) fn value(text: &str) -> Option<f32> {
    let text = text.trim().replace('\u{2212}', "-");
    text.parse().ok().filter(|value: &f32| (-64.0..=64.0).contains(value))
}

fn list<T>(
    query: &Query,
    name: &'static str,
    wanted: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, QueryError> {
    let words = query.text(name).unwrap_or_default().split(',').filter(|word| !word.trim().is_empty());
    let parsed = words.map(|word| parse(word.trim()).ok_or_else(|| QueryError::new(name, word, wanted.to_owned())));
    let parsed: Vec<T> = parsed.collect::<Result<_, _>>()?;
    if parsed.len() > MAX_MARKS {
        return Err(QueryError::new(name, query.text(name).unwrap_or_default(), format!("at most {MAX_MARKS}")));
    }
    Ok(parsed)
}

fn valued(text: &str) -> Option<SquareValue> {
    let (square, number) = text.split_once(':')?;
    let (number, is_exact) = number.strip_suffix('!').map_or((number, false), |number| (number, true));
    Some(SquareValue { square: square.trim().parse().ok()?, value: value(number)?, is_exact })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_squares_with_numbers() {
        let square = "f5".parse().expect("a square");
        for (text, value, is_exact) in [("f5:+2", 2.0, false), ("F5: 2", 2.0, false), ("f5:-4!", -4.0, true)] {
            assert_eq!(valued(text), Some(SquareValue { square, value, is_exact }), "{text}");
        }
        for text in ["", "f5", "f5:", "f9:1", "f5:NaN", "f5:inf", "f5:65", "f5:1e9", ":2", "f5:2!!"] {
            assert_eq!(valued(text), None, "{text}");
        }
    }
}
