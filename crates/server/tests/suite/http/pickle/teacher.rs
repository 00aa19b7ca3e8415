//! What a teacher can do: name players, add opponents, run a tournament, read what was sent.

use outflank_rules::Color;
use outflank_server::{
    config::{BotSettings, Config, RoomSettings, Storage},
    course::{CourseEvent, PickleCourse},
    log::secret::Secret,
};
use serde_json::{Value, json};

use super::{Class, TestPlayer};

/// A class whose players join a round robin, and the teacher's key.
struct Course {
    class: Class,
    key: String,
    id: String,
}

impl Course {
    async fn start(class: PickleCourse) -> Course {
        let key = Secret::random();
        let bots = BotSettings { operator: Some(key.hash()), autostart: true, ..BotSettings::default() };
        let class = PickleCourse { tournament: Some(Default::default()), ..class };
        let mut class = Class::with(class, Config { bots, ..Config::default() }).await;
        let id = class
            .received(|news| if let CourseEvent::Tournament { tournament } = news { Some(tournament) } else { None })
            .await;
        Course { class, key: key.reveal(), id: id.to_string() }
    }

    /// A player that has joined.
    async fn join(&mut self) -> TestPlayer {
        let player = self.class.connect().await;
        self.class.received(|news| matches!(news, CourseEvent::Came { .. }).then_some(())).await;
        player
    }

    async fn order(&self, command: &Value) {
        let path = format!("/api/tournaments/{}/commands", self.id);
        self.class.app.post(&path, command).bearer(&self.key).send().await.expect(200);
    }

    async fn look(&self) -> Value {
        self.class.app.get(&format!("/api/tournaments/{}", self.id)).bearer(&self.key).send().await.expect(200)
    }

    async fn over(&mut self) -> String {
        self.class.received(|news| matches!(news, CourseEvent::Over { .. }).then(|| news.to_string())).await
    }
}

#[tokio::test]
async fn players_join_a_round_robin_that_the_teacher_starts_and_stand_in_its_table() {
    let opponents = vec!["greedy".parse().expect("a player")];
    let names = "Ann\nBob\n".parse().expect("names");
    let mut course = Course::start(PickleCourse { names, opponents, ..PickleCourse::default() }).await;
    let (mut ann, mut bob) = (course.join().await, course.join().await);
    let before = course.look().await;
    assert_eq!((&before["status"], &before["host"]), (&json!("open"), &json!(true)));
    let entrants = before["entrants"].as_array().expect("a list").iter();
    let entrants: Vec<_> = entrants.map(|one| (one["name"].clone(), one["connected"].clone())).collect();
    let expected = [("Greedy", Value::Null), ("Ann", json!(true)), ("Bob", json!(true))];
    assert_eq!(entrants, expected.map(|(name, here)| (json!(name), here)), "who waits");
    course.order(&json!({"type": "start"})).await;
    let (one, other) = tokio::join!(ann.compete(), bob.compete());
    for colors in [one, other] {
        assert!(colors.contains(&Color::Black) && colors.contains(&Color::White), "each color once against everybody");
    }
    ann.is_ended().await;
    let after = course.look().await;
    assert_eq!((&after["status"], &after["progress"]["played"]), (&json!("over"), &json!(6)), "{after}");
    assert_eq!(after["standings"].as_array().expect("a table").len(), 3);
    assert_eq!(after["fouls"], json!([]), "{after}");
    // Players that connect now join the next tournament.
    let _next = course.class.connect().await;
    let next = course
        .class
        .received(|news| if let CourseEvent::Tournament { tournament } = news { Some(tournament) } else { None });
    assert_ne!(next.await.to_string(), course.id);
}

#[tokio::test]
async fn a_player_can_be_paused_resumed_and_removed() {
    let names = "Ann\nBob\nCy\n".parse().expect("names");
    let mut course = Course::start(PickleCourse { names, ..PickleCourse::default() }).await;
    let (mut ann, mut bob, cy) = (course.join().await, course.join().await, course.join().await);
    course.order(&json!({"type": "pause", "name": "Ann"})).await;
    assert_eq!(course.look().await["entrants"][0]["paused"], true);
    course.order(&json!({"type": "kick", "name": "Cy"})).await;
    assert_eq!(course.look().await["entrants"].as_array().expect("a list").len(), 2, "Cy was removed");
    drop(cy);
    course.order(&json!({"type": "start"})).await;
    assert_eq!(course.look().await["progress"]["running"], 0, "Ann is paused");
    course.order(&json!({"type": "resume", "name": "Ann"})).await;
    tokio::join!(ann.compete(), bob.compete());
    assert_eq!(course.look().await["progress"]["played"], 2);
    let refused = course.class.app.post(&format!("/api/tournaments/{}/commands", course.id), &json!({"type": "start"}));
    refused.bearer(&Secret::random().reveal()).send().await.expect(403);
}

