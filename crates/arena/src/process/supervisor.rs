//! The supervisor: a process between the runner and a program, on Linux. It is a child subreaper,
//! so every process that the program leaves behind becomes its child. When the program or the
//! runner ends, the supervisor kills all of them.
//!
//! The supervisor is this executable, started again: without `unsafe` code Rust cannot set up a
//! child between `fork` and `exec`. A `main` that runs players therefore calls
//! [`supervise_if_asked`] first. Without that call, and on other Unix systems, only the process group
//! of a program is ended. On Linux a shell then sets the memory limit before it becomes the program.

use std::{
    ffi::OsStr,
    process::{Command, ExitCode, ExitStatus},
    sync::atomic::{AtomicBool, Ordering::SeqCst},
};

/// First argument of a supervisor. The runner's process id, the memory limit in bytes and the
/// command line follow.
const ARGUMENT: &str = "supervise-player";

/// The memory limit of a program that has none.
const UNLIMITED: &str = "unlimited";

/// Exit code of a supervisor that could not start the program because this machine lacks a
/// resource.
const SHORT: u8 = 118;

/// The executable of this process, even if it was replaced or deleted.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// Set if [`supervise_if_asked`] was called and the system supports it.
static IS_OFFERED: AtomicBool = AtomicBool::new(false);

/// Runs this process as a supervisor if its arguments say so, and returns its exit code. Call it
/// first in `main`, so that the program can start itself as a supervisor.
///
/// Linux only: elsewhere it returns `None` and has no effect.
pub fn supervise_if_asked() -> Option<ExitCode> {
    #[cfg(target_os = "linux")]
    {
        let mut arguments = std::env::args_os().skip(1);
        if arguments.next().is_some_and(|argument| argument == ARGUMENT) {
            return Some(linux::supervise(arguments));
        }
        IS_OFFERED.store(linux::can_supervise(), SeqCst);
    }
    None
}

/// True if a supervisor ended because this machine lacks a resource. A program's own exit code
/// never looks like this.
pub(super) fn is_short(status: ExitStatus) -> bool {
    status.code() == Some(SHORT.into())
}

/// Lets this process inherit the processes of a supervisor that is killed.
pub(super) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// True if this command starts a supervisor.
pub(super) fn is_in(command: &Command) -> bool {
    command.get_program() == THIS_PROGRAM
}

/// A command that runs a program under a supervisor, if available. On Linux each of its processes
/// may allocate at most `memory` bytes (`RLIMIT_DATA`). Address space that is only reserved does
/// not count: some languages reserve far more than they use.
pub(super) fn command(program: impl AsRef<OsStr>, memory: Option<u64>) -> Command {
    if !IS_OFFERED.load(SeqCst) {
        return unsupervised(program, memory);
    }
    let mut command = Command::new(THIS_PROGRAM);
    command.arg(ARGUMENT).arg(std::process::id().to_string());
    command.arg(memory.map_or_else(|| UNLIMITED.to_owned(), |bytes| bytes.to_string())).arg(program);
    command
}

