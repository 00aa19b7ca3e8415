//! The full-screen game in a real terminal, which it must restore.

use std::{
    fs::File,
    io::{Read, Write},
    path::Path,
    sync::mpsc,
    thread,
};

use rustix::{
    process::{Pid, Signal, kill_process},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};

use super::{
    driver::{Driver, TIMEOUT},
    emulator::screen_after,
    pty::{command, open, start},
};

/// Escapes that turn off the mouse, leave the alternate screen and show the cursor.
const GIVEN_BACK: [&str; 3] = ["\x1b[?1003l", "\x1b[?1049l", "\x1b[?25h"];

/// A program in a pseudo-terminal, and our side of it.
struct Screen {
    run: Driver<File>,
    terminal: File,
}

impl Screen {
    fn open(line: &str, size: (u16, u16), env: &[(&str, &str)], dir: &Path) -> Screen {
        let (ours, theirs) = open();
        let terminal = ours.try_clone().expect("a handle");
        resize(&terminal, size);
        let usual = [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8")];
        let args: Vec<&str> = line.split(' ').collect();
        Screen { run: start(&[&usual[..], env].concat(), &args, dir, ours, &theirs), terminal }
    }

    /// Waits until the screen shows this text.
    #[track_caller]
    fn wait_for(&mut self, words: &str) {
        self.run.wait_until(words, |text| screen_after(text).contains(words));
    }

    /// Waits for the end. Checks that the terminal is restored, and returns the output after that
    /// and the exit code.
    #[track_caller]
    fn end(self) -> (String, Option<i32>) {
        let (text, code) = self.run.finish();
        for escape in GIVEN_BACK {
            assert_eq!(text.matches(escape).count(), 1, "{escape:?} in {text:?}");
        }
        let modes = tcgetattr(&self.terminal).expect("it is a terminal").local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG), "{modes:?}");
        let after = GIVEN_BACK.iter().filter_map(|escape| text.rfind(escape).map(|at| at + escape.len())).max();
        (text[after.unwrap_or(0)..].to_owned(), code)
    }
}

fn resize(terminal: &File, (columns, rows): (u16, u16)) {
    let size = Winsize { ws_col: columns, ws_row: rows, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(terminal, size).expect("a size");
}

const TWO: &str = "play --black human --white human --size 4";

#[test]
fn a_game_that_is_quit_is_saved() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(TWO, (80, 24), &[], dir.path());
    screen.wait_for("black to move");
    screen.run.press("a2\r");
    screen.wait_for(" 1  a2");
    screen.run.press("q");
    let (after, code) = screen.end();
    assert_eq!(code, Some(0));
    assert!(after.contains("outflank play --resume"), "{after:?}");

    let mut screen = Screen::open("play --resume", (80, 24), &[], dir.path());
    screen.wait_for("white to move");
    screen.run.press("q");
    screen.end();
}

#[test]
fn ctrl_c_and_signals_restore_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(TWO, (80, 24), &[], dir.path());
    screen.wait_for("black to move");
    screen.run.press("\x03");
    assert_eq!(screen.end().1, Some(130));

    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut screen =
            Screen::open("play --white level:20 --black human --variant octagon --time 10h", (80, 24), &[], dir.path());
        screen.wait_for("black to move");
        // A thinking engine does not delay the end. With hours on its clock it does not move before
        // this is shown.
        screen.run.press("\x1b[A\r");
        screen.wait_for("thinks");
        let process = Pid::from_child(&screen.run.child);
        kill_process(process, signal).expect("it runs");
        assert_eq!(screen.end().1, Some(130), "{signal:?}");
    }
}

/// The second signal ends the program at once, and the terminal is still restored.
#[test]
fn two_signals_at_once_restore_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(TWO, (80, 24), &[], dir.path());
    screen.wait_for("black to move");
    let process = Pid::from_child(&screen.run.child);
    for signal in [Signal::STOP, Signal::TERM, Signal::INT, Signal::CONT] {
        kill_process(process, signal).expect("it runs");
    }
    assert_eq!(screen.end().1, Some(130));
}

/// When a window is closed without a signal, the program must notice the hangup itself.
#[test]
fn a_terminal_that_hangs_up_ends_the_program_and_the_game_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let (mut ours, theirs) = open();
    resize(&ours, (80, 24));
    let args: Vec<&str> = TWO.split(' ').collect();
    let mut child = command(&[("TERM", "xterm-256color")], &args, dir.path(), &theirs).spawn().expect("it runs");
    drop(theirs);
    let mut text = Vec::new();
    read_until(&mut ours, &mut text, "black to move");
    ours.write_all(b"a2\r").unwrap();
    read_until(&mut ours, &mut text, "white to move");
    drop(ours);

    let (sender, ended) = mpsc::channel();
    let process = Pid::from_child(&child);
    thread::spawn(move || sender.send(child.wait()));
    let Ok(status) = ended.recv_timeout(TIMEOUT) else {
        let _ = kill_process(process, Signal::KILL);
        panic!("it runs without a terminal");
    };
    assert_eq!(status.expect("it ended").code(), Some(130));
    let mut screen = Screen::open("play --resume", (80, 24), &[], dir.path());
    screen.wait_for("white to move");
    screen.run.press("q");
    screen.end();
}

fn read_until(terminal: &mut File, text: &mut Vec<u8>, words: &str) {
    while !screen_after(&String::from_utf8_lossy(text)).contains(words) {
        let mut bytes = [0; 4096];
        let count = terminal.read(&mut bytes).expect("the program writes");
        text.extend(&bytes[..count]);
    }
}