#[tokio::test]
async fn a_player_that_hangs_up_loses_its_game_and_comes_back_by_its_name() {
    let names = "Ann\nBob\n".parse().expect("names");
    let mut course = Course::start(PickleCourse { names, ..PickleCourse::default() }).await;
    let (ann, mut bob) = (course.join().await, course.join().await);
    course.order(&json!({"type": "start"})).await;
    let others = tokio::spawn(async move { bob.compete().await });
    course.class.game().await;
    drop(ann);
    let over = course.over().await;
    assert!(over.starts_with("Bob wins: Ann disconnected: its connection ended (game "), "{over}");
    let mut ann = course.join().await;
    assert!(!ann.compete().await.is_empty(), "its next game has waited for it");
    others.await.expect("it plays");
    let after = course.look().await;
    assert_eq!((&after["status"], &after["progress"]["played"]), (&json!("over"), &json!(2)), "{after}");
    assert_eq!(after["fouls"].as_array().expect("a list").len(), 1, "{after}");
}

#[tokio::test]
async fn a_player_without_a_name_comes_back_to_its_games_by_its_address() {
    let mut course = Course::start(PickleCourse::default()).await;
    let (one, mut other) = (course.join().await, course.join().await);
    course.order(&json!({"type": "start"})).await;
    let others = tokio::spawn(async move { other.compete().await });
    course.class.game().await;
    drop(one);
    let left =
        course.class.received(|news| if let CourseEvent::Left { player } = news { Some(player) } else { None }).await;
    assert_eq!(left, "Player 1");
    let mut one = course.class.connect().await;
    let came = course
        .class
        .received(|news| if let CourseEvent::Came { player, .. } = news { Some(player) } else { None })
        .await;
    assert_eq!(came, "Player 1");
    assert!(!one.compete().await.is_empty(), "its next game has waited for it");
    others.await.expect("it plays");
    assert_eq!(course.look().await["progress"]["played"], 2);
}

#[tokio::test]
async fn a_player_that_comes_after_the_start_reads_why_it_cannot_play() {
    let mut course = Course::start(PickleCourse::default()).await;
    let (_one, _other) = (course.join().await, course.join().await);
    course.order(&json!({"type": "start"})).await;
    let why = course.class.connect().await.refused().await;
    assert!(why.contains("the tournament has started"), "{why}");
}

#[tokio::test]
async fn without_a_tournament_everybody_plays_the_built_in_opponents() {
    let opponents = vec!["greedy".parse().expect("a player"), "random".parse().expect("a player")];
    let mut class = Class::start(PickleCourse { opponents, ..PickleCourse::default() }).await;
    for opponent in ["Greedy", "Random"] {
        let mut player = class.connect().await;
        let game = class.game().await;
        assert!(player.play_on().await.last.is_over());
        player.is_ended().await;
        class.end(&game).await;
        let how = class
            .received(|news| if let CourseEvent::Over { how, .. } = news { Some(how.to_lowercase()) } else { None })
            .await;
        assert!(how.contains(&opponent.to_lowercase()), "{how}");
    }
}

#[tokio::test]
async fn waiting_players_are_public_and_traffic_is_for_the_operator() {
    let key = Secret::random();
    let bots = BotSettings { operator: Some(key.hash()), autostart: true, ..BotSettings::default() };
    let mut class = Class::with(PickleCourse::default(), Config { bots, ..Config::default() }).await;
    let mut white = class.connect().await;
    class.received(|news| matches!(news, CourseEvent::Came { .. }).then_some(())).await;
    let listed = class.app.get("/api/bots").send().await.expect(200);
    let waiting = &listed["bots"][0];
    assert_eq!(
        (&waiting["name"], &waiting["course"], &waiting["games"]),
        (&json!("Player 1"), &json!(true), &json!(0))
    );
    let mut black = class.connect().await;
    let game = class.game().await;
    white.asked().await;
    white.answer("c5").await;
    black.asked().await;
    for (color, sign) in [("white", " < b"), ("black", " > b")] {
        let path = format!("/api/games/{game}/traffic?color={color}");
        class.app.get(&path).bearer(&Secret::random().reveal()).send().await.expect(403);
        let traffic = class.app.get(&path).bearer(&key.reveal()).send().await;
        assert!(traffic.status == 200 && traffic.body.contains(sign), "{traffic:?}");
    }
}

#[tokio::test]
async fn numbers_of_players_continue_after_a_restart() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let rooms = RoomSettings { idle_after: std::time::Duration::from_millis(200), ..RoomSettings::default() };
    let bots = BotSettings { autostart: true, ..BotSettings::default() };
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), bots, rooms, ..Config::default() };
    let mut class = Class::with(PickleCourse::default(), config.clone()).await;
    let (mut white, mut black, game) = class.pair().await;
    tokio::join!(white.play_on(), black.play_on());
    class.end(&game).await;
    class.app.stop().await;
    let mut class = Class::again(PickleCourse::default(), config).await;
    let _pair = class.connect().await;
    let came =
        class.received(|news| if let CourseEvent::Came { player, .. } = news { Some(player) } else { None }).await;
    assert_eq!(came, "Player 3", "it is nobody who has played before");
}
