//! Our own JSON protocol, described in `docs/reference/bots.md`.

use std::{str, sync::atomic::AtomicBool, time::Duration};

use outflank_rules::{Color, Game, Variant};

use super::{
    super::{
        Answer, Briefing, Choice, PlayerError, Question,
        session::{Line, ProgramSession},
        timer::Timer,
    },
    ProtocolAdapter, answered, not_twice,
};
use crate::{
    Foul, GameResult, Sides, TimeControl, Verdict,
    protocol::json::{
        Answer as Said, Clocks, Code, Fault, FromBot, Hello, MAX_LINE, Over, OverResult, Request, Start, Time,
        TimeKind, ToBot,
    },
};

#[derive(Default)]
pub(super) struct Json {
    is_greeted: bool,
    name: Option<String>,
    /// The name, version and author it sent.
    told: Option<String>,
    /// The number of the last request.
    number: u64,
    /// The number of the last request of the previous game.
    before: u64,
    game: String,
    seed: u64,
}

impl ProtocolAdapter for Json {
    fn name(&self) -> Option<String> {
        self.name.clone()
    }

    fn told(&self) -> Option<String> {
        self.told.clone()
    }

    fn begin(
        &mut self,
        talk: &mut ProgramSession,
        briefing: &Briefing<'_>,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        // Ignores late output about the previous game.
        while self.is_greeted && talk.unasked()?.is_some() {}
        self.before = self.number;
        if !self.is_greeted {
            talk.say(&ToBot::Hello(Hello::new("Outflank")).to_string())?;
            self.is_greeted = true;
        }
        (self.game, self.seed) = (briefing.name.to_owned(), briefing.seed);
        let start = Start {
            game: self.game.clone(),
            color: briefing.color,
            variant: Variant::from_position(&briefing.game.start()),
            size: briefing.game.start().spec().size(),
            time: time(briefing.time),
            seed: self.seed,
            opponent: briefing.opponent.to_owned(),
        };
        talk.say(&ToBot::Start(start).to_string())?;
        talk.wait_for_start(stop)
    }

    fn drain(&mut self, talk: &mut ProgramSession) -> Result<(), Foul> {
        while let Some(line) = talk.unasked()? {
            let mut nothing_counts = Timer::new(line.at, Duration::ZERO, None, Duration::ZERO);
            let said = self.heard(talk, &line, &mut nothing_counts)?;
            if said.is_some_and(|said| !self.is_old(&said)) {
                return Err(self.unasked(&line));
            }
        }
        Ok(())
    }

    fn ask(&mut self, talk: &mut ProgramSession, question: &Question<'_>) -> Result<Answer, PlayerError> {
        self.drain(talk)?;
        self.number += 1;
        let clock = clocks(question.time, question.color());
        let request = Request::new(&self.game, self.number, question.game, clock, self.seed);
        let mut timer = talk.timer(question.left());
        talk.say(&ToBot::Move(request).to_string())?;
        loop {
            let line = talk.hear(&timer, question.stop)?;
            let said = self.heard(talk, &line, &mut timer)?;
            if let Some(said) = said.filter(|said| !self.is_old(said)) {
                return Ok(self.accept(said, line, &timer, question, talk)?);
            }
        }
    }

    fn refuse(&mut self, talk: &mut ProgramSession, foul: &Foul, game: &Game) {
        let _ = talk.say(&ToBot::Error(fault(foul, game)).to_string());
    }

    fn over(&mut self, talk: &mut ProgramSession, color: Color, game: &Game, result: GameResult, reason: &str) {
        let discs = Sides::of(|color| game.position().discs(color).len() as u8);
        let result =
            OverResult { winner: result.winner(), black: discs.black, white: discs.white, reason: reason.to_owned() };
        let _ = talk.say(&ToBot::Over(Over { game: self.game.clone(), result, you: color }).to_string());
    }

    fn bye(&mut self, talk: &mut ProgramSession) {
        let _ = talk.say(&ToBot::Bye.to_string());
    }
}

impl Json {
    /// Handles messages that need no answer; returns one that may be an answer.
    fn heard(&mut self, talk: &mut ProgramSession, line: &Line, timer: &mut Timer) -> Result<Option<Said>, Foul> {
        let text = line.text()?;
        if text.is_empty() {
            return Ok(None);
        }
        match text.parse() {
            Ok(FromBot::Move(said)) => {
                talk.has_started();
                Ok(Some(said))
            }
            Ok(FromBot::Hello(hello)) => {
                talk.has_started();
                timer.is_ready(line.at);
                self.told = told(&hello);
                self.name = Some(hello.name).filter(|name| !name.is_empty());
                Ok(None)
            }
            Ok(FromBot::Log { .. } | FromBot::Error(_)) => Ok(None),
            Err(fault) => Err(Foul::new(Verdict::Garbage, &line.bytes, fault.message)),
        }
    }

