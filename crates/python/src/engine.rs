//! The engine. Searches run without the GIL and stop at Ctrl-C.

use std::{
    num::NonZeroUsize,
    sync::{Mutex, mpsc},
    thread,
    time::Duration,
};

use outflank_engine::{Clock, Level, Limits, MoveClass, Player, Searcher, Selectivity, Settings, StopHandle};
use outflank_rules::{Color, Move, Position, excerpt};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    board::{Board, read_seed},
    error::refuse,
    game::Game,
};

/// How often a search looks for Ctrl-C.
const SIGNAL_POLL: Duration = Duration::from_millis(20);

/// The level of searches without a limit, as in the program.
const LEVEL: u8 = 14;

const MAX_HASH_MIB: usize = 1 << 20;

/// The engine: a transposition table and threads. Make it once and use it for many searches.
///
/// Args:
///     threads: Threads that search together, at most one per processor; 0 for all.
///     hash_mib: The size of the transposition table in MiB.
///
/// Values count discs for the side to move, empty squares to the winner. The methods take these
/// limits, and a search ends at the first one reached:
///
/// - `level`: 1 to 20, as the program has them
/// - `depth`: plies, passes not counted
/// - `time`: seconds
/// - `nodes`: positions
/// - `selectivity`: 73, 87, 95, 98, 99 or 100 percent, with `depth`
///
/// A search runs without the GIL. Ctrl-C ends it with `KeyboardInterrupt`. `stop` ends it from
/// another thread, and the search returns the result so far.
///
/// >>> engine = Engine()
/// >>> outcome = engine.solve(Board(variant="tiny"))
/// >>> outcome.value, outcome.is_exact
/// (-10, True)
/// >>> engine.search(Board(), depth=8).depth
/// 8
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Engine {
    searcher: Mutex<Searcher>,
    settings: Settings,
    /// The handle of the running search.
    stop: Mutex<StopHandle>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, threads=1, hash_mib=64))]
    fn new(py: Python<'_>, threads: i64, hash_mib: i64) -> PyResult<Engine> {
        let settings = settings(threads, hash_mib)?;
        let mut searcher = py.detach(|| Searcher::new(&settings));
        let stop = searcher.new_stop_handle();
        Ok(Engine { searcher: Mutex::new(searcher), settings, stop: Mutex::new(stop) })
    }

    /// Finds the best move. Without a limit it searches as level 14 does.
    ///
    /// >>> Engine().search(Board(), level=5).move in Board().legal()
    /// True
    #[pyo3(signature = (board, *, level=None, depth=None, time=None, nodes=None, selectivity=None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn search(
        &self,
        py: Python<'_>,
        board: &Board,
        level: Option<&Bound<'_, PyAny>>,
        depth: Option<i64>,
        time: Option<f64>,
        nodes: Option<i64>,
        selectivity: Option<i64>,
    ) -> PyResult<Outcome> {
        let effort = Effort::new(level, depth, time, nodes, selectivity)?;
        let position = searchable(board)?;
        let limits = effort.limits(position.empties().len());
        let outcome = self.run(py, |searcher| searcher.search(&position, &limits))?;
        Ok(Outcome::from(outcome))
    }

    /// Finds the exact score and the best line.
    ///
    /// Args:
    ///     board: The position. With 33 empty squares and more on 8x8 this takes hours.
    ///     time: Stop after this many seconds; the outcome says whether it is exact.
    ///     win_loss_draw: Find only the winner, which is faster.
    #[pyo3(signature = (board, *, time=None, win_loss_draw=false))]
    fn solve(&self, py: Python<'_>, board: &Board, time: Option<f64>, win_loss_draw: bool) -> PyResult<Outcome> {
        let position = searchable(board)?;
        let mut limits = Limits::exact();
        if win_loss_draw {
            limits = limits.win_loss_draw();
        }
        if let Some(time) = time {
            limits = limits.with_time(seconds(time)?);
        }
        let outcome = self.run(py, |searcher| searcher.search(&position, &limits))?;
        Ok(Outcome::from(outcome))
    }

    /// Evaluates every legal move. Without a limit it searches as level 14 does.
    ///
    /// >>> analysis = Engine().analyse(Board(variant="tiny"), depth=12)
    /// >>> [(move.move, move.value) for move in analysis.moves]
    /// [('b1', -10), ('a2', -10), ('d3', -10), ('c4', -10)]
    #[pyo3(signature = (board, *, level=None, depth=None, time=None, nodes=None, selectivity=None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Board,
        level: Option<&Bound<'_, PyAny>>,
        depth: Option<i64>,
        time: Option<f64>,
        nodes: Option<i64>,
        selectivity: Option<i64>,
    ) -> PyResult<Analysis> {
        let effort = Effort::new(level, depth, time, nodes, selectivity)?;
        let limits = effort.limits(board.0.empties().len());
        let analysis = self.run(py, |searcher| searcher.analyse(&board.0, &limits))?;
        let is_exact = analysis.is_exact();
        Ok(Analysis {
            moves: analysis.moves.into_iter().map(MoveValue::from).collect(),
            is_exact,
            nodes: analysis.nodes,
            time: analysis.time.as_secs_f64(),
        })
    }

    /// Judges every move of a game. Without a limit it searches as level 14 does. `time` and
    /// `nodes` limit one search; a move takes one or two.
    ///
    /// >>> review = Engine().review(Game("b1 a1 a2 c1", variant="tiny"))
    /// >>> [move.class_ for move in review.moves]
    /// ['best', 'best', 'best', 'best']
    #[pyo3(signature = (game, *, level=None, depth=None, time=None, nodes=None, selectivity=None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn review(
        &self,
        py: Python<'_>,
        game: &Game,
        level: Option<&Bound<'_, PyAny>>,
        depth: Option<i64>,
        time: Option<f64>,
        nodes: Option<i64>,
        selectivity: Option<i64>,
    ) -> PyResult<Review> {
        let effort = Effort::new(level, depth, time, nodes, selectivity)?;
        let game = game.played();
        let review = self.run(py, |searcher| searcher.review(game, &|empties| effort.limits(empties), &mut |_| ()))?;
        Ok(Review::from(&review))
    }

    /// Chooses a move as a player of this level does, with its opening book and its mistakes.
    ///
    /// Args:
    ///     board: The position. The game must not be over.
    ///     level: 1 to 20, `"random"` or `"greedy"`.
    ///     seed: A number for random choices.
    ///     time: Seconds for the move.
    ///
    /// >>> Engine().choose(Board(), level="greedy")
    /// 'd3'
    #[pyo3(signature = (board, *, level, seed=0, time=None))]
    fn choose(
        &self,
        py: Python<'_>,
        board: &Board,
        level: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read_seed)] seed: u64,
        time: Option<f64>,
    ) -> PyResult<String> {
        let level = parse_level(level)?;
        let clock = time.map(seconds).transpose()?.map_or(Clock::Unlimited, Clock::PerMove);
        let choice = self.run(py, |searcher| {
            let own = Searcher::new(&Settings { hash_bytes: 0, threads: 1 });
            let mut player = Player::with_searcher(level, seed, std::mem::replace(searcher, own));
            let choice = player.choose(&board.0, clock);
            *searcher = player.into_searcher();
            choice
        })?;
        choice.map(|choice| choice.mv.to_string()).ok_or_else(|| refuse("the game is over: there is no move to choose"))
    }

    /// Ends the running search. It returns the result so far. Call it from another thread.
    fn stop(&self) {
        self.stop.lock().expect("no panic while locked").stop();
    }

    /// Forgets the results of all earlier searches.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.run(py, Searcher::clear)
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.settings.threads
    }
}

