//! The whole server over real connections.

mod api;
mod app;
mod archive;
mod bot;
mod bots;
mod client;
mod described;
mod hostile;
mod invite;
mod jobs;
mod line;
mod lobby;
mod page;
mod pickle;
mod picture;
mod position;
mod read;
mod schema;
mod slow;
mod socket;
mod tournaments;
