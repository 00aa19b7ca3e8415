//! The whole server over real connections.

mod api;
mod app;
mod client;
mod hostile;
mod page;
mod schema;
mod socket;
