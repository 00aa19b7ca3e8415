//! Games of a line each, and games that go over several.

use std::{collections::VecDeque, io::BufRead};

use super::{Piece, Pieces, ReadError, ReadErrorCause, RecordLocation, cut::Cutter, decoded};
use crate::{
    Position, Variant,
    record::{
        Record, RecordError,
        transcript::{Joined, MultiLineGame},
    },
};

#[derive(Debug)]
pub(super) struct Transcripts<R> {
    pieces: Pieces<R>,
    start: Position,
    /// The game to which the next line may belong.
    held: Option<MultiLineGame>,
    /// Results to return next; at most those of one line.
    ready: VecDeque<Result<Record, ReadError>>,
    record: u64,
    /// Does each game end with its line?
    is_by_line: bool,
    is_done: bool,
}

impl<R: BufRead> Transcripts<R> {
    pub(super) fn new(input: R) -> Transcripts<R> {
        Transcripts {
            pieces: Pieces::new(Cutter::lines(b"#%"), input),
            start: Variant::STANDARD.start(),
            held: None,
            ready: VecDeque::new(),
            record: 0,
            is_by_line: false,
            is_done: false,
        }
    }

    pub(super) fn with_start(self, start: Position) -> Transcripts<R> {
        Transcripts { start, ..self }
    }

    pub(super) fn with_a_game_a_line(self) -> Transcripts<R> {
        Transcripts { is_by_line: true, ..self }
    }

    fn read_on(&mut self) {
        match self.pieces.next() {
            Ok(Piece::Whole) => self.take_line(),
            Ok(Piece::Blank) => self.end_game(),
            Ok(Piece::TooLong) => self.refuse(RecordError::TooLong.into()),
            Ok(Piece::Truncated) => self.refuse(RecordError::Truncated.into()),
            Ok(Piece::End) => {
                self.end_game();
                self.is_done = true;
            }
            Err(cause) => {
                self.refuse(cause.into());
                self.is_done = true;
            }
        }
    }

    fn take_line(&mut self) {
        let text = decoded(self.pieces.bytes());
        if text.trim().is_empty() {
            return self.end_game();
        }
        let place = self.pieces.line();
        let joined = match self.held.take() {
            None => Joined::One(MultiLineGame::begin(&text, self.start, place)),
            Some(game) => game.join(&text, self.start, place),
        };
        let game = match joined {
            Joined::One(game) => game,
            Joined::Two(before, game) => {
                self.give(before);
                game
            }
        };
        if self.is_by_line || game.is_complete() { self.give(game) } else { self.held = Some(game) }
    }

    fn end_game(&mut self) {
        if let Some(game) = self.held.take() {
            self.give(game);
        }
    }

    fn give(&mut self, game: MultiLineGame) {
        let place = game.place();
        self.say(place, game.finish().map_err(ReadErrorCause::from));
    }

    /// The error of the current line, which belongs to no game.
    fn refuse(&mut self, cause: ReadErrorCause) {
        self.end_game();
        self.say(self.pieces.line(), Err(cause));
    }

    fn say(&mut self, line: u64, result: Result<Record, ReadErrorCause>) {
        self.record += 1;
        let at = RecordLocation::Line(line);
        self.ready.push_back(result.map_err(|cause| ReadError { record: self.record, at, cause }));
    }
}

impl<R: BufRead> Iterator for Transcripts<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        while self.ready.is_empty() && !self.is_done {
            self.read_on();
        }
        self.ready.pop_front()
    }
}
