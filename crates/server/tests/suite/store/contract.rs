//! The promises of a store.

use outflank_server::log::{
    AnswerKey, AnswerStore, Append, EventStore, GameStatus, LogKind, Logged, MAX_LISTED, Query, StoreError, id::GameId,
    secret::Secret,
};

use super::sample::{With, created, everything, found, held_by, listed, next, summary};

pub(crate) async fn a_log_grows_and_is_read_in_order(store: &dyn EventStore) {
    let game = GameId::random();
    assert_eq!(store.append(created(game, 5)).await.unwrap(), 1);
    let events = vec!["\"b\"".to_owned(), "\"c\"".to_owned()];
    let two_more = Append { game, expected: 1, at: 9, events, summary: summary(9) };
    assert_eq!(store.append(two_more).await.unwrap(), 3);
    let logged = |version, at, event: &str| Logged { version, at, event: event.to_owned() };
    let log = vec![logged(1, 5, "\"created\""), logged(2, 9, "\"b\""), logged(3, 9, "\"c\"")];
    assert_eq!(store.read(game, 0).await.unwrap(), log);
}

pub(crate) async fn reading_after_a_version_gives_the_rest(store: &dyn EventStore) {
    let (game, other) = (GameId::random(), GameId::random());
    for expected in 0..5 {
        store.append(next(game, expected)).await.unwrap();
        store.append(next(other, expected)).await.unwrap();
    }
    for (after, versions) in [(0, vec![1, 2, 3, 4, 5]), (3, vec![4, 5]), (5, vec![]), (9, vec![]), (u64::MAX, vec![])] {
        let log = store.read(game, after).await.unwrap();
        assert_eq!(log.iter().map(|logged| logged.version).collect::<Vec<_>>(), versions, "after {after}");
    }
}

pub(crate) async fn an_unknown_game_has_no_events(store: &dyn EventStore) {
    assert_eq!(store.read(GameId::random(), 0).await.unwrap(), []);
    assert!(found(store, everything()).await.is_empty());
}

pub(crate) async fn another_number_of_events_is_a_conflict_and_changes_nothing(store: &dyn EventStore) {
    let game = GameId::random();
    store.append(next(game, 0)).await.unwrap();
    store.append(next(game, 1)).await.unwrap();
    let before = (store.read(game, 0).await.unwrap(), listed(store, everything()).await);
    for wrong in [0, 1, 3, u64::MAX] {
        let refused = store.append(Append { expected: wrong, ..next(game, 2) }.with(|s| s.data = "[]".to_owned()));
        let refused = refused.await;
        let Err(StoreError::Conflict { game: named, expected, actual: 2 }) = refused else {
            panic!("{wrong} events expected: {refused:?}");
        };
        assert_eq!((named, expected), (game, wrong));
    }
    assert_eq!((store.read(game, 0).await.unwrap(), listed(store, everything()).await), before);

    let unknown = store.append(next(GameId::random(), 4)).await;
    assert!(matches!(unknown, Err(StoreError::Conflict { expected: 4, actual: 0, .. })), "{unknown:?}");
    assert_eq!(found(store, everything()).await, [game], "a refused append makes no game");
}

pub(crate) async fn an_append_without_events_is_refused(store: &dyn EventStore) {
    let game = GameId::random();
    let refused = store.append(Append { events: Vec::new(), ..created(game, 1) }).await;
    assert!(matches!(refused, Err(StoreError::NoEvents { .. })), "{refused:?}");
    assert!(found(store, everything()).await.is_empty());
}

pub(crate) async fn of_two_writers_exactly_one_wins(store: &dyn EventStore) {
    let game = GameId::random();
    for expected in 0..50 {
        let append = |who: &str| Append { events: vec![who.to_owned()], ..next(game, expected) };
        let (one, other) = tokio::join!(store.append(append("\"one\"")), store.append(append("\"other\"")));
        let winner = match (one, other) {
            (Ok(_), Err(StoreError::Conflict { actual, .. })) if actual == expected + 1 => "\"one\"",
            (Err(StoreError::Conflict { actual, .. }), Ok(_)) if actual == expected + 1 => "\"other\"",
            outcomes => panic!("{outcomes:?}"),
        };
        assert_eq!(store.read(game, expected).await.unwrap()[0].event, winner);
    }
}

