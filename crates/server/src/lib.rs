//! Reversi games over HTTP and WebSockets: rooms, event log, engine pool, and the page.

#![forbid(unsafe_code)]
// Some parts serve course players only.
#![cfg_attr(not(feature = "course"), allow(dead_code, unused_imports))]

pub mod archive;
mod bots;
pub mod config;
#[cfg(feature = "course")]
pub mod course;
pub mod engine;
pub mod game;
pub mod log;
pub mod study;
pub mod tournament;
pub mod web;

use std::pin::Pin;

/// A boxed future with the reply to a request.
pub type Reply<T> = Pin<Box<dyn Future<Output = T> + Send>>;
