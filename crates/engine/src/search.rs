//! Searching: limits in, the best move with its value and line out.

mod drive;
mod line;
mod moves;
mod node;
mod null_window;
mod order;
mod plan;
mod principal;
mod probcut;
mod shared;
mod split;
mod window;
mod worker;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use outflank_rules::{DiscDiff, Move, Position};

use crate::endgame::shallow::Shallow;
use crate::eval::Model;
use crate::field::{AnyField, Field};
use crate::table::Table;
use crate::{Board, Selectivity, params};
use drive::Answer;
use line::Line;
use node::Node;
use plan::Step;
use probcut::Probes;
use shared::Shared;
use split::Split;
pub use window::Window;
use worker::Worker;

/// What an engine may use.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bytes of the transposition table.
    pub hash_bytes: usize,
    /// Threads that search together.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hash_bytes: 64 << 20, threads: 1 }
    }
}

/// How far to search. Whatever comes first ends the search.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Plies; as many as there are empty squares, or more, means to the end of the game.
    pub depth: u32,
    /// The risk that is taken at that depth.
    pub selectivity: Selectivity,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Values outside are of no interest: a bound is enough.
    pub window: Window,
}

impl Limits {
    /// To this depth, by evaluation, at 73 %.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth, selectivity: Selectivity::P73, time: None, nodes: None, window: Window::ALL }
    }

    /// To the exact end of the game.
    pub fn exact() -> Limits {
        Limits { selectivity: Selectivity::Full, ..Limits::depth(64) }
    }

    /// Only who wins: the value's sign counts.
    #[must_use]
    pub fn win_loss_draw(self) -> Limits {
        Limits { window: Window::SIGN, ..self }
    }

    /// With another selectivity.
    #[must_use]
    pub fn with_selectivity(self, selectivity: Selectivity) -> Limits {
        Limits { selectivity, ..self }
    }

    /// No longer than this.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// No more positions than this.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }
}

/// A finished step of a search.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Plies searched.
    pub depth: u32,
    /// At this risk.
    pub selectivity: Selectivity,
    /// The value in discs for the side to move.
    pub value: DiscDiff,
    /// Whether the value is proven.
    pub is_exact: bool,
    /// Best play.
    pub line: Vec<Move>,
    /// Positions searched by the thread that reports.
    pub nodes: u64,
}

impl Progress {
    fn new(step: &Step, value: i32, line: &Line, nodes: u64, empties: u32) -> Progress {
        Progress {
            depth: step.depth,
            selectivity: Selectivity::from_level(step.level),
            value: DiscDiff::clamped(value),
            is_exact: step.depth >= empties && step.level == params::EXACT,
            line: line.moves(),
            nodes,
        }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The value in discs for the side to move, empty squares to the winner.
    pub value: DiscDiff,
    /// Plies searched.
    pub depth: u32,
    /// At this risk.
    pub selectivity: Selectivity,
    /// Whether the value is proven.
    pub is_exact: bool,
    /// Best play.
    pub line: Vec<Move>,
    /// Positions searched by all threads.
    pub nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

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
        // Unpacked here, so that the clock of the first search does not pay for it.
        Model::standard();
        Searcher {
            table: Table::new(settings.hash_bytes),
            splits: shared::split_points(threads),
            shallow: (0..threads).map(|_| Shallow::new()).collect(),
            model: None,
            stop: Arc::new(AtomicBool::new(false)),
            seed: 0,
        }
    }

    /// The same engine with other weights than the embedded ones.
    #[must_use]
    pub fn with_model(self, model: Arc<Model>) -> Searcher {
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

    /// Searches a position and tells of each step.
    pub fn search_with(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(&Progress)) -> Outcome {
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
        self.prepare(field.seed());
        let board = Board { own: position.own().0, opp: position.opp().0 };
        let empties = field.empties(board.own, board.opp).count_ones();
        let mut steps = plan::steps(empties, limits.depth, limits.selectivity.level());
        if F::FEWEST {
            plan::without_selectivity(&mut steps);
        }
        let shared = Shared {
            table: &self.table,
            model: self.model.clone().unwrap_or_else(|| model_for(position)),
            splits: &self.splits,
            probes: Probes::all(),
            stop: &self.stop,
            over: AtomicBool::new(false),
            deadline: limits.time.map(|time| started + time),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            idle: AtomicUsize::new(0),
        };
        let node = Node::new(shared.model.layout(), board, empties);
        let deepest = steps.iter().map(|step| step.depth).max().unwrap_or(0);
        let threads = if deepest < params::THREADS_FROM_DEPTH { 1 } else { self.shallow.len() };
        let (first, others) = self.shallow.split_at_mut(1);
        let answer = std::thread::scope(|scope| {
            for (number, shallow) in others.iter_mut().take(threads - 1).enumerate() {
                let shared = &shared;
                scope.spawn(move || Worker::new(field, shared, shallow, number + 1).help());
            }
            let mut worker = Worker::new(field, &shared, &mut first[0], 0);
            let answer = worker.drive(&node, &steps, limits.window.bounds(), report);
            worker.tell_nodes();
            shared.finish();
            answer
        });
        let nodes = shared.nodes.load(Ordering::SeqCst);
        outcome(position, empties, answer, nodes, started.elapsed())
    }

    fn prepare(&mut self, seed: u64) {
        self.table.begin_search();
        if self.seed != seed {
            self.seed = seed;
            self.shallow.iter_mut().for_each(Shallow::clear);
        }
    }
}

fn outcome(position: &Position, empties: u32, answer: Option<Answer>, nodes: u64, time: Duration) -> Outcome {
    let (score, step, line) = answer
        .map_or((0, Step { depth: 0, level: 0 }, Line::default()), |answer| (answer.score, answer.step, answer.line));
    let line = line.moves();
    Outcome {
        best: line.first().copied().or_else(|| position.moves().first().copied()),
        value: DiscDiff::clamped(score),
        depth: step.depth,
        selectivity: Selectivity::from_level(step.level),
        is_exact: answer.is_some() && step.depth >= empties && step.level == params::EXACT,
        line,
        nodes,
        time,
    }
}

fn model_for(position: &Position) -> Arc<Model> {
    if position.ground().size() == 6 { Model::six() } else { Model::standard() }
}
