//! Replaces a player that failed.

use std::io::Write;

use outflank_arena::{PlayerFault, Seat, printable};

use super::{Left, Sitting};
use crate::{
    command::play::{asking::ask, input::NoLine},
    error::Error,
};

impl Sitting<'_> {
    /// Asks for another player, if a person can answer.
    pub(super) fn replace(&mut self, fault: PlayerFault, out: &mut dyn Write) -> Result<Option<Left>, Error> {
        let Some((color, failed)) = self.session.to_move() else { return Ok(None) };
        if !self.session.seats()[!color].is_human() {
            return Ok(Some(Left::Fault(fault)));
        }
        writeln!(out, "{}", printable(&fault.to_string()))?;
        let failed = failed.clone();
        let prompt = format!("Who replaces {}, as in level:3? Enter retries, quit leaves> ", self.words.side(color));
        self.session.pause();
        let answer = ask(&prompt, |line| read_seat(line, &failed), self.input, out)?;
        self.session.unpause();
        match answer {
            Ok(seat) if seat == failed => Ok(None),
            Ok(seat) => self.reseat(color, seat, out).map(|()| None),
            Err(NoLine::Interrupt) => Ok(Some(Left::Interrupt)),
            Err(NoLine::Quit) => Ok(Some(Left::Quit)),
            Err(NoLine::End | NoLine::TooLate) => Ok(Some(Left::Fault(fault))),
        }
    }
}

/// Parses a player. An empty line keeps the player that failed.
fn read_seat(line: &str, failed: &Seat) -> Result<Seat, String> {
    if line.is_empty() {
        return Ok(failed.clone());
    }
    line.parse().map_err(|unknown: outflank_arena::ParsePlayerError| unknown.to_string())
}
