//! Where those wait who want something of the archive.

use std::{net::IpAddr, sync::Arc};

use axum::http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::super::{ApiError, Services, host};
use crate::{
    app::Stopping,
    archive::{self, Archive, ArchiveError},
    chores::Lane,
    config::Audience,
    limits::{Entry, Gates, Limits},
};

/// Searches at a time, and how many wait: they are short, and more would only share the processors.
const SEARCHES: (usize, usize) = (4, 64);

/// Downloads at a time, and those of one address.
const EXPORTS: (usize, usize) = (8, 2);

/// Downloads for which games are read at a time: whoever takes them slowly keeps no other waiting, and all of them together no search.
const READERS: usize = 2;

/// Who may import, and how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImportLimits {
    pub(crate) audience: Audience,
    /// Bytes in one request.
    pub(crate) bytes: u64,
}

/// The archive with its queues. A clone is the same.
#[derive(Clone)]
pub(crate) struct Desk {
    archive: Archive,
    searches: Lane,
    exports: Arc<Gates>,
    readers: Lane,
    imports: Arc<Semaphore>,
    limits: ImportLimits,
    stopping: Stopping,
}

impl Desk {
    pub(crate) fn new(archive: Archive, audience: Audience, limits: Limits, stopping: Stopping) -> Desk {
        let (connections, connections_per_address) = EXPORTS;
        Desk {
            archive,
            searches: Lane::new(SEARCHES.0, SEARCHES.1),
            exports: Arc::new(Gates::new(&Limits { connections, connections_per_address, ..limits })),
            readers: Lane::new(READERS, EXPORTS.0),
            imports: Arc::new(Semaphore::new(1)),
            limits: ImportLimits { audience, bytes: limits.import_bytes },
            stopping,
        }
    }

    /// Puts in all games that ended before, in the background.
    pub(crate) fn catch_up(&self, services: &Services) {
        let (store, now) = (Arc::clone(&services.store), services.rooms.now());
        tokio::spawn(archive::sweep(self.archive.clone(), store, now, self.stopping()));
    }

    /// Asks the archive, on a thread that may wait for the disk.
    pub(in crate::http) async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let archive = self.archive.clone();
        Ok(self.searches.run(move || question(&archive)).await??)
    }

    /// Reads games for somebody who takes them home, likewise.
    pub(super) async fn read_for_export<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let archive = self.archive.clone();
        Ok(self.readers.run(move || question(&archive)).await??)
    }

    pub(super) fn archive(&self) -> &Archive {
        &self.archive
    }

    pub(super) fn stopping(&self) -> Stopping {
        self.stopping.clone()
    }

    pub(super) fn limits(&self) -> ImportLimits {
        self.limits
    }

    /// A place among those who take games home.
    pub(super) fn exporting(&self, address: IpAddr) -> Result<Entry, ApiError> {
        self.exports.enter(address).ok_or(ApiError::ArchiveBusy)
    }

    /// The place of the one who brings games, for whoever may.
    pub(super) fn importing(&self, address: IpAddr, headers: &HeaderMap) -> Result<OwnedSemaphorePermit, ApiError> {
        let is_here = address.to_canonical().is_loopback() && host::is_this_machine(headers);
        if self.limits.audience != Audience::Everybody && !is_here {
            return Err(ApiError::NoImports);
        }
        Arc::clone(&self.imports).try_acquire_owned().map_err(|_| ApiError::ArchiveBusy)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Mutex, mpsc},
        time::Duration,
    };

    use tokio::time::timeout;

    use super::*;

    fn desk() -> Desk {
        let archive = Archive::in_memory().expect("an archive");
        Desk::new(archive, Audience::ThisMachine, Limits::default(), Stopping::never())
    }

    #[test]
    fn one_address_leaves_places_for_others_who_take_games_home() {
        let (desk, one, other) = (desk(), IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let places = [desk.exporting(one), desk.exporting(one)];
        assert!(places.iter().all(Result::is_ok));
        assert!(matches!(desk.exporting(one), Err(ApiError::ArchiveBusy)));
        assert!(desk.exporting(other).is_ok());
        drop(places);
        assert!(desk.exporting(one).is_ok(), "who has ended leaves his place");
    }

    #[tokio::test]
    async fn searches_are_answered_while_every_export_reads() {
        let desk = desk();
        let (end, ended) = mpsc::channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        for _ in 0..EXPORTS.0 {
            let (desk, ended) = (desk.clone(), Arc::clone(&ended));
            tokio::spawn(async move {
                let wait = move |_: &Archive| Ok(ended.lock().expect("nobody panicked").recv().is_ok());
                let _ = desk.read_for_export(wait).await;
            });
        }
        tokio::task::yield_now().await;
        let answer = timeout(Duration::from_secs(20), desk.read(|_| Ok(7))).await;
        assert_eq!(answer.expect("at once").expect("an answer"), 7);
        drop(end);
    }
}
