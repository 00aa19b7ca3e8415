//! Tournaments of the server: requests for new ones, commands of the host, join codes, and logs.

use outflank_server::{
    log::{Logged, id::GameId, secret::Secret},
    tournament::{
        Code, Command, Event, Export, LiveTournament, NewTournament,
        view::{self, Viewer},
    },
};
use serde_json::Value;

use crate::words::round_trips;

/// Whatever a text is read as, it is refused with a reason, or can be stored, folded and shown.
pub fn tournament(text: &str) {
    round_trips::<Code>(text);
    if let Err(refused) = Command::parse(text) {
        assert!(!refused.to_string().is_empty());
    }
    log(text);
    let Ok(request) = serde_json::from_str::<NewTournament>(text) else { return };
    let host = "11".repeat(32).parse::<Secret>().expect("a secret").hash();
    match request.resolve(host, "KITE-42".parse().expect("a code"), 7) {
        Ok(events) => {
            let log: Vec<String> = events.iter().map(Event::to_json).collect();
            is_shown(&LiveTournament::of_log(id(), &logged(&log)).expect("a valid request makes a tournament"));
        }
        Err(refused) => assert!(!refused.to_string().is_empty()),
    }
}

/// Reads a log with one event per line.
fn log(text: &str) {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for line in &lines {
        if let Ok(event) = Event::from_json(line) {
            assert_eq!(Event::from_json(&event.to_json()).expect("what was written is read"), event);
        }
    }
    if let Ok(tournament) = LiveTournament::of_log(id(), &logged(&lines)) {
        is_shown(&tournament);
    }
}

fn logged(lines: &[String]) -> Vec<Logged> {
    (1..).zip(lines).map(|(version, event)| Logged { version, at: 1000 * version, event: event.clone() }).collect()
}

fn id() -> GameId {
    "aaaaaaaaaaaa".parse().expect("a name")
}

fn is_shown(tournament: &LiveTournament) {
    let viewer = Viewer { is_host: false, is_here: &|_| true, now: 1 };
    let texts = [view::snapshot(tournament, &viewer), view::summary(tournament), view::boards(tournament, [], 1)];
    for text in texts.into_iter().chain(view::round(tournament, 1)) {
        serde_json::from_str::<Value>(&text).expect("JSON");
    }
    if let Some(export) = Export::new(tournament) {
        assert!(export.file("report.html").is_some() && export.file("standings.csv").is_some());
    }
}
