//! Serves the description of the API.

use axum::{http::header, response::IntoResponse};

const DOCUMENT: &str = include_str!("../../openapi.json");

/// `GET /api/openapi.json`
pub(crate) async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use crate::{
        study::{ReasonCode, ReasonPart},
        web::routes,
    };

    #[test]
    fn every_route_is_described_and_every_described_route_is_there() {
        let document: Value = serde_json::from_str(DOCUMENT).expect("openapi.json is JSON");
        let described: BTreeSet<String> = document["paths"].as_object().expect("paths").keys().cloned().collect();
        let there: BTreeSet<String> = routes().iter().map(|(path, _)| path.replace("{*", "{")).collect();
        assert_eq!(described, there);
    }

    /// Clients that know only the new names may rely on as many keys as those with the old ones.
    #[test]
    fn a_new_key_is_required_if_its_old_name_is_sent_always() {
        fn check(value: &Value, place: &str) {
            let Value::Object(fields) = value else { return };
            let required: Vec<&str> =
                value["required"].as_array().into_iter().flatten().flat_map(Value::as_str).collect();
            for (old, described) in value["properties"].as_object().into_iter().flatten() {
                let text = described["description"].as_str().unwrap_or_default();
                if let Some((new, _)) = text.strip_prefix("The name of `").and_then(|rest| rest.split_once('`')) {
                    let is_right = !required.contains(&old.as_str()) || required.contains(&new);
                    assert!(is_right, "{place} requires {old}, and not {new}");
                }
            }
            fields.iter().for_each(|(key, part)| check(part, &format!("{place}/{key}")));
        }
        let document: Value = serde_json::from_str(DOCUMENT).expect("openapi.json is JSON");
        check(&document["components"]["schemas"], "schemas");
    }

    /// The page translates these codes; its tests compare its texts with this document.
    #[test]
    fn every_reason_and_its_parts_are_described() {
        let document: Value = serde_json::from_str(DOCUMENT).expect("openapi.json is JSON");
        let schemas = &document["components"]["schemas"];
        let codes = serde_json::to_value(ReasonCode::ALL).expect("words");
        assert_eq!(schemas["ReasonCode"]["enum"], codes);
        let described = schemas["ReasonParts"]["properties"].as_object().expect("properties");
        let described: BTreeSet<&str> = described.keys().map(String::as_str).collect();
        let parts = serde_json::to_value(ReasonPart::ALL).expect("words");
        let there: BTreeSet<&str> = parts.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(described, there);
    }
}
