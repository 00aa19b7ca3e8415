//! Searching: limits in, the best move with its value and line out.

mod drive;
mod idle;
mod limits;
mod line;
mod moves;
mod node;
mod null_window;
mod order;
mod outcome;
pub(crate) mod plan;
mod principal;
mod probcut;
mod reasons;
mod shared;
mod split;
mod window;
mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use outflank_rules::{Goal, Ground, Position};

use crate::endgame::shallow::Shallow;
use crate::eval::Model;
use crate::field::{Anti, AnyField, Field, Part};
use crate::table::Table;
use crate::{Board, params};
use drive::Answer;
use idle::Idle;
pub use limits::{Approach, Limits, Settings};
use node::Node;
pub use outcome::{Bound, Outcome, Progress};
use probcut::Probes;
use reasons::Reasons;
use shared::Shared;
use split::Split;
pub use window::Window;
use worker::Worker;

/// The engine's memory and threads: made once, asked often.
pub struct Searcher {
    table: Table,
    splits: Vec<Split>,
    shallow: Vec<Shallow>,
    model: Option<Arc<Model>>,
    stop: Arc<AtomicBool>,
    seed: u64,
}

impl Searcher {
    /// An engine with this much memory and so many threads.
    pub fn new(settings: &Settings) -> Searcher {
        let threads = settings.threads.max(1);
        let searcher = Searcher {
            table: Table::new(settings.hash_bytes),
            splits: shared::split_points(threads),
            shallow: (0..threads).map(|_| Shallow::new()).collect(),
            model: None,
            stop: Arc::new(AtomicBool::new(false)),
            seed: 0,
        };
        searcher.prepare_for(Ground::square(8));
        searcher
    }

    /// Unpacks the weights for the games of this ground, so that the clock of the first search does not pay for it. For the usual game this
    /// has been done.
    pub fn prepare_for(&self, ground: Ground) {
        if self.model.is_none() {
            Model::of_ground(ground);
        }
        match ground.goal() {
            Goal::Most => Probes::of_field::<Part>(),
            Goal::Fewest => Probes::of_field::<Anti>(),
        };
    }

    /// The same engine with other weights than the embedded ones. What it found with the former ones is forgotten.
    #[must_use]
    pub fn with_model(mut self, model: Arc<Model>) -> Searcher {
        self.clear();
        Searcher { model: Some(model), ..self }
    }

    /// Setting this flag stops the search that is running; clear it before the next.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Bytes of the transposition table.
    pub fn hash_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.shallow.iter_mut().for_each(Shallow::clear);
    }

    /// Searches a position.
    pub fn search(&mut self, position: &Position, limits: &Limits) -> Outcome {
        self.search_with(position, limits, &mut |_| ())
    }

    /// Searches a position and tells of each step. While squares of a free centre are left there is nothing to search: the outcome is then
    /// of depth 0 and proves nothing.
    pub fn search_with(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(&Progress)) -> Outcome {
        if !position.free_squares().is_empty() {
            return Outcome::new(position, None, 0, Duration::ZERO);
        }
        self.prepare_for(position.ground());
        match AnyField::from(position.ground()) {
            AnyField::Standard(field) => self.run(field, position, limits, report),
            AnyField::Part(field) => self.run(field, position, limits, report),
            AnyField::Anti(field) => self.run(field, position, limits, report),
        }
    }

    fn run<F: Field>(
        &mut self,
        field: F,
        position: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(&Progress),
    ) -> Outcome {
        let started = Instant::now();
        self.begin(field.seed());
        let board = Board { own: position.own().0, opp: position.opp().0 };
        let empties = field.empties(board.own, board.opp).count_ones();
        let steps = plan::steps(empties, limits);
        let deepest = steps.iter().map(|step| step.depth).max().unwrap_or(0);
        let threads = if deepest < params::THREADS_FROM_DEPTH { 1 } else { self.shallow.len() };
        let shared = Shared {
            table: &self.table,
            model: self.model.clone().unwrap_or_else(|| Model::of_ground(position.ground())),
            splits: &self.splits,
            probes: Probes::of_field::<F>(),
            threads,
            reasons: Reasons::new(&self.stop, limits, started),
            idle: Idle::default(),
        };
        let node = Node::new(shared.model.layout(), board, empties);
        let answer = search_together(field, &shared, &mut self.shallow[..threads], |worker| {
            worker.drive(&node, &steps, limits.window.bounds(), report)
        });
        Outcome::new(position, answer, shared.reasons.nodes(), started.elapsed())
    }

    fn begin(&mut self, seed: u64) {
        self.table.begin_search();
        if self.seed != seed {
            self.seed = seed;
            self.shallow.iter_mut().for_each(Shallow::clear);
        }
    }
}

/// The first thread leads while the others help it.
fn search_together<F: Field>(
    field: F,
    shared: &Shared<'_>,
    shallow: &mut [Shallow],
    lead: impl FnOnce(&mut Worker<'_, F>) -> Option<Answer>,
) -> Option<Answer> {
    let (first, others) = shallow.split_first_mut().expect("every engine has a thread");
    std::thread::scope(|scope| {
        for (number, shallow) in others.iter_mut().enumerate() {
            scope.spawn(move || Worker::new(field, shared, shallow, number + 1).help());
        }
        lead(&mut Worker::new(field, shared, first, 0))
    })
}
