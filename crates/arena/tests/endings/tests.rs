//! All processes hold a pipe open, and the tests read its end.

use std::{
    env, fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Command, ExitCode, Stdio},
    sync::{atomic::AtomicBool, mpsc},
    thread,
    time::Duration,
};

use outflank_arena::{Foul, GameEnd, Limits, PlayerSpec, Referee, Sides, Verdict, supervise_if_asked};
use outflank_rules::{Game, Variant};

/// Longer than any test takes on a busy machine.
const TEST_TIMEOUT: Duration = Duration::from_secs(120);

/// Names the folder of a test in a process that is its runner.
const RUNNER: &str = "OUTFLANK_TEST_RUNNER";

type Test = (&'static str, fn());

const TESTS: &[Test] = &[
    ("only_names_select_tests", only_names_select_tests),
    ("a_group_ends_with_the_program", a_group_ends_with_the_program),
    ("programs_end_with_a_runner_that_is_killed", programs_end_with_a_runner_that_is_killed),
    #[cfg(target_os = "linux")]
    ("processes_that_hide_end_with_the_program", processes_that_hide_end_with_the_program),
    #[cfg(target_os = "linux")]
    ("daemons_end_with_their_own_program", daemons_end_with_their_own_program),
    #[cfg(target_os = "linux")]
    ("processes_end_with_a_supervisor_that_is_killed", processes_end_with_a_supervisor_that_is_killed),
    #[cfg(target_os = "linux")]
    ("a_supervisor_that_is_short_of_files_leaves_nothing", a_supervisor_that_is_short_of_files_leaves_nothing),
    #[cfg(target_os = "linux")]
    ("processes_are_bounded", processes_are_bounded),
    #[cfg(target_os = "linux")]
    ("the_end_of_a_program_is_told_as_it_was", the_end_of_a_program_is_told_as_it_was),
    #[cfg(target_os = "linux")]
    ("memory_is_bounded_from_the_first_moment_on", memory_is_bounded_from_the_first_moment_on),
];

pub(crate) fn run() -> ExitCode {
    if let Some(code) = supervise_if_asked() {
        return code;
    }
    if let Some(dir) = env::var_os(RUNNER) {
        play(dir.as_ref(), Limits { patience: TEST_TIMEOUT, ..Limits::default() });
        return ExitCode::SUCCESS;
    }
    let wanted = wanted(env::args().skip(1));
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    for (name, test) in TESTS.iter().filter(|(name, _)| is_wanted(name)) {
        println!("test endings::{name}");
        test();
    }
    ExitCode::SUCCESS
}

/// The arguments that select tests, without options and their values.
fn wanted(mut arguments: impl Iterator<Item = String>) -> Vec<String> {
    const VALUED: [&str; 7] = ["--test-threads", "--skip", "--color", "--format", "--logfile", "--shuffle-seed", "-Z"];
    let mut wanted = Vec::new();
    while let Some(argument) = arguments.next() {
        if VALUED.contains(&argument.as_str()) {
            arguments.next();
        } else if !argument.starts_with('-') {
            wanted.push(argument);
        }
    }
    wanted
}

fn only_names_select_tests() {
    let wanted = |line: &str| wanted(line.split_whitespace().map(str::to_owned));
    assert_eq!(wanted("--test-threads 1 --skip x -q --test-threads=2"), Vec::<String>::new());
    assert_eq!(wanted("a --color never b"), ["a", "b"]);
}

/// Leaves the group, session, environment and standard streams of the program, and has no parent
/// but the subreaper.
#[cfg(target_os = "linux")]
const DAEMON: &str = "(env -i setsid sh -c '(exec sleep 1000 < /dev/null > /dev/null 2>&1) & exit' &)";

/// A program that holds the pipe, starts something, and does something when asked.
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
fn play(dir: &Path, limits: Limits) -> GameEnd {
    let name = format!("sh '{}'", dir.join("bot.sh").display());
    let mut black = name.parse::<PlayerSpec>().unwrap().player(limits);
    let mut white = "greedy".parse::<PlayerSpec>().unwrap().player(limits);
    let players = Sides { black: &mut *black, white: &mut *white };
    let start = Game::new(Variant::STANDARD.start());
    Referee::default().play("g", start, players, &AtomicBool::default()).unwrap().end
}

/// How a program that does this when asked loses, and whether everything it started has ended.
fn foul(starts: &str, answer: &str) -> Foul {
    let dir = tempfile::tempdir().unwrap();
    script(dir.path(), starts, answer);
    let lines = watch(dir.path());
    let patience = if answer == "wait" { Duration::from_secs(4) } else { TEST_TIMEOUT };
    let limits = Limits { startup: TEST_TIMEOUT, patience, ..Limits::default() };
    let end = play(dir.path(), limits);
    assert_eq!(lines.recv_timeout(TEST_TIMEOUT).as_deref(), Ok("asked"));
    has_ended(&lines);
    end.foul().unwrap().1.clone()
}

/// Receives a line when the script was asked, and ends when no process holds the pipe.
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
    assert_eq!(lines.recv_timeout(TEST_TIMEOUT), Err(mpsc::RecvTimeoutError::Disconnected), "something holds the pipe");
}

fn a_group_ends_with_the_program() {
    for (answer, verdict) in [("wait", Verdict::Hung), ("echo z9", Verdict::Garbage), ("exit 1", Verdict::Crashed)] {
        assert_eq!(foul("sleep 1000 &\nsh -c 'sleep 1000 & sleep 1000' &", answer).verdict, verdict);
    }
}

