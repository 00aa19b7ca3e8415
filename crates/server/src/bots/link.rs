//! The link between a bot's seats and its one connection: outgoing lines and open requests.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use outflank_arena::{Verdict, protocol::json::BotAnswer};
use tokio::sync::{Notify, mpsc};

use super::traffic::{Log, Traffic};
use crate::game::{Arrival, Room};

/// Lines queued for a bot: a few for each of its games.
const QUEUE_CAPACITY: usize = 256;

/// Closed requests whose game is remembered.
const MAX_CLOSED: usize = 64;

/// The reply to a request.
#[derive(Debug)]
pub(super) struct RequestReply {
    /// The number of the connection, and of the request on it.
    pub(super) link: u64,
    pub(super) request: u64,
    pub(super) said: ReplyContent,
    pub(super) arrival: Arrival,
}

/// What a bot replied.
#[derive(Debug)]
pub(super) enum ReplyContent {
    /// An answer, with its line.
    Answer(Box<BotAnswer>, String),
    /// A foul, with the bot's text and the reason.
    Foul(Verdict, String, String),
}

/// A connection of a bot, as its seats see it. Cheap to clone; clones share state.
#[derive(Clone, Debug)]
pub(super) struct Link {
    number: u64,
    outbox: mpsc::Sender<String>,
    requests: Arc<Mutex<Requests>>,
    ending: Arc<Ending>,
}

#[derive(Debug, Default)]
struct Requests {
    last: u64,
    /// Open requests, the oldest first.
    open: BTreeMap<u64, Open>,
    /// The last closed requests, with the logs of their games.
    closed: VecDeque<(u64, Weak<Mutex<Traffic>>)>,
}

#[derive(Debug)]
struct Open {
    mail: mpsc::Sender<RequestReply>,
    room: Room,
    /// The log of its game.
    log: Weak<Mutex<Traffic>>,
}

impl Requests {
    fn close(&mut self, number: u64) -> Option<(mpsc::Sender<RequestReply>, Room)> {
        let Open { mail, room, log } = self.open.remove(&number)?;
        self.closed.push_back((number, log));
        if self.closed.len() > MAX_CLOSED {
            self.closed.pop_front();
        }
        Some((mail, room))
    }

    /// The log of the game of a request.
    fn log_of(&self, number: u64) -> Option<Log> {
        let closed = || self.closed.iter().find(|(closed, _)| *closed == number).map(|(_, log)| log);
        self.open.get(&number).map(|open| &open.log).or_else(closed)?.upgrade()
    }

    /// The log for lines that belong to no request: that of the oldest open request, or else that
    /// of the last closed one.
    fn log_of_none(&self) -> Option<Log> {
        let last = || self.closed.back().map(|(_, log)| log);
        self.open.values().next().map(|open| &open.log).or_else(last)?.upgrade()
    }
}

/// Signals a connection to close.
#[derive(Debug, Default)]
pub(super) struct Ending {
    asked: Notify,
    /// The last line to send.
    last: Mutex<Option<String>>,
}

impl Ending {
    /// Waits for the signal. Returns the last line to send, if any.
    pub(super) async fn asked(&self) -> Option<String> {
        self.asked.notified().await;
        self.last().take()
    }

    fn last(&self) -> MutexGuard<'_, Option<String>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Link {
    /// A new link, the receiver of its lines, and its end signal.
    pub(super) fn new() -> (Link, mpsc::Receiver<String>, Arc<Ending>) {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let (outbox, lines) = mpsc::channel(QUEUE_CAPACITY);
        let ending = Arc::new(Ending::default());
        let link = Link {
            number: NUMBER.fetch_add(1, Relaxed),
            outbox,
            requests: Arc::default(),
            ending: Arc::clone(&ending),
        };
        (link, lines, ending)
    }

    /// The number of the connection.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Queues a line. Closes the connection if the bot does not read.
    pub(super) fn send(&self, line: String) {
        if self.outbox.try_send(line).is_err() {
            self.ending.asked.notify_one();
        }
    }

    /// Closes the connection after this line.
    pub(super) fn end(&self, last: String) {
        *self.ending.last() = Some(last);
        self.ending.asked.notify_one();
    }

    /// Opens a request of a game and returns its number. The reply goes to `mail`.
    pub(super) fn open(&self, mail: mpsc::Sender<RequestReply>, room: Room, log: &Log) -> u64 {
        let mut requests = self.requests();
        requests.last += 1;
        let number = requests.last;
        requests.open.insert(number, Open { mail, room, log: Arc::downgrade(log) });
        number
    }

    /// Closes a request.
    pub(super) fn withdraw(&self, number: u64) {
        self.requests().close(number);
    }

    /// The log of the game that a line with this request number belongs to, if there is one.
    pub(super) fn log(&self, number: Option<u64>) -> Option<Log> {
        let requests = self.requests();
        number.and_then(|number| requests.log_of(number)).or_else(|| requests.log_of_none())
    }

