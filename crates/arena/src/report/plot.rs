//! Plots of ratings and times, with one line per bot: a name, an SVG strip and a figure. Positions
//! are in percent, so a strip can stretch while text and dots keep their size.

use std::fmt::Display;

use super::{TournamentReport, markup::Name, page::section, spoken};
use crate::{TimeControl, rating::Group, stat::Interval, tournament::StandingsRow};

pub(super) fn ratings(report: &TournamentReport<'_>) -> String {
    let groups = report.rating_groups();
    if report.tournament.games().len() == 0 {
        return String::new();
    }
    let rated = groups.iter().filter(|group| group.ratings.len() > 1);
    let plots: String = rated.map(|group| group_plot(report, group)).collect();
    let mut lead = "Strength in Elo around the average of all (Bradley–Terry), with 95 % intervals. A player 400 Elo \
                    stronger scores ten points of eleven."
        .to_owned();
    if groups.len() > 1 {
        lead += " Groups without games between them cannot be compared: each has its own average.";
    }
    if groups.iter().any(|group| group.rests_on_prior) {
        lead += " A player that won or lost all its games has a wide interval: its strength is known in one direction only.";
    }
    section("ratings", "Ratings", &lead, &plots)
}

fn group_plot(report: &TournamentReport<'_>, group: &Group) -> String {
    let low = group.ratings.iter().map(|rating| rating.elo.low.0).fold(f64::INFINITY, f64::min);
    let high = group.ratings.iter().map(|rating| rating.elo.high.0).fold(f64::NEG_INFINITY, f64::max);
    let axis = Axis::linear(low, high);
    let rows: String = group
        .ratings
        .iter()
        .map(|rating| {
            let Interval { low, value, high } = rating.elo.map(|elo| elo.0);
            let marks = format!(
                "{}<line class=\"whisker\" x1=\"{:.2}%\" x2=\"{:.2}%\" y1=\"12\" y2=\"12\"/><circle class=\"dot\" cx=\"{:.2}%\" cy=\"12\" r=\"5\"/>",
                axis.grid(), axis.at(low), axis.at(high), axis.at(value)
            );
            let figure = format!("{} <small>{} to {}</small>", signed(value), signed(low), signed(high));
            line(report.name(rating.player), marks, figure)
        })
        .collect();
    format!("<div class=\"plot\">\n{rows}{}</div>\n", axis.legend())
}

