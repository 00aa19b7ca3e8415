//! Prints the review of a game: a table of its moves, a graph, and the moves that changed the
//! result.

mod report;

use std::io::Write;

use outflank_engine::{MoveClass, Outlook, Review, ReviewedMove};
use outflank_rules::{Color, Game, Status, notation::Notation, record::Record};
use outflank_server::engine::jobs::REVIEW_LEVEL;
use serde::Serialize;

use self::report::GameReviewJson;
use super::{Args, graph::Graph, page, remote};
use crate::{
    CommandStatus,
    error::Error,
    interrupt, json,
    search_report::{MoveList, SearchDepth},
    terminal::{self, Paint},
};

impl Args {
    pub(super) fn review(&self, record: &Record, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let game = &record.game;
        let review = match &self.server {
            Some(server) => remote::review(server, game, self.search.job_limits(REVIEW_LEVEL))?,
            None => self.search.review(game, REVIEW_LEVEL)?,
        };
        if let Some(path) = &self.html {
            page::write(record, &review, path)?;
        }
        let report = GameReview { game, review: &review, notation: self.input.notation };
        json::print(&report, self.json, out, GameReview::write_text)?;
        Ok(interrupt::verdict())
    }
}

/// The review of a game as the command prints it.
#[derive(Clone, Serialize)]
#[serde(into = "GameReviewJson")]
struct GameReview<'a> {
    game: &'a Game,
    review: &'a Review,
    notation: Notation,
}

impl GameReview<'_> {
    fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        let GameReview { game, review, notation } = *self;
        if review.moves.is_empty() {
            writeln!(out, "interrupted before any move was reviewed")?;
            return Ok(());
        }
        writeln!(out, " ply  side   move    value  best    value  loss  class         depth  better line")?;
        for reviewed in &review.moves {
            write_move(reviewed, notation, out)?;
        }
        writeln!(out, "\n{}", graph(review).draw())?;
        if review.moves.len() < game.ply() {
            writeln!(out, "only the last {} of {} moves were reviewed:", review.moves.len(), game.ply())?;
        }
        for color in Color::ALL {
            writeln!(out, "{}", summary(review, color))?;
        }
        for change in review.turning_points() {
            writeln!(out, "{}", turning_point(change, notation))?;
        }
        if let Status::Over(score) = game.position().status() {
            writeln!(out, "result: {score}")?;
        }
        Ok(())
    }
}

fn write_move(reviewed: &ReviewedMove, notation: Notation, out: &mut dyn Write) -> Result<(), Error> {
    let class = reviewed.class();
    let played = format!("{}{}", reviewed.played_name(notation), class.mark());
    let depth = SearchDepth::new(reviewed.depth, reviewed.selectivity, reviewed.is_exact);
    let class_name = if reviewed.is_forced { "only move".to_owned() } else { class.to_string() };
    let start = format!(
        "{:>4}  {:<5}  {played:<6} {:>6}  {:<6} {:>6}  {:>4}  ",
        reviewed.ply,
        reviewed.color.to_string(),
        reviewed.played_value,
        notation.write(reviewed.best),
        reviewed.value,
        reviewed.loss(),
    );
    let end = format!("{class_name:<10} {depth:>8}  ");
    let better = if reviewed.loss() > 0 { MoveList::new(&reviewed.line, notation).to_string() } else { String::new() };
    let better = terminal::rest_of_row(&better, start.len() + end.len());
    let end = if better.is_empty() { end.trim_end().to_owned() } else { end };
    writeln!(out, "{start}{}{better}", paint(class).on(&end))?;
    Ok(())
}

fn paint(class: MoveClass) -> Paint {
    match class {
        MoveClass::Blunder => Paint::Red,
        MoveClass::Mistake => Paint::Yellow,
        MoveClass::Inaccuracy => Paint::Cyan,
        MoveClass::Best | MoveClass::Good => Paint::None,
    }
}

/// A graph of black's lead after each move, with the marks of bad moves below.
fn graph(review: &Review) -> Graph {
    Graph {
        first: review.moves.first().map_or(1, |reviewed| reviewed.ply),
        values: review.moves.iter().map(|reviewed| reviewed.value_for_black().into()).collect(),
        classes: review.moves.iter().map(ReviewedMove::class).collect(),
        width: terminal::width().unwrap_or(80),
        is_unicode: terminal::is_unicode(),
    }
}

/// `black lost 12 discs: 20 best (4 without a choice), 5 good, 3 inaccuracies, 1 mistake`.
pub(super) fn summary(review: &Review, color: Color) -> String {
    let count = |class: MoveClass| {
        let count = review.count(color, class);
        let plural = match class {
            MoveClass::Best if review.forced(color) > 0 => format!("best ({} without a choice)", review.forced(color)),
            _ if count == 1 => class.to_string(),
            MoveClass::Best | MoveClass::Good => class.to_string(),
            MoveClass::Inaccuracy => "inaccuracies".to_owned(),
            MoveClass::Mistake | MoveClass::Blunder => format!("{class}s"),
        };
        format!("{count} {plural}")
    };
    let loss = review.total_loss(color);
    let discs = if loss == 1 { "disc" } else { "discs" };
    format!("{color} lost {loss} {discs}: {}", MoveClass::ALL.map(count).join(", "))
}

/// `move 34, white c2, turned a win into a draw: d7 was better`.
pub(super) fn turning_point(change: &ReviewedMove, notation: Notation) -> String {
    let (before, after) = (Outlook::from(change.value), Outlook::from(change.played_value));
    let (played, best) = (change.played_name(notation), notation.write(change.best));
    format!("move {}, {} {played}, turned a {before} into a {after}: {best} was better", change.ply, change.color)
}
