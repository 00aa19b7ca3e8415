//! A game as one page that needs nothing else: no server, no other file, no network.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use outflank_rules::{Color, Game, Move, Position, Square};
use serde::Serialize;

use crate::{chart::Chart, review::Judged, svg::Escaped, theme::Theme};

const PAGE: &str = include_str!("replay/page.html");
const STYLE: &str = include_str!("replay/style.css");
const SCRIPT: &str = include_str!("replay/script.js");

/// A page on which a game can be played through, with its review if there is one.
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
    review: Vec<Option<Judged>>,
    notes: Vec<String>,
    theme: Theme,
    at: Option<usize>,
    link: Option<String>,
}

/// One board, as the page's script reads it.
#[derive(Serialize)]
struct Scene {
    /// Row by row: X, O, a dot for an empty square, a blank where there is none.
    board: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    black: u32,
    white: u32,
    /// Who moves; nobody when it is over.
    turn: Option<String>,
    judged: Option<Words>,
}

/// What a review says, as it is shown.
#[derive(Serialize)]
struct Words {
    value: String,
    loss: String,
    best: Option<String>,
    class: String,
}

#[derive(Serialize)]
struct Data {
    size: u8,
    scenes: Vec<Scene>,
    /// Where the page opens.
    at: usize,
}

impl Replay {
    /// A game without a review.
    pub fn new(title: impl Into<String>, game: &Game) -> Replay {
        let theme = Theme::default();
        let (game, title) = (game.clone(), title.into());
        Replay { title, details: Vec::new(), game, review: Vec::new(), notes: Vec::new(), theme, at: None, link: None }
    }

    /// The same with lines about the game below its title: who, where, when, what came of it.
    #[must_use]
    pub fn with_details(self, details: Vec<String>) -> Replay {
        Replay { details, ..self }
    }

    /// The same with what a review says about each move, passes included; what is missing at the end was not looked at.
    #[must_use]
    pub fn with_review(self, review: Vec<Option<Judged>>) -> Replay {
        Replay { review, ..self }
    }

    /// The same with lines about the review below the moves.
    #[must_use]
    pub fn with_notes(self, notes: Vec<String>) -> Replay {
        Replay { notes, ..self }
    }

    /// The same in other colors.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Replay {
        Replay { theme, ..self }
    }

    /// The same, open after so many moves instead of at the end.
    #[must_use]
    pub fn at(self, ply: usize) -> Replay {
        Replay { at: Some(ply), ..self }
    }

    /// The same with nothing but the board, the steps and a link to where there is more: for a frame in the page of somebody else.
    #[must_use]
    pub fn for_frames(self, link: impl Into<String>) -> Replay {
        Replay { link: Some(link.into()), ..self }
    }

    /// The page.
    pub fn to_html(&self) -> String {
        let at = self.at.unwrap_or(usize::MAX).min(self.game.ply());
        let data = Data { size: self.game.start().ground().size(), scenes: self.scenes(), at };
        // Nothing in a script may look like its end.
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
        let judged = self.review.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        let after = self
            .game
            .turns()
            .zip(judged)
            .map(|((before, mv), judged)| scene(&before.play_unchecked(mv), Some(mv), judged.map(words)));
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

fn scene(position: &Position, mv: Option<Move>, judged: Option<Words>) -> Scene {
    let ground = position.ground();
    let side = ground.size();
    let squares = (0..side).flat_map(|row| (0..side).filter_map(move |column| Square::new(column, row)));
    let sign = |square| match (position.at(square), ground.contains(square)) {
        (Some(Color::Black), _) => 'X',
        (Some(Color::White), _) => 'O',
        (None, true) => '.',
        (None, false) => ' ',
    };
    Scene {
        board: squares.map(sign).collect(),
        mv: mv.map(|mv| mv.to_string()),
        black: position.discs(Color::Black).len(),
        white: position.discs(Color::White).len(),
        turn: (!position.is_over()).then(|| position.turn().to_string()),
        judged,
    }
}

fn words(judged: &Judged) -> Words {
    let digits = usize::from(judged.value.fract() != 0.0 || judged.loss.fract() != 0.0);
    let about = if judged.is_exact { "" } else { "~" };
    Words {
        value: format!("{about}{:+.digits$}", judged.value).replace('-', "−"),
        loss: if judged.loss < 0.05 { String::new() } else { format!("{:.digits$}", judged.loss) },
        best: judged.best.map(|square| square.to_string()),
        class: judged.class.clone(),
    }
}

/// Puts what belongs there into a page; what was put in is not looked at again.
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
