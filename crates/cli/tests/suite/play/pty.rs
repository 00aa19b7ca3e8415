//! The program at a terminal.

use std::{
    fs::{File, OpenOptions},
    path::Path,
    process::Command,
};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::driver::Driver;

/// Runs the program in a directory with a pseudo-terminal for its input, output and messages.
pub(super) fn at_terminal(args: &[&str], dir: &Path) -> Driver<File> {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&ours).and_then(|()| unlockpt(&ours)).expect("it is ours");
    let name = ptsname(&ours, Vec::new()).expect("it has a name").into_string().expect("of ASCII");
    let theirs = OpenOptions::new().read(true).write(true).open(name).expect("the other side");
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.args(args).current_dir(dir).env("OUTFLANK_DATA", dir.join("data")).env("NO_COLOR", "1");
    let side = || theirs.try_clone().expect("a handle");
    let child = command.stdin(side()).stdout(side()).stderr(side()).spawn().expect("the binary runs");
    let ours = File::from(ours);
    let reading = ours.try_clone().expect("a handle");
    Driver::new(child, ours, reading)
}
