//! Links as pictures.

use std::sync::Arc;

use axum::{extract::State, http::header, response::IntoResponse};
use serde::Deserialize;

use super::{ApiError, Peer, input::Body};
use crate::{limits::Allowances, qr};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    text: String,
}

/// `POST /api/qr`: a question without effects, but a link with a secret does not belong into an address that is logged.
pub(super) async fn picture(
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Body(wanted): Body<Wanted>,
) -> Result<impl IntoResponse, ApiError> {
    allowances.requests.take(peer.address)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], qr::svg(&wanted.text)?))
}
