//! One browser or program that looks at a game.
//!
//! One task a socket, without locks. It owes the client what is published and the answers to what it asks; who does not take them in time is
//! cut off and comes back for what was missed. Where a message and a notice are ready at once, either may go first: versions tell.

mod cable;
pub(crate) mod jobs;
mod patience;
mod spectator;
mod talk;

use axum::{
    extract::{FromRequestParts, State, WebSocketUpgrade, ws::WebSocket},
    http::request::Parts,
    response::Response,
};

use crate::{
    http::{ApiError, InPath, Peer, Services, Who, job_client, origin},
    jobs::JobClient,
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

/// A request for a socket by a page of our own, whoever sends it.
pub(crate) struct Asked {
    pub(crate) peer: Peer,
    upgrade: WebSocketUpgrade,
}

impl FromRequestParts<Services> for Asked {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Asked, ApiError> {
        origin::check(&parts.headers)?;
        let peer = Peer::from_request_parts(parts, services).await.map_err(|_| ApiError::Panicked)?;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, services).await;
        Ok(Asked { peer, upgrade: upgrade.map_err(|_| ApiError::NotASocket)? })
    }
}

impl Asked {
    /// A socket for messages of at most so many bytes, of which so many may wait to be taken.
    pub(crate) fn open(self, longest: usize, waiting: usize) -> WebSocketUpgrade {
        let bounded = self.upgrade.max_message_size(longest).max_frame_size(longest).read_buffer_size(READ_BYTES);
        bounded.write_buffer_size(0).max_write_buffer_size(waiting)
    }
}

/// A request for a socket to look at something, by somebody who does not come too often.
pub(crate) struct Wanted {
    pub(crate) who: Who,
    pub(crate) asked: Asked,
}

impl FromRequestParts<Services> for Wanted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Wanted, ApiError> {
        let asked = Asked::from_request_parts(parts, services).await?;
        services.allowances.visits.take(asked.peer.address)?;
        Ok(Wanted { who: Who::from_request_parts(parts, services).await?, asked })
    }
}

/// `GET /api/jobs/socket`
pub(crate) async fn jobs(State(services): State<Services>, Wanted { asked, .. }: Wanted) -> Response {
    let peer = asked.peer.clone();
    let client = job_client(&peer, &services.allowances, JobClient::connected());
    asked.open(LONGEST_JOB_MESSAGE, WRITE_BYTES).on_upgrade(async move |socket: WebSocket| {
        let _counted = services.metrics.socket();
        // The connection is counted as long as the peer is there.
        jobs::talk(JobLine { socket, client, address: peer.address }, &services).await;
        drop(peer);
    })
}

/// `GET /api/games/{id}/socket`
pub(crate) async fn upgrade(
    State(services): State<Services>,
    InPath(id): InPath,
    Wanted { who, asked }: Wanted,
) -> Response {
    let room = services.rooms.game(id);
    let peer = asked.peer.clone();
    asked.open(LONGEST_MESSAGE, WRITE_BYTES).on_upgrade(async move |socket: WebSocket| {
        let _counted = services.metrics.socket();
        // The connection is counted as long as the guest is there.
        Talk::new(socket, room, Guest { who, peer }, &services).run().await;
    })
}
