use outflank_arena::Sides;
use outflank_rules::Color;
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;

use super::*;
use crate::{
    engine::pool::{Client, PoolConfig},
    game::{BotCommand, Command, Entered, Refusal, Requester, wire::NewGame},
    log::{
        Aggregate, Append, EventStore, GameStatus, MemoryStore, Shaky,
        secret::{Secret, SecretHash},
    },
};

/// Rooms over a store that outlives them.
fn rooms_on(store: &Arc<MemoryStore>) -> Rooms {
    rooms_at(Timekeeper::start(), store)
}

/// Rooms with another time or store.
fn rooms_at(time: Timekeeper, store: &Arc<impl EventStore>) -> Rooms {
    let pool = Arc::new(Pool::new(&PoolConfig { workers: 2, hash_bytes: 1 << 20, ..PoolConfig::default() }));
    let store = Arc::clone(store) as Arc<dyn EventStore>;
    Rooms::at(time, EventLog::new(store, Arc::default()), pool, RoomSettings::default())
}

/// A game, and requesters who hold one seat each.
async fn game(rooms: &Rooms, request: &str) -> (Room, Sides<Requester>) {
    let request: NewGame = serde_json::from_str(request).unwrap();
    let draft = request.resolve(Secret::random().hash(), 1).unwrap();
    let visitor = |color: Color| Requester {
        known: draft.secrets[color].as_ref().map(Secret::hash).into_iter().collect(),
        ..Requester::default()
    };
    (rooms.create(&draft, None).await.unwrap(), Sides::of(visitor))
}

fn place(ply: usize, square: &str) -> Command {
    Command::Place { ply, square: square.parse().unwrap() }
}

/// The next message that is an event.
async fn next_event(entered: &mut Entered) -> Value {
    loop {
        let notice = entered.notices.recv().await.unwrap();
        if notice.version > 0 {
            return serde_json::from_str(&notice.text).unwrap();
        }
    }
}

/// Waits until a condition holds.
async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let wait = async {
        while !is_so().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait).await.expect(what);
}

