//! The archive over real connections: collections come in, games are found and taken home, and
//! those who play notice nothing.

use std::{
    collections::{BTreeMap, HashSet},
    net::SocketAddr,
    time::Duration,
};

use outflank_rules::{
    Game, Variant,
    record::{Record, wthor},
};
use outflank_server::{
    archive,
    config::{Audience, Config, Hosts, Limits, RoomSettings, Storage},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::{
    app::{TestApp, TestGame, place, text},
    client::{Request, TIMEOUT},
    described,
};

const GAMES: &str = "(;GM[Othello]PC[Paris]DT[1999-05-17]PB[Göthe Jürgen]PW[Ann]TY[8]RE[+4]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3];)
(;GM[Othello]PC[Rome]DT[2003]PB[Ann]PW[Bob]TY[8]RE[-6]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3]W[c5]B[f6];)
(;GM[Othello]PB[Bob]PW[Cyd]TY[8]RE[0]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[f6];)
";

/// A request whose body is sent in pieces.
struct Upload {
    stream: TcpStream,
}

impl Upload {
    async fn begin(address: SocketAddr, query: &str, headers: &[(&str, &str)]) -> Upload {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        let mut head = format!("POST /api/archive/import{query} HTTP/1.1\r\nConnection: close\r\n");
        if headers.iter().all(|(name, _)| *name != "Host") {
            head += &format!("Host: {address}\r\n");
        }
        head.extend(headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")));
        stream.write_all(format!("{head}\r\n").as_bytes()).await.expect("it is taken");
        Upload { stream }
    }

    /// Sends a piece; a server that has heard enough may have hung up.
    async fn send(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes).await;
    }

    /// Sends a piece of a body of unknown length.
    async fn send_chunk(&mut self, bytes: &[u8]) {
        let chunk = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
        self.send(&chunk).await;
    }

    /// Waits until the server has begun to answer, as it does when it begins to read.
    async fn begun(&mut self) {
        timeout(TIMEOUT, self.stream.readable()).await.expect("it answers").expect("it is there");
    }

    /// The status, and the lines of the answer but those of progress, which come as time passes.
    async fn answer(mut self) -> (u16, Vec<Value>) {
        let mut answer = Vec::new();
        let _ = timeout(TIMEOUT, self.stream.read_to_end(&mut answer)).await.expect("it answers");
        let answer = String::from_utf8(answer).expect("UTF-8");
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        described::check("POST", "/api/archive/import", status, None);
        let lines = answer.lines().filter(|line| line.starts_with('{'));
        let lines = lines.map(|line| serde_json::from_str(line).expect("JSON"));
        let is_progress = |line: &Value| line["type"] == "progress" && line["bytes"].is_u64() && line["games"].is_u64();
        (status, lines.filter(|line| !is_progress(line)).collect())
    }
}

async fn import(app: &TestApp, name: &str, bytes: &[u8]) -> Vec<Value> {
    let length = bytes.len().to_string();
    let mut upload = Upload::begin(app.address, &format!("?name={name}"), &[("Content-Length", &length)]).await;
    upload.send(bytes).await;
    let (status, lines) = upload.answer().await;
    assert_eq!(status, 200, "{lines:?}");
    lines
}

async fn find(app: &TestApp, query: &str) -> Value {
    app.get(&format!("/api/archive{query}")).send().await.expect(200)
}

/// What one field of all games says that are found.
async fn found(app: &TestApp, query: &str, field: &str) -> Vec<Value> {
    let page = find(app, query).await;
    let games = page["games"].as_array().expect("games");
    assert_eq!(page["total"], games.len(), "{page}");
    games.iter().map(|game| game[field].clone()).collect()
}