impl Engine {
    /// Runs a search on another thread without the GIL. This thread looks for signals.
    fn run<T: Send>(&self, py: Python<'_>, search: impl FnOnce(&mut Searcher) -> T + Send) -> PyResult<T> {
        py.detach(|| {
            let (done, result) = mpsc::channel();
            thread::scope(|scope| {
                scope.spawn(move || {
                    let mut searcher = self.searcher.lock().unwrap_or_else(|poisoned| {
                        self.searcher.clear_poison();
                        poisoned.into_inner()
                    });
                    *self.stop.lock().expect("no panic while locked") = searcher.new_stop_handle();
                    // The receiver waits until this thread ends.
                    let _ = done.send(search(&mut searcher));
                });
                let mut interrupt = None;
                loop {
                    match result.recv_timeout(SIGNAL_POLL) {
                        Ok(found) => return interrupt.map_or(Ok(found), Err),
                        Err(mpsc::RecvTimeoutError::Disconnected) => return Err(refuse("the search failed")),
                        Err(mpsc::RecvTimeoutError::Timeout) => {}
                    }
                    if let Some(raised) = Python::attach(|py| py.check_signals().err()) {
                        interrupt = Some(raised);
                        self.stop();
                    }
                }
            })
        })
    }
}

/// The limits of a search, checked.
struct Effort {
    level: Level,
    depth: Option<u32>,
    time: Option<Duration>,
    nodes: Option<u64>,
    selectivity: Option<Selectivity>,
    has_level: bool,
}

