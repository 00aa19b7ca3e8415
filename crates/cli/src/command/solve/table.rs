//! The table of results: a row per position, printed when it is solved.

use std::io::Write;

use outflank_rules::{Color, FinalScore, Goal};

use super::{
    answer::{SolveAnswer, Value},
    check::Check,
    report::SolveJson,
};
use crate::{
    error::Error,
    number::{grouped, millions_a_second},
    search_report::{MoveList, SearchCost, SearchDepth},
    terminal,
};

/// The layout of rows.
pub(super) struct SolveTable {
    has_checks: bool,
    is_begun: bool,
}

impl SolveTable {
    pub(super) fn new(has_checks: bool) -> SolveTable {
        SolveTable { has_checks, is_begun: false }
    }

    pub(super) fn write_row(&mut self, answer: &SolveAnswer, out: &mut dyn Write) -> Result<(), Error> {
        if !self.is_begun {
            writeln!(out, "{}", self.row(HEADINGS, "check", "line"))?;
            self.is_begun = true;
        }
        let (SearchCost { nodes, seconds, .. }, notation) = (answer.cost(), answer.notation);
        let best: Vec<String> = answer.best_moves().into_iter().map(|mv| notation.write(mv)).collect();
        let best = listed(&best, BEST_AND_NODES - 1 - grouped(nodes).len().min(BEST));
        let cells = [
            &answer.number.to_string(),
            &answer.position.empties().len().to_string(),
            &answer.depth().to_string(),
            &answer.value.to_string(),
            &best,
            &grouped(nodes),
            &format!("{seconds:.3}"),
            &millions_a_second(nodes, seconds),
            &answer.end.map_or("-".to_owned(), counts),
        ];
        let check = answer.check.as_ref().map_or("-".to_owned(), Check::to_string);
        writeln!(out, "{}", self.row(cells.map(String::as_str), &check, &answer.line().to_string()))?;
        if let Some(raw) = answer.raw_value().filter(|raw| answer.value != Value::Discs(*raw)) {
            let goal = answer.position.spec().goal();
            let taker = if goal == Goal::Most { "winner" } else { "loser" };
            writeln!(out, "     margin: {raw} on the board, {} with empty squares to the {taker}", answer.value)?;
        }
        for valued in answer.moves.iter().flatten() {
            let (mv, value) = (notation.write(valued.mv), answer.value_of(valued));
            let depth = SearchDepth::new(valued.depth, valued.selectivity, valued.is_proven);
            let line = MoveList::new(&valued.line, notation).to_string();
            let start = format!("{:>13}{depth:>7} {value:>5}  {mv:<6}  ", "");
            writeln!(out, "{start}{}", terminal::rest_of_row(&line, start.len()))?;
        }
        if let Some(check) = answer.check.as_ref().filter(|check| !check.is_right) {
            writeln!(out, "     {}", check_text(check))?;
        }
        Ok(())
    }

    fn row(&self, cells: [&str; 9], check: &str, line: &str) -> String {
        let [number, empties, depth, value, best, nodes, seconds, rate, end] = cells;
        let room = BEST_AND_NODES - best.chars().count().min(BEST_AND_NODES);
        let mut row = format!("{number:>4} {empties:>7} {depth:>7} {value:>5}  {best}{nodes:>room$}");
        row += &format!(" {seconds:>9} {rate:>6} {end:>9}");
        if self.has_checks {
            row += &format!("  {check:<7}");
        }
        row += "  ";
        row += &terminal::rest_of_row(line, row.len());
        row.trim_end().to_owned()
    }
}

const HEADINGS: [&str; 9] = ["#", "empties", "depth", "value", "move", "nodes", "seconds", "Mn/s", "discs B-W"];

/// Columns of the best moves and the nodes together. A long list of moves uses the space that the
/// nodes leave free.
const BEST_AND_NODES: usize = 22;

/// Columns that are always available for the best moves.
const BEST: usize = 15;

/// `d3,c4`, or `d3,c4,+5` if not all fit.
fn listed(moves: &[String], room: usize) -> String {
    if moves.is_empty() {
        return "-".to_owned();
    }
    let cut = |shown: usize| match moves.len() - shown {
        0 => moves.join(","),
        left => format!("{},+{left}", moves[..shown].join(",")),
    };
    let fitting = (1..=moves.len()).rev().map(cut).find(|text| text.chars().count() <= room);
    fitting.unwrap_or_else(|| cut(1))
}

/// `3-11`: black's discs first.
fn counts(score: FinalScore) -> String {
    format!("{}-{}", score.discs(Color::Black), score.discs(Color::White))
}

fn check_text(check: &Check) -> String {
    let by = if check.moves.is_empty() { String::new() } else { format!(" by {}", check.moves.join(", ")) };
    format!("the file says {:+}{by}", check.expected)
}

pub(super) fn write_total(report: &SolveJson, has_checks: bool, out: &mut dyn Write) -> Result<(), Error> {
    let SearchCost { nodes, seconds, .. } = report.cost;
    let (count, rate) = (report.solved, millions_a_second(nodes, seconds));
    let positions = if count == 1 { "1 position".to_owned() } else { format!("{count} positions") };
    let word = if nodes == 1 { "node" } else { "nodes" };
    writeln!(out, "{positions}: {} {word} in {seconds:.3} s, {rate} Mn/s", grouped(nodes))?;
    if has_checks && report.checked > 0 {
        let doubt = match report.unproven {
            0 => String::new(),
            count => format!("; {count} could not be decided, because the value is not proven here"),
        };
        writeln!(out, "{} of {} scores are right{doubt}", report.checked - report.wrong, report.checked)?;
        if let Some(accuracy) = report.accuracy.json() {
            writeln!(out, "not proven: {accuracy}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_moves_are_listed_as_fit() {
        let moves: Vec<String> = ["b1", "a2", "d3", "c4"].map(str::to_owned).to_vec();
        assert_eq!(listed(&moves, 11), "b1,a2,d3,c4");
        assert_eq!(listed(&moves, 10), "b1,a2,+2");
        assert_eq!(listed(&moves, 1), "b1,+3");
        assert_eq!((listed(&moves[..1], 6).as_str(), listed(&[], 6).as_str()), ("b1", "-"));
    }
}
