//! The crosstable, colored by score.

use super::{
    TournamentReport,
    markup::{Halves, Name, Text},
    page::section,
};
use crate::tournament::Cell;

/// Above this many columns the table is dense.
const WIDE: usize = 20;

pub(super) fn part(report: &TournamentReport<'_>) -> String {
    let numbers: String = (1..=report.table.len()).map(|number| format!("<th scope=\"col\">{number}</th>")).collect();
    let rows: String = (0..report.table.len()).map(|row| self::row(report, row)).collect();
    let has_byes = report.table.iter().any(|place| place.standing.byes > 0);
    let byes = if has_byes { " The points at the end also have those of rounds without an opponent." } else { "" };
    let lead = format!(
        "Points of the bot in the row against the one in the column, both in the order of the standings. \
         <span class=\"key won\">blue</span> more than half, <span class=\"key lost\">orange</span> less.{byes}"
    );
    let class = if report.table.len() > WIDE { "cross dense" } else { "cross" };
    let body = format!(
        "<div class=\"scroll\"><table class=\"{class}\">\n<thead><tr><th scope=\"col\" class=\"num\">Row</th><th scope=\"col\" class=\"name\">Bot</th>\
         {numbers}<th scope=\"col\">Points</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    );
    section("crosstable", "Crosstable", &lead, &body)
}

fn row(report: &TournamentReport<'_>, row: usize) -> String {
    let place = &report.table[row];
    let own = place.entrant();
    let cells: String = report
        .table
        .iter()
        .map(|other| {
            if other.entrant() == own {
                "<td class=\"self\"></td>".to_owned()
            } else {
                cell(report, own, other.entrant())
            }
        })
        .collect();
    format!(
        "<tr><td class=\"num\">{}</td><th scope=\"row\" class=\"name\">{}</th>{cells}<td class=\"points\">{}</td></tr>\n",
        row + 1,
        Name(report.name(own)),
        Halves(place.standing.points)
    )
}

/// A cell; its color is stronger the farther the score is from even.
fn cell(report: &TournamentReport<'_>, own: usize, opp: usize) -> String {
    let cell @ Cell { points, games } = report.cross.cell(own, opp);
    let Some(share) = cell.share() else { return "<td class=\"none\">·</td>".to_owned() };
    let distance = (share.0 - 0.5).abs();
    let class = if share.0 > 0.5 { "won" } else { "lost" };
    let strength = if distance == 0.0 { 0.0 } else { 0.14 + 0.48 * 2.0 * distance };
    format!(
        "<td class=\"{class}\" style=\"--a:{strength:.2}\" title=\"{} – {}: {} of {games}\">{}</td>",
        Text(report.name(own)),
        Text(report.name(opp)),
        Halves(points),
        Halves(points)
    )
}
