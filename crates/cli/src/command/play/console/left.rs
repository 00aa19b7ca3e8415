//! Games that stop before their end.

use outflank_arena::PlayerFault;

use crate::{CommandStatus, interrupt};

/// The reason why a game stopped before its end.
#[derive(Debug)]
pub(super) enum Left {
    Quit,
    EndOfInput,
    Interrupt,
    Fault(PlayerFault),
}

impl Left {
    /// The status of the command.
    pub(super) fn verdict(&self) -> CommandStatus {
        match self {
            Left::Quit => CommandStatus::Fine,
            Left::Interrupt => interrupt::verdict(),
            Left::EndOfInput | Left::Fault(_) => CommandStatus::Refused,
        }
    }

    /// Another way to resume, for the end of the message.
    pub(super) fn advice(&self) -> &'static str {
        match self {
            Left::Fault(_) => "; --black or --white replaces a player",
            _ => "",
        }
    }

    pub(super) fn message(&self) -> Option<String> {
        match self {
            Left::Quit | Left::Interrupt => None,
            Left::EndOfInput => Some("the input ended before the game did".to_owned()),
            Left::Fault(fault) => Some(fault.to_string()),
        }
    }
}
