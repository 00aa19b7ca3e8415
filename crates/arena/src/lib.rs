//! Reversi players of every kind, the protocols they speak, and the numbers their games give.

#![forbid(unsafe_code)]

pub mod bot;
mod chance;
pub mod opening;
pub mod protocol;
pub mod rating;
pub mod schedule;
pub mod starter;
pub mod stat;
