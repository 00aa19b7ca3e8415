//! Reversi games over HTTP and WebSockets: rooms, event log, engine pool, and the page.

#![forbid(unsafe_code)]

pub mod app;
pub mod archive;
mod assets;
mod bots;
pub mod bus;
mod chores;
pub mod class;
pub mod config;
pub mod event;
mod http;
pub mod id;
pub mod jobs;
mod limits;
mod metrics;
pub mod picture;
pub mod pool;
pub mod qr;
pub mod reach;
pub mod room;
pub mod rooms;
pub mod seat;
pub mod secret;
mod socket;
pub mod store;
pub mod table;
mod time;
pub mod tournament;
mod tournaments;
pub mod upload;
pub mod wire;
mod zip;

use std::pin::Pin;

/// An answer that comes later.
pub type Reply<T> = Pin<Box<dyn Future<Output = T> + Send>>;
