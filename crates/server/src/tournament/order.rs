//! Messages from the host of a tournament.

use serde::Deserialize;

use crate::{
    game::wire::LONGEST_ID,
    tournament::{BadCommand, Command},
};

/// A command to a tournament with the id that its sender chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Returned with the reply; dropped if it is longer than [`LONGEST_ID`] bytes.
    pub id: Option<String>,
    /// The command.
    pub command: Command,
}

#[derive(Deserialize)]
struct Word {
    id: Option<String>,
}

impl Order {
    /// Parses a message.
    ///
    /// ```
    /// use outflank_server::tournament::{Command, Order};
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
