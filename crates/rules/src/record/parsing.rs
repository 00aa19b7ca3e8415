//! Helpers of the text parsers: the game so far, text fields, and a cursor.

use std::ops::Deref;

use crate::record::{LOST, MoveNote, Record, RecordError};
use crate::{Color, Game, Move, Position, Status};

/// A turn in a record.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turn {
    Made(Move),
    /// A lost turn.
    Lost,
}

impl Turn {
    /// Parses the marker of a lost turn, or a move of the format.
    pub(super) fn read(text: &str, parse: impl FnOnce(&str) -> Result<Move, RecordError>) -> Result<Turn, RecordError> {
        if text.trim().eq_ignore_ascii_case(LOST) { Ok(Turn::Lost) } else { parse(text).map(Turn::Made) }
    }
}

/// A game that grows move by move, with notes. Passes may be omitted.
#[derive(Clone, Debug)]
pub(super) struct Line {
    game: Game,
    notes: Vec<MoveNote>,
}

impl Line {
    pub(super) const fn new(start: Position) -> Line {
        Line { game: Game::new(start), notes: Vec::new() }
    }

    /// Plays a move, after a pass if one was omitted. Ignores a pass after the end of the game,
    /// which some programs write.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), RecordError> {
        let position = self.game.position();
        if mv == Move::Pass && position.is_over() {
            return Ok(());
        }
        match self.game.play_with_pass_implied(mv) {
            Ok(_) => Ok(()),
            Err(reason) => {
                let game = std::mem::replace(&mut self.game, Game::new(position));
                Err(RecordError::Illegal(game.refused(reason)))
            }
        }
    }

    /// Plays a turn, after a pass if one was omitted.
    pub(super) fn take(&mut self, turn: Turn) -> Result<(), RecordError> {
        match turn {
            Turn::Made(mv) => self.play(mv),
            Turn::Lost if self.game.position().must_pass() => {
                self.play(Move::Pass)?;
                self.lose_turn()
            }
            Turn::Lost => self.lose_turn(),
        }
    }

    fn lose_turn(&mut self) -> Result<(), RecordError> {
        let turn = self.game.position().turn();
        let fault = || RecordError::mismatch("a lost turn", format!("a move of {turn}: no turn can be lost here"));
        self.game.skip_turn().map(drop).ok_or_else(fault)
    }

    /// Plays a turn that the record assigns to a side. A pass of the other side before it may be
    /// omitted.
    pub(super) fn take_as(&mut self, color: Color, turn: Turn) -> Result<(), RecordError> {
        let position = self.game.position();
        if position.turn() != color && position.status() == Status::MustPass {
            self.play(Move::Pass)?;
        }
        let mv = if let Turn::Made(mv) = turn { mv } else { Move::Pass };
        if self.game.position().turn() != color && !position.is_over() {
            return Err(RecordError::WrongTurn { mv, color });
        }
        match turn {
            Turn::Made(mv) => self.play(mv),
            Turn::Lost => self.lose_turn(),
        }
    }

    /// The note to the last move, or `None` before the first.
    pub(super) fn last_note(&mut self) -> Option<&mut MoveNote> {
        let last = self.game.ply().checked_sub(1)?;
        if self.notes.len() <= last {
            self.notes.resize_with(last + 1, MoveNote::default);
        }
        self.notes.get_mut(last)
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the record of the moves and notes, with the outcome of the board.
    pub(super) fn into_record(self) -> Record {
        let mut record = Record::new(self.game);
        record.notes = self.notes;
        record
    }
}

/// Sets a text. Returns true, because every text is accepted.
pub(super) fn set(field: &mut String, value: &str) -> bool {
    value.clone_into(field);
    true
}

/// Adds a comment on a new line. An empty one adds nothing.
pub(super) fn add(comment: &mut String, more: &str) {
    if more.is_empty() {
        return;
    }
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(more);
}

/// The rest of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor(text)
    }

    /// Takes this many bytes.
    pub(super) fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.0.split_at(len);
        self.0 = rest;
        taken
    }

    /// Takes the text before the first such character, or all.
    pub(super) fn take_until(&mut self, is_end: impl Fn(char) -> bool) -> &'a str {
        self.take(self.0.find(is_end).unwrap_or(self.0.len()))
    }
}

impl Deref for Cursor<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        self.0
    }
}
