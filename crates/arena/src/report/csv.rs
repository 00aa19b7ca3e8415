//! CSV tables for spreadsheets (RFC 4180).
//!
//! Spreadsheets treat text that starts with `=`, `+`, `-` or `@` as a formula. Text from outside
//! therefore gets an apostrophe before such a character, and a space instead of a semicolon before
//! it. Our own numbers stay as they are.

use std::fmt::{Display, Write};

use super::TournamentReport;
use crate::{
    schedule::TieBreak,
    stat::{Elo, Interval},
};

/// Lines of cells.
#[derive(Default)]
struct Sheet(String);

impl Sheet {
    fn line<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) {
        for (place, cell) in cells.into_iter().enumerate() {
            self.0 += if place == 0 { "" } else { "," };
            match cell {
                Cell::Figure(text) => self.0 += &text,
                Cell::Text(text) => self.text(text),
            }
        }
        self.0 += "\r\n";
    }

    /// The whole file. A byte order mark announces UTF-8 if it is not ASCII.
    fn finished(self) -> String {
        if self.0.is_ascii() { self.0 } else { format!("\u{feff}{}", self.0) }
    }

    fn text(&mut self, text: &str) {
        let is_formula = text.starts_with(FORMULA) || text.trim_start().starts_with(FORMULA);
        let guard = if is_formula { "'" } else { "" };
        let text = one_cell(text);
        if is_formula || text.contains([',', '"', '\r', '\n', '\t']) {
            let _ = write!(self.0, "\"{guard}{}\"", text.replace('"', "\"\""));
        } else {
            self.0 += &text;
        }
    }
}

/// What a formula starts with; Japanese spreadsheets also accept the full-width characters.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Text without a formula after a semicolon, where some spreadsheets start a new cell.
fn one_cell(text: &str) -> String {
    let parts: Vec<&str> = text.split(';').collect();
    let mut cell = parts[0].to_owned();
    for part in &parts[1..] {
        let is_formula = part.trim_start_matches([' ', '"']).starts_with(FORMULA);
        cell.push(if is_formula { ' ' } else { ';' });
        cell += part;
    }
    cell
}

enum Cell<'a> {
    /// A number, or a word of ours.
    Figure(String),
    /// Any text.
    Text(&'a str),
}

fn figure<'a>(value: impl Display) -> Cell<'a> {
    Cell::Figure(value.to_string())
}

fn heading(line: &str) -> impl Iterator<Item = Cell<'_>> {
    line.split(',').map(Cell::Text)
}

/// Empty without a number.
fn rating<'a>(elo: Option<Interval<Elo>>) -> [Cell<'a>; 3] {
    let written = |value: f64| if value.is_finite() { figure(format!("{value:.1}")) } else { figure("") };
    elo.map_or_else(
        || [figure(""), figure(""), figure("")],
        |elo| [elo.value, elo.low, elo.high].map(|elo| written(elo.0)),
    )
}

/// The standings with fouls and times.
pub fn standings(report: &TournamentReport<'_>) -> String {
    let mut sheet = Sheet::default();
    // Discs have their own column.
    let is_shown = |tie_break: &&TieBreak| **tie_break != TieBreak::Discs;
    let names: Vec<&str> = report.tie_breaks.iter().filter(is_shown).map(TieBreak::word).collect();
    sheet.line(heading(&format!(
        "place,name,points,games,wins,draws,losses,share,byes,{},discs,rating,rating_low,rating_high,fouls,verdicts,resigned,black,white,moves,mean_ms,slowest_ms,total_ms,entrant",
        names.join(",")
    )));
    for place in &report.table {
        let (standing, stats) = (&place.standing, &place.stats);
        let verdicts: Vec<String> =
            stats.fouls.iter().map(|(verdict, foul)| format!("{verdict} {}", foul.count)).collect();
        let verdicts = verdicts.join("; ");
        let share = place.share().map_or_else(String::new, |share| format!("{:.4}", share.0));
        let entrant = report.settings.players.get(place.entrant()).map_or("", |player| &player.entrant);
        let first = [
            figure(standing.place),
            Cell::Text(report.name(place.entrant())),
            figure(standing.points),
            figure(standing.games),
        ];
        let counts = [stats.wins, stats.draws, stats.losses].map(figure);
        let sums = [figure(share), figure(standing.byes)];
        let ties = report
            .tie_breaks
            .iter()
            .zip(&standing.tie_breaks)
            .filter(|(tie_break, _)| is_shown(tie_break))
            .map(|(_, value)| figure(value));
        let last = [
            figure(stats.all_fouls()),
            Cell::Text(&verdicts),
            figure(stats.resigned),
            figure(stats.colors.black),
            figure(stats.colors.white),
            figure(stats.time.moves),
            figure(format!("{:.3}", 1000.0 * stats.time.mean().as_secs_f64())),
            figure(format!("{:.3}", 1000.0 * stats.time.slowest.as_secs_f64())),
            figure(stats.time.total.as_millis()),
            Cell::Text(entrant),
        ];
        let discs = std::iter::once(figure(standing.discs));
        let rating = rating(report.rating(place.entrant()));
        sheet.line(first.into_iter().chain(counts).chain(sums).chain(ties).chain(discs).chain(rating).chain(last));
    }
    sheet.finished()
}

