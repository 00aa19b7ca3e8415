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

#[cfg(test)]
mod tests {
    /// The names in the lines that begin with one of these marks, each up to its parenthesis.
    fn names<'a>(text: &'a str, marks: &[&str]) -> Vec<&'a str> {
        let after_mark = |line: &'a str| marks.iter().find_map(|mark| line.strip_prefix(mark));
        let mut names: Vec<_> = text.lines().filter_map(after_mark).filter_map(|rest| rest.split('(').next()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn the_header_declares_every_function_and_no_other() {
        let sources = [include_str!("lib.rs"), include_str!("game.rs"), include_str!("searcher.rs")].concat();
        let exported = names(&sources, &["extern \"C\" fn "]);
        assert_eq!(exported, names(include_str!("../include/outflank.h"), &["int ", "void ", "const char *"]));
        let reference = include_str!("../../../docs/reference/c.md");
        assert!(exported.iter().all(|name| reference.contains(&format!("| `{name}` |"))));
        assert_eq!(exported.len(), sources.matches("#[unsafe(no_mangle)]\nextern").count());
    }
}
