//! WebSockets: checks and opens them. Each one is served by one task without locks.
//!
//! A client that does not read in time is disconnected, and catches up when it reconnects. If a
//! reply and a notice are ready at once, either may go first: the versions tell.

pub(crate) mod connection;

use axum::{
    extract::{FromRequestParts, State, WebSocketUpgrade, ws::WebSocket},
    http::request::Parts,
    response::Response,
};

use crate::{
    engine::{self, pool::Client, socket::JobClient, wire::LONGEST_JOB_MESSAGE},
    game::{
        socket::{GameSocket, SocketClient},
        wire::LONGEST_MESSAGE,
    },
    web::{ApiError, Credentials, InPath, Peer, Services, origin},
};
pub(crate) use connection::MessageBudget;

/// Bytes read at a time. Messages are short.
const READ_BYTES: usize = LONGEST_MESSAGE;

/// Bytes queued for a client: a few snapshots of long games.
const WRITE_BYTES: usize = 128 * 1024;

/// A request for a WebSocket from a page of this server or from a program.
pub(crate) struct SocketUpgrade {
    pub(crate) peer: Peer,
    upgrade: WebSocketUpgrade,
}

impl FromRequestParts<Services> for SocketUpgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<SocketUpgrade, ApiError> {
        origin::check(&parts.headers)?;
        let peer = Peer::from_request_parts(parts, services).await.map_err(|_| ApiError::Panicked)?;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, services).await;
        Ok(SocketUpgrade { peer, upgrade: upgrade.map_err(|_| ApiError::NotASocket)? })
    }
}

impl SocketUpgrade {
    /// Accepts messages of at most `longest` bytes and queues at most `waiting` bytes to send.
    pub(crate) fn open(self, longest: usize, waiting: usize) -> WebSocketUpgrade {
        let bounded = self.upgrade.max_message_size(longest).max_frame_size(longest).read_buffer_size(READ_BYTES);
        bounded.write_buffer_size(0).max_write_buffer_size(waiting)
    }
}

/// A request for a WebSocket to watch something, within the rate limit.
pub(crate) struct SpectatorUpgrade {
    pub(crate) who: Credentials,
    pub(crate) asked: SocketUpgrade,
}

impl FromRequestParts<Services> for SpectatorUpgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<SpectatorUpgrade, ApiError> {
        let asked = SocketUpgrade::from_request_parts(parts, services).await?;
        services.limiters.visits.take(asked.peer.address)?;
        Ok(SpectatorUpgrade { who: Credentials::from_request_parts(parts, services).await?, asked })
    }
}

/// `GET /api/jobs/socket`
pub(crate) async fn jobs(
    State(services): State<Services>,
    SpectatorUpgrade { asked, .. }: SpectatorUpgrade,
) -> Response {
    let peer = asked.peer.clone();
    let client = engine::http::client(&peer, &services.limiters, Client::connected());
    asked.open(LONGEST_JOB_MESSAGE, WRITE_BYTES).on_upgrade(async move |socket: WebSocket| {
        let _counted = services.metrics.socket();
        // The connection counts until the peer is dropped.
        engine::socket::run(JobClient { socket, client, address: peer.address }, &services).await;
        drop(peer);
    })
}

/// `GET /api/games/{id}/socket`
pub(crate) async fn upgrade(
    State(services): State<Services>,
    InPath(id): InPath,
    SpectatorUpgrade { who, asked }: SpectatorUpgrade,
) -> Response {
    let room = services.rooms.game(id);
    let peer = asked.peer.clone();
    asked.open(LONGEST_MESSAGE, WRITE_BYTES).on_upgrade(async move |socket: WebSocket| {
        let _counted = services.metrics.socket();
        // The connection counts until the client is dropped.
        GameSocket::new(socket, room, SocketClient { who, peer }, &services).run().await;
    })
}
