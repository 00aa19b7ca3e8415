//! The Go Text Protocol as Reversi programs speak it. The program hears of every move and every pass that is not its own.

use std::{sync::atomic::AtomicBool, time::Duration};

use outflank_engine::Clock;
use outflank_rules::{Color, Game, Move, Position};

use super::{
    super::{
        Answer, Briefing, Choice, Question, Trouble,
        talk::{Line, Talk},
        timer::Timer,
    },
    Dialect, answered, move_in, no_move, untellable,
};
use crate::{
    Foul, Verdict,
    gtp::{
        self,
        answer::{Answer as Said, Answering, TooMuch},
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
        order(talk, &format!("boardsize {}", start.ground().size()), stop)?;
        order(talk, "clear_board", stop)?;
        (self.told, self.is_timed) = (Vec::new(), false);
        self.tell(talk, briefing.game, stop)
    }

    fn ask(&mut self, talk: &mut Talk, question: &Question<'_>) -> Result<Answer, Trouble> {
        let (color, stop) = (question.color(), question.stop);
        self.tell(talk, question.game, stop)?;
        self.tell_time(talk, question.clock(), color, stop)?;
        let timer = talk.timer(question.left());
        let (said, line) = command(talk, &format!("genmove {}", letter(color)), &timer, stop)?;
        let choice = match said {
            Said::Refused(_) => return Err(refused("genmove", &line).into()),
            Said::Done(text) if text.eq_ignore_ascii_case("resign") => Choice::Resign,
            Said::Done(text) => Choice::Move(move_in(&text).ok_or_else(|| no_move(&line, "a vertex such as d3"))?),
        };
        if let Choice::Move(mv) = choice {
            self.told.push(mv);
        }
        Ok(answered(choice, line, &timer)?)
    }

    fn bye(&mut self, talk: &mut Talk) {
        let _ = talk.say("quit");
    }
}

impl Gtp {
    fn tell(&mut self, talk: &mut Talk, game: &Game, stop: &AtomicBool) -> Result<(), Trouble> {
        let news: Vec<(Position, Move)> = game.turns().skip(self.told.len()).collect();
        for (before, mv) in news {
            order(talk, &format!("play {} {mv}", letter(before.turn())), stop)?;
            self.told.push(mv);
        }
        Ok(())
    }

    /// Whole seconds are the smallest that the protocol has. A program need not understand this.
    fn tell_time(&mut self, talk: &mut Talk, clock: Clock, color: Color, stop: &AtomicBool) -> Result<(), Trouble> {
        let (left, control, stones) = match clock {
            Clock::Unlimited => return Ok(()),
            Clock::PerMove(left) => (left, format!("0 {} 1", seconds(left)), 1),
            Clock::Game { left, .. } => (left, format!("{} 0 0", seconds(left)), 0),
        };
        let timer = talk.timer_to_start();
        if !self.is_timed {
            command(talk, &format!("time_settings {control}"), &timer, stop)?;
            self.is_timed = true;
        }
        command(talk, &format!("time_left {} {} {stones}", letter(color), seconds(left)), &timer, stop)?;
        Ok(())
    }
}

fn seconds(time: Duration) -> u64 {
    time.as_secs()
}

fn letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

/// Says a command that has to be obeyed.
fn order(talk: &mut Talk, text: &str, stop: &AtomicBool) -> Result<(), Trouble> {
    let timer = talk.timer_to_start();
    match command(talk, text, &timer, stop)? {
        (Said::Done(_), _) => Ok(()),
        (Said::Refused(_), line) => Err(refused(text, &line).into()),
    }
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
