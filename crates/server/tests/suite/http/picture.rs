//! Pictures, decoded as those who get them do.

mod decoded;
mod preview;

use outflank_server::config::{Limits, Rate};
use serde_json::json;

use super::{
    app::{TestApp, TestGame, place, text},
    client::Answer,
};
use decoded::{Picture, film, markup};

/// A pixel for each unit of the drawing: squares are 40 wide, in a frame of 8.
const PLAIN: &str = "coordinates=false&size=336";

async fn picture(app: &TestApp, path: &str) -> Picture {
    let answer = app.get(path).send().await;
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, "image/png"), "{path}: {}", answer.body);
    Picture::of(&answer.bytes)
}

async fn board(app: &TestApp, moves: &str) -> String {
    let line = app.post("/api/line", &json!({"moves": moves})).send().await.expect(200);
    text(&line["board"])
}

async fn played(app: &TestApp) -> TestGame {
    app.two_people_with(json!({"from": "f5d6c3", "name": "Ann"})).await
}

#[tokio::test]
async fn a_png_has_its_size_and_its_discs_where_they_belong() {
    let app = TestApp::start().await;
    for (query, moves) in
        [("moves=f5d6c3d3c4", "f5d6c3d3c4"), ("moves=f5d6c3d3c4&ply=2", "f5d6"), ("theme=dark&ply=0", "")]
    {
        let picture = picture(&app, &format!("/api/picture.png?{query}&{PLAIN}")).await;
        assert_eq!((picture.width, picture.height), (336, 336));
        assert_eq!(picture.board(8), board(&app, moves).await, "{query}");
    }
    assert_eq!(picture(&app, "/api/picture.png").await.width, 480);
    let six = picture(&app, "/api/picture.png?variant=six&coordinates=false&size=256").await;
    assert_eq!(six.board(6), "--------------OX----XO--------------");
}

#[tokio::test]
async fn a_gif_has_a_picture_for_each_step_and_ends_with_the_end() {
    let app = TestApp::start().await;
    let answer = app.get("/api/picture.gif?moves=f5d6&coordinates=false&size=84").send().await;
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, "image/gif"));
    let frames = film(&answer.bytes);
    assert_eq!(frames.len(), 1 + 2 * 4, "the start, and three turns and the board of each move");
    assert_eq!((frames[0].width, frames[0].height), (84, 84));
    assert_eq!((frames[0].board(8), frames[8].board(8)), (board(&app, "").await, board(&app, "f5d6").await));
}

#[tokio::test]
async fn an_svg_is_one_document_and_says_what_it_shows() {
    let app = TestApp::start().await;
    let answer = app
        .get("/api/picture.svg?moves=f5d6&values=f5:%2B2,c3:-4!&marks=a1,h8%3DA&legal=true&theme=print")
        .send()
        .await;
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, "image/svg+xml"));
    let names = markup(&answer.body);
    assert_eq!(names.first().map(String::as_str), Some("svg"));
    assert!(names.iter().filter(|name| *name == "path").count() > 20);
    assert!(names.iter().all(|name| ["svg", "title", "path"].contains(&name.as_str())), "{names:?}");
    assert!(answer.body.contains("3 black and 3 white discs, black to move"), "{}", answer.body);
    assert_eq!(answer.headers["content-security-policy"], "default-src 'none'; sandbox");
}

#[tokio::test]
async fn a_page_of_a_game_needs_nothing_and_can_reach_nothing() {
    let app = TestApp::start().await;
    let answer = app
        .get("/api/picture.html?moves=f5d6c3&ply=1&title=%3Cscript%3Ealert(1)%3C%2Fscript%3E&download=1")
        .send()
        .await;
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, "text/html; charset=utf-8"));
    assert!(answer.body.contains("<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>"));
    assert!(answer.body.contains("\"at\":1"), "it opens where it was asked to");
    let policy = &answer.headers["content-security-policy"];
    assert!(policy.contains("sandbox allow-scripts;") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"outflank.html\"");
}

