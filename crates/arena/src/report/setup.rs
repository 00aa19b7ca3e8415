//! The settings, so that the tournament can be repeated.

use super::{
    Edition, TournamentReport,
    markup::{Name, Text},
    page::section,
};
use crate::{
    journal::{Identity, RunProvenance},
    tournament::Venue,
};

pub(super) fn part(report: &TournamentReport<'_>) -> String {
    let facts: String = report
        .settings
        .facts(report.edition.venue)
        .into_iter()
        .chain(begun(report))
        .map(|(words, value)| format!("<div><dt>{words}</dt><dd>{}</dd></div>\n", Text(value)))
        .collect();
    let heading = match report.edition.venue {
        Venue::Folder => "Command line",
        Venue::Server => "Player",
    };
    let players: String = report
        .settings
        .players
        .iter()
        .enumerate()
        .map(|(number, player)| {
            format!(
                "<tr><td class=\"num\">{}</td><th scope=\"row\" class=\"name\">{}</th><td class=\"name\"><code>{}</code>{}</td></tr>\n",
                number + 1,
                Name(&player.name),
                Text(&player.entrant),
                known(report, number)
            )
        })
        .collect();
    let body = format!(
        "<dl class=\"facts\">\n{facts}</dl>\n<div class=\"scroll\"><table class=\"players\">\n<thead><tr><th scope=\"col\" class=\"num\">#</th>\
         <th scope=\"col\" class=\"name\">Bot</th><th scope=\"col\" class=\"name\">{heading}</th></tr></thead>\n<tbody>\n{players}</tbody></table></div>\n"
    );
    section(
        "settings",
        "Settings",
        "The same settings and seed give the same tournament if the bots repeat their moves.",
        &body,
    )
}

fn begun(report: &TournamentReport<'_>) -> Vec<(&'static str, String)> {
    let Edition { version, date, origin, .. } = report.edition;
    let only = || RunProvenance { version: version.to_owned(), date: date.to_owned(), ..RunProvenance::default() };
    origin.cloned().unwrap_or_else(only).facts()
}

/// What a program said about itself, and its files.
fn known(report: &TournamentReport<'_>, number: usize) -> String {
    let lines = report.edition.programs.get(number).map(Identity::lines).unwrap_or_default();
    lines.iter().map(|line| format!("<br><small>{}</small>", Text(line))).collect()
}
