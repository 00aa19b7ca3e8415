//! Ratings with error bars.

use super::{
    TournamentReport,
    page::section,
    plot::{Axis, line, signed},
};
use crate::{rating::Group, stat::Interval};

pub(super) fn part(report: &TournamentReport<'_>) -> String {
    let groups = report.rating_groups();
    if report.tournament.games().len() == 0 {
        return String::new();
    }
    let rated = groups.iter().filter(|group| group.ratings.len() > 1);
    let plots: String = rated.map(|group| plot(report, group)).collect();
    let mut lead = "Strength in Elo around the average of all (Bradley–Terry), with what chance leaves open: about 95 % of such intervals hold the truth. \
                    Of two who are 400 apart the stronger one takes ten points of eleven."
        .to_owned();
    if groups.len() > 1 {
        lead += " Those who are linked by no games cannot be compared: each group has its own average.";
    }
    if groups.iter().any(|group| group.rests_on_prior) {
        lead += " Somebody here won all games against others, or lost all: then nothing tells how much stronger or weaker it is, and its interval is wide.";
    }
    section("ratings", "Ratings", &lead, &plots)
}

fn plot(report: &TournamentReport<'_>, group: &Group) -> String {
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
