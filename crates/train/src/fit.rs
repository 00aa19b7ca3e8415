//! Fitting the linear evaluation without a GPU: least squares by conjugate gradients.
//!
//! What is minimised is the sum over the positions of weight * (value - label)^2, plus `ridge` times the square of every
//! weight, plus `smooth` times the square of every difference of a weight from its neighbour in the next phase. A
//! weight that n positions use is thus drawn to 0 as if `ridge` positions had said 0: rare ones stay small, common ones
//! are free. `training/fitting/conjugate.py` minimises the same by the same steps.

mod problem;

use outflank_engine::eval::Layout;

use crate::{
    expand::Set,
    loss::{Losses, Sums},
};
use problem::Problem;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// As many positions say 0 for every weight.
    pub ridge: f32,
    /// As many positions say for every weight: as in the next phase.
    pub smooth: f32,
    /// Most passes over the data.
    pub iterations: u32,
    /// Passes between two measurements of the validation error.
    pub measure: u32,
    /// Stop after so many measurements without gain.
    pub patience: u32,
    /// Threads to work with.
    pub threads: usize,
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Passes over the data.
    pub iteration: u32,
    /// Root of the mean square error on the validation set.
    pub validation: f64,
}

/// Fitted weights in discs.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// A list a phase, in the order of the layout's parameters.
    pub weights: Vec<Vec<f32>>,
    /// By phase: losses on the training and on the validation set.
    pub losses: Vec<[Losses; 2]>,
}

/// Fits the weights. Without validation positions the training error decides when to stop.
pub fn fit(
    layout: &Layout,
    train: &Set,
    validation: &Set,
    options: &Options,
    tell: &mut dyn FnMut(Progress),
) -> Fitted {
    let problem = Problem::new(layout, train, options);
    let judge = if validation.samples.is_empty() { None } else { Some(Problem::new(layout, validation, options)) };
    let judge = judge.as_ref().unwrap_or(&problem);
    let flat = descend(&problem, judge, options, tell);
    let losses = problem.losses(&flat).into_iter().zip(judge.losses(&flat));
    let losses = losses.map(|(train, validation)| [train.losses(), validation.losses()]).collect();
    Fitted { weights: flat.chunks(layout.parameters()).map(<[f32]>::to_vec).collect(), losses }
}

/// Conjugate gradients, preconditioned by the diagonal; the best weights by the judge's error are kept.
fn descend(problem: &Problem<'_>, judge: &Problem<'_>, options: &Options, tell: &mut dyn FnMut(Progress)) -> Vec<f32> {
    let mut flat = problem.zeros();
    let scale: Vec<f32> = problem.diagonal().iter().map(|entry| 1.0 / entry.max(f32::MIN_POSITIVE)).collect();
    let mut residual = problem.pull(&flat);
    let mut step = times(&residual, &scale);
    let mut direction = step.clone();
    let mut product = dot(&residual, &step);
    let (mut kept, mut best, mut since) = (flat.clone(), error(judge, &flat), 0);
    for iteration in 1..=options.iterations {
        let image = problem.apply(&direction);
        let length = product / dot(&direction, &image).max(f64::MIN_POSITIVE);
        add(&mut flat, &direction, length);
        add(&mut residual, &image, -length);
        step = times(&residual, &scale);
        let before = product;
        product = dot(&residual, &step);
        direction = mixed(&step, &direction, product / before.max(f64::MIN_POSITIVE));
        if iteration % options.measure.max(1) == 0 || iteration == options.iterations {
            let found = error(judge, &flat);
            tell(Progress { iteration, validation: found });
            if found < best {
                (best, kept, since) = (found, flat.clone(), 0);
            } else {
                since += 1;
            }
            if since >= options.patience.max(1) {
                break;
            }
        }
    }
    kept
}

/// Root of the mean square error over all phases.
fn error(problem: &Problem<'_>, flat: &[f32]) -> f64 {
    let mut all = Sums::default();
    problem.losses(flat).iter().for_each(|sums| all.join(sums));
    all.losses().rmse.unwrap_or(0.0)
}

/// In double precision: there are millions of terms.
fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(&one, &other)| f64::from(one) * f64::from(other)).sum()
}

fn times(one: &[f32], other: &[f32]) -> Vec<f32> {
    one.iter().zip(other).map(|(one, other)| one * other).collect()
}

fn add(to: &mut [f32], direction: &[f32], length: f64) {
    to.iter_mut().zip(direction).for_each(|(to, &along)| *to += (length * f64::from(along)) as f32);
}

fn mixed(step: &[f32], direction: &[f32], share: f64) -> Vec<f32> {
    step.iter().zip(direction).map(|(step, direction)| step + share as f32 * direction).collect()
}

#[cfg(test)]
mod tests;
