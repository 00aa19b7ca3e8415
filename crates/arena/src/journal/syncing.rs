//! Calls `fsync` on a background thread while writers continue.

use std::{
    fs::File,
    io,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, SyncSender, TrySendError},
    },
    thread::{self, JoinHandle},
};

/// Syncs a file on request; requests during a sync are merged into one.
#[derive(Debug)]
pub(super) struct Syncing {
    requests: Option<SyncSender<()>>,
    /// Complete files that are synced with the next request.
    others: Arc<Mutex<Vec<File>>>,
    failure: Receiver<io::Error>,
    thread: Option<JoinHandle<()>>,
}

impl Syncing {
    pub(super) fn new(file: &File) -> io::Result<Syncing> {
        let file = file.try_clone()?;
        Syncing::by(move || file.sync_data())
    }

    /// Calls `sync` for each request until it fails.
    fn by(mut sync: impl FnMut() -> io::Result<()> + Send + 'static) -> io::Result<Syncing> {
        let (requests, requested) = mpsc::sync_channel(1);
        let (failed, failure) = mpsc::sync_channel(1);
        let others = Arc::<Mutex<Vec<File>>>::default();
        let to_sync = Arc::clone(&others);
        let work = move || {
            while requested.recv().is_ok() {
                let others = std::mem::take(&mut *to_sync.lock().unwrap_or_else(PoisonError::into_inner));
                if let Err(cause) = others.iter().try_for_each(File::sync_data).and_then(|()| sync()) {
                    let _ = failed.try_send(cause);
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("journal".to_owned()).spawn(work)?;
        Ok(Syncing { requests: Some(requests), others, failure, thread: Some(thread) })
    }

    /// Syncs this complete file before the next request.
    pub(super) fn add(&self, file: File) {
        self.others.lock().unwrap_or_else(PoisonError::into_inner).push(file);
    }

    /// Requests a sync. Returns the error of an earlier request.
    pub(super) fn request(&self) -> io::Result<()> {
        match self.requests.as_ref().map(|requests| requests.try_send(())) {
            Some(Err(TrySendError::Disconnected(()))) => {
                Err(self.failure.try_recv().unwrap_or_else(|_| io::Error::other("syncing has ended")))
            }
            // A waiting request covers this one too.
            _ => Ok(()),
        }
    }

    /// Finishes pending requests and ends. Returns the error if a sync failed: the system reports
    /// each failure only once, so a later sync would not show it.
    pub(super) fn end(mut self) -> io::Result<()> {
        self.join();
        self.failure.try_recv().map_or(Ok(()), Err)
    }

    fn join(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Syncing {
    fn drop(&mut self) {
        self.join();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_after_the_last_request_is_reported() {
        let mut is_first = true;
        let syncing =
            Syncing::by(
                move || {
                    if std::mem::take(&mut is_first) { Err(io::Error::other("the disk is gone")) } else { Ok(()) }
                },
            );
        let syncing = syncing.unwrap();
        syncing.request().unwrap();
        assert!(syncing.end().unwrap_err().to_string().contains("the disk is gone"));
    }
}