impl Effort {
    fn new(
        level: Option<&Bound<'_, PyAny>>,
        depth: Option<i64>,
        time: Option<f64>,
        nodes: Option<i64>,
        selectivity: Option<i64>,
    ) -> PyResult<Effort> {
        if level.is_some() && depth.is_some() {
            return Err(refuse("a search has a level or a depth: give one of them"));
        }
        if selectivity.is_some() && depth.is_none() {
            return Err(refuse("selectivity needs a depth"));
        }
        let at_least_one = |name: &str, number: i64| {
            u64::try_from(number)
                .ok()
                .filter(|number| *number > 0)
                .ok_or_else(|| refuse(format!("{name}={number}: use a number from 1")))
        };
        let depth = depth.map(|depth| at_least_one("depth", depth)).transpose()?;
        let has_level = level.is_some();
        let level = match level {
            Some(level) => searching_level(level)?,
            None => Level::numbered(LEVEL).unwrap_or(Level::STRONGEST),
        };
        Ok(Effort {
            level,
            depth: depth.map(|depth| depth.min(64) as u32),
            time: time.map(seconds).transpose()?,
            nodes: nodes.map(|nodes| at_least_one("nodes", nodes)).transpose()?,
            selectivity: selectivity.map(|percent| percent.to_string().parse().map_err(refuse)).transpose()?,
            has_level,
        })
    }

    /// The limits with this many empty squares, as the command line has them.
    fn limits(&self, empties: u32) -> Limits {
        let limits = match (self.depth, self.time, self.nodes) {
            (Some(depth), ..) => {
                let usual = if depth >= empties { Selectivity::Full } else { Selectivity::P73 };
                Limits::depth(depth).with_selectivity(self.selectivity.unwrap_or(usual))
            }
            (None, Some(time), _) if !self.has_level => Level::STRONGEST.limits_within(empties, time),
            (None, None, Some(_)) if !self.has_level => Limits::open_ended(),
            _ => self.level.limits(empties),
        };
        Limits { time: self.time, nodes: self.nodes, ..limits }
    }
}

/// The fields of an [`Outcome`] in their order, for pickle.
type OutcomeState = (Option<String>, i8, String, u32, u8, bool, bool, Vec<String>, u64, f64);

/// The result of a search. It can be pickled.
#[pyclass(frozen, get_all, module = "outflank")]
pub(crate) struct Outcome {
    /// The best move; `None` if the game is over.
    #[pyo3(name = "move")]
    mv: Option<String>,
    /// The evaluation in discs for the side to move, empty squares to the winner.
    value: i8,
    /// `"exact"`, `"at-least"` or `"at-most"`: the relation of the value to the true one.
    bound: String,
    /// Plies searched.
    depth: u32,
    /// The selectivity in percent.
    selectivity: u8,
    /// Whether the value is the exact score.
    is_exact: bool,
    /// Whether the value or bound is certain.
    is_proven: bool,
    /// The principal variation.
    line: Vec<String>,
    /// Positions searched.
    nodes: u64,
    /// Seconds.
    time: f64,
}

#[pymethods]
impl Outcome {
    #[new]
    fn new(state: OutcomeState) -> Outcome {
        let (mv, value, bound, depth, selectivity, is_exact, is_proven, line, nodes, time) = state;
        Outcome { mv, value, bound, depth, selectivity, is_exact, is_proven, line, nodes, time }
    }

    fn __getnewargs__(&self) -> (OutcomeState,) {
        let (mv, bound, line) = (self.mv.clone(), self.bound.clone(), self.line.clone());
        let Outcome { value, depth, selectivity, is_exact, is_proven, nodes, time, .. } = *self;
        ((mv, value, bound, depth, selectivity, is_exact, is_proven, line, nodes, time),)
    }

