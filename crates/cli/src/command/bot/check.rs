//! `outflank bot check`: a doctor for one's bot.

use std::{
    io::Write,
    sync::{Arc, atomic::AtomicBool},
};

use outflank_arena::{
    Entrant, Exchange, TimeControl, Voice,
    doctor::{Cause, Check, Doctor, Failure, Finding, Outcome},
    end_engines, legible,
};
use serde::Serialize;

use crate::{Verdict, error::Error, interrupt, json};

/// The most bytes of a line that are shown.
const LONGEST_LINE: usize = 300;

/// The most lines of the standard error that are shown.
const MOST_ERRORS: usize = 12;

/// Examine a bot: scripted games with passes, odd boards and clocks, and what to mend
///
/// Every check is told as pass, fail or skip; what fails is told with the lines that went to and fro (questions without what matters least; --json
/// has all of them) and with the remedy. Bots are started without PYTHONUNBUFFERED, which would hide a missing flush. The bot is a command line, with quotes around it, of a program that speaks the protocol of docs/bots.md; or one with another protocol before it (gtp:,
/// nboard:, codingame:, tjcsl:, edax:); or the address of one that listens (tcp://HOST:PORT, ws://HOST:PORT/PATH); or the name of a built-in bot.
///
/// The exit code is 0 if nothing failed and 1 if something did.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Is this bot ready for a match?
      outflank bot check 'python3 bot.py'
  Only how it bears passes and a short clock:
      outflank bot check ./bot --only pass --only clock
  All but boards of other sizes:
      outflank bot check ./bot --skip 4x4 --skip 6x6
  A program for Go servers:
      outflank bot check 'gtp:edax -gtp'")]
pub(crate) struct Args {
    /// The bot: a command line, with its protocol before it if that is not ours
    #[arg(value_name = "CMD", required_unless_present = "list")]
    entrant: Option<Entrant>,

    /// Words that would have been part of CMD, had it had quotes
    #[arg(hide = true)]
    rest: Vec<String>,

    /// Only this check; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<Check>,

    /// Not this check; may be given several times
    #[arg(long, value_name = "NAME")]
    skip: Vec<Check>,

    /// List the checks
    #[arg(long)]
    list: bool,

    /// The time for each move, or for a game, in all checks but that of the clock
    #[arg(long, value_name = "TIME", default_value = "5s/move")]
    time: TimeControl,

    /// Print JSON for programs
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// What programs read.
#[derive(Serialize)]
struct Report {
    bot: String,
    passed: usize,
    failed: usize,
    skipped: usize,
    interrupted: bool,
    checks: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    check: String,
    description: &'static str,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    failure: Option<FailureEntry>,
}

#[derive(Serialize)]
struct FailureEntry {
    verdict: Option<String>,
    cause: String,
    what: String,
    fix: String,
    moves: String,
    dialogue: Vec<Line>,
    errors: String,
}

#[derive(Serialize)]
struct Line {
    from: &'static str,
    bytes: String,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
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

    fn write_list(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        if self.json {
            let entry =
                |check: Check| serde_json::json!({"check": check.to_string(), "description": check.description()});
            json::write(&Check::all().map(entry).collect::<Vec<_>>(), out)?;
        } else {
            for check in Check::all() {
                writeln!(out, "{check:<15} {}", check.description())?;
            }
        }
        Ok(Verdict::Fine)
    }

    fn checks(&self) -> Vec<Check> {
        let is_wanted =
            |check: &Check| (self.only.is_empty() || self.only.contains(check)) && !self.skip.contains(check);
        Check::all().filter(is_wanted).collect()
    }

