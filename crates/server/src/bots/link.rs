//! What the seats of a bot share: one connection, and the questions that are open on it.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use outflank_arena::{Verdict, protocol::json::Answer};
use tokio::sync::{Notify, mpsc};

use super::traffic::{Log, Traffic};

/// Lines that may wait to be taken by a bot: a few for each game that it plays.
const WAITING: usize = 256;

/// Questions of which is remembered in which game they were asked, when they are no longer open.
const REMEMBERED: usize = 64;

/// What came to a question.
#[derive(Debug)]
pub(super) struct Mail {
    /// The connection on which it was asked, and its number there.
    pub(super) link: u64,
    pub(super) request: u64,
    pub(super) said: Said,
}

/// What a bot answered, or did instead.
#[derive(Debug)]
pub(super) enum Said {
    /// An answer, with the line it came in.
    Answer(Box<Answer>, String),
    /// A foul, with what was written.
    Foul(Verdict, String, String),
}

/// One connection of a bot, as its seats see it.
#[derive(Clone, Debug)]
pub(super) struct Link {
    number: u64,
    outbox: mpsc::Sender<String>,
    questions: Arc<Mutex<Questions>>,
    ending: Arc<Ending>,
}

#[derive(Debug, Default)]
struct Questions {
    last: u64,
    /// Those that are open, the oldest first.
    open: BTreeMap<u64, Open>,
    /// In which games the last of those were asked that are not.
    closed: VecDeque<(u64, Weak<Mutex<Traffic>>)>,
}

#[derive(Debug)]
struct Open {
    mail: mpsc::Sender<Mail>,
    /// The log of its game.
    log: Weak<Mutex<Traffic>>,
}

impl Questions {
    fn close(&mut self, number: u64) -> Option<mpsc::Sender<Mail>> {
        let Open { mail, log } = self.open.remove(&number)?;
        self.closed.push_back((number, log));
        if self.closed.len() > REMEMBERED {
            self.closed.pop_front();
        }
        Some(mail)
    }

    /// The log of the game in which a question was asked.
    fn log_of(&self, number: u64) -> Option<Log> {
        let closed = || self.closed.iter().find(|(closed, _)| *closed == number).map(|(_, log)| log);
        self.open.get(&number).map(|open| &open.log).or_else(closed)?.upgrade()
    }

    /// The log of the game that bears what belongs to no question: the one that has waited longest, or else was asked last.
    fn log_of_none(&self) -> Option<Log> {
        let last = || self.closed.back().map(|(_, log)| log);
        self.open.values().next().map(|open| &open.log).or_else(last)?.upgrade()
    }
}

/// How a connection is told to end.
#[derive(Debug, Default)]
pub(super) struct Ending {
    asked: Notify,
    /// The line that is said then.
    last: Mutex<Option<String>>,
}

impl Ending {
    /// Waits until the connection is to end, and says what the bot is to be told, if it can be told anything.
    pub(super) async fn asked(&self) -> Option<String> {
        self.asked.notified().await;
        self.last().take()
    }

    fn last(&self) -> MutexGuard<'_, Option<String>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Link {
    /// A connection whose lines come out at the other end.
    pub(super) fn new() -> (Link, mpsc::Receiver<String>, Arc<Ending>) {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let (outbox, lines) = mpsc::channel(WAITING);
        let ending = Arc::new(Ending::default());
        let link = Link {
            number: NUMBER.fetch_add(1, Relaxed),
            outbox,
            questions: Arc::default(),
            ending: Arc::clone(&ending),
        };
        (link, lines, ending)
    }

    /// Tells connections apart.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Says a line. A bot that takes nothing loses its connection.
    pub(super) fn say(&self, line: String) {
        if self.outbox.try_send(line).is_err() {
            self.ending.asked.notify_one();
        }
    }

    /// Ends the connection with this line.
    pub(super) fn end(&self, last: String) {
        *self.ending.last() = Some(last);
        self.ending.asked.notify_one();
    }

    /// Opens a question of the game with this log, whose answer goes there, and returns its number.
    pub(super) fn open(&self, mail: mpsc::Sender<Mail>, log: &Log) -> u64 {
        let mut questions = self.questions();
        questions.last += 1;
        let number = questions.last;
        questions.open.insert(number, Open { mail, log: Arc::downgrade(log) });
        number
    }

    /// A question is no longer asked.
    pub(super) fn withdraw(&self, number: u64) {
        self.questions().close(number);
    }

    /// The log of the game to which a line belongs that answers this question, or none; nothing if it belongs to no game that is played.
    pub(super) fn log(&self, number: Option<u64>) -> Option<Log> {
        let questions = self.questions();
        number.and_then(|number| questions.log_of(number)).or_else(|| questions.log_of_none())
    }

