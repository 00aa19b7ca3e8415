//! What surrounds every handler: a time limit, an answer where it panics, and the headers that keep browsers from harm.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tokio::time;

use super::{ApiError, Hosts, error::Refused, origin};
use crate::metrics::Metrics;

/// How long a request may take from its head to its answer; a body that trickles in counts.
const TIME: Duration = Duration::from_secs(30);

/// The page runs its own scripts and nothing else, talks to this server alone, and is shown in no foreign frame. `same-origin` keeps links with
/// secrets from others.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// A mark on answers that may be shown in a foreign frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct MayBeFramed;

/// Runs the handler.
pub(super) async fn guard(
    State(metrics): State<Arc<Metrics>>,
    State(hosts): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = match hosts.check(request.headers()) {
        Ok(()) => answer(request, next).await,
        Err(error) => error.into_response(),
    };
    let refused = response.extensions().get::<Refused>().map(|refused| refused.0);
    let status = response.status().as_u16();
    metrics.answered(status, refused);
    tracing::info!(%method, path, status, refused, "answered");
    add_headers(response.headers_mut());
    if response.extensions().get::<MayBeFramed>().is_some() {
        response.headers_mut().remove(header::X_FRAME_OPTIONS);
    }
    response
}

async fn answer(request: Request, next: Next) -> Response {
    if !request.method().is_safe()
        && let Err(error) = origin::check(request.headers())
    {
        return error.into_response();
    }
    match time::timeout(TIME, unpanicked(next.run(request))).await {
        Ok(Some(response)) => response,
        Ok(None) => ApiError::Panicked.into_response(),
        Err(_) => ApiError::TooSlow.into_response(),
    }
}

fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        // What brings a policy of its own is not a part of the page.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    // What is not said to be kept is not: states of games are old at once.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// What the future gives, or nothing where it panics.
async fn unpanicked<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    std::future::poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(poll) => poll.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_nothing_and_the_rest_goes_on() {
        assert_eq!(unpanicked(async { panic!("in a handler") as u8 }).await, None);
        assert_eq!(unpanicked(async { 7 }).await, Some(7));
    }
}
