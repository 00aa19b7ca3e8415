//! The commands, one file each.

pub(crate) mod completions;
pub(crate) mod man;
pub(crate) mod perft;
pub(crate) mod variants;
