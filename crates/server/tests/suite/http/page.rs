//! The page and what protects those who look at it.

use outflank_server::config::Config;
use serde_json::json;
use tempfile::TempDir;

use super::app::{TestApp, text};

async fn with_page() -> (TestApp, TempDir) {
    let folder = TempDir::new().expect("a folder");
    std::fs::create_dir_all(folder.path().join("web/js")).expect("a folder");
    for (name, content) in [
        ("web/index.html", "home"),
        ("web/game.html", "game"),
        ("web/watch.html", "watch"),
        ("web/analyse.html", "analyse"),
        ("web/edit.html", "edit"),
        ("web/archive.html", "archive"),
        ("web/arena.html", "arena"),
        ("web/tournament.html", "tournament"),
        ("web/projector.html", "projector"),
        ("web/bot.html", "bot"),
        ("web/js/a.js", "//"),
        ("web/.secret", "no"),
        ("outside.txt", "no"),
    ] {
        std::fs::write(folder.path().join(name), content).expect("a file");
    }
    (TestApp::with(Config { web: Some(folder.path().join("web")), ..Config::default() }).await, folder)
}

#[tokio::test]
async fn every_page_has_its_address() {
    let (app, _folder) = with_page().await;
    let game = app.two_people().await.id;
    let tournament = app.post("/api/tournaments", &json!({})).send().await.expect(201);
    let tournament = text(&tournament["url"]);
    for (path, content, kind) in [
        ("/", "home", "text/html; charset=utf-8"),
        (format!("/game/{game}").as_str(), "game", "text/html; charset=utf-8"),
        (format!("/watch/{game}").as_str(), "watch", "text/html; charset=utf-8"),
        ("/analyse", "analyse", "text/html; charset=utf-8"),
        ("/edit?board=-", "edit", "text/html; charset=utf-8"),
        ("/archive", "archive", "text/html; charset=utf-8"),
        ("/arena", "arena", "text/html; charset=utf-8"),
        (tournament.as_str(), "tournament", "text/html; charset=utf-8"),
        (format!("{tournament}/projector").as_str(), "projector", "text/html; charset=utf-8"),
        ("/bot", "bot", "text/html; charset=utf-8"),
        ("/js/a.js", "//", "text/javascript; charset=utf-8"),
    ] {
        let answer = app.get(path).send().await;
        assert_eq!((answer.status, answer.body.as_str()), (200, content), "{path}");
        assert_eq!(answer.headers["content-type"], kind, "{path}");
    }
}

#[tokio::test]
async fn cached_files_are_not_sent_again() {
    let (app, folder) = with_page().await;
    let first = app.get("/js/a.js").send().await;
    let tag = &first.headers["etag"];
    let again = app.get("/js/a.js").header("If-None-Match", tag).send().await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    std::fs::write(folder.path().join("web/js/a.js"), "new").expect("a file");
    assert_eq!(app.get("/js/a.js").header("If-None-Match", tag).send().await.status, 200);
}

#[tokio::test]
async fn nothing_outside_the_page_is_served() {
    let (app, _folder) = with_page().await;
    for path in
        ["/../outside.txt", "/js/../../outside.txt", "/%2e%2e/outside.txt", "/.secret", "//etc/passwd", "/js", "/js/"]
    {
        let answer = app.get(path).send().await;
        assert_eq!(answer.status, 404, "{path}: {}", answer.body);
    }
}

#[tokio::test]
async fn unknown_pages_link_home() {
    let app = TestApp::start().await;
    let answer = app.get("/gmae/abc").header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8").send().await;
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (404, "text/html; charset=utf-8"));
    assert!(answer.body.contains("href=\"/\""), "{}", answer.body);
    assert!(!answer.body.contains("<style") && !answer.body.contains("style=") && !answer.body.contains("<script>"));
    assert_eq!(app.get("/nothing").send().await.headers["content-type"], "text/plain; charset=utf-8");
    for path in ["/api", "/api/gamez"] {
        app.get(path).header("Accept", "text/html").send().await.refused(404, "unknown-route");
    }
}

#[tokio::test]
async fn a_page_whose_subject_does_not_exist_has_the_status_404() {
    let (app, _folder) = with_page().await;
    let tag = app.get("/game.html").send().await.headers["etag"].clone();
    for (path, content) in [
        ("/game/abcdefghijkm", "game"),
        ("/watch/abcdefghijkm", "watch"),
        ("/tournament/abcdefghijkm", "tournament"),
        ("/tournament/abcdefghijkm/projector", "projector"),
    ] {
        let answer = app.get(path).header("If-None-Match", &tag).send().await;
        assert_eq!((answer.status, answer.body.as_str()), (404, content), "{path}");
    }
    for path in ["/game/abc", "/watch/%ff", "/tournament/abc", "/tournament/%ff/projector"] {
        let answer = app.get(path).header("Accept", "text/html").send().await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(
            answer.body.contains("Page not found") && answer.body.contains("href=\"/\""),
            "{path}: {}",
            answer.body
        );
    }
}

#[tokio::test]
async fn every_answer_protects_the_browser() {
    let app = TestApp::start().await;
    for path in ["/", "/nothing", "/api/options", "/api/games/abc", "/health"] {
        let headers = app.get(path).send().await.headers;
        let policy = &headers["content-security-policy"];
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "same-origin", "{path}");
        assert!(headers.contains_key("cache-control"), "{path}");
    }
}

#[tokio::test]
async fn pages_are_isolated_from_other_origins() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("js/engine")).expect("a folder");
    for name in ["game.html", "js/engine/worker.js", "js/dom.js"] {
        std::fs::write(folder.path().join(name), "").expect("written");
    }
    let app = TestApp::with(Config { web: Some(folder.path().to_owned()), ..Config::default() }).await;
    let page = app.get("/game").send().await.headers;
    assert_eq!(page["cross-origin-opener-policy"], "same-origin");
    assert_eq!(page["cross-origin-embedder-policy"], "require-corp");
    let worker = app.get("/js/engine/worker.js").send().await.headers;
    assert_eq!(worker["cross-origin-embedder-policy"], "require-corp");
    assert!(worker["content-security-policy"].contains("script-src 'self' 'wasm-unsafe-eval';"), "{worker:?}");
    let script = app.get("/js/dom.js").send().await.headers;
    assert!(!script.contains_key("cross-origin-embedder-policy"), "{script:?}");
    assert!(!script["content-security-policy"].contains("unsafe"), "{script:?}");
}

/// The page that is in the binary, if this build has one.
#[tokio::test]
async fn the_page_of_this_build_is_complete() {
    let app = TestApp::start().await;
    let home = app.get("/").send().await;
    if home.status == 404 {
        assert!(home.body.contains("without its page"), "{home:?}");
        return;
    }
    let links = home.body.split(['"', '\'']).filter(|part| part.starts_with('/') && part.contains('.'));
    for link in links {
        let answer = app.get(link).send().await;
        assert_eq!(answer.status, 200, "{link}");
    }
    let scripts: Vec<&str> = home.body.split('"').filter(|part| part.starts_with("/edition/")).collect();
    assert!(!scripts.is_empty(), "{}", home.body);
    for script in scripts {
        let (_, path) = script["/edition/".len()..].split_once('/').expect("an edition and a path");
        let old = format!("/edition/0123456789abcdef01234567/{path}");
        assert_eq!(app.get(&old).send().await.status, 404, "{old}: the page is of another edition");
    }
}
