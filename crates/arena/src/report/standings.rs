//! The standings.

use super::{
    TournamentReport,
    markup::{Halves, Name, Text},
    page::section,
    plot::signed,
    spoken,
};
use crate::{
    schedule::TieBreak,
    tournament::{StandingsRow, TournamentFormat},
};

pub(super) fn part(report: &TournamentReport<'_>) -> String {
    let tie_breaks: String =
        report.tie_breaks.iter().map(|tie_break| format!("<th scope=\"col\">{}</th>", heading(tie_break))).collect();
    let rows: String = report.table.iter().map(|place| row(report, place)).collect();
    let has_byes = report.table.iter().any(|place| place.standing.byes > 0);
    let byes = if has_byes { " A round without an opponent counts as won, and is not among the games." } else { "" };
    let lead = match report.tournament.plan().format {
        TournamentFormat::KnockOut => {
            format!("Those stand first who came farthest; who went out in the same round shares a place. A win is one point, a draw half of one.{byes}")
        }
        TournamentFormat::Gauntlet => {
            "A win is one point, a draw half of one. Challengers met all others, and those nobody but them: ratings compare them, points and places do not."
                .to_owned()
        }
        _ => format!("A win is one point, a draw half of one. Equal points are told apart by {}.{byes}", order(report)),
    };
    let body = format!(
        "<div class=\"scroll\"><table class=\"standings\">\n<thead><tr><th scope=\"col\" class=\"num\">#</th><th scope=\"col\" class=\"name\">Bot</th>\
         <th scope=\"col\">Points</th><th scope=\"col\">Games</th><th scope=\"col\" class=\"wdl\">Won, drawn, lost</th>{tie_breaks}\
         <th scope=\"col\">Rating</th><th scope=\"col\">Fouls</th><th scope=\"col\">Black / White</th><th scope=\"col\">A move</th></tr></thead>\n\
         <tbody>\n{rows}</tbody></table></div>\n"
    );
    section("standings", "Standings", &lead, &body)
}

fn order(report: &TournamentReport<'_>) -> String {
    let words: Vec<String> = report.tie_breaks.iter().map(words).collect();
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{}, then {last}", before.join(", then ")),
        _ => words.concat(),
    }
}

fn words(tie_break: &TieBreak) -> String {
    match tie_break {
        TieBreak::Direct => "their meetings".to_owned(),
        TieBreak::Brightwell(rule) => {
            format!(
                "the Brightwell quotient (discs, and {} for each point of the opponent of each meeting)",
                rule.discs_per_point
            )
        }
        TieBreak::Buchholz => "the points of all opponents (Buchholz)".to_owned(),
        TieBreak::Discs => "discs".to_owned(),
    }
}

fn heading(tie_break: &TieBreak) -> &'static str {
    match tie_break {
        TieBreak::Direct => "Direct",
        TieBreak::Brightwell(_) => "<abbr title=\"Brightwell quotient\">BQ</abbr>",
        TieBreak::Buchholz => "<abbr title=\"Buchholz: the points of all opponents\">Buch.</abbr>",
        TieBreak::Discs => "Discs",
    }
}

fn row(report: &TournamentReport<'_>, place: &StandingsRow) -> String {
    let (standing, conduct) = (&place.standing, &place.conduct);
    let tie_breaks: String = standing.tie_breaks.iter().map(|value| format!("<td>{}</td>", Text(value))).collect();
    let rating = report.rating(place.entrant()).map_or_else(
        || "–".to_owned(),
        |elo| format!("{} <small>±{:.0}</small>", signed(elo.value.0), (elo.high.0 - elo.low.0) / 2.0),
    );
    let fouls = match conduct.all_fouls() {
        0 => "<span class=\"none\">0</span>".to_owned(),
        count => format!("<a class=\"bad\" href=\"#fouls-{}\">{count}</a>", place.entrant()),
    };
    format!(
        "<tr><td class=\"num\">{}</td><th scope=\"row\" class=\"name\">{}</th><td class=\"points\">{}</td><td>{}</td><td class=\"wdl\">{}</td>{tie_breaks}\
         <td>{rating}</td><td>{fouls}</td><td>{} / {}</td><td>{}</td></tr>\n",
        standing.place,
        Name(report.name(place.entrant())),
        Halves(standing.points),
        standing.games,
        bar(place),
        conduct.colors.black,
        conduct.colors.white,
        if conduct.time.moves == 0 { "–".to_owned() } else { spoken(conduct.time.mean()) },
    )
}

/// Wins, draws and losses as a bar with numbers.
fn bar(place: &StandingsRow) -> String {
    let conduct = &place.conduct;
    let games = f64::from((conduct.wins + conduct.draws + conduct.losses).max(1));
    let parts = [("won", conduct.wins), ("drawn", conduct.draws), ("lost", conduct.losses)];
    let mut from = 0.0;
    let rects: String = parts
        .iter()
        .map(|(class, count)| {
            let wide = 100.0 * f64::from(*count) / games;
            let rect = format!("<rect class=\"{class}\" x=\"{from:.2}%\" width=\"{wide:.2}%\" height=\"8\"/>");
            from += wide;
            rect
        })
        .collect();
    format!(
        "<svg class=\"bar\" width=\"90\" height=\"8\" aria-hidden=\"true\">{rects}</svg><span class=\"count\">{} · {} · {}</span>",
        conduct.wins, conduct.draws, conduct.losses
    )
}