    fn __repr__(&self) -> String {
        let mv = self.mv.as_deref().unwrap_or("none");
        let exact = if self.is_exact { ", exact" } else { "" };
        format!("<Outcome {mv} {:+}, depth {}@{}%{exact}>", self.value, self.depth, self.selectivity)
    }
}

impl From<outflank_engine::Outcome> for Outcome {
    fn from(outcome: outflank_engine::Outcome) -> Outcome {
        Outcome {
            mv: outcome.mv.map(|mv| mv.to_string()),
            value: outcome.value.discs(),
            bound: bound(outcome.bound).to_owned(),
            depth: outcome.depth,
            selectivity: outcome.selectivity.percent(),
            is_exact: outcome.is_exact(),
            is_proven: outcome.is_proven,
            line: names(&outcome.line),
            nodes: outcome.nodes,
            time: outcome.time.as_secs_f64(),
        }
    }
}

/// The evaluation of one move.
#[pyclass(frozen, get_all, module = "outflank")]
#[derive(Clone)]
pub(crate) struct MoveValue {
    /// The move.
    #[pyo3(name = "move")]
    mv: String,
    /// Its evaluation in discs for the side that makes it.
    value: i8,
    /// `"exact"`, `"at-least"` or `"at-most"`.
    bound: &'static str,
    /// Plies searched, the move included.
    depth: u32,
    /// The selectivity in percent.
    selectivity: u8,
    /// Whether the value is the exact score.
    is_exact: bool,
    /// The principal variation, beginning with the move.
    line: Vec<String>,
}

#[pymethods]
impl MoveValue {
    fn __repr__(&self) -> String {
        format!("<MoveValue {} {:+}>", self.mv, self.value)
    }
}

impl From<outflank_engine::MoveValue> for MoveValue {
    fn from(valued: outflank_engine::MoveValue) -> MoveValue {
        MoveValue {
            mv: valued.mv.to_string(),
            value: valued.value.discs(),
            bound: bound(valued.bound),
            depth: valued.depth,
            selectivity: valued.selectivity.percent(),
            is_exact: valued.is_exact(),
            line: names(&valued.line),
        }
    }
}

/// The evaluations of all legal moves, best first.
#[pyclass(frozen, get_all, module = "outflank")]
pub(crate) struct Analysis {
    /// The moves, best first. Empty if the game is over.
    moves: Vec<MoveValue>,
    /// Whether all values are exact scores.
    is_exact: bool,
    /// Positions searched.
    nodes: u64,
    /// Seconds.
    time: f64,
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(|valued| format!("{} {:+}", valued.mv, valued.value)).collect();
        format!("<Analysis {}>", moves.join(", "))
    }
}

/// A reviewed move. Values are in discs for the side that made it.
#[pyclass(frozen, get_all, module = "outflank")]
#[derive(Clone)]
pub(crate) struct ReviewedMove {
    /// The number of the move, counted from 1.
    ply: usize,
    /// The side that made it.
    color: String,
    /// The played move.
    played: String,
    /// The best move, or the played one if it is as good.
    best: String,
    /// The value of the best move.
    value: i8,
    /// The value of the played move.
    played_value: i8,
    /// The discs lost by the move.
    loss: i32,
    /// `"best"`, `"good"`, `"inaccuracy"`, `"mistake"` or `"blunder"`.
    class_: String,
    /// Whether both values are exact scores.
    is_exact: bool,
    /// Whether it was the only legal move.
    is_forced: bool,
    /// Plies searched.
    depth: u32,
    /// The principal variation with the best move.
    line: Vec<String>,
}

#[pymethods]
impl ReviewedMove {
    fn __repr__(&self) -> String {
        format!("<ReviewedMove {} {} {}, lost {}>", self.ply, self.played, self.class_, self.loss)
    }
}

/// A review of a game.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Review {
    /// The moves in the order of the game. A stopped review lacks the first ones.
    #[pyo3(get)]
    moves: Vec<ReviewedMove>,
}

#[pymethods]
impl Review {
    /// Returns the discs that a side lost by all its moves.
    fn total_loss(&self, color: &str) -> PyResult<i32> {
        let color = color.parse::<Color>().map_err(refuse)?.to_string();
        Ok(self.moves.iter().filter(|reviewed| reviewed.color == color).map(|reviewed| reviewed.loss).sum())
    }

