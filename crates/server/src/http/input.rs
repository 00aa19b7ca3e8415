//! What requests bring: bodies that are small and JSON, names of games, queries.

use std::{collections::HashMap, fmt, str::FromStr};

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Path, Request},
    http::{HeaderMap, header, request::Parts},
};
use serde::de::DeserializeOwned;

use super::ApiError;
use crate::id::GameId;

/// A body as JSON.
#[derive(Debug)]
pub(super) struct Body<T>(pub(super) T);

/// A body of JSON as text, for those who read it themselves.
#[derive(Debug)]
pub(super) struct Text(pub(super) String);

/// The game that the path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InPath(pub(crate) GameId);

/// What stands behind the question mark.
#[derive(Debug, Default)]
pub(super) struct Query(HashMap<String, String>);

impl Query {
    /// What is written for this name.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The same, if there is something in it: empty texts, as forms send them, say nothing.
    pub(super) fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).map(str::trim).filter(|text| !text.is_empty())
    }

    /// The number that is written for this name.
    pub(super) fn number<T: FromStr>(&self, name: &'static str) -> Result<Option<T>, BadQuery> {
        let parse =
            |text: &str| text.parse().map_err(|_| BadQuery::new(name, text, "a whole number from 0 on".to_owned()));
        self.filled(name).map(parse).transpose()
    }

    /// The one of these whose word is written for this name.
    pub(super) fn choice<T: Copy>(
        &self,
        name: &'static str,
        choices: &[(&'static str, T)],
    ) -> Result<Option<T>, BadQuery> {
        let Some(text) = self.filled(name) else { return Ok(None) };
        let chosen = choices.iter().find(|(word, _)| *word == text).map(|(_, chosen)| *chosen);
        let words = || choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        chosen.map(Some).ok_or_else(|| BadQuery::new(name, text, format!("one of {}", words())))
    }
}

/// Something behind the question mark that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadQuery {
    name: &'static str,
    /// What was written, the beginning of it.
    pub(super) got: String,
    wanted: String,
}

impl BadQuery {
    pub(super) fn new(name: &'static str, got: &str, wanted: String) -> BadQuery {
        BadQuery { name, got: got.chars().take(80).collect(), wanted }
    }
}

impl fmt::Display for BadQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?} is not possible; write {}", self.name, self.got, self.wanted)
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

/// How long the body will be, if that is said.
pub(super) fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// A page of another server cannot send JSON and say so without asking first, which is never allowed.
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
        let bad = |_| BadQuery::new("query", whole, "name=value, with & between two of them".to_owned());
        Ok(Query(pairs.map_err(bad)?.0))
    }
}
