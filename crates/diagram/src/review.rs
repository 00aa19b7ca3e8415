//! The review of a game and its chart.

use outflank_rules::Square;

use crate::chart::{Chart, Point, PointStyle};

/// The review of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReview {
    /// The evaluation after the move, in discs for Black.
    pub value: f32,
    /// Whether it is an exact score.
    pub is_exact: bool,
    /// The discs lost against the best move.
    pub loss: f32,
    /// The best move, if it was another one.
    pub best: Option<Square>,
    /// The class of the move, such as "mistake"; empty if there is nothing to say.
    pub class: String,
    /// The mark in the chart.
    pub tone: PointStyle,
}

impl Chart {
    /// Creates a chart of the evaluation after each move, shaded where all evaluations are exact.
    pub fn of_review(title: impl Into<String>, review: &[Option<MoveReview>]) -> Chart {
        let reviewed: Vec<(u16, &MoveReview)> =
            (1..).zip(review).filter_map(|(ply, reviewed)| Some((ply, reviewed.as_ref()?))).collect();
        let point =
            |(ply, reviewed): &(u16, &MoveReview)| Point { x: f32::from(*ply), y: reviewed.value, tone: reviewed.tone };
        let chart =
            Chart::new(title, reviewed.iter().map(point).collect()).with_sides("Black is ahead", "White is ahead");
        match proven(&reviewed) {
            Some((first, last)) => chart.with_shade(first..=last),
            None => chart,
        }
    }
}

/// Returns the range from which on all evaluations are exact, if it is more than a point.
fn proven(reviewed: &[(u16, &MoveReview)]) -> Option<(f32, f32)> {
    let (last, _) = reviewed.last()?;
    let (first, _) = reviewed.iter().rev().take_while(|(_, reviewed)| reviewed.is_exact).last()?;
    (first < last).then(|| (f32::from(*first), f32::from(*last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_proven_tail_is_shaded() {
        let reviewed = |is_exact| MoveReview {
            value: 0.0,
            is_exact,
            loss: 0.0,
            best: None,
            class: String::new(),
            tone: PointStyle::Plain,
        };
        let shaded = |marks: &str| {
            let review: Vec<MoveReview> = marks.chars().map(|mark| reviewed(mark == '=')).collect();
            proven(&(1..).zip(&review).collect::<Vec<_>>())
        };
        assert_eq!(shaded("~=~==="), Some((4.0, 6.0)));
        assert_eq!(shaded("==~"), None);
        assert_eq!(shaded("~~="), None, "a point is no region");
        assert_eq!(shaded(""), None);
    }
}
