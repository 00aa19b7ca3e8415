//! Bots that connect to a server that misbehaves.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::Duration,
};

use outflank_arena::{
    bot::BotKind,
    protocol::json::FromBot,
    socket::{ClientAction, ClientError, ClientPlayer, Introduction, connect},
};

const LET_IN: &str = r#"{"type":"hello","outflank":1,"name":"a test","bot":"Ann","token":"5f"}"#;

fn introduction() -> Introduction {
    Introduction { name: "Ann".to_owned(), token: None, join: None, games: 2, seek: false }
}

/// Connects to a server that does this after the greeting.
fn visited<T: Send>(
    player: &ClientPlayer,
    act: impl FnOnce(BufReader<TcpStream>) -> T + Send,
) -> (Result<(), ClientError>, T) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let server = listener.local_addr().unwrap().to_string();
    thread::scope(|scope| {
        let serving = scope.spawn(move || {
            let mut stream = BufReader::new(listener.accept().unwrap().0);
            stream.read_line(&mut String::new()).unwrap();
            act(stream)
        });
        let ended = connect(&server, player, &introduction(), &mut |_| ClientAction::On);
        (ended, serving.join().unwrap())
    })
}

fn say(stream: &mut BufReader<TcpStream>, line: &str) {
    writeln!(stream.get_mut(), "{line}").unwrap();
}

const GREEDY: ClientPlayer = ClientPlayer::BuiltIn(BotKind::Greedy, None);

#[test]
fn a_connection_closed_before_the_greeting_is_retried() {
    let (ended, ()) = visited(&GREEDY, drop);
    let cause = ended.unwrap_err();
    assert!(matches!(cause, ClientError::Broken(_)) && cause.may_pass(), "{cause}");
}

#[test]
fn a_retry_delay_allows_reconnecting_and_a_refusal_does_not() {
    let refused = |line: &'static str| visited(&GREEDY, move |mut stream| say(&mut stream, line)).0.unwrap_err();
    let cause = refused(r#"{"type":"error","code":"rate-limited","message":"later","limit":"visits","retryAfter":3}"#);
    assert_eq!((cause.wait(), cause.may_pass()), (Some(Duration::from_secs(3)), true), "{cause}");
    let cause = refused(r#"{"type":"error","code":"name-taken","message":"the name Ann is taken"}"#);
    assert_eq!((cause.to_string().as_str(), cause.may_pass()), ("the name Ann is taken", false));
    let cause = refused("HTTP/1.1 400 Bad Request");
    assert!(matches!(cause, ClientError::NoServer) && !cause.may_pass(), "{cause}");
}

#[cfg(unix)]
#[test]
fn a_program_exit_is_not_reported_as_a_broken_connection() {
    let player = ClientPlayer::Program("sh -c 'read hello; exit 3'".to_owned());
    let (ended, ()) = visited(&player, |mut stream| {
        say(&mut stream, LET_IN);
        assert_eq!(stream.read_line(&mut String::new()).unwrap(), 0, "the connection ends with the program");
    });
    let cause = ended.unwrap_err();
    assert!(matches!(cause, ClientError::Ended(Some(status)) if status.code() == Some(3)), "{cause}");
    assert!(!cause.may_pass());
}

/// A long search in one game does not delay others.
#[test]
fn games_of_a_built_in_bot_do_not_wait_for_each_other() {
    let questions = [
        r#"{"type":"move","game":"large","request":1,"color":"black","board":"---------------------------OX------XO---------------------------"}"#,
        r#"{"type":"move","game":"small","request":2,"color":"black","board":"-----OX--XO-----"}"#,
    ];
    let player = ClientPlayer::BuiltIn("minimax:10".parse().unwrap(), None);
    let (ended, answered) = visited(&player, move |mut stream| {
        say(&mut stream, LET_IN);
        questions.into_iter().for_each(|line| say(&mut stream, line));
        let mut answer = || {
            let mut line = String::new();
            stream.read_line(&mut line).unwrap();
            match line.parse() {
                Ok(FromBot::Move(answer)) => answer.request,
                other => panic!("{other:?} is no answer"),
            }
        };
        [answer(), answer()]
    });
    assert!(ended.is_ok() && answered == [Some(2), Some(1)], "{answered:?}");
}
