//! Another player instead of one that failed.

use std::io::Write;

use outflank_play::{PlayerFault, Seat};

use super::{Left, Sitting};
use crate::{
    command::play::{asking::ask, input::NoLine},
    error::Error,
};

impl Sitting<'_> {
    /// Asks who plays on, where somebody is there to say it.
    pub(super) fn replace(&mut self, fault: PlayerFault, out: &mut dyn Write) -> Result<Option<Left>, Error> {
        let Some((color, failed)) = self.session.to_move() else { return Ok(None) };
        if !self.session.seats()[!color].is_human() {
            return Ok(Some(Left::Fault(fault)));
        }
        writeln!(out, "{fault}")?;
        let failed = failed.clone();
        let prompt =
            format!("Who plays on with {}, as in level:3? Enter asks again, quit leaves> ", self.words.side(color));
        self.session.pause();
        let answer = ask(&prompt, |line| read_seat(line, &failed), self.input, out)?;
        self.session.go_on();
        match answer {
            Ok(seat) if seat == failed => Ok(None),
            Ok(seat) => self.reseat(color, seat, out).map(|()| None),
            Err(NoLine::Interrupt) => Ok(Some(Left::Interrupt)),
            Err(NoLine::Quit) => Ok(Some(Left::Quit)),
            Err(NoLine::End | NoLine::TooLate) => Ok(Some(Left::Fault(fault))),
        }
    }
}

/// Nothing is the one who failed.
fn read_seat(line: &str, failed: &Seat) -> Result<Seat, String> {
    if line.is_empty() {
        return Ok(failed.clone());
    }
    line.parse().map_err(|unknown: outflank_play::UnknownSeat| unknown.to_string())
}
