//! Extractors of requests: JSON bodies, game ids in paths, queries.

use std::{collections::HashMap, str::FromStr};

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Path, Request},
    http::{HeaderMap, header, request::Parts},
};
use serde::de::DeserializeOwned;

use super::ApiError;
use crate::log::id::GameId;

/// A JSON body.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

/// A JSON body as text, for handlers that parse it.
#[derive(Debug)]
pub(crate) struct Text(pub(crate) String);

/// The game id in the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InPath(pub(crate) GameId);

/// The query of the request.
#[derive(Debug, Default)]
pub(crate) struct Query(HashMap<String, String>);

impl Query {
    /// The value of a parameter.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The trimmed value of a parameter. Empty values, as HTML forms send them, count as missing.
    pub(crate) fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).map(str::trim).filter(|text| !text.is_empty())
    }

    /// The value of a parameter as a number.
    pub(crate) fn number<T: FromStr>(&self, name: &'static str) -> Result<Option<T>, QueryError> {
        let parse =
            |text: &str| text.parse().map_err(|_| QueryError::new(name, text, "a whole number from 0 on".to_owned()));
        self.filled(name).map(parse).transpose()
    }

    /// The choice that the value of a parameter names.
    pub(crate) fn choice<T: Copy>(
        &self,
        name: &'static str,
        choices: &[(&'static str, T)],
    ) -> Result<Option<T>, QueryError> {
        let Some(text) = self.filled(name) else { return Ok(None) };
        let chosen = choices.iter().find(|(word, _)| *word == text).map(|(_, chosen)| *chosen);
        let words = || choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        chosen.map(Some).ok_or_else(|| QueryError::new(name, text, format!("one of {}", words())))
    }
}

/// A parameter of the query with an impossible value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {got:?} is not possible; write {wanted}")]
pub(crate) struct QueryError {
    name: &'static str,
    /// The value, at most 80 characters of it.
    pub(crate) got: String,
    wanted: String,
}

impl QueryError {
    pub(crate) fn new(name: &'static str, got: &str, wanted: String) -> QueryError {
        QueryError { name, got: got.chars().take(80).collect(), wanted }
    }
}

impl<S: Sync + Send, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        Ok(Body(serde_json::from_slice(&bytes(request, state).await?)?))
    }
}

impl<S: Sync + Send> FromRequest<S> for Text {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Text, ApiError> {
        Ok(Text(String::from_utf8_lossy(&bytes(request, state).await?).into_owned()))
    }
}

/// The announced length of the body.
pub(crate) fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Requires the JSON content type: pages of other origins cannot send it without a preflight
/// request, which is refused.
async fn bytes<S: Sync + Send>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    if !is_json(request.headers()) {
        return Err(ApiError::NotJson);
    }
    Ok(Bytes::from_request(request, state).await?)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

impl<S: Sync + Send> FromRequestParts<S> for InPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<InPath, ApiError> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(id)) => Ok(InPath(id.parse()?)),
            Err(_) => Err(ApiError::UnknownRoute(parts.uri.path().to_owned())),
        }
    }
}

impl<S: Sync + Send> FromRequestParts<S> for Query {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query, ApiError> {
        let pairs = axum::extract::Query::from_request_parts(parts, state).await;
        let whole = parts.uri.query().unwrap_or_default();
        let bad = |_| QueryError::new("query", whole, "name=value, with & between two of them".to_owned());
        Ok(Query(pairs.map_err(bad)?.0))
    }
}
