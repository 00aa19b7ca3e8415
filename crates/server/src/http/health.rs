//! Whether the server is alive and ready, for operators and those who watch over services.

use axum::Json;
use serde::Serialize;

/// The process answers.
#[derive(Debug, Serialize)]
pub(super) struct Health {
    status: &'static str,
    version: &'static str,
}

pub(super) async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}
