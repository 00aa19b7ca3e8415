//! Who asks.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
};

use crate::limits::Entry;

/// The other end of a connection.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// Whose limits these are.
    pub(crate) address: IpAddr,
    /// Held as long as the connection is used, also after it has become a socket.
    _entry: Arc<Entry>,
}

impl Peer {
    pub(crate) fn new(address: SocketAddr, entry: Entry) -> Peer {
        Peer { address: address.ip(), _entry: Arc::new(entry) }
    }
}

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Peer, StatusCode> {
        parts.extensions.get::<Peer>().cloned().ok_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}
