//! `outflank play` in a terminal and in scripts.

mod driver;
#[cfg(unix)]
mod emulator;
#[cfg(unix)]
mod engines;
#[cfg(unix)]
mod killed;
mod pipes;
#[cfg(unix)]
mod pty;
mod quiet;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod transcripts;
