//! Waits for the signal to stop.
//!
//! A shell may start a server in the background with Ctrl-C ignored. It must still end cleanly on
//! SIGTERM, so each signal has its own handler.

use std::io;

use crate::interrupt;

/// Returns a future that is ready at the first signal. A second signal ends the process at once.
pub(super) fn asked() -> io::Result<impl Future<Output = ()>> {
    let mut signals = Signals::new()?;
    Ok(async move {
        signals.next().await;
        tokio::spawn(async move {
            signals.next().await;
            interrupt::end();
        });
    })
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};

        Ok(Signals { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }
}

/// A program that starts servers can send only Ctrl-Break: it starts them with Ctrl-C ignored.
#[cfg(windows)]
struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
    terminate: tokio::signal::windows::CtrlBreak,
}

#[cfg(windows)]
impl Signals {
    fn new() -> io::Result<Signals> {
        use tokio::signal::windows::{ctrl_break, ctrl_c};

        Ok(Signals { interrupt: ctrl_c()?, terminate: ctrl_break()? })
    }
}

impl Signals {
    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
