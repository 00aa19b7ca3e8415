//! Many games at once, for reinforcement learning.

use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadwriteArray, PyReadwriteArray1,
    PyReadwriteArray2, ndarray::Dimension,
};
use outflank_engine::{Board as Discs, legal_many};
use outflank_rules::{Bitboard, BoardSpec, Color, Move, Position, Setup, Variant, rng::SplitMix64};
use pyo3::{exceptions::PyIndexError, prelude::*};

use crate::{
    arrays::{array, board_size, require_numpy, write_plane, write_planes},
    board::{Board, bad_action, move_of_action, read_optional_seed, read_seed},
    error::refuse,
};

const MAX_GAMES: usize = 1 << 24;

/// Rewards and dones.
type Stepped<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>);

/// Many games of Reversi that step together. A finished game starts again at once.
///
/// Args:
///     games: The number of games.
///     size: 4, 6 or 8 squares a side.
///     seed: The seed of `sample`.
///
/// An action is row times size plus column; size times size is a pass, which is legal only if no
/// disc can be placed. The arrays `own`, `opp`, `turn`, `legal`, `masks` and `margins` belong to
/// the environment: each step writes into them. Copy what you keep, and never resize them.
///
/// Use an environment on one thread at a time. A call during a call of another thread raises
/// `RuntimeError`.
///
/// >>> env = VecEnv(2, size=6)
/// >>> env.masks.shape, env.masks[0].nonzero()[0].tolist()
/// ((2, 37), [8, 13, 22, 27])
/// >>> rewards, dones = env.step([8, 13])
/// >>> rewards.tolist(), dones.tolist(), env.turn.tolist()
/// ([0.0, 0.0], [False, False], [1, 1])
/// >>> env.step([0, 7])
/// Traceback (most recent call last):
/// outflank.OutflankError: game 0: a1 flips nothing for white; legal for white: b2 d2 b4
#[pyclass(module = "outflank")]
pub(crate) struct VecEnv {
    spec: BoardSpec,
    games: Games,
    /// The discs of the side to move, `uint64`.
    #[pyo3(get)]
    own: Py<PyArray1<u64>>,
    /// The discs of the other side, `uint64`.
    #[pyo3(get)]
    opp: Py<PyArray1<u64>>,
    /// The side to move, `uint8`: 0 is black, 1 is white.
    #[pyo3(get)]
    turn: Py<PyArray1<u8>>,
    /// The legal squares, `uint64`. 0 means that the side to move must pass.
    #[pyo3(get)]
    legal: Py<PyArray1<u64>>,
    /// The legal actions, `bool`, of shape (games, size * size + 1).
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    /// Black's margin in the games that ended in the last step, `int8`; 0 in the others. Empty
    /// squares go to the winner.
    #[pyo3(get)]
    margins: Py<PyArray1<i8>>,
    planes: Py<PyArray4<u8>>,
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (games, *, size=8, seed=0))]
    fn new(
        py: Python<'_>,
        games: i64,
        #[pyo3(from_py_with = board_size)] size: u8,
        #[pyo3(from_py_with = read_seed)] seed: u64,
    ) -> PyResult<VecEnv> {
        require_numpy(py)?;
        let spec = BoardSpec::square(size);
        let count = usize::try_from(games).ok().filter(|games| (1..=MAX_GAMES).contains(games));
        let count = count.ok_or_else(|| refuse(format!("games={games}: use 1 to {MAX_GAMES}")))?;
        let side = usize::from(size);
        let mut env = VecEnv {
            spec,
            games: Games::new(Variant::crossed(spec).start(), count, seed),
            own: PyArray1::zeros(py, count, false).unbind(),
            opp: PyArray1::zeros(py, count, false).unbind(),
            turn: PyArray1::zeros(py, count, false).unbind(),
            legal: PyArray1::zeros(py, count, false).unbind(),
            masks: PyArray2::zeros(py, [count, side * side + 1], false).unbind(),
            margins: PyArray1::zeros(py, count, false).unbind(),
            planes: PyArray4::zeros(py, [count, 2, side, side], false).unbind(),
        };
        env.reset(py, None)?;
        Ok(env)
    }

    /// Starts all games again. A seed starts the sequence of `sample` again.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, #[pyo3(from_py_with = read_optional_seed)] seed: Option<u64>) -> PyResult<()> {
        let views = self.views(py)?;
        self.games.start_again();
        if let Some(seed) = seed {
            self.games.rng = SplitMix64::new(seed);
        }
        views.publish(&self.games, self.size())
    }

    /// Makes one move in each game.
    ///
    /// Args:
    ///     actions: One action per game, an array of type `int64`.
    ///
    /// Returns:
    ///     Rewards (`float32`) and dones (`bool`), one per game. The reward is for the side that
    ///     moved: 1 for a win, -1 for a loss, else 0. It is not 0 only if the game is done.
    ///
    /// Raises:
    ///     OutflankError: An action is illegal. No game changes.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let actions = array::<i64>(actions, "actions")?;
        let actions = actions.try_readonly()?;
        let actions = actions.as_slice()?;
        if actions.len() != self.games.own.len() {
            let (wrong, right) = (actions.len(), self.games.own.len());
            return Err(refuse(format!("{wrong} actions for {right} games: give one per game")));
        }
        let views = self.views(py)?;
        let (games, spec) = (&mut self.games, self.spec);
        let stepped = py.detach(|| games.step(spec, actions));
        let (rewards, dones) = stepped.map_err(|game| self.illegal(game, actions[game]))?;
        views.publish(&self.games, self.size())?;
        Ok((PyArray1::from_vec(py, rewards), PyArray1::from_vec(py, dones)))
    }

    /// Returns a random legal action for each game, an array of type `int64`.
    ///
    /// >>> env = VecEnv(4, size=4, seed=7)
    /// >>> dones = sum(env.step(env.sample())[1].sum() for _ in range(40))
    /// >>> bool(dones > 0)
    /// True
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.games.sample(self.spec.size()))
    }

    /// Returns the planes of all games in an array of shape (games, 2, size, size) and type
    /// `uint8`: the discs of the side to move, and those of the other side. The array belongs to
    /// the environment, and each call writes into it.
    #[pyo3(name = "planes")]
    fn write_planes(&self, py: Python<'_>) -> PyResult<Py<PyArray4<u8>>> {
        let mut cells = writable(py, "planes()", &self.planes, 2 * self.cells())?;
        write_planes(&self.games.own, &self.games.opp, usize::from(self.size()), cells.as_slice_mut()?);
        Ok(self.planes.clone_ref(py))
    }

    /// Returns the position of one game, counted from 0.
    fn board(&self, game: i64) -> PyResult<Board> {
        let last = self.games.own.len() - 1;
        let number = usize::try_from(game).ok().filter(|game| *game <= last);
        let number = number.ok_or_else(|| PyIndexError::new_err(format!("{game} is not a game: use 0 to {last}")))?;
        Ok(Board(self.games.position(self.spec, number)))
    }

    /// The number of rows.
    #[getter]
    fn size(&self) -> u8 {
        self.spec.size()
    }

    fn __len__(&self) -> usize {
        self.games.own.len()
    }
}

