use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use outflank_engine::Settings;
use outflank_rules::{
    Game, Move, Variant,
    record::{Record, ggf},
};
use proptest::prelude::*;

use super::*;
use crate::{
    bot::Budget,
    protocol::{Engine, EngineLimits},
};

/// Longer than any step of these tests.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// Lines as a GUI receives them.
struct Pipe {
    half: Vec<u8>,
    lines: Sender<String>,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.half)).expect("text");
                self.lines.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
            } else {
                self.half.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A GUI with an engine behind it.
struct Gui {
    session: Session,
    lines: Receiver<String>,
    pings: i64,
}

impl Gui {
    fn open(limits: EngineLimits) -> Gui {
        let (sender, lines) = mpsc::channel();
        let engine = Engine::new(limits, 0, &Settings { hash_bytes: 1 << 20, threads: 1 });
        let session = Session::new(engine, Output::new(Pipe { half: Vec::new(), lines: sender }));
        let mut gui = Gui { session, lines, pings: 0 };
        gui.say("nboard 2");
        assert_eq!(gui.line(), "set myname Outflank");
        gui
    }

    #[track_caller]
    fn say(&mut self, line: &str) {
        assert_eq!(self.session.handle(line).unwrap(), Handled::Done, "{line}");
    }

    #[track_caller]
    fn line(&self) -> String {
        self.lines.recv_timeout(TEST_TIMEOUT).expect("a line in time")
    }

    /// The next line that starts like this.
    #[track_caller]
    fn line_with(&self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Stops the search; returns everything written before the answer.
    fn ping(&mut self) -> Vec<String> {
        self.pings += 1;
        self.say(&format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        let lines: Vec<String> = self.lines.try_iter().collect();
        assert_eq!(lines.last(), Some(&pong), "{lines:?}");
        lines
    }

    fn go(&mut self) -> Move {
        self.ping();
        self.say("go");
        assert_eq!(self.line_with("status"), "status Outflank is thinking");
        assert_eq!(self.line_with("status"), "status");
        let answer = self.line_with("=== ");
        answer["=== ".len()..].split('/').next().unwrap().parse().unwrap()
    }

    fn set(&mut self, game: &Game) {
        let record = ggf::write(&Record::new(game.clone())).unwrap();
        self.say(&format!("set game {record}"));
        assert_eq!(self.session.game(), game);
    }
}

fn game_of(moves: &str) -> Game {
    ggf::parse(&format!("(;GM[Othello]{moves};)")).unwrap().game
}

#[test]
fn a_gui_sends_the_commands_of_nboard_in_order() {
    let mut gui = Gui::open(EngineLimits::depth(4));
    gui.set(&game_of("B[f5]"));
    gui.say("set contempt 0");
    gui.say("set depth 3");
    assert_eq!(gui.line(), "set myname Outflank-3");
    let answer = gui.go();
    assert!(gui.session.game().position().is_legal(answer));
    assert_eq!(gui.session.game().ply(), 1, "go does not play");
    gui.say(&format!("move {answer}/1.00/0.5"));
    assert_eq!(gui.session.game().ply(), 2);
    gui.ping();
    gui.say("learn");
    assert_eq!(gui.line_with("learned"), "learned");
}

#[test]
fn hints_go_deeper_until_a_ping() {
    let mut gui = Gui::open(EngineLimits::Usual);
    gui.set(&game_of("B[c4]W[c3]B[c2]W[b2]B[a2]"));
    gui.ping();
    gui.say("hint 2");
    let mut depths = Vec::new();
    while depths.len() < 8 {
        let line = gui.line_with("search ");
        let [line, value, zero, depth] = line["search ".len()..].split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        assert!(gui.session.game().position().is_legal(line[..2].parse().unwrap()), "{line}");
        assert_eq!((value.parse::<i32>().is_ok(), zero), (true, "0"));
        depths.push(depth.split('@').next().unwrap().parse::<u32>().unwrap());
    }
    assert!(depths.chunks(2).all(|pair| pair[0] == pair[1]), "two moves a depth: {depths:?}");
    assert!(depths.is_sorted() && depths[0] < depths[7], "{depths:?}");
    gui.ping();
    assert_eq!(gui.lines.try_iter().count(), 0, "nothing comes after the pong");
}

#[test]
fn book_moves_come_first() {
    let mut gui = Gui::open(EngineLimits::Usual);
    gui.say("hint 4");
    assert!(gui.line().starts_with("status "));
    for _ in 0..4 {
        assert!(gui.line().starts_with("book "));
    }
    gui.ping();
}

#[test]
fn hints_near_the_end_are_proven_and_stop_by_themselves() {
    let mut gui = Gui::open(EngineLimits::Usual);
    gui.say("set game (;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- *];)");
    gui.ping();
    gui.say("hint 9");
    let hints: Vec<String> = (0..4).map(|_| gui.line_with("search ")).collect();
    assert!(hints.iter().all(|hint| hint.ends_with(" -10 0 100%")), "{hints:?}");
    assert_eq!(gui.line_with("status"), "status");
}

#[test]
fn a_new_request_replaces_the_running_one() {
    let mut gui = Gui::open(EngineLimits::depth(2));
    gui.set(&game_of("B[c4]W[c3]B[c2]W[b2]"));
    gui.say("hint 3");
    gui.line_with("search ");
    gui.say("go");
    assert!(gui.line_with("=== ").len() > 6);
    gui.say("hint 1");
    gui.line_with("search ");
    gui.say("move a2");
    let lines: Vec<String> = gui.lines.try_iter().collect();
    assert_eq!(gui.ping().len(), 1, "the hint is out of date after the move: {lines:?}");
}

#[test]
fn a_cancelled_move_is_not_printed() {
    let mut gui = Gui::open("20".parse().map(EngineLimits::Level).unwrap());
    gui.set(&game_of("B[c4]W[c3]B[c2]W[b2]B[a2]"));
    gui.say("go");
    let lines = gui.ping();
    assert!(lines.iter().all(|line| !line.starts_with("===")), "{lines:?}");
    let thinking = lines.iter().filter(|line| line.starts_with("status ")).count();
    assert_eq!(
        lines.iter().filter(|line| *line == "status").count(),
        thinking,
        "it is told that this has ended: {lines:?}"
    );
}

/// The next game may begin like the last one, which must have no effect.
#[test]
fn fixed_limits_forget_the_previous_game() {
    let mut gui = Gui::open(EngineLimits::Fixed(Budget::Nodes(3000)));
    let beginning = game_of("B[c4]W[c3]B[c2]W[b2]");
    let nodes = |gui: &mut Gui, game: &Game| {
        gui.set(game);
        gui.say("go");
        let line = gui.line_with("nodestats ");
        gui.line_with("=== ");
        line.split(' ').nth(1).unwrap().to_owned()
    };
    let first = nodes(&mut gui, &beginning);
    nodes(&mut gui, &game_of("B[c4]W[c3]B[c2]W[b2]B[a2]"));
    assert_eq!(nodes(&mut gui, &beginning), first);
}

#[test]
fn a_game_is_analysed_from_its_end() {
    let mut gui = Gui::open(EngineLimits::depth(2));
    let mut game = Game::new(Variant::TINY.start());
    while !game.is_over() {
        let mv = game.position().moves()[0];
        game.play(mv).unwrap();
    }
    gui.set(&game);
    gui.ping();
    gui.say("analyze");
    for ply in (0..=game.ply()).rev() {
        let line = gui.line_with("analysis ");
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[1], ply.to_string());
        if ply == game.ply() {
            let value = game.position().score().official_utility(game.position().turn());
            assert_eq!(words[2], value.discs().to_string());
        }
    }
}

/// One engine plays both sides on every board; each move is sent back as a GUI does.
#[test]
fn whole_games_are_played_with_their_passes() {
    let mut passes = 0;
    for size in [4, 6, 8] {
        let mut gui = Gui::open(EngineLimits::depth(1));
        gui.set(&Game::new(Variant::of_size(size).start()));
        while !gui.session.game().is_over() {
            let mv = gui.go();
            passes += usize::from(mv == Move::Pass);
            let said = if mv == Move::Pass { "PA".to_owned() } else { mv.to_string().to_uppercase() };
            gui.say(&format!("move {said}"));
        }
        assert_eq!(gui.go(), Move::Pass, "the end is a pass");
    }
    assert!(passes > 0, "the games are chosen so that somebody has to pass");
}

#[test]
fn moves_come_in_every_form() {
    for form in ["move F5/1.00/2.5", "move f5", "move F5//1.2", "move F5 1.00 2.5", "F5", "MOVE F5/-3.1/"] {
        let mut gui = Gui::open(EngineLimits::depth(1));
        gui.say(form);
        assert_eq!(gui.session.game().moves().collect::<Vec<_>>(), ["f5".parse().unwrap()], "{form}");
    }
    assert!(matches!("move PA".parse(), Ok(Command::Move { mv: Move::Pass, .. })));
}

#[test]
fn the_clock_of_the_game_is_kept() {
    let mut gui = Gui::open(EngineLimits::Usual);
    gui.say("set game (;GM[Othello]TI[0:00.3]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[c4//0.1]W[c3]B[c2//0.2];)");
    gui.say("move b2//0.29");
    assert!(gui.go() != Move::Pass);
}

#[test]
fn unreadable_commands_are_reported_and_ignored() {
    let mut gui = Gui::open(EngineLimits::depth(1));
    let before = gui.session.game().clone();
    for (line, said) in [
        ("set game (;GM[Chess];)", "cannot read the game \"(;GM[Chess];)\""),
        ("set depth deep", "cannot read \"set depth deep\": write set depth 12"),
        ("set contempt 101", "cannot read \"set contempt 101\": write set contempt 0, from -100 to 100"),
        ("move Z9", "cannot read \"move Z9\": write move F5, move F5/1.00/2.5 or move PA"),
        ("move A1", "illegal move: a1 flips nothing for black"),
        ("ping", "cannot read \"ping\": write ping 1"),
    ] {
        let Handled::Refused(refusal) = gui.session.handle(line).unwrap() else { panic!("{line}") };
        assert!(refusal.to_string().starts_with(said), "{refusal}");
        assert_eq!(gui.line(), format!("status {refusal}"));
    }
    assert!(matches!(gui.session.handle("sing a song"), Ok(Handled::Refused(NboardError::Unknown(_)))));
    assert_eq!(gui.lines.try_iter().count(), 0, "unknown lines are ignored");
    assert_eq!(gui.session.game(), &before);
    assert_eq!(gui.session.handle("quit").unwrap(), Handled::Over);
}

#[test]
fn a_gui_that_disconnects_stops_the_engine() {
    let Gui { mut session, lines, .. } = Gui::open(EngineLimits::Usual);
    drop(lines);
    assert!(session.handle("hint 1").is_ok());
    assert!(session.handle("ping 1").is_err());
}

/// Lines of valid words in any order.
fn lines() -> impl Strategy<Value = String> {
    let words = vec![
        "nboard",
        "set",
        "depth",
        "game",
        "contempt",
        "move",
        "hint",
        "go",
        "ping",
        "learn",
        "analyze",
        "F5",
        "PA",
        "d6//1.2",
        "0",
        "1",
        "2",
        "-1",
        "1e9",
        "(;GM[Othello]B[f5]W[d6];)",
        "(;GM[Othello]TY[4]B[b1];)",
        "(;",
    ];
    let word = prop_oneof![prop::sample::select(words).prop_map(str::to_owned), "\\PC{0,5}"];
    prop_oneof![prop::collection::vec(word, 0..4).prop_map(|words| words.join(" ")), ".{0,60}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_ping_is_answered_after_any_input(lines in prop::collection::vec(lines(), 1..12)) {
        let mut gui = Gui::open(EngineLimits::depth(1));
        for line in lines {
            gui.session.handle(&line).unwrap();
        }
        gui.ping();
        let game = gui.session.game();
        prop_assert!(Game::replay(game.start(), game.moves()).is_ok());
    }
}
