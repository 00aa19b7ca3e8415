//! How much memory a program may take. Linux alone has a way to say it from outside.

use std::process::Child;

/// Lets a process, and each that it starts from now on, hold no more than so many bytes of its own. Space that is only reserved does not
/// count, as some languages reserve far more than they use.
#[cfg(target_os = "linux")]
pub(super) fn limit(child: &Child, bytes: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    // It may have ended already.
    let _ = prlimit(Some(Pid::from_child(child)), Resource::Data, limit);
}

#[cfg(not(target_os = "linux"))]
pub(super) fn limit(_child: &Child, _bytes: u64) {}