/// A shell sets the memory limit and then becomes the program. A system without `/bin/sh` does not
/// limit the memory.
#[cfg(target_os = "linux")]
fn unsupervised(program: impl AsRef<OsStr>, memory: Option<u64>) -> Command {
    const SHELL: &str = "/bin/sh";
    let Some(bytes) = memory.filter(|_| std::path::Path::new(SHELL).exists()) else { return Command::new(program) };
    let kibibytes = linux::data_limit(bytes) >> 10;
    let mut command = Command::new(SHELL);
    command.args(["-c", r#"ulimit -d "$1" 2> /dev/null; shift; exec "$@""#, SHELL]);
    command.arg(kibibytes.to_string()).arg(program);
    command
}

#[cfg(not(target_os = "linux"))]
fn unsupervised(program: impl AsRef<OsStr>, _memory: Option<u64>) -> Command {
    Command::new(program)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::{
        ffi::OsString,
        fs::{self, File},
        io::{self, Write},
        os::{
            fd::OwnedFd,
            unix::{fs::MetadataExt, process::CommandExt},
        },
        path::Path,
        process::{Command, ExitCode},
        thread,
        time::Duration,
    };

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::Errno,
        process::{
            DumpableBehavior, Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, WaitStatus, geteuid, getpid,
            getppid, getrlimit, kill_process, kill_process_group, pidfd_open, set_child_subreaper,
            set_dumpable_behavior, setrlimit, wait,
        },
        stdio::{dup2_stdin, dup2_stdout},
    };

    use crate::process::{MAX_PROCESSES, is_shortage, process_tree::ProcessTree};

    /// Poll interval for counting processes.
    const INTERVAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

    /// Tasks that the user may start beyond the current ones. The system counts all threads of the
    /// user and exempts root, so this only stops a program that starts processes faster than we
    /// count them.
    const MORE_TASKS: u64 = 4096;

    /// Exit code for a program that cannot be started, as in shells.
    const NOT_STARTED: u8 = 127;

    /// How a supervised program ended.
    enum End {
        /// It exited or was killed.
        Program(WaitStatus),
        /// The runner ended.
        Runner,
        TooManyProcesses,
    }

    /// Kernels before 5.3 have no pidfds, and some sandboxes have no `/proc`.
    pub(super) fn can_supervise() -> bool {
        pidfd_open(getpid(), PidfdFlags::empty()).is_ok() && Path::new(super::THIS_PROGRAM).exists()
    }

    pub(super) fn supervise(arguments: impl Iterator<Item = OsString>) -> ExitCode {
        match run(arguments) {
            Ok(End::Program(status)) => end_like(status),
            Ok(End::Runner) => ExitCode::FAILURE,
            Ok(End::TooManyProcesses) => {
                tell(&format!("killed: more than {MAX_PROCESSES} processes at once"));
                ExitCode::FAILURE
            }
            Err(error) => {
                tell(&error.to_string());
                ExitCode::from(if is_shortage(&error) { super::SHORT } else { NOT_STARTED })
            }
        }
    }

    fn tell(message: &str) {
        let _ = writeln!(io::stderr(), "outflank: {message}");
    }

    fn run(mut arguments: impl Iterator<Item = OsString>) -> io::Result<End> {
        let usage = || io::Error::new(io::ErrorKind::InvalidInput, "a supervisor is started by outflank only");
        let runner = arguments.next().and_then(|id| id.to_str()?.parse().ok()).and_then(Pid::from_raw);
        let memory = arguments.next().ok_or_else(usage)?;
        let (runner, program) = runner.zip(arguments.next()).ok_or_else(usage)?;
        set_child_subreaper(Some(getpid()))?;
        let runner_end = pidfd_open(runner, PidfdFlags::empty())?;
        if getppid() != Some(runner) {
            return Ok(End::Runner);
        }
        limit(Resource::Nproc, tasks_of_user() + MORE_TASKS);
        if let Some(bytes) = memory.to_str().and_then(|bytes| bytes.parse().ok()) {
            limit(Resource::Data, bytes);
        }
        let null = File::options().read(true).write(true).open("/dev/null")?;
        let child = Command::new(program).args(arguments).process_group(0).spawn()?;
        let program = Pid::from_child(&child);
        let pipes = leave_pipes(&null);
        // Frees a descriptor for the next one opened, which then fails only if the whole system is
        // out of them.
        drop(null);
        let end = pipes
            .and_then(|()| pidfd_open(program, PidfdFlags::empty()))
            .map(|program_end| watch(program, &program_end, &runner_end));
        end_all(program, matches!(end, Ok(End::Program(_))));
        Ok(end?)
    }

    /// Closes our copies of the program's pipes, so that the program and the runner each see when
    /// the other closes one.
    fn leave_pipes(null: &File) -> Result<(), Errno> {
        dup2_stdin(null)?;
        dup2_stdout(null)
    }

    /// Waits for the program or the runner to end, and counts processes meanwhile.
    fn watch(program: Pid, program_end: &OwnedFd, runner_end: &OwnedFd) -> End {
        loop {
            let mut ends = [PollFd::new(program_end, PollFlags::IN), PollFd::new(runner_end, PollFlags::IN)];
            let _ = poll(&mut ends, Some(&INTERVAL));
            let has_runner_ended = !ends[1].revents().is_empty();
            while let Ok(Some((process, status))) = wait(WaitOptions::NOHANG) {
                if process == program {
                    return End::Program(status);
                }
            }
            if has_runner_ended {
                return End::Runner;
            }
            if ProcessTree::of(getpid()).len() > MAX_PROCESSES {
                return End::TooManyProcesses;
            }
        }
    }

    /// Kills all descendants of this process and reaps them.
    fn end_all(program: Pid, is_reaped: bool) {
        if !is_reaped {
            // A signal to the group also reaches a process that is just being started.
            let _ = kill_process_group(program, Signal::KILL);
        }
        loop {
            ProcessTree::stopped(getpid()).kill();
            let waited = loop {
                match wait(WaitOptions::NOHANG) {
                    Ok(Some(_)) => {}
                    other => break other,
                }
            };
            if waited.is_err_and(|error| error == Errno::CHILD) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Lowers a limit of this process; its descendants inherit it. A limit that is lower already
    /// stays. A failure is ignored: only a program that exceeds the limit would notice.
    fn limit(resource: Resource, most: u64) {
        let Rlimit { current, maximum } = getrlimit(resource);
        let lowered = |limit: Option<u64>| Some(limit.unwrap_or(most).min(most));
        let _ = setrlimit(resource, Rlimit { current: lowered(current), maximum: lowered(maximum) });
    }

    /// The limit of allocated memory in bytes: `most`, or the limit of this process if that is
    /// lower.
    pub(super) fn data_limit(most: u64) -> u64 {
        getrlimit(Resource::Data).current.unwrap_or(most).min(most)
    }

    fn tasks_of_user() -> u64 {
        let user = geteuid().as_raw();
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let processes =
            entries.filter(|entry| entry.file_name().to_str().is_some_and(|name| name.parse::<u32>().is_ok()));
        let tasks = processes.filter_map(|entry| fs::metadata(entry.path().join("task")).ok());
        // A folder has one link per subfolder, one for itself and one from its parent.
        tasks.filter(|folder| folder.uid() == user).map(|folder| folder.nlink().saturating_sub(2)).sum()
    }

    /// Ends this process the way the program ended.
    fn end_like(status: WaitStatus) -> ExitCode {
        if let Some(code) = status.exit_status() {
            let code = u8::try_from(code).unwrap_or(u8::MAX);
            // A program must not look like a machine without resources.
            return ExitCode::from(if code == super::SHORT { u8::MAX } else { code });
        }
        let number = status.terminating_signal().unwrap_or_default();
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        if let Some(signal) = Signal::from_named_raw(number) {
            // Rust handles the first of some signals itself.
            for _ in 0..2 {
                let _ = kill_process(getpid(), signal);
            }
        }
        ExitCode::from(u8::try_from(128 + number).unwrap_or(u8::MAX))
    }
}
