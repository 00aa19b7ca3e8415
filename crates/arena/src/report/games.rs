//! The games: fouls with the bytes that prove them, and all games with links to their records.

use outflank_rules::Color;

use super::{
    TournamentReport,
    markup::{Link, Name, Text},
    page::section,
    spoken,
    summary::counted,
};
use crate::{
    Verdict,
    journal::GameLine,
    tournament::{FoulCount, StandingsRow, Venue},
};

pub(super) fn fouls(report: &TournamentReport<'_>) -> String {
    let mut guilty: Vec<&StandingsRow> = report.table.iter().filter(|place| place.stats.all_fouls() > 0).collect();
    guilty.sort_by_key(|place| std::cmp::Reverse(place.stats.all_fouls()));
    if guilty.is_empty() {
        return section("fouls", "Fouls", "", "<p>No fouls: all games were played by the rules and in time.</p>\n");
    }
    let cards: String = guilty.into_iter().map(|place| card(report, place)).collect();
    let log = if report.edition.venue == Venue::Folder { "; the log has all messages" } else { "" };
    let lead = format!(
        "Games lost by a foul, with one example each. The bytes are exactly those that the bot wrote, with \
         escapes such as <code>\\n</code> and <code>\\x1b</code>{log}."
    );
    section("fouls", "Fouls", &lead, &format!("<div class=\"cards\">\n{cards}</div>\n"))
}

fn card(report: &TournamentReport<'_>, place: &StandingsRow) -> String {
    let items: String = place.stats.fouls.iter().map(|(verdict, foul)| item(report, *verdict, *foul)).collect();
    let games = place.stats.wins + place.stats.draws + place.stats.losses;
    format!(
        "<article id=\"fouls-{}\"><h3>{} <small>{} in {}</small></h3>\n<ul>\n{items}</ul></article>\n",
        place.entrant(),
        Name(report.name(place.entrant())),
        counted(place.stats.all_fouls() as usize, "foul"),
        counted(games as usize, "game")
    )
}

fn item(report: &TournamentReport<'_>, verdict: Verdict, foul: FoulCount) -> String {
    let Some(game) = report.tournament.games().find(|game| game.number == foul.first) else { return String::new() };
    let foul_line = game.foul.as_ref();
    let detail = foul_line.map_or("", |foul_line| &foul_line.detail);
    let detail = if detail.is_empty() { String::new() } else { format!("<p>{}</p>", Text(detail)) };
    let bytes = foul_line.map_or("", |foul_line| &foul_line.bytes);
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

pub(super) fn games(report: &TournamentReport<'_>) -> String {
    // A page that reloads closes what its reader opened, so it opens the newest games.
    let has_games = |number: &u32| report.tournament.games_of(*number).next().is_some();
    let newest = report.tournament.rounds().map(|round| round.number).filter(has_games).max();
    let is_open = |number: u32| report.edition.is_live && newest == Some(number);
    let numbers = report.tournament.rounds().map(|round| round.number);
    let rounds: String = numbers.map(|number| round(report, number, is_open(number))).collect();
    let lead = "Empty squares count for the winner. Records open in every program that reads their format, such as <code>outflank show</code>.";
    section("games", "Games", lead, &rounds)
}

fn round(report: &TournamentReport<'_>, number: u32, is_open: bool) -> String {
    let games: Vec<&GameLine> = report.tournament.games_of(number).collect();
    if games.is_empty() {
        return String::new();
    }
    let rows: String = games.iter().map(|game| row(report, game)).collect();
    let byes: Vec<String> = report
        .tournament
        .rounds()
        .filter(|round| round.number == number)
        .flat_map(|round| &round.byes)
        .map(|entrant| Name(report.name(entrant.0)).to_string())
        .collect();
    let byes = if byes.is_empty() { String::new() } else { format!("<p>Byes: {}.</p>\n", byes.join(", ")) };
    format!(
        "<details{}><summary>Round {number} <small>{}</small></summary>\n{byes}<div class=\"scroll\"><table class=\"games\">\n<thead><tr><th scope=\"col\">Game</th>\
         <th scope=\"col\" class=\"name\">Black</th><th scope=\"col\">Discs</th><th scope=\"col\" class=\"name\">White</th><th scope=\"col\" class=\"name\">Ended</th>\
         <th scope=\"col\">Thinking</th><th scope=\"col\">Files</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div></details>\n",
        if is_open { " open" } else { "" },
        counted(games.len(), "game")
    )
}

fn row(report: &TournamentReport<'_>, game: &GameLine) -> String {
    let player = |entrant: usize, color: Color| {
        let class = if game.winner == Some(color) { "name winner" } else { "name" };
        format!("<td class=\"{class}\">{}</td>", Name(report.name(entrant)))
    };
    let ended = match &game.foul {
        Some(foul) => format!("<span class=\"verdict\">{}</span> by {}", foul.verdict, foul.color),
        None => Text(&game.reason).to_string(),
    };
    let log = report.log(game).map(|path| format!(" <a href=\"{}\">log</a>", Link(&path))).unwrap_or_default();
    format!(
        "<tr><td>{}</td>{}<td class=\"discs\">{}–{}</td>{}<td class=\"name\">{ended}</td><td>{}</td><td class=\"files\"><a href=\"{}\">record</a>{log}</td></tr>\n",
        game.number + 1,
        player(game.black, Color::Black),
        game.discs.black,
        game.discs.white,
        player(game.white, Color::White),
        spoken(std::time::Duration::from_micros(game.spent_us.black + game.spent_us.white)),
        Link(&report.record_name(game))
    )
}
