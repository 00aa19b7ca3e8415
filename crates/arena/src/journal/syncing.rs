//! Brings a file to the disk again and again, on a thread of its own, while others write on.

use std::{
    fs::File,
    io,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, SyncSender, TrySendError},
    },
    thread::{self, JoinHandle},
};

/// Syncs what was written; requests that come while it does so are one.
#[derive(Debug)]
pub(super) struct Syncing {
    requests: Option<SyncSender<()>>,
    /// Files that were written whole and come to the disk with the next request.
    others: Arc<Mutex<Vec<File>>>,
    failure: Receiver<io::Error>,
    thread: Option<JoinHandle<()>>,
}

impl Syncing {
    pub(super) fn new(file: &File) -> io::Result<Syncing> {
        let file = file.try_clone()?;
        Syncing::by(move || file.sync_data())
    }

    /// Syncs by this, which is called again and again until it fails.
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

    /// This file, of which nothing more is written, comes to the disk before what is requested next.
    pub(super) fn add(&self, file: File) {
        self.others.lock().unwrap_or_else(PoisonError::into_inner).push(file);
    }

    /// What was written so far will be on the disk soon. An error is that of an earlier request.
    pub(super) fn request(&self) -> io::Result<()> {
        match self.requests.as_ref().map(|requests| requests.try_send(())) {
            Some(Err(TrySendError::Disconnected(()))) => {
                Err(self.failure.try_recv().unwrap_or_else(|_| io::Error::other("syncing has ended")))
            }
            // One that waits already will serve for this as well.
            _ => Ok(()),
        }
    }

    /// Serves what was requested, and ends. A system tells a failure only once, so one that was met here is told here.
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
    fn a_failure_after_the_last_request_is_not_lost() {
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