    /// Takes an answer to its question, or says why there is none for it.
    pub(super) fn answered(&self, answer: Answer, line: &str) -> Result<(), NoQuestion> {
        let mut questions = self.questions();
        let number = match (answer.request, questions.open.len()) {
            (Some(number), _) if number > questions.last => return Err(NoQuestion::Never(number)),
            (Some(number), _) => number,
            (None, 1) => *questions.open.keys().next().expect("one is open"),
            (None, 0) => return Err(NoQuestion::None),
            (None, open) => return Err(NoQuestion::Several(open)),
        };
        let mail = questions.close(number).ok_or(NoQuestion::Closed(number))?;
        self.post(&mail, number, Said::Answer(Box::new(answer), line.to_owned()));
        Ok(())
    }

    /// Something that is no answer came instead of one: the question that is open longest has to bear it. False if there is none.
    pub(super) fn fouled(&self, verdict: Verdict, got: &str, text: &str) -> bool {
        let mut questions = self.questions();
        let Some(number) = questions.open.keys().next().copied() else { return false };
        if let Some(mail) = questions.close(number) {
            self.post(&mail, number, Said::Foul(verdict, got.to_owned(), text.to_owned()));
        }
        true
    }

    fn post(&self, mail: &mpsc::Sender<Mail>, request: u64, said: Said) {
        // A seat that is gone needs no answer.
        let _ = mail.try_send(Mail { link: self.number, request, said });
    }

    fn questions(&self) -> MutexGuard<'_, Questions> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why an answer has no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoQuestion {
    /// Nothing was asked.
    None,
    /// So many are open, and it does not say which it answers.
    Several(usize),
    /// This one was answered already, or is no longer asked.
    Closed(u64),
    /// This one was never asked.
    Never(u64),
}

impl std::fmt::Display for NoQuestion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoQuestion::None => f.write_str("nothing was asked: answer once, and only when you are asked"),
            NoQuestion::Several(open) => {
                write!(f, "{open} questions are open: send back the number in \"request\" of the one you answer")
            }
            NoQuestion::Closed(number) => write!(f, "question {number} was answered before, or is no longer asked"),
            NoQuestion::Never(number) => write!(f, "there was no question {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(request: Option<u64>) -> Answer {
        Answer { request, mv: "d3".parse().unwrap(), info: None }
    }

    #[test]
    fn answers_find_their_questions() {
        let (link, _lines, _ending) = Link::new();
        assert_eq!(link.answered(answer(None), "d3"), Err(NoQuestion::None));
        let (mail, mut first) = mpsc::channel(1);
        let (other, mut second) = mpsc::channel(1);
        let (game, log) = (Log::default(), Log::default());
        let (one, two) = (link.open(mail, &log), link.open(other, &game));
        assert_eq!(link.answered(answer(None), "d3"), Err(NoQuestion::Several(2)));
        assert_eq!(link.answered(answer(Some(two)), "d3"), Ok(()));
        assert!(matches!(second.try_recv(), Ok(Mail { request, said: Said::Answer(..), .. }) if request == two));
        assert_eq!(link.answered(answer(Some(two)), "d3"), Err(NoQuestion::Closed(two)), "twice");
        assert_eq!(link.answered(answer(Some(9)), "d3"), Err(NoQuestion::Never(9)));
        assert_eq!(link.answered(answer(None), "d3"), Ok(()), "only one is open");
        assert!(matches!(first.try_recv(), Ok(Mail { request, said: Said::Answer(..), .. }) if request == one));
        link.withdraw(one);
        assert!(!link.fouled(Verdict::Garbage, "x", ""), "nobody is asked");
    }

    #[test]
    fn nonsense_is_borne_by_the_oldest_question() {
        let (link, _lines, _ending) = Link::new();
        let (mail, mut first) = mpsc::channel(1);
        let (other, mut second) = mpsc::channel(1);
        let log = Log::default();
        link.open(mail, &log);
        link.open(other, &log);
        assert!(link.fouled(Verdict::Garbage, "x", "no move"));
        assert!(matches!(first.try_recv(), Ok(Mail { request: 1, said: Said::Foul(Verdict::Garbage, ..), .. })));
        assert!(second.try_recv().is_err());
    }

    #[test]
    fn lines_belong_to_the_game_of_their_question() {
        let (link, _lines, _ending) = Link::new();
        let (mail, _letters) = mpsc::channel(2);
        assert!(link.log(None).is_none() && link.log(Some(1)).is_none());
        let (game, other) = (Log::default(), Log::default());
        let (one, two) = (link.open(mail.clone(), &game), link.open(mail, &other));
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