#[tokio::test]
async fn a_collection_is_imported_searched_explored_and_exported() {
    let app = TestApp::start().await;
    let lines = import(&app, "games.ggf", GAMES.as_bytes()).await;
    let last = lines.last().expect("an end");
    assert_eq!(*last, json!({"type": "done", "added": 3, "known": 0, "refused": 0, "names": 0}));

    let page = find(&app, "").await;
    assert_eq!(page["games"][0]["date"], "2003", "the last comes first");
    assert_eq!(found(&app, "?player=GOTHE", "black").await, ["Göthe Jürgen"]);
    assert_eq!(found(&app, "?player=ann&color=white", "event").await, ["Paris"]);
    assert_eq!(found(&app, "?opponent=bob&player=", "event").await, [json!("Rome"), Value::Null]);
    assert_eq!(found(&app, "?result=draw", "white").await, ["Cyd"]);
    assert_eq!(found(&app, "?since=1999-05-17&until=1999-06", "event").await, ["Paris"]);
    assert_eq!(found(&app, "?minPlies=3&source=games.ggf", "date").await, ["2003", "1999-05-17"]);
    assert_eq!(found(&app, "?opening=diagonal", "white").await, ["Cyd"]);
    assert_eq!(found(&app, "?moves=c4e3", "ply").await, [2, 2], "both, though they lie otherwise");
    let position = "---------------------------OX------XO--------------------------- X".replace(' ', "%20");
    assert_eq!(find(&app, &format!("?position={position}")).await["total"], 3);

    let first = find(&app, "?limit=2").await;
    let next = find(&app, &format!("?limit=2&cursor={}", text(&first["nextCursor"]))).await;
    assert_eq!((next["games"].as_array().map(Vec::len), &next["nextCursor"]), (Some(1), &Value::Null));

    let explored = app.get("/api/archive/explore?moves=c4").send().await.expect(200);
    assert_eq!(explored["total"], json!({"games": 3, "black": 1, "draws": 1, "white": 1}));
    assert_eq!((&explored["moves"][0]["move"], &explored["moves"][0]["games"]), (&json!("e3"), &json!(2)));
    assert_eq!(explored["moves"][0]["opening"], "Perpendicular");
    assert!(explored["moves"][0]["value"].is_i64(), "the book knows it: {explored}");
    assert_eq!(explored["games"].as_array().map(Vec::len), Some(3));
    let explored = app.get("/api/archive/explore?moves=c4&opponent=bob&until=2003").send().await.expect(200);
    assert_eq!(explored["total"], json!({"games": 1, "black": 0, "draws": 0, "white": 1}));
    assert_eq!((&explored["moves"][0]["move"], &explored["moves"][0]["games"]), (&json!("e3"), &json!(1)));
    assert_eq!(explored["games"][0]["event"], "Rome");
    let everywhere = app.get("/api/archive/explore?variant=standard&result=draw").send().await.expect(200);
    assert_eq!(everywhere["total"]["games"], 1);

    let names = app.get("/api/archive/players?prefix=B").send().await.expect(200);
    assert_eq!(names, json!({"players": [{"name": "Bob", "games": 2}]}));

    let id = &page["games"][0]["id"];
    let one = app.get(&format!("/api/archive/{id}")).send().await.expect(200);
    assert_eq!(one, page["games"][0]);
    let record = app.get(&format!("/api/archive/{id}?format=json")).send().await.expect(200);
    assert_eq!(record["black"]["name"], "Ann", "{record}");
    let record = app.get(&format!("/api/archive/{id}?format=transcript")).send().await;
    assert_eq!(record.body.trim(), "d3c5f6");
}

#[tokio::test]
async fn exports_can_be_imported_again() {
    let app = TestApp::start().await;
    import(&app, "games.ggf", GAMES.as_bytes()).await;
    for format in ["ggf", "pgn", "json", "sgf"] {
        let answer = app.get(&format!("/api/archive/export?format={format}&player=ann")).send().await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert!(answer.headers["content-disposition"].contains(&format!("outflank-archive.{format}")));
        let whole = answer.unchunked().expect("all of it");
        let lines = import(&app, &format!("again.{format}"), &whole).await;
        let done = lines.last().expect("an end");
        assert_eq!((&done["added"], &done["known"]), (&json!(0), &json!(2)), "{format}: {lines:?}");
    }
    let refused = app.get("/api/archive/export?format=fen").send().await;
    refused.refused(400, "unknown-format");
}

