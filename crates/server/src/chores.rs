//! Short work that would hold others up: done beside the runtime, so much of it at a time. Others wait in line, and where the line is long they are told so.

use std::{fmt, sync::Arc};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The lines there are: whoever sends a large file does not hold up those who look at positions.
#[derive(Debug)]
pub(crate) struct Chores {
    /// Boards that are judged.
    pub(crate) boards: Lane,
    /// Files of a usual size that are read.
    pub(crate) files: Lane,
    /// Large ones, each of which is held in memory.
    pub(crate) large_files: Lane,
    /// Pictures.
    pub(crate) pictures: Lane,
    /// Pictures that move: some hundred each.
    pub(crate) films: Lane,
}

impl Default for Chores {
    fn default() -> Chores {
        Chores {
            boards: Lane::new(2, 64),
            files: Lane::new(32, 64),
            large_files: Lane::new(4, 16),
            pictures: Lane::new(2, 64),
            films: Lane::new(1, 16),
        }
    }
}

/// A line before some kind of work.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    at_work: Arc<Semaphore>,
    inside: Arc<Semaphore>,
}

/// A turn, for as long as it is kept.
#[derive(Debug)]
pub(crate) struct Turn {
    _at_work: OwnedSemaphorePermit,
    _inside: OwnedSemaphorePermit,
}

impl Lane {
    /// So many are worked on at once, and so many more wait.
    pub(crate) fn new(at_once: usize, waiting: usize) -> Lane {
        Lane { at_work: Arc::new(Semaphore::new(at_once)), inside: Arc::new(Semaphore::new(at_once + waiting)) }
    }

    /// Waits for one's turn.
    pub(crate) async fn turn(&self) -> Result<Turn, ChoreError> {
        let inside = Arc::clone(&self.inside).try_acquire_owned().map_err(|_| ChoreError::Crowded)?;
        let at_work = Arc::clone(&self.at_work).acquire_owned().await.map_err(|_| ChoreError::Crowded)?;
        Ok(Turn { _at_work: at_work, _inside: inside })
    }

    /// Does the work when its turn has come.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ChoreError> {
        self.turn().await?.run(work).await
    }
}

impl Turn {
    /// Does the work, and keeps the turn until it is done, also where nobody waits for it any more.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ChoreError> {
        let done = tokio::task::spawn_blocking(move || {
            let _turn = self;
            work()
        });
        done.await.map_err(|_| ChoreError::Failed)
    }
}

/// Why something was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChoreError {
    /// Too many wait.
    Crowded,
    /// It panicked.
    Failed,
}

impl fmt::Display for ChoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ChoreError::Crowded => "too many ask for this just now: try again in a moment",
            ChoreError::Failed => "the server failed at this; the failure is in its log",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_line_that_is_full_refuses_and_goes_on_when_there_is_room() {
        let lane = Lane::new(1, 1);
        let (go, gone) = mpsc::channel::<()>();
        let first = tokio::spawn({
            let turn = lane.turn().await.expect("nobody is there");
            turn.run(move || gone.recv())
        });
        let waiting = tokio::spawn({
            let lane = lane.clone();
            async move { lane.run(|| 2).await }
        });
        while lane.inside.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(lane.run(|| 3).await, Err(ChoreError::Crowded));
        go.send(()).expect("it waits");
        assert_eq!(first.await.expect("a task"), Ok(Ok(())));
        assert_eq!(waiting.await.expect("a task"), Ok(2));
        assert_eq!(lane.run(|| 4).await, Ok(4));
    }

    #[tokio::test]
    async fn a_panic_gives_its_turn_back() {
        let lane = Lane::new(1, 0);
        assert_eq!(lane.run(|| panic!("at work") as u8).await, Err(ChoreError::Failed));
        assert_eq!(lane.run(|| 7).await, Ok(7));
    }
}
