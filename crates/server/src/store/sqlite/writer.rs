//! The thread that writes, many appends at a stroke.

use std::{
    slice,
    sync::mpsc::{self, Receiver, Sender},
    thread::{self, JoinHandle},
};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use super::{failed, rows};
use crate::{
    Reply,
    id::GameId,
    store::{AnswerKey, Append, StoreError},
};

/// The most appends in one transaction, so that the first of them does not wait for all the world.
const LARGEST_GROUP: usize = 1024;

type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

enum Job {
    Append(Append, Answer<u64>),
    Attach(Attachment, Answer<bool>),
    Keep(Kept, Answer<()>),
    Check(Answer<()>),
}

/// What is to be kept beside a game.
struct Attachment {
    game: GameId,
    name: &'static str,
    bytes: Vec<u8>,
}

/// An answer of the engine that is to be kept, one of so many.
struct Kept {
    key: AnswerKey,
    bytes: Vec<u8>,
    most: usize,
}

/// A handle on the thread that writes. Dropped, it waits until all is written. Its queue is as long as there are appends that somebody waits
/// for, and every game waits for one at most.
pub(super) struct Writer {
    /// `None` only while it is dropped.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> Writer {
        let (jobs, inbox) = mpsc::channel();
        let thread = thread::spawn(move || work(connection, &inbox));
        Writer { jobs: Some(jobs), thread: Some(thread) }
    }

    pub(super) fn append(&self, append: Append) -> Reply<Result<u64, StoreError>> {
        self.ask(|answer| Job::Append(append, answer))
    }

    pub(super) fn attach(&self, game: GameId, name: &'static str, bytes: Vec<u8>) -> Reply<Result<bool, StoreError>> {
        self.ask(|answer| Job::Attach(Attachment { game, name, bytes }, answer))
    }

    pub(super) fn keep_answer(&self, key: AnswerKey, bytes: Vec<u8>, most: usize) -> Reply<Result<(), StoreError>> {
        self.ask(|answer| Job::Keep(Kept { key, bytes, most }, answer))
    }

    pub(super) fn check(&self) -> Reply<Result<(), StoreError>> {
        self.ask(Job::Check)
    }

    fn ask<T: Send + 'static>(&self, job: impl FnOnce(Answer<T>) -> Job) -> Reply<Result<T, StoreError>> {
        let (answer, coming) = oneshot::channel();
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job(answer));
        }
        Box::pin(async { coming.await.unwrap_or(Err(StoreError::Closed)) })
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(mut connection: Connection, inbox: &Receiver<Job>) {
    while let Ok(first) = inbox.recv() {
        let (mut appends, mut answers) = (Vec::new(), Vec::new());
        let (mut attachments, mut kept) = (Vec::new(), Vec::new());
        for job in std::iter::once(first).chain(inbox.try_iter()).take(LARGEST_GROUP) {
            match job {
                Job::Append(append, answer) => {
                    appends.push(append);
                    answers.push(answer);
                }
                Job::Attach(attachment, answer) => attachments.push((attachment, answer)),
                Job::Keep(answer, told) => kept.push((answer, told)),
                Job::Check(answer) => drop(answer.send(check(&mut connection))),
            }
        }
        for (answer, outcome) in answers.into_iter().zip(commit(&mut connection, &appends)) {
            let _ = answer.send(outcome);
        }
        // Nobody plays on only when these are written; they need not hold up those who do.
        for (attachment, answer) in attachments {
            let Attachment { game, name, bytes } = attachment;
            let kept = rows::attach(&connection, game, name, &bytes);
            let _ = answer.send(kept.map_err(|cause| failed("write beside a game", cause)));
        }
        for (answer, told) in kept {
            let kept = keep(&mut connection, &answer);
            let _ = told.send(kept.map_err(|cause| failed("keep an answer", cause)));
        }
    }
}

/// The answer and the room that was made for it, or neither.
fn keep(connection: &mut Connection, Kept { key, bytes, most }: &Kept) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    rows::keep_answer(&transaction, key, bytes, *most)?;
    transaction.commit()
}

fn check(connection: &mut Connection) -> Result<(), StoreError> {
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(Transaction::rollback);
    begun.map_err(|cause| failed("write to the games", cause))
}

/// Commits all that can be, and says what became of each. What no other append is to blame for fails alone.
fn commit(connection: &mut Connection, appends: &[Append]) -> Vec<Result<u64, StoreError>> {
    match commit_together(connection, appends) {
        Ok(outcomes) => outcomes,
        Err(_) if appends.len() > 1 => {
            appends.iter().flat_map(|append| commit(connection, slice::from_ref(append))).collect()
        }
        Err(cause) => vec![Err(failed("write to the games", cause))],
    }
}

/// One transaction for all. A conflict is found before anything is written, so that there is nothing to take back; any other
/// error takes back all.
fn commit_together(connection: &mut Connection, appends: &[Append]) -> rusqlite::Result<Vec<Result<u64, StoreError>>> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let outcomes = appends.iter().map(|append| rows::add(&transaction, append)).collect::<rusqlite::Result<_>>()?;
    transaction.commit()?;
    Ok(outcomes)
}
