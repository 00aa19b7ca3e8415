//! Search of a position: limits in, best move, evaluation and principal variation out.

mod alpha_beta;
pub(crate) mod deepening;
mod limits;
mod moves;
mod outcome;
mod parallel;
mod stop;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use outflank_rules::{BoardSpec, Position};

use crate::endgame::shallow::Shallow;
use crate::eval::Model;
use crate::kernel::{AnyCpu, with_cpu};
use crate::ruleset::{AnyRuleset, Ruleset};
use crate::table::Table;
use crate::{Board, Instant, host, params};
use alpha_beta::{Node, Probes};
use deepening::StepResult;
pub use limits::{DeepeningStrategy, Limits, Settings, Window};
pub use outcome::{Bound, Outcome, Progress};
use parallel::{Idle, Shared, Split, Worker};
use stop::StopConditions;
pub use stop::StopHandle;

/// The transposition table and the threads of a search. Make it once and use it for many searches.
pub struct Searcher {
    table: Table,
    splits: Vec<Split>,
    shallow: Vec<Shallow>,
    model: Option<Arc<Model>>,
    stop: StopHandle,
    seed: u64,
    cpu: AnyCpu,
}

impl Searcher {
    /// Creates a searcher with this much memory and this many threads, at least one.
    pub fn new(settings: &Settings) -> Searcher {
        let threads = settings.threads.max(1);
        let searcher = Searcher {
            table: Table::new(settings.hash_bytes),
            splits: parallel::split_points(threads),
            shallow: (0..threads).map(|_| Shallow::new()).collect(),
            model: None,
            stop: StopHandle::default(),
            seed: 0,
            cpu: AnyCpu::in_use(),
        };
        if cfg!(feature = "weights") {
            searcher.prepare_for(BoardSpec::square(8));
        }
        searcher
    }

    /// Unpacks the evaluation weights for games on this board, so that the first search does not
    /// spend its time on it. Those of the standard game are unpacked already.
    pub fn prepare_for(&self, spec: BoardSpec) {
        if self.model.is_none() {
            Model::for_spec(spec);
        }
        Probes::of_spec(spec);
    }

    /// Replaces the embedded weights and clears the results found with them.
    #[must_use]
    pub fn with_model(mut self, model: Arc<Model>) -> Searcher {
        self.clear();
        Searcher { model: Some(model), ..self }
    }

    /// Makes a handle that stops the searches from now on.
    ///
    /// Handles made earlier no longer have an effect: a stop that comes too late cannot end the
    /// next search. A stop that comes before the search ends it at once: the outcome has depth 0
    /// and a legal move.
    ///
    /// ```
    /// use std::{thread, time::Duration};
    /// use outflank_engine::{Limits, Searcher, Settings};
    /// use outflank_rules::Position;
    ///
    /// let mut searcher = Searcher::new(&Settings::default());
    /// let stop = searcher.new_stop_handle();
    /// let timer = thread::spawn(move || {
    ///     thread::sleep(Duration::from_millis(50));
    ///     stop.stop();
    /// });
    /// let outcome = searcher.search(&Position::default(), &Limits::open_ended());
    /// assert!(outcome.mv.is_some() && !outcome.is_proven);
    /// # timer.join().unwrap();
    /// ```
    pub fn new_stop_handle(&mut self) -> StopHandle {
        self.stop = StopHandle::default();
        self.stop.clone()
    }

    /// The handle that stops the current search: the latest from [`Searcher::new_stop_handle`].
    pub fn stop_handle(&self) -> &StopHandle {
        &self.stop
    }

    /// Bytes of the transposition table.
    pub fn hash_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Clears the results of all earlier searches.
    pub fn clear(&mut self) {
        let bytes = self.table.bytes();
        // Frees the old table before it takes memory for the new one.
        self.table = Table::new(0);
        self.table = Table::new(bytes);
        self.shallow.iter_mut().for_each(Shallow::clear);
    }

