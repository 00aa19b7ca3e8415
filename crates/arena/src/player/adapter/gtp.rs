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
    gtp_answer::{self as answer, Answering, GtpAnswer, TooMuch},
    last_of, move_in, no_move, not_twice, unsupported_game,
};
use crate::{Foul, Verdict};

#[derive(Default)]
pub(super) struct Gtp {
    /// The moves that the program has received.
    sent: Vec<Move>,
    is_timed: bool,
}

impl ProtocolAdapter for Gtp {
    fn begin(
        &mut self,
        session: &mut ProgramSession,
        briefing: &Briefing<'_>,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        let start = briefing.game.start();
        if !is_supported(&start) {
            return Err(unsupported_game("GTP knows only the usual start and goal on a full board").into());
        }
        let mut timer = session.timer_to_start();
        self.set_up(session, briefing.game, &mut timer, stop)?;
        self.send_moves(session, briefing.game, &mut timer, stop)
    }

    fn drain(&mut self, session: &mut ProgramSession) -> Result<(), Foul> {
        session.drain(is_answer)
    }

    fn ask(&mut self, session: &mut ProgramSession, question: &Question<'_>) -> Result<Answer, PlayerError> {
        let (color, stop) = (question.color(), question.stop);
        self.drain(session)?;
        let mut timer = session.timer(question.left());
        let is_taken_back = !question.game.moves().take(self.sent.len()).eq(self.sent.iter().copied());
        if is_taken_back {
            self.set_up(session, question.game, &mut timer, stop)?;
        }
        self.send_moves(session, question.game, &mut timer, stop)?;
        self.send_time(session, question.clock(), color, &mut timer, stop)?;
        let (reply, line) = command(session, &format!("genmove {}", letter(color)), &timer, stop)?;
        let choice = chosen(reply, &line).map_err(|foul| shifted(foul, session, question))?;
        if let Choice::Move(mv) = choice {
            not_twice(mv, &line, question, session, is_answer)?;
            self.sent.push(mv);
        }
        Ok(answered(choice, line, &timer)?)
    }

    fn bye(&mut self, session: &mut ProgramSession) {
        let _ = session.send("quit");
    }
}

impl Gtp {
    /// Clears the program's board for this game.
    fn set_up(
        &mut self,
        session: &mut ProgramSession,
        game: &Game,
        timer: &mut Timer,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        order(session, &format!("boardsize {}", game.start().spec().size()), timer, stop)?;
        order(session, "clear_board", timer, stop)?;
        (self.sent, self.is_timed) = (Vec::new(), false);
        Ok(())
    }

    fn send_moves(
        &mut self,
        session: &mut ProgramSession,
        game: &Game,
        timer: &mut Timer,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        let unsent: Vec<(Position, Move)> = game.turns().skip(self.sent.len()).collect();
        for (before, mv) in unsent {
            let play = format!("play {} {mv}", letter(before.turn()));
            match mv {
                // Some programs pass by themselves and then reject the command.
                Move::Pass => mention(session, &play, timer, stop)?,
                Move::Place(_) => order(session, &play, timer, stop)?,
            }
            self.sent.push(mv);
        }
        Ok(())
    }

    /// GTP has whole seconds only. A program may reject these commands.
    fn send_time(
        &mut self,
        session: &mut ProgramSession,
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
            mention(session, &format!("time_settings {control}"), timer, stop)?;
            self.is_timed = true;
        }
        mention(session, &format!("time_left {} {} {stones}", letter(color), seconds(left)), timer, stop)
    }
}

/// GTP can express only the crossed start on a full board, with either side to move.
fn is_supported(start: &Position) -> bool {
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
fn chosen(reply: GtpAnswer, line: &Line) -> Result<Choice, Foul> {
    match reply {
        GtpAnswer::Refused(_) => Err(refused("genmove", line)),
        GtpAnswer::Done(text) => match answer::without_number(&text) {
            word if word.eq_ignore_ascii_case("resign") => Ok(Choice::Resign),
            word => move_in(word).map(Choice::Move).ok_or_else(|| no_move(line, "a vertex such as d3")),
        },
    }
}

/// A program that answered twice earlier is one answer ahead: its reply to `genmove` belongs to an
/// earlier command, and another reply follows.
fn shifted(foul: Foul, session: &mut ProgramSession, question: &Question<'_>) -> Foul {
    let has_answered = last_of(question.game, question.color()).is_some();
    if has_answered && session.sends_more(is_answer) {
        return Foul { verdict: Verdict::AnsweredTwice, detail: "another answer followed".to_owned(), ..foul };
    }
    foul
}

/// Sends a command that must succeed.
fn order(session: &mut ProgramSession, text: &str, timer: &mut Timer, stop: &AtomicBool) -> Result<(), PlayerError> {
    match excused(session, text, timer, stop)? {
        (GtpAnswer::Done(_), _) => Ok(()),
        (GtpAnswer::Refused(_), line) => Err(refused(text, &line).into()),
    }
}

/// Sends a command that may be rejected.
fn mention(session: &mut ProgramSession, text: &str, timer: &mut Timer, stop: &AtomicBool) -> Result<(), PlayerError> {
    excused(session, text, timer, stop).map(|_| ())
}

/// Sends a command that needs no thinking; its time is partly free.
fn excused(
    session: &mut ProgramSession,
    text: &str,
    timer: &mut Timer,
    stop: &AtomicBool,
) -> Result<(GtpAnswer, Line), PlayerError> {
    let asked = Instant::now();
    let brief = session.brief(timer);
    let (reply, line) = command(session, text, &brief, stop)?;
    timer.excuse(asked, line.at);
    Ok((reply, line))
}

fn refused(command: &str, line: &Line) -> Foul {
    Foul::new(Verdict::Refused, &line.bytes, format!("{command:?}"))
}

/// Sends a command and waits for its answer, which ends at an empty line. The returned line holds
/// the bytes of the whole answer.
fn command(
    session: &mut ProgramSession,
    text: &str,
    timer: &Timer,
    stop: &AtomicBool,
) -> Result<(GtpAnswer, Line), PlayerError> {
    session.send(text)?;
    let (mut answering, mut bytes) = (Answering::default(), Vec::new());
    loop {
        let line = session.recv(timer, stop).map_err(|error| unended(error, &bytes))?;
        session.has_started();
        bytes.extend_from_slice(&line.bytes);
        let text = String::from_utf8_lossy(&line.bytes).trim_end().to_owned();
        match answering.line(&text) {
            Ok(None) => {}
            Ok(Some(reply)) => return Ok((reply, Line { bytes, at: line.at })),
            Err(TooMuch) => return Err(Foul::new(Verdict::Flood, &line.bytes, "").into()),
        }
    }
}

/// A program that hangs in the middle of an answer most likely omits the empty line that ends it.
fn unended(error: PlayerError, received: &[u8]) -> PlayerError {
    match error {
        PlayerError::Foul(foul) if foul.verdict == Verdict::Hung && !received.is_empty() => {
            Foul::new(Verdict::Hung, received, "an answer begins with = or ? and ends with an empty line").into()
        }
        other => other,
    }
}