    /// Passes an answer to its request. Fails if it answers none.
    pub(super) fn answered(&self, answer: BotAnswer, line: &str) -> Result<(), NoRequestError> {
        let mut requests = self.requests();
        let number = match (answer.request, requests.open.len()) {
            (Some(number), _) if number > requests.last => return Err(NoRequestError::Never(number)),
            (Some(number), _) => number,
            (None, 1) => *requests.open.keys().next().expect("one is open"),
            (None, 0) => return Err(NoRequestError::None),
            (None, open) => return Err(NoRequestError::Several(open)),
        };
        let asked = requests.close(number).ok_or(NoRequestError::Closed(number))?;
        self.post(&asked, number, ReplyContent::Answer(Box::new(answer), line.to_owned()));
        Ok(())
    }

    /// Passes a foul to the oldest open request. False if there is none.
    pub(super) fn fouled(&self, verdict: Verdict, got: &str, text: &str) -> bool {
        let mut requests = self.requests();
        let Some(number) = requests.open.keys().next().copied() else { return false };
        if let Some(asked) = requests.close(number) {
            self.post(&asked, number, ReplyContent::Foul(verdict, got.to_owned(), text.to_owned()));
        }
        true
    }

    fn post(&self, (mail, room): &(mpsc::Sender<RequestReply>, Room), request: u64, said: ReplyContent) {
        // A seat that is gone needs no reply.
        let _ = mail.try_send(RequestReply { link: self.number, request, said, arrival: room.arrive() });
    }

    fn requests(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why an answer belongs to no request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoRequestError {
    #[error("nothing was asked: answer once, and only when you are asked")]
    None,
    /// Several requests are open, and the answer names none.
    #[error("{0} requests are open: send back the number in \"request\" of the one you answer")]
    Several(usize),
    #[error("request {0} was answered before, or is no longer open")]
    Closed(u64),
    #[error("there was no request {0}")]
    Never(u64),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::pool::{Pool, PoolConfig},
        game::{RoomSettings, Rooms},
        log::{EventLog, MemoryStore, id::GameId},
    };

    fn room() -> Room {
        let pool = Pool::new(&PoolConfig { workers: 1, hash_bytes: 1 << 20, ..PoolConfig::default() });
        let log = EventLog::new(Arc::<MemoryStore>::default(), Arc::default());
        Rooms::new(log, Arc::new(pool), RoomSettings::default()).game(GameId::random())
    }

    fn answer(request: Option<u64>) -> BotAnswer {
        BotAnswer { request, mv: "d3".parse().unwrap(), info: None }
    }

    #[test]
    fn answers_find_their_requests() {
        let (link, _lines, _ending) = Link::new();
        assert_eq!(link.answered(answer(None), "d3"), Err(NoRequestError::None));
        let (mail, mut first) = mpsc::channel(1);
        let (other, mut second) = mpsc::channel(1);
        let (game, log) = (Log::default(), Log::default());
        let (one, two) = (link.open(mail, room(), &log), link.open(other, room(), &game));
        assert_eq!(link.answered(answer(None), "d3"), Err(NoRequestError::Several(2)));
        assert_eq!(link.answered(answer(Some(two)), "d3"), Ok(()));
        assert!(
            matches!(second.try_recv(), Ok(RequestReply { request, said: ReplyContent::Answer(..), .. }) if request == two)
        );
        assert_eq!(link.answered(answer(Some(two)), "d3"), Err(NoRequestError::Closed(two)), "twice");
        assert_eq!(link.answered(answer(Some(9)), "d3"), Err(NoRequestError::Never(9)));
        assert_eq!(link.answered(answer(None), "d3"), Ok(()), "only one is open");
        assert!(
            matches!(first.try_recv(), Ok(RequestReply { request, said: ReplyContent::Answer(..), .. }) if request == one)
        );
        link.withdraw(one);
        assert!(!link.fouled(Verdict::Garbage, "x", ""), "nobody is asked");
    }

    #[test]
    fn an_unreadable_line_counts_for_the_oldest_request() {
        let (link, _lines, _ending) = Link::new();
        let (mail, mut first) = mpsc::channel(1);
        let (other, mut second) = mpsc::channel(1);
        let log = Log::default();
        link.open(mail, room(), &log);
        link.open(other, room(), &log);
        assert!(link.fouled(Verdict::Garbage, "x", "no move"));
        assert!(matches!(
            first.try_recv(),
            Ok(RequestReply { request: 1, said: ReplyContent::Foul(Verdict::Garbage, ..), .. })
        ));
        assert!(second.try_recv().is_err());
    }

    #[test]
    fn lines_belong_to_the_game_of_their_request() {
        let (link, _lines, _ending) = Link::new();
        let (mail, _letters) = mpsc::channel(2);
        assert!(link.log(None).is_none() && link.log(Some(1)).is_none());
        let (game, other) = (Log::default(), Log::default());
        let (one, two) = (link.open(mail.clone(), room(), &game), link.open(mail, room(), &other));
        let is = |number, log: &Log| link.log(number).is_some_and(|found| Arc::ptr_eq(&found, log));
        assert!(is(Some(one), &game) && is(Some(two), &other) && is(None, &game));
        link.withdraw(one);
        assert!(is(Some(one), &game), "an answer that comes too late");
        assert!(is(None, &other));
        link.withdraw(two);
        assert!(is(None, &other), "the last that was asked");
        drop(other);
        assert!(link.log(None).is_none(), "a game that is over");
    }
}
