//! Brings a file to the disk again and again, on a thread of its own, while others write on.

use std::{
    fs::File,
    io,
    sync::mpsc::{self, Receiver, SyncSender, TrySendError},
    thread::{self, JoinHandle},
};

/// Syncs what was written; requests that come while it does so are one.
#[derive(Debug)]
pub(super) struct Syncing {
    requests: Option<SyncSender<()>>,
    failure: Receiver<io::Error>,
    thread: Option<JoinHandle<()>>,
}

impl Syncing {
    pub(super) fn new(file: &File) -> io::Result<Syncing> {
        let file = file.try_clone()?;
        let (requests, requested) = mpsc::sync_channel(1);
        let (failed, failure) = mpsc::sync_channel(1);
        let work = move || {
            while requested.recv().is_ok() {
                if let Err(cause) = file.sync_data() {
                    let _ = failed.try_send(cause);
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("journal".to_owned()).spawn(work)?;
        Ok(Syncing { requests: Some(requests), failure, thread: Some(thread) })
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
}

impl Drop for Syncing {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
