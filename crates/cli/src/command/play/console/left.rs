//! Games that are left before their end.

use outflank_play::PlayerFault;

use crate::{Verdict, interrupt};

/// Why a game was left before its end.
#[derive(Debug)]
pub(super) enum Left {
    Quit,
    EndOfInput,
    Interrupt,
    Fault(PlayerFault),
}

impl Left {
    /// What the program ends with.
    pub(super) fn verdict(&self) -> Verdict {
        match self {
            Left::Quit => Verdict::Fine,
            Left::Interrupt => interrupt::verdict(),
            Left::EndOfInput | Left::Fault(_) => Verdict::Refused,
        }
    }

    /// What else helps to go on.
    pub(super) fn advice(&self) -> &'static str {
        match self {
            Left::Fault(_) => ", and with --black or --white another player does",
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
