//! Bots over real sockets: correct ones, and those that misbehave in every way.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::atomic::AtomicBool,
    thread,
    time::Duration,
};

use outflank_arena::{
    Foul, GameEnd, GameReport, Limits, PlayerSpec, Referee, Sides, Verdict,
    bot::BotKind,
    doctor::{Check, Doctor, Outcome},
    protocol::json::{FromBot, Hello, ToBot},
    socket::listen,
};
use outflank_rules::{Color, Game, Variant};
use tungstenite::{Message, WebSocket};

/// Something that a bot should not do when asked.
type Wrong<T> = fn(&mut T);

/// A built-in bot that listens as long as the tests run.
fn listening(kind: BotKind) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || listen(&listener, kind, None));
    address
}

/// Does this with every client, one after another.
fn serving(act: impl Fn(TcpStream) + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || listener.incoming().flatten().for_each(act));
    address
}

fn limits() -> Limits {
    Limits { startup: Duration::from_secs(100), patience: Duration::from_secs(100), ..Limits::default() }
}

/// For bots that send nothing at all.
fn impatient() -> Limits {
    Limits { startup: Duration::from_millis(300), patience: Duration::from_millis(300), ..limits() }
}

/// For bots that send something and then nothing, on a busy machine.
fn waiting() -> Limits {
    Limits { startup: Duration::from_secs(4), patience: Duration::from_secs(4), ..limits() }
}

fn play(black: &str, limits: Limits) -> GameReport {
    let player = |name: &str| name.parse::<PlayerSpec>().unwrap().player(limits);
    let (mut black, mut white) = (player(black), player("greedy"));
    let players = Sides { black: &mut *black, white: &mut *white };
    let start = Game::new(Variant::STANDARD.start());
    Referee { seed: 1, ..Referee::default() }.play("g", start, players, &AtomicBool::default()).unwrap()
}

#[track_caller]
fn foul(entrant: &str, limits: Limits) -> Foul {
    match play(entrant, limits).end {
        GameEnd::Foul(Color::Black, foul) => foul,
        other => panic!("{other}"),
    }
}

