//! Runs the program in a pseudo-terminal.

use std::{
    fs::{File, OpenOptions},
    path::Path,
    process::Command,
};

use rustix::{
    io::{FdFlags, fcntl_setfd},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};

use super::driver::Driver;

/// Runs the program in a directory, with a pseudo-terminal for stdin, stdout and stderr.
pub(super) fn at_terminal(args: &[&str], dir: &Path) -> Driver<File> {
    let (ours, theirs) = open();
    start(&[("NO_COLOR", "1")], args, dir, ours, &theirs)
}

/// Opens a pseudo-terminal and returns both sides.
pub(super) fn open() -> (File, File) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    // The program must not inherit our side, or its terminal would never hang up.
    fcntl_setfd(&ours, FdFlags::CLOEXEC).expect("a flag");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("it is ours");
    let name = ptsname(&ours, Vec::new()).expect("it has a name").into_string().expect("of ASCII");
    let theirs = OpenOptions::new().read(true).write(true).open(name).expect("the other side");
    (File::from(ours), theirs)
}

/// Runs the program at a pseudo-terminal.
pub(super) fn start(env: &[(&str, &str)], args: &[&str], dir: &Path, ours: File, theirs: &File) -> Driver<File> {
    let child = command(env, args, dir, theirs).spawn().expect("the binary runs");
    let reading = ours.try_clone().expect("a handle");
    Driver::new(child, ours, reading)
}

/// The command with this side of a pseudo-terminal.
pub(super) fn command(env: &[(&str, &str)], args: &[&str], dir: &Path, theirs: &File) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.args(args).current_dir(dir).env_remove("NO_COLOR").env_remove("COLORTERM").envs(env.iter().copied());
    command.env("OUTFLANK_DATA", dir.join("data"));
    let side = || theirs.try_clone().expect("a handle");
    command.stdin(side()).stdout(side()).stderr(side());
    command
}
