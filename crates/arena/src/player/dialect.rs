//! What is said to programs, and how their answers are read: one file a protocol.

mod codingame;
mod edax;
mod gtp;
mod json;
mod nboard;
mod tjcsl;

use std::sync::atomic::AtomicBool;

use outflank_rules::{Color, Game, Goal, Ground, Move, notation::Notation};

use super::{
    Answer, Briefing, Choice, Protocol, Question, Trouble,
    talk::{Line, Talk},
    timer::Timer,
};
use crate::{Foul, GameResult, Verdict};

/// A protocol, with what has been said in it to one program.
pub(super) trait Dialect: Send {
    /// What the program calls itself, if it has said so.
    fn name(&self) -> Option<String> {
        None
    }

    /// All that it told of itself: its name, its version and who wrote it.
    fn told(&self) -> Option<String> {
        self.name()
    }

    /// Tells of a new game. It is waited here until a program shows that it has started, where that can be seen.
    fn begin(&mut self, talk: &mut Talk, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), Trouble>;

    /// Takes what the program said since its last answer; another answer among it is a foul.
    fn drain(&mut self, talk: &mut Talk) -> Result<(), Foul>;

    /// Asks for a move.
    fn ask(&mut self, talk: &mut Talk, question: &Question<'_>) -> Result<Answer, Trouble>;

    /// Tells what was wrong with the last answer.
    fn refuse(&mut self, _talk: &mut Talk, _foul: &Foul, _game: &Game) {}

    /// Tells how the game ended.
    fn over(&mut self, _talk: &mut Talk, _color: Color, _game: &Game, _result: GameResult, _reason: &str) {}

    /// Tells that there is nothing more to play.
    fn bye(&mut self, _talk: &mut Talk) {}
}

pub(super) fn dialect(protocol: Protocol) -> Box<dyn Dialect> {
    match protocol {
        Protocol::Json => Box::<json::Json>::default(),
        Protocol::Gtp => Box::<gtp::Gtp>::default(),
        Protocol::NBoard => Box::<nboard::NBoard>::default(),
        Protocol::CodinGame => Box::<codingame::CodinGame>::default(),
        Protocol::Tjcsl => Box::<tjcsl::Tjcsl>::default(),
        Protocol::Edax => Box::<edax::Edax>::default(),
    }
}

/// The answer in a line, if it came in time.
fn answered(choice: Choice, line: Line, timer: &Timer) -> Result<Answer, Foul> {
    if timer.is_early(line.at) {
        return Err(Foul::new(Verdict::AnsweredTwice, &line.bytes, "it came before the question"));
    }
    let spent = timer.spent(line.at);
    if timer.is_late(line.at) {
        return Err(Foul::new(Verdict::Late, &line.bytes, format!("after {:.3} s", spent.as_secs_f64())).after(spent));
    }
    Ok(Answer { choice, spent, bytes: line.bytes, info: None })
}

/// A square or a pass, however it is written.
fn move_in(word: &str) -> Option<Move> {
    if word.eq_ignore_ascii_case("pa") { Some(Move::Pass) } else { Notation::Standard.parse(word).ok() }
}

fn no_move(line: &Line, expected: &str) -> Foul {
    Foul::new(Verdict::Garbage, &line.bytes, format!("this is no move: {expected}"))
}

/// Can a program that knows only the usual rules play this, on a board without holes?
fn is_usual(game: &Game) -> bool {
    let ground = game.start().ground();
    ground == Ground::square(ground.size()).with_goal(Goal::Most)
}

fn untellable(why: &str) -> Foul {
    Foul::new(Verdict::Untellable, b"", why)
}

/// The last move that this side made on the board: given again, it is an answer that came twice.
fn last_of(game: &Game, color: Color) -> Option<Move> {
    let own = game.turns().filter(|(before, mv)| before.turn() == color && *mv != Move::Pass);
    own.last().map(|(_, mv)| mv)
}

/// In protocols where a line is an answer.
fn is_said(text: &str) -> bool {
    !text.is_empty()
}

/// What is said before the first answer is no answer in any of these protocols.
fn drain_lines(talk: &mut Talk) -> Result<(), Foul> {
    let has_answered = talk.is_started();
    talk.drain(is_said).map_err(|foul| match foul.verdict {
        Verdict::AnsweredTwice if !has_answered => Foul { verdict: Verdict::Garbage, ..foul },
        _ => foul,
    })
}

/// A move that is read from a line alone may be an answer too many to the question before: the same once more, or a pass, which nobody is
/// asked for. Then another answer comes, the one to this question; who says nothing more has made an illegal move.
fn not_twice(
    mv: Move,
    line: &Line,
    question: &Question<'_>,
    talk: &mut Talk,
    is_answer: fn(&str) -> bool,
) -> Result<(), Foul> {
    let why = match mv {
        Move::Pass => "nobody had asked for a pass".to_owned(),
        _ if Some(mv) == last_of(question.game, question.color()) => format!("{mv} was its last move"),
        _ => return Ok(()),
    };
    if talk.says_more(is_answer) { Err(Foul::new(Verdict::AnsweredTwice, &line.bytes, why)) } else { Ok(()) }
}

/// The board as rows of these signs for black, white and empty.
fn rows(game: &Game, black: char, white: char, empty: char) -> Vec<String> {
    let position = game.position();
    let sign = |square| match position.at(square) {
        Some(Color::Black) => black,
        Some(Color::White) => white,
        None => empty,
    };
    let size = position.ground().size();
    let row = |row| (0..size).filter_map(|column| outflank_rules::Square::new(column, row)).map(sign).collect();
    (0..size).map(row).collect()
}
