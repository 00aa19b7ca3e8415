//! The players of a course that speak in pickles, over real connections.

mod golden;
mod hostile;
mod player;
mod policy;
mod teacher;

use std::time::Duration;

use outflank_rules::Color;
use outflank_server::{
    config::{BotSettings, Config, RoomSettings, Storage},
    course::{CourseEvent, CourseServers, PickleCourse},
};
use serde_json::{Value, json};
use tokio::{
    sync::mpsc::{self, UnboundedReceiver},
    time::timeout,
};

use super::{
    app::TestApp,
    client::{Line, TIMEOUT},
};
use player::TestPlayer;

/// A server with a course listener, and its events.
struct Class {
    app: TestApp,
    news: UnboundedReceiver<CourseEvent>,
}

impl Class {
    /// Games begin at once.
    async fn start(class: PickleCourse) -> Class {
        Class::with(
            class,
            Config { bots: BotSettings { autostart: true, ..BotSettings::default() }, ..Config::default() },
        )
        .await
    }

    async fn with(class: PickleCourse, config: Config) -> Class {
        let (sender, news) = mpsc::unbounded_channel();
        let pickle = Some(PickleCourse { port: 0, ..class });
        let course = CourseServers { pickle, events: Some(sender), ..CourseServers::default() };
        Class { app: TestApp::with_course(config, course).await, news }
    }

    /// The same on the folder of a server that was stopped.
    async fn again(class: PickleCourse, config: Config) -> Class {
        let (sender, news) = mpsc::unbounded_channel();
        let pickle = Some(PickleCourse { port: 0, ..class });
        let course = CourseServers { pickle, events: Some(sender), ..CourseServers::default() };
        Class { app: TestApp::again_with_course(&config, course).await, news }
    }

    async fn connect(&self) -> TestPlayer {
        TestPlayer::connect(self.app.course[0]).await
    }

    /// The next event that `pick` selects.
    async fn received<T>(&mut self, pick: impl Fn(CourseEvent) -> Option<T>) -> T {
        loop {
            let news = timeout(TIMEOUT, self.news.recv()).await.expect("something happens").expect("it goes on");
            if let Some(picked) = pick(news) {
                return picked;
            }
        }
    }

    /// The next game that is made.
    async fn game(&mut self) -> String {
        self.received(|news| if let CourseEvent::Game { game, .. } = news { Some(game.to_string()) } else { None })
            .await
    }

    /// The first player, the second, and their game.
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

    /// Asserts that this side lost by a foul.
    async fn lost_by(&self, game: &str, color: &str, verdict: &str) -> String {
        let result = self.end(game).await;
        assert_eq!(
            (&result["foul"]["color"], &result["foul"]["verdict"]),
            (&json!(color), &json!(verdict)),
            "{result}"
        );
        assert_ne!(result["winner"], color);
        result["foul"]["detail"].as_str().unwrap_or_default().to_owned()
    }
}

#[tokio::test]
async fn two_players_play_after_a_click_and_receive_the_end() {
    let mut class = Class::with(PickleCourse::default(), Config::default()).await;
    let (mut white, mut black, game) = class.pair().await;
    let state = class.state(&game).await;
    assert_eq!((&state["waitingForStart"], &state["turn"]), (&json!(true), &json!("white")));
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
    let how = class.received(|news| if let CourseEvent::Over { how, .. } = news { Some(how) } else { None }).await;
    assert!(how.contains("Player 1") && how.contains("Player 2"), "{how}");
}

#[tokio::test]
async fn games_are_played_side_by_side() {
    let mut class = Class::start(PickleCourse::default()).await;
    let (mut a, mut b, first) = class.pair().await;
    let (mut c, mut d, second) = class.pair().await;
    // The second game is played to its end while the first has no move.
    tokio::join!(c.play_on(), d.play_on());
    class.end(&second).await;
    assert_eq!(class.state(&first).await["status"], "playing");
    tokio::join!(a.play_on(), b.play_on());
    class.end(&first).await;
}

#[tokio::test]
async fn games_beyond_the_limit_wait() {
    let mut class = Class::start(PickleCourse { concurrency: 1, ..PickleCourse::default() }).await;
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
async fn a_player_that_leaves_the_queue_is_not_paired() {
    let mut class = Class::start(PickleCourse::default()).await;
    let came = |news| if let CourseEvent::Came { player, .. } = news { Some(player) } else { None };
    drop(class.connect().await);
    assert_eq!(class.received(came).await, "Player 1");
    // The next player is not paired with it, whether or not the server had noticed before.
    let (mut white, mut black) = (class.connect().await, class.connect().await);
    let game = class.game().await;
    assert_eq!(class.state(&game).await["seats"]["white"]["name"], "Player 2");
    tokio::join!(white.play_on(), black.play_on());
}

#[tokio::test]
async fn a_player_that_leaves_while_it_waits_for_a_game_is_forgotten_at_once() {
    let names = "Ann\nBob\nCy\nDan\n".parse().expect("names");
    let mut class = Class::start(PickleCourse { concurrency: 1, names, ..PickleCourse::default() }).await;
    let (mut ann, mut bob, _) = class.pair().await;
    let (cy, mut dan) = (class.connect().await, class.connect().await);
    let came = |name| move |news| matches!(news, CourseEvent::Came { player, .. } if player == name).then_some(());
    class.received(came("Dan")).await;
    drop(cy);
    let left = class.received(|news| if let CourseEvent::Left { player } = news { Some(player) } else { None }).await;
    assert_eq!(left, "Cy");
    let listed = class.app.get("/api/bots").send().await.expect(200);
    let listed: Vec<_> = listed["bots"].as_array().expect("a list").iter().map(|bot| bot["name"].clone()).collect();
    assert!(listed.len() == 3 && !listed.contains(&json!("Cy")), "{listed:?}");
    let mut cy = class.connect().await;
    class.received(came("Cy")).await;
    let others = tokio::spawn(async move { tokio::join!(cy.play_on(), dan.play_on()) });
    tokio::join!(ann.play_on(), bob.play_on());
    others.await.expect("they play");
}

#[tokio::test]
async fn games_cut_off_by_a_stop_end_after_the_restart() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let bots = BotSettings { autostart: true, ..BotSettings::default() };
    // An unwatched game is unloaded soon, and releases the folder.
    let rooms = RoomSettings { idle_after: Duration::from_millis(200), ..RoomSettings::default() };
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), bots, rooms, ..Config::default() };
    let mut class = Class::with(PickleCourse { time: None, ..PickleCourse::default() }, config.clone()).await;
    let (mut white, _black, game) = class.pair().await;
    white.asked().await;
    class.app.stop().await;
    let app = TestApp::again(&config).await;
    let class = Class { app, news: mpsc::unbounded_channel().1 };
    class.lost_by(&game, "white", "absent").await;
}

/// A class with a short time limit.
fn hasty() -> PickleCourse {
    PickleCourse { time: Some(Duration::from_millis(100)), ..PickleCourse::default() }
}
