//! Pickles against what Python and numpy really write and read.

use std::{
    env,
    fmt::Write as _,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use outflank_arena::protocol::pickle::{Decoder, Progress, ask, over};
use outflank_rules::{Color, Game, Move, Position, Square, Variant};

use crate::corpora;

const MODULE: &[u8] = b"\x8c\x15numpy.core.multiarray";
const NEWER_MODULE: &[u8] = b"\x8c\x16numpy._core.multiarray";

/// White moves first, as in the course.
fn start() -> Position {
    Variant::STANDARD.start().with_turn(Color::White)
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().map(|digit| digit.to_digit(16).unwrap() as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// The result of a pickle, whether it comes at once or byte by byte.
fn decoded(pickle: &[u8]) -> Progress {
    let mut decoder = Decoder::default();
    let (last, before) = pickle.split_last().unwrap();
    for byte in before {
        assert_eq!(decoder.read(&[*byte]), Progress::NeedMore);
    }
    let slow = match decoder.read(&[*last]) {
        Progress::Done { answer, used: 1 } => Progress::Done { answer, used: pickle.len() },
        other => other,
    };
    let fast = Decoder::default().read(pickle);
    assert_eq!(fast, slow);
    fast
}

fn assert_says(pickle: &[u8], mv: Move, what: &str) {
    assert_eq!(decoded(pickle), Progress::Done { answer: Ok(mv), used: pickle.len() }, "{what}");
}

/// The same message as newer numpy writes it: another module, whose name is one byte longer.
fn in_newer_words(message: &[u8]) -> Vec<u8> {
    let at = message.windows(MODULE.len()).position(|window| window == MODULE).unwrap();
    let mut newer = [&message[..at], NEWER_MODULE, &message[at + MODULE.len()..]].concat();
    newer[3] += 1;
    newer
}

#[test]
fn messages_match_the_course_byte_for_byte() {
    let Some(text) = corpora::text("samples/pickle_fixtures.tsv") else { return };
    let fixture = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no {name}"));
        bytes(line.split_once('\t').unwrap().1)
    };
    assert_eq!(ask(&start()), fixture("server_request_white_start_numpy1.26"));
    assert_eq!(in_newer_words(&ask(&start())), fixture("server_request_white_start_numpy2"));
    assert_eq!(in_newer_words(&ask(&start().with_turn(Color::Black))), fixture("server_request_black"));
    assert_eq!(in_newer_words(&over(&start())), fixture("server_game_over"));
}

#[test]
fn answers_of_the_course_are_read() {
    let Some(text) = corpora::text("samples/pickle_fixtures.tsv") else { return };
    let answers: Vec<_> = text.lines().filter(|line| line.starts_with("client_")).collect();
    assert!(answers.len() >= 9, "{answers:?}");
    for line in answers {
        let (name, pickle) = line.split_once('\t').unwrap();
        let mv = if name.starts_with("client_pass") { Move::Pass } else { "c4".parse().unwrap() };
        assert_says(&bytes(pickle), mv, name);
    }
}

/// The environments with numpy that `./test` creates, or none with a message.
fn environments() -> Vec<PathBuf> {
    let folders = env::var_os("OUTFLANK_NUMPY");
    if folders.is_none() {
        let _ = writeln!(io::stderr(), "LEFT OUT: OUTFLANK_NUMPY names no environments of Python with numpy");
    }
    folders.iter().flat_map(env::split_paths).collect()
}

/// Every position of a game, with its turn and message.
fn messages() -> String {
    let mut game = Game::new(start());
    let mut lines = String::new();
    while let Some(mv) = game.position().moves().last().copied() {
        add_line(&mut lines, turn(game.position().turn()), &game.position(), &ask(&game.position()));
        game.play(mv).unwrap();
    }
    add_line(&mut lines, 0, &game.position(), &over(&game.position()));
    lines
}

fn turn(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

fn add_line(lines: &mut String, turn: i8, position: &Position, message: &[u8]) {
    let squares = (0..8).flat_map(|x| (0..8).map(move |y| Square::new(x, y).unwrap()));
    let letters = squares.map(|square| match position.at(square) {
        Some(Color::White) => 'O',
        Some(Color::Black) => 'X',
        None => '-',
    });
    writeln!(lines, "{turn} {}\t{}", letters.collect::<String>(), hex(message)).unwrap();
}

/// Talks to a real numpy, with warnings as errors.
fn run_numpy(environment: &Path) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/numpy/talk.py");
    let python = environment.join("bin/python");
    let mut child = Command::new(&python)
        .args(["-B", "-W", "error"])
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("OUTFLANK_NUMPY is set, but {}: {error}", python.display()));
    // It writes only after it has read everything; if it ends earlier, its status says so.
    let _ = child.stdin.take().unwrap().write_all(messages().as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}: {}", environment.display(), output.status);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn real_numpys_read_our_boards_and_are_read() {
    for environment in environments() {
        let written = run_numpy(&environment);
        let (version, moves) = written.split_once('\n').unwrap();
        for line in moves.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [way, x, y, pickle] = fields[..] else { panic!("{line}") };
            let square = x.parse().ok().zip(y.parse().ok()).map(|(x, y)| Move::Place(Square::new(x, y).unwrap()));
            assert_says(&bytes(pickle), square.unwrap_or(Move::Pass), &format!("numpy {version}, {way}: {line}"));
        }
        assert!(moves.lines().count() > 300, "numpy {version}");
        let _ = writeln!(io::stderr(), "numpy {version} was spoken with");
    }
}
