//! The archive against what one finds by replaying every game.

mod crash;
mod file;
mod import;
mod naive;
mod positions;
mod sample;
mod search;
