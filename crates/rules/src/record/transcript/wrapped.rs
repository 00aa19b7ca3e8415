//! A game that goes over several lines, read line by line.
//!
//! The rules by which lines are told apart stand at [`transcript`](super).

use super::{moves, start, unfinished};
use crate::{
    Move, Position,
    record::{Fault, Record, line::Line},
};

/// A game as far as its lines have been read.
#[derive(Debug)]
pub(in crate::record) struct Wrapped {
    /// Where it stands: its first line, or the one that is wrong.
    place: u64,
    lines: usize,
    state: State,
}

#[derive(Debug)]
enum State {
    Whole(Line),
    /// The last line ends within a move or behind a number.
    Open {
        line: Line,
        rest: String,
        fault: Fault,
    },
    Bad(Fault),
}

/// What becomes of a game and the line behind it.
#[derive(Debug)]
pub(in crate::record) enum Joined {
    /// The line belongs to the game.
    One(Wrapped),
    /// The line begins another record.
    Two(Wrapped, Wrapped),
}

/// Why a line does not go on, and how many plies of it do.
struct Stop {
    fault: Fault,
    plies: usize,
}

impl Wrapped {
    /// A game that begins with this line of a text, from this start unless it names another.
    pub(in crate::record) fn begin(text: &str, start: Position, place: u64) -> Wrapped {
        begun(text, start).unwrap_or_else(|stop| State::Bad(stop.fault)).at(place)
    }

    /// Is it known that no line can go on with it?
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

    pub(in crate::record) fn finish(self) -> Result<Record, Fault> {
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
                Joined::One(Wrapped { place, ..self.with(State::Bad(further.fault)) })
            }
            (Err(_), Err(alone)) if alone.plies == 0 && self.is_bad_and_goes_on_with(text) => Joined::One(self),
            (Err(_), Err(alone)) => Joined::Two(self, State::Bad(alone.fault).at(place)),
        }
    }

    /// Is a line more likely to go on with this game than to begin another, if it can do both?
    fn expects(&self, text: &str) -> bool {
        self.lines > 1 || matches!(self.state, State::Open { .. }) || self.counts_on(text)
    }

    fn with(&self, state: State) -> Wrapped {
        Wrapped { place: self.place, lines: self.lines + 1, state }
    }

    /// How many plies further a bad line must come as a part of this game than alone, to be one.
    fn doubt(&self) -> usize {
        if self.lines > 1 { 1 } else { 2 }
    }

    /// The game with the moves of a line behind its own.
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

    /// What comes behind a wrong move has no position to be played in.
    fn is_bad_and_goes_on_with(&self, text: &str) -> bool {
        matches!(self.state, State::Bad(_)) && !text.contains(';') && moves(text).all(|mv| mv.is_ok())
    }
}

impl State {
    fn at(self, place: u64) -> Wrapped {
        Wrapped { place, lines: 1, state: self }
    }
}

/// A line that begins a game.
fn begun(text: &str, start: Position) -> Result<State, Stop> {
    let (own_start, moves) = start::split(text).map_err(|fault| Stop { fault, plies: 0 })?;
    read(Line::new(own_start.unwrap_or(start)), moves)
}

/// A line that goes on with a game, and therefore has no start of its own.
fn played(line: Line, text: &str) -> Result<State, Stop> {
    match start::split(text) {
        Ok((None, moves)) => read(line, moves),
        _ => Err(Stop { fault: Fault::syntax(text, "moves"), plies: 0 }),
    }
}

/// Plays the moves of a text at the end of a line, all but a piece of one behind them.
fn read(mut line: Line, text: &str) -> Result<State, Stop> {
    let before = line.game().ply();
    let (text, rest) = unfinished::split(text);
    if is_ruler(text) {
        let fault = Fault::syntax(text.trim(), "moves: this looks like a piece of a board");
        return Err(Stop { fault, plies: 0 });
    }
    for mv in moves(text) {
        if let Err(fault) = mv.and_then(|mv| line.play(mv)) {
            let reached = match &fault {
                Fault::Illegal(error) => error.before.ply(),
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
