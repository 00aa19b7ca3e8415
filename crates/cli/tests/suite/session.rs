//! Other programs as players: scripts that speak GTP correctly or not.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};

use outflank_arena::{PlayerError, Seat, Sides, TimeSource, Verdict};
use outflank_cli::play::{Event, Options, Session};
use outflank_rules::{Color, Game, Variant};

const LONG: Duration = Duration::from_secs(100);

/// A shell script that answers each `genmove` with the next line of a list and logs its commands.
const ENGINE: &str = r#"
dir=$(dirname "$0")
while read -r command rest; do
    echo "$command $rest" >> "$dir/received"
    case "$command" in
        genmove)
            count=$(grep -c genmove "$dir/received")
            echo "some chatter"
            printf '= %s\n\n' "$(sed -n "${count}p" "$dir/moves")" ;;
        time_*) printf '? unknown command\n\n' ;;
        quit) exit ;;
        *) printf '=\n\n' ;;
    esac
done
"#;

fn engine(dir: &Path, script: &str, moves: &str) -> Seat {
    fs::write(dir.join("engine.sh"), script).unwrap();
    fs::write(dir.join("moves"), moves).unwrap();
    format!("gtp:sh '{}'", dir.join("engine.sh").display()).parse().unwrap()
}

fn against(engine: Seat) -> Session {
    let seats = Sides { black: Seat::Human, white: engine };
    Session::new(Options { seats, ..Options::new(Game::new(Variant::STANDARD.start())) })
}

fn fault(session: &mut Session) -> (Verdict, String) {
    match session.wait(LONG) {
        Some(Event::Failed(fault)) => match &fault.error {
            PlayerError::Foul(foul) => (foul.verdict, fault.to_string()),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_engine_receives_every_move_and_its_reply_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = against(engine(dir.path(), ENGINE, "C5\ne3\nc3\n"));
    session.play("d3".parse().unwrap()).unwrap();
    assert!(matches!(session.wait(LONG), Some(Event::Moved { from_ply: 1 })));
    assert_eq!(session.last_turn().unwrap().mv.to_string(), "c5");
    session.play("f6".parse().unwrap()).unwrap();
    assert!(matches!(session.wait(LONG), Some(Event::Moved { .. })), "{:?}", session.position());
    session.undo();
    session.undo();
    session.play("d3".parse().unwrap()).unwrap();
    assert!(matches!(session.wait(LONG), Some(Event::Moved { .. })));
    drop(session);
    let received = fs::read_to_string(dir.path().join("received")).unwrap();
    let expected = "boardsize 8\nclear_board \nplay b d3\ngenmove w\nplay b f6\ngenmove w\nboardsize 8\nclear_board \nplay b d3\ngenmove w\nquit \n";
    assert_eq!(received, expected);
}

#[test]
fn an_engine_receives_its_clock() {
    for (time, commands) in [
        ("10s/move", "time_settings 0 10 1\ntime_left b 10 1\n"),
        ("5m+3s", "time_settings 300 0 0\ntime_left b 300 0\n"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let seats = Sides { black: engine(dir.path(), ENGINE, "d3\n"), white: Seat::Human };
        let options = Options { seats, time: time.parse().ok(), ..Options::new(Game::new(Variant::STANDARD.start())) };
        let mut session = Session::new(options).timed_by(TimeSource::new(|| Duration::ZERO));
        assert!(matches!(session.wait(LONG), Some(Event::Moved { .. })));
        let received = fs::read_to_string(dir.path().join("received")).unwrap();
        assert_eq!(received, format!("boardsize 8\nclear_board \n{commands}genmove b\n"));
    }
}

/// The engine starts only when the test writes to a pipe.
#[cfg(unix)]
#[test]
fn starting_an_engine_takes_none_of_its_time() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let script = format!("read -r word < \"$(dirname \"$0\")/pipe\"\n{ENGINE}");
    let seats = Sides { black: engine(dir.path(), &script, "d3\n"), white: Seat::Human };
    let time = "2s/move".parse().ok();
    let seconds = Arc::new(AtomicU64::new(0));
    let commands = Arc::clone(&seconds);
    let mut session = Session::new(Options { seats, time, ..Options::new(Game::new(Variant::STANDARD.start())) })
        .timed_by(TimeSource::new(move || Duration::from_secs(commands.load(SeqCst))));
    assert!(session.poll().is_none());
    seconds.store(1000, SeqCst);
    assert!(session.poll().is_none(), "its clock stands");
    assert_eq!(session.time_left(Color::Black), Some(Duration::from_secs(2)));
    fs::write(&pipe, "go\n").unwrap();
    let mut event = None;
    while event.is_none() {
        event = session.wait(LONG);
    }
    assert!(matches!(event, Some(Event::Moved { .. })), "{event:?}");
    assert_eq!(session.notes()[0].seconds, Some(0.0));
}

#[test]
fn a_resignation_ends_the_game() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = against(engine(dir.path(), ENGINE, "resign\n"));
    session.play("d3".parse().unwrap()).unwrap();
    assert!(matches!(session.wait(LONG), Some(Event::Ended(result)) if result.winner() == Some(Color::Black)));
}

#[test]
fn faults_say_what_the_engine_did_and_leave_the_game_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let cases = [
        ("exit 3", "", "crashed: it ended (exit status: 3)"),
        ("echo out of weights >&2; exit 1", "", "out of weights"),
        ("exec 1>&-; read -r line; sleep 100", "", "disconnected"),
        ("while read -r line; do printf '? no\\n\\n'; done", "", "rejected a command: \"boardsize 8\""),
        (ENGINE, "a1\n", "illegal move: a1 flips nothing for white"),
        (ENGINE, "what?\n", "sent something that is not a move"),
    ];
    for (script, moves, message) in cases {
        let _ = fs::remove_file(dir.path().join("received"));
        let mut session = against(engine(dir.path(), script, moves));
        session.play("d3".parse().unwrap()).unwrap();
        let (_, text) = fault(&mut session);
        assert!(text.contains(message), "{script}: {text}");
        assert_eq!(session.game().ply(), 1);
    }
}

