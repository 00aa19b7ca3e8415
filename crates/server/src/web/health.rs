//! Health checks and metrics, for operators.

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
    engine::{jobs::Jobs, pool::Pool},
    log::EventStore,
    web::{
        limits::ConnectionLimiter,
        metrics::{Metrics, Now},
    },
};

#[derive(Debug, Serialize)]
pub(crate) struct Health {
    status: &'static str,
    version: &'static str,
}

const WELL: Health = Health { status: "ok", version: env!("CARGO_PKG_VERSION") };

/// `GET /health`: the process runs.
pub(crate) async fn health() -> Json<Health> {
    Json(WELL)
}

/// `GET /ready`: the store has just committed a row.
pub(crate) async fn ready(State(store): State<Arc<dyn EventStore>>) -> Result<Json<Health>, ApiError> {
    store.check_health().await?;
    Ok(Json(WELL))
}

/// `GET /metrics`
pub(crate) async fn metrics(
    State(metrics): State<Arc<Metrics>>,
    State(audience): State<Audience>,
    State(gates): State<Arc<ConnectionLimiter>>,
    State(pool): State<Arc<Pool>>,
    State(jobs): State<Jobs>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    if !may_read(audience, peer.address, &headers) {
        return Err(ApiError::LocalOnly);
    }
    let text = metrics.text(Now { connections: gates.inside_now(), pool: pool.load(), jobs: jobs.load() });
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text))
}

/// A request from this machine may come from a browser with a page of another origin, or from a
/// proxy. The `Host` header tells.
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
