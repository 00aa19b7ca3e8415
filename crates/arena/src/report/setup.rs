//! What was asked for, so that it can be asked for again.

use super::{
    Report,
    markup::{Name, Text},
    page::section,
};
use crate::tournament::Venue;

pub(super) fn part(report: &Report<'_>) -> String {
    let facts: String = report
        .settings
        .facts(report.edition.venue)
        .into_iter()
        .chain([("Begun", report.edition.date.to_owned()), ("Program", format!("Outflank {}", report.edition.version))])
        .map(|(words, value)| format!("<div><dt>{words}</dt><dd>{}</dd></div>\n", Text(value)))
        .collect();
    let heading = match report.edition.venue {
        Venue::Folder => "What was run",
        Venue::Server => "Player",
    };
    let players: String = report
        .settings
        .players
        .iter()
        .enumerate()
        .map(|(number, player)| {
            format!(
                "<tr><td class=\"num\">{}</td><th scope=\"row\" class=\"name\">{}</th><td class=\"name\"><code>{}</code></td></tr>\n",
                number + 1,
                Name(&player.name),
                Text(&player.entrant)
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
        "The same settings and seed give the same tournament, as long as the bots decide the same.",
        &body,
    )
}
