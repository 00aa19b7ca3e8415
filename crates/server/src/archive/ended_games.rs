//! Archives the games of this server when they end. A backfill at the start archives the games that
//! were missed.

use std::sync::Arc;

use thiserror::Error;
use tokio::{sync::mpsc, task::spawn_blocking};

use super::{Archive, ArchiveError, ArchivedGame};
use crate::{
    game::LiveGame,
    log::{EventStore, GameStatus, LogKind, MAX_LISTED, Query, StoreError, id::GameId},
    web::app::Stopping,
};

/// The note with the time of the last complete backfill, in milliseconds since 1970.
const BACKFILLED_UNTIL: &str = "looked through";

/// How far a backfill looks back before the last one, in milliseconds: a clock may be set back.
const OVERLAP: u64 = 60 * 60 * 1000;

/// The most games per transaction when many end at once.
const BATCH_GAMES: usize = 64;

/// Archives games as they end.
pub(crate) async fn archive_ended(
    archive: Archive,
    store: Arc<dyn EventStore>,
    mut ended: mpsc::UnboundedReceiver<GameId>,
) {
    let mut games = Vec::new();
    while ended.recv_many(&mut games, BATCH_GAMES).await > 0 {
        if let Err(error) = archive_missing(&archive, &*store, std::mem::take(&mut games)).await {
            // The backfill at the next start finds them.
            tracing::error!(%error, "cannot archive games");
        }
    }
}

/// Archives all games that ended earlier and were missed.
pub(crate) async fn backfill(archive: Archive, store: Arc<dyn EventStore>, now: u64, stopping: Stopping) {
    match backfill_until_stopped(&archive, &*store, &stopping).await {
        Ok(true) => {
            let noted = in_background(archive, move |archive| archive.set_note(BACKFILLED_UNTIL, &now.to_be_bytes()));
            if let Err(error) = noted.await {
                tracing::error!(%error, "cannot write to the archive");
            }
        }
        // The next start continues.
        Ok(false) => {}
        Err(error) => tracing::error!(%error, "cannot archive earlier games"),
    }
}

/// Returns whether all games are in, or the server stops.
async fn backfill_until_stopped(
    archive: &Archive,
    store: &dyn EventStore,
    stopping: &Stopping,
) -> Result<bool, BackfillError> {
    let noted = in_background(archive.clone(), |archive| archive.note(BACKFILLED_UNTIL)).await?;
    let since =
        noted.and_then(|note| note.try_into().ok()).map(|bytes| u64::from_be_bytes(bytes).saturating_sub(OVERLAP));
    let mut query = Query {
        kind: LogKind::Game,
        statuses: vec![GameStatus::Over],
        holder: None,
        except: None,
        only_listed: true,
        since,
        before: None,
        limit: MAX_LISTED,
    };
    loop {
        let listed = store.list(query.clone()).await?;
        let Some(last) = listed.last() else { return Ok(true) };
        query.before = Some(last.cursor());
        archive_missing(archive, store, listed.iter().map(|listed| listed.game).collect()).await?;
        if stopping.has_begun() {
            return Ok(false);
        }
    }
}

/// Archives those of these games that are not in the archive.
async fn archive_missing(archive: &Archive, store: &dyn EventStore, games: Vec<GameId>) -> Result<(), BackfillError> {
    let missing = in_background(archive.clone(), move |archive| archive.missing(&games)).await?;
    let mut ended = Vec::new();
    for game in missing {
        match LiveGame::of_log(game, &store.read(game, 0).await?) {
            Ok(game) => ended.push(ArchivedGame::of_live_game(&game)),
            Err(error) => tracing::error!(%game, %error, "cannot archive a damaged game"),
        }
    }
    if !ended.is_empty() {
        in_background(archive.clone(), move |archive| archive.add(ended)).await?;
    }
    Ok(())
}

/// Runs archive work on a thread that may block.
async fn in_background<T: Send + 'static>(
    archive: Archive,
    work: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
) -> Result<T, ArchiveError> {
    spawn_blocking(move || work(&archive)).await.expect("the archive does not panic")
}

/// Why ended games are not in the archive.
#[derive(Debug, Error)]
enum BackfillError {
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
