//! Joining, and the commands of the host.

use outflank_arena::tournament::OpeningSource;

use super::*;

#[test]
fn a_class_joins_plays_and_comes_to_a_table() {
    let mut hall = Hall::new(r#"{"title":" Class  7b ","format":"round-robin","players":["level:3"],"concurrency":2}"#);
    assert_eq!((hall.contest.stage(), hall.names()), (Stage::Open, vec!["Level 3"]));
    hall.join("Ann", 1).unwrap();
    hall.join("Bob", 2).unwrap();
    hall.does(Command::Start).unwrap();
    assert_eq!(hall.contest.stage(), Stage::Playing);
    assert_eq!(hall.deal(), 1, "three can play one game at a time");
    hall.play_out();
    assert_eq!(hall.contest.stage(), Stage::Over);
    assert_eq!(hall.contest.tournament().unwrap().games().len(), 6);
    assert_eq!(hall.want(Command::Pause), Err(Refusal::Over));
}

#[test]
fn whoever_is_not_the_host_commands_nothing() {
    let mut hall = Hall::new("{}");
    hall.join("Ann", 1).unwrap();
    let seat = "greedy".parse().unwrap();
    for command in [
        Command::Start,
        Command::Stop,
        Command::Pause,
        Command::Resume,
        Command::Kick { name: "Ann".to_owned() },
        Command::Add { seat, name: None },
    ] {
        let refusal = hall.contest.decide(&[hash(1), hash(2)], command.clone(), |_| false).unwrap_err();
        assert_eq!(refusal, Refusal::NotHost, "{command:?}");
        assert!(refusal.to_string().contains("use the browser that created the tournament"), "{refusal}");
    }
}

#[test]
fn names_are_for_one_each_and_a_lost_one_is_taken_over() {
    let mut hall = Hall::new(r#"{"players":["greedy"]}"#);
    hall.join("Ann", 1).unwrap();
    assert_eq!(hall.join(" ANN ", 2), Err(Refusal::NameTaken("Ann".to_owned())));
    assert_eq!(hall.join("Greedy", 2), Err(Refusal::NameTaken("Greedy".to_owned())), "a level is never away");
    hall.join("ann", 1).unwrap();
    assert_eq!(hall.names(), ["Greedy", "ann"], "the same bot may write its name otherwise");
    hall.here.clear();
    hall.join("Ann", 2).unwrap();
    assert_eq!(hall.contest.entries()[1].token(), Some(hash(2)));
    assert_eq!(hall.names(), ["Greedy", "ann"], "it takes the place over, not only the name");
    hall.join("Bob", 2).unwrap();
    assert_eq!(hall.names(), ["Greedy", "Bob"]);
}

#[test]
fn who_was_sent_away_before_the_start_does_not_come_in_again() {
    let mut hall = Hall::new("{}");
    hall.join("Ann", 1).unwrap();
    hall.join("Bob", 2).unwrap();
    hall.does(Command::Kick { name: "ann".to_owned() }).unwrap();
    assert_eq!(hall.join("Ann", 1), Err(Refusal::Withdrawn("Ann".to_owned())));
    assert_eq!(hall.join("Zoe", 1), Err(Refusal::Withdrawn("Zoe".to_owned())), "under any name");
    hall.join("Bobby", 2).unwrap();
    hall.join("Ann", 3).unwrap();
    assert_eq!(hall.names(), ["Bobby", "Ann"], "the name is free, and a renamed bot counts as present");
    let again = LiveTournament::of_log(hall.contest.id(), &hall.log).unwrap();
    assert!(again.kicked.contains(&hash(1)) && again.kicked.len() == 1);
}

#[test]
fn a_place_changes_hands_only_so_often() {
    let mut hall = Hall::new("{}");
    hall.join("Ann", 0).unwrap();
    for number in 1..=MOST_RETURNS as usize {
        hall.here.clear();
        hall.join("Ann", number).unwrap();
    }
    hall.here.clear();
    assert_eq!(hall.join("Ann", 1000), Err(Refusal::ChangeLimit));
    hall.join("Ann", MOST_RETURNS as usize).unwrap();
    hall.join("Bob", 1000).unwrap();
}

#[test]
fn wrong_codes_empty_names_and_full_lists_are_refused_with_a_way_out() {
    let mut hall = Hall::new("{}");
    let other: Code = "KITE-43".parse().unwrap();
    let join = |code, name: &str, number| Command::Join { code, name: name.to_owned(), token: hash(number) };
    let rendered = |refusal: Refusal| (refusal.code(), refusal.to_string());
    let (word, text) = rendered(hall.want(join(other, "Ann", 1)).unwrap_err());
    assert_eq!(word, "unknown-code");
    assert!(text.contains("KITE-43") && text.contains("on its page"), "{text}");
    let (word, text) = rendered(hall.want(join(code(), "\u{200b}", 1)).unwrap_err());
    assert!(word == "no-name" && text.contains("1 to 32 visible characters"), "{text}");
    for number in 0..MOST_ENTRANTS {
        hall.join(&format!("bot {number}"), number).unwrap();
    }
    let (word, text) = rendered(hall.want(join(code(), "one more", 99)).unwrap_err());
    assert!(word == "full" && text.contains("64 entrants"), "{text}");
    hall.does(Command::Kick { name: "BOT 7".to_owned() }).unwrap();
    hall.join("one more", 99).unwrap();
    assert_eq!(hall.names().last(), Some(&"one more"));
}

#[test]
fn a_list_that_is_closed_stays_as_it_is() {
    let mut hall = Hall::new(r#"{"players":["greedy"]}"#);
    assert_eq!(hall.want(Command::Start).unwrap_err().code(), "bad-plan");
    assert_eq!(hall.want(Command::Pause), Err(Refusal::NotBegun));
    hall.join("Ann", 1).unwrap();
    hall.does(Command::Start).unwrap();
    assert_eq!(hall.want(Command::Start), Ok(Decided::Already));
    assert_eq!(hall.join("Bob", 2), Err(Refusal::Begun));
    assert_eq!(hall.want(Command::Add { seat: "random".parse().unwrap(), name: None }), Err(Refusal::Begun));
    hall.join("Another name", 1).unwrap();
    assert_eq!(hall.names(), ["Greedy", "Ann"], "a bot that comes back plays under its name in the list");
    assert_eq!(hall.want(Command::Leave { token: hash(1) }), Err(Refusal::Begun));
    assert_eq!(hall.want(Command::Leave { token: hash(9) }), Err(Refusal::NotJoined));
    hall.here.clear();
    hall.join("ann", 5).unwrap();
    assert_eq!(hall.contest.entries()[1].token(), Some(hash(5)), "from another laptop");
}

#[test]
fn a_pause_lets_no_game_begin_and_ends_none() {
    let mut hall = Hall::new(r#"{"players":["greedy","random","level:1","level:2"],"concurrency":1}"#);
    hall.does(Command::Start).unwrap();
    assert_eq!(hall.deal(), 1);
    hall.does(Command::Pause).unwrap();
    assert_eq!(hall.want(Command::Pause), Ok(Decided::Already));
    let number = hall.running()[0];
    hall.end(number);
    assert_eq!((hall.contest.deals(|_| 1).len(), hall.contest.stage()), (0, Stage::Paused));
    hall.does(Command::Resume).unwrap();
    assert_eq!((hall.want(Command::Resume), hall.deal()), (Ok(Decided::Already), 1));
}

#[test]
fn a_stop_keeps_what_was_played_and_nothing_comes_after_it() {
    let mut hall = Hall::new(r#"{"players":["greedy","random"]}"#);
    hall.does(Command::Start).unwrap();
    hall.deal();
    let number = hall.running()[0];
    hall.end(number);
    hall.deal();
    let line = hall.line(1);
    hall.does(Command::Stop).unwrap();
    assert_eq!((hall.contest.stage(), hall.running().len()), (Stage::Stopped, 0));
    assert_eq!(hall.contest.tournament().unwrap().games().len(), 1);
    assert!(hall.contest.apply(&Event::Ended { line: Box::new(line) }, 0).is_err());
    assert_eq!(hall.want(Command::Stop), Err(Refusal::Over));
    assert_eq!(hall.join("Ann", 1), Err(Refusal::Over));
}

#[test]
fn whoever_is_taken_out_loses_what_is_left_and_nobody_waits() {
    for form in forms() {
        let wish = format!(r#"{{"format":"{form}","players":["greedy","random","level:1"]}}"#);
        let mut hall = Hall::new(&wish);
        hall.join("Mallory", 1).unwrap();
        hall.join("Eve", 2).unwrap();
        hall.does(Command::Start).unwrap();
        hall.deal();
        for name in ["Mallory", "eve"] {
            hall.does(Command::Kick { name: name.to_owned() }).unwrap();
        }
        assert_eq!(hall.want(Command::Kick { name: "Eve".to_owned() }), Ok(Decided::Already));
        assert_eq!(hall.join("Mallory", 1), Err(Refusal::Withdrawn("Mallory".to_owned())));
        assert_eq!(hall.join("Mallory", 3), Err(Refusal::Withdrawn("Mallory".to_owned())));
        let gone = |hall: &Hall, number| {
            let pairing = hall.contest.tournament().unwrap().pairing(number).unwrap();
            hall.contest.missing(pairing).is_some()
        };
        assert!(hall.contest.deals(|_| 9).iter().all(|due| !gone(&hall, due.number)), "{form}");
        hall.play_out();
        assert_eq!(hall.contest.stage(), Stage::Over, "{form}");
        let tournament = hall.contest.tournament().unwrap();
        let awarded: Vec<_> = tournament.games().filter(|game| game.reason == "absent").collect();
        assert!(!awarded.is_empty() && awarded.iter().all(|game| game.moves.is_empty()), "{form}");
        let Some(mallory) = hall.contest.entrant_called("mallory") else { panic!("she stays in the list") };
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
    let mut hall = Hall::new(r#"{"players":["greedy","random"]}"#);
    hall.does(Command::Start).unwrap();
    hall.deal();
    let game = GameId::random();
    hall.happen(vec![Event::Dealt { number: 0, game }]);
    assert_eq!((hall.contest.game(0), hall.running()), (Some(game), vec![0]));
    hall.end(0);
    assert!(hall.contest.apply(&Event::Dealt { number: 0, game }, 0).is_err(), "but not when it was played");
    assert!(hall.contest.apply(&Event::Dealt { number: 99, game }, 0).is_err());
}

#[test]
fn nobody_plays_more_games_at_once_than_he_can() {
    let mut hall = Hall::new(r#"{"concurrency":8}"#);
    for number in 0..6 {
        hall.join(&format!("bot {number}"), number).unwrap();
    }
    hall.does(Command::Start).unwrap();
    assert_eq!(hall.contest.deals(|_| 0).len(), 0, "no entrant is free");
    assert_eq!(hall.contest.deals(|_| 9).len(), 8, "as many as may run at once");
    let two = hall.contest.deals(|_| 2);
    for entrant in 0..6 {
        let games = two.iter().filter(|due| due.pairing.black == entrant || due.pairing.white == entrant);
        assert!(games.count() <= 2);
    }
    hall.deal();
    assert_eq!(hall.contest.deals(|_| 1).len(), 0);
}

#[test]
fn a_log_does_not_grow_without_end() {
    let mut hall = Hall::new(r#"{"players":["greedy","random"]}"#);
    while hall.join("Ann", 1) != Err(Refusal::ChangeLimit) {
        hall.does(Command::Leave { token: hash(1) }).unwrap();
    }
    assert!(hall.log.len() <= MOST_CHANGES as usize + 2, "{}", hall.log.len());
    hall.does(Command::Start).unwrap();
    hall.does(Command::Pause).expect("the host has something left");
    hall.does(Command::Resume).unwrap();
    hall.play_out();
    assert_eq!(hall.contest.stage(), Stage::Over, "running games are finished");
}

#[test]
fn a_bot_takes_a_few_names_and_no_more() {
    let mut hall = Hall::new("{}");
    let names = (0..100).take_while(|number| hall.join(&format!("n{number}"), 1).is_ok()).count();
    assert!((2..20).contains(&names), "{names}");
    hall.join("Bob", 2).expect("others come in");
}

#[test]
fn wishes_that_cannot_be_fulfilled_say_which_part_and_why() {
    for (wish, words) in [
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
        let wish: NewTournament = serde_json::from_str(wish).unwrap();
        let error = wish.resolve(hash(1), code(), 7).unwrap_err().to_string();
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
    let mut hall = Hall::new(r#"{"games":100}"#);
    for number in 0..20 {
        hall.join(&format!("bot {number}"), number).unwrap();
    }
    let refusal = hall.want(Command::Start).unwrap_err();
    assert_eq!(refusal, Refusal::TooManyGames(19_000));
    assert!(refusal.to_string().contains("choose swiss"), "{refusal}");
}

#[test]
fn what_the_host_says_is_understood_or_quoted() {
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
fn on_other_boards_chance_plays_the_first_moves() {
    let openings = |wish: &str| Hall::new(wish).contest.created().beginnings.clone();
    assert_eq!(openings("{}"), OpeningSource::Balanced);
    assert_eq!(openings(r#"{"variant":"tiny","openings":"balanced"}"#), OpeningSource::Random(2));
    assert_eq!(openings(r#"{"variant":"tiny","openings":"none"}"#), OpeningSource::Start);
}
