//! The summary at the top.

use super::{
    TournamentReport,
    markup::{Halves, Name, Text},
    plot::signed,
    spoken,
};
use crate::tournament::{StandingsRow, TournamentFormat};

/// The line below the title.
pub(super) fn subtitle(report: &TournamentReport<'_>) -> String {
    let plan = report.tournament.plan();
    let (played, total) = (report.tournament.games().len(), report.tournament.total());
    let state = if report.tournament.is_over() {
        format!("{played} games")
    } else {
        format!("<strong>{played} of {total} games</strong>")
    };
    let rounds = report.tournament.plan().schedule().rounds();
    let rounds = if plan.format == TournamentFormat::Gauntlet {
        String::new()
    } else {
        format!(" · {}", counted(rounds, "round"))
    };
    let format = Text(plan.format.words());
    format!("{format} of {} bots{rounds} · {state} · {}", plan.entrants, Text(report.edition.date))
}

pub(super) fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// The first three places and some figures.
pub(super) fn part(report: &TournamentReport<'_>) -> String {
    // Places mean nothing in a gauntlet: the challengers played more games than the others.
    let podium = if report.tournament.plan().format == TournamentFormat::Gauntlet { 0 } else { 3 };
    let heads: String = report.table.iter().take(podium).map(|place| head(report, place)).collect();
    let figures: String = figures(report)
        .into_iter()
        .map(|(value, words)| format!("<div><dt>{words}</dt><dd>{value}</dd></div>\n"))
        .collect();
    format!(
        "<section class=\"top\">\n<ol class=\"heads\">\n{heads}</ol>\n<dl class=\"figures\">\n{figures}</dl>\n</section>\n"
    )
}

fn head(report: &TournamentReport<'_>, place: &StandingsRow) -> String {
    let standing = &place.standing;
    let rating =
        report.rating(place.entrant()).map(|elo| format!(" · {} Elo", signed(elo.value.0))).unwrap_or_default();
    format!(
        "<li class=\"p{0}\"><span class=\"medal\">{0}</span><span class=\"who\">{1}</span><span class=\"what\">{2} of {3} points{rating}</span></li>\n",
        standing.place,
        Name(report.name(place.entrant())),
        Halves(standing.points),
        standing.games + standing.byes * report.tournament.plan().games,
    )
}

fn figures(report: &TournamentReport<'_>) -> Vec<(String, &'static str)> {
    let games: Vec<_> = report.tournament.games().collect();
    let black: f64 = games
        .iter()
        .map(|game| match game.winner {
            Some(outflank_rules::Color::Black) => 1.0,
            Some(outflank_rules::Color::White) => 0.0,
            None => 0.5,
        })
        .sum();
    let fouls = games.iter().filter(|game| game.foul.is_some()).count();
    let thought: u64 = games.iter().map(|game| game.spent_us.black + game.spent_us.white).sum();
    let draws = games.iter().filter(|game| game.winner.is_none()).count();
    vec![
        (games.len().to_string(), "games played"),
        (
            if games.is_empty() { "–".to_owned() } else { format!("{:.0} %", 100.0 * black / games.len() as f64) },
            "of the points to Black",
        ),
        (draws.to_string(), "draws"),
        (fouls.to_string(), "games ended by a foul"),
        (spoken(std::time::Duration::from_micros(thought)), "of thinking in total"),
    ]
}
