use serde_json::Value;

use super::{
    super::{tests::live_game, *},
    *,
};
use crate::log::secret::Secret;

const NOW: u64 = 5000;

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn hash(number: u8) -> SecretHash {
    format!("{number:064x}").parse::<Secret>().unwrap().hash()
}

/// Two bots and a built-in bot; one bot is not connected.
fn contest(is_started: bool) -> LiveTournament {
    let request: NewTournament = serde_json::from_str(r#"{"players":["level:2"],"seed":3,"time":"1m+1s"}"#).unwrap();
    let mut events = request.resolve(hash(0), "KITE-42".parse().unwrap(), 7).unwrap();
    let Event::Created(created) = events.remove(0) else { panic!("it is created first") };
    let mut contest = LiveTournament::new("abcdefghjkmn".parse().unwrap(), *created, 1000);
    events.extend(
        [("Ann", 1), ("Bob", 2)].map(|(name, token)| Event::Joined { name: name.to_owned(), token: hash(token) }),
    );
    events.extend(is_started.then_some(Event::Started));
    events.iter().for_each(|event| contest.apply(event, 2000).unwrap());
    contest
}

fn shown(contest: &LiveTournament) -> Value {
    value(&snapshot(contest, &Viewer { is_host: true, is_here: &|token| token == hash(1), now: NOW }))
}

#[test]
fn before_the_start_the_view_has_entrants_and_code() {
    let view = shown(&contest(false));
    assert_eq!((&view["status"], &view["code"], &view["host"]), (&"open".into(), &"KITE-42".into(), &true.into()));
    assert_eq!(
        view["entrants"][0],
        value(
            r#"{"name":"Level 2","kind":"level","player":"level:2","connected":null,"here":null,"withdrawn":false,"paused":false}"#,
        )
    );
    assert_eq!(
        view["entrants"][1],
        value(
            r#"{"name":"Ann","kind":"bot","player":"bot","connected":true,"here":true,"withdrawn":false,"paused":false}"#,
        )
    );
    assert_eq!(view["entrants"][2]["connected"], false);
    assert_eq!(view["progress"], value(r#"{"played":0,"total":6,"running":0,"round":null,"rounds":3}"#));
    assert_eq!((&view["standings"], &view["started"]), (&value("[]"), &Value::Null));
    assert_eq!((&view["terms"]["time"], &view["terms"]["format"]), (&"1m+1s".into(), &"round-robin".into()));
}

#[test]
fn games_of_a_course_wait_for_players_who_are_gone() {
    let mut created = contest(false).created().clone();
    assert_eq!(shown(&contest(true))["waiting"], value(r#"{"games":0,"entrants":[]}"#), "bots are not waited for");
    created.course = true;
    let mut contest = LiveTournament::new("abcdefghjkmn".parse().unwrap(), created, 1000);
    let joined = |name: &str, token| Event::Joined { name: name.to_owned(), token: hash(token) };
    for event in [joined("Ann", 1), joined("Bob", 2), joined("Cleo", 3)] {
        contest.apply(&event, 2000).unwrap();
    }
    assert_eq!(shown(&contest)["waiting"], value(r#"{"games":0,"entrants":[]}"#), "nothing waits before the start");
    contest.apply(&Event::Started, 2000).unwrap();
    let view = shown(&contest);
    assert_eq!((&view["progress"]["total"], &view["terms"]["course"]), (&6.into(), &true.into()));
    assert_eq!(view["waiting"], value(r#"{"games":6,"entrants":[1,2]}"#), "only Ann is here");
    let viewer = Viewer { is_host: false, is_here: &|token| token != hash(3), now: NOW };
    assert_eq!(value(&snapshot(&contest, &viewer))["waiting"], value(r#"{"games":4,"entrants":[2]}"#));
    contest.apply(&Event::Paused, 2000).unwrap();
    assert_eq!(shown(&contest)["waiting"]["games"], 0, "the host has paused all games");
}

#[test]
fn no_view_contains_a_hash() {
    let contest = contest(true);
    let texts = [
        snapshot(&contest, &Viewer { is_host: true, is_here: &|_| true, now: NOW }),
        summary(&contest),
        round(&contest, 1).unwrap(),
        boards(&contest, [], NOW),
    ];
    for text in texts {
        for number in 0..3 {
            assert!(!text.contains(&hash(number).to_string()), "{text}");
        }
    }
}

#[test]
fn results_appear_in_the_table_the_crosstable_and_the_round() {
    let mut contest = contest(true);
    let due = contest.deals(|_| 9);
    let setting = contest.setting();
    let game = GameId::random();
    contest.apply(&Event::Dealt { number: 0, game }, 3000).unwrap();
    let fixture = setting.fixture(&due[0]);
    let table = live_game(&fixture, Some("5s/move"));
    let shown_boards = value(&boards(&contest, [(0, &table)], NOW));
    assert_eq!(shown_boards["games"][0]["black"], due[0].pairing.black);
    assert_eq!((&shown_boards["featured"], &shown_boards["games"][0]["round"]), (&0.into(), &1.into()));
    assert_eq!(shown_boards["games"][0]["board"].as_str().map(str::len), Some(64));

    let mut over = table.clone();
    let color = outflank_rules::Color::White;
    over.apply(&crate::game::event::Event::Flagged { color }, 4000).unwrap();
    over.apply(&crate::game::event::Event::Over, 4000).unwrap();
    let line = game_line(fixture, &over).unwrap();
    contest.apply(&Event::Ended { line: Box::new(line) }, 4000).unwrap();

    let view = shown(&contest);
    let (winner, loser) = (due[0].pairing.black, due[0].pairing.white);
    assert_eq!((&view["standings"][0]["entrant"], &view["standings"][0]["points"]), (&winner.into(), &1.0.into()));
    let last = view["standings"].as_array().unwrap().iter().find(|line| line["entrant"] == loser).unwrap();
    assert_eq!(last["fouls"], value(r#"{"hung":1}"#));
    let rating = &view["standings"][0]["rating"];
    assert!(rating["low"].as_f64() < rating["value"].as_f64() && rating["value"].as_f64() < rating["high"].as_f64());
    assert_eq!(view["crosstable"][0].as_array().unwrap().iter().filter(|cell| !cell.is_null()).count(), 1);
    assert_eq!(view["tieBreaks"], value(r#"["brightwell","buchholz","discs"]"#));
    assert_eq!((&view["progress"]["played"], &view["progress"]["running"]), (&1.into(), &0.into()));
    let foul = &view["fouls"][0];
    assert_eq!(
        (&foul["entrant"], &foul["verdict"], &foul["detail"]),
        (&loser.into(), &"hung".into(), &"its time ran out".into())
    );
    let round = value(&super::round(&contest, 1).unwrap());
    let played = &round["meetings"][0]["games"][0];
    assert_eq!((&played["game"], &played["result"]["winner"]), (&game.to_string().into(), &"black".into()));
    assert!(round["meetings"][0]["games"][1]["result"].is_null());
    assert_eq!(super::round(&contest, 9), None);
    assert_eq!(value(&summary(&contest))["first"][0], contest.entries()[winner].name.as_str());
}
