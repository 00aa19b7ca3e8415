//! A program as a player.

use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    time::Duration,
};

use outflank_rules::{Color, Game};

use super::{
    Answer, Briefing, Limits, OutOfResources, Player, PlayerError, Protocol, Question, TrafficLine,
    adapter::{ProtocolAdapter, adapter},
    entrant,
    session::ProgramSession,
    transport::Leave,
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
    session: ProgramSession,
    adapter: Box<dyn ProtocolAdapter>,
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
        let Some(Running { mut session, mut adapter }) = self.running.take() else { return (None, self.take_log()) };
        if says_goodbye {
            adapter.bye(&mut session);
        }
        let status = session.dismiss(wait);
        self.log.extend(session.end());
        (status, self.take_log())
    }

    fn running(&mut self) -> Result<&mut Running, PlayerError> {
        let running = match self.running.take() {
            Some(running) => running,
            None => {
                let mut session = ProgramSession::start(&self.command, self.folder.as_deref(), self.limits)?;
                session.amend(self.amend);
                Running { session, adapter: adapter(self.protocol) }
            }
        };
        Ok(self.running.insert(running))
    }

    /// A program that this machine could not start committed no foul.
    fn blamed(&mut self, error: PlayerError) -> PlayerError {
        let shortage = self.running.as_mut().and_then(|running| running.session.shortage());
        let out_of_resources =
            |cause| PlayerError::OutOfResources(OutOfResources::new(&format!("to start {:?}", self.command), &cause));
        shortage.map_or(error, out_of_resources)
    }

    /// Ends it. A program that still reads first gets time to read its error; most exit when their
    /// input closes.
    fn end(&mut self) {
        if let Some(Running { mut session, .. }) = self.running.take() {
            if self.listens {
                session.dismiss(self.limits.grace);
            }
            self.log.extend(session.end());
        }
    }
}

impl Player for Program {
    fn name(&self) -> String {
        let name = self.running.as_ref().and_then(|running| running.adapter.name());
        name.unwrap_or_else(|| entrant::named(self.protocol, &self.command))
    }

    fn identity(&self) -> Option<String> {
        self.running.as_ref().and_then(|running| running.adapter.identity())
    }

    fn begin(&mut self, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), PlayerError> {
        self.color = briefing.color;
        self.listens = false;
        // The previous game may not have ended: callers that keep the games switch between them.
        if self.protocol == Protocol::CodinGame {
            self.end();
        }
        let Running { session, adapter } = self.running()?;
        let begun = adapter.begin(session, briefing, stop);
        begun.map_err(|error| self.blamed(error))
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, PlayerError> {
        let Running { session, adapter } = self.running()?;
        let answer = adapter.ask(session, question);
        answer.map_err(|error| self.blamed(error))
    }

    /// Only a second answer counts. A program may exit or print more when the game is over.
    fn last_word(&mut self) -> Result<(), Foul> {
        let Some(Running { session, adapter }) = &mut self.running else { return Ok(()) };
        match adapter.drain(session) {
            Err(foul) if foul.verdict == Verdict::AnsweredTwice => Err(foul),
            _ => Ok(()),
        }
    }

    fn refuse(&mut self, foul: &Foul, game: &Game) {
        self.listens = listens(foul.verdict);
        if let Some(Running { session, adapter }) = &mut self.running {
            adapter.refuse(session, foul, game);
        }
    }

    fn over(&mut self, game: &Game, result: GameResult, reason: &str, had_foul: bool) {
        let color = self.color;
        if let Some(Running { session, adapter }) = &mut self.running {
            adapter.over(session, color, game, result, reason);
        }
        if had_foul || self.protocol == Protocol::CodinGame {
            self.end();
        }
    }

    fn take_log(&mut self) -> Vec<TrafficLine> {
        let mut log = std::mem::take(&mut self.log);
        if let Some(running) = &mut self.running {
            log.extend(running.session.take_log());
        }
        log
    }
}

impl Drop for Program {
    /// Programs without a foul may exit by themselves.
    fn drop(&mut self) {
        if let Some(Running { session, adapter }) = &mut self.running {
            adapter.bye(session);
            session.dismiss(EXIT_TIMEOUT);
        }
    }
}

/// True if a program with this verdict still reads its input. Programs that hang, flood or are gone
/// do not.
fn listens(verdict: Verdict) -> bool {
    use Verdict::{AnsweredTwice, Garbage, IllegalMove, IllegalPass, Refused};
    matches!(verdict, IllegalMove | IllegalPass | Garbage | AnsweredTwice | Refused)
}
