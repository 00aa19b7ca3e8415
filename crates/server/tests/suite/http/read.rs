//! Files that are looked into.

use outflank_rules::{
    Game, Variant,
    record::{Format, Record, write, wthor::Writer},
};
use outflank_server::config::{Limits, Rate};
use serde_json::{Value, json};

use super::{
    app::{TestApp, text},
    client::{Answer, Request},
};

const GGF: &str = "(;GM[Othello]PC[club]PB[Ann]PW[Bob]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)";

async fn sent(app: &TestApp, name: &str, body: impl AsRef<[u8]>) -> Answer {
    let path = format!("/api/read?name={name}");
    Request::new(app.address, "POST", &path).body("application/octet-stream", body).send().await
}

async fn read(app: &TestApp, name: &str, body: impl AsRef<[u8]>) -> Value {
    sent(app, name, body).await.expect(200)
}

fn len(value: &Value) -> usize {
    value.as_array().expect("a list").len()
}

fn game(moves: &str) -> Record {
    let moves = moves.as_bytes().chunks(2).map(|square| str::from_utf8(square).unwrap().parse().expect("a move"));
    Record::new(Game::replay(Variant::STANDARD.start(), moves).expect("a game"))
}

fn wthor(games: usize) -> Vec<u8> {
    let mut writer = Writer::default();
    for _ in 0..games {
        writer.push(&game("f5d6c3d3c4")).expect("it holds it");
    }
    writer.games()
}

#[tokio::test]
async fn every_format_that_is_written_is_recognised() {
    let app = TestApp::start().await;
    for format in [Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn, Format::Json] {
        let answer = read(&app, "game", write(format, &game("f5d6c3d3c4")).expect("it holds it")).await;
        assert_eq!((&answer["format"], len(&answer["games"])), (&json!(format.to_string()), 1), "{answer}");
        let game = &answer["games"][0];
        assert_eq!(
            (&game["moves"], &game["plies"], &game["variant"]),
            (&json!("f5d6c3d3c4"), &json!(5), &json!("standard"))
        );
        assert_eq!((&game["start"], &game["opening"]), (&json!(null), &json!("Tiger")), "{game}");
    }
    for format in [Format::Obf, Format::Fen, Format::Board] {
        let position = Record::of_position(game("f5d6c3").game.position());
        let answer = read(&app, "position", write(format, &position).expect("it holds it")).await;
        assert_eq!((&answer["format"], len(&answer["games"])), (&json!(format.to_string()), 1), "{answer}");
        assert_eq!(answer["games"][0]["start"], outflank_server::game::wire::position(&position.game.start()));
    }
    let answer = read(&app, "games.wtb", wthor(3)).await;
    assert_eq!((&answer["format"], len(&answer["games"]), len(&answer["faults"])), (&json!("wthor"), 3, 0), "{answer}");
}

#[tokio::test]
async fn every_encoding_gives_the_same_names() {
    let app = TestApp::start().await;
    let ggf = GGF.replace("Ann", "Zoë");
    let units = || ggf.encode_utf16();
    let latin: Vec<u8> = ggf.chars().map(|sign| u8::try_from(u32::from(sign)).expect("Latin")).collect();
    for (name, bytes) in [
        ("utf-8", ggf.clone().into_bytes()),
        ("marked", [b"\xef\xbb\xbf", ggf.as_bytes()].concat()),
        ("latin-1", latin.clone()),
        ("little", [vec![0xff, 0xfe], units().flat_map(u16::to_le_bytes).collect()].concat()),
        ("big", [vec![0xfe, 0xff], units().flat_map(u16::to_be_bytes).collect()].concat()),
        ("unmarked", units().flat_map(u16::to_le_bytes).collect()),
    ] {
        let answer = read(&app, name, bytes).await;
        assert_eq!((&answer["games"][0]["black"], len(&answer["faults"])), (&json!("Zoë"), 0), "{name}: {answer}");
    }
    let mixed = read(&app, "mixed.ggf", [ggf.as_bytes(), b"\n", &latin].concat()).await;
    assert_eq!((&mixed["games"][0]["black"], &mixed["games"][1]["black"]), (&json!("Zoë"), &json!("Zoë")), "{mixed}");
}

#[tokio::test]
async fn a_bad_game_is_reported_and_the_rest_is_read() {
    let app = TestApp::start().await;
    let answer = read(&app, "games.txt", "f5d6c3\nf5d6a1\nf5f6e6\n").await;
    assert_eq!(len(&answer["games"]), 2);
    assert_eq!((&answer["games"][1]["index"], &answer["games"][1]["moves"]), (&json!(3), &json!("f5f6e6")));
    assert_eq!(answer["faults"][0]["place"], "game 2, line 2");
    assert!(text(&answer["faults"][0]["message"]).contains("a1"), "{answer}");
    assert_eq!(answer["faults"][0]["code"], "flips-nothing");
    assert_eq!(answer["faults"][0]["parts"], json!({"ply": 3, "move": "a1", "color": "black"}));

    let truncated = &wthor(5)[..16 + 68 * 3 + 20];
    let answer = read(&app, "games.wtb", truncated).await;
    assert_eq!((len(&answer["games"]), len(&answer["faults"])), (3, 1), "{answer}");
    assert_eq!(answer["faults"][0]["place"], format!("game 4, byte {}", 16 + 68 * 3));
    assert_eq!(answer["faults"][0]["code"], "truncated");

    let cut = read(&app, "game.ggf", &GGF[..GGF.len() - 9]).await;
    assert_eq!((len(&cut["games"]), len(&cut["faults"])), (0, 1), "{cut}");
}

