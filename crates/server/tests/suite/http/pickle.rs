//! The players of a course that speak in pickles, over real connections.

mod golden;
mod hostile;
mod player;
mod policy;

use std::time::Duration;

use outflank_rules::Color;
use outflank_server::{
    class::News,
    config::{BotSettings, Classes, Config, PickleClass, RoomSettings, Storage},
};
use serde_json::{Value, json};
use tokio::{
    sync::mpsc::{self, UnboundedReceiver},
    time::timeout,
};

use super::{
    app::TestApp,
    client::{Line, PATIENCE},
};
use player::TestPlayer;

/// A server with a door for such players, and what is told of them.
struct Class {
    app: TestApp,
    news: UnboundedReceiver<News>,
}

impl Class {
    /// Games begin at once.
    async fn start(class: PickleClass) -> Class {
        Class::with(
            class,
            Config { bots: BotSettings { autostart: true, ..BotSettings::default() }, ..Config::default() },
        )
        .await
    }

    async fn with(class: PickleClass, config: Config) -> Class {
        let (sender, news) = mpsc::unbounded_channel();
        let classes =
            Classes { pickle: Some(PickleClass { port: 0, ..class }), news: Some(sender), ..Classes::default() };
        Class { app: TestApp::with(Config { classes, ..config }).await, news }
    }

    async fn connect(&self) -> TestPlayer {
        TestPlayer::connect(self.app.doors[0]).await
    }

    /// The next thing that is told and that this picks out.
    async fn told<T>(&mut self, pick: impl Fn(News) -> Option<T>) -> T {
        loop {
            let news = timeout(PATIENCE, self.news.recv()).await.expect("something happens").expect("it goes on");
            if let Some(picked) = pick(news) {
                return picked;
            }
        }
    }

    /// The next game that is made.
    async fn game(&mut self) -> String {
        self.told(|news| if let News::Game { game, .. } = news { Some(game.to_string()) } else { None }).await
    }

    /// The first who comes, the second, and their game.
    async fn pair(&mut self) -> (TestPlayer, TestPlayer, String) {
        let white = self.connect().await;
        let black = self.connect().await;
        (white, black, self.game().await)
    }

    async fn state(&self, game: &str) -> Value {
        self.app.get(&format!("/api/games/{game}")).send().await.expect(200)
    }

    async fn click(&self, game: &str) {
        self.app.post(&format!("/api/games/{game}/commands"), &json!({"type": "start"})).send().await.expect(200);
    }

    /// How a game ended, when it has.
    async fn end(&self, game: &str) -> Value {
        let mut line = Line::open(self.app.address, game).await;
        line.say(&json!({"type": "hello"})).await;
        let mut state = line.hear("state").await;
        while state["status"] != "over" {
            state = line.hear("event").await["state"].clone();
        }
        state["result"].clone()
    }

    /// Asserts that somebody lost by a foul, and that both are told of the end.
    async fn lost_by(&self, game: &str, color: &str, verdict: &str) -> String {
        let result = self.end(game).await;
        assert_eq!(
            (&result["foul"]["color"], &result["foul"]["verdict"]),
            (&json!(color), &json!(verdict)),
            "{result}"
        );
        assert_ne!(result["winner"], color);
        result["foul"]["text"].as_str().unwrap_or_default().to_owned()
    }
}

#[tokio::test]
async fn the_first_plays_white_and_the_second_black_after_a_click_and_both_are_told_of_the_end() {
    let mut class = Class::with(PickleClass::default(), Config::default()).await;
    let (mut white, mut black, game) = class.pair().await;
    let state = class.state(&game).await;
    assert_eq!((&state["held"], &state["turn"]), (&json!(true), &json!("white")));
    assert_eq!(
        (&state["seats"]["white"]["name"], &state["seats"]["black"]["name"]),
        (&json!("Player 1"), &json!("Player 2"))
    );
    class.click(&game).await;
    let (one, other) = tokio::join!(white.play_on(), black.play_on());
    assert_eq!((one.color, other.color), (Some(Color::White), Some(Color::Black)));
    assert_eq!(one.last, other.last, "both see the same board at the end");
    assert!(one.last.is_over() && one.answers + other.answers >= 9);
    white.is_ended().await;
    black.is_ended().await;
    let result = class.end(&game).await;
    let discs = |color| one.last.discs(color).len();
    assert_eq!((&result["white"], &result["black"]), (&json!(discs(Color::White)), &json!(discs(Color::Black))));
    let how = class.told(|news| if let News::Over { how, .. } = news { Some(how) } else { None }).await;
    assert!(how.contains("Player") || how.contains("drawn"), "{how}");
}

#[tokio::test]
async fn games_are_played_side_by_side() {
    let mut class = Class::start(PickleClass::default()).await;
    let (mut a, mut b, first) = class.pair().await;
    let (mut c, mut d, second) = class.pair().await;
    // The second game is played to its end while nobody moves in the first.
    tokio::join!(c.play_on(), d.play_on());
    class.end(&second).await;
    assert_eq!(class.state(&first).await["status"], "playing");
    tokio::join!(a.play_on(), b.play_on());
    class.end(&first).await;
}

#[tokio::test]
async fn or_one_after_another_if_there_is_one_table() {
    let mut class = Class::start(PickleClass { tables: 1, ..PickleClass::default() }).await;
    let (mut a, mut b, first) = class.pair().await;
    let (mut c, mut d) = (class.connect().await, class.connect().await);
    let others = tokio::spawn(async move { tokio::join!(c.play_on(), d.play_on()) });
    tokio::join!(a.play_on(), b.play_on());
    let second = class.game().await;
    assert_eq!(class.state(&first).await["status"], "over", "the second game was made after the end of the first");
    others.await.expect("they play");
    class.end(&second).await;
}

#[tokio::test]
async fn who_leaves_before_the_game_is_not_waited_for() {
    let mut class = Class::start(PickleClass::default()).await;
    let came = |news| if let News::Came { player, .. } = news { Some(player) } else { None };
    drop(class.connect().await);
    assert_eq!(class.told(came).await, "Player 1");
    // Whether it was found out before the next came or after, nobody is paired with it.
    let (mut white, mut black) = (class.connect().await, class.connect().await);
    let game = class.game().await;
    assert_eq!(class.state(&game).await["seats"]["white"]["name"], "Player 2");
    tokio::join!(white.play_on(), black.play_on());
}

#[tokio::test]
async fn a_server_that_stops_in_the_middle_leaves_no_game_that_waits_for_nobody() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let bots = BotSettings { autostart: true, ..BotSettings::default() };
    // A game falls asleep soon after nobody looks after it any more, and lets go of the folder.
    let rooms = RoomSettings { idle_after: Duration::from_millis(200), ..RoomSettings::default() };
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), bots, rooms, ..Config::default() };
    let mut class = Class::with(PickleClass { time: None, ..PickleClass::default() }, config.clone()).await;
    let (mut white, _black, game) = class.pair().await;
    white.asked().await;
    class.app.stop().await;
    let app = TestApp::again(&config).await;
    let class = Class { app, news: mpsc::unbounded_channel().1 };
    class.lost_by(&game, "white", "absent").await;
}

/// A class in which nobody waits long for nothing.
fn hasty() -> PickleClass {
    PickleClass { time: Some(Duration::from_millis(100)), ..PickleClass::default() }
}