impl VecEnv {
    /// Opens the arrays that Python sees for writing, before a step changes the games.
    fn views<'py>(&self, py: Python<'py>) -> PyResult<Views<'py>> {
        let games = self.games.own.len();
        Ok(Views {
            own: writable(py, "own", &self.own, games)?,
            opp: writable(py, "opp", &self.opp, games)?,
            turn: writable(py, "turn", &self.turn, games)?,
            legal: writable(py, "legal", &self.legal, games)?,
            masks: writable(py, "masks", &self.masks, games + self.cells())?,
            margins: writable(py, "margins", &self.margins, games)?,
        })
    }

    /// The squares of all games.
    fn cells(&self) -> usize {
        let side = usize::from(self.size());
        self.games.own.len() * side * side
    }

    /// Explains an illegal action.
    fn illegal(&self, game: usize, action: i64) -> PyErr {
        let Some(mv) = move_of_action(action, self.size()) else { return bad_action(action, self.size()) };
        match self.games.position(self.spec, game).play(mv) {
            Err(illegal) => refuse(format!("game {game}: {illegal}")),
            Ok(_) => bad_action(action, self.size()),
        }
    }
}

/// The arrays that Python sees, open for writing.
struct Views<'py> {
    own: PyReadwriteArray1<'py, u64>,
    opp: PyReadwriteArray1<'py, u64>,
    turn: PyReadwriteArray1<'py, u8>,
    legal: PyReadwriteArray1<'py, u64>,
    masks: PyReadwriteArray2<'py, bool>,
    margins: PyReadwriteArray1<'py, i8>,
}

impl Views<'_> {
    /// Copies the state into the arrays.
    fn publish(mut self, games: &Games, size: u8) -> PyResult<()> {
        copy(&games.own, self.own.as_slice_mut()?);
        copy(&games.opp, self.opp.as_slice_mut()?);
        copy(&games.turn, self.turn.as_slice_mut()?);
        copy(&games.legal, self.legal.as_slice_mut()?);
        copy(&games.margins, self.margins.as_slice_mut()?);
        let size = usize::from(size);
        for (mask, &legal) in self.masks.as_slice_mut()?.chunks_exact_mut(size * size + 1).zip(&games.legal) {
            let (pass, squares) = mask.split_last_mut().expect("the pass");
            write_plane(legal, size, squares);
            *pass = legal == 0;
        }
        Ok(())
    }
}

