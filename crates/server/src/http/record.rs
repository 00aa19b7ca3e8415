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
use crate::{limits::Allowances, rooms::Rooms};

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
    download(&table.record(), format, id.as_str())
}

/// A record as a file. Formats that hold only positions get how it stands.
pub(super) fn download(record: &Record, format: Format, name: &str) -> Result<Response, ApiError> {
    let text = if holds_games(format) {
        record::write(format, record)?
    } else {
        record::write(format, &Record::of_position(record.game.position()))?
    };
    let name = format!("attachment; filename=\"outflank-{name}.{}\"", format.extension());
    Ok(([(header::CONTENT_TYPE, kind(format).to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

/// What a text in this format is, for HTTP.
pub(super) fn kind(format: Format) -> &'static str {
    if format == Format::Json { "application/json" } else { "text/plain; charset=utf-8" }
}

fn holds_games(format: Format) -> bool {
    !matches!(format, Format::Obf | Format::Fen | Format::Board)
}

/// One of those that can be asked for.
pub(super) fn wanted(text: &str) -> Result<Format, ApiError> {
    one_of(&FORMATS, text)
}

/// One that holds games.
pub(super) fn game_format(text: &str) -> Result<Format, ApiError> {
    let formats: Vec<Format> = Format::ALL.into_iter().filter(|&format| holds_games(format)).collect();
    one_of(&formats, text)
}

fn one_of(formats: &[Format], text: &str) -> Result<Format, ApiError> {
    let format = text.parse().ok().filter(|format| formats.contains(format));
    let names = || formats.iter().map(Format::to_string).collect::<Vec<_>>().join(", ");
    format.ok_or_else(|| ApiError::BadFormat(BadQuery::new("format", text, format!("one of {}", names()))))
}
