//! The least squares problem of a set of positions, applied without storing the matrix.

use std::{
    sync::{Mutex, PoisonError},
    thread,
};

use outflank_engine::eval::Layout;

use super::Options;
use crate::{
    FlatLayout,
    expand::{Sample, Set},
    loss::Sums,
};

/// Positions by phase, and the penalties.
pub(super) struct Problem<'a> {
    layout: &'a Layout,
    terms: FlatLayout,
    phases: Vec<Vec<&'a Sample>>,
    ridge: f32,
    smooth: f32,
    threads: usize,
}

impl<'a> Problem<'a> {
    pub(super) fn new(layout: &'a Layout, set: &'a Set, options: &Options) -> Problem<'a> {
        let mut phases = vec![Vec::new(); layout.phases()];
        for sample in &set.samples {
            // Only damaged files have a phase outside the layout.
            phases[usize::from(sample.phase).min(layout.phases() - 1)].push(sample);
        }
        let Options { ridge, smooth, threads, .. } = *options;
        Problem { layout, terms: FlatLayout::of(layout), phases, ridge, smooth, threads: threads.max(1) }
    }

    /// Returns weights of 0.
    pub(super) fn zeros(&self) -> Vec<f32> {
        vec![0.0; self.layout.phases() * self.layout.parameters()]
    }

    /// Minus half the gradient at these weights.
    pub(super) fn pull(&self, flat: &[f32]) -> Vec<f32> {
        let mut total = self.added(flat, |sample, sum| (sample.label - sum) * sample.weight);
        total.iter_mut().zip(self.penalty(flat)).for_each(|(total, penalty)| *total -= penalty);
        total
    }

    /// Applies the normal equations to a direction.
    pub(super) fn apply(&self, direction: &[f32]) -> Vec<f32> {
        let mut total = self.added(direction, |sample, sum| sum * sample.weight);
        total.iter_mut().zip(self.penalty(direction)).for_each(|(total, penalty)| *total += penalty);
        total
    }

    /// The diagonal of the equations. Ignores that a position can use a parameter twice, which only
    /// slows convergence.
    pub(super) fn diagonal(&self) -> Vec<f32> {
        let mut total = self.added(&self.zeros(), |sample, _| sample.weight);
        let (width, last) = (self.layout.parameters(), self.layout.phases() - 1);
        for (at, entry) in total.iter_mut().enumerate() {
            let phase = at / width;
            let neighbors = u8::from(phase > 0) + u8::from(phase < last);
            *entry += self.ridge + self.smooth * f32::from(neighbors);
        }
        total
    }

    fn penalty(&self, flat: &[f32]) -> Vec<f32> {
        let width = self.layout.parameters();
        let mut total: Vec<f32> = flat.iter().map(|weight| self.ridge * weight).collect();
        for at in width..flat.len() {
            let pull = self.smooth * (flat[at] - flat[at - width]);
            total[at] += pull;
            total[at - width] -= pull;
        }
        total
    }

    /// Computes a number for each position from the sum of its weights and adds it to each of its
    /// parameters.
    fn added(&self, flat: &[f32], number: impl Fn(&Sample, f32) -> f32 + Sync) -> Vec<f32> {
        let width = self.layout.parameters();
        let mut total = self.zeros();
        let tasks = Mutex::new(self.phases.iter().zip(flat.chunks(width)).zip(total.chunks_mut(width)));
        let work = || {
            let mut terms = vec![0; self.terms.len()];
            while let Some(((samples, weights), total)) = next(&tasks) {
                for sample in samples {
                    let sum = self.value(sample, weights, &mut terms);
                    let number = number(sample, sum);
                    terms.iter().for_each(|&term| total[term as usize] += number);
                }
            }
        };
        thread::scope(|scope| (0..self.threads).for_each(|_| drop(scope.spawn(work))));
        total
    }

    /// Evaluates a position with the weights of its phase. Writes its parameters to `terms`.
    fn value(&self, sample: &Sample, weights: &[f32], terms: &mut [u32]) -> f32 {
        self.terms.write(self.layout, sample.board, sample.extras, terms);
        terms.iter().map(|&term| weights[term as usize]).sum()
    }

    /// The losses of the weights by phase.
    pub(super) fn losses(&self, flat: &[f32]) -> Vec<Sums> {
        let mut sums = vec![Sums::default(); self.phases.len()];
        let tasks = Mutex::new(self.phases.iter().zip(flat.chunks(self.layout.parameters())).zip(&mut sums));
        let work = || {
            let mut terms = vec![0; self.terms.len()];
            while let Some(((samples, weights), sums)) = next(&tasks) {
                for sample in samples {
                    let value = self.value(sample, weights, &mut terms).clamp(-64.0, 64.0);
                    sums.add(f64::from(value), f64::from(sample.label));
                }
            }
        };
        thread::scope(|scope| (0..self.threads).for_each(|_| drop(scope.spawn(work))));
        sums
    }
}

fn next<I: Iterator>(tasks: &Mutex<I>) -> Option<I::Item> {
    tasks.lock().unwrap_or_else(PoisonError::into_inner).next()
}
