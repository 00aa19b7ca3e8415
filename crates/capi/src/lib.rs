//! The C library: `include/outflank.h` declares it, and `docs/reference/c.md` documents it.
//!
//! A pointer of C is an `Option` of a reference or a box here, which has the same representation:
//! `None` is `NULL`. The caller promises that other pointers are valid, as the header says.

#![allow(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks)]

mod boundary;
mod error;
mod game;
mod searcher;

use std::ffi::c_char;

#[unsafe(no_mangle)]
extern "C" fn outflank_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

#[unsafe(no_mangle)]
extern "C" fn outflank_last_error() -> *const c_char {
    boundary::last_error()
}