    /// True for an answer to a request of an earlier game.
    fn is_old(&self, said: &Said) -> bool {
        said.request.is_some_and(|number| (1..=self.before).contains(&number))
    }

    /// The foul of an answer while no request is open.
    fn unasked(&self, line: &Line) -> Foul {
        if self.number > self.before {
            return Foul::new(Verdict::AnsweredTwice, &line.bytes, "it had not been asked");
        }
        Foul::new(Verdict::Garbage, &line.bytes, "nobody had asked for a move yet: only lines of the type \"move\" do")
    }

    /// Accepts an answer to the current request only.
    fn accept(
        &self,
        said: Said,
        line: Line,
        timer: &Timer,
        question: &Question<'_>,
        talk: &mut ProgramSession,
    ) -> Result<Answer, Foul> {
        match said.request {
            Some(number)
                if number > self.number || number < self.number && question.game.position().is_legal(said.mv) =>
            {
                let told = format!("\"request\" is {number}, and the question is {}", self.number);
                return Err(Foul::new(Verdict::Garbage, &line.bytes, told));
            }
            Some(number) if number < self.number => {
                let told = format!("question {number} was answered before");
                return Err(Foul::new(Verdict::AnsweredTwice, &line.bytes, told));
            }
            Some(_) => {}
            None => not_twice(said.mv, &line, question, talk, is_move)?,
        }
        Ok(Answer { info: said.info, ..answered(Choice::Move(said.mv), line, timer)? })
    }
}

/// The error message that a bot receives about its foul.
fn fault(foul: &Foul, game: &Game) -> Fault {
    let got = String::from_utf8_lossy(&foul.bytes).trim().to_owned();
    let said = got.parse::<FromBot>();
    let other = |code, got: &str| Fault::new(code, got, foul.reason()).with_expected(game.position().moves());
    match (foul.verdict, said) {
        (Verdict::IllegalMove, Ok(FromBot::Move(said))) => illegal(Code::IllegalMove, &said, foul, game),
        (Verdict::IllegalPass, Ok(FromBot::Move(said))) => illegal(Code::IllegalPass, &said, foul, game),
        (Verdict::Garbage, _) if str::from_utf8(&foul.bytes).is_err() => other(Code::NotUtf8, &got),
        (Verdict::Garbage, Err(fault)) if fault.expected.is_empty() => fault.with_expected(game.position().moves()),
        (Verdict::Garbage, Err(fault)) => fault,
        (Verdict::Garbage | Verdict::AnsweredTwice, _) => {
            Fault { message: foul.detail.clone(), ..other(Code::WrongRequest, &got) }
        }
        (Verdict::Flood, _) if foul.bytes.len() > MAX_LINE => other(Code::TooLong, &got),
        (Verdict::UnterminatedLine, _) => other(Code::UnterminatedLine, &got),
        (Verdict::Late | Verdict::Hung | Verdict::Unflushed, _) => other(Code::TimeOut, &got),
        _ => other(Code::Other, &got),
    }
}

fn illegal(code: Code, said: &Said, foul: &Foul, game: &Game) -> Fault {
    Fault::new(code, &said.mv.to_string(), &*foul.detail).with_expected(game.position().moves())
}

fn is_move(text: &str) -> bool {
    matches!(text.parse(), Ok(FromBot::Move(_)))
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn parts(control: TimeControl) -> (TimeKind, u64) {
    match control {
        TimeControl::PerMove(_) => (TimeKind::Move, 0),
        TimeControl::Game { increment, .. } => (TimeKind::Game, milliseconds(increment)),
    }
}

/// `Ann's bot 1.2 by Ann`, as far as given.
fn told(hello: &Hello) -> Option<String> {
    let author = if hello.author.is_empty() { String::new() } else { format!("by {}", hello.author) };
    let parts = [&hello.name, &hello.version, &author];
    let words: Vec<&str> = parts.into_iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn time(control: Option<TimeControl>) -> Time {
    control.map_or_else(Time::default, |control| {
        let (kind, increment_ms) = parts(control);
        Time { kind, ms: Some(milliseconds(control.initial())), increment_ms }
    })
}

fn clocks(time: Option<(TimeControl, Sides<Duration>)>, own: Color) -> Clocks {
    time.map_or_else(Clocks::default, |(control, left)| {
        let (kind, increment_ms) = parts(control);
        let ms = |color: Color| Some(milliseconds(left[color]));
        Clocks { own_ms: ms(own), opp_ms: ms(!own), increment_ms, kind }
    })
}
