//! The peer of a connection.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{StatusCode, request::Parts},
};

use crate::web::{
    ApiError,
    limits::{ConnectionPermit, RateLimiters},
};

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

/// The peer of a request that counts against the rate limit of requests. Handlers name it last, so
/// that only requests with a valid address count.
#[derive(Debug)]
pub(crate) struct LimitedPeer {
    pub(crate) address: IpAddr,
}

impl<S: Sync> FromRequestParts<S> for LimitedPeer
where
    Arc<RateLimiters>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<LimitedPeer, ApiError> {
        let Peer { address, .. } = Peer::from_request_parts(parts, state).await.map_err(|_| ApiError::Panicked)?;
        Arc::<RateLimiters>::from_ref(state).requests.take(address)?;
        Ok(LimitedPeer { address })
    }
}