pub(crate) async fn a_conflict_among_many_fails_alone(store: &dyn EventStore) {
    let games: Vec<GameId> = (0..200).map(|_| GameId::random()).collect();
    let is_wrong = |number: usize| number % 10 == 3;
    let expected = |number| if is_wrong(number) { 7 } else { 0 };
    let replies: Vec<_> =
        games.iter().enumerate().map(|(number, &game)| store.append(next(game, expected(number)))).collect();
    for (number, reply) in replies.into_iter().enumerate() {
        assert_eq!(reply.await.is_err(), is_wrong(number), "append {number}");
        let events = usize::from(!is_wrong(number));
        assert_eq!(store.read(games[number], 0).await.unwrap().len(), events, "append {number}");
    }
}

pub(crate) async fn appends_in_a_row_need_not_wait_for_each_other(store: &dyn EventStore) {
    let game = GameId::random();
    let replies: Vec<_> = (0..100).map(|expected| store.append(next(game, expected))).collect();
    for (version, reply) in (1..).zip(replies) {
        assert_eq!(reply.await.unwrap(), version);
    }
}

pub(crate) async fn lists_run_from_the_newest_page_by_page(store: &dyn EventStore) {
    let games: Vec<GameId> = (0..25).map(|_| GameId::random()).collect();
    for (time, &game) in (100..).zip(&games) {
        store.append(created(game, time)).await.unwrap();
    }
    // The oldest becomes the newest.
    store.append(next(games[0], 1)).await.unwrap();
    let expected: Vec<GameId> = [games[0]].into_iter().chain(games[1..].iter().rev().copied()).collect();

    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let page = listed(store, Query { before, limit: 10, ..everything() }).await;
        before = page.last().map(outflank_server::log::Listed::cursor);
        all.extend(page.iter().map(|listed| listed.game));
        if page.len() < 10 {
            break;
        }
    }
    assert_eq!(all, expected);
    let newest = &listed(store, everything()).await[0];
    assert_eq!((newest.version, newest.updated, newest.data.as_str()), (2, 1001, "[1001]"));
}

pub(crate) async fn games_that_changed_at_once_are_told_apart_by_name(store: &dyn EventStore) {
    let mut games: Vec<GameId> = (0..7).map(|_| GameId::random()).collect();
    for &game in &games {
        store.append(created(game, 5)).await.unwrap();
    }
    games.sort_unstable_by(|a, b| b.cmp(a));
    let first = listed(store, Query { limit: 3, ..everything() }).await;
    let rest = found(store, Query { before: Some(first[2].cursor()), ..everything() }).await;
    assert_eq!(first.iter().map(|listed| listed.game).chain(rest).collect::<Vec<_>>(), games);
}

pub(crate) async fn lists_are_by_status(store: &dyn EventStore) {
    let games = GameStatus::ALL.map(|status| (GameId::random(), status));
    for (game, status) in games {
        store.append(created(game, 5 + status as u64).with(|summary| summary.status = status)).await.unwrap();
    }
    let [(open, _), (playing, _), (over, _)] = games;
    let by = |statuses: &[GameStatus]| found(store, Query { statuses: statuses.to_vec(), ..everything() });
    assert_eq!(by(&[GameStatus::Open]).await, [open]);
    assert_eq!(by(&[GameStatus::Open, GameStatus::Playing]).await, [playing, open]);
    assert_eq!(by(&[GameStatus::Over, GameStatus::Open]).await, [over, open]);
    assert!(by(&[]).await.is_empty());

    store.append(next(playing, 1).with(|summary| summary.status = GameStatus::Over)).await.unwrap();
    assert_eq!(by(&[GameStatus::Over]).await, [playing, over]);
    assert!(by(&[GameStatus::Playing]).await.is_empty());
}

