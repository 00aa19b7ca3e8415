//! Joining, and the commands of the host.

use outflank_arena::tournament::OpeningSource;

use super::*;

#[test]
fn a_class_joins_plays_and_has_standings() {
    let mut test =
        TestTournament::new(r#"{"title":" Class  7b ","format":"round-robin","players":["level:3"],"concurrency":2}"#);
    assert_eq!((test.contest.stage(), test.names()), (Stage::Open, vec!["Level 3"]));
    test.join("Ann", 1).unwrap();
    test.join("Bob", 2).unwrap();
    test.does(Command::Start).unwrap();
    assert_eq!(test.contest.stage(), Stage::Playing);
    assert_eq!(test.deal(), 1, "three can play one game at a time");
    test.play_out();
    assert_eq!(test.contest.stage(), Stage::Over);
    assert_eq!(test.contest.tournament().unwrap().games().len(), 6);
    assert_eq!(test.want(Command::Pause), Err(Refusal::Over));
}

#[test]
fn only_the_host_can_command() {
    let mut test = TestTournament::new("{}");
    test.join("Ann", 1).unwrap();
    let seat = "greedy".parse().unwrap();
    for command in [
        Command::Start,
        Command::Stop,
        Command::Pause,
        Command::Resume,
        Command::Kick { name: "Ann".to_owned() },
        Command::Add { seat, name: None },
    ] {
        let refusal = test.contest.decide(&[hash(1), hash(2)], command.clone(), |_| false).unwrap_err();
        assert_eq!(refusal, Refusal::NotHost, "{command:?}");
        assert!(refusal.to_string().contains("use the browser that created the tournament"), "{refusal}");
    }
}

#[test]
fn names_are_unique_and_a_disconnected_one_can_be_taken_over() {
    let mut test = TestTournament::new(r#"{"players":["greedy"]}"#);
    test.join("Ann", 1).unwrap();
    assert_eq!(test.join(" ANN ", 2), Err(Refusal::NameTaken("Ann".to_owned())));
    assert_eq!(test.join("Greedy", 2), Err(Refusal::NameTaken("Greedy".to_owned())), "a level is never away");
    test.join("ann", 1).unwrap();
    assert_eq!(test.names(), ["Greedy", "ann"], "the same bot may write its name otherwise");
    test.here.clear();
    test.join("Ann", 2).unwrap();
    assert_eq!(test.contest.entries()[1].token(), Some(hash(2)));
    assert_eq!(test.names(), ["Greedy", "ann"], "it takes the place over, not only the name");
    test.join("Bob", 2).unwrap();
    assert_eq!(test.names(), ["Greedy", "Bob"]);
}

#[test]
fn a_bot_removed_before_the_start_cannot_rejoin() {
    let mut test = TestTournament::new("{}");
    test.join("Ann", 1).unwrap();
    test.join("Bob", 2).unwrap();
    test.does(Command::Kick { name: "ann".to_owned() }).unwrap();
    assert_eq!(test.join("Ann", 1), Err(Refusal::Withdrawn("Ann".to_owned())));
    assert_eq!(test.join("Zoe", 1), Err(Refusal::Withdrawn("Zoe".to_owned())), "under any name");
    test.join("Bobby", 2).unwrap();
    test.join("Ann", 3).unwrap();
    assert_eq!(test.names(), ["Bobby", "Ann"], "the name is free, and a renamed bot counts as present");
    let again = LiveTournament::of_log(test.contest.id(), &test.log).unwrap();
    assert!(again.kicked.contains(&hash(1)) && again.kicked.len() == 1);
}

#[test]
fn an_entry_can_be_taken_over_a_limited_number_of_times() {
    let mut test = TestTournament::new("{}");
    test.join("Ann", 0).unwrap();
    for number in 1..=MOST_RETURNS as usize {
        test.here.clear();
        test.join("Ann", number).unwrap();
    }
    test.here.clear();
    assert_eq!(test.join("Ann", 1000), Err(Refusal::ChangeLimit));
    test.join("Ann", MOST_RETURNS as usize).unwrap();
    test.join("Bob", 1000).unwrap();
}

#[test]
fn wrong_codes_empty_names_and_full_tournaments_are_refused() {
    let mut test = TestTournament::new("{}");
    let other: Code = "KITE-43".parse().unwrap();
    let join = |code, name: &str, number| Command::Join { code, name: name.to_owned(), token: hash(number) };
    let rendered = |refusal: Refusal| (refusal.code(), refusal.to_string());
    let (word, text) = rendered(test.want(join(other, "Ann", 1)).unwrap_err());
    assert_eq!(word, "unknown-code");
    assert!(text.contains("KITE-43") && text.contains("on its page"), "{text}");
    let (word, text) = rendered(test.want(join(code(), "\u{200b}", 1)).unwrap_err());
    assert!(word == "no-name" && text.contains("1 to 32 visible characters"), "{text}");
    for number in 0..MOST_ENTRANTS {
        test.join(&format!("bot {number}"), number).unwrap();
    }
    let (word, text) = rendered(test.want(join(code(), "one more", 99)).unwrap_err());
    assert!(word == "full" && text.contains("64 entrants"), "{text}");
    test.does(Command::Kick { name: "BOT 7".to_owned() }).unwrap();
    test.join("one more", 99).unwrap();
    assert_eq!(test.names().last(), Some(&"one more"));
}

#[test]
fn entrants_cannot_change_after_the_start() {
    let mut test = TestTournament::new(r#"{"players":["greedy"]}"#);
    assert_eq!(test.want(Command::Start).unwrap_err().code(), "bad-plan");
    assert_eq!(test.want(Command::Pause), Err(Refusal::NotBegun));
    test.join("Ann", 1).unwrap();
    test.does(Command::Start).unwrap();
    assert_eq!(test.want(Command::Start), Ok(Decided::Already));
    assert_eq!(test.join("Bob", 2), Err(Refusal::Begun));
    assert_eq!(test.want(Command::Add { seat: "random".parse().unwrap(), name: None }), Err(Refusal::Begun));
    test.join("Another name", 1).unwrap();
    assert_eq!(test.names(), ["Greedy", "Ann"], "a bot that comes back plays under its name in the list");
    assert_eq!(test.want(Command::Leave { token: hash(1) }), Err(Refusal::Begun));
    assert_eq!(test.want(Command::Leave { token: hash(9) }), Err(Refusal::NotJoined));
    test.here.clear();
    test.join("ann", 5).unwrap();
    assert_eq!(test.contest.entries()[1].token(), Some(hash(5)), "from another laptop");
}

#[test]
fn a_pause_starts_no_game_and_ends_none() {
    let mut test = TestTournament::new(r#"{"players":["greedy","random","level:1","level:2"],"concurrency":1}"#);
    test.does(Command::Start).unwrap();
    assert_eq!(test.deal(), 1);
    test.does(Command::Pause).unwrap();
    assert_eq!(test.want(Command::Pause), Ok(Decided::Already));
    let number = test.running()[0];
    test.end(number);
    assert_eq!((test.contest.deals(|_| 1).len(), test.contest.stage()), (0, Stage::Paused));
    test.does(Command::Resume).unwrap();
    assert_eq!((test.want(Command::Resume), test.deal()), (Ok(Decided::Already), 1));
}

#[test]
fn a_stop_keeps_the_results_and_is_final() {
    let mut test = TestTournament::new(r#"{"players":["greedy","random"]}"#);
    test.does(Command::Start).unwrap();
    test.deal();
    let number = test.running()[0];
    test.end(number);
    test.deal();
    let line = test.line(1);
    test.does(Command::Stop).unwrap();
    assert_eq!((test.contest.stage(), test.running().len()), (Stage::Stopped, 0));
    assert_eq!(test.contest.tournament().unwrap().games().len(), 1);
    assert!(test.contest.apply(&Event::Ended { line: Box::new(line) }, 0).is_err());
    assert_eq!(test.want(Command::Stop), Err(Refusal::Over));
    assert_eq!(test.join("Ann", 1), Err(Refusal::Over));
}

#[test]
fn a_removed_entrant_forfeits_its_remaining_games() {
    for form in forms() {
        let request = format!(r#"{{"format":"{form}","players":["greedy","random","level:1"]}}"#);
        let mut test = TestTournament::new(&request);
        test.join("Mallory", 1).unwrap();
        test.join("Eve", 2).unwrap();
        test.does(Command::Start).unwrap();
        test.deal();
        for name in ["Mallory", "eve"] {
            test.does(Command::Kick { name: name.to_owned() }).unwrap();
        }
        assert_eq!(test.want(Command::Kick { name: "Eve".to_owned() }), Ok(Decided::Already));
        assert_eq!(test.join("Mallory", 1), Err(Refusal::Withdrawn("Mallory".to_owned())));
        assert_eq!(test.join("Mallory", 3), Err(Refusal::Withdrawn("Mallory".to_owned())));
        let gone = |test: &TestTournament, number| {
            let pairing = test.contest.tournament().unwrap().pairing(number).unwrap();
            test.contest.missing(pairing).is_some()
        };
        assert!(test.contest.deals(|_| 9).iter().all(|due| !gone(&test, due.number)), "{form}");
        test.play_out();
        assert_eq!(test.contest.stage(), Stage::Over, "{form}");
        let tournament = test.contest.tournament().unwrap();
        let awarded: Vec<_> = tournament.games().filter(|game| game.reason == "absent").collect();
        assert!(!awarded.is_empty() && awarded.iter().all(|game| game.moves.is_empty()), "{form}");
        let Some(mallory) = test.contest.entrant_called("mallory") else { panic!("she stays in the list") };
        assert!(
            awarded
                .iter()
                .filter(|game| game.black == mallory || game.white == mallory)
                .all(|game| game.foul.is_some())
        );
    }
}

#[test]
fn a_game_that_was_lost_is_dealt_again() {
    let mut test = TestTournament::new(r#"{"players":["greedy","random"]}"#);
    test.does(Command::Start).unwrap();
    test.deal();
    let game = GameId::random();
    test.happen(vec![Event::Dealt { number: 0, game }]);
    assert_eq!((test.contest.game(0), test.running()), (Some(game), vec![0]));
    test.end(0);
    assert!(test.contest.apply(&Event::Dealt { number: 0, game }, 0).is_err(), "but not when it was played");
    assert!(test.contest.apply(&Event::Dealt { number: 99, game }, 0).is_err());
}

#[test]
fn no_entrant_exceeds_its_number_of_games() {
    let mut test = TestTournament::new(r#"{"concurrency":8}"#);
    for number in 0..6 {
        test.join(&format!("bot {number}"), number).unwrap();
    }
    test.does(Command::Start).unwrap();
    assert_eq!(test.contest.deals(|_| 0).len(), 0, "no entrant is free");
    assert_eq!(test.contest.deals(|_| 9).len(), 8, "as many as may run at once");
    let two = test.contest.deals(|_| 2);
    for entrant in 0..6 {
        let games = two.iter().filter(|due| due.pairing.black == entrant || due.pairing.white == entrant);
        assert!(games.count() <= 2);
    }
    test.deal();
    assert_eq!(test.contest.deals(|_| 1).len(), 0);
}

#[test]
fn the_log_of_a_tournament_is_bounded() {
    let mut test = TestTournament::new(r#"{"players":["greedy","random"]}"#);
    while test.join("Ann", 1) != Err(Refusal::ChangeLimit) {
        test.does(Command::Leave { token: hash(1) }).unwrap();
    }
    assert!(test.log.len() <= MOST_CHANGES as usize + 2, "{}", test.log.len());
    test.does(Command::Start).unwrap();
    test.does(Command::Pause).expect("the host has something left");
    test.does(Command::Resume).unwrap();
    test.play_out();
    assert_eq!(test.contest.stage(), Stage::Over, "running games are finished");
}

#[test]
fn a_bot_can_use_a_limited_number_of_names() {
    let mut test = TestTournament::new("{}");
    let names = (0..100).take_while(|number| test.join(&format!("n{number}"), 1).is_ok()).count();
    assert!((2..20).contains(&names), "{names}");
    test.join("Bob", 2).expect("others come in");
}

#[test]
fn invalid_requests_name_the_field_and_the_reason() {
    for (request, words) in [
        (r#"{"format":"cup"}"#, "format: \"cup\" is not a tournament format: write round-robin"),
        (r#"{"format":"knockout","rounds":3}"#, "rounds: a knockout plays as many as it needs"),
        (r#"{"games":0}"#, "games: 0 cannot be: write 1 to 100"),
        (r#"{"rounds":101}"#, "rounds: 101 cannot be"),
        (r#"{"concurrency":65}"#, "concurrency: 65 cannot be: write 1 to 64"),
        (r#"{"grace":9999}"#, "grace: 9999 cannot be"),
        (r#"{"pace":-0.5}"#, "pace: -0.5 is out of range; write 0 to 10 seconds"),
        (r#"{"pace":1e300}"#, "pace: 1e300 is out of range; write 0 to 10 seconds"),
        (r#"{"time":"none"}"#, "time: \"none\" is not a time: write"),
        (r#"{"variant":"nine"}"#, "variant: "),
        (r#"{"openings":"f5d6\nf5f5"}"#, "openings: not an opening; write balanced, none, or"),
        (r#"{"players":["human"]}"#, "players: \"human\" cannot be added; write a built-in bot"),
        (r#"{"players":["./bot x"]}"#, "players: "),
    ] {
        let request: NewTournament = serde_json::from_str(request).unwrap();
        let error = request.resolve(hash(1), code(), 7).unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
    }
    assert!(serde_json::from_str::<NewTournament>(r#"{"colour":1}"#).unwrap_err().to_string().contains("colour"));
}

#[test]
fn old_names_of_settings_are_read() {
    let created = |request: &str| {
        let request: NewTournament = serde_json::from_str(request).unwrap();
        let Event::Created(created) = request.resolve(hash(1), code(), 7).unwrap().remove(0) else {
            panic!("no start")
        };
        (created.format, created.concurrency)
    };
    let old = created(r#"{"form":"knock-out","tables":3}"#);
    assert_eq!(old, (TournamentFormat::KnockOut, 3));
    assert_eq!(old, created(r#"{"format":"knockout","concurrency":3}"#));
}

#[test]
fn too_many_games_are_refused_before_they_are_begun() {
    let mut test = TestTournament::new(r#"{"games":100}"#);
    for number in 0..20 {
        test.join(&format!("bot {number}"), number).unwrap();
    }
    let refusal = test.want(Command::Start).unwrap_err();
    assert_eq!(refusal, Refusal::TooManyGames(19_000));
    assert!(refusal.to_string().contains("choose swiss"), "{refusal}");
}

#[test]
fn commands_of_the_host_are_parsed_or_quoted() {
    let add = Command::parse(r#"{"type":"add","player":"level:5"}"#).unwrap();
    assert_eq!(add, Command::Add { seat: "level:5".parse().unwrap(), name: None });
    for (word, command) in
        [("start", Command::Start), ("pause", Command::Pause), ("resume", Command::Resume), ("stop", Command::Stop)]
    {
        assert_eq!(Command::parse(&format!(r#"{{"type":"{word}"}}"#)).unwrap(), command);
    }
    for wrong in ["", "null", r#"{"type":"join"}"#, r#"{"type":"add","player":"gredy"}"#, r#"{"type":"kick"}"#] {
        let error = Command::parse(wrong).unwrap_err().to_string();
        assert!(error.contains("is not a command") && error.contains("send {\"type\":\"start\"}"), "{error}");
    }
    assert!(Command::parse(&" ".repeat(5000)).unwrap_err().to_string().contains("4,096"));
}

#[test]
fn other_boards_start_with_random_openings() {
    let openings = |request: &str| TestTournament::new(request).contest.created().beginnings.clone();
    assert_eq!(openings("{}"), OpeningSource::Balanced);
    assert_eq!(openings(r#"{"variant":"tiny","openings":"balanced"}"#), OpeningSource::Random(2));
    assert_eq!(openings(r#"{"variant":"tiny","openings":"none"}"#), OpeningSource::Start);
}
