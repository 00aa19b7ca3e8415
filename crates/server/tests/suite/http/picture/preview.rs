//! What others show of our pages, and show our pages in.

use outflank_server::config::Config;
use serde_json::json;
use tempfile::TempDir;

use super::{
    super::{app::TestApp, client::Request},
    Picture, picture, played,
};

async fn with_page() -> (TestApp, TempDir) {
    let folder = TempDir::new().expect("a folder");
    for name in ["index", "game", "watch", "analyse"] {
        let page = format!("<!doctype html><html><head><title>{name}</title></head><body></body></html>");
        std::fs::write(folder.path().join(format!("{name}.html")), page).expect("a file");
    }
    (TestApp::with(Config { web: Some(folder.path().to_owned()), ..Config::default() }).await, folder)
}

/// What a tag of the head says.
fn tag(page: &str, name: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("<meta property=\"{name}\" content=\""))?;
    Some(rest.split_once('"')?.0.replace("&amp;", "&"))
}

/// The picture that a page announces, which lies on this server.
async fn announced(app: &TestApp, page: &str) -> Picture {
    let address = tag(page, "og:image").expect("a picture is announced");
    let path = address.strip_prefix(&format!("http://{}", app.address)).expect("a whole address");
    picture(app, path).await
}

#[tokio::test]
async fn a_link_to_a_game_is_announced_with_its_names_and_a_picture() {
    let (app, _folder) = with_page().await;
    let game = played(&app).await;
    let after_three = "After 3 moves: 5 to 2, white to move";
    let after_two = "After 2 moves: 3 to 3, black to move";
    for (path, words) in [
        (format!("/game/{}", game.id), after_three),
        (format!("/watch/{}?ply=3", game.id), after_three),
        (format!("/watch/{}?ply=99", game.id), after_three),
        (format!("/watch/{}?ply=2", game.id), after_two),
    ] {
        let page = app.get(&path).send().await.body;
        assert_eq!(tag(&page, "og:title").as_deref(), Some("Ann against Bob"), "{page}");
        let description = tag(&page, "og:description").expect("words");
        assert!(description.contains(words), "{path}: {description}");
        assert_eq!(tag(&page, "og:url"), Some(format!("http://{}{path}", app.address)));
        let picture = announced(&app, &page).await;
        assert_eq!((picture.width, picture.height), (1200, 630));
    }
    let proxied = app.get(&format!("/game/{}", game.id)).header("X-Forwarded-Proto", "https").send().await.body;
    assert!(tag(&proxied, "og:image").is_some_and(|address| address.starts_with("https://")));
}

#[tokio::test]
async fn an_unlisted_game_shows_no_names() {
    let (app, _folder) = with_page().await;
    let game = app.two_people_with(json!({"from": "f5d6", "name": "Ann", "listed": false})).await;
    for path in [format!("/game/{}", game.id), format!("/watch/{}", game.id), format!("/embed/{}", game.id)] {
        let page = app.get(&path).send().await.body;
        assert!(page.contains("Black against White"), "{page}");
        assert!(!page.contains("Ann") && !page.contains("Bob"), "{page}");
    }
    let replay = app.get(&game.path("/picture.html")).send().await.body;
    assert!(!replay.contains("Ann") && !replay.contains("Bob"));
}

#[tokio::test]
async fn names_are_escaped_in_pages() {
    let (app, _folder) = with_page().await;
    let game = app.two_people_with(json!({"name": "\"><script>alert(1)</script>"})).await;
    for path in [format!("/game/{}", game.id), format!("/embed/{}", game.id)] {
        let page = app.get(&path).send().await.body;
        assert!(!page.contains("<script>alert"), "{page}");
        assert!(page.contains("&lt;script&gt;alert"), "{page}");
    }
}

#[tokio::test]
async fn a_link_to_moves_is_announced_by_its_opening() {
    let (app, _folder) = with_page().await;
    let page = app.get("/analyse?moves=f5d6c3d3c4").send().await.body;
    assert_eq!(tag(&page, "og:title").as_deref(), Some("Tiger"), "{page}");
    let picture = announced(&app, &page).await;
    assert_eq!((picture.width, picture.height), (1200, 630));
    let game = played(&app).await;
    let page = app.get(&format!("/analyse?game={}", game.id)).send().await.body;
    assert_eq!(tag(&page, "og:title").as_deref(), Some("Ann against Bob"));
    let start = outflank_server::game::wire::position(&outflank_rules::Variant::SIX.start()).replace(' ', "%20");
    let page = app.get(&format!("/analyse?variant=six&start={start}&moves=e4")).send().await.body;
    announced(&app, &page).await;
}

