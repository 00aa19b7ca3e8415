//! Protocol adapters: what is sent to programs and how their answers are read. One file per
//! protocol.

mod codingame;
mod edax;
mod gtp;
pub(crate) mod gtp_answer;
mod json;
mod nboard;
mod tjcsl;

use std::sync::atomic::AtomicBool;

use outflank_rules::{BoardSpec, Color, Game, Goal, Move, notation::Notation};

use super::{
    Answer, Briefing, Choice, PlayerError, Protocol, Question,
    session::{Line, ProgramSession},
    timer::Timer,
};
use crate::{Foul, GameResult, Verdict};

/// Speaks a protocol with one program and keeps the state of that conversation.
pub(super) trait ProtocolAdapter: Send {
    /// The program's name, if it sent one.
    fn name(&self) -> Option<String> {
        None
    }

    /// The name, version and author the program sent.
    fn identity(&self) -> Option<String> {
        self.name()
    }

    /// Announces a new game. Waits until the program shows that it has started, if that is visible.
    fn begin(
        &mut self,
        session: &mut ProgramSession,
        briefing: &Briefing<'_>,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError>;

    /// Reads unrequested output. An answer in it is a foul.
    fn drain(&mut self, session: &mut ProgramSession) -> Result<(), Foul>;

    /// Requests a move.
    fn ask(&mut self, session: &mut ProgramSession, question: &Question<'_>) -> Result<Answer, PlayerError>;

    /// Reports what was wrong with the last answer.
    fn refuse(&mut self, _talk: &mut ProgramSession, _foul: &Foul, _game: &Game) {}

    /// Reports the end of the game.
    fn over(&mut self, _talk: &mut ProgramSession, _color: Color, _game: &Game, _result: GameResult, _reason: &str) {}

    /// Says that no more games follow.
    fn bye(&mut self, _talk: &mut ProgramSession) {}
}

pub(super) fn adapter(protocol: Protocol) -> Box<dyn ProtocolAdapter> {
    match protocol {
        Protocol::Json => Box::<json::Json>::default(),
        Protocol::Gtp => Box::<gtp::Gtp>::default(),
        Protocol::NBoard => Box::<nboard::NBoard>::default(),
        Protocol::CodinGame => Box::<codingame::CodinGame>::default(),
        Protocol::Tjcsl => Box::<tjcsl::Tjcsl>::default(),
        Protocol::Edax => Box::<edax::Edax>::default(),
    }
}

/// The answer in a line. The referee decides whether it is late.
fn answered(choice: Choice, line: Line, timer: &Timer) -> Result<Answer, Foul> {
    if timer.is_early(line.at) {
        return Err(Foul::new(Verdict::AnsweredTwice, &line.bytes, "it came before the question"));
    }
    Ok(Answer { choice, spent: timer.spent(line.at), bytes: line.bytes, info: None, value: None })
}

/// A square or a pass, in any spelling.
fn move_in(word: &str) -> Option<Move> {
    if word.eq_ignore_ascii_case("pa") { Some(Move::Pass) } else { Notation::Standard.parse(word).ok() }
}

fn no_move(line: &Line, expected: &str) -> Foul {
    Foul::new(Verdict::Garbage, &line.bytes, format!("this is not a move: {expected}"))
}

/// True if a program that knows only the standard rules can play this: the usual goal on a board
/// without holes.
fn is_usual(game: &Game) -> bool {
    let spec = game.start().spec();
    spec == BoardSpec::square(spec.size()).with_goal(Goal::Most)
}

fn unsupported_game(why: &str) -> Foul {
    Foul::new(Verdict::UnsupportedGame, b"", why)
}

/// The last square that this side played. The same square again is an answer sent twice.
fn last_of(game: &Game, color: Color) -> Option<Move> {
    let own = game.turns().filter(|(before, mv)| before.turn() == color && *mv != Move::Pass);
    own.last().map(|(_, mv)| mv)
}

/// Any nonempty line is an answer in these protocols.
fn is_nonempty(text: &str) -> bool {
    !text.is_empty()
}

/// Output before the first answer is never an answer in these protocols.
fn drain_lines(session: &mut ProgramSession) -> Result<(), Foul> {
    let has_answered = session.is_started();
    session.drain(is_nonempty).map_err(|foul| match foul.verdict {
        Verdict::AnsweredTwice if !has_answered => Foul { verdict: Verdict::Garbage, ..foul },
        _ => foul,
    })
}

/// Detects a second answer to the previous request in protocols without request numbers: the last
/// move repeated, or a pass, which is never requested. Another answer, the real one, then follows.
/// Without it the move is merely illegal.
fn not_twice(
    mv: Move,
    line: &Line,
    question: &Question<'_>,
    session: &mut ProgramSession,
    is_answer: fn(&str) -> bool,
) -> Result<(), Foul> {
    let why = match mv {
        Move::Pass => "no pass was requested".to_owned(),
        _ if Some(mv) == last_of(question.game, question.color()) => format!("{mv} was its last move"),
        _ => return Ok(()),
    };
    if session.sends_more(is_answer) { Err(Foul::new(Verdict::AnsweredTwice, &line.bytes, why)) } else { Ok(()) }
}

/// The rows of the board with these characters for black, white and empty.
fn rows(game: &Game, black: char, white: char, empty: char) -> Vec<String> {
    let position = game.position();
    let character = |square| match position.at(square) {
        Some(Color::Black) => black,
        Some(Color::White) => white,
        None => empty,
    };
    let size = position.spec().size();
    let row = |row| (0..size).filter_map(|column| outflank_rules::Square::new(column, row)).map(character).collect();
    (0..size).map(row).collect()
}
