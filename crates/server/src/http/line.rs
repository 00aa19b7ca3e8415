//! Games that are looked at: whoever shows them needs no rules.

use std::sync::Arc;

use axum::{extract::State, http::header, response::IntoResponse};

use super::{ApiError, Peer, input::Body};
use crate::{
    limits::Allowances,
    wire::{self, Subject},
};

/// `POST /api/line`
pub(super) async fn line(
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Body(subject): Body<Subject>,
) -> Result<impl IntoResponse, ApiError> {
    allowances.requests.take(peer.address)?;
    let (variant, game) = subject.read()?;
    Ok(([(header::CONTENT_TYPE, "application/json")], wire::line(variant, &game)))
}