    fn examine(&self, entrant: &Entrant, out: &mut dyn Write) -> Result<Verdict, Error> {
        let stop = Arc::<AtomicBool>::default();
        interrupt::before_end(end_engines);
        interrupt::watch(Arc::clone(&stop));
        let doctor = Doctor { time: self.time, ..Doctor::new(entrant.clone()) };
        let (mut findings, mut written) = (Vec::new(), Ok(()));
        doctor.examine_all(&self.checks(), &stop, &mut |finding| {
            if !self.json && written.is_ok() && can_begin(&findings) {
                written = write_finding(&finding, &findings, out);
            }
            findings.push(finding);
        });
        written?;
        if !self.json {
            write_untried(&findings, out)?;
        }
        let report = report(entrant, findings);
        if self.json {
            json::write(&report, out)?;
        } else {
            writeln!(out, "\n{} passed, {} failed, {} skipped", report.passed, report.failed, report.skipped)?;
        }
        out.flush()?;
        Ok(match interrupt::verdict() {
            Verdict::Fine if report.failed > 0 => Verdict::Refused,
            verdict => verdict,
        })
    }
}

/// One line for what is well, and for what is not all that helps.
fn write_finding(finding: &Finding, before: &[Finding], out: &mut dyn Write) -> Result<(), Error> {
    let Finding { check, outcome } = finding;
    match outcome {
        Outcome::Passed { note: None } => writeln!(out, "pass  {check:<15} {}", check.description())?,
        Outcome::Passed { note: Some(note) } => writeln!(out, "pass  {check:<15} {note}")?,
        Outcome::Skipped { why } => writeln!(out, "skip  {check:<15} {why}")?,
        Outcome::Failed(failure) => {
            writeln!(out, "FAIL  {check:<15} {}", failure.diagnosis.what)?;
            match told_before(failure.diagnosis.cause, before) {
                Some(earlier) => writeln!(out, "      What to do is told above, at the check {earlier}.")?,
                None => write_failure(failure, out)?,
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// Has it not failed in what everything else needs?
fn can_begin(findings: &[Finding]) -> bool {
    !findings.iter().any(|it| it.check == Check::Opening && matches!(it.outcome, Outcome::Failed(_)))
}

/// One line for all that was left out because the bot cannot begin.
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

/// The check that failed for the same reason.
fn told_before(cause: Cause, before: &[Finding]) -> Option<Check> {
    let is_same =
        |finding: &&Finding| matches!(&finding.outcome, Outcome::Failed(failure) if failure.diagnosis.cause == cause);
    before.iter().find(is_same).map(|finding| finding.check)
}

fn write_failure(failure: &Failure, out: &mut dyn Write) -> Result<(), Error> {
    for exchange in &failure.dialogue {
        let sign = if exchange.voice == Voice::Runner { '>' } else { '<' };
        for line in exchange.bytes.split_inclusive(|&byte| byte == b'\n') {
            writeln!(out, "      {sign} {}", shown(&brief(&legible(line))))?;
        }
    }
    let errors = String::from_utf8_lossy(&failure.errors).into_owned();
    let errors: Vec<&str> = errors.lines().collect();
    for line in &errors[errors.len().saturating_sub(MOST_ERRORS)..] {
        writeln!(out, "      ! {}", shown(&legible(line.as_bytes())))?;
    }
    writeln!(out, "      {}", failure.diagnosis.fix)?;
    Ok(())
}

fn report(entrant: &Entrant, findings: Vec<Finding>) -> Report {
    let checks: Vec<Entry> = findings.into_iter().map(Entry::from).collect();
    let count = |outcome: &str| checks.iter().filter(|entry| entry.outcome == outcome).count();
    Report {
        bot: entrant.to_string(),
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        interrupted: interrupt::came(),
        checks,
    }
}

impl From<Finding> for Entry {
    fn from(finding: Finding) -> Entry {
        let Finding { check, outcome } = finding;
        let (outcome, note, failure) = match outcome {
            Outcome::Passed { note } => ("passed", note, None),
            Outcome::Skipped { why } => ("skipped", Some(why), None),
            Outcome::Failed(failure) => ("failed", None, Some(FailureEntry::from(*failure))),
        };
        Entry { check: check.to_string(), description: check.description(), outcome, note, failure }
    }
}

impl From<Failure> for FailureEntry {
    fn from(failure: Failure) -> FailureEntry {
        let Failure { verdict, diagnosis, dialogue, errors, moves } = failure;
        FailureEntry {
            verdict: verdict.map(|verdict| verdict.to_string()),
            cause: diagnosis.cause.to_string(),
            what: diagnosis.what,
            fix: diagnosis.fix,
            moves,
            dialogue: dialogue.into_iter().map(Line::from).collect(),
            errors: legible(&errors),
        }
    }
}

impl From<Exchange> for Line {
    fn from(exchange: Exchange) -> Line {
        let from = if exchange.voice == Voice::Runner { "runner" } else { "bot" };
        Line { from, bytes: legible(&exchange.bytes) }
    }
}

/// A question without what can be looked up in the others: its board in rows, its history, its clock.
fn brief(line: &str) -> String {
    let parts = || {
        let (begin, rest) = line.split_once(",\"board\":")?;
        let (_, rest) = rest.split_once(",\"legal\":")?;
        let (legal, _) = rest.split_once(']')?;
        Some(format!("{begin},...,\"legal\":{legal}],...}}\\n"))
    };
    parts().filter(|_| line.starts_with("{\"type\":\"move\"")).unwrap_or_else(|| line.to_owned())
}

/// The beginning of a line that is too long.
fn shown(line: &str) -> String {
    if line.len() <= LONGEST_LINE {
        return line.to_owned();
    }
    format!("{}… ({} bytes)", &line[..line.floor_char_boundary(LONGEST_LINE)], line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_short_and_answers_are_whole() {
        let question = r#"{"type":"move","game":"g","request":1,"ply":0,"color":"black","board":"--","rows":["--"],"legal":["d3","c4"],"history":[],"seed":7}\n"#;
        let short = r#"{"type":"move","game":"g","request":1,"ply":0,"color":"black",...,"legal":["d3","c4"],...}\n"#;
        assert_eq!(brief(question), short);
        let answer = r#"{"type":"move","request":1,"move":"d3"}\n"#;
        assert_eq!(brief(answer), answer);
        assert_eq!(shown(&"ü".repeat(300)), format!("{}… (600 bytes)", "ü".repeat(150)));
    }
}
