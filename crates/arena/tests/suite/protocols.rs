//! Programs that speak other protocols, well, oddly and badly. Each mock answers from a list of
//! moves, one per request.

use std::{fs, sync::atomic::AtomicBool, time::Duration};

use outflank_arena::{GameEnd, GameReport, Limits, PlayerSpec, Referee, Sides, TimeControl, TrafficSource, Verdict};
use outflank_rules::{Color, Game, Move, Variant};

use crate::mock;

/// Echoes its input as chatter, answers in capitals and with a number, and knows no clocks.
const GTP: &str = r#"
while read -r command rest; do
    echo "I heard $command"
    case "$command" in
        genmove) next; printf '=7 %s\n\n' "$answer" ;;
        time_*) printf '? unknown command\n\n' ;;
        quit) exit ;;
        *) printf '= \n\n' ;;
    esac
done
"#;

/// Spaces instead of slashes, and lines between the answers.
const NBOARD: &str = r#"
while read -r command rest; do
    case "$command" in
        nboard) echo 'set myname Mock' ;;
        ping) echo 'status'; echo "pong $rest" ;;
        go) next; echo 'status Mock is thinking'; echo "search $answer 1.00 0 12"; echo "=== $answer 1.00 0.0" ;;
        quit) exit ;;
    esac
done
"#;

/// The first answer asks for the longer form of the requests.
const CODINGAME: &str = r#"
read -r id; read -r size; expert=
while read -r row; do
    for number in 2 3 4 5 6 7 8; do read -r row; done
    [ "$expert" ] && read -r theirs
    read -r actions
    for action in $(seq "$actions"); do read -r action; done
    next
    if [ "$expert" ]; then echo "$answer MSG after $theirs"; else expert=1; echo "EXPERT $answer"; fi
done
"#;

const TJCSL: &str = r#"
while read -r seconds && read -r side && read -r board; do next; echo "$answer;0.5"; done
"#;

/// How a protocol writes a move.
type Writing = fn(Move) -> String;

fn limits() -> Limits {
    Limits { startup: Duration::from_secs(100), patience: Duration::from_secs(100), ..Limits::default() }
}

fn play(start: Game, black: &str, time: Option<TimeControl>, limits: Limits) -> GameReport {
    let player = |name: &str| name.parse::<PlayerSpec>().unwrap().player(limits);
    let (mut black, mut white) = (player(black), player("greedy"));
    let players = Sides { black: &mut *black, white: &mut *white };
    Referee { time, seed: 1, ..Referee::default() }.play("g", start, players, &AtomicBool::default()).unwrap()
}

/// A game of a mock that knows the moves of a game between two greedy players, written as in its
/// protocol.
fn mock(protocol: &str, script: &str, written: Writing) -> (GameReport, Game) {
    let standard = Game::new(Variant::STANDARD.start());
    let known = play(standard.clone(), "greedy", None, limits()).game;
    let dir = tempfile::tempdir().unwrap();
    let name = mock::mock(dir.path(), protocol, script, &known, written);
    (play(standard, &name, "10m".parse().ok(), limits()), known)
}

fn upper(mv: Move) -> String {
    mv.to_string().to_ascii_uppercase()
}

fn lower(mv: Move) -> String {
    mv.to_string()
}

#[test]
fn mocks_with_the_quirks_of_their_kind_play_whole_games() {
    // The first prompt of Edax has no line end.
    let edax = format!("printf '>'{}", mock::EDAX);
    let mocks: [(&str, &str, Writing); 5] = [
        ("gtp", GTP, upper),
        ("nboard", NBOARD, upper),
        ("codingame", CODINGAME, lower),
        ("tjcsl", TJCSL, mock::index),
        ("edax", &edax, upper),
    ];
    for (protocol, script, written) in mocks {
        let (report, known) = mock(protocol, script, written);
        assert!(matches!(report.end, GameEnd::Played(_)), "{protocol}: {}", report.end);
        assert_eq!(report.game, known, "{protocol}");
    }
}

#[test]
fn slashes_of_nboard_are_read_too() {
    let script = NBOARD.replace("=== $answer 1.00 0.0", "=== $answer/1.00/0.0");
    assert!(matches!(mock("nboard", &script, lower).0.end, GameEnd::Played(_)));
}

