//! The whole server over real connections.

mod api;
mod app;
mod archive;
mod bot;
mod bots;
mod client;
mod described;
#[cfg(target_os = "linux")]
mod fair;
mod hostile;
mod invite;
mod jobs;
mod line;
mod lobby;
mod page;
mod pickle;
mod picture;
mod position;
#[cfg(unix)]
mod programs;
mod read;
mod slow;
mod socket;
mod tls;
mod tournaments;
