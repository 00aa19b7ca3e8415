//! The table for people: a row for each position as soon as it is solved.

use std::io::Write;

use outflank_rules::{Color, FinalScore, Move, notation::Notation};

use super::{answer::Answer, check::Check, report::Report};
use crate::{
    error::Error,
    number::{grouped, millions_a_second},
    terminal,
};

/// How rows are written.
pub(super) struct Table {
    has_checks: bool,
    notation: Notation,
    width: Option<usize>,
    is_begun: bool,
}

impl Table {
    pub(super) fn new(has_checks: bool, notation: Notation) -> Table {
        Table { has_checks, notation, width: terminal::width(), is_begun: false }
    }

    pub(super) fn write_row(&mut self, answer: &Answer, out: &mut dyn Write) -> Result<(), Error> {
        if !self.is_begun {
            writeln!(out, "{}", self.row(HEADINGS, "check", "line"))?;
            self.is_begun = true;
        }
        let best = answer.outcome.best.map_or("-".to_owned(), |mv| self.notation.write(mv));
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
        writeln!(out, "{}", self.row(cells.map(String::as_str), &check, &line(&answer.outcome.line, self.notation)))?;
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
        let room = self.width.map_or(usize::MAX, |width| width.saturating_sub(row.len()).max(12));
        row += &terminal::shortened(line, room);
        row.trim_end().to_owned()
    }
}

const HEADINGS: [&str; 9] = ["#", "empties", "depth", "value", "move", "nodes", "seconds", "Mn/s", "discs"];

/// `3-11`: black's discs first.
fn counts(score: FinalScore) -> String {
    format!("{}-{}", score.discs(Color::Black), score.discs(Color::White))
}

/// Moves in a row, as transcripts have them.
fn line(moves: &[Move], notation: Notation) -> String {
    let sign = |mv: &Move| if *mv == Move::Pass { "--".to_owned() } else { notation.write(*mv) };
    let between = if notation == Notation::Standard { "" } else { " " };
    moves.iter().map(sign).collect::<Vec<_>>().join(between)
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
