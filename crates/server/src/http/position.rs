//! Boards that somebody set up: what is wrong with them, and whether a game leads there.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{extract::State, http::header, response::IntoResponse};

use super::{ApiError, Peer, input::Body};
use crate::{chores::Chores, limits::Allowances, wire::Drawing};

/// How long a search for a game may take: the page asks with each disc that is placed.
const TIME: Duration = Duration::from_millis(300);

/// `POST /api/position`
pub(super) async fn position(
    State(allowances): State<Arc<Allowances>>,
    State(chores): State<Arc<Chores>>,
    peer: Peer,
    Body(drawing): Body<Drawing>,
) -> Result<impl IntoResponse, ApiError> {
    allowances.requests.take(peer.address)?;
    let drawn = drawing.read()?;
    let judged = chores.boards.run(move || drawn.judged(Instant::now() + TIME)).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], judged))
}
