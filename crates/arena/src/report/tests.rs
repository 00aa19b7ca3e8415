use outflank_rules::{Color, Variant};

use super::*;
use crate::{
    Verdict,
    journal::FoulLine,
    tournament::{OpeningSource, Plan, RosterEntry, TournamentFormat, tests::imagined},
};

const EDITION: Edition<'static> =
    Edition { version: "0.1.0", date: "2026-11-15", is_live: false, venue: Venue::Folder, origin: None, programs: &[] };

const HOSTILE: [&str; 5] =
    ["<script>alert(1)</script>", "\"onmouseover='x'", "=1+1,\u{202e}evil", "../../&amp;", "-1+1"];

fn settings(format: TournamentFormat, entrants: usize) -> TournamentSettings {
    let players = (0..entrants).map(|number| RosterEntry {
        name: HOSTILE.get(number).map_or_else(|| format!("bot {number}"), |name| (*name).to_owned()),
        entrant: "json:python3 \"bot\".py <x>".to_owned(),
    });
    TournamentSettings {
        title: "The <class> of 2026".to_owned(),
        plan: Plan::new(format, entrants, 7),
        players: players.collect(),
        variant: Variant::STANDARD,
        time: "5s/move".parse().ok(),
        openings: OpeningSource::Balanced,
        memory: None,
        keep: false,
    }
}

/// Every entrant loses to those listed before it; the last commits a foul in each game with Black.
fn played(settings: &TournamentSettings) -> Tournament {
    let mut tournament = Tournament::new(settings.plan.clone());
    let last = settings.players.len() - 1;
    while let Some(pending) = tournament.pending().first() {
        let mut line = imagined(pending, |entrant| -3 * (entrant as i64));
        if pending.pairing.black == last {
            line.reason = "garbage".to_owned();
            let bytes = "</pre><b>\\x00\"".to_owned();
            line.foul =
                Some(FoulLine { color: Color::Black, verdict: Verdict::Garbage, detail: "<i>".to_owned(), bytes });
        }
        tournament.enter(line).unwrap();
    }
    tournament
}

#[test]
fn the_page_is_well_formed_and_escapes_foreign_text() {
    for format in TournamentFormat::ALL {
        let settings = settings(format, 9);
        let tournament = played(&settings);
        let page = TournamentReport::new(&settings, &tournament, EDITION).html();
        for outside in ["<script", "alert(1)</", "<i>", "<b>\\x00", "<x>", "<class>", "\u{202e}", "onmouseover='"] {
            assert!(!page.contains(outside), "{format}: {outside}");
        }
        assert!(
            page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && page.contains("&lt;/pre&gt;&lt;b&gt;\\x00&quot;")
        );
        for tag in [
            "section", "table", "tbody", "tr", "td", "th", "div", "svg", "span", "details", "ol", "li", "article",
            "bdi", "a",
        ] {
            let (open, close) = (
                page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count(),
                page.matches(&format!("</{tag}>")).count(),
            );
            assert_eq!(open, close, "{format}: {tag}");
        }
        assert!(!page.contains("http-equiv=\"refresh\""), "nothing more will come");
        assert!(!page.contains("://"), "nothing comes from elsewhere");
    }
}

#[test]
fn links_lead_to_files_in_the_folder() {
    let settings = settings(TournamentFormat::RoundRobin, 5);
    let tournament = played(&settings);
    let report = TournamentReport::new(&settings, &tournament, EDITION);
    let page = report.html();
    for game in tournament.games() {
        let record = report.record_name(game);
        assert!(record.starts_with("games/") && !record.contains("..") && record.ends_with(".ggf"), "{record}");
        assert!(page.contains(&format!("href=\"{record}\"")), "{record}");
    }
}

#[test]
fn a_server_page_has_no_logs_and_no_command_lines() {
    let settings = settings(TournamentFormat::RoundRobin, 5);
    let tournament = played(&settings);
    let here = TournamentReport::new(&settings, &tournament, EDITION).html();
    let there = TournamentReport::new(&settings, &tournament, Edition { venue: Venue::Server, ..EDITION }).html();
    for word in ["logs/", ">Programs<", ">Memory<", "Command line", "the log has all messages"] {
        assert!(here.contains(word) && !there.contains(word), "{word}");
    }
}

#[test]
fn the_combined_file_has_all_records() {
    let settings = settings(TournamentFormat::RoundRobin, 3);
    let tournament = played(&settings);
    let report = TournamentReport::new(&settings, &tournament, EDITION);
    let (name, text) = report.records();
    assert_eq!((name.as_str(), text.matches("(;GM[").count()), ("games.ggf", tournament.games().len()));
    let first = tournament.game(0).unwrap();
    assert!(text.starts_with(&report.record(first)));
}

