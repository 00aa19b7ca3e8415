//! All games with links to their records.

use outflank_rules::Color;

use super::{
    TournamentReport,
    markup::{Link, Name, Text},
    page::section,
    spoken,
    summary::counted,
};
use crate::journal::GameLine;

pub(super) fn part(report: &TournamentReport<'_>) -> String {
    // A page that reloads closes what its reader opened, so it opens the newest games.
    let has_games = |number: &u32| report.tournament.games_of(*number).next().is_some();
    let newest = report.tournament.rounds().map(|round| round.number).filter(has_games).max();
    let is_open = |number: u32| report.edition.is_live && newest == Some(number);
    let numbers = report.tournament.rounds().map(|round| round.number);
    let rounds: String = numbers.map(|number| round(report, number, is_open(number))).collect();
    let lead = "Discs are counted with the empty squares to the winner. A record opens in every program that reads its format, in <code>outflank \
                show</code> for one.";
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
    let byes =
        if byes.is_empty() { String::new() } else { format!("<p>Without an opponent: {}.</p>\n", byes.join(", ")) };
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