/// Copies without a panic if another thread has resized the array during a step.
fn copy<T: Copy>(from: &[T], to: &mut [T]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
}

/// Opens an array for writing. Python code can change its type, its shape and its flags.
fn writable<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    name: &str,
    array: &Py<PyArray<T, D>>,
    cells: usize,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let array = array.bind(py).as_any().cast::<PyArray<T, D>>().ok();
    let open = array.and_then(|array| array.try_readwrite().ok());
    let open = open.filter(|array| array.as_slice().is_ok_and(|slice| slice.len() == cells));
    open.ok_or_else(|| {
        refuse(format!("the type, shape or flags of env.{name} have changed: make a new VecEnv, and copy its arrays"))
    })
}

/// The state of all games.
struct Games {
    start: Discs,
    start_legal: u64,
    own: Vec<u64>,
    opp: Vec<u64>,
    turn: Vec<u8>,
    legal: Vec<u64>,
    margins: Vec<i8>,
    rng: SplitMix64,
}

impl Games {
    fn new(start: Position, count: usize, seed: u64) -> Games {
        Games {
            start: Discs { own: start.own().0, opp: start.opp().0 },
            start_legal: start.legal().0,
            own: vec![0; count],
            opp: vec![0; count],
            turn: vec![0; count],
            legal: vec![0; count],
            margins: vec![0; count],
            rng: SplitMix64::new(seed),
        }
    }

    fn start_again(&mut self) {
        (0..self.own.len()).for_each(|game| self.restart(game));
        self.margins.fill(0);
    }

    fn restart(&mut self, game: usize) {
        (self.own[game], self.opp[game]) = (self.start.own, self.start.opp);
        (self.turn[game], self.legal[game]) = (0, self.start_legal);
    }

    /// Makes one move in each game, or returns the first game with an illegal one.
    fn step(&mut self, spec: BoardSpec, actions: &[i64]) -> Result<(Vec<f32>, Vec<bool>), usize> {
        let is_legal = |(&action, &legal): (&i64, &u64)| match move_of_action(action, spec.size()) {
            Some(Move::Place(square)) => legal >> square.index() & 1 == 1,
            Some(Move::Pass) => legal == 0,
            None => false,
        };
        if let Some(wrong) = actions.iter().zip(&self.legal).position(|action| !is_legal(action)) {
            return Err(wrong);
        }
        for (game, &action) in actions.iter().enumerate() {
            let board = Discs { own: self.own[game], opp: self.opp[game] };
            let next = match move_of_action(action, spec.size()) {
                Some(Move::Place(square)) => {
                    let square = square.index() as u32;
                    board.after(square, board.flips(square))
                }
                _ => board.passed(),
            };
            (self.own[game], self.opp[game]) = (next.own, next.opp);
            self.turn[game] ^= 1;
        }
        legal_many(&self.own, &self.opp, spec.area().0, &mut self.legal);
        let mut rewards = vec![0.0; actions.len()];
        let mut dones = vec![false; actions.len()];
        self.margins.fill(0);
        for game in 0..actions.len() {
            let waiting = Discs { own: self.opp[game], opp: self.own[game] };
            if self.legal[game] == 0 && waiting.legal() & spec.area().0 == 0 {
                let score = self.position(spec, game).score();
                let mover = if self.turn[game] == 0 { Color::White } else { Color::Black };
                rewards[game] = f32::from(score.utility(mover).discs().signum());
                self.margins[game] = score.official_margin().discs();
                dones[game] = true;
                self.restart(game);
            }
        }
        Ok((rewards, dones))
    }

    fn sample(&mut self, size: u8) -> Vec<i64> {
        let (side, rng) = (i64::from(size), &mut self.rng);
        let action = |&legal: &u64| match Bitboard(legal).into_iter().nth(rng.below(legal.count_ones() as usize)) {
            Some(square) => i64::from(square.row()) * side + i64::from(square.column()),
            None => side * side,
        };
        self.legal.iter().map(action).collect()
    }

    fn position(&self, spec: BoardSpec, game: usize) -> Position {
        let (own, opp) = (Bitboard(self.own[game]), Bitboard(self.opp[game]));
        let (black, white, turn) =
            if self.turn[game] == 0 { (own, opp, Color::Black) } else { (opp, own, Color::White) };
        Setup { black, white, turn, spec }.validate().expect("legal moves keep a position well formed")
    }
}