/// Labels of round times in seconds.
const TIME_MARKS: [(f64, &str); 10] = [
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
const MIN_TIME: f64 = 0.000_001;

pub(super) fn times(report: &TournamentReport<'_>) -> String {
    let mut places: Vec<&StandingsRow> = report.table.iter().filter(|place| place.stats.time.moves > 0).collect();
    if places.is_empty() {
        return String::new();
    }
    places.sort_by_key(|place| std::cmp::Reverse(place.stats.time.mean()));
    let longest = places.iter().map(|place| place.stats.time.slowest.as_secs_f64()).fold(0.001, f64::max);
    let limit = report.settings.time.map(|time| (time, time.initial().as_secs_f64()));
    let high = limit.map_or(longest, |(_, limit)| longest.max(limit));
    let shortest = places.iter().map(|place| place.stats.time.mean().as_secs_f64()).fold(0.001, f64::min);
    // Starts at the power of ten below the fastest.
    let low = 10_f64.powf(shortest.max(MIN_TIME).log10().floor());
    let axis = Axis::logarithmic(low, high.max(low * 10.0), &TIME_MARKS);
    let rows: String =
        places.into_iter().map(|place| time_row(report, place, &axis, limit.map(|(_, limit)| limit))).collect();
    let limit = match limit {
        Some((TimeControl::PerMove(_), _)) => " The dashed line is the time limit of a move.",
        Some((TimeControl::Game { .. }, _)) => " The dashed line is the time limit of a game.",
        None => "",
    };
    let lead = format!(
        "The dot is the average time of a move, the line ends at the slowest. The scale is logarithmic. Starting a program is not counted.{limit}"
    );
    section("time", "Time", &lead, &format!("<div class=\"plot\">\n{rows}{}</div>\n", axis.legend()))
}

fn time_row(report: &TournamentReport<'_>, place: &StandingsRow, axis: &Axis, limit: Option<f64>) -> String {
    let time = &place.stats.time;
    let at = |seconds: f64| axis.at(seconds.max(MIN_TIME).log10());
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

/// The range of a strip.
struct Axis {
    low: f64,
    high: f64,
    /// Positions and labels of the grid lines.
    ticks: Vec<(f64, String)>,
}

/// Free space at each end, in percent.
const MARGIN: f64 = 3.0;

impl Axis {
    /// An axis for these values with grid lines at round numbers.
    fn linear(low: f64, high: f64) -> Axis {
        let span = (high - low).max(50.0);
        let rough = span / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0]
            .map(|factor| factor * power)
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(rough);
        let first = (low / step).ceil();
        let count = ((high - first * step) / step).floor().max(0.0) as usize;
        let ticks = (0..=count).map(|number| (first + number as f64) * step);
        Axis { low, high: low + span, ticks: ticks.map(|value| (value, signed(value))).collect() }
    }

    /// A logarithmic axis with these grid lines.
    fn logarithmic(low: f64, high: f64, marks: &[(f64, &str)]) -> Axis {
        let within = marks.iter().filter(|(value, _)| (low..=high).contains(value));
        let ticks = within.map(|(value, words)| (value.log10(), (*words).to_owned())).collect();
        Axis { low: low.log10(), high: high.log10(), ticks }
    }

    /// The position of a value in percent.
    fn at(&self, value: f64) -> f64 {
        let part = ((value - self.low) / (self.high - self.low).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        MARGIN + (100.0 - 2.0 * MARGIN) * part
    }

    /// The grid lines of a strip.
    fn grid(&self) -> String {
        let line = |(value, words): &(f64, String)| {
            let zero = if words == "0" { " zero" } else { "" };
            format!("<line class=\"grid{zero}\" x1=\"{0:.2}%\" x2=\"{0:.2}%\" y1=\"0\" y2=\"100%\"/>", self.at(*value))
        };
        self.ticks.iter().map(line).collect()
    }

    /// The strip with the labels.
    fn legend(&self) -> String {
        let text =
            |(value, words): &(f64, String)| format!("<text x=\"{:.2}%\" y=\"12\">{words}</text>", self.at(*value));
        let texts: String = self.ticks.iter().map(text).collect();
        format!(
            "<div class=\"line axis\" aria-hidden=\"true\"><span></span><svg class=\"strip\" height=\"16\">{texts}</svg><span></span></div>\n"
        )
    }
}

/// A whole number with its sign.
pub(super) fn signed(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    match () {
        () if digits == "0" => digits,
        () if value < 0.0 => format!("−{digits}"),
        () => format!("+{digits}"),
    }
}

/// A line of a plot.
fn line(name: &str, marks: impl Display, figure: impl Display) -> String {
    format!(
        "<div class=\"line\"><span class=\"who\">{}</span><svg class=\"strip\" height=\"24\" aria-hidden=\"true\">{marks}</svg><span class=\"figure\">{figure}</span></div>\n",
        Name(name)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axis_labels_are_round_numbers_in_range() {
        for (low, high) in [(-312.0, 288.0), (0.0, 0.0), (-1.5, 1.5), (-2000.0, 3.0)] {
            let axis = Axis::linear(low, high);
            assert!(!axis.ticks.is_empty() && axis.ticks.len() <= 7, "{low} {high}: {:?}", axis.ticks);
            assert!(axis.ticks.iter().all(|(value, _)| (MARGIN..=100.0 - MARGIN).contains(&axis.at(*value))));
        }
        let words: Vec<String> = Axis::linear(-312.0, 288.0).ticks.into_iter().map(|(_, words)| words).collect();
        assert_eq!(words, ["−200", "0", "+200"]);
    }
}