#[test]
fn a_program_receives_every_move_except_its_own() {
    let (report, known) = mock("gtp", GTP, lower);
    let sent: Vec<u8> =
        report.logs.black.into_iter().filter(|it| it.source == TrafficSource::Runner).flat_map(|it| it.bytes).collect();
    let sent = String::from_utf8(sent).unwrap();
    let played = sent.lines().filter(|line| line.starts_with("play"));
    let expected: Vec<String> = known
        .turns()
        .filter(|(before, mv)| before.turn() == Color::White || *mv == Move::Pass)
        .map(|(before, mv)| format!("play {} {mv}", before.turn().letter().to_ascii_lowercase()))
        .collect();
    // It need not receive what follows its last move.
    let played: Vec<&str> = played.collect();
    assert!(
        expected.len() - played.len() <= 2 && expected.iter().zip(&played).all(|(one, other)| one == other),
        "{sent}"
    );
    assert!(sent.contains("time_settings 600 0 0\ntime_left b 600 0\n"), "{sent}");
}

fn foul(protocol: &str, script: &str, limits: Limits) -> Verdict {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mock.sh");
    fs::write(&path, script).unwrap();
    let start = Game::new(Variant::STANDARD.start());
    let report = play(start, &format!("{protocol}:sh '{}'", path.display()), None, limits);
    let GameEnd::Foul(Color::Black, foul) = report.end else { panic!("{}", report.end) };
    foul.verdict
}

#[test]
fn wrong_answers_are_detected_in_every_protocol() {
    let gtp = |answer: &str| {
        format!(
            "while read -r command rest; do case $command in genmove) printf '{answer}\\n\\n';; *) printf '=\\n\\n';; esac; done"
        )
    };
    assert_eq!(foul("gtp", &gtp("= a1"), limits()), Verdict::IllegalMove);
    assert_eq!(foul("gtp", &gtp("= PASS"), limits()), Verdict::IllegalPass);
    assert_eq!(foul("gtp", &gtp("= what"), limits()), Verdict::Garbage);
    assert_eq!(foul("gtp", &gtp("? no"), limits()), Verdict::Refused);
    assert_eq!(foul("gtp", "while read -r line; do printf '? no\\n\\n'; done", limits()), Verdict::Refused);
    assert_eq!(foul("nboard", &NBOARD.replace("next; ", "answer=Z9; "), limits()), Verdict::Garbage);
    assert_eq!(foul("nboard", &NBOARD.replace("next; ", "answer=PA; "), limits()), Verdict::IllegalPass);
    assert_eq!(foul("tjcsl", &TJCSL.replace("next", "answer=64"), limits()), Verdict::Garbage);
    assert_eq!(foul("tjcsl", &TJCSL.replace("next", "answer=0"), limits()), Verdict::IllegalMove);
    assert_eq!(foul("codingame", "while read -r line; do echo hello; done", limits()), Verdict::Garbage);
    assert_eq!(foul("edax", &mock::EDAX.replace("next; ", "answer=A1; "), limits()), Verdict::IllegalMove);
    let impatient = Limits { startup: Duration::from_millis(300), patience: Duration::from_millis(300), ..limits() };
    // Output after the time would count as buffered.
    let waiting = Limits { startup: Duration::from_secs(4), ..impatient };
    assert_eq!(foul("gtp", "while read -r line; do echo '='; done", waiting), Verdict::Hung);
    assert_eq!(foul("nboard", "while read -r line; do :; done", impatient), Verdict::Hung);
}

#[test]
fn a_program_may_resign() {
    let script = "while read -r command rest; do case $command in genmove) printf '= resign\\n\\n';; *) printf '=\\n\\n';; esac; done";
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("mock.sh"), script).unwrap();
    let name = format!("gtp:sh '{}'", dir.path().join("mock.sh").display());
    let report = play(Game::new(Variant::STANDARD.start()), &name, None, limits());
    assert_eq!((report.end.winner(), report.end.reason().as_str()), (Some(Color::White), "resigned"));
}

#[test]
fn unsupported_games_are_not_played() {
    for protocol in ["gtp", "codingame", "tjcsl", "edax"] {
        let report = play(Game::new(Variant::ANTI.start()), &format!("{protocol}:cat"), None, limits());
        assert_eq!(report.end.reason(), "unsupported-game", "{protocol}");
    }
}
