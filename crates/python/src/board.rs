//! Positions.

use std::{collections::hash_map::RandomState, hash::BuildHasher};

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use outflank_diagram::{Diagram, Marked};
use outflank_rules::{
    Bitboard, Color, Goal, Move, Position, Setup, Square, Status, Symmetry, Variant, excerpt,
    notation::read_board,
    opening::{self, Opening},
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyType},
};

use crate::{
    arrays::{self, write_plane},
    error::refuse,
};

/// A position: the discs, the side to move, the size and the goal. It never changes.
///
/// Args:
///     text: A board in any notation that the program reads: rows or one line of cells, `X` black,
///         `O` white, `-` empty, with the side to move at the end. Without it, the start.
///     variant: A variant such as `"six"` or `"anti"`; see `variants()`. Without it, the standard
///         game, or the size of the text.
///     seed: A number that draws the first mover of variants such as `"random-first"`. Without it,
///         each call draws again.
///
/// Moves and squares are texts such as `"d3"`; a pass is `"pass"`. Sets of squares are integers
/// with 64 bits, eight bits a row, a1 the lowest, on boards of every size.
///
/// >>> board = Board()
/// >>> board.legal()
/// ['d3', 'c4', 'f5', 'e6']
/// >>> after = board.play("d3")
/// >>> after.turn, after.discs()
/// ('white', (4, 1))
/// >>> print(Board("---- -OX- -XO- ---- X"))
///   a b c d
/// 1 - - - -
/// 2 - O X -
/// 3 - X O -
/// 4 - - - -
/// black to move
/// >>> board.play("a1")
/// Traceback (most recent call last):
/// outflank.OutflankError: a1 flips nothing for black; legal for black: d3 c4 f5 e6
#[pyclass(frozen, eq, hash, module = "outflank")]
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) Position);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (text=None, *, variant=None, seed=None))]
    fn new(
        text: Option<&str>,
        variant: Option<&str>,
        #[pyo3(from_py_with = read_optional_seed)] seed: Option<u64>,
    ) -> PyResult<Board> {
        let variant = variant.map(parse_variant).transpose()?;
        let Some(text) = text else {
            return Ok(Board(start(variant.unwrap_or_default(), seed)));
        };
        let setup = read_board(text).map_err(refuse)?.setup;
        match variant {
            None => checked(&setup),
            Some(variant) if variant.spec().size() == setup.spec.size() => {
                checked(&Setup { spec: variant.spec(), ..setup })
            }
            Some(variant) => {
                let (board, size) = (setup.spec.size(), variant.spec().size());
                Err(refuse(format!("the board is {board}x{board}, but the variant {variant} is {size}x{size}")))
            }
        }
    }

    /// Creates a position from two sets of squares.
    ///
    /// >>> start = Board()
    /// >>> Board.from_bitboards(start.black, start.white) == start
    /// True
    #[classmethod]
    #[pyo3(signature = (black, white, turn="black", *, variant="standard"))]
    fn from_bitboards(_cls: &Bound<'_, PyType>, black: u64, white: u64, turn: &str, variant: &str) -> PyResult<Board> {
        let (turn, spec) = (turn.parse().map_err(refuse)?, parse_variant(variant)?.spec());
        checked(&Setup { black: Bitboard(black), white: Bitboard(white), turn, spec })
    }

    /// The squares with a black disc.
    #[getter]
    fn black(&self) -> u64 {
        self.0.discs(Color::Black).0
    }

    /// The squares with a white disc.
    #[getter]
    fn white(&self) -> u64 {
        self.0.discs(Color::White).0
    }

    /// The squares with a disc of the side to move.
    #[getter]
    fn own(&self) -> u64 {
        self.0.own().0
    }

    /// The squares with a disc of the other side.
    #[getter]
    fn opp(&self) -> u64 {
        self.0.opp().0
    }

    /// The playable squares.
    #[getter]
    fn area(&self) -> u64 {
        self.0.spec().area().0
    }

    /// The side to move, `"black"` or `"white"`.
    #[getter]
    fn turn(&self) -> String {
        self.0.turn().to_string()
    }

    /// The number of rows: 4, 6 or 8.
    #[getter]
    fn size(&self) -> u8 {
        self.0.spec().size()
    }

    /// The goal: `"most"` or `"fewest"` discs.
    #[getter]
    fn goal(&self) -> &'static str {
        match self.0.spec().goal() {
            Goal::Most => "most",
            Goal::Fewest => "fewest",
        }
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> u32 {
        self.0.empties().len()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// Whether the side to move must pass.
    #[getter]
    fn must_pass(&self) -> bool {
        self.0.must_pass()
    }

    /// The name of the opening that leads here, or `None`.
    #[getter]
    fn opening(&self) -> Option<&'static str> {
        opening::of_position(&self.0).map(Opening::name)
    }

    /// Returns the squares where the side to move may place a disc.
    fn legal(&self) -> Vec<String> {
        names(self.0.legal())
    }

    /// Returns the legal squares as bits.
    fn legal_bits(&self) -> u64 {
        self.0.legal().0
    }

    /// Returns the legal moves: squares, or `["pass"]`, or nothing if the game is over.
    ///
    /// >>> Board("XO-- ---- ---- ---- O").moves()
    /// ['pass']
    fn moves(&self) -> Vec<String> {
        self.0.moves().iter().map(Move::to_string).collect()
    }

    /// Returns the discs that a disc on this square flips.
    ///
    /// >>> Board().flips("d3")
    /// ['d4']
    fn flips(&self, square: &str) -> PyResult<Vec<String>> {
        let square = square.parse::<Square>().map_err(refuse)?;
        Ok(names(self.0.flips(square)))
    }

    /// Returns the color of the disc on a square, or `None`.
    ///
    /// >>> Board().at("d4"), Board().at("a1")
    /// ('white', None)
    fn at(&self, square: &str) -> PyResult<Option<String>> {
        let square = square.parse::<Square>().map_err(refuse)?;
        Ok(self.0.at(square).map(|color| color.to_string()))
    }

    /// Returns the position after a move.
    ///
    /// Raises:
    ///     OutflankError: The move is illegal. The message says why.
    #[pyo3(name = "play")]
    fn played(&self, mv: &str) -> PyResult<Board> {
        self.0.play(parse_move(mv)?).map(Board).map_err(refuse)
    }

    /// Returns the discs of black and white.
    fn discs(&self) -> (u8, u8) {
        let score = self.0.score();
        (score.discs(Color::Black), score.discs(Color::White))
    }

    /// Returns black's discs minus white's, with empty squares to the winner if the game is over.
    ///
    /// >>> Game("e6 f4 e3 f6 g5 d6 e7 f5 c5").board.margin()
    /// 64
    fn margin(&self) -> i8 {
        match self.0.status() {
            Status::Over(score) => score.official_margin().discs(),
            _ => self.0.score().margin().discs(),
        }
    }

    /// Returns the winner if the game is over; `None` for a draw, or if it is not over.
    fn winner(&self) -> Option<String> {
        match self.0.status() {
            Status::Over(score) => score.winner().map(|color| color.to_string()),
            _ => None,
        }
    }

    /// Returns the action number of a move: row times size plus column; size times size is a pass.
    ///
    /// >>> Board().action("d3"), Board(variant="six").action("pass")
    /// (19, 36)
    fn action(&self, mv: &str) -> PyResult<usize> {
        let size = usize::from(self.size());
        match parse_move(mv)? {
            Move::Pass => Ok(size * size),
            Move::Place(square) if usize::from(square.column().max(square.row())) < size => {
                Ok(usize::from(square.row()) * size + usize::from(square.column()))
            }
            Move::Place(square) => Err(refuse(format!("{square} is not a square of this board"))),
        }
    }

    /// Returns the move with an action number.
    ///
    /// >>> Board().move(19), Board().move(64)
    /// ('d3', 'pass')
    #[pyo3(name = "move")]
    fn mv(&self, action: i64) -> PyResult<String> {
        move_of_action(action, self.size()).map(|mv| mv.to_string()).ok_or_else(|| bad_action(action, self.size()))
    }

    /// Returns the position turned or mirrored by one of eight symmetries, 0 to 7. 0 is the
    /// identity; 4 swaps columns and rows.
    ///
    /// >>> Board().play("d3").transformed(4) == Board().play("c4")
    /// True
    fn transformed(&self, symmetry: i64) -> PyResult<Board> {
        Ok(Board(self.0.transformed(parse_symmetry(symmetry)?)))
    }

    /// Returns one representative of all eight symmetric positions, and the symmetry that leads to
    /// it.
    ///
    /// >>> Board().play("d3").canonical()[0] == Board().play("e6").canonical()[0]
    /// True
    fn canonical(&self) -> (Board, usize) {
        let (position, symmetry) = self.0.canonical();
        let number = Symmetry::ALL.iter().position(|known| *known == symmetry).expect("one of the eight");
        (Board(position), number)
    }

    /// Returns an array of 2 numbers of type `uint64`: `own` and `opp`. Needs numpy.
    fn bitboards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        arrays::require_numpy(py)?;
        Ok(PyArray1::from_slice(py, &[self.own(), self.opp()]))
    }

    /// Returns three planes of type `uint8` in an array of shape (3, size, size): the discs of the
    /// side to move, the discs of the other side, the legal squares. Needs numpy.
    ///
    /// >>> Board().planes().sum(axis=(1, 2)).tolist()
    /// [2, 2, 4]
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        arrays::require_numpy(py)?;
        let size = usize::from(self.size());
        let planes = PyArray3::zeros(py, [3, size, size], false);
        let mut cells = planes.readwrite();
        let sets = [self.own(), self.opp(), self.legal_bits()];
        for (plane, bits) in cells.as_slice_mut()?.chunks_exact_mut(size * size).zip(sets) {
            write_plane(bits, size, plane);
        }
        drop(cells);
        Ok(planes)
    }

    /// Returns the position as an SVG picture.
    ///
    /// Args:
    ///     legal: Mark the legal squares.
    ///     theme: `"classic"`, `"dark"`, `"contrast"` or `"print"`.
    ///     marks: Marks such as `"c2"` (a ring), `"c2=x"` (a cross) or `"c2=A"` (a text).
    #[pyo3(signature = (*, legal=true, theme="classic", marks=None))]
    fn svg(&self, legal: bool, theme: &str, marks: Option<Vec<String>>) -> PyResult<String> {
        draw(Diagram::new(&self.0), legal, theme, &marks.unwrap_or_default())
    }

    /// Shows the board in notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(true, "classic", None)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Board {0}x{0}, {1} empty, {2} to move>", self.size(), self.empties(), self.turn())
    }

    /// For pickle. A position is a variant that starts there, and the code of a variant holds
    /// everything.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        let arguments = PyDict::new(py);
        arguments.set_item("variant", Variant::from_position(&self.0).to_string())?;
        Ok(((), arguments))
    }
}

