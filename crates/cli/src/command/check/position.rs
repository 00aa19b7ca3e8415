//! Can a board arise in a game?

use std::io::Write;

use outflank_rules::{Position, Setup};
use serde::Serialize;

use super::Args;
use crate::{Verdict, error::Error, json};

/// What programs read.
#[derive(Debug, Serialize)]
struct Report {
    /// `possible`, `impossible` or `undecided`.
    verdict: &'static str,
    reasons: Vec<String>,
    /// A game that leads to the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Vec<String>>,
}

impl Args {
    pub(super) fn check_setup(&self, setup: &Setup, out: &mut dyn Write) -> Result<Verdict, Error> {
        match setup.validate() {
            Ok(position) => self.check_position(&position, out),
            Err(invalid) => {
                let reasons = invalid.faults.iter().map(ToString::to_string).collect();
                self.answer(&Report { verdict: "impossible", reasons, witness: None }, out)
            }
        }
    }

    pub(super) fn check_position(&self, _position: &Position, out: &mut dyn Write) -> Result<Verdict, Error> {
        let reasons = vec!["only the form of the board was checked".to_owned()];
        self.answer(&Report { verdict: "undecided", reasons, witness: None }, out)
    }

    fn answer(&self, report: &Report, out: &mut dyn Write) -> Result<Verdict, Error> {
        if self.json {
            json::write(report, out)?;
        } else {
            self.write_answer(report, out)?;
        }
        Ok(if report.verdict == "impossible" { Verdict::Refused } else { Verdict::Fine })
    }

    fn write_answer(&self, report: &Report, out: &mut dyn Write) -> Result<(), Error> {
        match (report.reasons.as_slice(), &report.witness) {
            (_, Some(game)) if game.is_empty() => writeln!(out, "{}: it is the start of the game", report.verdict)?,
            (_, Some(game)) => writeln!(out, "{}: {}", report.verdict, game.join(" "))?,
            ([one], None) => writeln!(out, "{}: {one}", report.verdict)?,
            (several, None) => {
                writeln!(out, "{}:", report.verdict)?;
                for reason in several {
                    writeln!(out, "  {reason}")?;
                }
            }
        }
        Ok(())
    }
}
