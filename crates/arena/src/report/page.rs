//! The page as a whole.

use super::{TournamentReport, games, markup::Text, plot, results, setup, summary};

const STYLE: &str = include_str!("style.css");

/// Reload interval of a live page in seconds.
const REFRESH: u32 = 5;

/// The logo: the four discs of the start.
const LOGO: &str = concat!(
    r##"<svg class="sign" viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="9" fill="#17784e"/>"##,
    r##"<path d="M20 3v34M3 20h34" stroke="#0c4a30" stroke-width="1.5"/><g stroke="#0003">"##,
    r##"<circle cx="12" cy="12" r="6.4" fill="#fff"/><circle cx="28" cy="28" r="6.4" fill="#fff"/>"##,
    r##"<circle cx="28" cy="12" r="6.4" fill="#181818"/><circle cx="12" cy="28" r="6.4" fill="#181818"/></g></svg>"##,
);

pub(super) fn page(report: &TournamentReport<'_>) -> String {
    let title = Text(&report.settings.title);
    let refresh = if !report.edition.is_live {
        String::new()
    } else {
        format!("<meta http-equiv=\"refresh\" content=\"{REFRESH}\">\n")
    };
    let parts = [
        summary::part(report),
        results::standings(report),
        results::bracket(report),
        plot::ratings(report),
        results::crosstable(report),
        games::fouls(report),
        plot::times(report),
        games::games(report),
        setup::part(report),
    ];
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         {refresh}<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>{LOGO}<div><h1>{title}</h1><p>{subtitle}</p></div></header>\n{nav}<main>\n{parts}</main>\n\
         <footer>Made by Outflank {version} from the files beside this page; README.txt describes them.</footer>\n\
         </body>\n</html>\n",
        subtitle = summary::subtitle(report),
        nav = nav(&parts),
        parts = parts.concat(),
        version = Text(report.edition.version),
    )
}

/// Links to the sections.
fn nav(parts: &[String]) -> String {
    let places = [
        ("standings", "Standings"),
        ("bracket", "Bracket"),
        ("ratings", "Ratings"),
        ("crosstable", "Crosstable"),
        ("fouls", "Fouls"),
        ("time", "Time"),
        ("games", "Games"),
        ("settings", "Settings"),
    ];
    let is_there = |id: &str| parts.iter().any(|part| part.starts_with(&format!("<section id=\"{id}\"")));
    let links =
        places.iter().filter(|(id, _)| is_there(id)).map(|(id, words)| format!("<a href=\"#{id}\">{words}</a>"));
    format!("<nav>{}</nav>\n", links.collect::<String>())
}

/// A section with its heading.
pub(super) fn section(id: &str, heading: &str, lead: &str, body: &str) -> String {
    let lead = if lead.is_empty() { String::new() } else { format!("<p class=\"lead\">{lead}</p>\n") };
    format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{lead}{body}</section>\n")
}
