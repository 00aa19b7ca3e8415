//! The engine as its users see it.

mod exact;
mod limits;
mod plain;
mod playout;
