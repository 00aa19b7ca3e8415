//! `POST /api/archive/import`: imports the body and streams progress as NDJSON.

use std::ops::ControlFlow;

use axum::{
    body::{Body, Bytes},
    extract::{Request, State},
    http::header,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use tokio::{
    sync::mpsc::{self, Sender},
    task::spawn_blocking,
};

use super::{
    service::ArchiveService,
    stream::{ChunkedBody, UploadReader, pump},
};
use crate::{
    archive::{Import, ImportError, ImportEvent, Imported},
    game::record,
    study::{ErrorReason, ReasonCode},
    web::{
        ApiError, LimitedPeer,
        input::{Query, content_length},
    },
};

/// The most errors that are sent; more are counted. Browsers read the response after they have sent
/// the whole body, so it waits in memory until then.
const MAX_FAULTS: usize = 1000;

/// The most progress lines that wait. Slow clients get fewer of them.
const MAX_PROGRESS_LINES: usize = 8;

/// Room for all errors and progress lines, the note that errors were omitted, and the end.
const LINES_CAPACITY: usize = MAX_FAULTS + MAX_PROGRESS_LINES + 3;

/// The most chunks of the body that wait.
const BODY_CAPACITY: usize = 8;

/// `POST /api/archive/import`
pub(crate) async fn import(
    State(service): State<ArchiveService>,
    query: Query,
    peer: LimitedPeer,
    request: Request,
) -> Result<Response, ApiError> {
    let permit = service.start_import(peer.address, request.headers())?;
    let max_bytes = service.limits().bytes;
    if content_length(request.headers()).is_some_and(|length| length > max_bytes) {
        return Err(ApiError::TooLarge { most: max_bytes });
    }
    let import = Import {
        source: query.filled("name").unwrap_or("upload").to_owned(),
        format: query.filled("format").map(record::game_format).transpose()?,
        names: None,
    };
    let (chunks, incoming) = mpsc::channel(BODY_CAPACITY);
    let (lines, body) = mpsc::channel(LINES_CAPACITY);
    tokio::spawn(pump(request.into_body(), chunks, service.stopping()));
    spawn_blocking(move || {
        let mut writer = ImportProgressWriter { lines, faults: 0 };
        let upload = UploadReader::new(incoming, max_bytes);
        let done = service.archive().import(import, upload, &mut |event| writer.event(&event));
        // A client that sees the end may start the next import.
        drop(permit);
        writer.end(&done);
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::new(ChunkedBody(body))).into_response())
}

/// Writes the response line by line without blocking.
struct ImportProgressWriter {
    lines: Sender<Option<Bytes>>,
    faults: usize,
}

impl ImportProgressWriter {
    fn event(&mut self, event: &ImportEvent) -> ControlFlow<()> {
        match event {
            ImportEvent::Progress { bytes, games } if self.lines.capacity() > LINES_CAPACITY - MAX_PROGRESS_LINES => {
                self.write(&json!({"type": "progress", "bytes": bytes, "games": games}));
            }
            ImportEvent::Progress { .. } => {}
            ImportEvent::Fault { place, message, why } => {
                self.faults += 1;
                if self.faults <= MAX_FAULTS {
                    self.fault(place, message, why);
                } else if self.faults == MAX_FAULTS + 1 {
                    self.fault(
                        place,
                        "more errors are counted but not listed",
                        &ErrorReason::new(ReasonCode::MoreFaults),
                    );
                }
            }
        }
        if self.lines.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn fault(&self, place: &str, message: &str, ErrorReason { code, parts }: &ErrorReason) {
        self.write(&json!({"type": "fault", "place": place, "message": message, "code": code, "parts": parts}));
    }

    fn end(&self, done: &Result<Imported, ImportError>) {
        let (Ok(imported) | Err(ImportError { before: imported, .. })) = done;
        let Imported { added, known, refused, names } = imported;
        let mut last = json!({"type": "done", "added": added, "known": known, "refused": refused, "names": names});
        if let Err(ImportError { cause, .. }) = done {
            tracing::error!(%cause, "an import failed");
            last["type"] = "failed".into();
            last["message"] = "cannot write to the archive; try the import again".into();
        }
        self.write(&last);
        let _ = self.lines.try_send(None);
    }

    fn write(&self, line: &Value) {
        // The number of lines is bounded, so this fails only if the client is gone.
        let _ = self.lines.try_send(Some(Bytes::from(format!("{line}\n"))));
    }
}
