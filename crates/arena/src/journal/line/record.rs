//! A line as a game again.

use outflank_rules::{
    Game, Move,
    record::{Ending, MoveNote, Outcome, Record, transcript},
};

use super::{BadGameLine, GameLine, Thought};
use crate::TimeControl;

/// The longest comment in a record, in signs.
const LONGEST_COMMENT: usize = 200;

impl GameLine {
    /// The whole game, with its opening.
    pub fn game(&self) -> Result<Game, BadGameLine> {
        let moves = format!("{}{}", self.opening, self.moves);
        let record = transcript::parse_from(&moves, self.variant.start());
        record.map(|record| record.game).map_err(|fault| BadGameLine::Moves { moves, fault: Box::new(fault) })
    }

    /// The game for a file that other programs read.
    pub fn record(
        &self,
        event: &str,
        black: &str,
        white: &str,
        time: Option<TimeControl>,
    ) -> Result<Record, BadGameLine> {
        let mut record = Record::new(self.game()?);
        record.notes = self.notes(&record.game);
        record.event = plain(event);
        record.black.name = plain(black);
        record.white.name = plain(white);
        record.clock = time.map(|time| time.to_string()).unwrap_or_default();
        record.round = plain(&self.name);
        if self.reason != "played" {
            let ending = match &self.foul {
                None => Ending::Resigned,
                Some(foul) if foul.verdict.is_about_time() => Ending::TimedOut,
                Some(_) => Ending::Left,
            };
            record.outcome = Outcome { margin: None, awarded: self.winner, ending };
        }
        if let Some(foul) = &self.foul {
            record.comment = plain(&format!("{} {}: {}", foul.color, foul.verdict.words(), foul.detail));
        }
        Ok(record)
    }

    /// Time and words of each ply.
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

    /// The game as it was given to the players: its opening alone.
    pub fn start(&self) -> Result<Game, BadGameLine> {
        let opening = transcript::parse_from(&self.opening, self.variant.start());
        let bad = |fault| BadGameLine::Moves { moves: self.opening.clone(), fault: Box::new(fault) };
        opening.map(|record| record.game).map_err(bad)
    }
}

/// Words that every format can hold.
fn plain(words: &str) -> String {
    let signs = words.chars().take(LONGEST_COMMENT);
    signs.map(|sign| if sign.is_control() || "[]{}()\"\\".contains(sign) { ' ' } else { sign }).collect()
}
