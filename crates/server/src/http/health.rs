//! Whether the server is alive and ready, and what it counts: for operators and those who watch over services.

use std::{net::IpAddr, sync::Arc};

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::IntoResponse,
};
use serde::Serialize;

use super::{ApiError, Peer, host};
use crate::{
    config::Audience,
    jobs::Jobs,
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
    State(jobs): State<Jobs>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    if !may_read(audience, peer.address, &headers) {
        return Err(ApiError::NotForYou);
    }
    let text = metrics.text(Now { connections: gates.inside_now(), pool: pool.load(), jobs: jobs.load() });
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text))
}

/// What comes from this machine may be a browser whose page belongs to others, or a proxy for them: by their names they are known.
fn may_read(audience: Audience, address: IpAddr, headers: &HeaderMap) -> bool {
    audience == Audience::Everybody || address.to_canonical().is_loopback() && host::is_this_machine(headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_for_this_machine_unless_the_operator_shows_them() {
        for (address, is_here) in [("127.0.0.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("192.0.2.7", false)]
        {
            let address: IpAddr = address.parse().expect("an address");
            let none = HeaderMap::new();
            assert_eq!(may_read(Audience::ThisMachine, address, &none), is_here, "{address}");
            assert!(may_read(Audience::Everybody, address, &none), "{address}");
        }
    }
}
