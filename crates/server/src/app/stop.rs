//! The end of the server, as everything that runs in it hears of it.

use tokio::sync::watch;

/// Says that the end has begun.
#[derive(Debug, Default)]
pub(crate) struct Stop(watch::Sender<bool>);

/// Hears of it.
#[derive(Clone, Debug)]
pub(crate) struct Stopping(watch::Receiver<bool>);

impl Stop {
    pub(crate) fn watch(&self) -> Stopping {
        Stopping(self.0.subscribe())
    }

    pub(super) fn begin(&self) {
        self.0.send_replace(true);
    }
}

impl Stopping {
    /// For what runs without a server.
    #[cfg(test)]
    pub(crate) fn never() -> Stopping {
        let (sender, stopping) = watch::channel(false);
        std::mem::forget(sender);
        Stopping(stopping)
    }

    /// Has the end begun?
    pub(crate) fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the end has begun.
    pub(crate) async fn begun(&mut self) {
        // A server that is gone has stopped too.
        let _ = self.0.wait_for(|has_begun| *has_begun).await;
    }
}
