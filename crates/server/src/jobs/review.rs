//! A judged game, as it is told.

use outflank_engine::{MoveClass, Review, ReviewedMove};
use outflank_rules::{Color, DiscDiff};
use serde::{Deserialize, Serialize};

use super::{
    NotAnAnswer,
    values::{names, read_line, read_move, read_percent},
};
use crate::wire::word;

/// What the moves of a game have cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewView {
    /// The level that judged; none where depth or time were asked for.
    pub level: Option<u8>,
    /// From how many discs on a move is of which class.
    pub thresholds: Thresholds,
    /// The judged moves in the order of the game. They are judged from the end, so that the first ones come last.
    pub moves: Vec<ReviewedView>,
    /// From which move on everything is proven.
    pub exact_from: Option<usize>,
    /// The moves of each side together.
    pub totals: Totals,
}

/// Discs lost from which a move is of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thresholds {
    /// A small loss.
    pub inaccuracy: i32,
    /// A loss.
    pub mistake: i32,
    /// A heavy loss.
    pub blunder: i32,
    /// As many discs more where the loss is not proven.
    pub noise: i32,
}

/// One move, judged. Values are for the side that made it, but for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedView {
    /// Which move of the game, counted from 1, passes included.
    pub ply: usize,
    /// Who made it.
    pub color: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The best one.
    pub best: String,
    /// What that is worth.
    pub value: i8,
    /// What the move is worth.
    pub played_value: i8,
    /// What the position after the move is worth to black.
    pub value_for_black: i8,
    /// Discs lost by the move.
    pub loss: i32,
    /// How bad that was.
    pub class: String,
    /// Was there no choice?
    pub forced: bool,
    /// Are both values proven?
    pub exact: bool,
    /// Plies searched.
    pub depth: u32,
    /// How sure that is, in percent.
    pub percent: u8,
    /// Best play instead.
    pub line: Vec<String>,
    /// The result with best play before the move and after it, where the move provably changed it.
    pub change: Option<(String, String)>,
}

/// The moves of each side together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Of black.
    pub black: Total,
    /// Of white.
    pub white: Total,
}

/// The moves of one side together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// Discs lost by bad moves.
    pub loss: i32,
    /// How many small losses there were.
    pub inaccuracy: usize,
    /// How many losses.
    pub mistake: usize,
    /// How many heavy ones.
    pub blunder: usize,
    /// How many moves were the only ones.
    pub forced: usize,
}

impl Thresholds {
    fn used() -> Thresholds {
        let [(_, inaccuracy), (_, mistake), (_, blunder)] = MoveClass::THRESHOLDS;
        Thresholds { inaccuracy, mistake, blunder, noise: MoveClass::NOISE }
    }
}

impl Total {
    fn of(review: &Review, color: Color) -> Total {
        Total {
            loss: review.total_loss(color),
            inaccuracy: review.count(color, MoveClass::Inaccuracy),
            mistake: review.count(color, MoveClass::Mistake),
            blunder: review.count(color, MoveClass::Blunder),
            forced: review.forced(color),
        }
    }
}

impl ReviewView {
    /// A review as far as it has got.
    pub fn of(level: Option<u8>, review: &Review) -> ReviewView {
        let proven = review.moves.iter().rev().take_while(|reviewed| reviewed.is_exact);
        ReviewView {
            level,
            thresholds: Thresholds::used(),
            moves: review.moves.iter().map(ReviewedView::of).collect(),
            exact_from: proven.last().map(|reviewed| reviewed.ply),
            totals: Totals { black: Total::of(review, Color::Black), white: Total::of(review, Color::White) },
        }
    }

    /// The review that this tells of.
    pub fn review(&self) -> Result<Review, NotAnAnswer> {
        Ok(Review { moves: self.moves.iter().map(ReviewedView::reviewed).collect::<Result<_, _>>()? })
    }
}

impl ReviewedView {
    fn of(reviewed: &ReviewedMove) -> ReviewedView {
        ReviewedView {
            ply: reviewed.ply,
            color: word(reviewed.color).to_owned(),
            mv: reviewed.played.to_string(),
            best: reviewed.best.to_string(),
            value: reviewed.value.discs(),
            played_value: reviewed.played_value.discs(),
            value_for_black: reviewed.value_for_black().discs(),
            loss: reviewed.loss(),
            class: reviewed.class().to_string(),
            forced: reviewed.is_forced,
            exact: reviewed.is_exact,
            depth: reviewed.depth,
            percent: reviewed.selectivity.percent(),
            line: names(&reviewed.line),
            change: reviewed.result_change().map(|(before, after)| (before.to_string(), after.to_string())),
        }
    }

    fn reviewed(&self) -> Result<ReviewedMove, NotAnAnswer> {
        Ok(ReviewedMove {
            ply: self.ply,
            color: self.color.parse().map_err(|_| NotAnAnswer::at("color", &self.color))?,
            played: read_move(&self.mv)?,
            best: read_move(&self.best)?,
            value: DiscDiff::clamped(self.value.into()),
            played_value: DiscDiff::clamped(self.played_value.into()),
            depth: self.depth,
            selectivity: read_percent(self.percent)?,
            is_exact: self.exact,
            is_forced: self.forced,
            line: read_line(&self.line)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Limits, Searcher, Settings};
    use outflank_rules::{Game, Variant};

    use super::*;
    use crate::jobs::ValuesView;

    fn searcher() -> Searcher {
        Searcher::new(&Settings { hash_bytes: 1 << 20, threads: 1 })
    }

    #[test]
    fn what_is_told_is_read_back_as_it_was() {
        let moves = "d3d4c4d2a1b4d1c1".as_bytes().chunks(2).map(|mv| str::from_utf8(mv).unwrap().parse().unwrap());
        let game = Game::replay_with_passes_implied(Variant::TINY.start(), moves).unwrap();
        let mut review = searcher().review(&game, &|_| Limits::exact(), &mut |_| ());
        // As if the last move had lost.
        review.moves[7].played_value = DiscDiff::clamped(-2);
        assert!(review.turning_points().next().is_some());
        let told = ReviewView::of(Some(12), &review);
        let text = serde_json::to_string(&told).unwrap();
        let read: ReviewView = serde_json::from_str(&text).unwrap();
        assert_eq!((read.review().unwrap(), read.exact_from), (review, Some(1)));
        let start = Variant::STANDARD.start();
        let mut analysis = searcher().analyse(&start, &Limits::depth(5));
        let told = ValuesView::of(0, &start, &analysis);
        let read: ValuesView = serde_json::from_str(&serde_json::to_string(&told).unwrap()).unwrap();
        // Times are told in milliseconds, and nodes for all moves together.
        analysis.moves.iter_mut().for_each(|valued| valued.nodes = 0);
        let read = read.analysis().unwrap();
        assert_eq!((read.moves, read.nodes), (analysis.moves, analysis.nodes));
    }

    #[test]
    fn an_answer_that_cannot_be_is_quoted() {
        let start = Variant::STANDARD.start();
        let mut told = ValuesView::of(0, &start, &searcher().analyse(&start, &Limits::depth(1)));
        told.moves[0].mv = "z9".to_owned();
        assert!(told.analysis().unwrap_err().to_string().contains("\"z9\""));
        told.moves[0].mv = "f5".to_owned();
        told.moves[0].percent = 12;
        assert!(told.analysis().unwrap_err().to_string().contains("\"12\""));
    }
}
