use super::*;
use crate::log::secret::Secret;

fn created() -> Created {
    Created {
        title: "Class 7b".to_owned(),
        format: TournamentFormat::Swiss,
        games: 2,
        rounds: Some(5),
        challengers: 3,
        time: "5s/move".parse().unwrap(),
        variant: Variant::STANDARD,
        beginnings: OpeningSource::Lines { source: "the host".to_owned(), lines: vec!["f5d6".to_owned()] },
        seed: 7,
        code: "KITE-42".parse().unwrap(),
        host: Secret::random().hash(),
        concurrency: 4,
        grace_ms: 60_000,
        pace_ms: Some(250),
        course: false,
        listed: true,
    }
}

/// One event of each kind.
fn all() -> Vec<Event> {
    let (name, token) = ("Ann".to_owned(), Secret::random().hash());
    vec![
        Event::Created(Box::new(created())),
        Event::Joined { name: name.clone(), token },
        Event::Rejoined { name: name.clone(), token },
        Event::Added { name: "greedy".to_owned(), seat: "greedy".parse().unwrap() },
        Event::Left { name: name.clone(), kicked: false },
        Event::Left { name: name.clone(), kicked: true },
        Event::PlayerPaused { name: name.clone() },
        Event::PlayerResumed { name },
        Event::Started,
        Event::Dealt { number: 3, game: GameId::random() },
        Event::Ended { line: Box::new(LINE.parse().unwrap()) },
        Event::Paused,
        Event::Resumed,
        Event::Stopped,
        Event::Over,
    ]
}

const LINE: &str = r#"{"number":3,"name":"r01-0004","black":1,"white":0,"variant":"standard","opening":"f5d6","moves":"c3",
    "winner":"white","discs":{"black":0,"white":64},"reason":"absent",
    "foul":{"color":"black","verdict":"absent","detail":"","bytes":""},"asked":{"black":1,"white":0},
    "spent_us":{"black":1000,"white":0},"slowest_us":{"black":1000,"white":0},"times_ms":[1],"seed":9}"#;

#[test]
fn events_round_trip() {
    for event in all() {
        assert_eq!(Event::from_json(&event.to_json()).unwrap(), event);
    }
}

/// Existing logs must stay readable: never change these texts.
#[test]
fn the_first_logs_are_still_read() {
    let hash = "0".repeat(64);
    let created = format!(
        r#"{{"kind":"created","title":"Class 7b","form":"round-robin","games":2,"time":"5s/move","variant":"standard",
        "beginnings":"balanced","seed":7,"code":"KITE-42","host":"{hash}","tables":4,"grace_ms":60000,"listed":true}}"#
    );
    let Event::Created(created) = Event::from_json(&created).unwrap() else { panic!("it was created") };
    assert_eq!((created.plan(5).rounds, created.challengers, created.rounds), (1, 1, None));
    for stored in [
        format!(r#"{{"kind":"joined","name":"Ann","token":"{hash}"}}"#),
        format!(r#"{{"kind":"rejoined","name":"Ann","token":"{hash}"}}"#),
        r#"{"kind":"added","name":"level 5","seat":"level:5"}"#.to_owned(),
        r#"{"kind":"left","name":"Ann"}"#.to_owned(),
        r#"{"kind":"started"}"#.to_owned(),
        r#"{"kind":"dealt","number":0,"game":"abcdefghjkmn"}"#.to_owned(),
        format!(r#"{{"kind":"ended","line":{LINE}}}"#),
        r#"{"kind":"paused"}"#.to_owned(),
        r#"{"kind":"resumed"}"#.to_owned(),
        r#"{"kind":"stopped"}"#.to_owned(),
        r#"{"kind":"over"}"#.to_owned(),
    ] {
        Event::from_json(&stored).unwrap();
    }
}

#[test]
fn an_unreadable_event_is_quoted() {
    let error = Event::from_json(r#"{"kind":"exploded"}"#).unwrap_err().to_string();
    assert!(error.contains("exploded") && error.contains("newer version"), "{error}");
}
