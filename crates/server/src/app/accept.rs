//! Taking connections, each on a task of its own, and letting go of them.
//!
//! `axum::serve` waits without end for a client that sends half a request; here it has a few seconds.

use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::Router;
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
use outflank_arena::socket::notice_death;
use tokio::{
    net::{TcpListener, TcpStream},
    time,
};

use super::{
    stalling::Stalling,
    stop::{Stop, Stopping},
};
use crate::{
    bots::{self, Port},
    http::{Peer, Services},
    limits::Gates,
};

/// How long a client may take none of what is sent to it.
const STALL_TIME: Duration = Duration::from_secs(20);

/// How long connections have to end by themselves when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Bytes of a request's head, at most.
const HEAD_BYTES: usize = 16 * 1024;

/// What `accept` waits after a failure such as too many open files, instead of trying at once and burning the processor.
const BREATH: Duration = Duration::from_millis(50);

/// Serves connections until the future is ready; then takes no more and waits for those that are there.
pub(super) async fn until(
    stop: impl Future<Output = ()>,
    listener: TcpListener,
    router: &Router,
    services: &Services,
    gates: &Arc<Gates>,
    stopping: &Stop,
) {
    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => take(stream, address, router, services, gates, stopping.watch()),
                Err(cause) => refuse(&cause).await,
            },
        }
    }
    drop(listener);
    stopping.begin();
    if time::timeout(FAREWELL, gates.empty()).await.is_err() {
        tracing::warn!("connections were cut: they did not end in time");
    }
}

/// A failure to accept concerns that one client, or passes.
async fn refuse(cause: &io::Error) {
    tracing::warn!(%cause, "a connection could not be accepted");
    time::sleep(BREATH).await;
}

fn take(
    stream: TcpStream,
    address: SocketAddr,
    router: &Router,
    services: &Services,
    gates: &Arc<Gates>,
    stopping: Stopping,
) {
    let Some(entry) = gates.enter(address.ip()) else {
        tracing::debug!(%address, "refused: too many connections");
        return;
    };
    // Answers are small and somebody waits for each.
    let _ = stream.set_nodelay(true);
    if let Err(cause) = notice_death(&stream) {
        tracing::debug!(%cause, "a connection that dies would not be noticed");
    }
    let router = router.clone();
    let peer = Peer::new(address, entry);
    let (services, head_time) = (services.clone(), gates.head_time());
    tokio::spawn(async move {
        match time::timeout(head_time, is_bot(&stream)).await {
            Ok(true) => bots::serve(Port::lines(stream), peer, services.bots.clone(), &services).await,
            Ok(false) => serve(stream, peer, router, head_time, stopping).await,
            // Who says nothing goes.
            Err(_) => {}
        }
    });
}

/// No method of HTTP begins with a brace, and every greeting of a bot does: one port is enough for both.
async fn is_bot(stream: &TcpStream) -> bool {
    let mut first = [0];
    matches!(stream.peek(&mut first).await, Ok(1)) && first == *b"{"
}

async fn serve(stream: TcpStream, peer: Peer, router: Router, head_time: Duration, mut stopping: Stopping) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        router.call(request)
    });
    let io = TokioIo::new(Stalling::new(stream, STALL_TIME));
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(head_time)
            .max_buf_size(HEAD_BYTES)
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
