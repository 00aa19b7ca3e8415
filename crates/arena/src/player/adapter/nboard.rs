//! The NBoard protocol, version 2. The program receives the whole game before each request.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use outflank_rules::record::{Format, Record, write};

use super::{
    super::{Answer, Briefing, Choice, PlayerError, Question, session::ProgramSession, timer::Timer},
    ProtocolAdapter, answered, move_in, no_move, unsupported_game,
};
use crate::{Foul, TimeControl, Verdict};

/// Below this time, fractions of a second are sent.
const WHOLE: Duration = Duration::from_secs(5);

#[derive(Default)]
pub(super) struct NBoard {
    is_greeted: bool,
    pings: u64,
}

impl ProtocolAdapter for NBoard {
    fn begin(
        &mut self,
        session: &mut ProgramSession,
        briefing: &Briefing<'_>,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        if !self.is_greeted {
            session.send("nboard 2")?;
            self.is_greeted = true;
        }
        session.send(&set_game(&Record::new(briefing.game.clone()))?)?;
        let timer = session.timer_to_start();
        // Ignores late output about the previous game.
        self.ping(session, &timer, stop, |_| false)?;
        Ok(())
    }

    fn drain(&mut self, session: &mut ProgramSession) -> Result<(), Foul> {
        session.drain(is_move)
    }

    fn ask(&mut self, session: &mut ProgramSession, question: &Question<'_>) -> Result<Answer, PlayerError> {
        self.drain(session)?;
        let clock = question.time.map(|(control, left)| clock(control, left[question.color()]));
        let record = Record { clock: clock.unwrap_or_default(), ..Record::new(question.game.clone()) };
        let mut timer = session.timer(question.left());
        let asked = Instant::now();
        session.send(&set_game(&record)?)?;
        let brief = session.brief(&timer);
        let ready = self.ping(session, &brief, question.stop, is_move)?;
        timer.excuse(asked, ready);
        session.send("go")?;
        loop {
            let line = session.recv(&timer, question.stop)?;
            let text = line.lossy();
            let Some(answer) = text.strip_prefix("===") else { continue };
            // Some programs write spaces instead of slashes.
            let word = answer.trim_start().split(['/', ' ', '\t']).next().unwrap_or_default();
            let mv = move_in(word).ok_or_else(|| no_move(&line, "=== and a square such as === D3/0.5/1.2"))?;
            return Ok(answered(Choice::Move(mv), line, &timer)?);
        }
    }

    fn bye(&mut self, session: &mut ProgramSession) {
        let _ = session.send("quit");
    }
}

impl NBoard {
    /// Waits until the program has handled everything before, and returns when it did: later output
    /// belongs to the next request. An answer before that is one too many.
    fn ping(
        &mut self,
        session: &mut ProgramSession,
        timer: &Timer,
        stop: &AtomicBool,
        is_answer: fn(&str) -> bool,
    ) -> Result<Instant, PlayerError> {
        self.pings += 1;
        let number = self.pings.to_string();
        session.send(&format!("ping {number}"))?;
        loop {
            let line = session.recv(timer, stop)?;
            let text = line.lossy();
            if is_answer(&text) {
                return Err(Foul::new(Verdict::AnsweredTwice, &line.bytes, "no move was requested").into());
            }
            if text.strip_prefix("pong").is_some_and(|answered| answered.trim() == number) {
                session.has_started();
                return Ok(line.at);
            }
        }
    }
}

fn is_move(text: &str) -> bool {
    text.starts_with("===")
}

fn set_game(record: &Record) -> Result<String, PlayerError> {
    let written = write(Format::Ggf, record).map_err(|why| unsupported_game(&why.to_string()))?;
    Ok(format!("set game {}", written.trim_end()))
}

/// The clock field of a GGF record: the rest of the game, the increment, and no extension, which
/// would default to two minutes. A time per move is written as a clock that shows it now and gains
/// it after each move.
fn clock(control: TimeControl, left: Duration) -> String {
    let increment = match control {
        TimeControl::PerMove(time) => time,
        TimeControl::Game { increment, .. } => increment,
    };
    // Zero would mean no limit.
    format!("{}/{}/0:00", written(left.max(Duration::from_millis(1))), written(increment))
}

/// Whole seconds unless the fraction matters, because not every program reads fractions.
fn written(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    match time.subsec_millis() {
        parts if parts > 0 && time < WHOLE => format!("{minutes}:{seconds:02}.{parts:03}"),
        _ => format!("{minutes}:{seconds:02}"),
    }
}
