//! The Go Text Protocol as Reversi programs speak it. The program receives every move and pass
//! except its own.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use outflank_engine::Clock;
use outflank_rules::{BoardSpec, Color, Game, Goal, Move, Position, Variant};

use super::{
    super::{
        Answer, Briefing, Choice, PlayerError, Question,
        session::{Line, ProgramSession},
        timer::Timer,
    },
    ProtocolAdapter, answered,
    gtp_answer::{self as answer, Answer as Said, Answering, TooMuch},
    last_of, move_in, no_move, not_twice, unsupported_game,
};
use crate::{Foul, Verdict};

#[derive(Default)]
pub(super) struct Gtp {
    /// The moves that the program has received.
    told: Vec<Move>,
    is_timed: bool,
}

impl ProtocolAdapter for Gtp {
    fn begin(
        &mut self,
        talk: &mut ProgramSession,
        briefing: &Briefing<'_>,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        let start = briefing.game.start();
        if !is_tellable(&start) {
            return Err(unsupported_game("GTP knows only the usual start and goal on a full board").into());
        }
        let mut timer = talk.timer_to_start();
        self.set_up(talk, briefing.game, &mut timer, stop)?;
        self.tell(talk, briefing.game, &mut timer, stop)
    }

    fn drain(&mut self, talk: &mut ProgramSession) -> Result<(), Foul> {
        talk.drain(is_answer)
    }

    fn ask(&mut self, talk: &mut ProgramSession, question: &Question<'_>) -> Result<Answer, PlayerError> {
        let (color, stop) = (question.color(), question.stop);
        self.drain(talk)?;
        let mut timer = talk.timer(question.left());
        let is_taken_back = !question.game.moves().take(self.told.len()).eq(self.told.iter().copied());
        if is_taken_back {
            self.set_up(talk, question.game, &mut timer, stop)?;
        }
        self.tell(talk, question.game, &mut timer, stop)?;
        self.tell_time(talk, question.clock(), color, &mut timer, stop)?;
        let (said, line) = command(talk, &format!("genmove {}", letter(color)), &timer, stop)?;
        let choice = chosen(said, &line).map_err(|foul| shifted(foul, talk, question))?;
        if let Choice::Move(mv) = choice {
            not_twice(mv, &line, question, talk, is_answer)?;
            self.told.push(mv);
        }
        Ok(answered(choice, line, &timer)?)
    }

    fn bye(&mut self, talk: &mut ProgramSession) {
        let _ = talk.say("quit");
    }
}

impl Gtp {
    /// Clears the program's board for this game.
    fn set_up(
        &mut self,
        talk: &mut ProgramSession,
        game: &Game,
        timer: &mut Timer,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        order(talk, &format!("boardsize {}", game.start().spec().size()), timer, stop)?;
        order(talk, "clear_board", timer, stop)?;
        (self.told, self.is_timed) = (Vec::new(), false);
        Ok(())
    }

    fn tell(
        &mut self,
        talk: &mut ProgramSession,
        game: &Game,
        timer: &mut Timer,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        let news: Vec<(Position, Move)> = game.turns().skip(self.told.len()).collect();
        for (before, mv) in news {
            let play = format!("play {} {mv}", letter(before.turn()));
            match mv {
                // Some programs pass by themselves and then reject the command.
                Move::Pass => mention(talk, &play, timer, stop)?,
                Move::Place(_) => order(talk, &play, timer, stop)?,
            }
            self.told.push(mv);
        }
        Ok(())
    }

    /// GTP has whole seconds only. A program may reject these commands.
    fn tell_time(
        &mut self,
        talk: &mut ProgramSession,
        clock: Clock,
        color: Color,
        timer: &mut Timer,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        let (left, control, stones) = match clock {
            Clock::Unlimited => return Ok(()),
            Clock::PerMove(left) => (left, format!("0 {} 1", seconds(left)), 1),
            Clock::Game { left, .. } => (left, format!("{} 0 0", seconds(left)), 0),
        };
        if !self.is_timed {
            mention(talk, &format!("time_settings {control}"), timer, stop)?;
            self.is_timed = true;
        }
        mention(talk, &format!("time_left {} {} {stones}", letter(color), seconds(left)), timer, stop)
    }
}