/// The files of a ZIP archive, by name.
fn unzipped(zip: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let number = |at: usize| u32::from_le_bytes(zip[at..at + 4].try_into().expect("four bytes")) as usize;
    let end = zip.len() - 22;
    let (mut files, mut entry) = (BTreeMap::new(), number(end + 16));
    while entry < end {
        let (packed, length, at) = (number(entry + 20), zip[entry + 28] as usize, number(entry + 42));
        let name = String::from_utf8(zip[entry + 46..entry + 46 + length].to_vec()).expect("UTF-8");
        let begin = at + 30 + length;
        let file = miniz_oxide::inflate::decompress_to_vec(&zip[begin..begin + packed]).expect("deflated");
        files.insert(name, file);
        entry += 46 + length;
    }
    files
}

#[tokio::test]
async fn a_wthor_export_has_one_file_per_year_and_imports_again() {
    let app = TestApp::start().await;
    // More games than are read at a time, in three years and in none.
    let games: String = (0..450)
        .map(|number| {
            GAMES
                .replace("PB[", &format!("PB[{number} "))
                .replace("DT[1999-05-17]", &format!("DT[{}]", 1998 + number % 2))
        })
        .collect();
    import(&app, "games.ggf", games.as_bytes()).await;
    import(&app, "six.txt", b"six; e4\n").await;
    let answer = app.get("/api/archive/export?format=wthor").send().await;
    assert_eq!((answer.status, answer.headers["content-type"].as_str()), (200, "application/zip"));
    let files = unzipped(&answer.unchunked().expect("all of it"));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let years = ["WTH_0000.wtb", "WTH_1998.wtb", "WTH_1999.wtb", "WTH_2003.wtb"];
    assert_eq!(names, [&["LEFT-OUT.txt", "WTHOR.JOU", "WTHOR.TRN"], &years[..]].concat());
    let left_out = String::from_utf8_lossy(&files["LEFT-OUT.txt"]);
    assert!(left_out.starts_with("left out: 1\ngame 1351 ( - ): the format wthor cannot hold"), "{left_out}");
    let known = wthor::Names::parse(&files["WTHOR.JOU"], &files["WTHOR.TRN"]).expect("name files");
    let mut blacks = HashSet::new();
    for (year, count) in [("0000", 450), ("1998", 225), ("1999", 225), ("2003", 450)] {
        let reader = wthor::GameReader::new(&files[&format!("WTH_{year}.wtb")][..]).with_names(known.clone());
        let games: Vec<Record> = reader.map(|game| game.expect("a game")).collect();
        assert_eq!(games.len(), count, "{year}");
        assert!(games.iter().all(|game| game.date == year || year == "0000"), "{year}");
        blacks.extend(games.into_iter().map(|game| (year, game.black.name)));
    }
    assert_eq!(blacks.len(), 3 * 450, "everybody is there with his own name");
    assert!(
        blacks.contains(&("1999", "7 Göthe Jürgen".to_owned())) && blacks.contains(&("2003", "449 Ann".to_owned()))
    );
    // The same server takes it back as what it knows.
    for name in ["WTHOR.JOU", "WTHOR.TRN", "WTH_2003.wtb"] {
        let lines = import(&app, name, &files[name]).await;
        assert_eq!(lines.last().expect("an end")["added"], 0, "{lines:?}");
    }
}

/// A server on a folder, with the file of its archive.
async fn on_disk() -> (tempfile::TempDir, TestApp, rusqlite::Connection) {
    let folder = tempfile::tempdir().expect("a folder");
    let storage = Storage::Folder(folder.path().to_owned());
    let app = TestApp::with(Config { storage, ..Config::default() }).await;
    import(&app, "games.ggf", GAMES.as_bytes()).await;
    let file = rusqlite::Connection::open(folder.path().join(archive::FILE)).expect("the archive");
    (folder, app, file)
}