#[tokio::test]
async fn a_person_moves_and_the_computer_answers() {
    let rooms = rooms_on(&Arc::default());
    let (room, who) = game(&rooms, r#"{"white":"greedy"}"#).await;
    let mut entered = room.enter(&who.black, None).await.unwrap();
    assert!(entered.first[0].contains(r#""type":"state""#));
    let version = room.command(&who.black, place(0, "d3")).await.unwrap();
    let mine = next_event(&mut entered).await;
    assert_eq!((&mine["version"], &mine["event"]["move"]), (&version.into(), &"d3".into()));
    let answer = next_event(&mut entered).await;
    assert_eq!((&answer["event"]["kind"], &answer["event"]["color"]), (&"moved".into(), &"white".into()));
    assert_eq!(answer["version"], version + 1);
}

#[tokio::test]
async fn computers_play_to_the_end_by_themselves() {
    let rooms = rooms_on(&Arc::default());
    let (room, _) = game(&rooms, r#"{"you":"none","black":"greedy","white":"random","variant":"six"}"#).await;
    until("the game is over", async || room.state().await.unwrap().status() == GameStatus::Over).await;
    let entered = room.enter(&Requester::default(), Some(0)).await.unwrap();
    assert!(entered.first.iter().any(|text| text.contains(r#""kind":"over""#)), "{:?}", entered.first);
}

#[tokio::test]
async fn every_client_receives_the_later_events_of_its_game_in_order() {
    let rooms = rooms_on(&Arc::default());
    let (room, who) = game(&rooms, r#"{"you":"both"}"#).await;
    let (other, others) = game(&rooms, r#"{"you":"both"}"#).await;
    let mut first = room.enter(&who.black, None).await.unwrap();
    room.command(&who.black, place(0, "d3")).await.unwrap();
    let mut second = room.enter(&who.white, None).await.unwrap();
    other.command(&others.black, place(0, "f5")).await.unwrap();
    for (ply, square) in [(1, "c3"), (2, "c4")] {
        room.command(if ply == 1 { &who.white } else { &who.black }, place(ply, square)).await.unwrap();
    }
    assert_eq!(next_event(&mut first).await["event"]["move"], "d3");
    for entered in [&mut first, &mut second] {
        assert_eq!(next_event(entered).await["event"]["move"], "c3");
        assert_eq!(next_event(entered).await["event"]["move"], "c4");
    }
}

#[tokio::test]
async fn clients_of_a_failed_task_enter_again_and_count_as_present() {
    let store = Arc::new(Shaky { panics_at_game: 2.into(), ..Shaky::default() });
    let rooms = rooms_at(Timekeeper::start(), &store);
    let (room, who) = game(&rooms, r#"{"white":"greedy","variant":"tiny"}"#).await;
    let mut entered = room.enter(&who.black, None).await.unwrap();
    room.command(&who.black, Command::Resign).await.unwrap();
    // The task panics, and the next one runs the command.
    room.command(&who.black, Command::Rematch).await.unwrap();
    let end = loop {
        if let Err(end) = entered.notices.recv().await {
            break end;
        }
    };
    assert_eq!(end, RecvError::Closed);

    let again = room.enter(&who.black, None).await.unwrap();
    let state: Value = serde_json::from_str(&again.first[0]).unwrap();
    assert_eq!(state["presence"]["black"]["connected"], true, "{state}");
}

#[tokio::test]
async fn a_client_that_falls_behind_enters_again_and_delays_no_other() {
    let rooms = rooms_on(&Arc::default());
    let (room, who) = game(&rooms, r#"{"you":"both"}"#).await;
    let mut slow = room.enter(&who.black, None).await.unwrap();
    let mut quick = room.enter(&who.white, None).await.unwrap();
    let seen = slow.version;
    for turn in 0..50 {
        let version = match turn % 2 {
            0 => room.command(&who.black, place(0, "d3")).await.unwrap(),
            _ => room.command(&who.black, Command::TakeBack).await.unwrap(),
        };
        assert_eq!(next_event(&mut quick).await["version"], version);
    }
    assert!(matches!(slow.notices.recv().await, Err(RecvError::Lagged(_))));
    let again = room.enter(&who.black, Some(seen)).await.unwrap();
    assert_eq!(again.first.len(), 51, "50 events and the presence");
}

#[tokio::test]
async fn a_client_that_reconnects_receives_the_missed_events() {
    let rooms = rooms_on(&Arc::default());
    let (room, who) = game(&rooms, r#"{"you":"both"}"#).await;
    let seen = room.command(&who.black, place(0, "d3")).await.unwrap();
    room.command(&who.white, place(1, "c3")).await.unwrap();
    room.command(&who.black, place(2, "c4")).await.unwrap();
    let entered = room.enter(&who.white, Some(seen)).await.unwrap();
    let messages: Vec<Value> = entered.first.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let moves: Vec<&str> = messages.iter().filter_map(|message| message["event"]["move"].as_str()).collect();
    assert_eq!(moves, ["c3", "c4"]);
    assert_eq!(messages.last().unwrap()["type"], "presence");
    let ahead = room.enter(&who.white, Some(99)).await.unwrap();
    assert!(ahead.first[0].contains(r#""type":"state""#), "a version that is not there yet");
}

#[tokio::test]
async fn an_unknown_game_is_not_loaded() {
    let rooms = rooms_on(&Arc::default());
    let unknown = rooms.game(GameId::random());
    assert!(matches!(unknown.state().await, Err(RoomError::Unknown)));
    assert!(matches!(unknown.enter(&Requester::default(), None).await, Err(RoomError::Unknown)));
    assert_eq!(rooms.loaded(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_without_connected_clients() {
    let rooms = rooms_on(&Arc::default());
    let (room, who) = game(&rooms, r#"{"you":"both","time":"10s"}"#).await;
    room.command(&who.black, place(0, "d3")).await.unwrap();
    let mut entered = room.enter(&Requester::default(), None).await.unwrap();
    assert_eq!(next_event(&mut entered).await["event"]["kind"], "flagged");
    let over = next_event(&mut entered).await;
    assert_eq!(over["state"]["result"]["winner"], "black");
    assert_eq!(over["state"]["clock"]["white"], 0);
    assert!(matches!(room.command(&who.white, place(1, "c3")).await, Err(RoomError::Refused(Refusal::Over))));
}

#[tokio::test(start_paused = true)]
async fn the_opponent_of_a_player_who_left_can_claim_the_game() {
    let rooms = rooms_on(&Arc::default());
    let (room, black, white) = two_people(&rooms, "").await;
    let leaving = room.enter(&white, None).await.unwrap();
    let _staying = room.enter(&black, None).await.unwrap();
    room.command(&black, place(0, "d3")).await.unwrap();
    tokio::time::advance(Duration::from_secs(1000)).await;
    assert!(cannot_claim(&room, &black).await, "she is there");
    drop(leaving);
    // The disconnection and the command arrive on different channels. The time of the disconnection
    // counts.
    let at = loop {
        let presence = snapshot(&room, &black).await["presence"]["white"].clone();
        match presence["connected"] == false {
            true => break presence["claimableAt"].as_u64().unwrap(),
            false => tokio::task::yield_now().await,
        }
    };
    assert!(at - rooms.now() > 4 * 60 * 1000, "the wait is longer without clocks");
    tokio::time::advance(Duration::from_millis(at - rooms.now() - 1)).await;
    assert!(cannot_claim(&room, &black).await, "a moment too early");
    tokio::time::advance(Duration::from_millis(1)).await;
    room.command(&black, Command::Claim).await.unwrap();
    let over = snapshot(&room, &black).await;
    assert_eq!((&over["result"]["winner"], &over["result"]["reason"]), (&"black".into(), &"gone".into()));
}

/// Two people in a game, each with a secret.
async fn two_people(rooms: &Rooms, more: &str) -> (Room, Requester, Requester) {
    let (room, who) = game(rooms, &format!(r#"{{"white":"human","you":"black"{more}}}"#)).await;
    let bob = Secret::random().hash();
    room.sit(who.white.known[0], bob, None).await.unwrap();
    (room, who.black, Requester { known: vec![bob], ..Requester::default() })
}

async fn snapshot(room: &Room, visitor: &Requester) -> Value {
    serde_json::from_str(&room.snapshot(visitor).await.unwrap()).unwrap()
}

async fn cannot_claim(room: &Room, visitor: &Requester) -> bool {
    matches!(room.command(visitor, Command::Claim).await, Err(RoomError::Refused(Refusal::NotClaimable)))
}

#[tokio::test(start_paused = true)]
async fn absence_counts_only_in_the_turn_of_the_absent_player() {
    let rooms = rooms_on(&Arc::default());
    let (room, black, _) = two_people(&rooms, r#","time":"60m""#).await;
    let mut entered = room.enter(&black, None).await.unwrap();
    tokio::time::advance(Duration::from_secs(1000)).await;
    assert!(cannot_claim(&room, &black).await);
    assert_eq!(snapshot(&room, &black).await["presence"]["white"]["claimableAt"], Value::Null);
    room.command(&black, place(0, "d3")).await.unwrap();
    assert!(cannot_claim(&room, &black).await, "absence counts from the start of her turn");
    let message = loop {
        let notice = entered.notices.recv().await.unwrap();
        let message: Value = serde_json::from_str(&notice.text).unwrap();
        if message["presence"]["white"]["claimableAt"].is_u64() {
            break message;
        }
    };
    let at = message["presence"]["white"]["claimableAt"].as_u64().unwrap();
    assert_eq!(at, room.state().await.unwrap().turn_began() + 60_000, "with clocks it is a minute");
    tokio::time::advance(Duration::from_millis(at.saturating_sub(rooms.now()))).await;
    room.command(&black, Command::Claim).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn an_unwatched_game_is_unloaded_and_loads_unchanged() {
    let rooms = rooms_on(&Arc::default());
    let (room, who) = game(&rooms, r#"{"you":"both"}"#).await;
    room.command(&who.black, place(0, "d3")).await.unwrap();
    while rooms.loaded() > 0 {
        tokio::time::advance(Duration::from_secs(61)).await;
        tokio::task::yield_now().await;
    }
    assert_eq!(room.state().await.unwrap().game().ply(), 1);
    assert_eq!(rooms.loaded(), 1);
}

#[tokio::test]
async fn computers_continue_after_a_restart() {
    let store = Arc::<MemoryStore>::default();
    let before = rooms_on(&store);
    let (room, who) = game(&before, r#"{"white":"level:1"}"#).await;
    let game = room.state().await.unwrap();
    drop(before);
    // The log has the move, and the server stops before the computer replies.
    let mut after = LiveGame::clone(&game);
    let around = crate::game::DecisionContext { at: after.updated_at(), gone: Sides::default() };
    let held = game.held_by(&who.black.known);
    let Ok(crate::game::Decided::Events(events)) = game.decide(held, place(0, "d3"), around) else { panic!() };
    events.iter().for_each(|event| after.apply(event, around.at).unwrap());
    store.append(Append::new(&after, game.version(), events.iter().map(Event::to_json).collect())).await.unwrap();

    let rooms = rooms_on(&store);
    rooms.resume().await.unwrap();
    // The computer moves and writes its move without any client.
    until("it moves", async || !store.read(room.id(), after.version()).await.unwrap().is_empty()).await;
    let entered = rooms.game(room.id()).enter(&who.black, Some(after.version())).await.unwrap();
    let moved: Value = serde_json::from_str(&entered.first[0]).unwrap();
    assert_eq!((&moved["event"]["kind"], &moved["event"]["color"]), (&"moved".into(), &"white".into()));
}

#[tokio::test(start_paused = true)]
async fn clocks_resume_after_a_restart() {
    let store = Arc::<MemoryStore>::default();
    let before = rooms_on(&store);
    let (room, who) = game(&before, r#"{"you":"both","time":"1m"}"#).await;
    room.command(&who.black, place(0, "d3")).await.unwrap();
    tokio::time::advance(Duration::from_secs(10)).await;
    room.command(&who.white, place(1, "c3")).await.unwrap();
    drop(before);
    let rooms = rooms_on(&store);
    assert_eq!(rooms.resume().await.unwrap(), 1);
    let game = rooms.game(room.id()).state().await.unwrap();
    let left = |color| game.clock_left(color, rooms.now()).unwrap().as_secs_f64().round();
    assert_eq!((left(Color::Black), left(Color::White)), (60.0, 50.0));
}

/// A game that another server left an hour ago, and the requesters who hold its seats.
async fn game_of_an_hour_ago(store: &MemoryStore, request: &str, now: u64) -> (GameId, Sides<Requester>) {
    let mut draft = serde_json::from_str::<NewGame>(request).unwrap().resolve(Secret::random().hash(), 1).unwrap();
    draft.created.clock_waits = false;
    let (id, at) = (GameId::random(), now - 3_600_000);
    let mut game = LiveGame::new(id, draft.created.clone(), at).unwrap();
    let mut events = vec![Event::Created(Box::new(draft.created.clone()))];
    for event in draft.seated {
        game.apply(&event, at).unwrap();
        events.push(event);
    }
    store.append(Append::new(&game, 0, events.iter().map(Event::to_json).collect())).await.unwrap();
    let known = |color: Color| draft.secrets[color].as_ref().map(Secret::hash).into_iter().collect();
    (id, Sides::of(|color| Requester { known: known(color), ..Requester::default() }))
}

#[tokio::test]
async fn a_long_downtime_makes_no_flag_fall() {
    let store = Arc::<MemoryStore>::default();
    let now = rooms_on(&store).now();
    let (id, who) = game_of_an_hour_ago(&store, r#"{"you":"both","time":"10m"}"#, now).await;
    let rooms = rooms_on(&store);
    // Requests before the server has resumed its games see the same state.
    rooms.game(id).command(&who.black, place(0, "d3")).await.unwrap();
    let game = rooms.game(id).state().await.unwrap();
    assert_eq!((game.status(), game.game().ply()), (GameStatus::Playing, 1));
    let left = game.clock_left(Color::Black, rooms.now()).unwrap();
    assert!(left > Duration::from_secs(9 * 60), "{left:?}");
}

#[tokio::test]
async fn only_active_games_stay_loaded_after_a_restart() {
    let store = Arc::<MemoryStore>::default();
    let now = rooms_on(&store).now();
    game_of_an_hour_ago(&store, r#"{"you":"both"}"#, now).await;
    game_of_an_hour_ago(&store, r#"{"you":"both","time":"10m"}"#, now).await;
    let rooms = rooms_on(&store);
    assert_eq!(rooms.resume().await.unwrap(), 1);
    while rooms.loaded() > 1 {
        tokio::task::yield_now().await;
    }
    assert_eq!(rooms.loaded(), 1);
}

#[tokio::test]
async fn computers_use_the_engine_share_of_the_creator() {
    let rooms = rooms_on(&Arc::default());
    let draft = |request: &str| serde_json::from_str::<NewGame>(request).unwrap().resolve(Secret::random().hash(), 1);
    let request = r#"{"you":"none","black":"level:20","white":"level:20"}"#;
    let (creator, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
    for _ in 0..6 {
        let room = rooms.create(&draft(request).unwrap(), Some(creator)).await.unwrap();
        room.state().await.unwrap();
    }
    let waiting = |client| rooms.inner.pool.moves_waiting(client);
    assert!(waiting(Client::at(creator)) >= 4, "one may be thought about, and one be on its way");
    assert_eq!((waiting(Client::at(other)), waiting(Client::Nobody)), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn a_player_who_moves_over_http_counts_as_present() {
    let rooms = rooms_on(&Arc::default());
    let (room, black, white) = two_people(&rooms, r#","time":"60m""#).await;
    let _black = room.enter(&black, None).await.unwrap();
    room.command(&black, place(0, "d3")).await.unwrap();
    tokio::time::advance(Duration::from_secs(59)).await;
    let again = room.command(&white, place(0, "d3")).await;
    assert!(matches!(again, Err(RoomError::Refused(Refusal::Stale { .. }))), "she is heard of: {again:?}");
    tokio::time::advance(Duration::from_secs(59)).await;
    assert!(cannot_claim(&room, &black).await);
    tokio::time::advance(Duration::from_secs(1)).await;
    room.command(&black, Command::Claim).await.unwrap();
}

#[tokio::test]
async fn a_rematch_is_a_new_game_with_the_colors_swapped() {
    let rooms = rooms_on(&Arc::default());
    let (room, who) = game(&rooms, r#"{"white":"greedy","variant":"tiny"}"#).await;
    room.command(&who.black, Command::Resign).await.unwrap();
    room.command(&who.black, Command::Rematch).await.unwrap();
    let next = room.state().await.unwrap().next().unwrap();
    let game = rooms.game(next).state().await.unwrap();
    assert!(game.held_by(&who.black.known).has(Color::White));
    assert_eq!(game.created().previous, Some(room.id()));
}

#[tokio::test]
async fn a_seat_is_taken_by_link() {
    let rooms = rooms_on(&Arc::default());
    let (room, who) = game(&rooms, r#"{"white":"human","you":"black"}"#).await;
    assert!(matches!(room.command(&who.black, place(0, "d3")).await, Err(RoomError::Refused(Refusal::Open))));
    let browser = Secret::random().hash();
    let color = room.sit(who.white.known[0], browser, Some("Bob".to_owned())).await.unwrap();
    assert_eq!(color, Color::White);
    room.command(&who.black, place(0, "d3")).await.unwrap();
    room.command(&Requester { known: vec![browser], ..Requester::default() }, place(1, "c3")).await.unwrap();
}

/// A game of two bots, with their tokens.
async fn game_of_bots(rooms: &Rooms) -> (Room, Sides<SecretHash>) {
    let request: NewGame = serde_json::from_str(r#"{"black":"bot:Ann","white":"bot:Bob","you":"none"}"#).unwrap();
    let mut draft = request.resolve(Secret::random().hash(), 1).unwrap();
    let tokens = Sides::of(|_| Secret::random().hash());
    draft.created.terms.bots = Sides::of(|color| Some(tokens[color]));
    (rooms.create(&draft, None).await.unwrap(), tokens)
}

#[tokio::test]
async fn bot_seats_are_called_follow_the_game_and_move() {
    let rooms = rooms_on(&Arc::default());
    let mut called = rooms.games_of_bots();
    let (room, tokens) = game_of_bots(&rooms).await;
    assert_eq!(called.recv().await, Some(room.id()));
    let mut states = room.watch().await.unwrap();
    let first = states.borrow_and_update().clone();
    assert_eq!(first.bot_to_move(), Some((Color::Black, tokens.black)));
    let command = BotCommand::Place { ply: 0, square: "d3".parse().unwrap(), info: None };
    let version = room.arrive().bot(tokens.black, Color::Black, command.clone()).await.unwrap();
    states.changed().await.unwrap();
    let second = states.borrow_and_update().clone();
    assert_eq!((second.version(), second.bot_to_move()), (version, Some((Color::White, tokens.white))));
    let refused = room.arrive().bot(tokens.black, Color::White, command).await;
    assert!(matches!(refused, Err(RoomError::Refused(Refusal::NotSeated))), "{refused:?}");
}

#[tokio::test]
async fn after_a_restart_bots_are_called_again() {
    let store = Arc::default();
    let (room, _) = game_of_bots(&rooms_on(&store)).await;
    let rooms = rooms_on(&store);
    let mut called = rooms.games_of_bots();
    rooms.resume().await.unwrap();
    assert_eq!(called.recv().await, Some(room.id()));
}

#[tokio::test]
async fn a_command_that_is_sent_again_runs_once_also_after_a_restart() {
    let store = Arc::<MemoryStore>::default();
    let (room, who) = game(&rooms_on(&store), r#"{"white":"human","you":"both"}"#).await;
    room.command(&who.black, place(0, "d3")).await.unwrap();
    room.command(&who.white, place(1, "c3")).await.unwrap();
    let both = Requester { known: [who.black.known.clone(), who.white.known.clone()].concat(), ..Requester::default() };
    let send = async |room: &Room, visitor, id, command| room.arrive().command(visitor, Some(id), command).await;
    let version = send(&room, &both, "a", Command::TakeBack).await.unwrap();
    assert_eq!(send(&room, &both, "a", Command::TakeBack).await.unwrap(), version);
    let room = rooms_on(&store).game(room.id());
    assert_eq!(send(&room, &both, "a", Command::TakeBack).await.unwrap(), version, "the log remembers it");
    assert_eq!(room.state().await.unwrap().game().ply(), 1);
    send(&room, &both, "b", Command::TakeBack).await.unwrap();
    assert_eq!(room.state().await.unwrap().game().ply(), 0, "another id is another command");
    send(&room, &who.black, "a", Command::Resign).await.unwrap();
    let over = send(&room, &who.black, "a", Command::Resign).await.unwrap();
    let refused = send(&room, &who.white, "a", Command::Resign).await;
    assert!(matches!(refused, Err(RoomError::Refused(Refusal::Over))), "ids of others do not count: {refused:?}");
    let again = send(&room, &who.black, "a", Command::Rematch).await.unwrap();
    assert!(again > over, "the same id may be used for another kind of command");
}

mod clocks;
