//! Bodies that come and go piece by piece.

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

use crate::app::Stopping;

/// How long a client may send nothing.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long everybody is waited for in all, and the bytes a second that must come beyond that: others wait for the place.
const GRACE: Duration = Duration::from_secs(30);
const LEAST_RATE: u64 = 32 << 10;

/// An answer whose pieces are made elsewhere. Nothing is the end of it: where whoever makes them goes away without, the answer breaks off, so that no
/// client takes a part for the whole.
pub(super) struct Pieces(pub(super) Receiver<Option<Bytes>>);

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.0.poll_recv(context).map(|piece| match piece {
            Some(piece) => piece.map(|piece| Ok(Frame::data(piece))),
            None => Some(Err(io::Error::other("the answer could not be completed"))),
        })
    }
}

/// Passes a body on until it ends, fails, or is not wanted any more.
pub(super) async fn pump(mut body: Body, pieces: Sender<io::Result<Bytes>>, mut stopping: Stopping) {
    let mut pace = Pace::default();
    loop {
        let next = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
        let begun = Instant::now();
        let piece = tokio::select! {
            next = timeout(pace.patience(), next) => next,
            () = stopping.begun() => {
                let _ = pieces.send(Err(io::Error::other("the server stops"))).await;
                return;
            }
        };
        pace.waited += begun.elapsed();
        let piece = match piece {
            Ok(Some(Ok(frame))) => match frame.into_data() {
                Ok(piece) => {
                    pace.bytes += piece.len() as u64;
                    Ok(piece)
                }
                Err(_) => continue,
            },
            Ok(Some(Err(_))) => Err(io::Error::other("the connection broke")),
            Ok(None) => return,
            Err(_) => Err(io::Error::other(pace.complaint())),
        };
        let is_last = piece.is_err();
        if pieces.send(piece).await.is_err() || is_last {
            return;
        }
    }
}

/// How fast a client sends. Only the time is counted in which it was waited for, not that of the disk.
#[derive(Debug, Default)]
struct Pace {
    waited: Duration,
    bytes: u64,
}

impl Pace {
    /// How long it may still be waited for in all.
    fn left(&self) -> Duration {
        (GRACE + Duration::from_secs(self.bytes / LEAST_RATE)).saturating_sub(self.waited)
    }

    /// How long the next piece may take.
    fn patience(&self) -> Duration {
        self.left().min(PATIENCE)
    }

    fn complaint(&self) -> String {
        if !self.left().is_zero() {
            return "nothing came any more".to_owned();
        }
        let rate = LEAST_RATE >> 10;
        format!("less than {rate} KiB came a second: use `outflank archive import` on the machine of the server")
    }
}

/// What was passed on, for a thread that may wait, up to a limit.
pub(super) struct Incoming {
    pieces: Receiver<io::Result<Bytes>>,
    piece: Bytes,
    /// Bytes that may still come.
    left: u64,
    most: u64,
}

impl Incoming {
    pub(super) fn new(pieces: Receiver<io::Result<Bytes>>, most: u64) -> Incoming {
        Incoming { pieces, piece: Bytes::new(), left: most, most }
    }
}

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.pieces.blocking_recv() {
                Some(piece) => self.piece = piece?,
                None => return Ok(0),
            }
        }
        if self.left == 0 {
            return Err(io::Error::other(too_large(self.most)));
        }
        let allowed = usize::try_from(self.left).unwrap_or(usize::MAX);
        let length = self.piece.len().min(buffer.len()).min(allowed);
        buffer[..length].copy_from_slice(&self.piece.split_to(length));
        self.left -= length as u64;
        Ok(length)
    }
}

/// What is said of an input that is too large.
pub(in crate::http) fn too_large(most: u64) -> String {
    format!(
        "no more than {} MiB are taken at a time: use `outflank archive import` on the machine of the server",
        most >> 20
    )
}

#[cfg(test)]
mod tests {
    use tokio::{sync::mpsc, time::sleep};

    use super::*;

    /// A body of so many pieces, one every five seconds, and what is passed on of it.
    fn pumped(piece: &'static [u8], count: usize) -> Receiver<io::Result<Bytes>> {
        let (sender, told) = mpsc::channel(1);
        let (pieces, incoming) = mpsc::channel(8);
        tokio::spawn(pump(Body::new(Pieces(told)), pieces, Stopping::never()));
        tokio::spawn(async move {
            for _ in 0..count {
                sleep(Duration::from_secs(5)).await;
                let _ = sender.send(Some(Bytes::from_static(piece))).await;
            }
            let _ = sender.send(None).await;
        });
        incoming
    }

    #[tokio::test(start_paused = true)]
    async fn who_sends_drop_by_drop_is_not_waited_for_without_end() {
        let begun = Instant::now();
        let mut incoming = pumped(b"f5d6\n", 10_000);
        let failed = loop {
            match incoming.recv().await.expect("it does not end well") {
                Ok(_) => {}
                Err(cause) => break cause.to_string(),
            }
        };
        assert!(failed.contains("KiB came a second"), "{failed}");
        assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn who_sends_as_fast_as_one_can_expect_may_take_his_time() {
        let mut incoming = pumped(&[b'\n'; 200 << 10], 200);
        let mut count = 0;
        while let Some(piece) = incoming.recv().await {
            piece.expect("all of it comes");
            count += 1;
        }
        assert_eq!(count, 200);
    }

    #[tokio::test(start_paused = true)]
    async fn who_falls_silent_is_told_so() {
        let (sender, told) = mpsc::channel(1);
        let (pieces, mut incoming) = mpsc::channel(8);
        tokio::spawn(pump(Body::new(Pieces(told)), pieces, Stopping::never()));
        sender.send(Some(Bytes::from_static(&[b'\n'; 10 << 20]))).await.expect("it is taken");
        assert!(incoming.recv().await.expect("a piece").is_ok());
        let silent = incoming.recv().await.expect("an end").expect_err("a bad one");
        assert_eq!(silent.to_string(), "nothing came any more");
    }

    #[tokio::test]
    async fn an_answer_that_is_not_completed_breaks_off() {
        for (is_complete, is_broken) in [(true, false), (false, true)] {
            let (sender, told) = mpsc::channel(2);
            sender.send(Some(Bytes::from_static(b"f5d6"))).await.expect("room");
            if is_complete {
                sender.send(None).await.expect("room");
            }
            drop(sender);
            let mut body = Pieces(told);
            let mut next = async || poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
            assert!(matches!(next().await, Some(Ok(_))));
            assert_eq!(next().await.is_some_and(|end| end.is_err()), is_broken);
        }
    }
}
