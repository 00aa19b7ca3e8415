//! Routes of the study pages: replay a game, check a board, read a file.

use std::{
    future::poll_fn,
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Json,
    body::Body as RawBody,
    extract::{Request, State},
    http::header,
    response::IntoResponse,
};
use hyper::body::Body as _;

use crate::{
    study::{self, GameInput, SetupRequest, upload::Upload},
    web::{
        ApiError, LimitedPeer, Peer,
        blocking::{BlockingTasks, MEMORY_PIECE, OverloadedError},
        input::{Body, Query, content_length},
        limits::{ConnectionLimiter, ConnectionPermit, RateLimiters},
    },
};

/// The largest file. Larger ones are for `outflank archive import`.
pub(crate) const MAX_FILE_MIB: usize = 16;
const MAX_FILE_BYTES: usize = MAX_FILE_MIB << 20;

/// Larger files wait in a separate queue. Pasted texts are smaller.
const LARGE_FILE_BYTES: usize = 256 << 10;

/// The longest search for a game that reaches a board. The editor sends every change.
const CHECK_TIME: Duration = Duration::from_millis(300);

/// `POST /api/position`
pub(crate) async fn position(
    State(blocking): State<Arc<BlockingTasks>>,
    peer: LimitedPeer,
    Body(request): Body<SetupRequest>,
) -> Result<impl IntoResponse, ApiError> {
    let setup = request.read()?;
    let check = move || {
        let until = Instant::now() + CHECK_TIME;
        setup.check(&|| Instant::now() >= until)
    };
    let checked = blocking.boards.run(peer.address, check).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], checked))
}

/// `POST /api/line`
pub(crate) async fn replay(_: LimitedPeer, Body(input): Body<GameInput>) -> Result<impl IntoResponse, ApiError> {
    let (variant, game) = input.read()?;
    Ok(([(header::CONTENT_TYPE, "application/json")], study::replay(variant, &game)))
}

/// `POST /api/read`. The request enters the queue when its body has arrived, so slow clients delay
/// nobody.
pub(crate) async fn read(
    State(limiters): State<Arc<RateLimiters>>,
    State(blocking): State<Arc<BlockingTasks>>,
    peer: Peer,
    query: Query,
    request: Request,
) -> Result<Json<Upload>, ApiError> {
    limiters.files.take(peer.address)?;
    if content_length(request.headers()).is_some_and(|length| length > MAX_FILE_BYTES as u64) {
        return Err(ApiError::FileTooLarge);
    }
    let file = UploadedFile::receive(request.into_body(), peer.address, &blocking.file_memory).await?;
    let limit = if file.bytes.len() <= LARGE_FILE_BYTES { &blocking.files } else { &blocking.large_files };
    let name = query.text("name").map(str::to_owned);
    let read = move || {
        let UploadedFile { bytes, memory } = file;
        let read = Upload::read(&bytes, name.as_deref());
        drop((bytes, memory));
        read
    };
    Ok(Json(limit.run(peer.address, read).await??))
}

/// A file in memory, counted for its address.
struct UploadedFile {
    bytes: Vec<u8>,
    /// The permits for its memory.
    memory: Vec<ConnectionPermit>,
}

impl UploadedFile {
    /// Reads a body to its end.
    async fn receive(
        mut body: RawBody,
        address: IpAddr,
        memory: &Arc<ConnectionLimiter>,
    ) -> Result<UploadedFile, ApiError> {
        let mut file = UploadedFile { bytes: Vec::new(), memory: Vec::new() };
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let Ok(piece) = frame.map_err(|_| ApiError::BodyBrokeOff)?.into_data() else { continue };
            file.bytes.extend_from_slice(&piece);
            if file.bytes.len() > MAX_FILE_BYTES {
                return Err(ApiError::FileTooLarge);
            }
            while file.memory.len() * MEMORY_PIECE < file.bytes.len() {
                file.memory.push(memory.enter(address).ok_or(OverloadedError::QueueFull)?);
            }
        }
        Ok(file)
    }
}
