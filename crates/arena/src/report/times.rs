//! The use of time.

use super::{
    TournamentReport,
    page::section,
    plot::{Axis, line},
    spoken,
};
use crate::{TimeControl, tournament::StandingsRow};

/// Labels of round times in seconds.
const MARKS: [(f64, &str); 10] = [
    (0.000_01, "10 µs"),
    (0.000_1, "0.1 ms"),
    (0.001, "1 ms"),
    (0.01, "10 ms"),
    (0.1, "0.1 s"),
    (1.0, "1 s"),
    (10.0, "10 s"),
    (60.0, "1 min"),
    (600.0, "10 min"),
    (3600.0, "1 h"),
];

/// Smallest time on the axis in seconds.
const LEAST: f64 = 0.000_001;

pub(super) fn part(report: &TournamentReport<'_>) -> String {
    let mut places: Vec<&StandingsRow> = report.table.iter().filter(|place| place.conduct.time.moves > 0).collect();
    if places.is_empty() {
        return String::new();
    }
    places.sort_by_key(|place| std::cmp::Reverse(place.conduct.time.mean()));
    let longest = places.iter().map(|place| place.conduct.time.slowest.as_secs_f64()).fold(0.001, f64::max);
    let limit = report.settings.time.map(|time| (time, time.initial().as_secs_f64()));
    let high = limit.map_or(longest, |(_, limit)| longest.max(limit));
    let shortest = places.iter().map(|place| place.conduct.time.mean().as_secs_f64()).fold(0.001, f64::min);
    // Starts at the power of ten below the fastest.
    let low = 10_f64.powf(shortest.max(LEAST).log10().floor());
    let axis = Axis::logarithmic(low, high.max(low * 10.0), &MARKS);
    let rows: String =
        places.into_iter().map(|place| row(report, place, &axis, limit.map(|(_, limit)| limit))).collect();
    let limit = match limit {
        Some((TimeControl::PerMove(_), _)) => " The dashed line is the time that a move may take.",
        Some((TimeControl::Game { .. }, _)) => " The dashed line is the time at the beginning of a game.",
        None => "",
    };
    let lead = format!(
        "The dot is the average move, the line reaches to the slowest; the scale is logarithmic. Starting a program is not counted.{limit}"
    );
    section("time", "Time", &lead, &format!("<div class=\"plot\">\n{rows}{}</div>\n", axis.legend()))
}

fn row(report: &TournamentReport<'_>, place: &StandingsRow, axis: &Axis, limit: Option<f64>) -> String {
    let time = &place.conduct.time;
    let at = |seconds: f64| axis.at(seconds.max(LEAST).log10());
    let (mean, slowest) = (at(time.mean().as_secs_f64()), at(time.slowest.as_secs_f64()));
    let limit = limit.map(at).map_or_else(String::new, |limit| {
        format!("<line class=\"limit\" x1=\"{limit:.2}%\" x2=\"{limit:.2}%\" y1=\"0\" y2=\"100%\"/>")
    });
    let marks = format!(
        "{}{limit}<line class=\"reach\" x1=\"{mean:.2}%\" x2=\"{slowest:.2}%\" y1=\"12\" y2=\"12\"/>\
         <line class=\"reach end\" x1=\"{slowest:.2}%\" x2=\"{slowest:.2}%\" y1=\"8\" y2=\"16\"/><circle class=\"dot\" cx=\"{mean:.2}%\" cy=\"12\" r=\"5\"/>",
        axis.grid()
    );
    let figure =
        format!("{} <small>slowest {}, all {}</small>", spoken(time.mean()), spoken(time.slowest), spoken(time.total));
    line(report.name(place.entrant()), marks, figure)
}
