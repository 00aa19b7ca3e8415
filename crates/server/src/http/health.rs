//! Whether the server is alive and ready, and what it counts: for operators and those who watch over services.

use std::{net::IpAddr, sync::Arc};

use axum::{Json, extract::State, http::header, response::IntoResponse};
use serde::Serialize;

use super::{ApiError, Peer};
use crate::{
    config::Audience,
    limits::Gates,
    metrics::{Metrics, Now},
    pool::Pool,
    store::EventStore,
};

#[derive(Debug, Serialize)]
pub(super) struct Health {
    status: &'static str,
    version: &'static str,
}

const WELL: Health = Health { status: "ok", version: env!("CARGO_PKG_VERSION") };

/// `GET /health`: the process answers.
pub(super) async fn health() -> Json<Health> {
    Json(WELL)
}

/// `GET /ready`: games can be written.
pub(super) async fn ready(State(store): State<Arc<dyn EventStore>>) -> Result<Json<Health>, ApiError> {
    store.is_well().await?;
    Ok(Json(WELL))
}

/// `GET /metrics`
pub(super) async fn metrics(
    State(metrics): State<Arc<Metrics>>,
    State(audience): State<Audience>,
    State(gates): State<Arc<Gates>>,
    State(pool): State<Arc<Pool>>,
    peer: Peer,
) -> Result<impl IntoResponse, ApiError> {
    if !may_read(audience, peer.address) {
        return Err(ApiError::NotForYou);
    }
    let text = metrics.text(Now { connections: gates.inside_now(), pool: pool.load() });
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text))
}

fn may_read(audience: Audience, address: IpAddr) -> bool {
    audience == Audience::Everybody || address.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_for_this_machine_unless_the_operator_shows_them() {
        for (address, is_here) in [("127.0.0.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("192.0.2.7", false)]
        {
            let address: IpAddr = address.parse().expect("an address");
            assert_eq!(may_read(Audience::ThisMachine, address), is_here, "{address}");
            assert!(may_read(Audience::Everybody, address), "{address}");
        }
    }
}