    /// Searches a position.
    pub fn search(&mut self, position: &Position, limits: &Limits) -> Outcome {
        self.search_with(position, limits, &mut |_| ())
    }

    /// Searches a position and reports each completed step.
    ///
    /// While free opening squares are left there is nothing to search: the outcome has depth 0 and
    /// proves nothing.
    pub fn search_with(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(&Progress)) -> Outcome {
        if !position.free_squares().is_empty() {
            return Outcome::new(position, None, 0, Duration::ZERO);
        }
        self.prepare_for(position.spec());
        with_cpu!(self.cpu, |cpu| match AnyRuleset::new(cpu, position.spec()) {
            AnyRuleset::Standard(ruleset) => self.run(ruleset, position, limits, report),
            AnyRuleset::Partial(ruleset) => self.run(ruleset, position, limits, report),
            AnyRuleset::Anti(ruleset) => self.run(ruleset, position, limits, report),
        })
    }

    fn run<F: Ruleset>(
        &mut self,
        ruleset: F,
        position: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Progress),
    ) -> Outcome {
        let started = Instant::now();
        self.begin(ruleset.seed());
        let board = Board { own: position.own().0, opp: position.opp().0 };
        let empties = ruleset.empties(board.own, board.opp).count_ones();
        let steps = deepening::steps(empties, limits);
        let deepest = steps.iter().map(|step| step.depth).max().unwrap_or(0);
        let threads = if deepest < params::THREADS_FROM_DEPTH { 1 } else { self.shallow.len() };
        let shared = Shared {
            table: &self.table,
            model: self.model.clone().unwrap_or_else(|| Model::for_spec(position.spec())),
            splits: &self.splits,
            probes: Probes::of_spec(position.spec()),
            threads,
            conditions: StopConditions::new(self.stop.as_ref(), limits, started),
            idle: Idle::default(),
        };
        let node = Node::new(shared.model.layout(), board, empties);
        let answer = search_together(ruleset, &shared, &mut self.shallow[..threads], |worker| {
            worker.drive(&node, &steps, limits.window.bounds(), report)
        });
        Outcome::new(position, answer, shared.conditions.nodes(), started.elapsed())
    }

    fn begin(&mut self, seed: u64) {
        self.table.begin_search();
        if self.seed != seed {
            self.seed = seed;
            self.shallow.iter_mut().for_each(Shallow::clear);
        }
    }
}

/// Runs `lead` on the first thread while the other threads help it.
fn search_together<F: Ruleset>(
    ruleset: F,
    shared: &Shared<'_>,
    shallow: &mut [Shallow],
    lead: impl FnOnce(&mut Worker<'_, F>) -> Option<StepResult>,
) -> Option<StepResult> {
    let (first, others) = shallow.split_first_mut().expect("every engine has a thread");
    let others: Vec<Mutex<&mut Shallow>> = others.iter_mut().map(Mutex::new).collect();
    let help = |number: usize| {
        let mut shallow = others[number].lock().unwrap_or_else(PoisonError::into_inner);
        Worker::new(ruleset, shared, &mut shallow, number + 1).help();
    };
    let (mut lead, mut found) = (Some(lead), None);
    host::run_together(others.len(), &help, &mut || {
        let Some(lead) = lead.take() else { return };
        found = lead(&mut Worker::new(ruleset, shared, &mut *first, 0));
    });
    found
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    #[test]
    fn every_cpu_level_searches_the_same_positions() {
        for code in ["standard", "six", "octagon", "anti"] {
            let variant: Variant = code.parse().unwrap();
            let search = |cpu| {
                let mut searcher = Searcher::new(&Settings { threads: 1, ..Settings::default() });
                searcher.cpu = cpu;
                let outcome = searcher.search(&variant.start(), &Limits::depth(9));
                (outcome.mv, outcome.value, outcome.nodes)
            };
            let found: Vec<_> = AnyCpu::available().into_iter().map(search).collect();
            assert!(found.iter().all(|other| *other == found[0]), "{code}: {found:?}");
        }
    }
}
