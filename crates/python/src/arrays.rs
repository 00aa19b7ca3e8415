//! Batches of boards in numpy arrays.
//!
//! Arguments are arrays or lists. A contiguous array of the right type is used in place.

use numpy::{Element, PyArray1, PyArray4, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use outflank_engine::Board;
use outflank_rules::{Bitboard, BoardSpec, Color, Move, Setup, excerpt};
use pyo3::{
    exceptions::PyImportError,
    prelude::*,
    types::{PyList, PyTuple},
};

use crate::{
    board::{move_of_action, parse_symmetry},
    error::refuse,
};

/// Returns an exception that says what to install if numpy is missing.
pub(crate) fn require_numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|_| PyImportError::new_err("this needs numpy: pip install numpy"))
}

/// Returns the argument as a contiguous array with one dimension. Copies only if it must. Refuses
/// numbers that the conversion would change.
pub(crate) fn array<'py, T>(argument: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyArray1<T>>>
where
    T: Element + FromPyObjectOwned<'py>,
{
    let py = argument.py();
    let numpy = require_numpy(py)?;
    if let Some(array) = argument.cast::<PyArray1<T>>().ok().filter(|array| array.is_contiguous()) {
        return Ok(array.clone());
    }
    // Numpy would make floats of a list with numbers on both sides of 2**63.
    let is_list = argument.is_instance_of::<PyList>() || argument.is_instance_of::<PyTuple>();
    if let Some(numbers) = is_list.then(|| argument.extract().ok()).flatten() {
        return Ok(PyArray1::from_vec(py, numbers));
    }
    let wanted = T::get_dtype(py);
    let given = numpy.call_method1("ascontiguousarray", (argument,)).map_err(|error| refuse(error.value(py)))?;
    let found = given.cast::<PyUntypedArray>()?.dtype();
    if !matches!(found.kind(), b'i' | b'u') {
        return Err(refuse(format!("{name} has type {found}: use {wanted}")));
    }
    let array = numpy.call_method1("ascontiguousarray", (&given, &wanted))?;
    if !found.is_equiv_to(&wanted) && !numpy.call_method1("array_equal", (&array, &given))?.is_truthy()? {
        return Err(refuse(format!("{name} has a number outside the range of {wanted}")));
    }
    array.cast_into().map_err(|_| refuse(format!("{name} must have one dimension")))
}

/// Refuses boards with two discs on a square, or with discs outside the board.
fn check_boards(own: &[u64], opp: &[u64], spec: BoardSpec) -> PyResult<()> {
    same_length(own.len(), opp.len())?;
    let wrong = |own: u64, opp: u64| own & opp | (own | opp) & !spec.area().0;
    // One pass without branches: the compiler uses vectors.
    if own.iter().zip(opp).fold(0, |all, (&own, &opp)| all | wrong(own, opp)) == 0 {
        return Ok(());
    }
    own.iter().zip(opp).enumerate().try_for_each(|(board, (&own, &opp))| {
        let setup = Setup { black: Bitboard(own), white: Bitboard(opp), turn: Color::Black, spec };
        setup.validate().map(drop).map_err(|error| refuse(format!("board {board}: {error}")))
    })
}

/// Returns the legal squares of many boards.
///
/// Args:
///     own: Discs of the side to move, an array of type `uint64`.
///     opp: Discs of the other side, an array of the same length.
///     size: 4, 6 or 8 squares a side.
///
/// Returns:
///     An array of type `uint64` with the legal squares of each board.
///
/// >>> start = Board()
/// >>> legal_many([start.own], [start.opp]).tolist() == [start.legal_bits()]
/// True
#[pyfunction]
#[pyo3(signature = (own, opp, *, size=8))]
pub(crate) fn legal_many<'py>(
    own: &Bound<'py, PyAny>,
    opp: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = board_size)] size: u8,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let py = own.py();
    let (own, opp, spec) = (array::<u64>(own, "own")?, array::<u64>(opp, "opp")?, BoardSpec::square(size));
    let (own, opp) = (own.try_readonly()?, opp.try_readonly()?);
    let (own, opp) = (own.as_slice()?, opp.as_slice()?);
    check_boards(own, opp, spec)?;
    let mut legal = vec![0; own.len()];
    py.detach(|| outflank_engine::legal_many(own, opp, spec.area().0, &mut legal));
    Ok(PyArray1::from_vec(py, legal))
}

/// Returns the discs that a move flips on each of many boards, 0 for an illegal move.
///
/// Args:
///     own: Discs of the side to move, an array of type `uint64`.
///     opp: Discs of the other side.
///     squares: The number of the bit of each square, 0 (a1) to 63 (h8).
///
/// >>> flips_many([Board().own], [Board().opp], [19]).tolist() == [1 << 27]
/// True
#[pyfunction]
pub(crate) fn flips_many<'py>(
    own: &Bound<'py, PyAny>,
    opp: &Bound<'py, PyAny>,
    squares: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let py = own.py();
    let (own, opp, squares) = (array::<u64>(own, "own")?, array::<u64>(opp, "opp")?, array::<i64>(squares, "squares")?);
    let (own, opp, squares) = (own.try_readonly()?, opp.try_readonly()?, squares.try_readonly()?);
    let (own, opp, squares) = (own.as_slice()?, opp.as_slice()?, squares.as_slice()?);
    check_boards(own, opp, BoardSpec::STANDARD)?;
    same_length(own.len(), squares.len())?;
    if let Some(wrong) = squares.iter().find(|square| !(0..64).contains(*square)) {
        return Err(refuse(format!("{wrong} is not the index of a square: indices are 0 to 63")));
    }
    let flips = py.detach(|| {
        let boards = own.iter().zip(opp).zip(squares);
        let flips = boards.map(|((&own, &opp), &square)| {
            let is_empty = (own | opp) >> square & 1 == 0;
            if is_empty { Board { own, opp }.flips(square as u32) } else { 0 }
        });
        flips.collect()
    });
    Ok(PyArray1::from_vec(py, flips))
}

