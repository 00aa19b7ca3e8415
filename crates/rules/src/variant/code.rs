//! The short code of a variant: a name or a drawing, and additions.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{FirstMover, Variant};
use crate::{Bitboard, BoardSpec, Color, Goal, Square, excerpt};

/// Prints the shortest code: the name, else the nearest base with the differences after `+`.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => f.pad(&composed(self)),
        }
    }
}

/// Composes the code of a variant without a name.
fn composed(variant: &Variant) -> String {
    let base = named_base(variant);
    let mut code = base.map_or_else(|| drawing(variant), |(name, _)| name.to_owned());
    let usual_first = base.map_or(FirstMover::Fixed(Color::Black), |(_, variant)| variant.first);
    if variant.spec.goal() == Goal::Fewest {
        code += "+anti";
    }
    match variant.first {
        first if first == usual_first => {}
        FirstMover::Fixed(color) => code += &format!("+{color}-first"),
        FirstMover::Drawn => code += "+random-first",
    }
    code
}

/// The named variant of the normal game with the same board and discs.
fn named_base(variant: &Variant) -> Option<(&'static str, Variant)> {
    let same_board = |other: &Variant| {
        let normal = variant.with_goal(Goal::Most);
        normal.with_first(other.first) == *other
    };
    Variant::NAMED.iter().find(|(_, _, named)| same_board(named)).map(|&(name, _, named)| (name, named))
}

fn drawing(variant: &Variant) -> String {
    let size = variant.spec.size();
    let row = |row| (0..size).filter_map(move |column| Square::new(column, row)).map(|square| cell(variant, square));
    let rows: Vec<String> = (0..size).map(|number| row(number).collect()).collect();
    format!("={}", rows.join("/"))
}

fn cell(variant: &Variant, square: Square) -> &'static str {
    match variant.at(square) {
        Some(Color::Black) => "X",
        Some(Color::White) => "O",
        None if variant.spec.free().contains(square) => "?",
        None if variant.spec.contains(square) => "-",
        None => "#",
    }
}

/// A text that is not the code of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a variant: {fault}")]
pub struct ParseVariantError {
    text: String,
    fault: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum Fault {
    #[error("the names are {}; 4, 6 and 8 stand for sizes", Variant::NAMED.map(|(name, _, _)| name).join(", "))]
    UnknownName,
    #[error("{0:?} is none of anti, black-first, white-first and random-first")]
    UnknownAddition(String),
    #[error("{0}")]
    Drawing(String),
}

impl FromStr for Variant {
    type Err = ParseVariantError;

    fn from_str(text: &str) -> Result<Variant, ParseVariantError> {
        let error = |fault| ParseVariantError { text: excerpt(text), fault };
        let code = text.trim().to_ascii_lowercase();
        let mut parts = code.split('+');
        let base = parts.next().unwrap_or_default();
        let variant = match base.strip_prefix('=') {
            Some(drawing) => parse_drawing(drawing).map_err(|what| error(Fault::Drawing(what)))?,
            None => parse_name(base).ok_or_else(|| error(Fault::UnknownName))?,
        };
        parts.try_fold(variant, |variant, addition| match addition.trim() {
            "anti" => Ok(variant.with_goal(Goal::Fewest)),
            "black-first" => Ok(variant.with_first(FirstMover::Fixed(Color::Black))),
            "white-first" => Ok(variant.with_first(FirstMover::Fixed(Color::White))),
            "random-first" => Ok(variant.with_first(FirstMover::Drawn)),
            other => Err(error(Fault::UnknownAddition(excerpt(other)))),
        })
    }
}

fn parse_name(name: &str) -> Option<Variant> {
    let name = match name.trim() {
        "8" | "8x8" => "standard",
        "6" | "6x6" => "six",
        "4" | "4x4" => "tiny",
        "free-center" => "free-centre",
        name => name,
    };
    Variant::NAMED.iter().find(|(known, _, _)| *known == name).map(|&(_, _, variant)| variant)
}

fn parse_drawing(drawing: &str) -> Result<Variant, String> {
    let rows: Vec<&str> = drawing.split('/').collect();
    let size = rows.len();
    if ![4, 6, 8].contains(&size) || rows.iter().any(|row| row.chars().count() != size) {
        return Err("a drawing has 4, 6 or 8 rows of as many cells, with / between rows".to_owned());
    }
    let [mut area, mut free, mut black, mut white] = [Bitboard::EMPTY; 4];
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.chars().enumerate() {
            let square = Square::new(column as u8, row as u8).expect("at most 8x8");
            let sets: &mut [&mut Bitboard] = match cell {
                'x' | '*' => &mut [&mut area, &mut black],
                'o' => &mut [&mut area, &mut white],
                '-' | '.' => &mut [&mut area],
                '?' => &mut [&mut area, &mut free],
                '#' => &mut [],
                other => return Err(format!("{other:?} is none of the cells X, O, -, ? (free centre) and # (hole)")),
            };
            sets.iter_mut().for_each(|set| **set = set.with(square));
        }
    }
    let spec = BoardSpec::new(area).with_size(size as u8).with_free(free);
    Ok(Variant { black, white, first: FirstMover::Fixed(Color::Black), spec })
}
