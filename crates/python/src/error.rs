//! The exception for bad input.

use std::fmt::Display;

use pyo3::{PyErr, create_exception, exceptions::PyValueError};

create_exception!(
    outflank,
    OutflankError,
    PyValueError,
    "Bad input: an illegal move, a text that is not a board, an unknown level.\n\nThe message is the one that the program prints."
);

/// Turns the message of an error into a Python exception.
pub(crate) fn refuse(error: impl Display) -> PyErr {
    OutflankError::new_err(error.to_string())
}
