//! Fits the linear evaluation without a GPU: least squares by conjugate gradients.
//!
//! Minimizes the sum over the positions of weight * (value - label)^2, plus `ridge` times the
//! square of every weight, plus `smooth` times the square of the difference of every weight from
//! its neighbor in the next phase. The ridge acts like `ridge` positions with the label 0 for each
//! weight, so weights that few positions use stay small. `training/fitting/conjugate.py` takes the
//! same steps.

mod problem;

use outflank_engine::eval::Layout;

use crate::{
    expand::Set,
    loss::{Losses, Sums},
};
use problem::Problem;

/// The settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Pulls every weight toward 0 as strongly as this many positions.
    pub ridge: f32,
    /// Pulls every weight toward that of the next phase as strongly as this many positions.
    pub smooth: f32,
    /// The maximum number of passes over the data.
    pub iterations: u32,
    /// Passes between two measurements of the validation error.
    pub measure: u32,
    /// Stops after this many measurements without improvement.
    pub patience: u32,
    /// The number of threads.
    pub threads: usize,
}

/// The progress of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Passes over the data.
    pub iteration: u32,
    /// Root mean square error on the validation set.
    pub validation: f64,
}

/// Fitted weights in discs.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// One list per phase, in the order of the layout's parameters.
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
    report: &mut dyn FnMut(Progress),
) -> Fitted {
    let problem = Problem::new(layout, train, options);
    let reference = if validation.samples.is_empty() { None } else { Some(Problem::new(layout, validation, options)) };
    let reference = reference.as_ref().unwrap_or(&problem);
    let flat = descend(&problem, reference, options, report);
    let losses = problem.losses(&flat).into_iter().zip(reference.losses(&flat));
    let losses = losses.map(|(train, validation)| [train.losses(), validation.losses()]).collect();
    Fitted { weights: flat.chunks(layout.parameters()).map(<[f32]>::to_vec).collect(), losses }
}

/// Runs conjugate gradients with the diagonal as preconditioner. Returns the weights with the least
/// error on `reference`.
fn descend(
    problem: &Problem<'_>,
    reference: &Problem<'_>,
    options: &Options,
    report: &mut dyn FnMut(Progress),
) -> Vec<f32> {
    let mut flat = problem.zeros();
    let scale: Vec<f32> = problem.diagonal().iter().map(|entry| 1.0 / entry.max(f32::MIN_POSITIVE)).collect();
    let mut residual = problem.pull(&flat);
    let mut step = times(&residual, &scale);
    let mut direction = step.clone();
    let mut product = dot(&residual, &step);
    let (mut kept, mut best, mut since) = (flat.clone(), error(reference, &flat), 0);
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
            let found = error(reference, &flat);
            report(Progress { iteration, validation: found });
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

/// Root mean square error over all phases.
fn error(problem: &Problem<'_>, flat: &[f32]) -> f64 {
    let mut all = Sums::default();
    problem.losses(flat).iter().for_each(|sums| all.join(sums));
    all.losses().rmse.unwrap_or(0.0)
}

/// In double precision, because there are millions of terms.
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