/// Returns two planes of each board in an array of shape (boards, 2, size, size) and type `uint8`:
/// the discs of the side to move, and those of the other side.
///
/// >>> planes_many([Board().own], [Board().opp]).shape
/// (1, 2, 8, 8)
#[pyfunction]
#[pyo3(signature = (own, opp, *, size=8))]
pub(crate) fn planes_many<'py>(
    own: &Bound<'py, PyAny>,
    opp: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = board_size)] size: u8,
) -> PyResult<Bound<'py, PyArray4<u8>>> {
    let py = own.py();
    let side = usize::from(size);
    let (own, opp) = (array::<u64>(own, "own")?, array::<u64>(opp, "opp")?);
    let (own, opp) = (own.try_readonly()?, opp.try_readonly()?);
    let (own, opp) = (own.as_slice()?, opp.as_slice()?);
    check_boards(own, opp, BoardSpec::square(size))?;
    let planes = PyArray4::zeros(py, [own.len(), 2, side, side], false);
    let mut cells = planes.readwrite();
    let cells_of_all = cells.as_slice_mut()?;
    py.detach(|| write_planes(own, opp, side, cells_of_all));
    drop(cells);
    Ok(planes)
}

/// Returns many sets of squares turned or mirrored by one of eight symmetries, 0 to 7.
///
/// >>> transform_many([1], 1).tolist() == [1 << 7]
/// True
#[pyfunction]
#[pyo3(signature = (bits, symmetry, *, size=8))]
pub(crate) fn transform_many<'py>(
    bits: &Bound<'py, PyAny>,
    symmetry: i64,
    #[pyo3(from_py_with = board_size)] size: u8,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let py = bits.py();
    let (bits, symmetry) = (array::<u64>(bits, "bits")?, parse_symmetry(symmetry)?);
    let bits = bits.try_readonly()?;
    let bits = bits.as_slice()?;
    let turned = py.detach(|| bits.iter().map(|&bits| symmetry.bitboard(Bitboard(bits), size).0).collect());
    Ok(PyArray1::from_vec(py, turned))
}

/// Returns what each action becomes under one of eight symmetries, in an array of type `int64`.
///
/// Use it to turn a policy along with its board: `turned[permutation(symmetry)] = policy`.
///
/// >>> permutation(1, size=4).tolist()
/// [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, 16]
#[pyfunction]
#[pyo3(signature = (symmetry, *, size=8))]
pub(crate) fn permutation<'py>(
    py: Python<'py>,
    symmetry: i64,
    #[pyo3(from_py_with = board_size)] size: u8,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let symmetry = parse_symmetry(symmetry)?;
    require_numpy(py)?;
    let side = i64::from(size);
    let actions = (0..side * side).map(|action| match move_of_action(action, size) {
        Some(Move::Place(square)) => {
            let turned = symmetry.square(square, size);
            i64::from(turned.row()) * side + i64::from(turned.column())
        }
        _ => action,
    });
    Ok(PyArray1::from_vec(py, actions.chain([side * side]).collect()))
}

/// Writes the planes of many boards, two per board.
pub(crate) fn write_planes(own: &[u64], opp: &[u64], size: usize, cells: &mut [u8]) {
    for ((planes, &own), &opp) in cells.chunks_exact_mut(2 * size * size).zip(own).zip(opp) {
        let (first, second) = planes.split_at_mut(size * size);
        write_plane(own, size, first);
        write_plane(opp, size, second);
    }
}

/// Writes a set of squares as cells of 0 and 1, or of false and true.
pub(crate) fn write_plane<T: From<bool>>(bits: u64, size: usize, cells: &mut [T]) {
    for (row, cells) in cells.chunks_exact_mut(size).enumerate() {
        let bits = bits >> (8 * row);
        for (column, cell) in cells.iter_mut().enumerate() {
            *cell = T::from(bits >> column & 1 == 1);
        }
    }
}

/// Reads the argument `size`.
pub(crate) fn board_size(size: &Bound<'_, PyAny>) -> PyResult<u8> {
    match size.extract() {
        Ok(known @ (4 | 6 | 8)) => Ok(known),
        _ => Err(refuse(format!("{} is not a size: use 4, 6 or 8", excerpt(&size.repr()?.to_string_lossy())))),
    }
}

fn same_length(one: usize, other: usize) -> PyResult<()> {
    if one == other { Ok(()) } else { Err(refuse(format!("the arrays have different lengths: {one} and {other}"))) }
}