#[test]
fn a_live_page_reloads_itself() {
    let settings = settings(TournamentFormat::Swiss, 5);
    let mut tournament = Tournament::new(settings.plan.clone());
    for _ in 0..2 {
        let page = TournamentReport::new(&settings, &tournament, Edition { is_live: true, ..EDITION }).html();
        assert!(page.contains("http-equiv=\"refresh\"") && page.contains("games</strong>"));
        assert_eq!(page.matches("<details open>").count(), usize::from(tournament.games().len() > 0));
        tournament.enter(imagined(&tournament.pending()[0], |_| 0)).unwrap();
    }
    assert!(!TournamentReport::new(&settings, &tournament, EDITION).html().contains("<details open>"));
}

#[test]
fn gauntlets_have_no_podium_and_ties_show_discs() {
    let page = |format| {
        let settings = settings(format, 4);
        let mut tournament = Tournament::new(settings.plan.clone());
        while let Some(pending) = tournament.pending().first() {
            // Black wins every game, by a larger margin the lower its number.
            let line =
                imagined(pending, |entrant| if entrant == pending.pairing.black { 20 - 2 * entrant as i64 } else { 0 });
            tournament.enter(line).unwrap();
        }
        TournamentReport::new(&settings, &tournament, EDITION).html()
    };
    assert!(
        page(TournamentFormat::RoundRobin).contains("class=\"medal\"")
            && !page(TournamentFormat::Gauntlet).contains("class=\"medal\"")
    );
    let cup = page(TournamentFormat::KnockOut);
    assert!(cup.contains(" discs</small></b>") && cup.contains("play for third place"), "{cup}");
}

#[test]
fn csv_with_non_ascii_text_has_a_byte_order_mark() {
    let mut settings = settings(TournamentFormat::RoundRobin, 3);
    settings.players.iter_mut().for_each(|player| player.name = "Jo".to_owned());
    let tournament = played(&settings);
    assert!(csv::standings(&TournamentReport::new(&settings, &tournament, EDITION)).starts_with("place,"));
    settings.players[0].name = "Jürgen".to_owned();
    assert!(csv::standings(&TournamentReport::new(&settings, &tournament, EDITION)).starts_with("\u{feff}place,"));
}

/// The cells of a table, read according to the standard.
fn cells(sheet: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let mut chars = sheet.chars().peekable();
    let mut is_quoted = false;
    while let Some(c) = chars.next() {
        let line = lines.last_mut().unwrap();
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => line.last_mut().unwrap().push(chars.next().unwrap()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => line.push(String::new()),
            '\r' if !is_quoted && chars.peek() == Some(&'\n') => {
                chars.next();
                lines.push(vec![String::new()]);
            }
            _ => line.last_mut().unwrap().push(c),
        }
    }
    assert_eq!(lines.pop(), Some(vec![String::new()]), "the last line has an end");
    lines
}

#[test]
fn csv_rows_have_equal_lengths() {
    let settings = settings(TournamentFormat::Swiss, 7);
    let tournament = played(&settings);
    let report = TournamentReport::new(&settings, &tournament, EDITION);
    let tables = [
        (csv::standings(&report), 7),
        (csv::cross_table(&report), 7),
        (csv::games(&report), tournament.games().len()),
        (csv::ratings(&report), 7),
    ];
    for (table, lines) in tables {
        let cells = cells(&table);
        assert_eq!(cells.len(), lines + 1, "{table}");
        assert!(cells.iter().all(|line| line.len() == cells[0].len()), "{table}");
        assert!(cells.iter().flatten().any(|cell| cell == HOSTILE[0]), "{table}");
        assert!(cells.iter().flatten().all(|cell| !cell.starts_with(['=', '@', '+']) && cell != HOSTILE[4]), "{table}");
    }
    assert!(csv::standings(&report).contains(",garbage "), "{}", csv::standings(&report));
}

#[test]
fn only_comparable_players_have_a_rating_in_the_table() {
    let settings = settings(TournamentFormat::Swiss, 7);
    let mut tournament = Tournament::new(settings.plan.clone());
    let rated = |tournament: &Tournament| -> Vec<usize> {
        let report = TournamentReport::new(&settings, tournament, EDITION);
        (0..7).filter(|entrant| report.rating(*entrant).is_some()).collect()
    };
    assert!(rated(&tournament).is_empty(), "nobody has played");
    // In the first round each couple is its own group.
    for _ in 0..6 {
        tournament.enter(imagined(&tournament.pending()[0], |entrant| -(entrant as i64))).unwrap();
        assert!(rated(&tournament).is_empty());
    }
    assert!(!csv::ratings(&TournamentReport::new(&settings, &tournament, EDITION)).contains(",0.0,0.0,0.0,"));
    let over = played(&settings);
    assert_eq!(rated(&over), (0..7).collect::<Vec<_>>());
}
