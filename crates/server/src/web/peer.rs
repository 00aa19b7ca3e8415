//! The peer of a connection.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
};

use crate::web::limits::ConnectionPermit;

/// The peer of a connection.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// The address that the limits apply to.
    pub(crate) address: IpAddr,
    /// Held as long as the connection is used, also as a WebSocket.
    _entry: Arc<ConnectionPermit>,
}

impl Peer {
    pub(crate) fn new(address: SocketAddr, entry: ConnectionPermit) -> Peer {
        Peer { address: address.ip(), _entry: Arc::new(entry) }
    }
}

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Peer, StatusCode> {
        parts.extensions.get::<Peer>().cloned().ok_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}