/// The crosstable in standings order; empty if two did not meet.
pub fn cross_table(report: &TournamentReport<'_>) -> String {
    let mut sheet = Sheet::default();
    let names = report.table.iter().map(|place| Cell::Text(report.name(place.entrant())));
    sheet.line([figure("place"), figure("name")].into_iter().chain(names).chain([figure("points")]));
    for place in &report.table {
        let own = place.entrant();
        let cells = report.table.iter().map(|other| {
            let cell = report.cross.cell(own, other.entrant());
            if cell.games == 0 { figure("") } else { figure(cell.points) }
        });
        let first = [figure(place.standing.place), Cell::Text(report.name(own))];
        sheet.line(first.into_iter().chain(cells).chain([figure(place.standing.points)]));
    }
    sheet.finished()
}

/// All games in order of number.
pub fn games(report: &TournamentReport<'_>) -> String {
    let mut sheet = Sheet::default();
    sheet.line(heading(
        "game,round,black,white,winner,black_discs,white_discs,reason,foul_by,detail,bytes,black_ms,white_ms,opening,moves,seed,record",
    ));
    for game in report.tournament.games() {
        let foul = game.foul.as_ref();
        let record = report.record_name(game);
        sheet.line([
            figure(game.number + 1),
            figure(report.tournament.round_of(game.number).unwrap_or_default()),
            Cell::Text(report.name(game.black)),
            Cell::Text(report.name(game.white)),
            figure(game.winner.map_or_else(|| "draw".to_owned(), |color| color.to_string())),
            figure(game.discs.black),
            figure(game.discs.white),
            Cell::Text(&game.reason),
            figure(foul.map_or_else(String::new, |foul| foul.color.to_string())),
            Cell::Text(foul.map_or("", |foul| &foul.detail)),
            Cell::Text(foul.map_or("", |foul| &foul.bytes)),
            figure(game.spent_us.black / 1000),
            figure(game.spent_us.white / 1000),
            Cell::Text(&game.opening),
            Cell::Text(&game.moves),
            figure(game.seed),
            Cell::Text(&record),
        ]);
    }
    sheet.finished()
}

/// Ratings with error bars, by group.
pub fn ratings(report: &TournamentReport<'_>) -> String {
    let mut sheet = Sheet::default();
    sheet.line(heading("group,rank,name,rating,low,high,rests_on_prior"));
    for (group, number) in report.rating_groups().iter().zip(1..) {
        for (rating, rank) in group.ratings.iter().zip(1..) {
            let first = [figure(number), figure(rank), Cell::Text(report.name(rating.player))];
            let rests = if group.rests_on_prior { "yes" } else { "no" };
            // A single player cannot be compared.
            let elo = (group.ratings.len() > 1).then_some(rating.elo);
            sheet.line(first.into_iter().chain(self::rating(elo)).chain([figure(rests)]));
        }
    }
    sheet.finished()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_cells_are_quoted_and_never_formulas() {
        let mut sheet = Sheet::default();
        sheet.line([Cell::Text("a"), Cell::Text("b,\"c\"\n"), Cell::Text("=HYPERLINK(1)"), figure(-3), Cell::Text("")]);
        assert_eq!(sheet.0, "a,\"b,\"\"c\"\"\n\",\"'=HYPERLINK(1)\",-3,\r\n");
        for (text, written) in [
            ("-1+1", "\"'-1+1\""),
            ("\t=1", "\"'\t=1\""),
            (" @SUM(1)", "\"' @SUM(1)\""),
            ("＝1+1", "\"'＝1+1\""),
            ("a;=1+1", "a =1+1"),
            ("a; ＠x;b", "a  ＠x;b"),
            ("late 2; hung 1", "late 2; hung 1"),
        ] {
            let mut sheet = Sheet::default();
            sheet.line([Cell::Text(text)]);
            assert_eq!(sheet.0, format!("{written}\r\n"), "{text:?}");
        }
    }
}
