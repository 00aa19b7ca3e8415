//! Processes that left the group of the program that started them. A mark in the environment goes with them wherever they go.

use std::process;

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

/// Ends every process with a mark that begins like this, and those that they start meanwhile.
#[cfg(target_os = "linux")]
pub(super) fn end(mark: &str) {
    let marked = format!("{VARIABLE}={mark}");
    // Who starts processes faster than they are found would be looked for forever.
    for _ in 0..100 {
        let Ok(processes) = std::fs::read_dir("/proc") else { return };
        let names = processes.flatten().map(|entry| entry.file_name());
        let numbers = names.filter_map(|name| name.to_str()?.parse::<i32>().ok());
        if numbers.filter(|&number| end_if_marked(number, marked.as_bytes())).count() == 0 {
            return;
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn end(_mark: &str) {}

/// Was there a running process with the mark? The descriptor is opened first, so that the number cannot be somebody else's.
#[cfg(target_os = "linux")]
fn end_if_marked(number: i32, marked: &[u8]) -> bool {
    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
    let Some(descriptor) = Pid::from_raw(number).and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()) else {
        return false;
    };
    // One that has ended, and was not waited for, has no environment any more.
    let environment = std::fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
    let is_marked = environment.split(|&byte| byte == 0).any(|entry| entry.starts_with(marked));
    is_marked && pidfd_send_signal(descriptor, Signal::KILL).is_ok()
}
