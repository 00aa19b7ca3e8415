//! Writes a review as an HTML page.

use std::path::Path;

use outflank_diagram::MoveReview;
use outflank_engine::{Review, ReviewedMove};
use outflank_rules::{Color, Move, notation::Notation, record::Record};
use outflank_server::study::picture;

use crate::{
    command::render,
    error::Error,
    new_file::{self, AtomicFile},
};

/// Writes a game and its review to one file.
pub(super) fn write(record: &Record, review: &Review, path: &Path) -> Result<(), Error> {
    let page = render::replay(record).with_review(move_reviews(review)).with_notes(notes(review)).to_html();
    new_file::commit(vec![AtomicFile::of_bytes(path, page.as_bytes())?])
}

/// Returns the review of each move in order; `None` for moves without one.
pub(in crate::command) fn move_reviews(review: &Review) -> Vec<Option<MoveReview>> {
    let first = review.moves.first().map_or(1, |reviewed| reviewed.ply);
    let unreviewed = std::iter::repeat_n(None, first - 1);
    unreviewed.chain(review.moves.iter().map(|reviewed| Some(move_review(reviewed)))).collect()
}

/// The summary that the terminal prints below its table, and an explanation of the classes.
fn notes(review: &Review) -> Vec<String> {
    let sides = Color::ALL.map(|color| super::game::summary(review, color));
    let changes = review.turning_points().map(|change| super::game::turning_point(change, Notation::default()));
    sides.into_iter().chain(changes).chain([picture::classes()]).collect()
}

fn move_review(reviewed: &ReviewedMove) -> MoveReview {
    let class = reviewed.class();
    let best = match reviewed.best {
        Move::Place(square) if reviewed.loss() > 0 => Some(square),
        _ => None,
    };
    MoveReview {
        value: f32::from(reviewed.value_for_black().discs()),
        is_exact: reviewed.is_exact,
        loss: reviewed.loss() as f32,
        best,
        class: if class.is_marked() { class.to_string() } else { String::new() },
        tone: picture::tone(class),
    }
}