/// Returns the named variants with a description each.
///
/// >>> variants()["six"]
/// '6x6'
#[pyfunction]
pub(crate) fn variants(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let known = PyDict::new(py);
    for (name, description, _) in Variant::NAMED {
        known.set_item(name, description)?;
    }
    Ok(known)
}

/// Draws a diagram as SVG.
pub(crate) fn draw(diagram: Diagram, legal: bool, theme: &str, marks: &[String]) -> PyResult<String> {
    let mut diagram = diagram.with_theme(theme.parse().map_err(refuse)?);
    for mark in marks {
        let Marked { square, mark } = mark.parse().map_err(refuse)?;
        diagram = diagram.with_mark(square, mark);
    }
    let diagram = if legal { diagram.with_legal() } else { diagram };
    Ok(diagram.canvas().to_svg())
}

pub(crate) fn parse_variant(code: &str) -> PyResult<Variant> {
    code.parse().map_err(refuse)
}

/// Returns the start of a variant. Without a seed, draws the first mover of variants that draw it.
pub(crate) fn start(variant: Variant, seed: Option<u64>) -> Position {
    // The standard library's hash maps have random keys, so no other crate is needed.
    variant.start_from_seed(seed.unwrap_or_else(|| RandomState::new().hash_one(0)))
}

