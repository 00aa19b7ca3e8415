//! The Go Text Protocol as Reversi programs speak it. The program hears of every move and every pass that is not its own.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use outflank_engine::Clock;
use outflank_rules::{Color, Game, Move, Position};

use super::{
    super::{
        Answer, Briefing, Choice, Question, Trouble,
        talk::{Line, Talk},
        timer::Timer,
    },
    Dialect, answered, last_of, move_in, no_move, not_twice, untellable,
};
use crate::{
    Foul, Verdict,
    gtp::{
        self,
        answer::{self, Answer as Said, Answering, TooMuch},
    },
};

#[derive(Default)]
pub(super) struct Gtp {
    /// The moves that the program knows of.
    told: Vec<Move>,
    is_timed: bool,
}

impl Dialect for Gtp {
    fn begin(&mut self, talk: &mut Talk, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), Trouble> {
        let start = briefing.game.start();
        if !gtp::is_tellable(&start) {
            return Err(untellable("GTP knows only the usual start and goal on a full board").into());
        }
        let mut timer = talk.timer_to_start();
        order(talk, &format!("boardsize {}", start.ground().size()), &mut timer, stop)?;
        order(talk, "clear_board", &mut timer, stop)?;
        (self.told, self.is_timed) = (Vec::new(), false);
        self.tell(talk, briefing.game, &mut timer, stop)
    }

    fn drain(&mut self, talk: &mut Talk) -> Result<(), Foul> {
        talk.drain(is_answer)
    }

    fn ask(&mut self, talk: &mut Talk, question: &Question<'_>) -> Result<Answer, Trouble> {
        let (color, stop) = (question.color(), question.stop);
        self.drain(talk)?;
        let mut timer = talk.timer(question.left());
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

    fn bye(&mut self, talk: &mut Talk) {
        let _ = talk.say("quit");
    }
}

impl Gtp {
    fn tell(&mut self, talk: &mut Talk, game: &Game, timer: &mut Timer, stop: &AtomicBool) -> Result<(), Trouble> {
        let news: Vec<(Position, Move)> = game.turns().skip(self.told.len()).collect();
        for (before, mv) in news {
            let play = format!("play {} {mv}", letter(before.turn()));
            match mv {
                // Some have passed by themselves, and then refuse to do it again.
                Move::Pass => mention(talk, &play, timer, stop)?,
                Move::Place(_) => order(talk, &play, timer, stop)?,
            }
            self.told.push(mv);
        }
        Ok(())
    }

    /// Whole seconds are the smallest that the protocol has. A program need not understand this.
    fn tell_time(
        &mut self,
        talk: &mut Talk,
        clock: Clock,
        color: Color,
        timer: &mut Timer,
        stop: &AtomicBool,
    ) -> Result<(), Trouble> {
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

fn seconds(time: Duration) -> u64 {
    time.as_secs()
}

fn letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

fn is_answer(text: &str) -> bool {
    text.starts_with(['=', '?'])
}

/// What an answer to `genmove` decides.
fn chosen(said: Said, line: &Line) -> Result<Choice, Foul> {
    match said {
        Said::Refused(_) => Err(refused("genmove", line)),
        Said::Done(text) => match answer::without_number(&text) {
            word if word.eq_ignore_ascii_case("resign") => Ok(Choice::Resign),
            word => move_in(word).map(Choice::Move).ok_or_else(|| no_move(line, "a vertex such as d3")),
        },
    }
}

/// One that has answered twice before is an answer ahead from then on: what it says to `genmove` belongs to an earlier command, and more
/// follows.
fn shifted(foul: Foul, talk: &mut Talk, question: &Question<'_>) -> Foul {
    let has_answered = last_of(question.game, question.color()).is_some();
    if has_answered && talk.says_more(is_answer) {
        return Foul { verdict: Verdict::AnsweredTwice, detail: "another answer followed".to_owned(), ..foul };
    }
    foul
}

/// Says a command that has to be obeyed.
fn order(talk: &mut Talk, text: &str, timer: &mut Timer, stop: &AtomicBool) -> Result<(), Trouble> {
    match excused(talk, text, timer, stop)? {
        (Said::Done(_), _) => Ok(()),
        (Said::Refused(_), line) => Err(refused(text, &line).into()),
    }
}

/// Says a command that may be refused.
fn mention(talk: &mut Talk, text: &str, timer: &mut Timer, stop: &AtomicBool) -> Result<(), Trouble> {
    excused(talk, text, timer, stop).map(|_| ())
}

/// Says a command that takes no thought.
fn excused(talk: &mut Talk, text: &str, timer: &mut Timer, stop: &AtomicBool) -> Result<(Said, Line), Trouble> {
    let asked = Instant::now();
    let brief = talk.brief(timer);
    let (said, line) = command(talk, text, &brief, stop)?;
    timer.excuse(asked, line.at);
    Ok((said, line))
}

fn refused(command: &str, line: &Line) -> Foul {
    Foul::new(Verdict::Refused, &line.bytes, format!("{command:?}"))
}

/// Says a command and waits for its answer, which ends at an empty line. The line that is returned holds the bytes of all of it.
fn command(talk: &mut Talk, text: &str, timer: &Timer, stop: &AtomicBool) -> Result<(Said, Line), Trouble> {
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

/// One that hung in the middle of its answer has most likely forgotten how answers end.
fn unended(trouble: Trouble, heard: &[u8]) -> Trouble {
    match trouble {
        Trouble::Foul(foul) if foul.verdict == Verdict::Hung && !heard.is_empty() => {
            Foul::new(Verdict::Hung, heard, "an answer begins with = or ? and ends with an empty line").into()
        }
        other => other,
    }
}
