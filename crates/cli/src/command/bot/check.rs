//! `outflank bot check`: checks a bot with scripted games.

use std::io::Write;

use outflank_arena::{
    PlayerSpec, TimeControl, TrafficLine, TrafficSource,
    doctor::{Cause, Check, Doctor, Failure, Finding, Outcome},
    escape_bytes,
};
use serde::Serialize;

use crate::{CommandStatus, error::Error, interrupt, json};

/// Bytes of a line that are printed.
const MAX_LINE_BYTES: usize = 300;

/// Lines of standard error that are printed.
const MAX_ERROR_LINES: usize = 12;

/// Check a bot with scripted games: passes, small boards, clocks
///
/// Each check prints pass, fail or skip. A failed check prints the messages and how to fix the bot;
/// --json has the whole messages. Bots run without PYTHONUNBUFFERED, which would hide a missing
/// flush. CMD is a quoted command line of a program that speaks the JSON protocol; with a prefix
/// (gtp:, nboard:, codingame:, tjcsl:, edax:) one that speaks another protocol; the address of a
/// bot that listens (tcp://HOST:PORT, ws://HOST:PORT/PATH); or a built-in bot.
///
/// The exit code is 1 if a check failed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Check that a bot is ready for a match:
      outflank bot check \"python3 bot.py\"
  Run only two checks:
      outflank bot check ./bot --only pass --only clock
  Skip the small boards:
      outflank bot check ./bot --skip 4x4 --skip 6x6
  Check a GTP engine:
      outflank bot check \"gtp:edax -gtp\"")]
pub(crate) struct Args {
    /// The bot: a quoted command line, an address or a built-in bot
    #[arg(value_name = "CMD", required_unless_present = "list")]
    entrant: Option<PlayerSpec>,

    /// The rest of a CMD without quotes, for the error message
    #[arg(hide = true)]
    rest: Vec<String>,

    /// Run only this check (repeatable)
    #[arg(long, value_name = "NAME")]
    only: Vec<Check>,

    /// Skip this check (repeatable)
    #[arg(long, value_name = "NAME")]
    skip: Vec<Check>,

    /// List the checks
    #[arg(long)]
    list: bool,

    /// Set the time control of all checks except the clock check
    #[arg(long, value_name = "TIME", default_value = "5s/move")]
    time: TimeControl,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// JSON printed by `outflank bot check --json`.
#[derive(Serialize)]
struct BotCheckJson {
    bot: String,
    passed: usize,
    failed: usize,
    skipped: usize,
    interrupted: bool,
    checks: Vec<CheckJson>,
}

/// JSON printed by `outflank bot check --list --json`, one per check.
#[derive(Serialize)]
struct CheckEntryJson {
    check: String,
    description: &'static str,
}

#[derive(Serialize)]
struct CheckJson {
    check: String,
    description: &'static str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    failure: Option<FailureJson>,
}

#[derive(Serialize)]
struct FailureJson {
    verdict: Option<String>,
    cause: String,
    what: String,
    fix: String,
    moves: String,
    dialogue: Vec<DialogueLineJson>,
    errors: String,
}

#[derive(Serialize)]
struct DialogueLineJson {
    from: &'static str,
    bytes: String,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        match &self.entrant {
            Some(entrant) if !self.rest.is_empty() => {
                let named = entrant.to_string();
                let first = named.strip_prefix("json:").unwrap_or(&named);
                Err(Error::UnquotedCommand(format!("{first} {}", self.rest.join(" "))))
            }
            Some(entrant) if !self.list => self.examine(entrant, out),
            _ => self.write_list(out),
        }
    }

    fn write_list(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let entry = |check: Check| CheckEntryJson { check: check.to_string(), description: check.description() };
        json::print(&Check::all().map(entry).collect::<Vec<_>>(), self.json, out, |entries, out| {
            for CheckEntryJson { check, description } in entries {
                writeln!(out, "{check:<15} {description}")?;
            }
            Ok(())
        })?;
        Ok(CommandStatus::Fine)
    }

    fn checks(&self) -> Vec<Check> {
        let is_wanted =
            |check: &Check| (self.only.is_empty() || self.only.contains(check)) && !self.skip.contains(check);
        Check::all().filter(is_wanted).collect()
    }

    fn examine(&self, entrant: &PlayerSpec, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let stop = interrupt::stop_flag();
        let doctor = Doctor { time: self.time, ..Doctor::new(entrant.clone()) };
        let (mut findings, mut written) = (Vec::new(), Ok(()));
        doctor.examine_all(&self.checks(), &stop, &mut |finding| {
            if written.is_ok() && can_begin(&findings) {
                written = json::print_part(self.json, out, |out| write_finding(&finding, &findings, out));
            }
            findings.push(finding);
        });
        written?;
        json::print_part(self.json, out, |out| write_untried(&findings, out))?;
        let report = report(entrant, findings);
        json::print(&report, self.json, out, |BotCheckJson { passed, failed, skipped, .. }, out| {
            Ok(writeln!(out, "\n{passed} passed, {failed} failed, {skipped} skipped")?)
        })?;
        out.flush()?;
        Ok(match interrupt::verdict() {
            CommandStatus::Fine if report.failed > 0 => CommandStatus::Refused,
            verdict => verdict,
        })
    }
}

