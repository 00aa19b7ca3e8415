//! Files that are looked into.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, Request, State},
    http::{HeaderMap, StatusCode},
};

use super::{
    ApiError, Peer,
    input::{Query, content_length},
};
use crate::{
    chores::{Chores, Lane},
    limits::Allowances,
    upload::Upload,
};

/// The most bytes of a file. More than that is for `outflank archive import`.
pub(super) const LARGEST_MIB: usize = 16;
const LARGEST: usize = LARGEST_MIB << 20;

/// What people paste is shorter.
const USUAL: u64 = 256 << 10;

/// Instead of the limit that other bodies have.
pub(super) fn limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max(LARGEST)
}

/// `POST /api/read`. The body is read when its turn has come: so many large ones are in memory at once.
pub(super) async fn read(
    State(allowances): State<Arc<Allowances>>,
    State(chores): State<Arc<Chores>>,
    peer: Peer,
    query: Query,
    request: Request,
) -> Result<Json<Upload>, ApiError> {
    allowances.files.take(peer.address)?;
    let turn = lane(&chores, request.headers())?.turn().await?;
    let bytes = Bytes::from_request(request, &()).await.map_err(|cause| match cause.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::FileTooLarge,
        _ => ApiError::BadBody(cause),
    })?;
    let name = query.text("name").map(str::to_owned);
    Ok(Json(turn.run(move || Upload::read(&bytes, name.as_deref())).await??))
}

/// The line for a body that says how long it is, or does not.
fn lane<'a>(chores: &'a Chores, headers: &HeaderMap) -> Result<&'a Lane, ApiError> {
    match content_length(headers) {
        Some(length) if length > LARGEST as u64 => Err(ApiError::FileTooLarge),
        Some(length) if length <= USUAL => Ok(&chores.files),
        _ => Ok(&chores.large_files),
    }
}
