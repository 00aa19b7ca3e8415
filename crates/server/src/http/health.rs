//! Whether the server is alive and ready, and what it counts: for operators and those who watch over services.

use std::sync::Arc;

use axum::{Json, extract::State, http::header, response::IntoResponse};
use serde::Serialize;

use super::ApiError;
use crate::{
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
    State(gates): State<Arc<Gates>>,
    State(pool): State<Arc<Pool>>,
) -> impl IntoResponse {
    let text = metrics.text(Now { connections: gates.inside_now(), pool: pool.load() });
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}
