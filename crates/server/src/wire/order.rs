//! What the host of a tournament says.

use serde::Deserialize;

use super::LONGEST_ID;
use crate::tournament::{BadCommand, Command};

/// A command for a tournament, and the word by which its sender knows it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Returned with the answer; one that is too long is not.
    pub id: Option<String>,
    /// What is wanted.
    pub command: Command,
}

#[derive(Deserialize)]
struct Word {
    id: Option<String>,
}

impl Order {
    /// Reads a message.
    ///
    /// ```
    /// use outflank_server::{tournament::Command, wire::Order};
    ///
    /// let order = Order::parse(r#"{"type":"start","id":"7"}"#)?;
    /// assert_eq!((order.id.as_deref(), order.command), (Some("7"), Command::Start));
    /// # Ok::<(), outflank_server::tournament::BadCommand>(())
    /// ```
    pub fn parse(text: &str) -> Result<Order, BadCommand> {
        let command = Command::parse(text)?;
        let word: Option<Word> = serde_json::from_str(text).ok();
        let id = word.and_then(|word| word.id).filter(|id| id.len() <= LONGEST_ID);
        Ok(Order { id, command })
    }
}