#[test]
fn missing_programs_and_unsupported_games_are_faults() {
    let mut session = against("gtp:/no/such/program".parse().unwrap());
    session.play("d3".parse().unwrap()).unwrap();
    assert_eq!(fault(&mut session).0, Verdict::NotStarted);

    let seats = Sides { black: "gtp:true".parse().unwrap(), white: Seat::Human };
    let mut anti = Session::new(Options { seats, ..Options::new(Game::new(Variant::ANTI.start())) });
    assert_eq!(fault(&mut anti).0, Verdict::UnsupportedGame);
}

/// An engine that writes without end is stopped, both before its answer and within it.
#[test]
fn endless_output_of_an_engine_is_a_fault() {
    let dir = tempfile::tempdir().unwrap();
    for beginning in ["", "echo =;"] {
        let script = format!("read -r line; {beginning} exec yes chatter");
        let mut session = against(engine(dir.path(), &script, ""));
        session.play("d3".parse().unwrap()).unwrap();
        let (verdict, text) = fault(&mut session);
        assert_eq!(verdict, Verdict::Flood, "{text}");
    }
}

/// The engine starts a child that would outlive it, and hangs. Both hold a pipe open, which ends
/// when both have ended.
#[cfg(unix)]
#[test]
fn an_engine_that_hangs_ends_with_all_that_it_started() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let script = "exec 3> \"$(dirname \"$0\")/pipe\"; sleep 1000 & echo started >&3; wait";
    let mut session = against(engine(dir.path(), script, ""));
    session.play("d3".parse().unwrap()).unwrap();
    assert!(session.poll().is_none());
    let mut held = BufReader::new(fs::File::open(&pipe).unwrap());
    let mut line = String::new();
    held.read_line(&mut line).unwrap();
    assert_eq!(line, "started\n");
    drop(session);
    assert_eq!(held.read_line(&mut line).unwrap(), 0);
}
