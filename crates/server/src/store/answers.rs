//! Answers of the engine that are worth keeping.

use super::StoreError;
use crate::Reply;

/// What an answer is found by: a hash of the question, and of everything else that it depends on.
pub type AnswerKey = [u8; 32];

/// What keeps answers. Losing them loses nothing but time; what they mean is not known here.
pub trait AnswerStore: Send + Sync + 'static {
    /// The answer that was kept last under a key, if it is still there.
    fn answer(&self, key: AnswerKey) -> Reply<Result<Option<Vec<u8>>, StoreError>>;

    /// Keeps an answer in place of the one that was kept under its key, and forgets the oldest where there are more than so many. The answer
    /// comes when it is on the disk.
    fn keep_answer(&self, key: AnswerKey, bytes: Vec<u8>, most: usize) -> Reply<Result<(), StoreError>>;
}
