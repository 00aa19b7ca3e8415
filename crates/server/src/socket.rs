//! One browser or program that looks at a game.
//!
//! One task a socket, without locks. It owes the client what is published and the answers to what it asks; who does not take them in time is
//! cut off and comes back for what was missed. Where a message and a notice are ready at once, either may go first: versions tell.

pub(crate) mod jobs;
mod patience;
mod spectator;
mod talk;

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, State, WebSocketUpgrade, ws::WebSocket},
    http::request::Parts,
    response::Response,
};

use crate::{
    app::Stopping,
    http::{ApiError, InPath, Peer, Services, Who, job_client, origin},
    jobs::Jobs,
    metrics::Metrics,
    rooms::Rooms,
    wire::{LONGEST_JOB_MESSAGE, LONGEST_MESSAGE},
};
use jobs::JobLine;
pub(crate) use patience::Patience;
pub(crate) use spectator::{Spectator, look_on};
use talk::{Guest, Talk};

/// What is read at a time; messages are short.
const READ_BYTES: usize = LONGEST_MESSAGE;

/// What may wait to be taken by a client: a few snapshots of long games.
const WRITE_BYTES: usize = 128 * 1024;

/// A request for a socket that may be granted.
pub(crate) struct Wanted {
    upgrade: WebSocketUpgrade,
    guest: Guest,
}

impl Guest {
    /// Lets somebody in, unless he comes too often.
    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Guest, ApiError> {
        let who = Who::from_request_parts(parts, services).await?;
        let peer = Peer::from_request_parts(parts, services).await.map_err(|_| ApiError::Panicked)?;
        services.allowances.visits.take(peer.address)?;
        Ok(Guest { who, peer, allowances: Arc::clone(&services.allowances) })
    }
}

impl FromRequestParts<Services> for Wanted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Wanted, ApiError> {
        origin::check(&parts.headers)?;
        let guest = Guest::from_request_parts(parts, services).await?;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, services).await;
        let upgrade = upgrade
            .map_err(|_| ApiError::NotASocket)?
            .read_buffer_size(READ_BYTES)
            .write_buffer_size(0)
            .max_write_buffer_size(WRITE_BYTES);
        let upgrade = with_longest(upgrade, LONGEST_MESSAGE);
        Ok(Wanted { upgrade, guest })
    }
}

fn with_longest(upgrade: WebSocketUpgrade, bytes: usize) -> WebSocketUpgrade {
    upgrade.max_message_size(bytes).max_frame_size(bytes)
}

/// `GET /api/jobs/socket`
pub(crate) async fn jobs(
    State(jobs): State<Jobs>,
    State(metrics): State<Arc<Metrics>>,
    State(stopping): State<Stopping>,
    Wanted { upgrade, guest }: Wanted,
) -> Response {
    let Guest { peer, allowances, .. } = guest;
    let client = job_client(&peer, &allowances);
    with_longest(upgrade, LONGEST_JOB_MESSAGE).on_upgrade(async move |socket: WebSocket| {
        let _counted = metrics.socket();
        // The connection is counted as long as the peer is there.
        let line = JobLine { socket, client, address: peer.address, jobs, allowances, metrics: &metrics, stopping };
        jobs::talk(line).await;
        drop(peer);
    })
}

/// `GET /api/games/{id}/socket`
pub(crate) async fn upgrade(
    State(rooms): State<Rooms>,
    State(metrics): State<Arc<Metrics>>,
    State(stopping): State<Stopping>,
    InPath(id): InPath,
    Wanted { upgrade, guest }: Wanted,
) -> Response {
    let room = rooms.game(id);
    upgrade.on_upgrade(async move |socket: WebSocket| {
        let _counted = metrics.socket();
        // The connection is counted as long as the guest is there.
        Talk::new(socket, room, rooms, guest, &metrics, stopping).run().await;
    })
}
