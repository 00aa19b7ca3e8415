//! The threads that read.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::failed;
use crate::{Reply, log::StoreError};

type Question = Box<dyn FnOnce(&Connection) + Send>;

/// Threads with a connection each, and one queue for all of them.
pub(super) struct Readers {
    /// `None` only during the drop.
    questions: Option<Sender<Question>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    pub(super) fn start(connections: Vec<Connection>) -> Readers {
        let (questions, inbox) = mpsc::channel();
        let inbox = Arc::new(Mutex::new(inbox));
        let start = |connection| {
            let inbox = Arc::clone(&inbox);
            thread::spawn(move || work(&connection, &inbox))
        };
        Readers { questions: Some(questions), threads: connections.into_iter().map(start).collect() }
    }

    pub(super) fn ask<T: Send + 'static>(
        &self,
        doing: &'static str,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Reply<Result<T, StoreError>> {
        let (answer, coming) = oneshot::channel();
        let question: Question = Box::new(move |connection| {
            let _ = answer.send(read(connection).map_err(|cause| failed(doing, cause)));
        });
        if let Some(questions) = &self.questions {
            let _ = questions.send(question);
        }
        Box::pin(async { coming.await.unwrap_or(Err(StoreError::Closed)) })
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.questions = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn work(connection: &Connection, inbox: &Mutex<Receiver<Question>>) {
    // One thread holds the lock and waits for the next query; the others wait for the lock.
    let next = || inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(question) = next() {
        question(connection);
    }
}
