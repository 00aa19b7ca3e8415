//! A game as a file.

use std::sync::Arc;

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use outflank_rules::record::{self, Format, Record};

use super::{
    ApiError, Peer,
    input::{BadQuery, InPath, Query},
};
use crate::{limits::Allowances, rooms::Rooms, table::Table};

/// What can be asked for. WTHOR is three files, which `outflank convert` makes of any of these.
pub(super) const FORMATS: [Format; 8] =
    [Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn, Format::Json, Format::Obf, Format::Fen, Format::Board];

/// `GET /api/games/{id}/record`
pub(super) async fn record(
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    InPath(id): InPath,
    query: Query,
) -> Result<Response, ApiError> {
    allowances.requests.take(peer.address)?;
    let format = query.text("format").map_or(Ok(Format::Transcript), wanted)?;
    let table = rooms.game(id).table().await?;
    let text = record::write(format, &of(&table, format))?;
    let kind = if format == Format::Json { "application/json" } else { "text/plain; charset=utf-8" };
    let name = format!("attachment; filename=\"outflank-{id}.{}\"", format.extension());
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

/// One of those that can be asked for.
fn wanted(text: &str) -> Result<Format, ApiError> {
    let format = text.parse().ok().filter(|format| FORMATS.contains(format));
    let names = || FORMATS.map(|format| format.to_string()).join(", ");
    format.ok_or_else(|| ApiError::BadFormat(BadQuery::new("format", text, format!("one of {}", names()))))
}

/// The game, or, for formats that hold only positions, how it stands.
fn of(table: &Table, format: Format) -> Record {
    if matches!(format, Format::Obf | Format::Fen | Format::Board) {
        return Record::of_position(table.game().position());
    }
    table.record()
}
