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
};

/// Searches at a time, and how many wait: they are short, and more would only share the processors.
const SEARCHES: (usize, usize) = (4, 64);

/// Downloads at a time: whoever takes them slowly keeps no search waiting.
const EXPORTS: usize = 8;

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
    exports: Arc<Semaphore>,
    imports: Arc<Semaphore>,
    limits: ImportLimits,
    stopping: Stopping,
}

impl Desk {
    pub(crate) fn new(archive: Archive, limits: ImportLimits, stopping: Stopping) -> Desk {
        let places = |count| Arc::new(Semaphore::new(count));
        let searches = Lane::new(SEARCHES.0, SEARCHES.1);
        Desk { archive, searches, exports: places(EXPORTS), imports: places(1), limits, stopping }
    }

    /// Puts in all games that ended before, in the background.
    pub(crate) fn catch_up(&self, services: &Services) {
        let (store, now) = (Arc::clone(&services.store), services.rooms.now());
        tokio::spawn(archive::sweep(self.archive.clone(), store, now, self.stopping()));
    }

    /// Asks the archive, on a thread that may wait for the disk.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let archive = self.archive.clone();
        Ok(self.searches.run(move || question(&archive)).await??)
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
    pub(super) fn exporting(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.exports).try_acquire_owned().map_err(|_| ApiError::ArchiveBusy)
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
