//! The commands, one file each.

pub(crate) mod analyse;
pub(crate) mod archive;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod bot;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod eval;
pub(crate) mod gtp;
pub(crate) mod guide;
pub(crate) mod hint;
pub(crate) mod man;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod nboard;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod render;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod site;
pub(crate) mod solve;
pub(crate) mod tournament;
pub(crate) mod variants;
