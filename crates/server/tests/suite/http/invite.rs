//! A link seats the first who opens it.

use std::time::Duration;

use outflank_server::config::{Config, RoomSettings, Storage};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{
    app::{TestApp, place, text},
    client::{Answer, Line, Request, TIMEOUT},
};

/// A game whose white seat waits for the first client of the link.
struct Invite {
    id: String,
    link: String,
    creator: String,
}

impl Invite {
    async fn to(app: &TestApp) -> Invite {
        let answer = app.create(&json!({"black": "human", "white": "human", "you": "black"})).await;
        let created = answer.expect(201);
        Invite { id: text(&created["id"]), link: text(&created["secrets"]["white"]), creator: answer.cookie() }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/games/{}{rest}", self.id)
    }

    /// What a browser with this cookie is answered when it opens the link.
    async fn open(&self, app: &TestApp, cookie: &str) -> Answer {
        self.opening(app, cookie).send().await
    }

    fn opening(&self, app: &TestApp, cookie: &str) -> Request {
        app.post(&self.path("/seats"), &json!({"secret": self.link})).header("Cookie", cookie)
    }

    /// How the game stands for a browser with this cookie that says a secret.
    async fn state(&self, app: &TestApp, cookie: &str, secret: Option<&str>) -> Value {
        let mut line = Line::try_open(app.address, &self.id, &[("cookie", cookie)]).await.expect("a socket");
        line.say(&json!({"type": "hello", "secret": secret})).await;
        line.hear("state").await
    }

    async fn places(&self, app: &TestApp, cookie: &str, ply: usize, square: &str) -> Answer {
        app.post(&self.path("/commands"), &place(ply, square)).header("Cookie", cookie).send().await
    }
}

#[tokio::test]
async fn the_first_client_of_a_link_plays_and_others_watch() {
    let folder = tempfile::tempdir().expect("a folder");
    let rooms = RoomSettings { idle_after: Duration::ZERO, ..RoomSettings::default() };
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), rooms, ..Config::default() };
    let mut app = TestApp::with(config.clone()).await;
    let invite = Invite::to(&app).await;
    let (bob, eve) = (app.browser().await, app.browser().await);
    assert_eq!(invite.open(&app, &bob).await.expect(200)["color"], "white");
    invite.places(&app, &invite.creator, 0, "d3").await.expect(200);

    for _ in 0..2 {
        assert_eq!(invite.open(&app, &bob).await.expect(200)["color"], "white", "his own browser opens it again");
        invite.open(&app, &eve).await.refused(403, "seat-taken");
        let state = invite.state(&app, "", Some(&invite.link)).await;
        assert_eq!((&state["you"], &state["seatRefused"]), (&json!([]), &json!("taken")));
        let state = app.get(&invite.path("")).bearer(&invite.link).send().await.expect(200);
        assert_eq!((&state["you"], &state["seatRefused"]), (&json!([]), &json!("taken")));
        let stolen = app.post(&invite.path("/commands"), &place(1, "c3")).bearer(&invite.link).send().await;
        stolen.refused(403, "not-seated");
        let state = invite.state(&app, &bob, Some(&invite.link)).await;
        assert_eq!((&state["you"], &state["seatRefused"]), (&json!(["white"]), &Value::Null));
        assert_eq!(invite.state(&app, &invite.creator, None).await["you"], json!(["black"]));
        app.stop().await;
        app = TestApp::again(&config).await;
    }
    invite.places(&app, &bob, 1, "c3").await.expect(200);
}

#[tokio::test]
async fn an_incomplete_link_watches_and_says_why() {
    let app = TestApp::start().await;
    let invite = Invite::to(&app).await;
    for secret in [&invite.link[..40], "", "0".repeat(64).as_str()] {
        let state = invite.state(&app, "", Some(secret)).await;
        assert_eq!((&state["you"], &state["seatRefused"]), (&json!([]), &json!("unknown")), "{secret:?}");
    }
    assert_eq!(invite.state(&app, "", None).await["seatRefused"], Value::Null, "who only watches");
    let state = invite.state(&app, "", Some(&invite.link)).await;
    assert_eq!((&state["you"], &state["seatRefused"]), (&json!([]), &json!("free")), "nobody has sat down yet");
    let bob = app.browser().await;
    assert_eq!(invite.open(&app, &bob).await.expect(200)["color"], "white", "the link is not spent by that");
}

#[tokio::test]
async fn one_of_two_simultaneous_clients_of_a_link_plays() {
    let app = TestApp::start().await;
    let invite = Invite::to(&app).await;
    let (bob, eve) = (app.browser().await, app.browser().await);
    let (one, other) = tokio::join!(invite.open(&app, &bob), invite.open(&app, &eve));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403]);
}

#[tokio::test]
async fn a_seated_player_can_send_a_name_later() {
    let app = TestApp::start().await;
    let invite = Invite::to(&app).await;
    let bob = app.browser().await;
    invite.open(&app, &bob).await.expect(200);
    let named = json!({"secret": invite.link, "name": "\u{202e}Bob"});
    app.post(&invite.path("/seats"), &named).header("Cookie", &bob).send().await.expect(200);
    assert_eq!(invite.state(&app, "", None).await["seats"]["white"]["name"], "Bob");
}

#[tokio::test]
async fn a_program_takes_a_seat_with_its_own_secret() {
    let app = TestApp::start().await;
    let invite = Invite::to(&app).await;
    let own = "7".repeat(64);
    let sit = app.post(&invite.path("/seats"), &json!({"secret": invite.link})).bearer(&own).send().await;
    sit.expect(200);
    let state = app.get(&invite.path("")).bearer(&own).send().await.expect(200);
    assert_eq!(state["you"], json!(["white"]));
}

