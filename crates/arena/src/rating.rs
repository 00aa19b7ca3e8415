//! Ratings from results, with error bars, for any number of players.
//!
//! # The model
//!
//! Players i and j with ratings r share the points of a game by the odds 10^((r_i - r_j) / 400), as
//! in Elo's formula. This is the model of E. Zermelo (1929) and of R. A. Bradley and M. E. Terry
//! (1952), with a draw as half a win. The ratings are those that explain the whole table best,
//! whatever the order of the games, so they need no starting value and no K factor.
//!
//! A player who won (or lost) everything would be infinitely strong. A **prior** prevents that:
//! each player is assumed to have drawn a third of a game against an average player. Its effect
//! fades as real games come. A whole game would pull the best and the worst of a usual tournament
//! so far towards the average that their error bars miss the truth too often. Simulations in the
//! tests show that a third does not.
//!
//! # The error bars
//!
//! They come from the curvature of the likelihood, times the ratio φ of the observed spread of
//! results to that of games without draws (quasi-likelihood; R. W. M. Wedderburn 1974). Draws make
//! it smaller. So do openings played with both colors, because the two games of such a pair are
//! [added together](Results::add). The bars describe the distance to the average of the group. To
//! compare two players use [`Ratings::difference`], which accounts for common opponents.
//!
//! # Disconnected tables
//!
//! Players who are not linked by games, even through others, cannot be compared. Each such group is
//! rated around its own average. Within a group, some may never have given a point to the others.
//! [`Group::rests_on_prior`] tells: then only the prior keeps them at a finite distance (L. R. Ford
//! 1957).

mod likelihood;
mod matrix;
mod results;
#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::stat::{Elo, Interval, Z_95, cumulative};
use likelihood::Estimate;
use matrix::Matrix;

pub use results::Results;

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The player's index in the table.
    pub player: usize,
    /// The distance to the average of the group.
    pub elo: Interval<Elo>,
}

/// Players who can be compared, best first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Their ratings, 0 on average.
    pub ratings: Vec<Rating>,
    /// True if some took no point from the others, so that their distance rests on the prior.
    pub rests_on_prior: bool,
}

/// The ratings of all players of a table.
///
/// ```
/// use outflank_arena::{rating::{Ratings, Results}, stat::Points};
///
/// let mut results = Results::new(3);
/// for _ in 0..40 {
///     results.add(0, 1, Points::of_halves(3), 2); // three halves of the two points of two games
///     results.add(1, 2, Points::of_halves(3), 2);
/// }
/// let ratings = Ratings::of(&results);
/// let [group] = ratings.groups() else { panic!("everybody is linked by games") };
/// assert_eq!(group.ratings.iter().map(|rating| rating.player).collect::<Vec<_>>(), [0, 1, 2]);
/// let difference = ratings.difference(0, 2).unwrap();
/// assert!((difference.value.0 - 380.0).abs() < 15.0, "two steps of 75 %: {difference}");
/// ```
#[derive(Clone, Debug)]
pub struct Ratings {
    groups: Vec<Group>,
    members: Vec<Members>,
}

/// The estimate behind a group's ratings.
#[derive(Clone, Debug)]
struct Members {
    players: Vec<usize>,
    elo: Vec<f64>,
    covariance: Matrix,
}

impl Ratings {
    /// The ratings that explain a table best.
    pub fn of(results: &Results) -> Ratings {
        let estimates: Vec<_> =
            results::connected(results).into_iter().map(|players| Estimate::new(results, players)).collect();
        let dispersion = likelihood::dispersion(results, &estimates);
        let members: Vec<_> = estimates.into_iter().map(|estimate| Members::new(estimate, dispersion)).collect();
        let groups = members.iter().map(|members| members.group(results)).collect();
        Ratings { groups, members }
    }

    /// The groups, largest first.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// How much stronger one player is than another; `None` if they are not linked by games.
    pub fn difference(&self, player: usize, opponent: usize) -> Option<Interval<Elo>> {
        let (value, deviation) = self.compare(player, opponent)?;
        Some(interval(value, deviation))
    }

    /// The probability that a player is stronger than another; `None` if they are not linked by
    /// games.
    pub fn superiority(&self, player: usize, opponent: usize) -> Option<f64> {
        let (value, deviation) = self.compare(player, opponent)?;
        Some(if player == opponent { 0.5 } else { cumulative(value / deviation) })
    }

    /// The difference of two players with its standard deviation.
    fn compare(&self, player: usize, opponent: usize) -> Option<(f64, f64)> {
        self.members.iter().find_map(|members| {
            let [own, opp] = [members.place(player)?, members.place(opponent)?];
            let spread = &members.covariance;
            let variance = spread[(own, own)] + spread[(opp, opp)] - 2.0 * spread[(own, opp)];
            Some((members.elo[own] - members.elo[opp], variance.max(0.0).sqrt()))
        })
    }
}

impl Members {
    /// Ratings in Elo, shifted to 0 on average.
    fn new(estimate: Estimate, dispersion: f64) -> Members {
        let scale = Elo::PER_LOGIT;
        let covariance = estimate.information.inverse().scaled(dispersion * scale * scale).centred();
        let average = estimate.logits.iter().sum::<f64>() / estimate.logits.len() as f64;
        let elo = estimate.logits.iter().map(|logit| (logit - average) * scale).collect();
        Members { players: estimate.players, elo, covariance }
    }

    fn place(&self, player: usize) -> Option<usize> {
        self.players.binary_search(&player).ok()
    }

    fn group(&self, results: &Results) -> Group {
        let rating = |place: usize| Rating {
            player: self.players[place],
            elo: interval(self.elo[place], self.covariance[(place, place)].max(0.0).sqrt()),
        };
        let mut ratings: Vec<_> = (0..self.players.len()).map(rating).collect();
        ratings.sort_by(|a, b| b.elo.value.0.total_cmp(&a.elo.value.0).then(a.player.cmp(&b.player)));
        Group { ratings, rests_on_prior: results::rests_on_prior(results, &self.players) }
    }
}

fn interval(value: f64, deviation: f64) -> Interval<Elo> {
    let margin = Z_95 * deviation;
    Interval { low: value - margin, value, high: value + margin }.map(Elo)
}
