//! The screen as people use it: keys and mouse go into the real loop, and what it draws is compared.

#[cfg(unix)]
mod panics;
mod play;
mod script;
mod snapshot;
mod views;
mod watch;