    /// Returns the number of moves of a side by class.
    fn counts<'py>(&self, py: Python<'py>, color: &str) -> PyResult<Bound<'py, PyDict>> {
        let color = color.parse::<Color>().map_err(refuse)?.to_string();
        let counts = PyDict::new(py);
        for class in MoveClass::ALL.map(|class| class.to_string()) {
            let of_class = |reviewed: &&ReviewedMove| reviewed.color == color && reviewed.class_ == class;
            counts.set_item(&class, self.moves.iter().filter(of_class).count())?;
        }
        Ok(counts)
    }

    fn __repr__(&self) -> String {
        format!("<Review of {} moves>", self.moves.len())
    }
}

impl From<&outflank_engine::Review> for Review {
    fn from(review: &outflank_engine::Review) -> Review {
        let moves = review.moves.iter().map(|reviewed| ReviewedMove {
            ply: reviewed.ply,
            color: reviewed.color.to_string(),
            played: reviewed.played.to_string(),
            best: reviewed.best.to_string(),
            value: reviewed.value.discs(),
            played_value: reviewed.played_value.discs(),
            loss: reviewed.loss(),
            class_: reviewed.class().to_string(),
            is_exact: reviewed.is_exact,
            is_forced: reviewed.is_forced,
            depth: reviewed.depth,
            line: names(&reviewed.line),
        });
        Review { moves: moves.collect() }
    }
}

/// Returns the names of the levels, the weakest first.
///
/// >>> levels()[:3], levels()[-1]
/// (['random', 'greedy', '1'], '20')
#[pyfunction]
pub(crate) fn levels() -> Vec<String> {
    Level::all().map(|level| level.to_string()).collect()
}

/// Checks that threads and memory exist, because the engine would abort without memory.
fn settings(threads: i64, hash_mib: i64) -> PyResult<Settings> {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = match usize::try_from(threads) {
        Ok(0) => processors,
        Ok(threads) => threads.min(processors),
        Err(_) => return Err(refuse(format!("threads={threads}: use a number from 0"))),
    };
    let hash = usize::try_from(hash_mib).ok().filter(|mebibytes| (1..=MAX_HASH_MIB).contains(mebibytes));
    let hash = hash.ok_or_else(|| refuse(format!("hash_mib={hash_mib}: use 1 to {MAX_HASH_MIB}")))?;
    let reserved = Vec::<u8>::new().try_reserve_exact(hash << 20);
    reserved.map_err(|_| refuse(format!("hash_mib={hash_mib}: not enough memory: give less")))?;
    Ok(Settings { hash_bytes: hash << 20, threads })
}

/// Parses a level from a number or a text.
fn parse_level(level: &Bound<'_, PyAny>) -> PyResult<Level> {
    level.str()?.to_cow()?.parse().map_err(refuse)
}

/// Parses a level that searches, which `random` and `greedy` do not.
fn searching_level(level: &Bound<'_, PyAny>) -> PyResult<Level> {
    let text = level.str()?;
    let found = parse_level(level).ok().filter(|level| level.number().is_some());
    found.ok_or_else(|| {
        refuse(format!(
            "{:?} is not a level that searches: use a number from 1 to 20",
            excerpt(&text.to_string_lossy())
        ))
    })
}

/// Reads the argument `time`. Clamps it to what the engine's clock can add to now.
fn seconds(time: f64) -> PyResult<Duration> {
    if time.is_finite() && time > 0.0 {
        Ok(Duration::from_secs_f64(time.clamp(1e-9, 1e9)))
    } else {
        Err(refuse(format!("time={time:?}: use a finite number of seconds above 0")))
    }
}

/// A search needs a position in which discs flip.
fn searchable(board: &Board) -> PyResult<Position> {
    if board.0.free_squares().is_empty() {
        Ok(board.0)
    } else {
        Err(refuse("the center squares must be filled first: add those moves, or use analyse"))
    }
}

fn bound(bound: outflank_engine::Bound) -> &'static str {
    match bound {
        outflank_engine::Bound::AtMost => "at-most",
        outflank_engine::Bound::Exact => "exact",
        outflank_engine::Bound::AtLeast => "at-least",
    }
}

fn names(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}