/// GTP can express only the crossed start on a full board, with either side to move.
fn is_tellable(start: &Position) -> bool {
    let usual = Variant::of_size(start.spec().size()).start();
    let is_full = start.spec() == BoardSpec::square(start.spec().size()).with_goal(Goal::Most);
    is_full && start.with_turn(Color::Black) == usual
}

fn seconds(time: Duration) -> u64 {
    time.as_secs()
}

fn letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

fn is_answer(text: &str) -> bool {
    text.starts_with(['=', '?'])
}

/// The decision in an answer to `genmove`.
fn chosen(said: Said, line: &Line) -> Result<Choice, Foul> {
    match said {
        Said::Refused(_) => Err(refused("genmove", line)),
        Said::Done(text) => match answer::without_number(&text) {
            word if word.eq_ignore_ascii_case("resign") => Ok(Choice::Resign),
            word => move_in(word).map(Choice::Move).ok_or_else(|| no_move(line, "a vertex such as d3")),
        },
    }
}

/// A program that answered twice earlier is one answer ahead: its reply to `genmove` belongs to an
/// earlier command, and another reply follows.
fn shifted(foul: Foul, talk: &mut ProgramSession, question: &Question<'_>) -> Foul {
    let has_answered = last_of(question.game, question.color()).is_some();
    if has_answered && talk.says_more(is_answer) {
        return Foul { verdict: Verdict::AnsweredTwice, detail: "another answer followed".to_owned(), ..foul };
    }
    foul
}

/// Sends a command that must succeed.
fn order(talk: &mut ProgramSession, text: &str, timer: &mut Timer, stop: &AtomicBool) -> Result<(), PlayerError> {
    match excused(talk, text, timer, stop)? {
        (Said::Done(_), _) => Ok(()),
        (Said::Refused(_), line) => Err(refused(text, &line).into()),
    }
}

/// Sends a command that may be rejected.
fn mention(talk: &mut ProgramSession, text: &str, timer: &mut Timer, stop: &AtomicBool) -> Result<(), PlayerError> {
    excused(talk, text, timer, stop).map(|_| ())
}

/// Sends a command that needs no thinking; its time is partly free.
fn excused(
    talk: &mut ProgramSession,
    text: &str,
    timer: &mut Timer,
    stop: &AtomicBool,
) -> Result<(Said, Line), PlayerError> {
    let asked = Instant::now();
    let brief = talk.brief(timer);
    let (said, line) = command(talk, text, &brief, stop)?;
    timer.excuse(asked, line.at);
    Ok((said, line))
}

fn refused(command: &str, line: &Line) -> Foul {
    Foul::new(Verdict::Refused, &line.bytes, format!("{command:?}"))
}

/// Sends a command and waits for its answer, which ends at an empty line. The returned line holds
/// the bytes of the whole answer.
fn command(
    talk: &mut ProgramSession,
    text: &str,
    timer: &Timer,
    stop: &AtomicBool,
) -> Result<(Said, Line), PlayerError> {
    talk.say(text)?;
    let (mut answering, mut bytes) = (Answering::default(), Vec::new());
    loop {
        let line = talk.hear(timer, stop).map_err(|trouble| unended(trouble, &bytes))?;
        talk.has_started();
        bytes.extend_from_slice(&line.bytes);
        let text = String::from_utf8_lossy(&line.bytes).trim_end().to_owned();
        match answering.line(&text) {
            Ok(None) => {}
            Ok(Some(said)) => return Ok((said, Line { bytes, at: line.at })),
            Err(TooMuch) => return Err(Foul::new(Verdict::Flood, &line.bytes, "").into()),
        }
    }
}

/// A program that hangs in the middle of an answer most likely omits the empty line that ends it.
fn unended(trouble: PlayerError, heard: &[u8]) -> PlayerError {
    match trouble {
        PlayerError::Foul(foul) if foul.verdict == Verdict::Hung && !heard.is_empty() => {
            Foul::new(Verdict::Hung, heard, "an answer begins with = or ? and ends with an empty line").into()
        }
        other => other,
    }
}