/// Waits for a request and does this.
fn when_asked(stream: TcpStream, act: impl FnOnce(&mut TcpStream)) {
    let mut writer = stream.try_clone().unwrap();
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    if lines.any(|line| line.contains(r#""type":"move""#)) {
        act(&mut writer);
    }
    // A bot that does not close waits until the other end does.
    lines.for_each(drop);
}

#[test]
fn a_bot_plays_the_same_moves_over_sockets() {
    let (address, known) = (listening(BotKind::Random), play("random", limits()).game);
    for entrant in [format!("tcp://{address}"), format!("ws://{address}/any/path"), format!("ws://{address}")] {
        let report = play(&entrant, limits());
        assert!(matches!(report.end, GameEnd::Played(_)), "{entrant}: {}", report.end);
        assert_eq!(report.game, known, "{entrant}");
    }
}

#[test]
fn a_bot_that_listens_is_healthy() {
    let address = listening(BotKind::Corners);
    let checks: Vec<Check> = Check::all().collect();
    for entrant in [format!("tcp://{address}"), format!("ws://{address}/")] {
        let doctor = Doctor::new(entrant.parse().unwrap());
        doctor.examine_all(&checks, &AtomicBool::default(), &mut |finding| {
            assert!(matches!(finding.outcome, Outcome::Passed { .. }), "{entrant}: {finding:?}");
        });
    }
}

#[test]
fn clients_are_served_concurrently_up_to_the_limit() {
    let address = listening(BotKind::Greedy);
    let greet = |stream: &mut TcpStream| {
        writeln!(stream, "{}", ToBot::Hello(Hello::new("test"))).unwrap();
        let mut line = String::new();
        BufReader::new(stream.try_clone().unwrap()).read_line(&mut line).unwrap();
        line.parse::<FromBot>().unwrap()
    };
    let mut callers: Vec<TcpStream> = (0..32).map(|_| TcpStream::connect(address).unwrap()).collect();
    for caller in &mut callers {
        assert!(matches!(greet(caller), FromBot::Hello(_)));
    }
    let mut reply = String::new();
    BufReader::new(TcpStream::connect(address).unwrap()).read_line(&mut reply).unwrap();
    assert!(matches!(reply.parse(), Ok(FromBot::Error(fault)) if fault.message.contains("try again later")), "{reply}");
    drop(callers.pop());
    // The slot is free as soon as the bot notices; a client that comes too early gets an error.
    let is_let_in = || {
        let mut stream = TcpStream::connect(address).unwrap();
        let asked = writeln!(stream, "{}", ToBot::Hello(Hello::new("test")));
        let mut line = String::new();
        asked.is_ok() && BufReader::new(stream).read_line(&mut line).is_ok() && line.contains(r#""type":"hello""#)
    };
    assert!((0..10_000).any(|_| is_let_in()));
}

#[test]
fn tcp_has_the_same_verdicts_as_pipes() {
    let cases: [(Wrong<TcpStream>, Verdict); 7] = [
        (|stream| writeln!(stream, "a1").unwrap(), Verdict::IllegalMove),
        (|stream| writeln!(stream, "what?").unwrap(), Verdict::Garbage),
        (|stream| stream.shutdown(std::net::Shutdown::Both).unwrap(), Verdict::Closed),
        (
            |stream| {
                write!(stream, "d3").unwrap();
                stream.shutdown(std::net::Shutdown::Both).unwrap();
            },
            Verdict::UnterminatedLine,
        ),
        (
            |stream| {
                let _ = stream.write_all(&vec![b'x'; 1 << 18]);
            },
            Verdict::Flood,
        ),
        (|stream| while writeln!(stream).is_ok() {}, Verdict::Flood),
        (|stream| write!(stream, "d3\nd3\n").unwrap(), Verdict::AnsweredTwice),
    ];
    for (number, (act, verdict)) in cases.into_iter().enumerate() {
        let address = serving(move |stream| when_asked(stream, act));
        let foul = foul(&format!("tcp://{address}"), limits());
        assert_eq!(foul.verdict, verdict, "case {number}: {foul}");
    }
}

#[test]
fn silence_and_absence_over_tcp_have_verdicts() {
    let silent = serving(|stream| when_asked(stream, |_| ()));
    assert_eq!(foul(&format!("tcp://{silent}"), impatient()).verdict, Verdict::Hung);
    let half = serving(|stream| when_asked(stream, |stream| write!(stream, "d3").unwrap()));
    assert_eq!(foul(&format!("tcp://{half}"), waiting()).verdict, Verdict::UnterminatedLine);
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let absent = foul(&format!("tcp://{nobody}"), limits());
    assert_eq!(absent.verdict, Verdict::NotStarted);
    assert!(absent.detail.contains(&nobody.to_string()), "{absent}");
}

/// A bot whose lines come when its input ends.
#[test]
fn unflushed_lines_are_detected_over_tcp() {
    let address = serving(|mut stream| {
        let mut all = String::new();
        let _ = BufReader::new(stream.try_clone().unwrap()).read_to_string(&mut all);
        let _ = writeln!(stream, "d3");
    });
    assert_eq!(foul(&format!("tcp://{address}"), waiting()).verdict, Verdict::Unflushed);
}

/// Does this with the first request over a WebSocket, and then waits for the end.
fn websocket_when_asked(stream: TcpStream, act: fn(&mut WebSocket<TcpStream>)) {
    let Ok(mut socket) = tungstenite::accept(stream) else { return };
    while let Ok(message) = socket.read() {
        if message.to_text().is_ok_and(|text| text.contains(r#""type":"move""#)) {
            act(&mut socket);
        }
    }
}

#[test]
fn websockets_have_the_same_verdicts_as_pipes() {
    let cases: [(Wrong<WebSocket<TcpStream>>, Verdict); 7] = [
        (|socket| socket.send(Message::text("a1")).unwrap(), Verdict::IllegalMove),
        (|socket| socket.send(Message::binary(&b"what?"[..])).unwrap(), Verdict::Garbage),
        (|socket| socket.close(None).and_then(|()| socket.flush()).unwrap(), Verdict::Closed),
        (|socket| socket.get_ref().shutdown(std::net::Shutdown::Both).unwrap(), Verdict::Closed),
        (|socket| socket.send(Message::text("x".repeat(1 << 17))).unwrap(), Verdict::Flood),
        (
            |socket| {
                let _ = socket.send(Message::text("x".repeat(1 << 21)));
            },
            Verdict::Flood,
        ),
        (|socket| while socket.send(Message::text("")).is_ok() {}, Verdict::Flood),
    ];
    for (number, (act, verdict)) in cases.into_iter().enumerate() {
        let address = serving(move |stream| websocket_when_asked(stream, act));
        let foul = foul(&format!("ws://{address}/"), limits());
        assert_eq!(foul.verdict, verdict, "case {number}: {foul}");
    }
    let silent = serving(|stream| websocket_when_asked(stream, |_| ()));
    assert_eq!(foul(&format!("ws://{silent}/"), waiting()).verdict, Verdict::Hung);
}

/// A ping during a request is answered, and the game continues.
#[test]
fn pings_are_answered_while_a_move_is_waited_for() {
    let address = serving(|stream| {
        let Ok(mut socket) = tungstenite::accept(stream) else { return };
        while let Ok(message) = socket.read() {
            let Ok(ToBot::Move(request)) = message.to_text().unwrap_or_default().parse() else { continue };
            socket.send(Message::Ping("?".into())).unwrap();
            while !socket.read().unwrap().is_pong() {}
            socket.send(Message::text(request.legal[0].to_string())).unwrap();
        }
    });
    let report = play(&format!("ws://{address}/"), limits());
    assert!(matches!(report.end, GameEnd::Played(_)), "{}", report.end);
}

/// Neither a web page nor garbage is a WebSocket.
#[test]
fn a_server_without_websockets_is_refused() {
    let page = serving(|mut stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    });
    assert_eq!(foul(&format!("ws://{page}/"), limits()).verdict, Verdict::NotStarted);
    let silent = serving(|stream| BufReader::new(stream).lines().map_while(Result::ok).for_each(drop));
    assert_eq!(foul(&format!("ws://{silent}/"), impatient()).verdict, Verdict::NotStarted);
}

/// Input that is neither a line of ours nor a handshake is harmless.
#[test]
fn malformed_connections_are_survived() {
    let address = listening(BotKind::Greedy);
    for strange in [&b"GET / HTTP/1.1\r\n\r\n"[..], b"G", b"GETTING\n", b"\xff\xfe\n", b""] {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(strange).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert!(matches!(play(&format!("tcp://{address}"), limits()).end, GameEnd::Played(_)));
}
