//! The bracket of a knockout.

use super::{
    TournamentReport,
    markup::{Halves, Name},
    page::section,
};
use crate::{
    schedule::{EntrantId, KnockOut, Pairing, Round, Schedule},
    stat::Points,
};

pub(super) fn part(report: &TournamentReport<'_>) -> String {
    let Schedule::KnockOut(cup) = report.tournament.plan().schedule() else { return String::new() };
    let rounds: String = report.tournament.rounds().map(|round| column(report, &cup, round)).collect();
    let lead = "Equal points are decided by discs, and equal discs for the one who was listed first. Those who lost in the half-finals play for the third place.";
    section(
        "bracket",
        "Bracket",
        lead,
        &format!("<div class=\"scroll\"><div class=\"bracket\">\n{rounds}</div></div>\n"),
    )
}

fn column(report: &TournamentReport<'_>, cup: &KnockOut, round: &Round) -> String {
    let to_go = cup.rounds().saturating_sub(round.number as usize);
    let heading = match to_go {
        0 => "Final".to_owned(),
        1 => "Half-finals".to_owned(),
        2 => "Quarter-finals".to_owned(),
        _ => format!("Round {}", round.number),
    };
    let slot = |entrant: &EntrantId| cup.slot(*entrant).unwrap_or(usize::MAX);
    let byes = round.byes.iter().map(|entrant| {
        let item = format!(
            "<li class=\"bye\"><div class=\"went\"><span>{}</span><b>–</b></div></li>\n",
            Name(report.name(entrant.0))
        );
        (slot(entrant), item)
    });
    let meetings = round.meetings.iter().enumerate().map(|(place, meeting)| {
        // The game for third place comes after the final.
        let is_third = to_go == 0 && place == 1;
        let words = if is_third { "<small>for the third place</small>" } else { "" };
        let item = format!("<li>{words}{}</li>\n", self::meeting(report, round.number, *meeting));
        (if is_third { usize::MAX } else { meeting.entrants().iter().map(slot).min().unwrap_or_default() }, item)
    });
    let mut items: Vec<(usize, String)> = meetings.chain(byes).collect();
    items.sort_by_key(|(slot, _)| *slot);
    let items: String = items.into_iter().map(|(_, item)| item).collect();
    format!("<div><h3>{heading}</h3><ol>\n{items}</ol></div>\n")
}

fn meeting(report: &TournamentReport<'_>, round: u32, meeting: Pairing) -> String {
    let winner = report.tournament.winner(round, meeting);
    let points = |entrant| -> Points { report.tournament.points_in(round, meeting, entrant) };
    let is_tied = winner.is_some() && points(meeting.first) == points(meeting.second);
    meeting
        .entrants()
        .into_iter()
        .map(|entrant| {
            let discs = report.tournament.discs_in(round, meeting, entrant);
            let discs = if is_tied { format!(" <small>{discs} discs</small>") } else { String::new() };
            let class = if winner == Some(entrant) { "went" } else { "" };
            format!(
                "<div class=\"{class}\"><span>{}</span><b>{}{discs}</b></div>",
                Name(report.name(entrant.0)),
                Halves(points(entrant))
            )
        })
        .collect()
}
