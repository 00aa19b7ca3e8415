//! Records in all formats, and the check of boards.

use std::time::Duration;

use outflank_rules::record::{self, Format, Record};
use outflank_study::upload::Upload;
use outflank_study::view::json;
use outflank_study::{GameInput, SetupRequest};
use serde::Deserialize;

use crate::Answer;
use crate::error::Error;

/// The longest search for a game that reaches a board. The editor sends every change.
const CHECK_TIME: Duration = Duration::from_millis(300);

#[derive(Deserialize)]
pub(crate) struct ReadCall {
    /// The name of the file, which may tell the format.
    name: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct WriteCall {
    subject: GameInput,
    format: String,
    #[serde(default)]
    black: String,
    #[serde(default)]
    white: String,
    #[serde(default)]
    event: String,
    #[serde(default)]
    date: String,
}

pub(crate) fn position(request: &SetupRequest, now: fn() -> Duration) -> Answer {
    let until = now() + CHECK_TIME;
    Ok(request.read()?.check(&|| now() >= until))
}

pub(crate) fn read(call: &ReadCall, file: &[u8]) -> Answer {
    Ok(json(&Upload::read(file, call.name.as_deref())?))
}

/// The text of a record, as JSON.
pub(crate) fn write(call: WriteCall) -> Answer {
    let format: Format = call.format.parse().map_err(|cause| Error::new("unknown-format", &call.format, &cause))?;
    let (_, game) = call.subject.read()?;
    let mut record = Record::new(game);
    record.black.name = call.black;
    record.white.name = call.white;
    record.event = call.event;
    record.date = call.date;
    let text =
        record::write(format, &record).map_err(|cause| Error::new("format-cannot-hold", &call.format, &cause))?;
    Ok(json(&text))
}
