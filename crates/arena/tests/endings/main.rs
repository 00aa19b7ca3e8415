//! No process that a program started outlives it, and no program outlives its runner.
//!
//! The tests run one after another from their own `main`, so that this binary can also be a
//! supervisor. An argument selects the tests whose names contain it.

#[cfg(unix)]
mod tests;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(unix)]
    return tests::run();
    #[cfg(not(unix))]
    ExitCode::SUCCESS
}
