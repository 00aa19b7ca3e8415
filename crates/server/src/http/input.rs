//! What requests bring: bodies that are small and JSON, names of games, queries.

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
#[derive(Debug)]
pub(super) struct Query<T>(pub(super) T);

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

impl<S: Sync + Send, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        let query = axum::extract::Query::from_request_parts(parts, state).await?;
        Ok(Query(query.0))
    }
}
