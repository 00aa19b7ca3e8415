use outflank_arena::Sides;
use serde_json::Value;

use super::*;
use crate::{
    game::{Command, HeldSeats, LiveGame, event::Event},
    log::{id::GameId, secret::Secret},
};

const NOBODY: Presence = Presence { seats: Sides { black: ABSENT, white: ABSENT }, watchers: 0 };
const ABSENT: Attendance = Attendance { connected: false, claimable_at: None };

fn made(request: &str) -> Result<LiveGame, BadNewGame> {
    let new_game: NewGame = serde_json::from_str(request).unwrap();
    let draft = new_game.resolve(Secret::random().hash(), 7)?;
    let mut game = LiveGame::new(GameId::random(), draft.created, 1000).unwrap();
    for event in &draft.seated {
        game.apply(event, 1000).unwrap();
    }
    Ok(game)
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_snapshot_has_all_that_a_page_needs_to_show_the_game() {
    let game = made(r#"{"white":"level:5","time":"5m+3s","name":" Ann\n"}"#).unwrap();
    let asker = Asker { held: HeldSeats(Sides { black: true, white: false }), ..Asker::default() };
    let view = parsed(&snapshot(&game, asker, &NOBODY, 3000));
    assert_eq!(view["type"], "state");
    assert_eq!(view["start"], view["board"]);
    assert_eq!(view["board"], format!("{}---OX------XO---{}", "-".repeat(24), "-".repeat(24)));
    assert_eq!(view["legal"][0], parsed(r#"{"square":"d3","flips":["d4"]}"#));
    assert_eq!(view["you"], parsed(r#"["black"]"#));
    assert_eq!(view["clock"], parsed(r#"{"control":"5m+3s","black":300000,"white":300000,"running":null}"#));
    assert_eq!(
        view["seats"]["black"],
        parsed(r#"{"kind":"human","player":"human","name":"Ann","title":"Ann","taken":true}"#)
    );
    assert_eq!(view["seats"]["white"]["level"], 5);
    assert_eq!((&view["status"], &view["turn"], &view["hints"]), (&"playing".into(), &"black".into(), &true.into()));
}

#[test]
fn an_event_message_has_the_changed_state() {
    let mut game = made("{}").unwrap();
    let moved = Event::Moved { color: Color::Black, square: "d3".parse().unwrap(), ms: 900, late: 0, info: None };
    game.apply(&moved, 1900).unwrap();
    let message = parsed(&event(&moved, &game));
    let expected = r#"{"kind":"moved","ply":1,"color":"black","move":"d3","flips":["d4"],"ms":900}"#;
    assert_eq!(message["event"], parsed(expected));
    assert_eq!((&message["version"], &message["now"]), (&3.into(), &1900.into()));
    assert_eq!((&message["state"]["turn"], &message["state"]["counts"]["black"]), (&"white".into(), &4.into()));
}

#[test]
fn no_view_contains_a_hash() {
    let game = made("{}").unwrap();
    let Some(holder) = game.all_holders().pop() else { panic!("a seat is taken") };
    let seated = Event::Seated { color: Color::Black, name: None, holder, spent: false };
    let texts = [snapshot(&game, Asker::default(), &NOBODY, 1000), event(&seated, &game), summary(&game)];
    for text in texts {
        assert!(!text.contains(&holder.to_string()), "{text}");
        assert!(!text.contains("secret"), "{text}");
    }
}

#[test]
fn holes_are_shown_and_cannot_be_played() {
    let game = made(r#"{"variant":"octagon"}"#).unwrap();
    assert!(board(&game.game().position()).starts_with("##----##"));
}

#[test]
fn all_commands_are_parsed() {
    let command = |text| Incoming::parse(text).unwrap().command;
    assert_eq!(command(r#"{"type":"resign"}"#), Command::Resign);
    assert_eq!(command(r#"{"type":"takeback"}"#), Command::TakeBack);
    assert_eq!(command(r#"{"type":"takeback","answer":false}"#), Command::AnswerTakeback(false));
    assert_eq!(command(r#"{"type":"rematch","answer":false}"#), Command::DeclineRematch);
    assert_eq!(command(r#"{"type":"claim","more":[1]}"#), Command::Claim);
    let hello = Hello::parse(r#"{"type":"hello","after":12}"#).unwrap();
    assert_eq!((hello.after, hello.secret.is_none()), (Some(12), true));
}

#[test]
fn invalid_messages_are_quoted() {
    let long = format!(r#"{{"type":"resign","id":"{}"}}"#, "x".repeat(33));
    for (text, words) in [
        ("", "\"\" is not a valid message"),
        ("null", "is not a valid message"),
        (r#"{"type":"fly"}"#, "unknown variant `fly`"),
        (r#"{"type":"move","ply":0,"square":"z9"}"#, "z9"),
        (r#"{"type":"move","ply":-1,"square":"d3"}"#, "is not a valid message"),
        (r#"{"type":"hello"}"#, "once"),
        (long.as_str(), "32 bytes"),
    ] {
        let error = Incoming::parse(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    assert!(Hello::parse(r#"{"type":"resign"}"#).unwrap_err().to_string().contains("hello"));
}

#[test]
fn a_secret_is_never_quoted() {
    let hello = Hello::parse(r#"{"type":"hello","secret":"abcdef"}"#).unwrap();
    let error = hello.secret.unwrap().unwrap_err().to_string();
    assert!(error.contains("hexadecimal") && !error.contains("abcdef"), "{error}");
}

#[test]
fn requests_for_games_are_parsed() {
    let seats = |request: &str| {
        let game = made(request).unwrap();
        Color::ALL.map(|color| game.seat(color).to_string())
    };
    assert_eq!(seats("{}"), ["human", FRIENDLY]);
    assert_eq!(seats(r#"{"you":"white"}"#), [FRIENDLY, "human"]);
    assert_eq!(seats(r#"{"you":"both"}"#), ["human", "human"]);
    assert_eq!(seats(r#"{"you":"white","black":"level:5"}"#), ["level:5", "human"]);
    assert_eq!(seats(r#"{"you":"white","white":"human"}"#), [FRIENDLY, "human"]);
    assert_eq!(seats(r#"{"white":"human"}"#), ["human", "human"]);
    assert_eq!(seats(r#"{"you":"none","black":"greedy","white":"random"}"#), ["greedy", "random"]);
    let later = made(r#"{"from":"f5d6c3d3c4"}"#).unwrap();
    assert_eq!((later.game().ply(), later.turn()), (5, Some(Color::White)));
    let six = made(r#"{"variant":"six","first":"white"}"#).unwrap();
    assert_eq!(six.turn(), Some(Color::White));
}

#[test]
fn invalid_requests_name_the_field_and_the_reason() {
    for (request, words) in [
        (r#"{"black":"gredy"}"#, "black: \"gredy\" is not a player of this server; write human"),
        (r#"{"black":"gtp:/bin/sh -c x"}"#, "black: \"gtp:/bin/sh -c x\" is a program, which only the operator"),
        (r#"{"variant":"nine"}"#, "variant: "),
        (r#"{"time":"soon"}"#, "time: "),
        (r#"{"first":"me"}"#, "first: "),
        (r#"{"you":"me"}"#, "you: write black, white, both or none"),
        (r#"{"you":"white","white":"level:3"}"#, "you: you take white, but white is level:3; write"),
        (r#"{"you":"both","black":"greedy"}"#, "you: you take black, but black is greedy; write"),
        (r#"{"from":"f5f5"}"#, "from: "),
        (r#"{"from":"?"}"#, "from: "),
    ] {
        let error = made(request).unwrap_err().to_string();
        assert!(error.starts_with(words), "{request}: {error}");
    }
}
