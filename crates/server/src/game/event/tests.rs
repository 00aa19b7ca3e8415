use super::*;

fn created() -> Created {
    Created {
        variant: "six+anti+white-first".parse().unwrap(),
        line: Vec::new(),
        seats: Sides { black: Seat::Human, white: "level:5".parse().unwrap() },
        secrets: Sides { black: Some(crate::log::secret::Secret::random().hash()), white: None },
        time: Some("3m+2s".parse().unwrap()),
        clock_waits: false,
        seed: 7,
        listed: true,
        previous: None,
        terms: BotGameTerms::default(),
    }
}

fn terms() -> BotGameTerms {
    let bots = Sides { black: None, white: Some(crate::log::secret::Secret::random().hash()) };
    let missed = Sides { black: false, white: true };
    BotGameTerms {
        bots,
        held: true,
        grace_ms: 30_000,
        missed,
        forfeits: true,
        tournament: Some(GameId::random()),
        pace_ms: 250,
    }
}

fn info() -> Info {
    Info { text: "a corner".to_owned(), line: vec!["a1".to_owned()], depth: Some(8), ..Info::default() }
}

/// One event of each kind.
fn all() -> Vec<Event> {
    let color = Color::White;
    vec![
        Event::Created(Box::new(created())),
        Event::Created(Box::new(Created { terms: terms(), clock_waits: true, ..created() })),
        Event::Started,
        Event::TurnForfeited { color, text: "late".to_owned() },
        Event::Fouled(Foul {
            color,
            verdict: Verdict::IllegalMove,
            got: "a1\\n".to_owned(),
            text: "flips nothing".to_owned(),
        }),
        Event::Lost { color },
        Event::Found { color },
        Event::Seated {
            color,
            name: Some("Ann".to_owned()),
            holder: crate::log::secret::Secret::random().hash(),
            spent: true,
        },
        Event::Moved { color, square: "a1".parse().unwrap(), ms: 12, late: 0, info: None },
        Event::Moved { color, square: "a1".parse().unwrap(), ms: 12, late: 30, info: Some(Box::new(info())) },
        Event::Passed { color },
        Event::TakebackAsked { color },
        Event::TakebackDeclined { color },
        Event::TakenBack { ply: 3 },
        Event::Flagged { color },
        Event::Resigned { color },
        Event::Claimed { color },
        Event::Over,
        Event::RematchOffered { color },
        Event::RematchDeclined { color },
        Event::Rematched { game: GameId::random() },
        Event::Resumed,
    ]
}

#[test]
fn events_round_trip() {
    for event in all() {
        assert_eq!(Event::from_json(&event.to_json()).unwrap(), event);
    }
}

/// Existing logs must stay readable: never change this text.
#[test]
fn the_first_logs_are_still_read() {
    let stored = r#"{"kind":"created","variant":"standard","line":"f5 d6","seats":{"black":"human","white":"greedy"},
        "secrets":{"black":"0000000000000000000000000000000000000000000000000000000000000000","white":null},
        "time":"10s/move","seed":1,"listed":false}"#;
    let Event::Created(created) = Event::from_json(stored).unwrap() else { panic!("it was created") };
    assert_eq!(created.game().unwrap().ply(), 2);
    assert_eq!(created.seats.white.to_string(), "greedy");
}

#[test]
fn old_names_of_verdicts_are_still_read() {
    for (old, verdict) in [("untellable", Verdict::UnsupportedGame), ("half-line", Verdict::UnterminatedLine)] {
        let stored = format!(r#"{{"kind":"fouled","color":"white","verdict":"{old}","got":"","text":""}}"#);
        let Event::Fouled(foul) = Event::from_json(&stored).unwrap() else { panic!("a foul is stored") };
        assert_eq!(foul.verdict, verdict);
    }
}

#[test]
fn a_game_without_bots_is_stored_as_ever() {
    let stored = Event::Created(Box::new(created())).to_json();
    assert!(!stored.contains("terms"), "{stored}");
}

#[test]
fn an_unreadable_event_is_quoted() {
    let error = Event::from_json(r#"{"kind":"exploded"}"#).unwrap_err().to_string();
    assert!(error.contains("exploded") && error.contains("newer version"), "{error}");
}
