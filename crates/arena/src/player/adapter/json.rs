//! Our own JSON protocol, described in `crates/cli/docs/bots.md`.

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
        BotAnswer, Clocks, Code, Fault, FromBot, Hello, MAX_LINE, Over, OverResult, Request, Start, Time, TimeKind,
        ToBot,
    },
};

#[derive(Default)]
pub(super) struct Json {
    is_greeted: bool,
    name: Option<String>,
    /// The name, version and author it sent.
    identity: Option<String>,
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

    fn identity(&self) -> Option<String> {
        self.identity.clone()
    }

    fn begin(
        &mut self,
        session: &mut ProgramSession,
        briefing: &Briefing<'_>,
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        // Ignores late output about the previous game.
        while self.is_greeted && session.unrequested()?.is_some() {}
        self.before = self.number;
        if !self.is_greeted {
            session.send(&ToBot::Hello(Hello::new("Outflank")).to_string())?;
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
        session.send(&ToBot::Start(start).to_string())?;
        session.wait_for_start(stop)
    }

    fn drain(&mut self, session: &mut ProgramSession) -> Result<(), Foul> {
        while let Some(line) = session.unrequested()? {
            let mut nothing_counts = Timer::new(line.at, Duration::ZERO, None, Duration::ZERO);
            let answer = self.read_answer(session, &line, &mut nothing_counts)?;
            if answer.is_some_and(|answer| !self.is_old(&answer)) {
                return Err(self.unrequested(&line));
            }
        }
        Ok(())
    }

    fn ask(&mut self, session: &mut ProgramSession, question: &Question<'_>) -> Result<Answer, PlayerError> {
        self.drain(session)?;
        self.number += 1;
        let clock = clocks(question.time, question.color());
        let request = Request::new(&self.game, self.number, question.game, clock, self.seed);
        let mut timer = session.timer(question.left());
        session.send(&ToBot::Move(request).to_string())?;
        loop {
            let line = session.recv(&timer, question.stop)?;
            let answer = self.read_answer(session, &line, &mut timer)?;
            if let Some(answer) = answer.filter(|answer| !self.is_old(answer)) {
                return Ok(self.accept(answer, line, &timer, question, session)?);
            }
        }
    }

    fn refuse(&mut self, session: &mut ProgramSession, foul: &Foul, game: &Game) {
        let _ = session.send(&ToBot::Error(fault(foul, game)).to_string());
    }

    fn over(&mut self, session: &mut ProgramSession, color: Color, game: &Game, result: GameResult, reason: &str) {
        let discs = Sides::of(|color| game.position().discs(color).len() as u8);
        let result =
            OverResult { winner: result.winner(), black: discs.black, white: discs.white, reason: reason.to_owned() };
        let _ = session.send(&ToBot::Over(Over { game: self.game.clone(), result, you: color }).to_string());
    }

    fn bye(&mut self, session: &mut ProgramSession) {
        let _ = session.send(&ToBot::Bye.to_string());
    }
}

impl Json {
    /// Handles messages that need no answer; returns one that may be an answer.
    fn read_answer(
        &mut self,
        session: &mut ProgramSession,
        line: &Line,
        timer: &mut Timer,
    ) -> Result<Option<BotAnswer>, Foul> {
        let text = line.text()?;
        if text.is_empty() {
            return Ok(None);
        }
        match text.parse() {
            Ok(FromBot::Move(answer)) => {
                session.has_started();
                Ok(Some(answer))
            }
            Ok(FromBot::Hello(hello)) => {
                session.has_started();
                timer.is_ready(line.at);
                self.identity = identity(&hello);
                self.name = Some(hello.name).filter(|name| !name.is_empty());
                Ok(None)
            }
            Ok(FromBot::Log { .. } | FromBot::Error(_)) => Ok(None),
            Err(fault) => Err(Foul::new(Verdict::Garbage, &line.bytes, fault.message)),
        }
    }

    /// True for an answer to a request of an earlier game.
    fn is_old(&self, answer: &BotAnswer) -> bool {
        answer.request.is_some_and(|number| (1..=self.before).contains(&number))
    }

    /// The foul of an answer while no request is open.
    fn unrequested(&self, line: &Line) -> Foul {
        if self.number > self.before {
            return Foul::new(Verdict::AnsweredTwice, &line.bytes, "no move was requested");
        }
        Foul::new(
            Verdict::Garbage,
            &line.bytes,
            "no move was requested yet: only lines of the type \"move\" request one",
        )
    }

    /// Accepts an answer to the current request only.
    fn accept(
        &self,
        answer: BotAnswer,
        line: Line,
        timer: &Timer,
        question: &Question<'_>,
        session: &mut ProgramSession,
    ) -> Result<Answer, Foul> {
        match answer.request {
            Some(number)
                if number > self.number || number < self.number && question.game.position().is_legal(answer.mv) =>
            {
                let detail = format!("\"request\" is {number}, and the current request is {}", self.number);
                return Err(Foul::new(Verdict::Garbage, &line.bytes, detail));
            }
            Some(number) if number < self.number => {
                let detail = format!("request {number} was answered before");
                return Err(Foul::new(Verdict::AnsweredTwice, &line.bytes, detail));
            }
            Some(_) => {}
            None => not_twice(answer.mv, &line, question, session, is_move)?,
        }
        Ok(Answer { info: answer.info, ..answered(Choice::Move(answer.mv), line, timer)? })
    }
}

/// The error message that a bot receives about its foul.
fn fault(foul: &Foul, game: &Game) -> Fault {
    let got = String::from_utf8_lossy(&foul.bytes).trim().to_owned();
    let answer = got.parse::<FromBot>();
    let other = |code, got: &str| Fault::new(code, got, foul.reason()).with_expected(game.position().moves());
    match (foul.verdict, answer) {
        (Verdict::IllegalMove, Ok(FromBot::Move(answer))) => illegal(Code::IllegalMove, &answer, foul, game),
        (Verdict::IllegalPass, Ok(FromBot::Move(answer))) => illegal(Code::IllegalPass, &answer, foul, game),
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

fn illegal(code: Code, answer: &BotAnswer, foul: &Foul, game: &Game) -> Fault {
    Fault::new(code, &answer.mv.to_string(), &*foul.detail).with_expected(game.position().moves())
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
fn identity(hello: &Hello) -> Option<String> {
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
