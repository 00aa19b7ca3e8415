//! The Rust half of the Python package `outflank`: rules, records, engine, batches and the
//! vectorised environment. `python/outflank` adds the environments of Gymnasium and PettingZoo.
//!
//! Docstrings are the documentation of the package, and their examples run as tests.

#![forbid(unsafe_code)]
// PyO3 passes converted arguments by value.
#![allow(clippy::needless_pass_by_value)]

mod arrays;
mod board;
mod engine;
mod error;
mod game;
mod vec_env;

use pyo3::prelude::*;

#[pymodule]
mod _outflank {
    #[pymodule_export]
    use crate::{
        arrays::{flips_many, legal_many, permutation, planes_many, transform_many},
        board::{Board, variants},
        engine::{Analysis, Engine, MoveValue, Outcome, Review, ReviewedMove, levels},
        error::OutflankError,
        game::{Game, Records, formats, parse, read, write, write_wthor},
        vec_env::VecEnv,
    };

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
