//! How much memory a program may take: each of its processes, from its first moment on. Linux alone counts what matters.

#[cfg(unix)]
use std::{
    env,
    path::{Path, PathBuf},
};
use std::{
    io,
    process::{Command, Stdio},
};

/// Every Unix has one here.
const SHELL: &str = "/bin/sh";

/// What no process of a program gets more of, if nothing else is said.
pub(crate) const USUAL: u64 = 4 << 30;

/// A command with pipes at all ends. Neither its process nor any that it starts may hold more than so many bytes of its own. Space that
/// is only reserved does not count, as some languages reserve far more than they use.
pub(crate) fn bounded(words: &[String], bytes: Option<u64>) -> io::Result<Command> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
    let mut command = match bytes {
        Some(bytes) if cfg!(target_os = "linux") && starts(program) => through_shell(program, bytes),
        _ => Command::new(program),
    };
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

/// The shell sets the limit and becomes the program, so that nothing of it ever runs without the limit.
fn through_shell(program: &str, bytes: u64) -> Command {
    let mut command = Command::new(SHELL);
    // A lower limit that is there already stays.
    command.args(["-c", "ulimit -d \"$0\" 2> /dev/null; exec \"$@\""]).arg((bytes >> 10).to_string()).arg(program);
    command
}

/// Will the shell become this program? If not, it is started without one: the system itself says best why it cannot be.
#[cfg(unix)]
fn starts(program: &str) -> bool {
    let folders = || env::var_os("PATH").unwrap_or_else(|| "/bin:/usr/bin".into());
    let found = if program.contains('/') {
        Some(PathBuf::from(program))
    } else {
        env::split_paths(&folders()).map(|folder| folder.join(program)).find(|path| is_program(path))
    };
    found.is_some_and(|path| is_program(&path) && is_known(&path)) && is_program(Path::new(SHELL))
}

#[cfg(not(unix))]
fn starts(_program: &str) -> bool {
    false
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// A binary, a script whose interpreter is there, or something that may be run and not be read.
#[cfg(unix)]
fn is_known(path: &Path) -> bool {
    use std::{ffi::OsStr, io::Read, os::unix::ffi::OsStrExt};
    let mut start = Vec::new();
    if std::fs::File::open(path).and_then(|file| file.take(256).read_to_end(&mut start)).is_err() {
        return true;
    }
    let Some(line) = start.strip_prefix(b"#!") else { return start.starts_with(b"\x7fELF") };
    let mut words = line.trim_ascii_start().split(u8::is_ascii_whitespace);
    words.next().is_some_and(|interpreter| is_program(Path::new(OsStr::from_bytes(interpreter))))
}
