//! What a review says of a game, and its graph.

use outflank_rules::Square;

use crate::chart::{Chart, Point, Tone};

/// What a review says about one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// How the game stood after it, in discs for Black.
    pub value: f32,
    /// Is that proven?
    pub is_exact: bool,
    /// What it lost against the best, in discs.
    pub loss: f32,
    /// What would have been best, where it was not.
    pub best: Option<Square>,
    /// A word for it, such as "mistake"; empty where there is nothing to say.
    pub class: String,
    /// How it stands out in the graph.
    pub tone: Tone,
}

impl Chart {
    /// How a game stood after each move, shaded from where on everything is proven.
    pub fn of_review(title: impl Into<String>, review: &[Option<Judged>]) -> Chart {
        let judged: Vec<(u16, &Judged)> =
            (1..).zip(review).filter_map(|(ply, judged)| Some((ply, judged.as_ref()?))).collect();
        let point = |(ply, judged): &(u16, &Judged)| Point { x: f32::from(*ply), y: judged.value, tone: judged.tone };
        let chart =
            Chart::new(title, judged.iter().map(point).collect()).with_sides("Black is ahead", "White is ahead");
        match proven(&judged) {
            Some((first, last)) => chart.with_shade(first..=last),
            None => chart,
        }
    }
}

/// From where on everything is proven, and where that ends, if it is more than a point.
fn proven(judged: &[(u16, &Judged)]) -> Option<(f32, f32)> {
    let (last, _) = judged.last()?;
    let (first, _) = judged.iter().rev().take_while(|(_, judged)| judged.is_exact).last()?;
    (first < last).then(|| (f32::from(*first), f32::from(*last)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_that_later_moves_do_not_have_shades_nothing() {
        let judged =
            |is_exact| Judged { value: 0.0, is_exact, loss: 0.0, best: None, class: String::new(), tone: Tone::Plain };
        let shaded = |signs: &str| {
            let review: Vec<Judged> = signs.chars().map(|sign| judged(sign == '=')).collect();
            proven(&(1..).zip(&review).collect::<Vec<_>>())
        };
        assert_eq!(shaded("~=~==="), Some((4.0, 6.0)));
        assert_eq!(shaded("==~"), None);
        assert_eq!(shaded("~~="), None, "a point is no region");
        assert_eq!(shaded(""), None);
    }
}
