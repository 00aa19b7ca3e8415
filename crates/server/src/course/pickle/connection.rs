//! The connection of a player, which sends and reads pickles.

use std::{mem, time::Duration};

use outflank_arena::protocol::pickle::{Decoder, PickleMoveError, Progress, Refusal};
use outflank_rules::Move;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout, timeout_at},
};

use crate::{
    bots::{connection::PeerGone, course_player::CoursePlayer},
    course::names::PlayerName,
    web::{Peer, socket::MessageBudget},
};

/// Bytes read at a time.
const CHUNK: usize = 4096;

/// Most bytes that a player may send after the end of its game.
const LAST_BYTES: usize = 1 << 16;

pub(super) struct PickleConnection {
    pub(super) name: PlayerName,
    pub(super) course_player: CoursePlayer,
    pub(super) peer: Peer,
    /// Has it an open request?
    pub(super) owes_answer: bool,
    /// Has it gone, or sent something after which nothing can be parsed?
    is_done: bool,
    stream: TcpStream,
    decoder: Decoder,
    /// The unfinished pickle.
    pickle: Vec<u8>,
    /// When it began.
    begun: Option<Instant>,
    /// The timeout for a pickle.
    pickle_time: Duration,
    /// Bytes that are not parsed yet.
    rest: Vec<u8>,
    budget: MessageBudget,
}

/// One input from a player.
#[derive(Debug)]
pub(super) enum PickleInput {
    /// A whole pickle with plain values.
    Answer(Result<Move, PickleMoveError>, Vec<u8>),
    /// A pickle that the decoder refuses. Nothing after it can be parsed.
    Refused(Refusal, Vec<u8>),
    /// A pickle that did not end in time.
    Stalled(Vec<u8>),
    /// The connection has ended.
    End,
}

impl PickleConnection {
    pub(super) fn new(
        name: PlayerName,
        course_player: CoursePlayer,
        stream: TcpStream,
        peer: Peer,
        pickle_time: Duration,
    ) -> PickleConnection {
        PickleConnection {
            name,
            course_player,
            peer,
            owes_answer: false,
            is_done: false,
            stream,
            decoder: Decoder::default(),
            pickle: Vec::new(),
            begun: None,
            pickle_time,
            rest: Vec::new(),
            budget: MessageBudget::new(),
        }
    }

    /// Waits for the next input. Cancel-safe.
    pub(super) async fn recv(&mut self) -> PickleInput {
        loop {
            if let Some(input) = self.cut() {
                return input;
            }
            let mut chunk = [0; CHUNK];
            let reading = self.stream.read(&mut chunk);
            let read = match self.begun {
                None => reading.await,
                Some(begun) => match timeout_at(begun + self.pickle_time, reading).await {
                    Ok(read) => read,
                    Err(_) => {
                        self.is_done = true;
                        return PickleInput::Stalled(mem::take(&mut self.pickle));
                    }
                },
            };
            match read {
                Ok(0) | Err(_) => {
                    self.is_done = true;
                    return PickleInput::End;
                }
                Ok(count) => self.rest.extend_from_slice(&chunk[..count]),
            }
        }
    }

    /// The next input that has arrived already.
    pub(super) fn try_recv(&mut self) -> Option<PickleInput> {
        loop {
            if let Some(input) = self.cut() {
                return Some(input);
            }
            let mut chunk = [0; CHUNK];
            match self.stream.try_read(&mut chunk) {
                Ok(0) => {
                    self.is_done = true;
                    return Some(PickleInput::End);
                }
                Ok(count) => self.rest.extend_from_slice(&chunk[..count]),
                // Also a broken connection: the next `recv` reports it.
                Err(_) => return None,
            }
        }
    }

    /// Takes the next pickle off the bytes that were read.
    fn cut(&mut self) -> Option<PickleInput> {
        if self.rest.is_empty() {
            return None;
        }
        let rest = mem::take(&mut self.rest);
        let progress = self.decoder.read(&rest);
        let used = if let Progress::Done { used, .. } = progress { used } else { rest.len() };
        self.pickle.extend_from_slice(&rest[..used]);
        self.rest.extend_from_slice(&rest[used..]);
        match progress {
            Progress::NeedMore => {
                self.begun.get_or_insert_with(Instant::now);
                None
            }
            Progress::Done { answer, .. } => {
                self.begun = None;
                self.owes_answer = false;
                Some(PickleInput::Answer(answer, mem::take(&mut self.pickle)))
            }
            Progress::Refused(refusal) => {
                self.is_done = true;
                Some(PickleInput::Refused(refusal, mem::take(&mut self.pickle)))
            }
        }
    }

    /// Has an unfinished pickle arrived?
    pub(super) fn is_in_the_middle(&self) -> bool {
        self.begun.is_some()
    }

    /// Is it useless to ask this player again?
    pub(super) fn is_done(&self) -> bool {
        self.is_done
    }

    /// Stops asking this player.
    pub(super) fn give_up(&mut self) {
        self.is_done = true;
    }

    /// Charges an unasked answer. False if the budget is spent.
    pub(super) fn may_chatter(&mut self) -> bool {
        self.budget.take()
    }

    /// Waits between games until the player leaves or breaks the protocol.
    pub(super) async fn left(&mut self) {
        loop {
            let input = self.recv().await;
            if self.ends_waiting(&input) {
                return;
            }
        }
    }

    fn ends_waiting(&mut self, input: &PickleInput) -> bool {
        let reason = match input {
            PickleInput::Answer(..) if self.may_chatter() => return false,
            PickleInput::End => {
                tracing::info!(player = &*self.name, address = %self.peer.address, "a course player left between games");
                return true;
            }
            PickleInput::Answer(..) => "it wrote without end".to_owned(),
            PickleInput::Refused(refusal, _) => refusal.to_string(),
            PickleInput::Stalled(_) => "a pickle had no end".to_owned(),
        };
        tracing::warn!(player = &*self.name, address = %self.peer.address, reason, "a course player was disconnected between games");
        true
    }

    /// Sends a message in one piece, because players read it with one call.
    pub(super) async fn send(&mut self, message: &[u8], time: Duration) -> Result<(), PeerGone> {
        match timeout(time, self.stream.write_all(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(PeerGone),
        }
    }

    /// Sends the last message and waits until the player closes the connection. The player may
    /// still think: a connection that is closed under its answer would lose the message.
    pub(super) async fn dismiss(self, last: &[u8], send_time: Duration, farewell: Duration) {
        let PickleConnection { mut stream, name, course_player, peer: _peer, .. } = self;
        // The player counts as gone, though its connection is open.
        drop((name, course_player));
        let sent =
            timeout(send_time, async { stream.write_all(last).await.is_ok() && stream.shutdown().await.is_ok() });
        if sent.await != Ok(true) {
            return;
        }
        let hung_up = async {
            let (mut chunk, mut left) = ([0; CHUNK], LAST_BYTES);
            while let Ok(count @ 1..) = stream.read(&mut chunk).await
                && count < left
            {
                left -= count;
            }
        };
        // Then the server closes the connection.
        let _ = timeout(farewell, hung_up).await;
    }
}
