//! One browser or program that looks at a game.
//!
//! One task a socket, without locks. It owes the client what is published and the answers to what it asks; who does not take them in time is
//! cut off and comes back for what was missed. Where a message and a notice are ready at once, either may go first: versions tell.

mod patience;
mod talk;

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{FromRequestParts, State, WebSocketUpgrade, ws::WebSocket},
    http::request::Parts,
    response::Response,
};

use crate::{
    app::Stopping,
    http::{ApiError, InPath, Peer, Services, Who, origin},
    metrics::Metrics,
    rooms::Rooms,
    wire::LONGEST_MESSAGE,
};
use talk::Talk;

/// What is read at a time; messages are short.
const READ_BYTES: usize = LONGEST_MESSAGE;

/// What may wait to be taken by a client: a few snapshots of long games.
const WRITE_BYTES: usize = 128 * 1024;

/// A request for a socket that may be granted.
pub(crate) struct Wanted {
    upgrade: WebSocketUpgrade,
    /// How long its first message may take.
    hello_time: Duration,
}

impl FromRequestParts<Services> for Wanted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Wanted, ApiError> {
        origin::check(&parts.headers)?;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, services).await;
        let upgrade = upgrade
            .map_err(|_| ApiError::NotASocket)?
            .max_message_size(LONGEST_MESSAGE)
            .max_frame_size(LONGEST_MESSAGE)
            .read_buffer_size(READ_BYTES)
            .write_buffer_size(0)
            .max_write_buffer_size(WRITE_BYTES);
        Ok(Wanted { upgrade, hello_time: services.allowances.hello_time })
    }
}

/// `GET /api/games/{id}/socket`
pub(crate) async fn upgrade(
    State(rooms): State<Rooms>,
    State(metrics): State<Arc<Metrics>>,
    State(stopping): State<Stopping>,
    peer: Peer,
    InPath(id): InPath,
    who: Who,
    Wanted { upgrade, hello_time }: Wanted,
) -> Response {
    let room = rooms.game(id);
    upgrade.on_upgrade(async move |socket: WebSocket| {
        // The connection is counted as long as the socket lasts.
        let _peer = peer;
        let _counted = metrics.socket();
        Talk::new(socket, room, rooms, who, &metrics, stopping).run(hello_time).await;
    })
}
