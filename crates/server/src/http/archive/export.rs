//! Games to take home, in any number.

use std::sync::Arc;

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use outflank_rules::record::{self as rules_record, Format, wthor};
use tokio::sync::mpsc::{self, Sender};

use super::{
    super::{ApiError, Peer, input::Query, record},
    desk::Desk,
    question::search,
    stream::Pieces,
};
use crate::{archive::Past, limits::Allowances, zip::Zip};

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
    let format = query.filled("format").map_or(Ok(Format::Ggf), record::game_format)?;
    let search = search(&query)?;
    let entry = desk.exporting(peer.address)?;
    let ids = desk.read(move |archive| archive.ids(&search)).await?;
    let (pieces, told) = mpsc::channel(PIECES);
    tokio::spawn(async move {
        let sent = send(&desk, &ids, Output::new(format), &pieces).await;
        // Whoever hears of the end may ask for the next.
        drop(entry);
        match sent {
            Ok(()) => drop(pieces.send(None).await),
            Err(error) => tracing::error!(%error, "an export broke off"),
        }
    });
    Ok(download(format, Body::new(Pieces(told))))
}

fn download(format: Format, body: Body) -> Response {
    let (extension, kind) = match format {
        Format::Wthor => ("zip", "application/zip"),
        format => (format.extension(), record::kind(format)),
    };
    let disposition = format!("attachment; filename=\"outflank-archive.{extension}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], body).into_response()
}

/// Sends all games that the format can hold, until nobody takes them any more.
async fn send(desk: &Desk, ids: &[u32], mut output: Output, pieces: &Sender<Option<Bytes>>) -> Result<(), ApiError> {
    for some in ids.chunks(AT_A_TIME) {
        let some = some.to_vec();
        let read = desk.read_for_export(move |archive| {
            archive.games(&some)?.iter().for_each(|kept| output.push(&kept.past));
            let piece = output.take();
            Ok((output, piece))
        });
        let piece;
        (output, piece) = read.await?;
        if !piece.is_empty() && pieces.send(Some(piece)).await.is_err() {
            return Ok(());
        }
    }
    let last = desk.read_for_export(move |_| Ok(output.finish())).await?;
    if !last.is_empty() {
        let _ = pieces.send(Some(last)).await;
    }
    Ok(())
}

/// A file that is being written.
enum Output {
    Text(Format, String),
    Base(Box<Base>),
}

impl Output {
    fn new(format: Format) -> Output {
        match format {
            Format::Wthor => Output::Base(Box::new(Base::new())),
            format => Output::Text(format, String::new()),
        }
    }

    fn push(&mut self, past: &Past) {
        match self {
            Output::Text(format, text) => text.extend(rules_record::write(*format, &past.record())),
            Output::Base(base) => base.push(past),
        }
    }

    /// What can be sent by now.
    fn take(&mut self) -> Bytes {
        match self {
            Output::Text(_, text) => std::mem::take(text).into(),
            Output::Base(base) => base.zip.take().into(),
        }
    }

    /// The rest.
    fn finish(self) -> Bytes {
        match self {
            Output::Text(_, text) => text.into(),
            Output::Base(base) => base.finish().into(),
        }
    }
}

/// A base in one file: the games of each year, which name files share. Games come in the order of their days; those from another start are not in it.
struct Base {
    zip: Zip,
    year: u32,
    writer: wthor::Writer,
}

impl Base {
    fn new() -> Base {
        Base { zip: Zip::new(0), year: 0, writer: wthor::Writer::default() }
    }

    fn push(&mut self, past: &Past) {
        if past.day.year() != self.year {
            self.end_year();
            self.year = past.day.year();
        }
        // What does not fit is left out.
        let _ = past.records_for_base().any(|record| self.writer.push(&record).is_ok());
    }

    fn end_year(&mut self) {
        if !self.writer.is_empty() {
            self.zip.add(&format!("WTH_{:04}.wtb", self.year), &self.writer.games());
        }
        self.writer = wthor::Writer::new(self.writer.names().clone());
    }

    fn finish(mut self) -> Vec<u8> {
        self.end_year();
        self.zip.add("WTHOR.JOU", &self.writer.players());
        self.zip.add("WTHOR.TRN", &self.writer.tournaments());
        self.zip.finish()
    }
}