pub(crate) async fn lists_are_by_holder_and_holders_change(store: &dyn EventStore) {
    let [ann, bob, eve] = [(); 3].map(|()| Secret::random().hash());
    let (first, second) = (GameId::random(), GameId::random());
    store.append(created(first, 1).with(|summary| summary.holders = vec![ann])).await.unwrap();
    store.append(created(second, 2).with(|summary| summary.holders = vec![ann, ann, bob])).await.unwrap();
    assert_eq!(found(store, held_by(ann)).await, [second, first]);
    assert_eq!(found(store, held_by(bob)).await, [second]);
    assert!(found(store, held_by(eve)).await.is_empty());
    let only_first = Query { before: Some(listed(store, held_by(ann)).await[0].cursor()), ..held_by(ann) };
    assert_eq!(found(store, only_first).await, [first]);

    store.append(next(second, 1).with(|summary| summary.holders = vec![bob, eve])).await.unwrap();
    assert_eq!(found(store, held_by(ann)).await, [first]);
    assert_eq!(found(store, held_by(bob)).await, [second]);
    assert_eq!(found(store, held_by(eve)).await, [second]);
}

pub(crate) async fn lists_leave_out_a_holders_games_before_they_are_cut(store: &dyn EventStore) {
    let [ann, bob] = [(); 2].map(|()| Secret::random().hash());
    let (others, shared) = (GameId::random(), GameId::random());
    store.append(created(others, 1).with(|summary| summary.holders = vec![bob])).await.unwrap();
    store.append(created(shared, 2).with(|summary| summary.holders = vec![bob, ann])).await.unwrap();
    for updated in 3..10 {
        store.append(created(GameId::random(), updated).with(|summary| summary.holders = vec![ann])).await.unwrap();
    }
    assert_eq!(found(store, Query { except: Some(ann), limit: 2, ..everything() }).await, [others]);
    assert_eq!(found(store, Query { except: Some(ann), ..held_by(bob) }).await, [others]);
    assert!(found(store, Query { except: Some(bob), ..held_by(bob) }).await.is_empty());
}

pub(crate) async fn lists_begin_where_they_are_asked_to(store: &dyn EventStore) {
    let games = [10, 20, 30].map(|updated| (GameId::random(), updated));
    for (game, updated) in games {
        store.append(created(game, updated)).await.unwrap();
    }
    let [(first, _), (second, _), (third, _)] = games;
    assert_eq!(found(store, Query { since: Some(0), ..everything() }).await, [third, second, first]);
    assert_eq!(found(store, Query { since: Some(10), ..everything() }).await, [third, second]);
    assert_eq!(found(store, Query { since: Some(30), ..everything() }).await, []);
}

pub(crate) async fn unlisted_games_are_only_in_their_holders_lists(store: &dyn EventStore) {
    let ann = Secret::random().hash();
    let (private, public) = (GameId::random(), GameId::random());
    let hide = |summary: &mut outflank_server::log::Summary| {
        summary.listed = false;
        summary.holders = vec![ann];
    };
    store.append(created(public, 1)).await.unwrap();
    store.append(created(private, 2).with(hide)).await.unwrap();
    assert_eq!(found(store, Query { only_listed: true, ..everything() }).await, [public]);
    assert_eq!(found(store, held_by(ann)).await, [private]);
    assert_eq!(found(store, everything()).await, [private, public]);
}

pub(crate) async fn a_page_has_a_limit(store: &dyn EventStore) {
    let replies: Vec<_> = (0..150).map(|time| store.append(created(GameId::random(), time))).collect();
    for reply in replies {
        reply.await.unwrap();
    }
    for (limit, length) in [(0, 0), (1, 1), (1_000_000, MAX_LISTED), (usize::MAX, MAX_LISTED)] {
        assert_eq!(found(store, Query { limit, ..everything() }).await.len(), length);
    }
}

pub(crate) async fn unfinished_games_are_those_to_resume(store: &dyn EventStore) {
    assert!(store.unfinished(LogKind::Game).await.unwrap().is_empty());
    let games = GameStatus::ALL.map(|status| (GameId::random(), status));
    for (game, status) in games {
        let hidden = created(game, 5).with(|summary| {
            summary.status = status;
            summary.listed = false;
        });
        store.append(hidden).await.unwrap();
    }
    let mut expected = [games[0].0, games[1].0];
    let mut unfinished = store.unfinished(LogKind::Game).await.unwrap();
    expected.sort_unstable();
    unfinished.sort_unstable();
    assert_eq!(unfinished, expected);
}

