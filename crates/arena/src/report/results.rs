//! The results: standings, the bracket of a knockout, and the crosstable.

use super::{
    TournamentReport,
    markup::{Halves, Name, Text},
    page::section,
    plot::signed,
    spoken,
};
use crate::{
    schedule::{EntrantId, KnockOut, Pairing, Round, Schedule, TieBreak},
    stat::Points,
    tournament::{Cell, StandingsRow, TournamentFormat},
};

pub(super) fn standings(report: &TournamentReport<'_>) -> String {
    let tie_breaks: String =
        report.tie_breaks.iter().map(|tie_break| format!("<th scope=\"col\">{}</th>", heading(tie_break))).collect();
    let rows: String = report.table.iter().map(|place| standings_row(report, place)).collect();
    let has_byes = report.table.iter().any(|place| place.standing.byes > 0);
    let byes = if has_byes { " A bye counts as a win, but not as a game." } else { "" };
    let lead = match report.tournament.plan().format {
        TournamentFormat::KnockOut => {
            format!("Players are ranked by the round they reached; those eliminated in the same round share a place. A win is one point, a draw half a point.{byes}")
        }
        TournamentFormat::Gauntlet => {
            "A win is one point, a draw half a point. Only pairings with a challenger were played: compare players by rating, not by points or place."
                .to_owned()
        }
        _ => format!("A win is one point, a draw half a point. Ties are broken by {}.{byes}", order(report)),
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
        TieBreak::Direct => "their direct games".to_owned(),
        TieBreak::Brightwell(rule) => {
            format!(
                "the Brightwell quotient (discs, and {} for each point of the opponent in each pairing)",
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

fn standings_row(report: &TournamentReport<'_>, place: &StandingsRow) -> String {
    let (standing, stats) = (&place.standing, &place.stats);
    let tie_breaks: String = standing.tie_breaks.iter().map(|value| format!("<td>{}</td>", Text(value))).collect();
    let rating = report.rating(place.entrant()).map_or_else(
        || "–".to_owned(),
        |elo| format!("{} <small>±{:.0}</small>", signed(elo.value.0), (elo.high.0 - elo.low.0) / 2.0),
    );
    let fouls = match stats.all_fouls() {
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
        stats.colors.black,
        stats.colors.white,
        if stats.time.moves == 0 { "–".to_owned() } else { spoken(stats.time.mean()) },
    )
}

/// Wins, draws and losses as a bar with numbers.
fn bar(place: &StandingsRow) -> String {
    let stats = &place.stats;
    let games = f64::from((stats.wins + stats.draws + stats.losses).max(1));
    let parts = [("won", stats.wins), ("drawn", stats.draws), ("lost", stats.losses)];
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
        stats.wins, stats.draws, stats.losses
    )
}

pub(super) fn bracket(report: &TournamentReport<'_>) -> String {
    let Schedule::KnockOut(cup) = report.tournament.plan().schedule() else { return String::new() };
    let rounds: String = report.tournament.rounds().map(|round| column(report, &cup, round)).collect();
    let lead = "Equal points are decided by discs, then by the order of the list. The losers of the semifinals play for third place.";
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
        1 => "Semifinals".to_owned(),
        2 => "Quarterfinals".to_owned(),
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
    let pairings = round.pairings.iter().enumerate().map(|(place, pairing)| {
        // The game for third place comes after the final.
        let is_third = to_go == 0 && place == 1;
        let words = if is_third { "<small>for third place</small>" } else { "" };
        let item = format!("<li>{words}{}</li>\n", self::pairing(report, round.number, *pairing));
        (if is_third { usize::MAX } else { pairing.entrants().iter().map(slot).min().unwrap_or_default() }, item)
    });
    let mut items: Vec<(usize, String)> = pairings.chain(byes).collect();
    items.sort_by_key(|(slot, _)| *slot);
    let items: String = items.into_iter().map(|(_, item)| item).collect();
    format!("<div><h3>{heading}</h3><ol>\n{items}</ol></div>\n")
}

fn pairing(report: &TournamentReport<'_>, round: u32, pairing: Pairing) -> String {
    let winner = report.tournament.winner(round, pairing);
    let points = |entrant| -> Points { report.tournament.points_in(round, pairing, entrant) };
    let is_tied = winner.is_some() && points(pairing.first) == points(pairing.second);
    pairing
        .entrants()
        .into_iter()
        .map(|entrant| {
            let discs = report.tournament.discs_in(round, pairing, entrant);
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

/// Above this many columns the crosstable is dense.
const MAX_LOOSE_COLUMNS: usize = 20;

pub(super) fn crosstable(report: &TournamentReport<'_>) -> String {
    let numbers: String = (1..=report.table.len()).map(|number| format!("<th scope=\"col\">{number}</th>")).collect();
    let rows: String = (0..report.table.len()).map(|row| crosstable_row(report, row)).collect();
    let has_byes = report.table.iter().any(|place| place.standing.byes > 0);
    let byes = if has_byes { " The last column includes points from byes." } else { "" };
    let lead = format!(
        "Points of the bot in the row against the one in the column, both in the order of the standings. \
         <span class=\"key won\">blue</span> more than half, <span class=\"key lost\">orange</span> less.{byes}"
    );
    let class = if report.table.len() > MAX_LOOSE_COLUMNS { "cross dense" } else { "cross" };
    let body = format!(
        "<div class=\"scroll\"><table class=\"{class}\">\n<thead><tr><th scope=\"col\" class=\"num\">Row</th><th scope=\"col\" class=\"name\">Bot</th>\
         {numbers}<th scope=\"col\">Points</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    );
    section("crosstable", "Crosstable", &lead, &body)
}

fn crosstable_row(report: &TournamentReport<'_>, row: usize) -> String {
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
