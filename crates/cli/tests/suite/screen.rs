//! The full screen: keys and mouse drive the real loop, and its output is compared.

#[cfg(unix)]
mod panics;
mod play;
mod script;
mod snapshot;
mod views;
mod watch;
