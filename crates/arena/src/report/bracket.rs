//! The bracket of a knock-out.

use super::{
    Report,
    markup::{Halves, Name},
    page::section,
};
use crate::{
    schedule::{Meeting, Round},
    stat::Points,
    tournament::Form,
};

pub(super) fn part(report: &Report<'_>) -> String {
    if report.tournament.plan().form != Form::KnockOut {
        return String::new();
    }
    let last = report.tournament.plan().schedule().rounds();
    let rounds: String = report.tournament.rounds().map(|round| column(report, round, last)).collect();
    let lead = "Equal points are decided by discs, and equal discs for the one who was listed first.";
    section(
        "bracket",
        "Bracket",
        lead,
        &format!("<div class=\"scroll\"><div class=\"bracket\">\n{rounds}</div></div>\n"),
    )
}

fn column(report: &Report<'_>, round: &Round, last: usize) -> String {
    let to_go = last.saturating_sub(round.number as usize);
    let heading = match to_go {
        0 => "Final".to_owned(),
        1 => "Half-finals".to_owned(),
        2 => "Quarter-finals".to_owned(),
        _ => format!("Round {}", round.number),
    };
    let byes = round.byes.iter().map(|entrant| {
        format!(
            "<li class=\"bye\"><div class=\"went\"><span>{}</span><b>–</b></div></li>\n",
            Name(report.name(entrant.0))
        )
    });
    let meetings = round.meetings.iter().enumerate().map(|(place, meeting)| {
        // The one for the third place comes after the final.
        let words = if to_go == 0 && place == 1 { "<small>for the third place</small>" } else { "" };
        format!("<li>{words}{}</li>\n", self::meeting(report, round.number, *meeting))
    });
    let items: String = meetings.chain(byes).collect();
    format!("<div><h3>{heading}</h3><ol>\n{items}</ol></div>\n")
}

fn meeting(report: &Report<'_>, round: u32, meeting: Meeting) -> String {
    let winner = report.tournament.winner(round, meeting);
    meeting
        .entrants()
        .into_iter()
        .map(|entrant| {
            let points: Points = report.tournament.points_in(round, meeting, entrant);
            let class = if winner == Some(entrant) { "went" } else { "" };
            format!(
                "<div class=\"{class}\"><span>{}</span><b>{}</b></div>",
                Name(report.name(entrant.0)),
                Halves(points)
            )
        })
        .collect()
}