#[tokio::test]
async fn a_damaged_game_is_reported_and_hides_no_other() {
    let (_folder, app, file) = on_disk().await;
    file.execute("UPDATE past SET moves = x'00' WHERE id = 2", ()).expect("it is damaged");
    let page = find(&app, "").await;
    assert_eq!((&page["total"], page["games"].as_array().map(Vec::len)), (&json!(3), Some(2)));
    let explored = app.get("/api/archive/explore").send().await.expect(200);
    assert_eq!((&explored["total"]["games"], explored["games"].as_array().map(Vec::len)), (&json!(3), Some(2)));
    let refused = app.get("/api/archive/2").send().await.refused(500, "damaged");
    assert_eq!(refused["error"]["received"], "2");
    assert!(text(&refused["error"]["message"]).contains("game 2 "), "{refused}");
    let answer = app.get("/api/archive/export?format=transcript").send().await;
    let whole = answer.unchunked().expect("the others, all of them");
    let whole = String::from_utf8_lossy(&whole);
    let (comments, games): (Vec<&str>, Vec<&str>) = whole.lines().partition(|line| line.starts_with('#'));
    assert_eq!((games.len(), comments.len(), comments[0]), (2, 2, "# left out: 1"), "{whole}");
    assert!(comments[1].contains("game 2 "), "{whole}");
}

#[tokio::test]
async fn a_failed_export_is_visibly_incomplete() {
    let (_folder, app, file) = on_disk().await;
    file.execute_batch("DROP TABLE label").expect("it is gone");
    for format in ["ggf", "wthor"] {
        let answer = app.get(&format!("/api/archive/export?format={format}")).send().await;
        assert_eq!(answer.unchunked(), None, "{format}: it breaks off");
    }
}

#[tokio::test]
async fn empty_fields_are_ignored() {
    let app = TestApp::start().await;
    import(&app, "games.ggf", GAMES.as_bytes()).await;
    let empty = "player=&opponent=&color=&result=&opening=&minPlies=&maxPlies=&since=&until=&position=&start=&variant=&source=&cursor=&limit=%20";
    assert_eq!(find(&app, &format!("?{empty}")).await["total"], 3);
    assert_eq!(find(&app, &format!("?{empty}&moves=f5f6")).await["total"], 1);
    assert_eq!(
        app.get("/api/archive/explore?position=&moves=f5&start=&variant=").send().await.expect(200)["total"]["games"],
        3
    );
    assert_eq!(
        app.get("/api/archive/players?prefix=&limit=").send().await.expect(200)["players"].as_array().map(Vec::len),
        Some(4)
    );
    assert_eq!(app.get("/api/archive/1?format=").send().await.expect(200)["id"], 1);
    assert_eq!(app.get(&format!("/api/archive/export?format=&{empty}")).send().await.status, 200);
    // What is wrong is called as it was asked for.
    for (query, field) in [("position=XO", "position: "), ("start=XO", "start: ")] {
        let refused = app.get(&format!("/api/archive?{query}")).send().await.refused(400, "bad-position");
        assert!(text(&refused["error"]["message"]).starts_with(field), "{refused}");
    }
}

fn base() -> [Vec<u8>; 3] {
    let mut writer = wthor::Writer::default();
    for (name, moves) in [("Ann", ["f5", "d6"]), ("Göthe", ["f5", "f6"]), ("Cyd", ["f5", "f4"])] {
        let moves = moves.map(|mv| mv.parse().expect("a move"));
        let mut record = Record::new(Game::replay(Variant::STANDARD.start(), moves).expect("legal"));
        record.black.name = name.to_owned();
        writer.push(&record).expect("it fits");
    }
    [writer.games(), writer.players(), writer.tournaments()]
}