/// Prints one line for a check that passed, and messages and a fix for one that failed.
fn write_finding(finding: &Finding, before: &[Finding], out: &mut dyn Write) -> Result<(), Error> {
    let Finding { check, outcome } = finding;
    match outcome {
        Outcome::Passed { note: None } => writeln!(out, "pass  {check:<15} {}", check.description())?,
        Outcome::Passed { note: Some(note) } => writeln!(out, "pass  {check:<15} {note}")?,
        Outcome::Skipped { why } => writeln!(out, "skip  {check:<15} {why}")?,
        Outcome::Failed(failure) => {
            writeln!(out, "FAIL  {check:<15} {}", failure.diagnosis.what)?;
            match failed_before(failure.diagnosis.cause, before) {
                Some(earlier) => writeln!(out, "      See the fix above, at the check {earlier}.")?,
                None => write_failure(failure, out)?,
            }
        }
    }
    Ok(())
}

/// Returns whether the bot passed the opening check, without which no other check can run.
fn can_begin(findings: &[Finding]) -> bool {
    !findings.iter().any(|it| it.check == Check::Opening && matches!(it.outcome, Outcome::Failed(_)))
}

/// Prints one line for all checks that were skipped because the bot failed the opening check.
fn write_untried(findings: &[Finding], out: &mut dyn Write) -> Result<(), Error> {
    let untried = findings.iter().skip_while(|finding| finding.check != Check::Opening).skip(1).count();
    match findings.last() {
        Some(Finding { outcome: Outcome::Skipped { why }, .. }) if !can_begin(findings) => {
            writeln!(out, "skip  {:<15} {why}", format!("the other {untried}"))?;
        }
        _ => {}
    }
    Ok(())
}

/// Returns an earlier check that failed for the same reason.
fn failed_before(cause: Cause, before: &[Finding]) -> Option<Check> {
    let is_same =
        |finding: &&Finding| matches!(&finding.outcome, Outcome::Failed(failure) if failure.diagnosis.cause == cause);
    before.iter().find(is_same).map(|finding| finding.check)
}

fn write_failure(failure: &Failure, out: &mut dyn Write) -> Result<(), Error> {
    for exchange in &failure.dialogue {
        let direction = if exchange.source == TrafficSource::Runner { '>' } else { '<' };
        for line in exchange.bytes.split_inclusive(|&byte| byte == b'\n') {
            writeln!(out, "      {direction} {}", shown(&brief(&escape_bytes(line))))?;
        }
    }
    let errors = String::from_utf8_lossy(&failure.errors).into_owned();
    let errors: Vec<&str> = errors.lines().collect();
    for line in &errors[errors.len().saturating_sub(MAX_ERROR_LINES)..] {
        writeln!(out, "      ! {}", shown(&escape_bytes(line.as_bytes())))?;
    }
    writeln!(out, "      {}", failure.diagnosis.fix)?;
    Ok(())
}

fn report(entrant: &PlayerSpec, findings: Vec<Finding>) -> BotCheckJson {
    let checks: Vec<CheckJson> = findings.into_iter().map(CheckJson::from).collect();
    let count = |outcome: &str| checks.iter().filter(|entry| entry.outcome == outcome).count();
    BotCheckJson {
        bot: entrant.to_string(),
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        interrupted: interrupt::came(),
        checks,
    }
}

impl From<Finding> for CheckJson {
    fn from(finding: Finding) -> CheckJson {
        let Finding { check, outcome } = finding;
        let (outcome, note, failure) = match outcome {
            Outcome::Passed { note } => ("passed", note, None),
            Outcome::Skipped { why } => ("skipped", Some(why), None),
            Outcome::Failed(failure) => ("failed", None, Some(FailureJson::from(*failure))),
        };
        CheckJson { check: check.to_string(), description: check.description(), outcome, note, failure }
    }
}

impl From<Failure> for FailureJson {
    fn from(failure: Failure) -> FailureJson {
        let Failure { verdict, diagnosis, dialogue, errors, moves } = failure;
        FailureJson {
            verdict: verdict.map(|verdict| verdict.to_string()),
            cause: diagnosis.cause.to_string(),
            what: diagnosis.what,
            fix: diagnosis.fix,
            moves,
            dialogue: dialogue.into_iter().map(DialogueLineJson::from).collect(),
            errors: escape_bytes(&errors),
        }
    }
}

impl From<TrafficLine> for DialogueLineJson {
    fn from(exchange: TrafficLine) -> DialogueLineJson {
        let from = if exchange.source == TrafficSource::Runner { "runner" } else { "bot" };
        DialogueLineJson { from, bytes: escape_bytes(&exchange.bytes) }
    }
}

/// Shortens a request: leaves out the board, the history and the clock.
fn brief(line: &str) -> String {
    let parts = || {
        let (begin, rest) = line.split_once(",\"board\":")?;
        let (_, rest) = rest.split_once(",\"legal\":")?;
        let (legal, _) = rest.split_once(']')?;
        Some(format!("{begin},...,\"legal\":{legal}],...}}\\n"))
    };
    parts().filter(|_| line.starts_with("{\"type\":\"move\"")).unwrap_or_else(|| line.to_owned())
}

/// Cuts a line after [`MAX_LINE_BYTES`].
fn shown(line: &str) -> String {
    if line.len() <= MAX_LINE_BYTES {
        return line.to_owned();
    }
    format!("{}… ({} bytes)", &line[..line.floor_char_boundary(MAX_LINE_BYTES)], line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_shortened_and_replies_are_not() {
        let question = r#"{"type":"move","game":"g","request":1,"ply":0,"color":"black","board":"--","rows":["--"],"legal":["d3","c4"],"history":[],"seed":7}\n"#;
        let short = r#"{"type":"move","game":"g","request":1,"ply":0,"color":"black",...,"legal":["d3","c4"],...}\n"#;
        assert_eq!(brief(question), short);
        let answer = r#"{"type":"move","request":1,"move":"d3"}\n"#;
        assert_eq!(brief(answer), answer);
        assert_eq!(shown(&"ü".repeat(300)), format!("{}… (600 bytes)", "ü".repeat(150)));
    }
}