/// The program does not wait for the rest of an incomplete or unknown sequence.
#[test]
fn unknown_bytes_do_not_block_the_input() {
    let dir = tempfile::tempdir().unwrap();
    for strange in ["\x1b[", "\x1b[?997;1n", "\x1b[<0;1"] {
        let mut screen =
            Screen::open("play --black human --white greedy --size 4 --no-save", (80, 24), &[], dir.path());
        screen.wait_for("black to move");
        screen.run.press(&format!("a2\r{strange}"));
        screen.wait_for(" 1  a2");
        screen.wait_for("black to move");
        kill_process(Pid::from_child(&screen.run.child), Signal::TERM).expect("it runs");
        assert_eq!(screen.end().1, Some(130), "{strange:?}");
    }
}

/// Keys that are typed faster than the screen draws are not lost.
#[test]
fn keys_that_arrive_together_are_all_handled() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(TWO, (80, 24), &[], dir.path());
    screen.wait_for("black to move");
    let moves = ["a2", "a1", "b1", "c4"];
    let line: String = moves.iter().map(|square| format!("{square}\r")).collect();
    screen.run.press(&format!("{}{line}", "\x1b[A\x1b[B".repeat(1000)));
    screen.wait_for("c4");
    for square in moves {
        screen.wait_for(square);
    }
    screen.run.press("q");
    assert_eq!(screen.end().1, Some(0));
}

/// The second save proposes a new name and not the existing file.
#[test]
fn saving_proposes_a_name_that_is_free() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(TWO, (80, 24), &[], dir.path());
    screen.wait_for("black to move");
    screen.run.press("a2\r");
    screen.wait_for("white to move");
    screen.run.press("s\r");
    screen.wait_for("saved in game.sgf");
    screen.run.press("s\r");
    screen.wait_for("saved in game-2.sgf");
    screen.run.press("q");
    screen.end();
}

/// The dialog does not lock the unfinished game that it offers.
#[test]
fn the_new_game_dialog_does_not_lock_the_unfinished_game() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(TWO, (80, 24), &[], dir.path());
    screen.wait_for("black to move");
    screen.run.press("a2\r");
    screen.wait_for("white to move");
    screen.run.press("q");
    screen.end();

    let mut choice = Screen::open("play", (80, 24), &[], dir.path());
    choice.wait_for("Resume");
    let mut other = Screen::open("play --resume", (80, 24), &[], dir.path());
    other.wait_for("white to move");
    other.run.press("q");
    other.end();
    choice.run.press("\r");
    choice.wait_for("white to move");
    choice.run.press("q");
    choice.end();
}

#[test]
fn without_colors_there_are_letters_and_no_color_escapes() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(TWO, (80, 24), &[("NO_COLOR", "1")], dir.path());
    screen.wait_for("black to move");
    screen.run.press("q");
    let text = screen.run.finish().0;
    assert!(text.contains("X") && text.contains("O"), "{text:?}");
    let escapes = text.split("\x1b[").skip(1).filter_map(|escape| escape.split_once('m').map(|(style, _)| style));
    let styles = escapes.filter(|style| style.chars().all(|character| character.is_ascii_digit() || character == ';'));
    let known = ["", "0", "1", "2", "3", "7", "22", "23", "27", "39", "49"];
    let colors: Vec<&str> = styles.filter(|style| !known.contains(style)).collect();
    assert!(colors.is_empty(), "{colors:?}");
}

#[test]
fn a_terminal_that_becomes_too_small_says_so_and_the_game_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::open(TWO, (80, 24), &[], dir.path());
    screen.wait_for("black to move");
    resize(&screen.terminal, (50, 18));
    screen.wait_for("Outflank needs 60x20.");
    resize(&screen.terminal, (120, 40));
    screen.wait_for("black to move");
    screen.run.press("q");
    assert_eq!(screen.end().1, Some(0));
}

#[test]
fn a_click_places_a_disc() {
    let dir = tempfile::tempdir().unwrap();
    let mut screen = Screen::open("play --black human --white human", (80, 24), &[], dir.path());
    screen.wait_for("black to move");
    // The terminal counts from 1: d3 is at column 17, row 9.
    screen.run.press("\x1b[<35;18;9M");
    screen.wait_for("flips 1");
    screen.run.press("\x1b[<0;18;9M\x1b[<0;18;9m");
    screen.wait_for(" 1  d3");
    screen.run.press("q");
    assert_eq!(screen.end().1, Some(0));
}

/// A key starts the games and a key closes the last one. The results are printed after that.
#[test]
fn seed_000_games_to_watch() {
    let dir = tempfile::tempdir().unwrap();
    let line = "play --black greedy --white random --size 4 --watch --speed 16 --games 2 --seed 1";
    let mut screen = Screen::open(line, (80, 24), &[], dir.path());
    screen.wait_for("press any key or click to start");
    screen.run.press(" ");
    screen.wait_for("any key closes");
    screen.run.press("x");
    let (after, code) = screen.end();
    assert_eq!(code, Some(0));
    assert!(after.contains("The game is over: ") && after.contains("player"), "{after:?}");
}

/// Without a terminal the same games are printed. `--watch` with a human player is an error.
#[test]
fn watching_without_a_terminal_and_with_a_person() {
    let printed = crate::harness::outflank(&[
        "play",
        "--black",
        "greedy",
        "--white",
        "random",
        "--size",
        "4",
        "--watch",
        "--seed",
        "1",
        "--no-save",
    ]);
    assert!(printed.ok().contains("The game is over: "));
    let refused = crate::harness::outflank(&["play", "--black", "human", "--white", "random", "--watch", "--no-save"]);
    assert!(refused.failed(2).contains("--watch shows games between computers"));
}
