//! Games to take home, in any number.

use std::sync::Arc;

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use outflank_rules::record::{self as rules_record, Format, wthor};
use tokio::{
    sync::mpsc::{self, Sender},
    task::spawn_blocking,
};

use super::{
    super::{ApiError, Peer, input::Query, record},
    desk::Desk,
    question::search,
    stream::Pieces,
};
use crate::{
    archive::{Archive, ArchiveError},
    limits::Allowances,
    zip::Zip,
};

/// Games that are read at a time.
const AT_A_TIME: usize = 200;

/// Pieces that wait to be taken.
const PIECES: usize = 4;

/// `GET /api/archive/export`
pub(in crate::http) async fn export(
    State(desk): State<Desk>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    query: Query,
) -> Result<Response, ApiError> {
    allowances.requests.take(peer.address)?;
    let format = query.text("format").map_or(Ok(Format::Ggf), record::game_format)?;
    let search = search(&query)?;
    let turn = desk.exporting()?;
    let ids = desk.read(move |archive| archive.ids(&search)).await?;
    if format == Format::Wthor {
        let bytes = desk.read(move |archive| base(archive, &ids)).await?;
        return Ok(download("outflank-archive.zip", "application/zip", Body::from(bytes)));
    }
    let (pieces, told) = mpsc::channel(PIECES);
    let archive = desk.archive().clone();
    spawn_blocking(move || {
        let _turn = turn;
        if let Err(error) = write(&archive, &ids, format, &pieces) {
            tracing::error!(%error, "an export ended early");
        }
    });
    let name = format!("outflank-archive.{}", format.extension());
    Ok(download(&name, record::kind(format), Body::new(Pieces(told))))
}

fn download(name: &str, kind: &'static str, body: Body) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], body).into_response()
}

/// Writes all games that the format can hold, until nobody takes them any more.
fn write(archive: &Archive, ids: &[u32], format: Format, pieces: &Sender<Bytes>) -> Result<(), ArchiveError> {
    for some in ids.chunks(AT_A_TIME) {
        let games = archive.games(some)?;
        let text: String =
            games.iter().filter_map(|kept| rules_record::write(format, &kept.past.record()).ok()).collect();
        if pieces.blocking_send(Bytes::from(text)).is_err() {
            break;
        }
    }
    Ok(())
}

/// The three files of a base, in one: games from another start are not in it.
fn base(archive: &Archive, ids: &[u32]) -> Result<Vec<u8>, ArchiveError> {
    let mut writer = wthor::Writer::default();
    for some in ids.chunks(AT_A_TIME) {
        for kept in archive.games(some)? {
            let mut record = kept.past.record();
            if writer.push(&record).is_err() {
                // A file holds theoretical scores of one depth.
                record.theory = None;
                let _ = writer.push(&record);
            }
        }
    }
    let mut zip = Zip::new(0);
    zip.add("outflank.wtb", &writer.games());
    zip.add("outflank.jou", &writer.players());
    zip.add("outflank.trn", &writer.tournaments());
    Ok(zip.finish())
}
