//! Collections that are sent in, with the progress as the answer.

use std::{ops::ControlFlow, sync::Arc};

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
    super::{
        ApiError, Peer,
        input::{Query, content_length},
        record,
    },
    desk::Desk,
    stream::{Incoming, Pieces, pump},
};
use crate::{
    archive::{Import, Imported, News, NotImported},
    limits::Allowances,
    wire::{Code, Why},
};

/// Faults that are told; the others are counted. Browsers read the answer when they have sent all: until then it waits in memory.
const MOST_FAULTS: usize = 1000;

/// Lines of progress that wait to be read, at most: who is slow is told less often.
const MOST_PROGRESS: usize = 8;

/// The last line always fits, that not all faults are told, and the end.
const LINES: usize = MOST_FAULTS + MOST_PROGRESS + 3;

/// Pieces of a body that wait to be read.
const PIECES: usize = 8;

/// `POST /api/archive/import`
pub(in crate::http) async fn import(
    State(desk): State<Desk>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    query: Query,
    request: Request,
) -> Result<Response, ApiError> {
    allowances.requests.take(peer.address)?;
    let turn = desk.importing(peer.address, request.headers())?;
    let most = desk.limits().bytes;
    if content_length(request.headers()).is_some_and(|length| length > most) {
        return Err(ApiError::TooLarge { most });
    }
    let import = Import {
        source: query.filled("name").unwrap_or("upload").to_owned(),
        format: query.filled("format").map(record::game_format).transpose()?,
        names: None,
    };
    let (pieces, incoming) = mpsc::channel(PIECES);
    let (lines, told) = mpsc::channel(LINES);
    tokio::spawn(pump(request.into_body(), pieces, desk.stopping()));
    spawn_blocking(move || {
        let mut teller = Teller { lines, faults: 0 };
        let done = desk.archive().import(import, Incoming::new(incoming, most), &mut |news| teller.tell(&news));
        // Others wait until this one is done; whoever hears of the end may begin the next.
        drop(turn);
        teller.end(&done);
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::new(Pieces(told))).into_response())
}

/// Writes the answer line by line, and waits for nobody.
struct Teller {
    lines: Sender<Option<Bytes>>,
    faults: usize,
}

impl Teller {
    fn tell(&mut self, news: &News) -> ControlFlow<()> {
        match news {
            News::Progress { bytes, games } if self.lines.capacity() > LINES - MOST_PROGRESS => {
                self.say(&json!({"type": "progress", "bytes": bytes, "games": games}));
            }
            News::Progress { .. } => {}
            News::Fault { place, message, why } => {
                self.faults += 1;
                if self.faults <= MOST_FAULTS {
                    self.fault(place, message, why);
                } else if self.faults == MOST_FAULTS + 1 {
                    self.fault(place, "more faults are counted and not told", &Why::new(Code::MoreFaults));
                }
            }
        }
        if self.lines.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn fault(&self, place: &str, message: &str, Why { code, parts }: &Why) {
        self.say(&json!({"type": "fault", "place": place, "message": message, "code": code, "parts": parts}));
    }

    fn end(&self, done: &Result<Imported, NotImported>) {
        let (Ok(imported) | Err(NotImported { before: imported, .. })) = done;
        let Imported { added, known, refused, names } = imported;
        let mut last = json!({"type": "done", "added": added, "known": known, "refused": refused, "names": names});
        if let Err(NotImported { cause, .. }) = done {
            tracing::error!(%cause, "an import failed");
            last["type"] = "failed".into();
            last["message"] = "the archive cannot be written to just now: import it again".into();
        }
        self.say(&last);
        let _ = self.lines.try_send(None);
    }

    fn say(&self, line: &Value) {
        // Faults are bounded, so there is room, unless nobody listens.
        let _ = self.lines.try_send(Some(Bytes::from(format!("{line}\n"))));
    }
}
