//! The moves of a record while it is read.

use super::{Fault, MoveNote, Record};
use crate::{Color, Game, Move, Position, Status};

/// A game that grows move by move, passes written or left out, with the notes to its moves.
#[derive(Clone, Debug)]
pub(super) struct Line {
    game: Game,
    notes: Vec<MoveNote>,
}

impl Line {
    pub(super) const fn new(start: Position) -> Line {
        Line { game: Game::new(start), notes: Vec::new() }
    }

    /// Plays a move, after a pass if one was left out. A pass after the end of the game, which some programs write, is
    /// no move.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), Fault> {
        let position = self.game.position();
        if mv == Move::Pass && position.is_over() {
            return Ok(());
        }
        match self.game.play_with_pass_implied(mv) {
            Ok(_) => Ok(()),
            Err(reason) => {
                let game = std::mem::replace(&mut self.game, Game::new(position));
                Err(Fault::Illegal(game.refused(reason)))
            }
        }
    }

    /// Plays a move that the record ascribes to a side: a pass of the other side may have been left out before it.
    pub(super) fn play_as(&mut self, color: Color, mv: Move) -> Result<(), Fault> {
        let position = self.game.position();
        if position.turn() != color && position.status() == Status::MustPass {
            self.play(Move::Pass)?;
        }
        let turn = self.game.position().turn();
        if turn != color && !position.is_over() {
            return Err(Fault::WrongTurn { mv, color });
        }
        self.play(mv)
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

    /// The record of the moves and notes, with the outcome that the board tells.
    pub(super) fn into_record(self) -> Record {
        let mut record = Record::new(self.game);
        record.notes = self.notes;
        record
    }
}
