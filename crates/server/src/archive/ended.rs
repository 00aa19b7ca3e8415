//! Games of this server come into the archive when they end; those that ended while nobody saw it, at the next start.

use std::sync::Arc;

use tokio::{sync::mpsc, task::spawn_blocking};

use super::{Archive, ArchiveError, Past};
use crate::{
    Reply,
    app::Stopping,
    id::GameId,
    store::{Append, EventStore, GameStatus, Listed, LogKind, Logged, MOST_LISTED, Query, StoreError},
    table::Table,
};

/// Up to when all games have been looked through, in milliseconds since 1970.
const LOOKED_THROUGH: &str = "looked through";

/// Clocks are set back now and then.
const SLACK: u64 = 60 * 60 * 1000;

/// Games that are put in together where many end at once.
const TOGETHER: usize = 64;

/// Another store, of which the ends of games are noticed.
pub(crate) struct Noticing {
    store: Arc<dyn EventStore>,
    ended: mpsc::UnboundedSender<GameId>,
}

impl Noticing {
    /// The store, and the games that end in it from now on. One may be told several times.
    pub(crate) fn new(store: Arc<dyn EventStore>) -> (Noticing, mpsc::UnboundedReceiver<GameId>) {
        let (ended, games) = mpsc::unbounded_channel();
        (Noticing { store, ended }, games)
    }
}

impl EventStore for Noticing {
    fn append(&self, append: Append) -> Reply<Result<u64, StoreError>> {
        let summary = &append.summary;
        let is_end = summary.kind == LogKind::Game && summary.status == GameStatus::Over && summary.listed;
        let notice = is_end.then(|| (append.game, self.ended.clone()));
        let answer = self.store.append(append);
        Box::pin(async move {
            let answer = answer.await;
            if let Some((game, ended)) = notice.filter(|_| answer.is_ok()) {
                let _ = ended.send(game);
            }
            answer
        })
    }

    fn read(&self, game: GameId, after: u64) -> Reply<Result<Vec<Logged>, StoreError>> {
        self.store.read(game, after)
    }

    fn list(&self, query: Query) -> Reply<Result<Vec<Listed>, StoreError>> {
        self.store.list(query)
    }

    fn unfinished(&self, kind: LogKind) -> Reply<Result<Vec<GameId>, StoreError>> {
        self.store.unfinished(kind)
    }

    fn attach(&self, game: GameId, name: &'static str, bytes: Vec<u8>) -> Reply<Result<bool, StoreError>> {
        self.store.attach(game, name, bytes)
    }

    fn attachment(&self, game: GameId, name: &'static str) -> Reply<Result<Option<Vec<u8>>, StoreError>> {
        self.store.attachment(game, name)
    }

    fn is_well(&self) -> Reply<Result<(), StoreError>> {
        self.store.is_well()
    }
}

/// Puts games in as they end.
pub(crate) async fn follow(archive: Archive, store: Arc<dyn EventStore>, mut ended: mpsc::UnboundedReceiver<GameId>) {
    let mut games = Vec::new();
    while ended.recv_many(&mut games, TOGETHER).await > 0 {
        if let Err(error) = put_in(&archive, &*store, std::mem::take(&mut games)).await {
            // What is missing is found at the next start.
            tracing::error!(%error, "games could not be put into the archive");
        }
    }
}

/// Puts in all games that ended before, while this server or another one on the same file did not see it.
pub(crate) async fn sweep(archive: Archive, store: Arc<dyn EventStore>, now: u64, stopping: Stopping) {
    match swept(&archive, &*store, &stopping).await {
        Ok(true) => {
            let noted = in_background(archive, move |archive| archive.set_note(LOOKED_THROUGH, &now.to_be_bytes()));
            if let Err(error) = noted.await {
                tracing::error!(%error, "the archive cannot be written to");
            }
        }
        // The server stops: the next start goes on.
        Ok(false) => {}
        Err(error) => tracing::error!(%error, "earlier games could not be put into the archive"),
    }
}

async fn swept(archive: &Archive, store: &dyn EventStore, stopping: &Stopping) -> Result<bool, SweepError> {
    let noted = in_background(archive.clone(), |archive| archive.note(LOOKED_THROUGH)).await?;
    let since =
        noted.and_then(|note| note.try_into().ok()).map(|bytes| u64::from_be_bytes(bytes).saturating_sub(SLACK));
    let mut query = Query {
        kind: LogKind::Game,
        statuses: vec![GameStatus::Over],
        holder: None,
        except: None,
        only_listed: true,
        since,
        before: None,
        limit: MOST_LISTED,
    };
    loop {
        let listed = store.list(query.clone()).await?;
        let Some(last) = listed.last() else { return Ok(true) };
        query.before = Some(last.cursor());
        put_in(archive, store, listed.iter().map(|listed| listed.game).collect()).await?;
        if stopping.has_begun() {
            return Ok(false);
        }
    }
}

/// Puts in those of these games that are not there yet.
async fn put_in(archive: &Archive, store: &dyn EventStore, games: Vec<GameId>) -> Result<(), SweepError> {
    let missing = in_background(archive.clone(), move |archive| archive.missing(&games)).await?;
    let mut past = Vec::new();
    for game in missing {
        match Table::of_log(game, &store.read(game, 0).await?) {
            Ok(table) => past.push(Past::of_table(&table)),
            Err(error) => tracing::error!(%game, %error, "a game that cannot be read is not put into the archive"),
        }
    }
    if !past.is_empty() {
        in_background(archive.clone(), move |archive| archive.add(past)).await?;
    }
    Ok(())
}

/// The archive waits for the disk, which others need not.
async fn in_background<T: Send + 'static>(
    archive: Archive,
    work: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
) -> Result<T, ArchiveError> {
    spawn_blocking(move || work(&archive)).await.expect("the archive does not panic")
}

/// Why earlier games are not in the archive.
#[derive(Debug)]
enum SweepError {
    Archive(ArchiveError),
    Store(StoreError),
}

impl std::fmt::Display for SweepError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SweepError::Archive(cause) => cause.fmt(f),
            SweepError::Store(cause) => cause.fmt(f),
        }
    }
}

impl From<ArchiveError> for SweepError {
    fn from(cause: ArchiveError) -> SweepError {
        SweepError::Archive(cause)
    }
}

impl From<StoreError> for SweepError {
    fn from(cause: StoreError) -> SweepError {
        SweepError::Store(cause)
    }
}