#[tokio::test]
async fn bad_games_are_reported_with_their_place_and_the_rest_is_imported() {
    let limits = Limits { import_bytes: 4 << 20, ..Limits::default() };
    let app = TestApp::with(Config { limits, ..Config::default() }).await;
    let [games, players, tournaments] = base();
    assert_eq!(import(&app, "WTHOR.JOU", &players).await.last().expect("an end")["names"], 4);
    import(&app, "WTHOR.TRN", &tournaments).await;
    let lines = import(&app, "cut.wtb", &games[..games.len() - 5]).await;
    let message = "the input ends inside the record";
    let fault =
        json!({"type": "fault", "place": "game 3, byte 152", "message": message, "code": "truncated", "parts": {}});
    assert_eq!(
        lines[lines.len() - 2..],
        [fault, json!({"type": "done", "added": 2, "known": 0, "refused": 1, "names": 0})]
    );
    assert_eq!(found(&app, "?player=gothe", "black").await, ["Göthe"]);

    // Too large, and says so first.
    let mut upload = Upload::begin(app.address, "", &[("Content-Length", "1073741824")]).await;
    upload.send(b"f5d6").await;
    let (status, lines) = upload.answer().await;
    assert_eq!((status, &lines[0]["error"]["code"]), (413, &json!("too-large")));
    assert!(text(&lines[0]["error"]["message"]).contains("4 MiB"), "{lines:?}");

    // Too large, and does not say how much is to come.
    let mut upload = Upload::begin(app.address, "?name=paste.txt", &[("Transfer-Encoding", "chunked")]).await;
    upload.send_chunk(b"f5d6c3d3\nf5d6c3g5\n").await;
    let blanks = vec![b'\n'; 64 << 10];
    for _ in 0..80 {
        upload.send_chunk(&blanks).await;
    }
    let (status, lines) = upload.answer().await;
    assert_eq!(status, 200);
    let [.., fault, done] = &lines[..] else { panic!("{lines:?}") };
    assert!(text(&fault["place"]).starts_with("game 3, line ") && text(&fault["message"]).contains("4 MiB"), "{fault}");
    assert_eq!((&done["added"], &done["refused"]), (&json!(2), &json!(1)));

    // The client disconnects in the middle. The games before are kept.
    let mut upload = Upload::begin(app.address, "?name=lost.txt", &[("Content-Length", "1000")]).await;
    upload.send(b"f5f6e6f4\nf5d6c3").await;
    upload.begun().await;
    drop(upload);
    wait_until(&app, "?source=lost.txt", 1).await;
}