#[tokio::test]
async fn a_link_to_a_game_of_the_archive_is_announced_by_its_players() {
    let (app, _folder) = with_page().await;
    let games = "(;GM[Othello]PB[Göthe]PW[Ann]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3];)";
    let import = Request::new(app.address, "POST", "/api/archive/import").body("text/plain", games).send().await;
    assert_eq!(import.status, 200, "{}", import.body);
    let page = app.get("/analyse?archive=1&ply=2").send().await.body;
    assert_eq!(tag(&page, "og:title").as_deref(), Some("Göthe against Ann"), "{page}");
    assert!(tag(&page, "og:description").expect("words").contains("After 2 moves"), "{page}");
    announced(&app, &page).await;
    for path in ["/analyse?archive=2", "/analyse?archive=x"] {
        assert_eq!(tag(&app.get(path).send().await.body, "og:title"), None, "{path}");
    }
}

#[tokio::test]
async fn a_page_without_a_subject_is_unchanged() {
    let (app, _folder) = with_page().await;
    for (path, status) in [
        ("/game/aaaaaaaaaaaa", 404),
        ("/game/no-id", 404),
        ("/watch/aaaaaaaaaaaa", 404),
        ("/analyse?moves=a1", 200),
        ("/analyse?game=x", 200),
        ("/analyse?%zz", 200),
    ] {
        let page = app.get(path).send().await;
        assert_eq!((page.status, tag(&page.body, "og:title")), (status, None), "{path}");
    }
}

#[tokio::test]
async fn only_pages_for_frames_may_be_framed() {
    let (app, _folder) = with_page().await;
    let game = played(&app).await;
    let embed = app.get(&format!("/embed/{}?ply=1&theme=dark", game.id)).send().await;
    assert_eq!(embed.status, 200);
    let policy = &embed.headers["content-security-policy"];
    assert!(policy.contains("frame-ancestors *") && policy.contains("sandbox allow-scripts"), "{policy}");
    assert!(!policy.contains("allow-same-origin"), "its script is of no origin: {policy}");
    assert!(!embed.headers.contains_key("x-frame-options"));
    // A browser would not open a page in a sandbox with this policy in a tab of its own.
    assert!(!embed.headers.contains_key("cross-origin-opener-policy"));
    assert!(embed.body.contains("\"at\":1") && embed.body.contains("data-theme=\"dark\""));
    assert!(embed.body.contains(&format!("href=\"/watch/{}\"", game.id)));
    let again = app.get(&format!("/embed/{}", game.id)).header("If-None-Match", &embed.headers["etag"]).send().await;
    assert!(again.status == 304 && !again.headers.contains_key("x-frame-options"));
    let line = app.get("/embed?moves=f5d6c3&ply=2&title=Ann%20%26%20Bob&theme=print").send().await;
    assert_eq!(line.status, 200);
    assert_eq!(line.headers["content-security-policy"], *policy);
    assert_eq!(line.headers["cache-control"], "public, max-age=86400");
    assert!(!line.headers.contains_key("x-frame-options"));
    assert!(line.body.contains("\"at\":2") && line.body.contains("data-theme=\"print\""));
    assert!(line.body.contains("Ann &amp; Bob") && line.body.contains("href=\"/analyse?moves=f5d6c3&amp;ply=2\""));
    app.get("/embed?moves=f5f5").send().await.refused(400, "bad-moves");
    app.get("/embed?moves=f5&ply=2").send().await.refused(400, "bad-query");
    app.get("/embed/aaaaaaaaaaaa").send().await.refused(404, "unknown-game");
    app.get(&format!("/embed/{}?ply=99", game.id)).send().await.refused(400, "bad-query");
    let others = ["/", "/analyse", "/api/options", "/api/picture.html", "/api/picture.svg", "/embed/aaaaaaaaaaaa"];
    let own = [format!("/game/{}", game.id), format!("/watch/{}", game.id), game.path("/picture.html")];
    for path in others.into_iter().chain(own.iter().map(String::as_str)) {
        let answer = app.get(path).send().await;
        assert_eq!(answer.headers["x-frame-options"], "DENY", "{path}");
        assert!(!answer.headers["content-security-policy"].contains("frame-ancestors *"), "{path}");
    }
}
