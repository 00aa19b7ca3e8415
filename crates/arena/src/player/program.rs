//! A program as a player.

use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    time::Duration,
};

use outflank_rules::{Color, Game};

use super::{
    Answer, Briefing, Limits, OutOfResources, Player, PlayerError, Protocol, Question, TrafficLine,
    dialect::{ProtocolAdapter, dialect},
    entrant,
    link::Leave,
    session::ProgramSession,
};
use crate::{Foul, GameResult, Verdict, process::EXIT_TIMEOUT};

/// A program that is started when first needed, and again after it was ended.
pub(crate) struct Program {
    protocol: Protocol,
    command: String,
    /// Working directory; `None` for the current one.
    folder: Option<PathBuf>,
    limits: Limits,
    color: Color,
    running: Option<Running>,
    /// True if the program still reads its input after its foul. A program that ran out of time is
    /// not waited for again.
    listens: bool,
    /// The traffic of programs that were ended.
    log: Vec<TrafficLine>,
    /// Changes each line before it is sent.
    amend: Option<fn(&str) -> String>,
}

struct Running {
    talk: ProgramSession,
    dialect: Box<dyn ProtocolAdapter>,
}

impl Program {
    pub(crate) fn new(protocol: Protocol, command: &str, limits: Limits) -> Program {
        let command = command.to_owned();
        Program {
            protocol,
            command,
            folder: None,
            limits,
            color: Color::Black,
            running: None,
            listens: false,
            log: Vec::new(),
            amend: None,
        }
    }

    /// Sets the working directory.
    pub(crate) fn started_in(mut self, folder: Option<&Path>) -> Program {
        self.folder = folder.map(Path::to_owned);
        self
    }

    /// Changes each line before it is sent.
    pub(crate) fn amended(mut self, amend: fn(&str) -> String) -> Program {
        self.amend = Some(amend);
        self
    }

    /// Closes its input, with or without a goodbye, and waits for it to exit. Returns how it left,
    /// and the traffic since the log was last taken.
    pub(crate) fn leave(&mut self, says_goodbye: bool, wait: Duration) -> (Option<Leave>, Vec<TrafficLine>) {
        let Some(Running { mut talk, mut dialect }) = self.running.take() else { return (None, self.take_log()) };
        if says_goodbye {
            dialect.bye(&mut talk);
        }
        let status = talk.dismiss(wait);
        self.log.extend(talk.end());
        (status, self.take_log())
    }

    fn running(&mut self) -> Result<&mut Running, PlayerError> {
        let running = match self.running.take() {
            Some(running) => running,
            None => {
                let mut talk = ProgramSession::start(&self.command, self.folder.as_deref(), self.limits)?;
                talk.amend(self.amend);
                Running { talk, dialect: dialect(self.protocol) }
            }
        };
        Ok(self.running.insert(running))
    }

    /// A program that this machine could not start committed no foul.
    fn blamed(&mut self, trouble: PlayerError) -> PlayerError {
        let shortage = self.running.as_mut().and_then(|running| running.talk.shortage());
        let told =
            |cause| PlayerError::OutOfResources(OutOfResources::new(&format!("to start {:?}", self.command), &cause));
        shortage.map_or(trouble, told)
    }

    /// Ends it. A program that still reads first gets time to read its error; most exit when their
    /// input closes.
    fn end(&mut self) {
        if let Some(Running { mut talk, .. }) = self.running.take() {
            if self.listens {
                talk.dismiss(self.limits.grace);
            }
            self.log.extend(talk.end());
        }
    }
}

impl Player for Program {
    fn name(&self) -> String {
        let told = self.running.as_ref().and_then(|running| running.dialect.name());
        told.unwrap_or_else(|| entrant::named(self.protocol, &self.command))
    }

    fn told(&self) -> Option<String> {
        self.running.as_ref().and_then(|running| running.dialect.told())
    }

    fn begin(&mut self, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), PlayerError> {
        self.color = briefing.color;
        self.listens = false;
        // The previous game may not have ended: callers that keep the games switch between them.
        if self.protocol == Protocol::CodinGame {
            self.end();
        }
        let Running { talk, dialect } = self.running()?;
        let begun = dialect.begin(talk, briefing, stop);
        begun.map_err(|trouble| self.blamed(trouble))
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, PlayerError> {
        let Running { talk, dialect } = self.running()?;
        let answer = dialect.ask(talk, question);
        answer.map_err(|trouble| self.blamed(trouble))
    }

    /// Only a second answer counts. A program may exit or print more when the game is over.
    fn last_word(&mut self) -> Result<(), Foul> {
        let Some(Running { talk, dialect }) = &mut self.running else { return Ok(()) };
        match dialect.drain(talk) {
            Err(foul) if foul.verdict == Verdict::AnsweredTwice => Err(foul),
            _ => Ok(()),
        }
    }

    fn refuse(&mut self, foul: &Foul, game: &Game) {
        self.listens = listens(foul.verdict);
        if let Some(Running { talk, dialect }) = &mut self.running {
            dialect.refuse(talk, foul, game);
        }
    }

    fn over(&mut self, game: &Game, result: GameResult, reason: &str, had_foul: bool) {
        let color = self.color;
        if let Some(Running { talk, dialect }) = &mut self.running {
            dialect.over(talk, color, game, result, reason);
        }
        if had_foul || self.protocol == Protocol::CodinGame {
            self.end();
        }
    }

    fn take_log(&mut self) -> Vec<TrafficLine> {
        let mut log = std::mem::take(&mut self.log);
        if let Some(running) = &mut self.running {
            log.extend(running.talk.take_log());
        }
        log
    }
}

impl Drop for Program {
    /// Programs without a foul may exit by themselves.
    fn drop(&mut self) {
        if let Some(Running { talk, dialect }) = &mut self.running {
            dialect.bye(talk);
            talk.dismiss(EXIT_TIMEOUT);
        }
    }
}

/// True if a program with this verdict still reads its input. Programs that hang, flood or are gone
/// do not.
fn listens(verdict: Verdict) -> bool {
    use Verdict::{AnsweredTwice, Garbage, IllegalMove, IllegalPass, Refused};
    matches!(verdict, IllegalMove | IllegalPass | Garbage | AnsweredTwice | Refused)
}
