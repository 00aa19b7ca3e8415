//! Runs the binary.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

/// A bot as a shell script; `{}` is replaced by its action at each request. The arena's tests use
/// it too.
#[cfg(unix)]
pub(crate) const BOT: &str = include_str!("../../../arena/tests/suite/bot.sh");

/// The output and exit code of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    fn new(output: Output) -> Run {
        Run {
            code: output.status.code().expect("no signal"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// Returns the standard output. Panics if the run failed.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.stdout
    }

    /// Returns the output as JSON. Panics if the run failed.
    #[track_caller]
    pub(crate) fn json(self) -> Value {
        serde_json::from_str(&self.ok()).expect("JSON on standard output")
    }

    /// Returns the standard error. Panics if the run had another exit code.
    #[track_caller]
    pub(crate) fn failed(self, code: i32) -> String {
        assert_eq!(self.code, code, "{self:?}");
        self.stderr
    }
}

/// Runs `outflank` with these arguments and without standard input.
pub(crate) fn outflank(args: &[&str]) -> Run {
    Run::new(command(args).stdin(Stdio::null()).output().expect("the binary runs"))
}

/// Runs `outflank` with a text on standard input.
pub(crate) fn outflank_with_input(args: &[&str], input: impl AsRef<[u8]> + Send) -> Run {
    let mut child = command(args).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = thread::scope(|scope| {
        // A command that does not read its input may close the pipe early.
        scope.spawn(move || drop(stdin.write_all(input.as_ref())));
        child.wait_with_output().expect("the binary ends")
    });
    Run::new(output)
}

/// Returns the command with pipes for its output.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).env("NO_COLOR", "1");
    command
}

/// The path of a file in a directory, as an argument.
pub(crate) fn path(dir: &Path, name: &str) -> String {
    dir.join(name).to_str().expect("UTF-8").to_owned()
}

/// The sorted file names of a directory.
pub(crate) fn listing(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

/// Waits at most 60 s until a condition holds. The caller checks the condition afterwards.
pub(crate) fn wait_until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() && begun.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(5));
    }
}

/// Returns the command lines of all processes that hold this file open, whatever their environment.
#[cfg(target_os = "linux")]
pub(crate) fn holders(file: &Path) -> Vec<String> {
    let file = file.canonicalize().unwrap();
    let holds = |open: fs::DirEntry| fs::read_link(open.path()).is_ok_and(|held| held == file);
    let all = fs::read_dir("/proc").unwrap().flatten();
    let holding = all.filter(|process| {
        let descriptors = fs::read_dir(process.path().join("fd"));
        descriptors.into_iter().flatten().flatten().any(holds)
    });
    holding.map(|process| fs::read_to_string(process.path().join("cmdline")).unwrap_or_default()).collect()
}

/// Whether the process has a handler for SIGINT.
#[cfg(target_os = "linux")]
pub(crate) fn catches_interrupts(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).map(str::trim);
    caught.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_some_and(|mask| mask & 2 != 0)
}
