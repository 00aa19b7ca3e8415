//! The fouls of each bot, with the bytes that prove them.

use super::{
    TournamentReport,
    markup::{Link, Name, Text},
    page::section,
    summary::counted,
};
use crate::{
    Verdict,
    tournament::{FoulCount, StandingsRow, Venue},
};

pub(super) fn part(report: &TournamentReport<'_>) -> String {
    let mut guilty: Vec<&StandingsRow> = report.table.iter().filter(|place| place.conduct.all_fouls() > 0).collect();
    guilty.sort_by_key(|place| std::cmp::Reverse(place.conduct.all_fouls()));
    if guilty.is_empty() {
        return section(
            "fouls",
            "Fouls",
            "",
            "<p>Nobody did anything wrong: all games were played by the rules and in time.</p>\n",
        );
    }
    let cards: String = guilty.into_iter().map(|place| card(report, place)).collect();
    let log = if report.edition.venue == Venue::Folder { "; the log has the whole conversation" } else { "" };
    let lead = format!(
        "Games that were lost by something else than play, with one example each. The bytes are exactly those that the bot wrote, with \
         escapes such as <code>\\n</code> and <code>\\x1b</code>{log}."
    );
    section("fouls", "Fouls", &lead, &format!("<div class=\"cards\">\n{cards}</div>\n"))
}

fn card(report: &TournamentReport<'_>, place: &StandingsRow) -> String {
    let items: String = place.conduct.fouls.iter().map(|(verdict, foul)| item(report, *verdict, *foul)).collect();
    let games = place.conduct.wins + place.conduct.draws + place.conduct.losses;
    format!(
        "<article id=\"fouls-{}\"><h3>{} <small>{} in {}</small></h3>\n<ul>\n{items}</ul></article>\n",
        place.entrant(),
        Name(report.name(place.entrant())),
        counted(place.conduct.all_fouls() as usize, "foul"),
        counted(games as usize, "game")
    )
}

fn item(report: &TournamentReport<'_>, verdict: Verdict, foul: FoulCount) -> String {
    let Some(game) = report.tournament.games().find(|game| game.number == foul.first) else { return String::new() };
    let told = game.foul.as_ref();
    let detail = told.map_or("", |told| &told.detail);
    let detail = if detail.is_empty() { String::new() } else { format!("<p>{}</p>", Text(detail)) };
    let bytes = told.map_or("", |told| &told.bytes);
    let bytes = if bytes.is_empty() { String::new() } else { format!("<pre><code>{}</code></pre>", Text(bytes)) };
    let log = report.log(game).map(|path| format!(", <a href=\"{}\">log</a>", Link(&path))).unwrap_or_default();
    format!(
        "<li><strong>{}×</strong> <span class=\"verdict\">{verdict}</span> {} <small>(game {}: <a href=\"{}\">record</a>{log})</small>{detail}{bytes}</li>\n",
        foul.count,
        verdict.words(),
        game.number + 1,
        Link(&report.record_name(game))
    )
}
