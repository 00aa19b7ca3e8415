//! A transcript over several lines, read line by line.
//!
//! The rules for lines are documented in [`transcript`](super).

use super::{split_start, split_unfinished};
use crate::record::parsing::Line;
use crate::record::transcript::moves;
use crate::record::{Record, RecordError};
use crate::{Move, Position};

/// A game as far as its lines have been read.
#[derive(Debug)]
pub(in crate::record) struct MultiLineGame {
    /// Its first line, or the wrong one.
    place: u64,
    lines: usize,
    state: State,
}

#[derive(Debug)]
enum State {
    Whole(Line),
    /// The last line ends within a move or after a number.
    Open {
        line: Line,
        rest: String,
        fault: RecordError,
    },
    Bad(RecordError),
}

/// The effect of a line on the game before it.
#[derive(Debug)]
pub(in crate::record) enum Joined {
    /// The line belongs to the game.
    One(MultiLineGame),
    /// The line begins another record.
    Two(MultiLineGame, MultiLineGame),
}

/// The reason why a line does not continue the game, and the number of its plies that do.
struct Stop {
    fault: RecordError,
    plies: usize,
}

impl MultiLineGame {
    /// A game that begins with this line of a text, from this start unless it names another.
    pub(in crate::record) fn begin(text: &str, start: Position, place: u64) -> MultiLineGame {
        begun(text, start).unwrap_or_else(|stop| State::Bad(stop.fault)).at(place)
    }

    /// Whether no line can continue it.
    pub(in crate::record) fn is_complete(&self) -> bool {
        match &self.state {
            State::Whole(line) => line.game().position().is_over(),
            State::Open { .. } => false,
            State::Bad(_) => self.lines == 1,
        }
    }

    pub(in crate::record) fn place(&self) -> u64 {
        self.place
    }

    pub(in crate::record) fn finish(self) -> Result<Record, RecordError> {
        match self.state {
            State::Whole(line) => Ok(line.into_record()),
            State::Open { fault, .. } | State::Bad(fault) => Err(fault),
        }
    }

    /// Puts the next line of the text where it belongs.
    pub(in crate::record) fn join(self, text: &str, start: Position, place: u64) -> Joined {
        if moves(text).next().is_none() {
            return Joined::One(self);
        }
        let alone = match begun(text, start) {
            Ok(State::Whole(line)) if line.game().ply() > 0 && !self.expects(text) => {
                return Joined::Two(self, State::Whole(line).at(place));
            }
            other => other,
        };
        match (self.grown(text), alone) {
            (Ok(state), _) => Joined::One(self.with(state)),
            (Err(_), Ok(state)) => Joined::Two(self, state.at(place)),
            (Err(further), Err(alone)) if further.plies >= alone.plies + self.doubt() => {
                Joined::One(MultiLineGame { place, ..self.with(State::Bad(further.fault)) })
            }
            (Err(_), Err(alone)) if alone.plies == 0 && self.is_bad_and_goes_on_with(text) => Joined::One(self),
            (Err(_), Err(alone)) => Joined::Two(self, State::Bad(alone.fault).at(place)),
        }
    }

    /// Whether a line that can continue this game or begin another more likely continues it.
    fn expects(&self, text: &str) -> bool {
        self.lines > 1 || matches!(self.state, State::Open { .. }) || self.counts_on(text)
    }

    fn with(&self, state: State) -> MultiLineGame {
        MultiLineGame { place: self.place, lines: self.lines + 1, state }
    }

    /// How many plies further a bad line must come as a part of this game than alone, to be one.
    fn doubt(&self) -> usize {
        if self.lines > 1 { 1 } else { 2 }
    }

    /// Returns the game with the moves of a line appended.
    fn grown(&self, text: &str) -> Result<State, Stop> {
        match &self.state {
            State::Whole(line) => played(line.clone(), text),
            State::Open { line, rest, .. } => played(line.clone(), &format!("{rest}{}", text.trim_start())),
            State::Bad(fault) => Err(Stop { fault: fault.clone(), plies: 0 }),
        }
    }

    /// Does a line begin with the number of the next move, by plies or by pairs of moves?
    fn counts_on(&self, text: &str) -> bool {
        let State::Whole(line) = &self.state else { return false };
        let digits = text.trim_start().split(|c: char| !c.is_ascii_digit()).next();
        let Some(number) = digits.and_then(|digits| digits.parse::<usize>().ok()) else { return false };
        let plies = line.game().ply();
        let placed = line.game().moves().filter(|&mv| mv != Move::Pass).count();
        number > 1 && [plies, plies / 2, placed, placed / 2].contains(&(number - 1))
    }

    /// Moves after a wrong move have no position.
    fn is_bad_and_goes_on_with(&self, text: &str) -> bool {
        matches!(self.state, State::Bad(_)) && !text.contains(';') && moves(text).all(|mv| mv.is_ok())
    }
}

impl State {
    fn at(self, place: u64) -> MultiLineGame {
        MultiLineGame { place, lines: 1, state: self }
    }
}

/// A line that begins a game.
fn begun(text: &str, start: Position) -> Result<State, Stop> {
    let (own_start, moves) = split_start(text).map_err(|fault| Stop { fault, plies: 0 })?;
    read(Line::new(own_start.unwrap_or(start)), moves)
}

/// Plays a line that continues a game and therefore has no start.
fn played(line: Line, text: &str) -> Result<State, Stop> {
    match split_start(text) {
        Ok((None, moves)) => read(line, moves),
        _ => Err(Stop { fault: RecordError::syntax(text, "moves"), plies: 0 }),
    }
}

/// Plays the moves of a text at the end of a line, except an incomplete one at its end.
fn read(mut line: Line, text: &str) -> Result<State, Stop> {
    let before = line.game().ply();
    let (text, rest) = split_unfinished(text);
    if is_ruler(text) {
        let fault = RecordError::syntax(text.trim(), "moves: this looks like a piece of a board");
        return Err(Stop { fault, plies: 0 });
    }
    for mv in moves(text) {
        if let Err(fault) = mv.and_then(|mv| line.play(mv)) {
            let reached = match &fault {
                RecordError::Illegal(error) => error.before.ply(),
                _ => line.game().ply(),
            };
            return Err(Stop { fault, plies: reached - before });
        }
    }
    Ok(match moves(rest).next() {
        Some(Err(fault)) => State::Open { line, rest: rest.to_owned(), fault },
        _ => State::Whole(line),
    })
}

/// A pass has two dashes; more of them alone are an empty row, or a line between rows.
fn is_ruler(text: &str) -> bool {
    let text = text.trim();
    text.len() > 2 && text.bytes().all(|byte| byte == b'-')
}