#[tokio::test]
async fn text_before_a_game_is_skipped() {
    let app = TestApp::start().await;
    let answer = read(&app, "", "Dear Ann,\nhere is the game:\n\nf5d6c3d3\nf5d6zz\n").await;
    assert_eq!((len(&answer["games"]), &answer["games"][0]["moves"]), (1, &json!("f5d6c3d3")), "{answer}");
    let places: Vec<&Value> = answer["faults"].as_array().expect("a list").iter().map(|it| &it["place"]).collect();
    assert_eq!(places, ["line 1", "game 2, line 5"]);
    let codes: Vec<&Value> = answer["faults"].as_array().expect("a list").iter().map(|it| &it["code"]).collect();
    assert_eq!(codes, ["lines-before", "unreadable"]);
    assert_eq!(answer["faults"][0]["parts"], json!({"lines": 2}));
}

#[tokio::test]
async fn results_are_those_of_the_record_and_of_the_board() {
    let app = TestApp::start().await;
    let given = GGF.replace("RE[?]", "RE[+12:r]");
    let answer = read(&app, "", format!("{GGF}\n{given}")).await;
    assert_eq!(answer["games"][0]["result"], json!(null));
    assert_eq!(answer["games"][1]["result"], json!({"winner": "black", "black": 38, "white": 26}));
    assert_eq!((&answer["games"][1]["event"], &answer["games"][1]["white"]), (&json!("club"), &json!("Bob")));
}

#[tokio::test]
async fn games_beyond_the_limit_are_counted() {
    let app = TestApp::start().await;
    let answer = read(&app, "games.wtb", wthor(2_500)).await;
    assert_eq!((len(&answer["games"]), &answer["omittedGames"]), (2_000, &json!(500)));
    let answer = read(&app, "games.txt", format!("f5d6c3\n{}", "f5d6a1\n".repeat(150))).await;
    assert_eq!(
        (len(&answer["faults"]), &answer["omittedErrors"], &answer["stoppedEarly"]),
        (100, &json!(50), &json!(false))
    );
    let answer = read(&app, "games.txt", "f5d6a1\n".repeat(30_000)).await;
    assert_eq!(
        (len(&answer["faults"]), &answer["omittedErrors"], &answer["stoppedEarly"]),
        (100, &json!(10_000), &json!(true))
    );
}

#[tokio::test]
async fn a_file_without_records_is_refused_and_quoted() {
    let app = TestApp::start().await;
    for (body, quoted, reason) in [
        (&b"Hello there, no game"[..], "Hello there", "no-record"),
        (b"", "the file is empty", "empty"),
        (b" \n\n", "the file is empty", "empty"),
        (b"PK\x03\x04rest", "unpack", "packed"),
        (b"\x1f\x8b\x08", "unpack", "packed"),
        (&[0; 3000], "line 1", "no-record"),
        (b"\xff\xfe", "the file is empty", "empty"),
    ] {
        let refused = sent(&app, "", body).await.refused(400, "bad-record");
        let message = text(&refused["error"]["message"]);
        assert!(message.contains(quoted), "{message}");
        assert_eq!(refused["error"]["reason"], reason, "{message}");
    }
}

#[tokio::test]
async fn too_large_files_are_refused_with_a_hint() {
    let app = TestApp::start().await;
    let large = vec![b'x'; (16 << 20) + 1];
    let refused = sent(&app, "all.wtb", &large).await.refused(413, "too-large");
    let message = text(&refused["error"]["message"]);
    assert!(message.contains("16 MiB") && message.contains("outflank archive import"), "{message}");
    // A request that announces too much is refused before its body.
    let head = Request::new(app.address, "POST", "/api/read").header("Content-Length", "1073741824");
    head.send().await.refused(413, "too-large");
    // A body without an announced length is refused at the limit.
    let chunk = format!("{:x}\r\n{}\r\n0\r\n\r\n", large.len(), "x".repeat(large.len()));
    let chunked = Request::new(app.address, "POST", "/api/read").header("Transfer-Encoding", "chunked");
    chunked.raw(chunk).send().await.refused(413, "too-large");
    assert_eq!(len(&read(&app, "", "f5d6").await["games"]), 1, "others are read as before");
}

#[tokio::test]
async fn files_are_rate_limited() {
    let app = TestApp::limited(Limits { files: Rate { burst: 2, per_minute: 1 }, ..Limits::default() }).await;
    for _ in 0..2 {
        read(&app, "", "f5d6").await;
    }
    let refused = sent(&app, "", "f5d6").await.refused(429, "rate-limited");
    assert_eq!(refused["error"]["limit"], "files");
}
