//! Queues are shared by address: one client with much to do does not keep others waiting.

use std::net::Ipv4Addr;

use outflank_server::config::{Limits, Rate};
use tokio::{io::AsyncReadExt, task::JoinSet, time::timeout};

use super::{
    app::TestApp,
    client::{Request, TIMEOUT},
};

const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const OTHER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

/// A whole game, whose GIF takes long to draw.
const GAME: &str = "d3c5c6e3f3f4e6f2c4d6d7c3d2e1f6b6b5b4a6b7a4e7d8a5f7f8f5g5e8c2g8a3a2c7c8a8a7a1b3g7b8h8h7b2g6h5h6d1e2b1c1h4h3g4g3g1g2f1h1";

/// A file that is longer than what people paste.
fn large_file() -> String {
    "f5d6c3d3c4\n".repeat(30_000)
}

fn reading(app: &TestApp, from: Ipv4Addr) -> Request {
    Request::new(app.address, "POST", "/api/read").from(from)
}

#[tokio::test]
async fn forty_gifs_of_one_address_do_not_lock_others_out() {
    let app = TestApp::start().await;
    let path = format!("/api/picture.gif?moves={GAME}&size=240");
    let mut greedy = JoinSet::new();
    for _ in 0..40 {
        greedy.spawn(app.get(&path).from(GREEDY).send());
    }
    // One is being drawn and 16 wait: the queue refuses the others of this address.
    let mut refused = 0;
    while refused < 10 {
        let answer = greedy.join_next().await.expect("some are refused").expect("an answer");
        refused += usize::from(answer.status == 503);
    }
    let answer = app.get("/api/picture.gif?moves=f5&size=84").from(OTHER).send().await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(!greedy.is_empty(), "the other address had its turn before all of the first were done");
}

#[tokio::test]
async fn announced_files_that_do_not_arrive_delay_no_other() {
    let app = TestApp::start().await;
    let mut announced = Vec::new();
    for _ in 0..20 {
        let head = reading(&app, GREEDY).header("Content-Length", "2000000");
        announced.push(head.raw("x").say_only().await);
    }
    let answer = reading(&app, OTHER).body("application/octet-stream", large_file()).send().await;
    assert_eq!(answer.status, 200, "{}", answer.body);
}

/// The server holds files in memory while they arrive. One address may use a part of that memory.
#[tokio::test]
async fn files_of_one_address_leave_memory_for_others() {
    let files = Rate { burst: 100, per_minute: 100 };
    let app = TestApp::limited(Limits { files, ..Limits::default() }).await;
    let (almost, mut unfinished) = (vec![b'x'; 15 << 20], JoinSet::new());
    for _ in 0..3 {
        let announced = reading(&app, GREEDY).header("Content-Length", &(16 << 20).to_string());
        let mut stream = announced.raw(almost.clone()).say_only().await;
        unfinished.spawn(async move {
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer).await;
            String::from_utf8_lossy(&answer).into_owned()
        });
    }
    let first = timeout(TIMEOUT, unfinished.join_next()).await.expect("one is refused").expect("three");
    let refused = first.expect("a task");
    assert!(refused.starts_with("HTTP/1.1 503") && refused.contains("\"busy\""), "{refused}");
    assert!(refused.contains("retry-after: "), "{refused}");
    let answer = reading(&app, OTHER).body("application/octet-stream", large_file()).send().await;
    assert_eq!(answer.status, 200, "{}", answer.body);
}
