//! Maximum-likelihood ratings of a group.
//!
//! In logits (1 is 400 / ln 10 Elo) the log-likelihood is the sum over couples of p ln σ(d) + (n -
//! p) ln σ(-d). Here d is the difference of the two, n their games, p the points of the first, and
//! σ the logistic function. With the prior it is strictly concave, so Newton's method with
//! shortened steps finds its only maximum.

use super::{Matrix, Results};

/// Games that each player is assumed to have drawn against the average. Enough to keep all
/// distances finite, and so few that players far from the average are hardly pulled towards it.
const PRIOR_GAMES: f64 = 1.0 / 3.0;

/// Added spread of 20 even games, so that a few games do not seem to have none.
const PRIOR_SPREAD: f64 = 20.0 / 4.0;

/// A step this small changes nothing that is shown.
const CLOSE: f64 = 1e-10;

/// Maximum number of steps; far fewer are needed.
const MAX_STEPS: u32 = 200;

/// Relative rounding error of a sum of logarithms: at the maximum every step looks like a descent.
const ROUNDING: f64 = 1e-12;

/// The ratings of a group.
pub(super) struct Estimate {
    /// The players, sorted by index.
    pub(super) players: Vec<usize>,
    /// Their ratings in logits.
    pub(super) logits: Vec<f64>,
    /// The curvature of the likelihood at the maximum.
    pub(super) information: Matrix,
}

/// The couples of a group: first, second, games, points.
type Couples = Vec<(usize, usize, f64, f64)>;

impl Estimate {
    pub(super) fn new(results: &Results, players: Vec<usize>) -> Estimate {
        let couples = couples(results, &players);
        let (logits, _) = summit(players.len(), &couples);
        let information = information(&logits, &couples);
        Estimate { players, logits, information }
    }

    fn logit(&self, player: usize) -> Option<f64> {
        self.players.binary_search(&player).ok().map(|place| self.logits[place])
    }
}

/// φ: the spread of the results relative to games that are all won or lost.
pub(super) fn dispersion(results: &Results, estimates: &[Estimate]) -> f64 {
    let (mut seen, mut expected, mut encounters) = (0.0, 0.0, 0.0);
    for (player, opponent, couple) in results.couples() {
        let difference = estimates.iter().find_map(|group| Some(group.logit(player)? - group.logit(opponent)?));
        let share = logistic(difference.unwrap_or(0.0));
        seen += couple.squared_errors(share);
        expected += couple.games * share * (1.0 - share);
        encounters += couple.encounters();
    }
    // The ratings fit the results, which hides part of the spread: one degree of freedom per free
    // rating.
    let chosen = (results.players() - estimates.len()) as f64;
    let unhidden = encounters / (encounters - chosen).max(1.0);
    (seen * unhidden + PRIOR_SPREAD) / (expected + PRIOR_SPREAD)
}

fn couples(results: &Results, players: &[usize]) -> Couples {
    let place = |player| players.binary_search(&player).ok();
    let couples = results
        .couples()
        .filter_map(|(player, opponent, couple)| Some((place(player)?, place(opponent)?, couple.games, couple.points)));
    couples.collect()
}

/// The maximum of the likelihood and the number of steps to it.
fn summit(players: usize, couples: &Couples) -> (Vec<f64>, u32) {
    let mut logits = vec![0.0; players];
    for steps in 1..=MAX_STEPS {
        let step = information(&logits, couples).solve(&gradient(&logits, couples));
        let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        logits = climb(&logits, &step, couples);
        if longest < CLOSE {
            return (logits, steps);
        }
    }
    (logits, MAX_STEPS)
}

/// A step uphill, shortened until it is one.
fn climb(logits: &[f64], step: &[f64], couples: &Couples) -> Vec<f64> {
    let before = log_likelihood(logits, couples);
    let before = before - ROUNDING * before.abs();
    let mut length = 1.0;
    loop {
        let there: Vec<f64> = logits.iter().zip(step).map(|(logit, part)| logit + length * part).collect();
        if log_likelihood(&there, couples) >= before || length < CLOSE {
            return there;
        }
        length /= 2.0;
    }
}

fn log_likelihood(logits: &[f64], couples: &Couples) -> f64 {
    let of_draws: f64 =
        logits.iter().map(|logit| PRIOR_GAMES / 2.0 * (ln_logistic(*logit) + ln_logistic(-logit))).sum();
    let of_games = couples.iter().map(|&(first, second, games, points)| {
        let difference = logits[first] - logits[second];
        points * ln_logistic(difference) + (games - points) * ln_logistic(-difference)
    });
    of_draws + of_games.sum::<f64>()
}

/// The gradient: points made minus points expected.
fn gradient(logits: &[f64], couples: &Couples) -> Vec<f64> {
    let mut gradient: Vec<f64> = logits.iter().map(|logit| PRIOR_GAMES * (0.5 - logistic(*logit))).collect();
    for &(first, second, games, points) in couples {
        let surplus = points - games * logistic(logits[first] - logits[second]);
        gradient[first] += surplus;
        gradient[second] -= surplus;
    }
    gradient
}

/// The negative second derivatives of the likelihood.
fn information(logits: &[f64], couples: &Couples) -> Matrix {
    let spread = |difference| logistic(difference) * logistic(-difference);
    let mut matrix = Matrix::zero(logits.len());
    for (place, logit) in logits.iter().enumerate() {
        matrix[(place, place)] += PRIOR_GAMES * spread(*logit);
    }
    for &(first, second, games, _) in couples {
        let weight = games * spread(logits[first] - logits[second]);
        matrix[(first, first)] += weight;
        matrix[(second, second)] += weight;
        matrix[(first, second)] -= weight;
        matrix[(second, first)] -= weight;
    }
    matrix
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// ln σ(x), accurate for large |x|.
fn ln_logistic(x: f64) -> f64 {
    if x > 0.0 { -(-x).exp().ln_1p() } else { x - x.exp().ln_1p() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every player meets every other a few times, and results differ about as much as the players.
    fn table(players: usize, games: u32, mut chance: u64) -> Couples {
        let mut draw = move || {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (chance >> 33) as u32
        };
        let couples = (0..players).flat_map(|first| (0..first).map(move |second| (first, second)));
        couples
            .map(|(first, second)| (first, second, f64::from(games), f64::from(draw() % (2 * games + 1)) / 2.0))
            .collect()
    }

    #[test]
    fn the_fit_converges_in_few_steps_for_large_tables() {
        for seed in 0..20 {
            for players in [2, 10, 40] {
                let couples = table(players, 2, seed);
                let (logits, steps) = summit(players, &couples);
                assert!(steps <= 20, "{steps} steps for {players} players, seed {seed}");
                let slope = gradient(&logits, &couples).into_iter().fold(0.0_f64, |most, part| most.max(part.abs()));
                assert!(slope < 1e-6, "{slope}");
            }
        }
    }
}