#[cfg(target_os = "linux")]
fn processes_that_hide_end_with_the_program() {
    let hidden = "setsid sleep 1000 &\nenv -i setsid sleep 1000 &\nenv -i setsid sh -c 'sleep 1000; sleep 1000' &";
    let starts = format!("{hidden}\n(env -i setsid sleep 1000 &)\n{DAEMON}");
    for (answer, verdict) in [("wait", Verdict::Hung), ("echo z9", Verdict::Garbage), ("exit 1", Verdict::Crashed)] {
        assert_eq!(foul(&starts, answer).verdict, verdict);
    }
}

/// Two programs with daemons play at once. The daemon of the first ends with it while that of the
/// second still runs.
#[cfg(target_os = "linux")]
fn daemons_end_with_their_own_program() {
    let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let gate = dirs[1].path().join("gate");
    assert!(Command::new("mkfifo").arg(&gate).status().unwrap().success());
    script(dirs[0].path(), DAEMON, "echo z9");
    script(dirs[1].path(), DAEMON, &format!("read -r go < '{}'; exit 1", gate.display()));
    let [first, second] = dirs.each_ref().map(|dir| watch(dir.path()));
    let limits = Limits { patience: TEST_TIMEOUT, ..Limits::default() };
    thread::scope(|scope| {
        let waiting = scope.spawn(|| play(dirs[1].path(), limits));
        assert_eq!(second.recv_timeout(TEST_TIMEOUT).as_deref(), Ok("asked"));
        assert_eq!(play(dirs[0].path(), limits).reason(), "garbage");
        assert_eq!(first.recv_timeout(TEST_TIMEOUT).as_deref(), Ok("asked"));
        has_ended(&first);
        assert_eq!(second.try_recv(), Err(mpsc::TryRecvError::Empty), "the second still runs");
        fs::write(&gate, "go\n").unwrap();
        assert_eq!(waiting.join().unwrap().reason(), "crashed");
    });
    has_ended(&second);
}

/// Neither the program nor its group nor its daemons remain when the program kills its supervisor.
#[cfg(target_os = "linux")]
fn processes_end_with_a_supervisor_that_is_killed() {
    let foul = foul(&format!("sleep 1000 &\nsetsid sleep 1000 &\n{DAEMON}"), "kill -s KILL $PPID; wait");
    assert!(foul.verdict == Verdict::Crashed && foul.detail.contains("signal: 9"), "{foul}");
}

/// The supervisor may open one more file, which it needs to watch this process. The program would
/// hold the pipe.
#[cfg(target_os = "linux")]
fn a_supervisor_that_is_short_of_files_leaves_nothing() {
    let this = env::current_exe().unwrap();
    let line =
        format!("ulimit -n 4; exec '{}' supervise-player {} unlimited sleep 1000", this.display(), std::process::id());
    let supervisor = Command::new("sh").args(["-c", &line]).stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut supervisor = supervisor.unwrap();
    let (mut pipe, (sender, ended)) = (supervisor.stdout.take().unwrap(), mpsc::channel());
    thread::spawn(move || sender.send(pipe.read_to_end(&mut Vec::new()).is_ok()));
    assert_eq!(ended.recv_timeout(TEST_TIMEOUT), Ok(true), "something holds the pipe");
    assert_eq!(supervisor.wait().unwrap().code(), Some(118));
}

#[cfg(target_os = "linux")]
fn processes_are_bounded() {
    let many = format!("for number in $(seq 300); do {DAEMON}; done; wait");
    let foul = foul("", &many);
    assert_eq!(foul.verdict, Verdict::Crashed, "{foul}");
    assert!(foul.detail.contains("more than 256 processes at once"), "{foul}");
}

/// The supervisor does not change the reported exit status.
#[cfg(target_os = "linux")]
fn the_end_of_a_program_is_told_as_it_was() {
    for (answer, message) in [
        ("exit 3", "exit status: 3"),
        // The supervisor's own code for a machine without resources.
        ("exit 118", "exit status: 255"),
        ("kill -s KILL $$", "signal: 9"),
        ("kill -s SEGV $$", "signal: 11"),
        ("echo oh no >&2; kill -s TERM $$", "oh no"),
    ] {
        let foul = foul("", answer);
        assert!(foul.verdict == Verdict::Crashed && foul.detail.contains(message), "{foul}");
    }
}

/// The runner is this binary again. Neither the program nor its processes read anything.
fn programs_end_with_a_runner_that_is_killed() {
    let dir = tempfile::tempdir().unwrap();
    #[cfg(target_os = "linux")]
    script(dir.path(), &format!("sleep 1000 &\nsetsid sleep 1000 &\n{DAEMON}"), "while :; do :; done");
    // Elsewhere a program must notice that its input has ended.
    #[cfg(not(target_os = "linux"))]
    script(dir.path(), "", ":");
    let lines = watch(dir.path());
    let mut runner = Command::new(env::current_exe().unwrap());
    let runner = runner.env(RUNNER, dir.path()).stdin(Stdio::null()).stdout(Stdio::null()).spawn();
    let mut runner = runner.unwrap();
    assert_eq!(lines.recv_timeout(TEST_TIMEOUT).as_deref(), Ok("asked"));
    runner.kill().unwrap();
    runner.wait().unwrap();
    has_ended(&lines);
}

/// The program's first action is to start another.
#[cfg(target_os = "linux")]
fn memory_is_bounded_from_the_first_moment_on() {
    let dir = tempfile::tempdir().unwrap();
    let message = dir.path().join("told");
    script(dir.path(), &format!("sh -c 'ulimit -d; ulimit -Hd' > '{}'", message.display()), "echo z9");
    let _lines = watch(dir.path());
    assert_eq!(play(dir.path(), Limits { memory: Some(64 << 20), ..Limits::default() }).reason(), "garbage");
    assert_eq!(fs::read_to_string(message).unwrap(), "65536\n65536\n");
}
