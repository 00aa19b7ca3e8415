//! What the seats of a bot share: one connection, and the questions that are open on it.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use outflank_arena::{Verdict, protocol::json::Answer};
use tokio::sync::{Notify, mpsc};

/// Lines that may wait to be taken by a bot: a few for each game that it plays.
const WAITING: usize = 256;

/// What a bot answered, or did instead.
#[derive(Debug)]
pub(super) enum Mail {
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
    open: BTreeMap<u64, mpsc::Sender<Mail>>,
}

/// How a connection is told to end.
#[derive(Debug, Default)]
pub(super) struct Ending {
    asked: Notify,
    is_replaced: std::sync::atomic::AtomicBool,
}

impl Ending {
    /// Waits until the connection is to end; says whether because the bot has another one.
    pub(super) async fn asked(&self) -> bool {
        self.asked.notified().await;
        self.is_replaced.load(Relaxed)
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

    /// The bot has another connection now.
    pub(super) fn replace(&self) {
        self.ending.is_replaced.store(true, Relaxed);
        self.ending.asked.notify_one();
    }

    /// Opens a question whose answer goes there, and returns its number.
    pub(super) fn open(&self, mail: mpsc::Sender<Mail>) -> u64 {
        let mut questions = self.questions();
        questions.last += 1;
        let number = questions.last;
        questions.open.insert(number, mail);
        number
    }

    /// A question is no longer asked.
    pub(super) fn withdraw(&self, number: u64) {
        self.questions().open.remove(&number);
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
        let mail = questions.open.remove(&number).ok_or(NoQuestion::Closed(number))?;
        // A seat that is gone needs no answer.
        let _ = mail.try_send(Mail::Answer(Box::new(answer), line.to_owned()));
        Ok(())
    }

    /// Something that is no answer came instead of one: the question that is open longest has to bear it. False if there is none.
    pub(super) fn fouled(&self, verdict: Verdict, got: &str, text: &str) -> bool {
        let oldest = self.questions().open.pop_first();
        oldest.is_some_and(|(_, mail)| {
            let _ = mail.try_send(Mail::Foul(verdict, got.to_owned(), text.to_owned()));
            true
        })
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
        let (one, two) = (link.open(mail), link.open(other));
        assert_eq!(link.answered(answer(None), "d3"), Err(NoQuestion::Several(2)));
        assert_eq!(link.answered(answer(Some(two)), "d3"), Ok(()));
        assert!(matches!(second.try_recv(), Ok(Mail::Answer(..))));
        assert_eq!(link.answered(answer(Some(two)), "d3"), Err(NoQuestion::Closed(two)), "twice");
        assert_eq!(link.answered(answer(Some(9)), "d3"), Err(NoQuestion::Never(9)));
        assert_eq!(link.answered(answer(None), "d3"), Ok(()), "only one is open");
        assert!(matches!(first.try_recv(), Ok(Mail::Answer(..))));
        link.withdraw(one);
        assert!(!link.fouled(Verdict::Garbage, "x", ""), "nobody is asked");
    }

    #[test]
    fn nonsense_is_borne_by_the_oldest_question() {
        let (link, _lines, _ending) = Link::new();
        let (mail, mut first) = mpsc::channel(1);
        let (other, mut second) = mpsc::channel(1);
        link.open(mail);
        link.open(other);
        assert!(link.fouled(Verdict::Garbage, "x", "no move"));
        assert!(matches!(first.try_recv(), Ok(Mail::Foul(Verdict::Garbage, ..))));
        assert!(second.try_recv().is_err());
    }
}
