//! Panics in a real terminal: it is restored, and the message is readable.

use std::{
    error::Error,
    fs::{File, OpenOptions},
    io::{Read, Write},
    path::Path,
    process::{Command, Stdio},
    thread,
};

use outflank_cli::play::{Options, Session};
use outflank_cli::screen::{Host, StartedGame};
use outflank_rules::Variant;
use rustix::{
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};

use super::script::setting;

/// Leaves the alternate screen.
const LEFT: &str = "\x1b[?1049l";

/// A host that panics when it saves.
struct Broken;

impl Host for Broken {
    fn begin(&mut self, options: Options) -> StartedGame {
        StartedGame { session: Session::new(options), notice: None }
    }

    fn keeps_games(&self) -> bool {
        true
    }

    fn unfinished(&self) -> Option<String> {
        None
    }

    fn resume(&mut self) -> Option<Session> {
        None
    }

    fn free_name(&self) -> String {
        "game.sgf".to_owned()
    }

    fn save(&mut self, _: &Session, _: &Path) -> Result<(), Box<dyn Error>> {
        panic!("the screen broke")
    }
}

fn play(is_interrupted: fn() -> bool) {
    let setting = setting(Variant::TINY, "human", "human");
    outflank_cli::screen::play(setting, Box::new(Broken), is_interrupted).unwrap();
}

#[test]
#[ignore = "it is run at a terminal by the tests below"]
fn breaks_when_it_saves() {
    play(|| false);
}

#[test]
#[ignore = "it is run at a terminal by the tests below"]
fn breaks_on_another_thread() {
    play(|| thread::spawn(|| panic!("a helper broke")).join().is_err());
}

/// Runs one of these tests in a terminal. Returns its output before and after it restored the
/// terminal.
fn at_terminal(name: &str, keys: &[u8]) -> (String, String) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("it is ours");
    tcsetwinsize(&ours, Winsize { ws_col: 80, ws_row: 24, ws_xpixel: 0, ws_ypixel: 0 }).expect("a size");
    let path = ptsname(&ours, Vec::new()).expect("it has a name").into_string().expect("of ASCII");
    let theirs = OpenOptions::new().read(true).write(true).open(path).expect("the other side");
    let side = || Stdio::from(theirs.try_clone().expect("a handle"));
    let mut child = Command::new(std::env::current_exe().expect("it runs"))
        .args(["--ignored", "--exact", "--nocapture", "--test-threads=1", name])
        .stdin(side())
        .stdout(side())
        .stderr(side())
        .spawn()
        .expect("it runs again");
    drop(theirs);
    let mut ours = File::from(ours);
    let text = converse(&mut ours, keys);
    child.wait().expect("it ends");
    let modes = tcgetattr(&ours).expect("it is a terminal").local_modes;
    assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG), "{modes:?}");
    let (before, after) = text.split_once(LEFT).unwrap_or_else(|| panic!("it never left: {text:?}"));
    (before.to_owned(), after.to_owned())
}

/// Presses the keys when the board is drawn, and reads to the end.
fn converse(terminal: &mut File, mut keys: &[u8]) -> String {
    let (mut text, mut bytes) = (Vec::new(), [0; 4096]);
    // A closed terminal is an error here.
    while let Ok(count @ 1..) = terminal.read(&mut bytes) {
        text.extend(&bytes[..count]);
        if String::from_utf8_lossy(&text).contains("move") {
            terminal.write_all(keys).expect("the program reads");
            keys = &[];
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn a_panic_of_the_screen_is_printed_after_the_terminal_is_restored() {
    let (before, after) = at_terminal("screen::panics::breaks_when_it_saves", b"s\r");
    assert!(!before.contains("the screen broke") && after.contains("the screen broke"), "{before:?}\n{after:?}");
    assert!(!after.contains(LEFT), "{after:?}");
}

#[test]
fn a_panic_of_another_thread_is_printed_after_the_screen_is_closed() {
    let (before, after) = at_terminal("screen::panics::breaks_on_another_thread", b"");
    assert!(!before.contains("a helper broke") && after.contains("a helper broke"), "{before:?}\n{after:?}");
}
