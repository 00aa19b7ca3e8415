//! Another program as a player.

use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    time::Duration,
};

use outflank_rules::{Color, Game};

use super::{
    Answer, Briefing, Exchange, Limits, Player, Protocol, Question, Trouble,
    dialect::{Dialect, dialect},
    entrant,
    link::Leave,
    talk::Talk,
};
use crate::{Foul, GameResult, Verdict, process::TO_END};

/// A program, started when it is first needed and again after it was ended.
pub(crate) struct Program {
    protocol: Protocol,
    command: String,
    /// Where it is started, if not where we are.
    folder: Option<PathBuf>,
    limits: Limits,
    color: Color,
    running: Option<Running>,
    /// Does it listen, as far as its foul tells? Who took too long is not waited for once more.
    listens: bool,
    /// What a program that was ended has said.
    log: Vec<Exchange>,
    /// What is done to each line before it is said.
    amend: Option<fn(&str) -> String>,
    /// Does somebody else keep its clock?
    is_clocked_elsewhere: bool,
}

struct Running {
    talk: Talk,
    dialect: Box<dyn Dialect>,
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
            is_clocked_elsewhere: false,
        }
    }

    /// The same program, started in this folder.
    pub(crate) fn started_in(mut self, folder: Option<&Path>) -> Program {
        self.folder = folder.map(Path::to_owned);
        self
    }

    /// The same program, where somebody else keeps the clock: an answer that comes after its time is still one.
    pub(crate) fn clocked_elsewhere(mut self) -> Program {
        self.is_clocked_elsewhere = true;
        self
    }

    /// The same program, told each line with a change.
    pub(crate) fn amended(mut self, amend: fn(&str) -> String) -> Program {
        self.amend = Some(amend);
        self
    }

    /// Ends its input, with a goodbye before that or without, and waits so long for it to end by itself. How it did, if it did, and all
    /// that was said since the log was last taken.
    pub(crate) fn leave(&mut self, says_goodbye: bool, wait: Duration) -> (Option<Leave>, Vec<Exchange>) {
        let Some(Running { mut talk, mut dialect }) = self.running.take() else { return (None, self.take_log()) };
        if says_goodbye {
            dialect.bye(&mut talk);
        }
        let status = talk.dismiss(wait);
        self.log.extend(talk.end());
        (status, self.take_log())
    }

    fn running(&mut self) -> Result<&mut Running, Trouble> {
        let running = match self.running.take() {
            Some(running) => running,
            None => {
                let mut talk = Talk::start(&self.command, self.folder.as_deref(), self.limits)?;
                talk.amend(self.amend);
                talk.clock_elsewhere(self.is_clocked_elsewhere);
                Running { talk, dialect: dialect(self.protocol) }
            }
        };
        Ok(self.running.insert(running))
    }

    /// Ends it; one that listens reads before that what it was told, and most end with their input.
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

    fn begin(&mut self, briefing: &Briefing<'_>, stop: &AtomicBool) -> Result<(), Trouble> {
        self.color = briefing.color;
        self.listens = false;
        let Running { talk, dialect } = self.running()?;
        dialect.begin(talk, briefing, stop)
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Answer, Trouble> {
        let Running { talk, dialect } = self.running()?;
        dialect.ask(talk, question)
    }

    /// Only an answer too many counts: whoever ends by itself, or talks on, does so when nothing more is to be played.
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

    fn take_log(&mut self) -> Vec<Exchange> {
        let mut log = std::mem::take(&mut self.log);
        if let Some(running) = &mut self.running {
            log.extend(running.talk.take_log());
        }
        log
    }
}

impl Drop for Program {
    /// One that has done nothing wrong may end by itself.
    fn drop(&mut self) {
        if let Some(Running { talk, dialect }) = &mut self.running {
            dialect.bye(talk);
            talk.dismiss(TO_END);
        }
    }
}

/// Does one with this verdict read what it is told? Those who hang, flood or are gone do not.
fn listens(verdict: Verdict) -> bool {
    use Verdict::{AnsweredTwice, Garbage, IllegalMove, IllegalPass, Refused};
    matches!(verdict, IllegalMove | IllegalPass | Garbage | AnsweredTwice | Refused)
}
