//! A game as a file.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use outflank_rules::record::{self, Format, Record};

use crate::{
    game::Rooms,
    web::{
        ApiError, LimitedPeer,
        input::{InPath, Query, QueryError},
    },
};

/// The formats for download. WTHOR needs three files; `outflank convert` makes them from any of
/// these.
pub(crate) const FORMATS: [Format; 8] =
    [Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn, Format::Json, Format::Obf, Format::Fen, Format::Board];

/// `GET /api/games/{id}/record`
pub(crate) async fn record(
    State(rooms): State<Rooms>,
    InPath(id): InPath,
    query: Query,
    _: LimitedPeer,
) -> Result<Response, ApiError> {
    let format = query.text("format").map_or(Ok(Format::Transcript), wanted)?;
    let game = rooms.game(id).state().await?;
    download(&game.record(), format, id.as_str())
}

/// Returns a record as a file. Formats for positions get the current position.
pub(crate) fn download(record: &Record, format: Format, name: &str) -> Result<Response, ApiError> {
    let text = if holds_games(format) {
        record::write(format, record)?
    } else {
        record::write(format, &Record::of_position(record.game.position()))?
    };
    let name = format!("attachment; filename=\"outflank-{name}.{}\"", format.extension());
    Ok(([(header::CONTENT_TYPE, kind(format).to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

/// The content type of a format.
pub(crate) fn kind(format: Format) -> &'static str {
    if format == Format::Json { "application/json" } else { "text/plain; charset=utf-8" }
}

fn holds_games(format: Format) -> bool {
    !matches!(format, Format::Obf | Format::Fen | Format::Board)
}

/// Parses a format that can be downloaded.
pub(crate) fn wanted(text: &str) -> Result<Format, ApiError> {
    one_of(&FORMATS, text)
}

/// Parses a format that holds games.
pub(crate) fn game_format(text: &str) -> Result<Format, ApiError> {
    let formats: Vec<Format> = Format::ALL.into_iter().filter(|&format| holds_games(format)).collect();
    one_of(&formats, text)
}

fn one_of(formats: &[Format], text: &str) -> Result<Format, ApiError> {
    let format = text.parse().ok().filter(|format| formats.contains(format));
    let names = || formats.iter().map(Format::to_string).collect::<Vec<_>>().join(", ");
    format.ok_or_else(|| ApiError::BadFormat(QueryError::new("format", text, format!("one of {}", names()))))
}