pub(crate) async fn kinds_of_logs_are_kept_apart(store: &dyn EventStore) {
    let (game, tournament) = (GameId::random(), GameId::random());
    let of_tournament = |summary: &mut outflank_server::log::Summary| summary.kind = LogKind::Tournament;
    store.append(created(game, 1)).await.unwrap();
    store.append(created(tournament, 2).with(of_tournament)).await.unwrap();
    store.append(next(tournament, 1).with(of_tournament)).await.unwrap();
    assert_eq!(found(store, everything()).await, [game]);
    assert_eq!(found(store, Query { kind: LogKind::Tournament, ..everything() }).await, [tournament]);
    assert_eq!(store.unfinished(LogKind::Game).await.unwrap(), [game]);
    assert_eq!(store.unfinished(LogKind::Tournament).await.unwrap(), [tournament]);
    assert_eq!(store.read(tournament, 0).await.unwrap().len(), 2);
}

pub(crate) async fn what_is_attached_is_found_beside_its_game(store: &dyn EventStore) {
    let (game, other) = (GameId::random(), GameId::random());
    assert!(!store.attach(game, "black", vec![1]).await.unwrap(), "there is no such game yet");
    store.append(created(game, 1)).await.unwrap();
    store.append(created(other, 2)).await.unwrap();
    assert!(store.attach(game, "black", vec![1, 0, 255]).await.unwrap());
    assert!(store.attach(game, "white", Vec::new()).await.unwrap());
    assert!(store.attach(game, "black", vec![7; 100_000]).await.unwrap(), "in place of the first");
    assert_eq!(store.attachment(game, "black").await.unwrap(), Some(vec![7; 100_000]));
    assert_eq!(store.attachment(game, "white").await.unwrap(), Some(Vec::new()));
    assert_eq!(store.attachment(game, "log").await.unwrap(), None);
    assert_eq!(store.attachment(other, "black").await.unwrap(), None);
}

pub(crate) async fn texts_come_back_as_they_were(store: &dyn EventStore) {
    let game = GameId::random();
    let texts =
        ["", "\u{0}nul\u{0}", "オセロ 🎲", "'; DROP TABLE games; --", &"long ".repeat(50_000)].map(str::to_owned);
    let append = Append { events: texts.to_vec(), ..created(game, 1) };
    store.append(append.with(|summary| summary.data = texts[2].clone())).await.unwrap();
    let log = store.read(game, 0).await.unwrap();
    assert_eq!(log.into_iter().map(|logged| logged.event).collect::<Vec<_>>(), texts);
    assert_eq!(listed(store, everything()).await[0].data, texts[2]);
}

fn key(number: u8) -> AnswerKey {
    [number; 32]
}

pub(crate) async fn answers_are_found_by_their_keys_and_replaced(store: &dyn AnswerStore) {
    assert_eq!(store.answer(key(1)).await.unwrap(), None);
    store.keep_answer(key(1), vec![7; 100_000], 10).await.unwrap();
    store.keep_answer(key(2), Vec::new(), 10).await.unwrap();
    assert_eq!(store.answer(key(1)).await.unwrap(), Some(vec![7; 100_000]));
    assert_eq!(store.answer(key(2)).await.unwrap(), Some(Vec::new()));
    store.keep_answer(key(1), vec![8], 10).await.unwrap();
    assert_eq!(store.answer(key(1)).await.unwrap(), Some(vec![8]));
}

pub(crate) async fn the_oldest_answers_make_room(store: &dyn AnswerStore) {
    for number in 1..=4 {
        store.keep_answer(key(number), vec![number], 3).await.unwrap();
    }
    assert_eq!(store.answer(key(1)).await.unwrap(), None);
    assert_eq!(store.answer(key(2)).await.unwrap(), Some(vec![2]));
    store.keep_answer(key(2), vec![22], 3).await.unwrap();
    store.keep_answer(key(5), vec![5], 3).await.unwrap();
    let mut kept = Vec::new();
    for number in 1..=5 {
        kept.extend(store.answer(key(number)).await.unwrap().map(|_| number));
    }
    assert_eq!(kept, [2, 4, 5], "what was kept again is new");
}

pub(crate) async fn it_is_well(store: &dyn EventStore) {
    store.check_health().await.unwrap();
}
