//! Times of arrival, and servers whose system clock was changed.

use std::sync::atomic::Ordering::Relaxed;

use super::*;

const HOUR: u64 = 3_600_000;

/// A day, in ms since 1970.
const DAY: u64 = 1_800_000_000_000;

async fn kinds(store: &impl EventStore, room: &Room) -> Vec<String> {
    let log = store.read(room.id(), 0).await.unwrap();
    let kind = |text: &str| serde_json::from_str::<Value>(text).unwrap()["kind"].as_str().unwrap().to_owned();
    log.iter().map(|logged| kind(&logged.event)).collect()
}

#[tokio::test(start_paused = true)]
async fn a_move_that_arrives_in_time_does_not_lose_behind_other_commands() {
    let store = Arc::new(Shaky::default());
    let rooms = rooms_at(Timekeeper::start(), &store);
    let (room, black, white) = two_people(&rooms, r#","time":"2s/move""#).await;
    room.command(&black, place(0, "d3")).await.unwrap();
    tokio::time::advance(Duration::from_millis(1970)).await;
    store.append_time.store(50, Relaxed);
    let ask = || room.command(&black, Command::TakeBack);
    let (one, two, three, moved) = tokio::join!(ask(), ask(), ask(), room.command(&white, place(1, "c3")));
    assert!(one.is_ok() && two.is_ok() && three.is_ok(), "{one:?} {two:?} {three:?}");
    assert!(moved.is_ok(), "{moved:?}");
    let kinds = kinds(&*store, &room).await;
    assert_eq!(kinds[3..], ["moved", "takeback_asked", "moved"], "and a repeated request writes nothing");
}

#[tokio::test(start_paused = true)]
async fn a_flag_waits_for_commands_that_arrived_before_it_and_for_no_others() {
    let rooms = rooms_on(&Arc::default());
    let (room, black, white) = two_people(&rooms, r#","time":"2s/move""#).await;
    room.command(&black, place(0, "d3")).await.unwrap();
    for (ply, is_sent) in [(1, true), (3, false)] {
        let early = room.arrive();
        tokio::time::advance(Duration::from_millis(2100)).await;
        let visitor = white.clone();
        let late = tokio::spawn({
            let room = room.clone();
            async move { room.command(&visitor, place(ply, "e3")).await }
        });
        tokio::time::advance(Duration::from_millis(100)).await;
        assert_eq!(room.state().await.unwrap().status(), GameStatus::Playing);
        if is_sent {
            early.command(&white, None, place(ply, "c3")).await.unwrap();
            drop(early);
            let refused = late.await.unwrap();
            assert!(matches!(refused, Err(RoomError::Refused(Refusal::Stale { .. }))), "{refused:?}");
            room.command(&black, place(2, "c4")).await.unwrap();
        } else {
            drop(early);
            let refused = late.await.unwrap();
            assert!(matches!(refused, Err(RoomError::Refused(Refusal::Over))), "{refused:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_flag_does_not_wait_for_spectators() {
    let rooms = rooms_on(&Arc::default());
    let (room, black, white) = two_people(&rooms, r#","time":"2s/move""#).await;
    let spectator = room.enter(&Requester::default(), None).await.unwrap();
    let player = room.enter(&white, None).await.unwrap();
    assert_eq!((spectator.visit.is_seated(), player.visit.is_seated()), (false, true));
    room.command(&black, place(0, "d3")).await.unwrap();
    let _unfinished = room.arrive_as_spectator();
    let mut states = room.watch().await.unwrap();
    let is_over = states.wait_for(|game| game.status() == GameStatus::Over);
    tokio::time::timeout(Duration::from_secs(5), is_over).await.expect("the flag falls after 2 s").unwrap();
}

#[tokio::test]
async fn a_spectator_who_takes_a_seat_becomes_a_player() {
    let rooms = rooms_on(&Arc::default());
    let (room, who) = game(&rooms, r#"{"white":"human","you":"black"}"#).await;
    let holder = Secret::random().hash();
    let entered = room.enter(&Requester { known: vec![holder], ..Requester::default() }, None).await.unwrap();
    assert!(!entered.visit.is_seated());
    room.sit(who.white.known[0], holder, None).await.unwrap();
    assert!(entered.visit.is_seated());
}

/// A copy of a game's log, as after a restart. The tasks of the first server do not write to it.
async fn copied(store: &MemoryStore, game: &LiveGame) -> Arc<MemoryStore> {
    let copy = Arc::<MemoryStore>::default();
    for logged in store.read(game.id(), 0).await.unwrap() {
        let summary = game.summary();
        let (game, expected, at) = (game.id(), logged.version - 1, logged.at);
        copy.append(Append { game, expected, at, events: vec![logged.event], summary }).await.unwrap();
    }
    copy
}

fn left(rooms: &Rooms, game: &LiveGame, color: Color) -> u64 {
    game.clock_left(color, rooms.now()).unwrap().as_secs_f64().round() as u64
}

#[tokio::test(start_paused = true)]
async fn clocks_continue_after_a_restart_with_another_system_time() {
    // The system clock set back, corrected after it was ahead, and set forward.
    for (first, second, third) in [(DAY, DAY - HOUR, DAY), (DAY + HOUR, DAY, DAY - HOUR), (DAY, DAY + HOUR, DAY)] {
        let store = Arc::<MemoryStore>::default();
        let rooms = rooms_at(Timekeeper::start_at(first), &store);
        let (room, black, white) = two_people(&rooms, r#","time":"20s""#).await;
        room.command(&black, place(0, "d3")).await.unwrap();
        tokio::time::advance(Duration::from_secs(5)).await;
        room.command(&white, place(1, "c3")).await.unwrap();
        let store = copied(&store, &room.state().await.unwrap()).await;

        let rooms = rooms_at(Timekeeper::start_at(second), &store);
        assert_eq!(rooms.resume().await.unwrap(), 1);
        let again = rooms.game(room.id());
        tokio::time::advance(Duration::from_secs(12)).await;
        let game = again.state().await.unwrap();
        assert_eq!((left(&rooms, &game, Color::Black), left(&rooms, &game, Color::White)), (8, 15));
        again.command(&black, place(2, "c4")).await.unwrap();
        tokio::time::advance(Duration::from_secs(3)).await;
        let game = again.state().await.unwrap();
        assert_eq!((left(&rooms, &game, Color::Black), left(&rooms, &game, Color::White)), (8, 12));
        let folded = LiveGame::of_log(room.id(), &store.read(room.id(), 0).await.unwrap()).unwrap();
        assert_eq!(format!("{folded:?}"), format!("{game:?}"), "the log alone tells the same");
        let store = copied(&store, &game).await;

        let rooms = rooms_at(Timekeeper::start_at(third), &store);
        rooms.resume().await.unwrap();
        let mut states = rooms.game(room.id()).watch().await.unwrap();
        let before = tokio::time::Instant::now();
        let over = states.wait_for(|game| game.status() == GameStatus::Over).await.unwrap().clone();
        assert_eq!(over.result(), Some(outflank_arena::GameResult::TimedOut(Color::White)));
        assert_eq!(before.elapsed().as_secs(), 15, "the turn starts again with the time left at its start");
    }
}

#[tokio::test(start_paused = true)]
async fn claims_work_after_the_system_clock_was_set_back() {
    let store = Arc::<MemoryStore>::default();
    let rooms = rooms_at(Timekeeper::start_at(DAY), &store);
    let (room, black, _) = two_people(&rooms, "").await;
    room.command(&black, place(0, "d3")).await.unwrap();
    let store = copied(&store, &room.state().await.unwrap()).await;
    let rooms = rooms_at(Timekeeper::start_at(DAY - HOUR), &store);
    rooms.resume().await.unwrap();
    let room = rooms.game(room.id());
    let _black = room.enter(&black, None).await.unwrap();
    let at = snapshot(&room, &black).await["presence"]["white"]["claimableAt"].as_u64().unwrap();
    assert!(at <= rooms.now() + 5 * 60 * 1000, "not an hour later");
    tokio::time::advance(Duration::from_millis(at - rooms.now())).await;
    room.command(&black, Command::Claim).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_clock_starts_with_the_first_move_and_not_when_the_second_player_joins() {
    let store = Arc::<MemoryStore>::default();
    let rooms = rooms_on(&store);
    let (room, black, white) = two_people(&rooms, r#","time":"10s""#).await;
    tokio::time::advance(Duration::from_secs(100)).await;
    let game = room.state().await.unwrap();
    assert_eq!((game.status(), left(&rooms, &game, Color::Black)), (GameStatus::Playing, 10));
    room.command(&black, place(0, "d3")).await.unwrap();
    tokio::time::advance(Duration::from_secs(4)).await;
    let game = room.state().await.unwrap();
    assert_eq!((left(&rooms, &game, Color::Black), left(&rooms, &game, Color::White)), (10, 6));
    room.command(&black, Command::TakeBack).await.unwrap();
    room.command(&white, Command::AnswerTakeback(true)).await.unwrap();
    tokio::time::advance(Duration::from_secs(3)).await;
    let game = room.state().await.unwrap();
    assert_eq!(left(&rooms, &game, Color::Black), 7, "taken back, the clock runs on");
    let folded = LiveGame::of_log(room.id(), &store.read(room.id(), 0).await.unwrap()).unwrap();
    assert_eq!(format!("{folded:?}"), format!("{game:?}"));
}

#[tokio::test(start_paused = true)]
async fn a_person_who_never_moves_against_a_bot_loses() {
    let rooms = rooms_on(&Arc::default());
    let request: NewGame = serde_json::from_str(r#"{"white":"bot:Bob","time":"10s"}"#).unwrap();
    let mut draft = request.resolve(Secret::random().hash(), 1).unwrap();
    draft.created.terms.bots.white = Some(Secret::random().hash());
    let room = rooms.create(&draft, None).await.unwrap();
    let mut states = room.watch().await.unwrap();
    let before = tokio::time::Instant::now();
    let over = states.wait_for(|game| game.status() == GameStatus::Over).await.unwrap().clone();
    assert_eq!(over.result(), Some(outflank_arena::GameResult::Left(Color::Black)));
    assert_eq!(before.elapsed().as_secs(), 60, "after the wait for an absent player, not after 10 s");
}