/// Reads the argument `seed`.
pub(crate) fn read_seed(seed: &Bound<'_, PyAny>) -> PyResult<u64> {
    let wrong = |text: &str| refuse(format!("seed={}: use an integer from 0 to {}", excerpt(text), u64::MAX));
    seed.extract().map_err(|_| seed.repr().map_or_else(|error| error, |text| wrong(&text.to_string_lossy())))
}

/// Reads the argument `seed`, which may be `None`.
pub(crate) fn read_optional_seed(seed: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if seed.is_none() { Ok(None) } else { read_seed(seed).map(Some) }
}

pub(crate) fn parse_move(text: &str) -> PyResult<Move> {
    text.parse().map_err(refuse)
}

pub(crate) fn parse_symmetry(number: i64) -> PyResult<Symmetry> {
    let symmetry = usize::try_from(number).ok().and_then(|number| Symmetry::ALL.get(number).copied());
    symmetry.ok_or_else(|| refuse(format!("{number} is not a symmetry: use 0 to 7")))
}

/// Returns the move of an action, or `None` if there is none.
pub(crate) fn move_of_action(action: i64, size: u8) -> Option<Move> {
    let side = i64::from(size);
    match action {
        _ if action == side * side => Some(Move::Pass),
        _ if (0..side * side).contains(&action) => {
            Square::new((action % side) as u8, (action / side) as u8).map(Move::Place)
        }
        _ => None,
    }
}

pub(crate) fn bad_action(action: i64, size: u8) -> PyErr {
    let pass = u32::from(size) * u32::from(size);
    refuse(format!("{action} is not an action: use 0 to {}, or {pass} for a pass", pass - 1))
}

fn checked(setup: &Setup) -> PyResult<Board> {
    setup.validate().map(Board).map_err(refuse)
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}
