//! The description of the API for programs and those who write them.

use axum::{http::header, response::IntoResponse};

const DOCUMENT: &str = include_str!("../../openapi.json");

/// `GET /api/openapi.json`
pub(super) async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use crate::http::routes;

    #[test]
    fn every_route_is_described_and_every_described_route_is_there() {
        let document: Value = serde_json::from_str(DOCUMENT).expect("openapi.json is JSON");
        let described: BTreeSet<String> = document["paths"].as_object().expect("paths").keys().cloned().collect();
        let there: BTreeSet<String> = routes().iter().map(|(path, _)| path.replace("{*", "{")).collect();
        assert_eq!(described, there);
    }
}
