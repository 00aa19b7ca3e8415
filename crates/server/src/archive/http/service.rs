//! The archive with its queues and limits.

use std::{net::IpAddr, sync::Arc};

use axum::http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    archive::{self, Archive, ArchiveError},
    config::Audience,
    web::{
        ApiError, Services,
        app::Stopping,
        blocking::ConcurrencyLimit,
        host,
        limits::{ConnectionLimiter, ConnectionPermit, Limits},
    },
};

/// Searches that run at a time and that may wait. More would only share the processors.
const SEARCHES: (usize, usize) = (4, 64);

/// Exports at a time, of all addresses and of one.
const EXPORTS: (usize, usize) = (8, 2);

/// Exports that read games at a time. Slow clients delay no other export, and exports delay no
/// search.
const EXPORT_READERS: usize = 2;

/// The clients that may import, and the largest import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImportLimits {
    pub(crate) audience: Audience,
    /// The most bytes in one request.
    pub(crate) bytes: u64,
}

/// The archive with its queues and limits. Cheap to clone; clones share state.
#[derive(Clone)]
pub(crate) struct ArchiveService {
    archive: Archive,
    searches: ConcurrencyLimit,
    exports: Arc<ConnectionLimiter>,
    readers: ConcurrencyLimit,
    imports: Arc<Semaphore>,
    limits: ImportLimits,
    stopping: Stopping,
}

impl ArchiveService {
    pub(crate) fn new(archive: Archive, audience: Audience, limits: Limits, stopping: Stopping) -> ArchiveService {
        let (connections, connections_per_address) = EXPORTS;
        ArchiveService {
            archive,
            searches: ConcurrencyLimit::new(SEARCHES.0, SEARCHES.1),
            exports: Arc::new(ConnectionLimiter::new(&Limits { connections, connections_per_address, ..limits })),
            readers: ConcurrencyLimit::new(EXPORT_READERS, EXPORTS.0),
            imports: Arc::new(Semaphore::new(1)),
            limits: ImportLimits { audience, bytes: limits.import_bytes },
            stopping,
        }
    }

    /// Archives all games that ended earlier, in the background.
    pub(crate) fn start_backfill(&self, services: &Services) {
        let (store, now) = (Arc::clone(&services.store), services.rooms.now());
        tokio::spawn(archive::backfill(self.archive.clone(), store, now, self.stopping()));
    }

    /// Reads from the archive on a blocking thread, when it is this address's turn.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        address: IpAddr,
        read: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let archive = self.archive.clone();
        Ok(self.searches.run(address, move || read(&archive)).await??)
    }

    /// Reads games for an export. Exports have a separate queue.
    pub(super) async fn read_for_export<T: Send + 'static>(
        &self,
        address: IpAddr,
        read: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let archive = self.archive.clone();
        Ok(self.readers.run(address, move || read(&archive)).await??)
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

    /// Admits an export of this address.
    pub(super) fn start_export(&self, address: IpAddr) -> Result<ConnectionPermit, ApiError> {
        self.exports.enter(address).ok_or(ApiError::ArchiveBusy)
    }

    /// Admits an import, one at a time, if this client may import.
    pub(super) fn start_import(&self, address: IpAddr, headers: &HeaderMap) -> Result<OwnedSemaphorePermit, ApiError> {
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

    fn service() -> ArchiveService {
        let archive = Archive::in_memory().expect("an archive");
        ArchiveService::new(archive, Audience::ThisMachine, Limits::default(), Stopping::never())
    }

    #[test]
    fn one_address_leaves_exports_for_others() {
        let (service, one, other) = (service(), IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let exports = [service.start_export(one), service.start_export(one)];
        assert!(exports.iter().all(Result::is_ok));
        assert!(matches!(service.start_export(one), Err(ApiError::ArchiveBusy)));
        assert!(service.start_export(other).is_ok());
        drop(exports);
        assert!(service.start_export(one).is_ok(), "an export that ended frees its place");
    }

    #[tokio::test]
    async fn searches_are_answered_while_every_export_reads() {
        let service = service();
        let (end, ended) = mpsc::channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        for _ in 0..EXPORTS.0 {
            let (service, ended) = (service.clone(), Arc::clone(&ended));
            tokio::spawn(async move {
                let wait = move |_: &Archive| Ok(ended.lock().expect("nobody panicked").recv().is_ok());
                let _ = service.read_for_export(IpAddr::from([192, 0, 2, 1]), wait).await;
            });
        }
        tokio::task::yield_now().await;
        let answer = timeout(Duration::from_secs(20), service.read(IpAddr::from([192, 0, 2, 2]), |_| Ok(7))).await;
        assert_eq!(answer.expect("at once").expect("an answer"), 7);
        drop(end);
    }
}