#[tokio::test]
async fn fixed_pictures_are_cached_and_others_revalidated() {
    let app = TestApp::start().await;
    let fixed = app.get("/api/picture.svg?moves=f5").send().await;
    assert_eq!(fixed.headers["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(fixed.headers["cross-origin-resource-policy"], "cross-origin");
    let game = played(&app).await;
    let path = game.path(&format!("/picture.png?{PLAIN}"));
    let first = app.get(&path).send().await;
    assert_eq!((first.status, first.headers["cache-control"].as_str()), (200, "no-cache"));
    assert_eq!(Picture::of(&first.bytes).board(8), board(&app, "f5d6c3").await);
    let ask = || app.get(&path).header("If-None-Match", &first.headers["etag"]).send();
    assert_eq!(ask().await.status, 304);
    app.command(&game, &game.white, &place(3, "d3")).await.expect(200);
    let next = ask().await;
    assert_eq!(next.status, 200);
    assert_eq!(Picture::of(&next.bytes).board(8), board(&app, "f5d6c3d3").await);
    let earlier = picture(&app, &game.path(&format!("/picture.png?{PLAIN}&ply=1"))).await;
    assert_eq!(earlier.board(8), board(&app, "f5").await);
    for kind in ["svg", "gif", "html"] {
        assert_eq!(app.get(&game.path(&format!("/picture.{kind}?size=84"))).send().await.status, 200, "{kind}");
    }
}

#[tokio::test]
async fn a_card_shows_both_boards_two_plies_on_and_the_loss() {
    let app = TestApp::start().await;
    let query = "moves=f5f6e6f4&ply=2&best=d6c3&value=0&playedValue=-2.5&title=Ann%20against%20Ben";
    let svg = app.get(&format!("/api/card.svg?{query}")).send().await;
    markup(&svg.body);
    for words in [
        "Move 2: White f6 lost 2.5 discs",
        "Ann against Ben",
        "Played: f6 e6 (−2.5)",
        "Best: d6 c3 (+0)",
        "Moves: White",
    ] {
        assert!(svg.body.contains(words), "{words}: {}", &svg.body[..600]);
    }
    let png = picture(&app, &format!("/api/card.png?{query}")).await;
    assert_eq!((png.width, png.height), (1200, 630));
    for (query, part) in [
        ("moves=f5f6&ply=0&best=d6", "ply"),
        ("moves=f5f6&ply=3&best=d6", "ply"),
        ("moves=f5f6&ply=2", "best"),
        ("moves=f5f6&ply=2&best=", "best"),
        ("moves=f5f6&ply=2&best=a1", "best"),
        ("moves=f5f6&ply=2&best=d6&line=a1", "line"),
        ("moves=f5f6&ply=2&best=d6&value=many", "value"),
    ] {
        let refused = app.get(&format!("/api/card.png?{query}")).send().await.refused(400, "bad-query");
        assert!(text(&refused["error"]["message"]).starts_with(part), "{query}: {refused}");
    }
}

#[tokio::test]
async fn picture_options_are_bounded_and_errors_named() {
    let app = TestApp::start().await;
    let refused = |answer: Answer, code: &str| text(&answer.refused(400, code)["error"]["message"]);
    for (query, part) in [
        ("size=1601", "size"),
        ("size=15", "size"),
        ("size=-1", "size"),
        ("theme=neon", "theme"),
        ("moves=f5&ply=2", "ply"),
        ("values=f5", "values"),
        ("values=f5:NaN", "values"),
        ("marks=z9", "marks"),
        ("coordinates=perhaps", "coordinates"),
    ] {
        let message = refused(app.get(&format!("/api/picture.png?{query}")).send().await, "bad-query");
        assert!(message.starts_with(part), "{message}");
    }
    let message = refused(app.get("/api/picture.gif?size=481").send().await, "bad-query");
    assert!(message.contains("16 to 480"), "{message}");
    let many = "a1,".repeat(65);
    refused(app.get(&format!("/api/picture.svg?marks={many}")).send().await, "bad-query");
    let long = "x".repeat(121);
    refused(app.get(&format!("/api/picture.html?title={long}")).send().await, "bad-query");
    refused(app.get("/api/picture.svg?moves=f5a1").send().await, "bad-moves");
    refused(app.get("/api/picture.svg?start=XO").send().await, "bad-position");
    app.get("/api/games/aaaaaaaaaaaa/picture.svg").send().await.refused(404, "unknown-game");
    app.get("/api/picture.bmp").send().await.refused(404, "unknown-route");
}

#[tokio::test]
async fn pictures_have_their_own_rate_limit() {
    let app = TestApp::limited(Limits { pictures: Rate { burst: 2, per_minute: 1 }, ..Limits::default() }).await;
    for _ in 0..2 {
        assert_eq!(app.get("/api/picture.svg").send().await.status, 200);
    }
    let refused = app.get("/api/card.svg?moves=f5&ply=1&best=f5").send().await.refused(429, "rate-limited");
    assert_eq!(refused["error"]["limit"], "pictures");
    assert_eq!(app.post("/api/line", &json!({})).send().await.status, 200, "others are as before");
}

#[tokio::test]
async fn a_bare_name_switches_on_and_a_no_switches_off() {
    let app = TestApp::start().await;
    let svg = async |query: &str| app.get(&format!("/api/picture.svg?moves=f5d6{query}")).send().await.body;
    let (plain, marked) = (svg("").await, svg("&legal=true").await);
    assert_ne!(plain, marked);
    assert_eq!((svg("&legal").await, svg("&legal=no").await), (marked, plain));
}

#[tokio::test]
async fn a_review_becomes_a_graph_and_a_page() {
    let app = TestApp::start().await;
    let review = "review=%2B2,0!,-4i:d6/2,-10b!:c3/6,-10!";
    let chart = picture(&app, &format!("/api/chart.png?{review}&size=640")).await;
    assert_eq!((chart.width, chart.height), (640, 260));
    let svg = app.get(&format!("/api/chart.svg?{review}&title=Ann%20%26%20Ben&theme=dark")).send().await;
    assert_eq!((svg.status, svg.headers["content-type"].as_str()), (200, "image/svg+xml"));
    assert!(svg.body.contains("<title>Ann &amp; Ben</title>"), "{}", svg.body);
    let page = app.get(&format!("/api/picture.html?moves=f5d6c3d3c4&{review}")).send().await;
    assert!(page.body.contains("How the game stood") && page.body.contains(r#""class":"blunder""#), "{}", page.body);
    for bad in ["", "review=", "review=1", "review=1,x", "review=1,2q", "review=1,65"] {
        app.get(&format!("/api/chart.svg?{bad}")).send().await.refused(400, "bad-query");
    }
    let long = vec!["0"; 129].join(",");
    app.get(&format!("/api/chart.svg?review={long}")).send().await.refused(400, "bad-query");
}
