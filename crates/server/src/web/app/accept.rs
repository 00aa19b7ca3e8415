//! Accepts connections, each on its own task, and closes them when the server stops.
//!
//! Unlike `axum::serve`, it closes connections whose client sends half a request or does not read.

use std::{
    io,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{Router, http::HeaderValue};
use futures_util::future::{Either, ready as ready_now};
use hyper::{
    Request,
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use outflank_arena::socket::enable_keepalive;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    time::{self, Sleep, sleep},
};
use tokio_rustls::TlsAcceptor;

use super::{Stop, Stopping};
use crate::{
    bots::{self, LineStream},
    web::{Peer, Services, limits::ConnectionLimiter, tls},
};

/// How long a client may read nothing while the server sends.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// How long connections may take to end when the server stops.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);

/// Most bytes of the head of a request.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// Pause after a failed accept. A failure such as too many open files would repeat at once.
const RETRY_DELAY: Duration = Duration::from_millis(50);

/// What a connection leads to.
#[derive(Clone)]
pub(crate) struct Entrance {
    pub(crate) router: Router,
    pub(crate) services: Services,
    pub(crate) tls: Option<TlsAcceptor>,
}

/// Serves connections until the future is ready, then stops accepting and waits for the open ones.
pub(crate) async fn until(
    stop: impl Future<Output = ()>,
    listener: TcpListener,
    entrance: &Entrance,
    gates: &Arc<ConnectionLimiter>,
    stopping: &Stop,
) {
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            (stream, peer) = next_connection(&listener, gates) => if let Ok(peer) = peer {
                take(stream, peer, entrance.clone(), gates.head_time(), stopping.watch());
            },
        }
    }
    drop(listener);
    stopping.begin();
    if time::timeout(SHUTDOWN_GRACE, gates.empty()).await.is_err() {
        tracing::warn!("connections cut that did not end in time");
    }
}

/// Accepts a connection. Returns the address instead of a peer if the limits refuse it. Refusals
/// are logged once a minute.
pub(crate) async fn next_connection(
    listener: &TcpListener,
    gates: &Arc<ConnectionLimiter>,
) -> (TcpStream, Result<Peer, SocketAddr>) {
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                if let Some(entry) = gates.enter(address.ip()) {
                    // Messages are small and latency matters.
                    let _ = stream.set_nodelay(true);
                    if let Err(cause) = enable_keepalive(&stream) {
                        tracing::debug!(%cause, "a connection that dies would not be noticed");
                    }
                    return (stream, Ok(Peer::new(address, entry)));
                }
                if let Some(count) = gates.refused() {
                    let (inside, most) = (gates.inside_now(), gates.most());
                    tracing::warn!(count, %address, inside, most, "connections refused: too many in all or from one address");
                }
                return (stream, Err(address));
            }
            // The failure concerns one client, or is temporary.
            Err(cause) => {
                if let Some(count) = gates.refused() {
                    tracing::warn!(count, %cause, "connections could not be accepted");
                }
                time::sleep(RETRY_DELAY).await;
            }
        }
    }
}

fn take(stream: TcpStream, peer: Peer, entrance: Entrance, head_time: Duration, stopping: Stopping) {
    let Entrance { router, services, tls } = entrance;
    tokio::spawn(async move {
        // An error: the client sent nothing in time.
        let Ok(first) = time::timeout(head_time, first_byte(&stream)).await else { return };
        match (first, tls) {
            (Some(BRACE), _) => bots::serve(LineStream::tcp(stream), peer, &services).await,
            (Some(HANDSHAKE), Some(tls)) => {
                if let Ok(Ok(stream)) = time::timeout(head_time, tls.accept(stream)).await {
                    serve(stream, peer, router, Scheme::Https, head_time, stopping).await;
                }
            }
            (_, tls) => {
                let scheme = if tls.is_some() { Scheme::HttpBesideHttps } else { Scheme::Http };
                serve(stream, peer, router, scheme, head_time, stopping).await;
            }
        }
    });
}

/// Begins a bot's hello line. No HTTP method begins so.
const BRACE: u8 = b'{';

/// Begins a TLS connection.
const HANDSHAKE: u8 = 0x16;

/// Bots, browsers and HTTPS share one port: the first byte tells them apart.
async fn first_byte(stream: &TcpStream) -> Option<u8> {
    let mut first = [0];
    matches!(stream.peek(&mut first).await, Ok(1)).then_some(first[0])
}

/// How requests arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
    /// Browsers of other machines are sent to HTTPS.
    HttpBesideHttps,
}

async fn serve<S>(stream: S, peer: Peer, router: Router, scheme: Scheme, head_time: Duration, mut stopping: Stopping)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        if scheme == Scheme::Https {
            // As behind a proxy that ends TLS: handlers read the scheme here.
            request.headers_mut().insert("x-forwarded-proto", HeaderValue::from_static("https"));
        }
        match (scheme == Scheme::HttpBesideHttps).then(|| tls::redirect(&request)).flatten() {
            Some(reply) => Either::Left(ready_now(Ok(reply))),
            None => Either::Right(router.call(request)),
        }
    });
    let io = TokioIo::new(Stalling::new(stream, WRITE_TIMEOUT));
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(head_time)
            .max_buf_size(MAX_HEAD_BYTES)
            .serve_connection(io, service)
            .with_upgrades()
    );
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = stopping.begun() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(cause) = ended {
        tracing::debug!(%cause, "a connection ended badly");
    }
}

/// A stream whose writes fail when the peer reads nothing for too long, so that no slow reader
/// holds memory for good.
struct Stalling<S> {
    stream: S,
    timeout: Duration,
    /// When the pending write fails.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> Stalling<S> {
    fn new(stream: S, timeout: Duration) -> Stalling<S> {
        Stalling { stream, timeout, deadline: None }
    }

    /// Returns the outcome of a write, or a timeout if it has been pending for too long.
    fn or_timed_out<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let timeout = self.timeout;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stalling<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stalling<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.or_timed_out(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.or_timed_out(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, duplex},
        time::sleep,
    };

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_write_to_a_peer_that_does_not_read_fails() {
        let (here, _there) = duplex(8);
        let mut stream = Stalling::new(here, Duration::from_secs(20));
        let failed = stream.write_all(&[0; 9]).await.expect_err("nobody reads");
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_write_to_a_slow_reader_succeeds() {
        let (here, mut there) = duplex(8);
        let mut stream = Stalling::new(here, Duration::from_secs(20));
        let slow_reader = async {
            for _ in 0..5 {
                sleep(Duration::from_secs(19)).await;
                there.read_exact(&mut [0; 8]).await.expect("there is something");
            }
        };
        let (written, ()) = tokio::join!(stream.write_all(&[0; 40]), slow_reader);
        assert!(written.is_ok(), "{written:?}");
    }
}
