//! Nothing that a program started outlives it, and no program outlives who runs it. All hold a pipe open, whose end is read here.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::{atomic::AtomicBool, mpsc},
    thread,
    time::Duration,
};

use outflank_arena::{Entrant, Limits, Referee, Sides};
use outflank_rules::{Game, Variant};

/// Nobody takes so long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// Holds the pipe, starts something, and does something once it is asked.
fn script(dir: &Path, starts: &str, answer: &str) {
    let pipe = dir.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let script = format!(
        "exec 3> '{}'\n{starts}\nwhile read -r line; do\ncase \"$line\" in *'\"type\":\"move\"'*) echo asked >&3; {answer} ;; esac\ndone",
        pipe.display()
    );
    fs::write(dir.join("bot.sh"), script).unwrap();
}

/// How a game of the script ends.
fn play(dir: &Path, limits: Limits) -> String {
    let name = format!("sh '{}'", dir.join("bot.sh").display());
    let mut black = name.parse::<Entrant>().unwrap().player(limits);
    let mut white = "greedy".parse::<Entrant>().unwrap().player(limits);
    let players = Sides { black: &mut *black, white: &mut *white };
    let start = Game::new(Variant::STANDARD.start());
    Referee::default().play("g", start, players, &AtomicBool::default()).unwrap().conclusion.reason()
}

/// Tells when the script was asked, and when nobody holds the pipe any more.
fn watch(dir: &Path) -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel();
    let path = dir.join("pipe");
    thread::spawn(move || {
        let lines = BufReader::new(fs::File::open(path).unwrap()).lines();
        lines.map_while(Result::ok).take_while(|line| sender.send(line.clone()).is_ok()).count();
    });
    lines
}

#[track_caller]
fn has_ended(lines: &mpsc::Receiver<String>) {
    assert_eq!(lines.recv_timeout(PATIENCE), Err(mpsc::RecvTimeoutError::Disconnected), "something holds the pipe");
}

/// What was started has left the group, the session and the environment of the program. What it had started itself may be nobody's child.
#[cfg(target_os = "linux")]
#[test]
fn who_hides_ends_with_the_program() {
    let starts =
        "env -i setsid sleep 1000 &\nenv -i setsid sh -c 'sleep 1000; sleep 1000' &\n(env -i setsid sleep 1000 &)";
    for (answer, reason) in [("wait", "hung"), ("echo z9", "garbage"), ("exit 1", "crashed")] {
        let dir = tempfile::tempdir().unwrap();
        script(dir.path(), starts, answer);
        let lines = watch(dir.path());
        let short = Duration::from_secs(4);
        let limits =
            Limits { startup: short, patience: if reason == "hung" { short } else { PATIENCE }, ..Limits::default() };
        assert_eq!(play(dir.path(), limits), reason);
        assert_eq!(lines.recv_timeout(PATIENCE).as_deref(), Ok("asked"));
        has_ended(&lines);
    }
}

/// The runner is this test once more. Neither the program nor what it started reads anything.
#[test]
fn programs_end_with_a_runner_that_is_killed() {
    const RUNNER: &str = "OUTFLANK_TEST_RUNNER";
    if let Some(dir) = env::var_os(RUNNER) {
        play(dir.as_ref(), Limits { patience: PATIENCE, ..Limits::default() });
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let starts = if Path::new("/proc/thread-self/children").exists() {
        "setsid sleep 1000 &\nenv -i setsid sleep 1000 &"
    } else if cfg!(target_os = "linux") {
        "setsid sleep 1000 &"
    } else {
        "sleep 1000 &"
    };
    script(dir.path(), starts, "while :; do :; done");
    let lines = watch(dir.path());
    let mut runner = Command::new(env::current_exe().unwrap());
    runner.args(["--exact", "endings::programs_end_with_a_runner_that_is_killed"]).env(RUNNER, dir.path());
    let mut runner = runner.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    assert_eq!(lines.recv_timeout(PATIENCE).as_deref(), Ok("asked"));
    runner.kill().unwrap();
    runner.wait().unwrap();
    has_ended(&lines);
}

/// The first thing that it does is to start another.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_from_the_first_moment_on() {
    let dir = tempfile::tempdir().unwrap();
    let told = dir.path().join("told");
    script(dir.path(), &format!("sh -c 'ulimit -d; ulimit -Hd' > '{}'", told.display()), "echo z9");
    let _lines = watch(dir.path());
    assert_eq!(play(dir.path(), Limits { memory: Some(64 << 20), ..Limits::default() }), "garbage");
    assert_eq!(fs::read_to_string(told).unwrap(), "65536\n65536\n");
}
