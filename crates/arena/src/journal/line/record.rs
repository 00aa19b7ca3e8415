//! Reads a line back into a game.

use std::time::Duration;

use outflank_rules::{
    DiscDiff, Game, Move,
    record::{Ending, MoveNote, Outcome, Record, transcript},
};

use super::{GameLine, GameLineError, Thought};
use crate::TimeControl;

/// Maximum length of a comment in a record, in characters.
const MAX_COMMENT_CHARS: usize = 200;

impl GameLine {
    /// The whole game with its opening.
    pub fn game(&self) -> Result<Game, GameLineError> {
        let moves = format!("{}{}", self.opening, self.moves);
        let record = transcript::parse_from(&moves, self.variant.start());
        record.map(|record| record.game).map_err(|fault| GameLineError::Moves { moves, fault: Box::new(fault) })
    }

    /// The game as a record for other programs.
    pub fn record(
        &self,
        event: &str,
        black: &str,
        white: &str,
        time: Option<TimeControl>,
    ) -> Result<Record, GameLineError> {
        let mut record = Record::new(self.game()?);
        record.notes = self.notes(&record.game);
        record.event = plain(event);
        record.black.name = plain(black);
        record.white.name = plain(white);
        record.clock = time.and_then(clock).unwrap_or_default();
        record.round = plain(&self.name);
        if self.reason != "played" {
            let ending = match &self.foul {
                None => Ending::Resigned,
                Some(foul) => foul.verdict.ending(),
            };
            record.outcome = Outcome { margin: self.margin(), awarded: None, ending };
        }
        if let Some(foul) = &self.foul {
            record.comment = plain(&format!("{} {}: {}", foul.color, foul.verdict.words(), foul.detail));
        }
        Ok(record)
    }

    /// Black's discs minus White's. All discs of the board for a game not played to its end:
    /// records have no other way to express an awarded game.
    fn margin(&self) -> Option<DiscDiff> {
        let difference = i64::from(self.discs.black) - i64::from(self.discs.white);
        i8::try_from(difference).ok().and_then(DiscDiff::new)
    }

    /// Time and comment of each ply.
    fn notes(&self, game: &Game) -> Vec<MoveNote> {
        let given = self.start().map_or(0, |game| game.ply());
        let mut times = self.times_ms.iter();
        let mut notes = vec![MoveNote::default(); game.ply()];
        let played = game.moves().zip(&mut notes).skip(given);
        for (_, note) in played.filter(|(mv, _)| *mv != Move::Pass) {
            note.seconds = times.next().map(|&ms| f64::from(ms) / 1000.0);
        }
        for Thought { ply, info } in &self.thoughts {
            if let Some(note) = notes.get_mut(*ply) {
                note.comment = plain(&info.text);
            }
        }
        notes
    }

    /// The game as given to the players: its opening alone.
    pub fn start(&self) -> Result<Game, GameLineError> {
        let opening = transcript::parse_from(&self.opening, self.variant.start());
        let bad = |fault| GameLineError::Moves { moves: self.opening.clone(), fault: Box::new(fault) };
        opening.map(|record| record.game).map_err(bad)
    }
}

/// The clock in GGF syntax, `main/increment/extension` in whole seconds. The extension is written
/// because it defaults to two minutes. A time per move becomes an increment. `None` for fractions
/// of seconds, which GGF cannot express.
fn clock(time: TimeControl) -> Option<String> {
    let (main, increment) = match time {
        TimeControl::PerMove(time) => (Duration::ZERO, time),
        TimeControl::Game { main, increment } => (main, increment),
    };
    let part = |time: Duration| {
        let (hours, minutes, seconds) = (time.as_secs() / 3600, time.as_secs() / 60 % 60, time.as_secs() % 60);
        let hours = if hours == 0 { String::new() } else { format!("{hours:02}:") };
        (time.subsec_nanos() == 0).then(|| format!("{hours}{minutes:02}:{seconds:02}"))
    };
    let increment = if increment.is_zero() { String::new() } else { part(increment)? };
    Some(format!("{}/{increment}/00:00", part(main)?))
}

/// Text that every record format can hold.
fn plain(words: &str) -> String {
    let chars = words.chars().take(MAX_COMMENT_CHARS);
    chars.map(|c| if c.is_control() || "[]{}()\"\\".contains(c) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_as_ggf_has_them() {
        let written = |time: &str| clock(time.parse().unwrap());
        for (time, ggf) in [
            ("5m", "05:00//00:00"),
            ("3m+2s", "03:00/00:02/00:00"),
            ("90m", "01:30:00//00:00"),
            ("10s/move", "00:00/00:10/00:00"),
        ] {
            assert_eq!(written(time).as_deref(), Some(ggf), "{time}");
        }
        assert_eq!(written("100ms/move"), None);
    }
}
