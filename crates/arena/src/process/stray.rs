//! Processes that left the group of the program that started them. Two things go with them wherever they go, unless they take both off: a mark
//! in the environment, and the pipes to which the program writes. Those who take them off are found as long as they descend from it (`family`).

use std::{path::PathBuf, process};

/// The variable that holds the mark.
pub(super) const VARIABLE: &str = "OUTFLANK_PLAYER";

/// The mark of the program with this number.
pub(super) fn mark(number: u64) -> String {
    format!("{}{number}.", mark_of_all())
}

/// What the marks of all our programs begin with.
pub(super) fn mark_of_all() -> String {
    format!("{}.", process::id())
}

/// The pipes to which a program writes, by the names that the system has for them.
#[cfg(target_os = "linux")]
pub(super) fn pipes(program: &process::Child) -> Vec<PathBuf> {
    use std::{fs::read_link, os::fd::AsRawFd};
    let output = program.stdout.as_ref().map(AsRawFd::as_raw_fd);
    let errors = program.stderr.as_ref().map(AsRawFd::as_raw_fd);
    let ends = output.into_iter().chain(errors);
    ends.filter_map(|end| read_link(format!("/proc/self/fd/{end}")).ok()).collect()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn pipes(_program: &process::Child) -> Vec<PathBuf> {
    Vec::new()
}

/// Ends every process with a mark that begins like this or with one of these pipes, and those that they start meanwhile.
#[cfg(target_os = "linux")]
pub(super) fn end(mark: &str, pipes: &[PathBuf]) {
    let marked = format!("{VARIABLE}={mark}");
    // Who starts processes faster than they are found would be looked for forever.
    for _ in 0..100 {
        let Ok(processes) = std::fs::read_dir("/proc") else { return };
        let names = processes.flatten().map(|entry| entry.file_name());
        let numbers = names.filter_map(|name| name.to_str()?.parse::<i32>().ok());
        if numbers.filter(|&number| end_if_ours(number, marked.as_bytes(), pipes)).count() == 0 {
            return;
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn end(_mark: &str, _pipes: &[PathBuf]) {}

/// Was there such a process, and did it run? The descriptor is opened first, so that the number cannot be somebody else's.
#[cfg(target_os = "linux")]
fn end_if_ours(number: i32, marked: &[u8], pipes: &[PathBuf]) -> bool {
    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
    let Some(descriptor) = Pid::from_raw(number).and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()) else {
        return false;
    };
    (is_marked(number, marked) || writes_to(number, pipes)) && pidfd_send_signal(descriptor, Signal::KILL).is_ok()
}

/// One that has ended, and was not waited for, has no environment any more.
#[cfg(target_os = "linux")]
fn is_marked(number: i32, marked: &[u8]) -> bool {
    let environment = std::fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
    environment.split(|&byte| byte == 0).any(|entry| entry.starts_with(marked))
}

/// Is one of these its standard output or error? We ourselves hold only the ends from which is read.
#[cfg(target_os = "linux")]
fn writes_to(number: i32, pipes: &[PathBuf]) -> bool {
    (1..=2).any(|end| std::fs::read_link(format!("/proc/{number}/fd/{end}")).is_ok_and(|held| pipes.contains(&held)))
}
