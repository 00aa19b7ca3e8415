//! A review as a page.

use std::path::Path;

use outflank_diagram::{Judged, Tone};
use outflank_engine::{MoveClass, Review, ReviewedMove};
use outflank_rules::{Move, record::Record};

use crate::{
    command::render,
    error::Error,
    new_file::{self, NewFile},
};

/// Writes the page of a game with its review.
pub(super) fn write(record: &Record, review: &Review, path: &Path) -> Result<(), Error> {
    let first = review.moves.first().map_or(1, |reviewed| reviewed.ply);
    let unjudged = std::iter::repeat_n(None, first - 1);
    let judged = unjudged.chain(review.moves.iter().map(|reviewed| Some(judged(reviewed))));
    let page = render::replay(record).with_review(judged.collect()).to_html();
    new_file::commit(vec![NewFile::of_bytes(path, page.as_bytes())?])
}

fn judged(reviewed: &ReviewedMove) -> Judged {
    let class = reviewed.class();
    let best = match reviewed.best {
        Move::Place(square) if reviewed.loss() > 0 => Some(square),
        _ => None,
    };
    Judged {
        value: f32::from(reviewed.value_for_black().discs()),
        is_exact: reviewed.is_exact,
        loss: reviewed.loss() as f32,
        best,
        class: if class.is_marked() { class.to_string() } else { String::new() },
        tone: tone(class),
    }
}

fn tone(class: MoveClass) -> Tone {
    match class {
        MoveClass::Best | MoveClass::Good => Tone::Plain,
        MoveClass::Inaccuracy => Tone::Slight,
        MoveClass::Mistake => Tone::Serious,
        MoveClass::Blunder => Tone::Grave,
    }
}
