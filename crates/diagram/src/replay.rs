//! A game as a self-contained page: no server, no other file, no network.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use outflank_rules::{Color, Game, Move, Position, Square, notation::Notation};
use serde::Serialize;

use crate::{chart::Chart, review::MoveReview, svg::Escaped, theme::Theme};

const PAGE: &str = include_str!("replay/page.html");
const STYLE: &str = include_str!("replay/style.css");
const SCRIPT: &str = include_str!("replay/script.js");

/// A page that replays a game, with its review if there is one.
///
/// ```
/// use outflank_diagram::Replay;
/// use outflank_rules::{Game, Variant};
///
/// let mut game = Game::new(Variant::STANDARD.start());
/// game.play("f5".parse()?)?;
/// let page = Replay::new("Ann against Ben", &game).to_html();
/// assert!(page.starts_with("<!doctype html>") && page.contains("<title>Ann against Ben</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    title: String,
    details: Vec<String>,
    game: Game,
    review: Vec<Option<MoveReview>>,
    notes: Vec<String>,
    theme: Theme,
    at: Option<usize>,
    link: Option<String>,
}

/// One board for the script of the page.
#[derive(Serialize)]
struct Scene {
    /// Row by row: `X`, `O`, `.` for empty, space for a hole.
    board: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    black: u32,
    white: u32,
    /// The side to move, or `None` if the game is over.
    turn: Option<Color>,
    reviewed: Option<Words>,
}

/// The texts of a review.
#[derive(Serialize)]
struct Words {
    value: String,
    loss: String,
    best: Option<Square>,
    class: String,
}

#[derive(Serialize)]
struct Data {
    size: u8,
    scenes: Vec<Scene>,
    /// The move at which the page opens.
    at: usize,
}

impl Replay {
    /// Creates a page without a review.
    pub fn new(title: impl Into<String>, game: &Game) -> Replay {
        let theme = Theme::default();
        let (game, title) = (game.clone(), title.into());
        Replay { title, details: Vec::new(), game, review: Vec::new(), notes: Vec::new(), theme, at: None, link: None }
    }

    /// Adds lines about the game below its title: players, event, date, result.
    #[must_use]
    pub fn with_details(self, details: Vec<String>) -> Replay {
        Replay { details, ..self }
    }

    /// Adds the review of each move, passes included. Missing moves at the end were not reviewed.
    #[must_use]
    pub fn with_review(self, review: Vec<Option<MoveReview>>) -> Replay {
        Replay { review, ..self }
    }

    /// Adds lines about the review below the moves.
    #[must_use]
    pub fn with_notes(self, notes: Vec<String>) -> Replay {
        Replay { notes, ..self }
    }

    /// Sets the theme.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Replay {
        Replay { theme, ..self }
    }

    /// Opens the page after this many moves instead of at the end.
    #[must_use]
    pub fn at(self, ply: usize) -> Replay {
        Replay { at: Some(ply), ..self }
    }

    /// Reduces the page to the board, the controls and a link, for an `iframe` in another page.
    #[must_use]
    pub fn for_frames(self, link: impl Into<String>) -> Replay {
        Replay { link: Some(link.into()), ..self }
    }

    /// Writes the page.
    pub fn to_html(&self) -> String {
        let at = self.at.unwrap_or(usize::MAX).min(self.game.ply());
        let data = Data { size: self.game.start().spec().size(), scenes: self.scenes(), at };
        // No text in a script may look like its end tag.
        let data = serde_json::to_string(&data).expect("words and numbers are JSON").replace('<', "\\u003c");
        fill(
            PAGE,
            &[
                ("{theme}", self.theme.name()),
                ("{kind}", if self.link.is_some() { "framed" } else { "whole" }),
                ("{link}", &self.link.as_deref().map(link).unwrap_or_default()),
                ("{title}", &Escaped(&self.title).to_string()),
                ("{details}", &paragraphs(&self.details)),
                ("{notes}", &paragraphs(&self.notes)),
                ("{graph}", &self.graph()),
                ("{style}", STYLE),
                ("{script}", SCRIPT),
                ("{data}", &data),
            ],
        )
    }

    fn scenes(&self) -> Vec<Scene> {
        let start = scene(&self.game.start(), None, None);
        let reviewed = self.review.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        let after = self.game.turns().zip(reviewed).map(|((before, mv), reviewed)| {
            scene(&before.play_unchecked(mv), Some((&before, mv)), reviewed.map(words))
        });
        std::iter::once(start).chain(after).collect()
    }

    fn graph(&self) -> String {
        if self.review.iter().flatten().count() < 2 {
            return String::new();
        }
        Chart::of_review("How the game stood", &self.review).with_theme(self.theme).canvas().to_svg()
    }
}

fn paragraphs(lines: &[String]) -> String {
    lines.iter().fold(String::new(), |mut html, line| {
        let _ = writeln!(html, "<p>{}</p>", Escaped(line));
        html
    })
}

fn link(address: &str) -> String {
    let address = Escaped(address);
    format!("<p><a href=\"{address}\" target=\"_blank\" rel=\"noopener\">Open the game</a></p>\n")
}

fn scene(position: &Position, turn: Option<(&Position, Move)>, reviewed: Option<Words>) -> Scene {
    let spec = position.spec();
    let side = spec.size();
    let squares = (0..side).flat_map(|row| (0..side).filter_map(move |column| Square::new(column, row)));
    let character = |square| match (position.at(square), spec.contains(square)) {
        (Some(Color::Black), _) => 'X',
        (Some(Color::White), _) => 'O',
        (None, true) => '.',
        (None, false) => ' ',
    };
    Scene {
        board: squares.map(character).collect(),
        mv: turn.map(|(before, mv)| Notation::Standard.write_turn(before, mv)),
        black: position.discs(Color::Black).len(),
        white: position.discs(Color::White).len(),
        turn: (!position.is_over()).then(|| position.turn()),
        reviewed,
    }
}

fn words(reviewed: &MoveReview) -> Words {
    let digits = usize::from(reviewed.value.fract() != 0.0 || reviewed.loss.fract() != 0.0);
    let about = if reviewed.is_exact { "" } else { "~" };
    Words {
        value: format!("{about}{:+.digits$}", reviewed.value).replace('-', "−"),
        loss: if reviewed.loss < 0.05 { String::new() } else { format!("{:.digits$}", reviewed.loss) },
        best: reviewed.best,
        class: reviewed.class.clone(),
    }
}

/// Fills the placeholders of a template. Inserted texts are not searched again.
fn fill(page: &str, places: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = page;
    let next = |rest: &str| places.iter().filter_map(|(place, text)| Some((rest.find(place)?, *place, *text))).min();
    while let Some((start, place, text)) = next(rest) {
        filled.push_str(&rest[..start]);
        filled.push_str(text);
        rest = &rest[start + place.len()..];
    }
    filled + rest
}
