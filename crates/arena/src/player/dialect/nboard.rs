//! The protocol of NBoard, version 2. The program is given the whole game before each question.

use std::sync::atomic::AtomicBool;

use outflank_rules::record::{Format, Record, write};

use super::{
    super::{Answer, Briefing, Choice, Question, Trouble, talk::Talk},
    Dialect, answered, move_in, no_move, untellable,
};
use crate::TimeControl;

#[derive(Default)]
pub(super) struct NBoard {
    is_greeted: bool,
    pings: u64,
}

impl Dialect for NBoard {
    fn begin(&mut self, talk: &mut Talk, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), Trouble> {
        if !self.is_greeted {
            talk.say("nboard 2")?;
            self.is_greeted = true;
        }
        talk.say(&set_game(&Record::new(briefing.game.clone()))?)?;
        self.ping(talk, stop)
    }

    fn ask(&mut self, talk: &mut Talk, question: &Question<'_>) -> Result<Answer, Trouble> {
        let clock = question.time.map(|(control, left)| clock(control, left[question.color()].as_secs()));
        let record = Record { clock: clock.unwrap_or_default(), ..Record::new(question.game.clone()) };
        talk.say(&set_game(&record)?)?;
        self.ping(talk, question.stop)?;
        let timer = talk.timer(question.left());
        talk.say("go")?;
        loop {
            let line = talk.hear(&timer, question.stop)?;
            let Some(said) = line.text()?.strip_prefix("===") else { continue };
            // Some write blanks instead of the slashes.
            let word = said.trim_start().split(['/', ' ', '\t']).next().unwrap_or_default();
            let mv = move_in(word).ok_or_else(|| no_move(&line, "=== and a square such as === D3/0.5/1.2"))?;
            return Ok(answered(Choice::Move(mv), line, &timer)?);
        }
    }

    fn bye(&mut self, talk: &mut Talk) {
        let _ = talk.say("quit");
    }
}

impl NBoard {
    /// Waits until all that was said before is done: what comes after that belongs to what is asked next.
    fn ping(&mut self, talk: &mut Talk, stop: &AtomicBool) -> Result<(), Trouble> {
        self.pings += 1;
        let timer = talk.timer_to_start();
        talk.say(&format!("ping {}", self.pings))?;
        loop {
            let line = talk.hear(&timer, stop)?;
            if line.text()?.strip_prefix("pong").is_some_and(|number| number.trim() == self.pings.to_string()) {
                talk.has_started();
                return Ok(());
            }
        }
    }
}

fn set_game(record: &Record) -> Result<String, Trouble> {
    let written = write(Format::Ggf, record).map_err(|why| untellable(&why.to_string()))?;
    Ok(format!("set game {}", written.trim_end()))
}

fn clock(control: TimeControl, left: u64) -> String {
    let written = |seconds: u64| format!("{}:{:02}", seconds / 60, seconds % 60);
    match control {
        TimeControl::PerMove(_) => written(left),
        TimeControl::Game { increment, .. } => format!("{}/{}", written(left), written(increment.as_secs())),
    }
}
