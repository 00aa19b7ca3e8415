//! A game as a file.

use std::sync::Arc;

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use outflank_rules::record::{self, Format, Record};
use serde::Deserialize;

use super::{
    ApiError, Peer,
    input::{InPath, Query},
};
use crate::{limits::Allowances, rooms::Rooms, table::Table};

/// What can be asked for. WTHOR is three files, which `outflank convert` makes of any of these.
pub(super) const FORMATS: [Format; 8] =
    [Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn, Format::Json, Format::Obf, Format::Fen, Format::Board];

#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    format: Option<String>,
}

/// `GET /api/games/{id}/record`
pub(super) async fn record(
    State(rooms): State<Rooms>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    InPath(id): InPath,
    Query(wanted): Query<Wanted>,
) -> Result<Response, ApiError> {
    allowances.requests.take(peer.address)?;
    let format: Format = wanted.format.as_deref().map(str::parse).transpose()?.unwrap_or(Format::Transcript);
    let table = rooms.game(id).table().await?;
    let text = record::write(format, &of(&table, format))?;
    let kind = if format == Format::Json { "application/json" } else { "text/plain; charset=utf-8" };
    let name = format!("attachment; filename=\"outflank-{id}.{}\"", format.extension());
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

/// The game, or, for formats that hold only positions, how it stands.
fn of(table: &Table, format: Format) -> Record {
    if matches!(format, Format::Obf | Format::Fen | Format::Board) {
        return Record::of_position(table.game().position());
    }
    table.record()
}
