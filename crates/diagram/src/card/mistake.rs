//! A card of a mistake: the board two plies later, after the played move and after the best one.

use std::fmt;

use outflank_rules::{Color, Game, IllegalMove, Move, Position};

use super::{Card, Panel};
use crate::{diagram::Diagram, theme::Theme};

/// Plies shown on a card: the move and the reply.
const PLIES: usize = 2;

/// A move that lost discs, and the best move.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The position before the move.
    pub before: Position,
    /// The number of the move, counted from 1.
    pub ply: usize,
    /// The played move and its continuation, of which two plies are shown.
    pub played: Vec<Move>,
    /// The best move and its continuation.
    pub best: Vec<Move>,
    /// The evaluation of the played move in discs for its player, if known.
    pub played_value: Option<f32>,
    /// The evaluation of the best move.
    pub best_value: Option<f32>,
}

impl Mistake {
    /// Draws the card. Fails if a move is illegal.
    pub fn card(&self, subtitle: impl Into<String>, theme: Theme) -> Result<Card, IllegalMove> {
        let panels = [
            self.panel("Played", &self.played, self.played_value, false)?,
            self.panel("Best", &self.best, self.best_value, true)?,
        ];
        Ok(Card { title: self.title(), subtitle: subtitle.into(), panels, theme })
    }

    fn title(&self) -> String {
        let mover = capital(self.before.turn());
        let played = self.played.first().map_or_else(String::new, |mv| format!(" {mv}"));
        let lost = match (self.best_value, self.played_value) {
            (Some(best), Some(played)) if best > played => format!(" lost {}", lost(best - played)),
            _ => String::new(),
        };
        format!("Move {}: {mover}{played}{lost}", self.ply)
    }

    fn panel(&self, word: &str, line: &[Move], value: Option<f32>, is_better: bool) -> Result<Panel, IllegalMove> {
        let mut game = Game::new(self.before);
        for &mv in line.iter().take(PLIES) {
            game.play(mv)?;
        }
        let mover = self.before.turn();
        let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        let heading = match value {
            Some(value) => format!("{word}: {} ({})", moves.join(" "), Signed(value)),
            None => format!("{word}: {}", moves.join(" ")),
        };
        let end = game.position();
        let mobility = |color: Color| format!("{} {}", capital(color), end.with_turn(color).legal().len());
        let discs = |color: Color| format!("{} {}", capital(color), end.discs(color).len());
        let notes = vec![
            format!("Moves: {}, {}", mobility(mover), mobility(!mover)),
            format!("Discs: {}, {}", discs(mover), discs(!mover)),
        ];
        Ok(Panel { heading, diagram: Diagram::of_game(&game), notes, is_better })
    }
}

fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn lost(discs: f32) -> String {
    let number = Number(discs).to_string();
    if number == "1" { "1 disc".to_owned() } else { format!("{number} discs") }
}

/// Writes a number with one decimal if it is not whole.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = usize::from((self.0 - self.0.round()).abs() >= 0.05);
        write!(f, "{:.digits$}", self.0)
    }
}

/// Writes the number with a sign.
struct Signed(f32);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < -0.05 { "\u{2212}" } else { "+" };
        write!(f, "{sign}{}", Number(self.0.abs()))
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    fn mistake() -> Mistake {
        let moves = |text: &str| text.split(' ').map(|mv| mv.parse().expect("a move")).collect::<Vec<Move>>();
        Mistake {
            before: Variant::STANDARD.start(),
            ply: 1,
            played: moves("f5 f6 e6"),
            best: moves("f5 d6 c3"),
            played_value: Some(-1.5),
            best_value: Some(0.0),
        }
    }

    #[test]
    fn a_card_says_what_was_lost_and_shows_both_boards_two_plies_on() {
        let card = mistake().card("Ann against Ben", Theme::Classic).expect("the moves are legal");
        assert_eq!(card.title, "Move 1: Black f5 lost 1.5 discs");
        let one = Mistake { played_value: Some(-1.02), ..mistake() }.card("", Theme::Classic).expect("as legal");
        assert_eq!(one.title, "Move 1: Black f5 lost 1 disc");
        let [played, best] = &card.panels;
        assert_eq!((played.heading.as_str(), best.heading.as_str()), ("Played: f5 f6 (−1.5)", "Best: f5 d6 (+0)"));
        assert_eq!(played.notes, ["Moves: Black 4, White 5", "Discs: Black 3, White 3"]);
        assert!(!played.is_better && best.is_better);
    }

    #[test]
    fn unknown_values_are_omitted_and_illegal_moves_are_refused() {
        let unknown = Mistake { played_value: None, best_value: None, ..mistake() };
        let card = unknown.card("", Theme::Dark).expect("the moves are legal");
        assert_eq!((card.title.as_str(), card.panels[0].heading.as_str()), ("Move 1: Black f5", "Played: f5 f6"));
        let wrong = Mistake { best: vec!["a1".parse().expect("a square")], ..mistake() };
        assert_eq!(wrong.card("", Theme::Dark).expect_err("a1 flips nothing").mv, wrong.best[0]);
        assert!(Mistake { played: Vec::new(), best: Vec::new(), ..mistake() }.card("", Theme::Print).is_ok());
    }
}
