//! Request and response bodies in chunks.

use std::{
    future::poll_fn,
    io::{self, Read},
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::body::{Body, Bytes};
use hyper::body::{Body as _, Frame};
use tokio::{
    sync::mpsc::{Receiver, Sender},
    time::{Instant, timeout},
};

use crate::web::app::Stopping;

/// The longest pause between two chunks of an upload.
const CHUNK_TIMEOUT: Duration = Duration::from_secs(60);

/// The time that every upload may take, and the bytes per second that extend it. Only one import
/// runs at a time, so a slow upload delays others.
const UPLOAD_GRACE: Duration = Duration::from_secs(30);
const MIN_BYTES_PER_SECOND: u64 = 32 << 10;

/// A response body whose chunks come from a channel. `None` ends it. If the sender is dropped
/// before, the connection breaks off, so that no client takes a part for the whole.
pub(super) struct ChunkedBody(pub(super) Receiver<Option<Bytes>>);

impl hyper::body::Body for ChunkedBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.0.poll_recv(context).map(|chunk| match chunk {
            Some(chunk) => chunk.map(|chunk| Ok(Frame::data(chunk))),
            None => Some(Err(io::Error::other("the response could not be completed"))),
        })
    }
}

/// Passes a body on until it ends or fails, or the receiver is dropped.
pub(super) async fn pump(mut body: Body, chunks: Sender<io::Result<Bytes>>, mut stopping: Stopping) {
    let mut rate = UploadRate::default();
    loop {
        let next = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
        let start = Instant::now();
        let chunk = tokio::select! {
            next = timeout(rate.chunk_timeout(), next) => next,
            () = stopping.begun() => {
                let _ = chunks.send(Err(io::Error::other("the server is shutting down"))).await;
                return;
            }
        };
        rate.waited += start.elapsed();
        let chunk = match chunk {
            Ok(Some(Ok(frame))) => match frame.into_data() {
                Ok(chunk) => {
                    rate.bytes += chunk.len() as u64;
                    Ok(chunk)
                }
                Err(_) => continue,
            },
            Ok(Some(Err(_))) => Err(io::Error::other("the connection was lost")),
            Ok(None) => return,
            Err(_) => Err(io::Error::other(rate.error())),
        };
        let is_last = chunk.is_err();
        if chunks.send(chunk).await.is_err() || is_last {
            return;
        }
    }
}

/// How fast a client sends. The time that the disk takes does not count.
#[derive(Debug, Default)]
struct UploadRate {
    waited: Duration,
    bytes: u64,
}

impl UploadRate {
    /// The time that is left for the upload.
    fn left(&self) -> Duration {
        (UPLOAD_GRACE + Duration::from_secs(self.bytes / MIN_BYTES_PER_SECOND)).saturating_sub(self.waited)
    }

    /// The time limit of the next chunk.
    fn chunk_timeout(&self) -> Duration {
        self.left().min(CHUNK_TIMEOUT)
    }

    fn error(&self) -> String {
        if !self.left().is_zero() {
            return "the upload stalled".to_owned();
        }
        let rate = MIN_BYTES_PER_SECOND >> 10;
        format!("the upload is slower than {rate} KiB/s; use `outflank archive import` on the server's machine")
    }
}

/// A blocking reader of an upload, up to a limit.
pub(super) struct UploadReader {
    chunks: Receiver<io::Result<Bytes>>,
    chunk: Bytes,
    /// Bytes below the limit.
    left: u64,
    max_bytes: u64,
}

impl UploadReader {
    pub(super) fn new(chunks: Receiver<io::Result<Bytes>>, max_bytes: u64) -> UploadReader {
        UploadReader { chunks, chunk: Bytes::new(), left: max_bytes, max_bytes }
    }
}

impl Read for UploadReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.chunk.is_empty() {
            match self.chunks.blocking_recv() {
                Some(chunk) => self.chunk = chunk?,
                None => return Ok(0),
            }
        }
        if self.left == 0 {
            return Err(io::Error::other(too_large(self.max_bytes)));
        }
        let allowed = usize::try_from(self.left).unwrap_or(usize::MAX);
        let length = self.chunk.len().min(buffer.len()).min(allowed);
        buffer[..length].copy_from_slice(&self.chunk.split_to(length));
        self.left -= length as u64;
        Ok(length)
    }
}

/// The message for an input that is too large.
pub(crate) fn too_large(max_bytes: u64) -> String {
    format!("at most {} MiB per import; use `outflank archive import` on the server's machine", max_bytes >> 20)
}

#[cfg(test)]
mod tests {
    use tokio::{sync::mpsc, time::sleep};

    use super::*;

    /// A body of `count` chunks, one every 5 s.
    fn pumped(chunk: &'static [u8], count: usize) -> Receiver<io::Result<Bytes>> {
        let (sender, chunks) = mpsc::channel(1);
        let (pieces, incoming) = mpsc::channel(8);
        tokio::spawn(pump(Body::new(ChunkedBody(chunks)), pieces, Stopping::never()));
        tokio::spawn(async move {
            for _ in 0..count {
                sleep(Duration::from_secs(5)).await;
                let _ = sender.send(Some(Bytes::from_static(chunk))).await;
            }
            let _ = sender.send(None).await;
        });
        incoming
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_upload_times_out() {
        let begun = Instant::now();
        let mut incoming = pumped(b"f5d6\n", 10_000);
        let failed = loop {
            match incoming.recv().await.expect("it does not end well") {
                Ok(_) => {}
                Err(cause) => break cause.to_string(),
            }
        };
        assert!(failed.contains("KiB/s"), "{failed}");
        assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_upload_at_a_good_rate_completes() {
        let mut incoming = pumped(&[b'\n'; 200 << 10], 200);
        let mut count = 0;
        while let Some(piece) = incoming.recv().await {
            piece.expect("all of it comes");
            count += 1;
        }
        assert_eq!(count, 200);
    }

    #[tokio::test(start_paused = true)]
    async fn a_stalled_upload_fails() {
        let (sender, chunks) = mpsc::channel(1);
        let (pieces, mut incoming) = mpsc::channel(8);
        tokio::spawn(pump(Body::new(ChunkedBody(chunks)), pieces, Stopping::never()));
        sender.send(Some(Bytes::from_static(&[b'\n'; 10 << 20]))).await.expect("it is taken");
        assert!(incoming.recv().await.expect("a piece").is_ok());
        let silent = incoming.recv().await.expect("an end").expect_err("a bad one");
        assert_eq!(silent.to_string(), "the upload stalled");
    }

    #[tokio::test]
    async fn an_incomplete_response_breaks_off() {
        for (is_complete, is_broken) in [(true, false), (false, true)] {
            let (sender, chunks) = mpsc::channel(2);
            sender.send(Some(Bytes::from_static(b"f5d6"))).await.expect("room");
            if is_complete {
                sender.send(None).await.expect("room");
            }
            drop(sender);
            let mut body = ChunkedBody(chunks);
            let mut next = async || poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
            assert!(matches!(next().await, Some(Ok(_))));
            assert_eq!(next().await.is_some_and(|end| end.is_err()), is_broken);
        }
    }
}
