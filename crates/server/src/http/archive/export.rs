//! Games to take home, in any number.

use std::sync::Arc;

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use outflank_rules::record::{self as rules_record, Format, Record, wthor};
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

/// A base in one file: the games of each year, which name files share. Games from another start are not in it.
fn base(archive: &Archive, ids: &[u32]) -> Result<Vec<u8>, ArchiveError> {
    let mut zip = Zip::new(0);
    let (mut year, mut writer) = (None, wthor::Writer::default());
    for some in ids.chunks(AT_A_TIME) {
        for kept in archive.games(some)? {
            let of_year = kept.past.day.year();
            if year.is_some_and(|year| year != of_year) {
                writer = next_year(&mut zip, year, &writer);
            }
            year = Some(of_year);
            push(&mut writer, kept.past.record());
        }
    }
    let last = next_year(&mut zip, year, &writer);
    zip.add("WTHOR.JOU", &last.players());
    zip.add("WTHOR.TRN", &last.tournaments());
    Ok(zip.finish())
}

/// Writes the file of a year, and gives what writes the next.
fn next_year(zip: &mut Zip, year: Option<u32>, writer: &wthor::Writer) -> wthor::Writer {
    if !writer.is_empty() {
        zip.add(&format!("WTH_{:04}.wtb", year.unwrap_or_default()), &writer.games());
    }
    wthor::Writer::new(writer.names().clone())
}

/// A file holds theoretical scores of one depth: games of another go in without theirs.
fn push(writer: &mut wthor::Writer, mut record: Record) {
    if writer.push(&record).is_err() {
        record.theory = None;
        let _ = writer.push(&record);
    }
}
