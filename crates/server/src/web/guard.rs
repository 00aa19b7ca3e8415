//! The layer around every handler: a time limit, a reply if the handler panics, security headers.

use std::{
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures_util::FutureExt;
use hyper::body::{Body as _, Frame, SizeHint};
use tokio::time;

use super::{ApiError, Hosts, error::Refused, origin};
use crate::web::metrics::Metrics;

/// Time limit of a request from its head to its reply, including the time for its body.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Digits of a secret: tokens, keys and seat secrets.
const SECRET_DIGITS: usize = 64;

/// What the page may do: run its own scripts, connect to this server, and not be framed. The files
/// of a static site have it too.
macro_rules! policy {
    ($more:literal) => {
        concat!(
            "default-src 'self'; ",
            $more,
            "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'"
        )
    };
}

/// The policy of the page, without `frame-ancestors`, which a page cannot say of itself.
pub(crate) const PAGE_POLICY: &str = policy!("");

/// The policy of the worker that runs the engine: only there may WebAssembly be compiled.
pub(crate) const ENGINE_POLICY: &str = policy!("script-src 'self' 'wasm-unsafe-eval'; ");

/// Isolates a page from other origins; browsers then give its engine threads. Pages and their workers
/// need it. Other files leave it out: 60 of them make a page.
pub(crate) const ISOLATED: (HeaderName, &str) =
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp");

/// The same for windows. A page in a sandbox, such as an embedded game, could not be opened with it.
const OWN_WINDOW: (HeaderName, &str) = (HeaderName::from_static("cross-origin-opener-policy"), "same-origin");

/// `same-origin` keeps links with secrets out of the `Referer` of other servers.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, concat!(policy!(""), "; frame-ancestors 'none'")),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Marks a reply that other pages may show in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MayBeFramed;

/// Checks the host, runs the handler, counts and logs the reply, and adds the headers.
pub(crate) async fn guard(
    State(metrics): State<Arc<Metrics>>,
    State(hosts): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().clone(), logged(request.uri().path()));
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

/// A path for the log, without join codes and secrets.
fn logged(path: &str) -> String {
    let is_secret = |part: &str| part.len() >= SECRET_DIGITS && part.bytes().all(|digit| digit.is_ascii_hexdigit());
    let mut after_code = false;
    let parts = path.split('/').map(|part| {
        let is_hidden = std::mem::replace(&mut after_code, part == "code") || is_secret(part);
        if is_hidden { "***" } else { part }
    });
    parts.collect::<Vec<_>>().join("/")
}

async fn answer(request: Request, next: Next) -> Response {
    if !request.method().is_safe()
        && let Err(error) = origin::check(request.headers())
    {
        return error.into_response();
    }
    let has_arrived = Arc::new(AtomicBool::new(request.body().is_end_stream()));
    let request = request.map(|body| Body::new(Arriving { body, has_arrived: Arc::clone(&has_arrived) }));
    match time::timeout(REQUEST_TIMEOUT, AssertUnwindSafe(next.run(request)).catch_unwind()).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => ApiError::Panicked.into_response(),
        Err(_) if has_arrived.load(Relaxed) => ApiError::Unfinished.into_response(),
        Err(_) => ApiError::TooSlow.into_response(),
    }
}

/// A body that notes when all of it has arrived. From then on a delay is the server's fault.
struct Arriving {
    body: Body,
    has_arrived: Arc<AtomicBool>,
}

impl hyper::body::Body for Arriving {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.has_arrived.store(true, Relaxed);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn add_headers(headers: &mut HeaderMap) {
    if headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        let own_window = (!headers.contains_key(header::CONTENT_SECURITY_POLICY)).then_some(OWN_WINDOW);
        let isolated = [ISOLATED].into_iter().chain(own_window);
        headers.extend(isolated.map(|(name, value)| (name, HeaderValue::from_static(value))));
    }
    for (name, value) in HEADERS {
        // A reply with its own policy is not part of the page.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    // Replies are not cached unless they say so: the state of a game changes at any time.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use axum::{
        Router,
        http::StatusCode,
        middleware,
        routing::{MethodRouter, post},
    };
    use hyper::service::Service;
    use hyper_util::service::TowerToHyperService;

    use super::*;

    /// Reads the body of a request and never replies.
    async fn stuck(body: Bytes) -> StatusCode {
        drop(body);
        std::future::pending().await
    }

    /// A body that never ends.
    struct Endless;

    impl hyper::body::Body for Endless {
        type Data = Bytes;
        type Error = axum::Error;

        fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
            Poll::Pending
        }
    }

    async fn reply_to(body: Body) -> Response {
        reply_of(post(stuck), body).await
    }

    async fn reply_of(handler: MethodRouter, body: Body) -> Response {
        let router = Router::new().route("/", handler).layer(middleware::from_fn(answer));
        let request = Request::post("/").body(body).expect("a request");
        TowerToHyperService::new(router).call(request).await.expect("a reply")
    }

    #[tokio::test(start_paused = true)]
    async fn unfinished_work_is_a_server_error() {
        for body in [Body::empty(), Body::from("{}")] {
            let reply = reply_to(body).await;
            assert_eq!(reply.status(), StatusCode::SERVICE_UNAVAILABLE);
            let seconds = reply.headers().get(header::RETRY_AFTER).expect("a time").to_str().expect("text");
            assert!(seconds.parse::<u64>().is_ok_and(|seconds| seconds > 0), "{seconds}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_arrive_is_a_client_error() {
        let reply = reply_to(Body::new(Endless)).await;
        assert_eq!(reply.status(), StatusCode::REQUEST_TIMEOUT);
        assert!(reply.headers().get(header::RETRY_AFTER).is_none());
    }

    #[test]
    fn codes_and_secrets_are_not_logged() {
        assert_eq!(logged("/api/tournaments/code/KITE-42"), "/api/tournaments/code/***");
        assert_eq!(logged(&format!("/bot/{}", "0a".repeat(32))), "/bot/***");
        assert_eq!(logged("/api/games/SBXYCLQE4KPWRJ7T/traffic"), "/api/games/SBXYCLQE4KPWRJ7T/traffic");
    }

    #[tokio::test]
    async fn a_handler_that_panics_is_an_error_of_the_server() {
        let panics = async || -> StatusCode { panic!("in a handler") };
        let reply = reply_of(post(panics), Body::empty()).await;
        assert_eq!(reply.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
