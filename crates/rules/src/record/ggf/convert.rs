//! What the tags of a GGF record mean.

use super::{outcome, raw::Raw};
use crate::{
    Color, Goal, Ground, Move, Position, Variant,
    record::{
        Fault, MoveNote, Outcome, Record, cells,
        fields::{add, set},
        line::Line,
        number, theory,
    },
};

impl Raw<'_> {
    /// The game, if it is Reversi on a board that this library plays.
    pub fn to_record(&self) -> Result<Record, Fault> {
        let mut line = Line::new(self.start()?);
        let mut comment = String::new();
        for &(name, value) in self.tags() {
            match name {
                "B" => play(&mut line, Color::Black, value)?,
                "W" => play(&mut line, Color::White, value)?,
                "CO" => add(line.last_note().map_or(&mut comment, |note| &mut note.comment), value),
                _ => {}
            }
        }
        let mut record = line.into_record();
        record.theory = theory::split_off(&mut comment);
        record.comment = comment;
        let komi = self.tag("KM").and_then(number::parse).unwrap_or(0.0);
        for &(name, value) in self.tags() {
            describe(&mut record, name, value, komi);
        }
        Ok(record)
    }

    fn start(&self) -> Result<Position, Fault> {
        if let Some(game) = self.tag("GM").filter(|game| !is_reversi(game)) {
            return Err(Fault::Unsupported(format!("the game is {game:?}, not Reversi")));
        }
        let kind = Kind::parse(self.tag("TY").unwrap_or_default());
        let Some(board) = self.tag("BO") else {
            let size = kind.map_or(8, |kind| kind.size);
            return Ok(Variant::of_size(playable(size)?).with_goal(goal(kind)).start());
        };
        let board = board.trim_start();
        let digits = board.len() - board.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let size = board[..digits].parse().map_err(|_| Fault::syntax(board, "the size of the board, as in 8 ----"))?;
        let mut setup = cells::parse(&board[digits..], playable(size)?)?;
        setup.ground = setup.ground.with_goal(goal(kind));
        Ok(setup.validate().expect("a cell holds one disc and lies on the board"))
    }
}

fn describe(record: &mut Record, name: &str, value: &str, komi: f64) {
    let is_understood = match name {
        "GM" | "BO" | "B" | "W" | "CO" => true,
        "PB" => set(&mut record.black.name, value),
        "PW" => set(&mut record.white.name, value),
        "RB" => record.black.rate(value),
        "RW" => record.white.rate(value),
        "PC" => set(&mut record.event, value),
        "DT" => set(&mut record.date, value),
        "TI" => set(&mut record.clock, value),
        "TY" => value == kind_of(record.game.start().ground()),
        "RE" => claim(record, value, komi),
        _ => false,
    };
    if !is_understood {
        record.tags.push((name.to_owned(), value.to_owned()));
    }
}

fn claim(record: &mut Record, value: &str, komi: f64) -> bool {
    let claim = outcome::parse(value, komi);
    if let Some(claim) = claim {
        record.outcome = Outcome::claimed(&record.game, claim);
    }
    claim.is_some()
}

fn is_reversi(game: &str) -> bool {
    ["", "othello", "reversi"].iter().any(|name| game.trim().eq_ignore_ascii_case(name))
}

/// What the match type `TY` says of the board.
#[derive(Clone, Copy)]
struct Kind {
    size: usize,
    goal: Goal,
}

impl Kind {
    /// Reads `8`, `s8r18`, `8a`; nothing from a text that is no match type.
    fn parse(text: &str) -> Option<Kind> {
        const LETTERS: &str = "skbwarSKBWAR";
        let first_digit = text.find(|c: char| c.is_ascii_digit())?;
        let size: String = text[first_digit..].chars().take_while(char::is_ascii_digit).collect();
        let is_known = |c: char| c.is_ascii_digit() || LETTERS.contains(c);
        let goal = if text.contains(['a', 'A']) { Goal::Fewest } else { Goal::Most };
        text.chars().all(is_known).then_some(Kind { size: size.parse().ok()?, goal })
    }
}

fn goal(kind: Option<Kind>) -> Goal {
    kind.map_or(Goal::Most, |kind| kind.goal)
}

/// The goal that a match type names.
pub(super) fn goal_of(kind: &str) -> Goal {
    goal(Kind::parse(kind))
}

/// The match type that says as much as the board does.
pub(super) fn kind_of(ground: Ground) -> &'static str {
    match (ground.size(), ground.goal()) {
        (4, Goal::Most) => "4",
        (4, Goal::Fewest) => "4a",
        (6, Goal::Most) => "6",
        (6, Goal::Fewest) => "6a",
        (_, Goal::Most) => "8",
        (_, Goal::Fewest) => "8a",
    }
}

fn playable(size: usize) -> Result<u8, Fault> {
    match size {
        4 => Ok(4),
        6 => Ok(6),
        8 => Ok(8),
        _ => Err(Fault::Unsupported(format!("the board is of size {size}; games are played on 4x4, 6x6 and 8x8 only"))),
    }
}

/// Plays `square[/eval[/seconds]]`.
fn play(line: &mut Line, color: Color, value: &str) -> Result<(), Fault> {
    let mut fields = value.split('/');
    let mv = parse_move(fields.next().unwrap_or_default())?;
    let mut number = || fields.next().and_then(number::parse);
    let (eval, seconds) = (number(), number());
    let ply = line.game().ply();
    line.play_as(color, mv)?;
    let is_noted = (eval.is_some() || seconds.is_some()) && line.game().ply() > ply;
    if let Some(note) = is_noted.then(|| line.last_note()).flatten() {
        *note = MoveNote { eval, seconds, comment: String::new() };
    }
    Ok(())
}

/// A square with any letters behind it, or one to four letters of `pass`, or dashes.
fn parse_move(text: &str) -> Result<Move, Fault> {
    let text = text.trim();
    let is_pass = !text.is_empty() && "pass".get(..text.len()).is_some_and(|word| word.eq_ignore_ascii_case(text));
    if is_pass {
        return Ok(Move::Pass);
    }
    let known = text.get(..2).filter(|_| text[2..].bytes().all(|byte| byte.is_ascii_alphabetic()));
    known.and_then(|name| name.parse().ok()).ok_or_else(|| Fault::syntax(text, "a square such as d3, or PA"))
}
