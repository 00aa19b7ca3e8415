//! A separate server for each test, on a free port.

use std::net::SocketAddr;

use outflank_server::{
    config::{Config, JobSettings, Limits, PoolConfig},
    course::CourseServers,
    log::{OpenError, secret::Secret},
    web::app::{App, BuildError},
};
use serde_json::{Value, json};
use tokio::{sync::oneshot, task::JoinHandle, time::timeout};

use super::client::{Answer, Line, Request, TIMEOUT};

pub(super) struct TestApp {
    pub(super) address: SocketAddr,
    /// The addresses of the course listeners.
    pub(super) course: Vec<SocketAddr>,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
}

/// A game with what opens its seats, and the link by which white came, if so.
pub(super) struct TestGame {
    pub(super) id: String,
    pub(super) black: String,
    pub(super) white: String,
    pub(super) link: String,
}

impl TestApp {
    pub(super) async fn start() -> TestApp {
        TestApp::with(Config::default()).await
    }

    /// With the limits that strangers have.
    pub(super) async fn limited(limits: Limits) -> TestApp {
        TestApp::with(Config { limits: Limits { loopback_too: true, ..limits }, ..Config::default() }).await
    }

    pub(super) async fn with(config: Config) -> TestApp {
        TestApp::with_course(config, CourseServers::default()).await
    }

    pub(super) async fn with_course(config: Config, course: CourseServers) -> TestApp {
        TestApp::try_with(config, course).await.expect("a server")
    }

    /// On the folder of a server that was stopped, as soon as its last game has let go of it.
    pub(super) async fn again(config: &Config) -> TestApp {
        TestApp::again_with_course(config, CourseServers::default()).await
    }

    pub(super) async fn again_with_course(config: &Config, course: CourseServers) -> TestApp {
        let start = async {
            loop {
                match TestApp::try_with(config.clone(), course.clone()).await {
                    Err(BuildError::Open(OpenError::InUse { .. })) => tokio::task::yield_now().await,
                    started => break started.expect("a server"),
                }
            }
        };
        timeout(TIMEOUT, start).await.expect("the games are let go of")
    }

    async fn try_with(config: Config, course: CourseServers) -> Result<TestApp, BuildError> {
        let pool = PoolConfig { workers: 2, hash_bytes: 1 << 20, ..PoolConfig::default() };
        let jobs = JobSettings { hash_bytes: 1 << 20, ..config.jobs };
        let config = Config { pool, jobs, ..config };
        let course = course.open(&config).expect("course listeners");
        let app = App::build(config).await?;
        let (stop, stopped) = oneshot::channel();
        let address = app.address();
        let course = course.attach(&app);
        let running = tokio::spawn(app.run(async move { drop(stopped.await) }));
        Ok(TestApp { address, course, stop: Some(stop), running })
    }

    /// Asks it to stop and waits until it has.
    pub(super) async fn stop(mut self) {
        drop(self.stop.take());
        self.running.await.expect("it ends well");
    }

    pub(super) fn get(&self, path: &str) -> Request {
        Request::new(self.address, "GET", path)
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Request {
        Request::new(self.address, "POST", path).json(body)
    }

    /// The cookie of a browser that was never here before.
    pub(super) async fn browser(&self) -> String {
        let answer = Request::new(self.address, "POST", "/api/session").send().await;
        assert_eq!(answer.status, 204, "{answer:?}");
        answer.cookie()
    }

    pub(super) async fn create(&self, request: &Value) -> Answer {
        self.post("/api/games", request).send().await
    }

    /// Two people at one game, both seated.
    pub(super) async fn two_people(&self) -> TestGame {
        self.two_people_with(json!({})).await
    }

    pub(super) async fn two_people_with(&self, more: Value) -> TestGame {
        let mut request = json!({"black": "human", "white": "human", "you": "black"});
        request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let created = self.create(&request).await.expect(201);
        let secret = |color: &str| created["secrets"][color].as_str().expect("a secret").to_owned();
        let (id, link) = (text(&created["id"]), secret("white"));
        let game = TestGame { id, black: secret("black"), white: Secret::random().reveal(), link };
        let sitting = json!({"secret": game.link, "name": "Bob"});
        self.post(&game.path("/seats"), &sitting).bearer(&game.white).send().await.expect(200);
        game
    }

    pub(super) async fn command(&self, game: &TestGame, secret: &str, command: &Value) -> Answer {
        self.post(&game.path("/commands"), command).bearer(secret).send().await
    }

    pub(super) async fn state(&self, game: &TestGame) -> Value {
        self.get(&game.path("")).send().await.expect(200)
    }

    /// A socket that has said hello and heard how the game stands.
    pub(super) async fn line(&self, game: &TestGame, secret: Option<&str>) -> (Line, Value) {
        let mut line = Line::open(self.address, &game.id).await;
        line.say(&json!({"type": "hello", "after": null, "secret": secret})).await;
        let state = line.hear("state").await;
        (line, state)
    }
}

impl TestGame {
    pub(super) fn path(&self, rest: &str) -> String {
        format!("/api/games/{}{rest}", self.id)
    }
}

pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

pub(super) fn place(ply: usize, square: &str) -> Value {
    json!({"type": "move", "ply": ply, "square": square})
}