/// Waits until the archive finds `total` games.
pub(super) async fn wait_until(app: &TestApp, query: &str, total: u64) -> Value {
    let wait = async {
        loop {
            let page = find(app, query).await;
            if page["total"].as_u64() >= Some(total) {
                break page;
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(TIMEOUT, wait).await.expect("they come into the archive")
}

#[tokio::test]
async fn thousands_of_faults_are_counted_and_memory_is_bounded() {
    let app = TestApp::start().await;
    let input = "f5f5\n".repeat(5000) + "f5d6\n";
    let lines = import(&app, "bad.txt", input.as_bytes()).await;
    let done = lines.last().expect("an end");
    assert_eq!((&done["added"], &done["refused"]), (&json!(1), &json!(5000)));
    let faults = lines.iter().filter(|line| line["type"] == "fault").count();
    assert_eq!(faults, 1001, "the first thousand, and that there are more");
}

#[tokio::test]
async fn only_this_machine_imports_by_default() {
    for (imports, status) in [(Audience::ThisMachine, 403), (Audience::Everybody, 200)] {
        let app = TestApp::with(Config { hosts: Hosts::Any, imports, ..Config::default() }).await;
        let headers = [("Host", "reversi.example"), ("Content-Length", "4")];
        let mut upload = Upload::begin(app.address, "", &headers).await;
        upload.send(b"f5d6").await;
        let (answered, lines) = upload.answer().await;
        assert_eq!(answered, status, "{lines:?}");
        if status == 403 {
            assert!(text(&lines[0]["error"]["message"]).contains("--allow-remote-import"), "{lines:?}");
        }
    }
    let app = TestApp::start().await;
    let foreign = [("Origin", "http://evil.example"), ("Content-Length", "4")];
    assert_eq!(Upload::begin(app.address, "", &foreign).await.answer().await.0, 403, "pages of others may not");
}

#[tokio::test]
async fn moves_continue_during_an_import() {
    let folder = tempfile::tempdir().expect("a folder");
    let storage = Storage::Folder(folder.path().to_owned());
    let app = TestApp::with(Config { storage, ..Config::default() }).await;
    let game = app.two_people().await;
    let (half, rest) = GAMES.split_at(GAMES.len() / 2);
    let length = GAMES.len().to_string();
    let mut upload = Upload::begin(app.address, "?name=slow.ggf", &[("Content-Length", &length)]).await;
    upload.send(half.as_bytes()).await;
    upload.begun().await;
    for (ply, square) in ["f5", "d6", "c3", "d3"].into_iter().enumerate() {
        let secret = if ply % 2 == 0 { &game.black } else { &game.white };
        app.command(&game, secret, &place(ply, square)).await.expect(200);
        // A second import is refused meanwhile.
        let busy = Request::new(app.address, "POST", "/api/archive/import").body("text/plain", "f5d6").send().await;
        assert_eq!(busy.refused(503, "busy")["error"]["retryAfter"], 5);
        assert_eq!((busy.headers["retry-after"].as_str(), &busy.body[..1]), ("5", "{"));
    }
    upload.send(rest.as_bytes()).await;
    let (_, lines) = upload.answer().await;
    assert_eq!(lines.last().expect("an end")["added"], 3, "{lines:?}");
    app.stop().await;
}

async fn resigned(app: &TestApp, more: Value) -> TestGame {
    let game = app.two_people_with(more).await;
    app.command(&game, &game.black, &place(0, "f5")).await.expect(200);
    app.command(&game, &game.white, &json!({"type": "resign"})).await.expect(200);
    game
}

#[tokio::test]
async fn finished_games_are_archived_and_link_back() {
    let app = TestApp::start().await;
    resigned(&app, json!({"listed": false})).await;
    let game = resigned(&app, json!({"listed": true})).await;
    let page = wait_until(&app, "?source=server", 1).await;
    let [entry] = &page["games"].as_array().expect("games")[..] else { panic!("{page}") };
    assert_eq!((&entry["game"], &entry["moves"], &entry["white"]), (&json!(game.id), &json!("f5"), &json!("Bob")));
    assert_eq!((&entry["result"]["winner"], &entry["result"]["reason"]), (&json!("black"), &json!("resigned")));
    // What happens after the end does not bring it in again.
    app.command(&game, &game.black, &json!({"type": "rematch"})).await.expect(200);
    resigned(&app, json!({"listed": true})).await;
    assert_eq!(wait_until(&app, "", 2).await["total"], 2);
}

#[tokio::test]
async fn games_of_earlier_runs_are_archived_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let rooms = RoomSettings { idle_after: Duration::ZERO, ..RoomSettings::default() };
    let config = Config { storage: Storage::Folder(folder.path().to_owned()), rooms, ..Config::default() };
    let app = TestApp::with(config.clone()).await;
    let games = [resigned(&app, json!({"listed": true})).await, resigned(&app, json!({"listed": true})).await];
    resigned(&app, json!({"listed": false})).await;
    app.stop().await;
    // As if the archive had not been there yet.
    for file in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.path().join(format!("{}{file}", archive::FILE)));
    }
    for _ in 0..2 {
        let app = TestApp::again(&config).await;
        let page = wait_until(&app, "", 2).await;
        let mut found: Vec<_> =
            page["games"].as_array().expect("games").iter().map(|game| text(&game["game"])).collect();
        found.sort_unstable();
        let mut expected: Vec<_> = games.iter().map(|game| game.id.clone()).collect();
        expected.sort_unstable();
        assert_eq!(found, expected);
        app.stop().await;
    }
}

#[tokio::test]
async fn invalid_requests_have_a_code_and_a_reason() {
    let app = TestApp::start().await;
    for (path, status, code) in [
        ("/api/archive?color=black", 400, "bad-query"),
        ("/api/archive?result=win", 400, "bad-query"),
        ("/api/archive?since=yesterday", 400, "bad-query"),
        ("/api/archive?cursor=here", 400, "bad-query"),
        ("/api/archive?minPlies=few", 400, "bad-query"),
        ("/api/archive?player=--", 400, "bad-query"),
        ("/api/archive?opponent=.", 400, "bad-query"),
        ("/api/archive?opening=--", 400, "bad-query"),
        ("/api/archive?moves=f5f5", 400, "bad-moves"),
        ("/api/archive?position=XO", 400, "bad-position"),
        ("/api/archive/explore?moves=a1", 400, "bad-moves"),
        ("/api/archive/explore?moves=f5&color=black", 400, "bad-query"),
        ("/api/archive/7", 404, "not-found"),
        ("/api/archive/seven", 404, "not-found"),
    ] {
        app.get(path).send().await.refused(status, code);
    }
}
