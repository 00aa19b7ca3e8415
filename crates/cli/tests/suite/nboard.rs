//! `outflank nboard` through real pipes.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

use outflank_rules::{
    Game, Move, Variant,
    record::{Record, ggf},
};

use crate::harness::{command, outflank, outflank_with_input};

/// A GUI and its engine.
struct Window {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    pings: u32,
}

impl Window {
    fn open(args: &[&str]) -> Window {
        let args = [&["nboard", "--seed", "1", "--threads", "2", "--hash", "16M"], args].concat();
        let mut child = command(&args).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut window = Window { child, stdin, stdout, pings: 0 };
        window.say("nboard 2");
        assert_eq!(window.line(), "set myname Outflank");
        window
    }

    fn say(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.stdout.read_line(&mut line).unwrap() > 0, "it has ended");
        line.trim_end().to_owned()
    }

    fn line_with(&mut self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    fn ping(&mut self) {
        self.pings += 1;
        self.say(&format!("ping {}", self.pings));
        self.line_with(&format!("pong {}", self.pings));
    }

    /// Asks for a move as NBoard does.
    fn go(&mut self) -> Move {
        self.ping();
        self.say("go");
        let answer = self.line_with("=== ");
        answer["=== ".len()..].split('/').next().unwrap().parse().unwrap()
    }

    fn close(mut self) {
        self.say("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

fn as_ggf(game: &Game) -> String {
    ggf::write(&Record::new(game.clone())).unwrap()
}

/// Two engines play each other on every board. One gets each move, the other the whole game each
/// time.
#[test]
fn it_plays_whole_games_against_itself() {
    let mut windows = [Window::open(&["--depth", "1"]), Window::open(&["--level", "2"])];
    for size in [4, 6, 8] {
        let mut game = Game::new(Variant::of_size(size).start());
        windows[0].say(&format!("set game {}", as_ggf(&game)));
        while !game.is_over() {
            windows[1].say(&format!("set game {}", as_ggf(&game)));
            let mv = windows[game.ply() % 2].go();
            assert!(game.play(mv).is_ok(), "{mv} in {}", as_ggf(&game));
            windows[0].say(&format!("move {}", if mv == Move::Pass { "PA".to_owned() } else { mv.to_string() }));
        }
    }
    windows.into_iter().for_each(Window::close);
}

#[test]
fn hints_stream_until_a_ping_and_then_use_the_new_game() {
    let mut window = Window::open(&[]);
    window.say("set game (;GM[Othello]B[c4]W[c3]B[c2]W[b2]B[a2];)");
    window.ping();
    window.say("hint 1");
    let [first, second] = [(); 2].map(|()| window.line_with("search "));
    assert_ne!(first, second);
    window.ping();
    window.say("set game (;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- *];)");
    window.say("ping 77");
    window.say("hint 4");
    assert_eq!(window.line_with("pong"), "pong 77");
    assert!(window.line_with("search ").ends_with(" -10 0 100%"));
    window.close();
}

#[test]
fn analysis_and_moves_finish_when_the_input_ends() {
    let script = "nboard 2\nset depth 2\nset game (;GM[Othello]B[f5]W[d6];)\nanalyze\n";
    let answers = outflank_with_input(&["nboard", "--seed", "1"], script).ok();
    let analysis: Vec<&str> = answers.lines().filter_map(|line| line.strip_prefix("analysis ")).collect();
    assert_eq!(analysis.len(), 3, "{answers}");
    assert!(analysis[0].starts_with("2 ") && analysis[2].starts_with("0 "), "{answers}");
    let answers = outflank_with_input(&["nboard", "--depth", "2", "--seed", "1"], "nboard 2\nF5\ngo\n").ok();
    assert!(answers.lines().last().unwrap().starts_with("=== "), "{answers}");
    outflank_with_input(&["nboard", "--seed", "1"], "nboard 2\nhint 3\n").ok();
}

#[test]
fn bad_lines_are_reported_on_stderr_and_as_status() {
    let run = outflank_with_input(&["nboard", "--seed", "1"], "nboard 2\nmove A1\nsing\nquit\n");
    assert!(run.stderr.contains("outflank: illegal move: a1 flips nothing for black"), "{}", run.stderr);
    assert!(run.stderr.contains("outflank: \"sing\" is not an NBoard command"), "{}", run.stderr);
    assert!(run.ok().contains("status illegal move: a1"));
}

#[test]
fn help_has_an_example_for_a_gui() {
    assert!(outflank(&["nboard", "--help"]).ok().contains("Use it in NBoard, as the command of a new engine:"));
}