/// The server receives the request, and its reply is lost.
#[tokio::test]
async fn a_repeated_seat_request_succeeds() {
    let app = TestApp::start().await;
    let invite = Invite::to(&app).await;
    let bob = app.browser().await;
    let unheard = invite.opening(&app, &bob).say_only().await;
    let mut line = Line::open(app.address, &invite.id).await;
    line.say(&json!({"type": "hello", "after": 2})).await;
    assert_eq!(line.hear("event").await["event"]["kind"], "seated", "he was heard");
    drop(unheard);
    assert_eq!(invite.open(&app, &bob).await.expect(200)["color"], "white");
    assert_eq!(invite.state(&app, &bob, None).await["you"], json!(["white"]));
}

#[tokio::test]
async fn a_link_stays_valid_for_clients_without_credentials() {
    let app = TestApp::start().await;
    let invite = Invite::to(&app).await;
    for _ in 0..2 {
        let refused = invite.open(&app, "").await;
        refused.refused(401, "no-proof");
        assert_eq!(refused.headers["www-authenticate"], "Bearer");
    }
    let bob = app.browser().await;
    assert_eq!(invite.open(&app, &bob).await.expect(200)["color"], "white");
    let again = Request::new(app.address, "POST", "/api/session").header("Cookie", &bob).send().await;
    assert!(again.status == 204 && !again.headers.contains_key("set-cookie"), "he keeps his cookie: {again:?}");
}

#[tokio::test]
async fn the_creator_cannot_take_the_other_seat() {
    let app = TestApp::start().await;
    let invite = Invite::to(&app).await;
    invite.open(&app, &invite.creator).await.refused(403, "own-link");
    let bob = app.browser().await;
    invite.open(&app, &bob).await.expect(200);
    invite.open(&app, &invite.creator).await.refused(403, "own-link");
    assert_eq!(invite.state(&app, &invite.creator, None).await["you"], json!(["black"]));
}

#[tokio::test]
async fn the_secret_of_a_link_is_no_credential() {
    let app = TestApp::start().await;
    let invite = Invite::to(&app).await;
    let sit =
        async |own: &str| app.post(&invite.path("/seats"), &json!({"secret": invite.link})).bearer(own).send().await;
    sit(&invite.link).await.refused(403, "shared-secret");
    let early = app.post(&invite.path("/commands"), &json!({"type": "resign"})).bearer(&invite.link).send().await;
    early.refused(403, "not-seated");
    sit(&"7".repeat(64)).await.expect(200);
    sit(&invite.link).await.refused(403, "seat-taken");
}

/// Sockets stay open while a player takes the seat.
#[tokio::test]
async fn a_socket_counts_for_the_current_seat_of_its_client() {
    let app = TestApp::start().await;
    let invite = Invite::to(&app).await;
    let bob = app.browser().await;
    let enter = async |cookie: &str, secret: Option<&str>| {
        let mut line = Line::try_open(app.address, &invite.id, &[("cookie", cookie)]).await.expect("a socket");
        line.say(&json!({"type": "hello", "secret": secret})).await;
        let state = line.hear("state").await;
        (line, state["presence"].clone())
    };
    let (mut eve, presence) = enter("", Some(&invite.link)).await;
    assert_eq!(
        (&presence["white"]["connected"], &presence["watchers"]),
        (&json!(false), &json!(1)),
        "a link is nobody"
    );
    let (line, _) = enter(&bob, None).await;
    invite.open(&app, &bob).await.expect(200);
    let mut white = async |here: bool, watchers: usize| {
        let seen = async {
            loop {
                let presence = eve.hear("presence").await["presence"].clone();
                if presence["white"]["connected"] == here && presence["watchers"] == watchers {
                    break;
                }
            }
        };
        timeout(TIMEOUT, seen).await.expect("it is received");
    };
    white(true, 1).await;
    drop(line);
    white(false, 1).await;
}

#[tokio::test]
async fn a_new_link_unseats_the_previous_opponent() {
    let app = TestApp::start().await;
    let mut invite = Invite::to(&app).await;
    let (bob, eve) = (app.browser().await, app.browser().await);
    let path = invite.path("/invite");
    let again = async |cookie: &str| Request::new(app.address, "POST", &path).header("Cookie", cookie).send().await;
    invite.open(&app, &bob).await.expect(200);
    again(&eve).await.refused(403, "not-seated");
    again(&bob).await.refused(409, "not-invitable");
    let mut line = Line::try_open(app.address, &invite.id, &[("cookie", &bob)]).await.expect("a socket");
    line.say(&json!({"type": "hello"})).await;
    assert_eq!(line.hear("state").await["you"], json!(["white"]));
    let answer = again(&invite.creator).await.expect(200);
    let received = line.hear("event").await;
    assert_eq!((&received["event"]["kind"], &received["state"]["status"]), (&json!("reopened"), &json!("open")));
    assert!(!received.to_string().contains(&text(&answer["secret"])), "the link is for who asked: {received}");

    invite.places(&app, &invite.creator, 0, "d3").await.refused(409, "waiting-for-opponent");
    assert_eq!(invite.state(&app, &bob, None).await["you"], json!([]), "he has lost it");
    invite.open(&app, &bob).await.refused(403, "wrong-secret");
    invite.link = text(&answer["secret"]);
    assert_eq!(invite.open(&app, &eve).await.expect(200)["color"], answer["color"]);
    invite.places(&app, &invite.creator, 0, "d3").await.expect(200);
    invite.places(&app, &bob, 1, "c3").await.refused(403, "not-seated");
    invite.places(&app, &eve, 1, "c3").await.expect(200);
    again(&invite.creator).await.refused(409, "not-invitable");
}
