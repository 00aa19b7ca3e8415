//! The table for people: a row for each position as soon as it is solved.

use std::io::Write;

use outflank_rules::{Color, FinalScore, notation::Notation};

use super::{answer::Answer, check::Check, report::Report};
use crate::{
    error::Error,
    line,
    number::{grouped, millions_a_second},
    terminal,
};

/// How rows are written.
pub(super) struct Table {
    has_checks: bool,
    notation: Notation,
    is_begun: bool,
}

impl Table {
    pub(super) fn new(has_checks: bool, notation: Notation) -> Table {
        Table { has_checks, notation, is_begun: false }
    }

    pub(super) fn write_row(&mut self, answer: &Answer, out: &mut dyn Write) -> Result<(), Error> {
        if !self.is_begun {
            writeln!(out, "{}", self.row(HEADINGS, "check", "line"))?;
            self.is_begun = true;
        }
        let best: Vec<String> = answer.best_moves().into_iter().map(|mv| self.notation.write(mv)).collect();
        let best = if best.is_empty() { "-".to_owned() } else { best.join(",") };
        let (nodes, seconds) = (answer.outcome.nodes, answer.seconds());
        let cells = [
            &answer.number.to_string(),
            &answer.position.empties().len().to_string(),
            &answer.depth(),
            &answer.value.to_string(),
            &best,
            &grouped(nodes),
            &format!("{seconds:.3}"),
            &millions_a_second(nodes, seconds),
            &answer.end.map_or("-".to_owned(), counts),
        ];
        let check = answer.check.as_ref().map_or("-".to_owned(), Check::to_string);
        writeln!(
            out,
            "{}",
            self.row(cells.map(String::as_str), &check, &line::text(&answer.outcome.line, self.notation))
        )?;
        for valued in answer.moves.iter().flatten() {
            let (mv, value) = (self.notation.write(valued.mv), answer.value_of(valued));
            let depth = line::depth(valued.depth, valued.selectivity, valued.is_proven);
            let start = format!("{:>13}{depth:>7} {value:>5}  {mv:<6}  ", "");
            writeln!(out, "{start}{}", terminal::rest_of_row(&line::text(&valued.line, self.notation), start.len()))?;
        }
        if let Some(check) = answer.check.as_ref().filter(|check| !check.is_right) {
            writeln!(out, "     {}", complaint(check))?;
        }
        out.flush()?;
        Ok(())
    }

    fn row(&self, cells: [&str; 9], check: &str, line: &str) -> String {
        let [number, empties, depth, value, best, nodes, seconds, rate, end] = cells;
        let mut row = format!("{number:>4} {empties:>7} {depth:>7} {value:>5}  {best:<6}");
        row += &format!(" {nodes:>15} {seconds:>9} {rate:>6} {end:>6}");
        if self.has_checks {
            row += &format!("  {check:<5}");
        }
        row += "  ";
        row += &terminal::rest_of_row(line, row.len());
        row.trim_end().to_owned()
    }
}

const HEADINGS: [&str; 9] = ["#", "empties", "depth", "value", "move", "nodes", "seconds", "Mn/s", "discs"];

/// `3-11`: black's discs first.
fn counts(score: FinalScore) -> String {
    format!("{}-{}", score.discs(Color::Black), score.discs(Color::White))
}

fn complaint(check: &Check) -> String {
    let by = if check.moves.is_empty() { String::new() } else { format!(" by {}", check.moves.join(", ")) };
    format!("the file says {:+}{by}", check.expected)
}

pub(super) fn write_total(report: &Report, has_checks: bool, out: &mut dyn Write) -> Result<(), Error> {
    let (count, rate) = (report.positions.len(), millions_a_second(report.nodes, report.seconds));
    let positions = if count == 1 { "1 position".to_owned() } else { format!("{count} positions") };
    writeln!(out, "{positions}: {} nodes in {:.3} s, {rate} Mn/s", grouped(report.nodes), report.seconds)?;
    if has_checks && report.checked > 0 {
        writeln!(out, "{} of {} scores are right", report.checked - report.wrong, report.checked)?;
    }
    Ok(())
}
