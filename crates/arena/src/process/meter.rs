//! Has a program read what was written for it?

#[cfg(target_os = "linux")]
use std::os::fd::{AsFd, OwnedFd};
use std::process::ChildStdin;

/// Looks at what waits in a pipe. It holds the pipe open: who wants to end it drops this too.
pub(crate) struct Meter(#[cfg(target_os = "linux")] OwnedFd);

impl Meter {
    /// `None` where the system does not tell.
    #[cfg(target_os = "linux")]
    pub(crate) fn new(pipe: &ChildStdin) -> Option<Meter> {
        pipe.as_fd().try_clone_to_owned().ok().map(Meter)
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn new(_pipe: &ChildStdin) -> Option<Meter> {
        None
    }

    /// Is there nothing in the pipe?
    #[cfg(target_os = "linux")]
    pub(crate) fn is_empty(&self) -> bool {
        rustix::io::ioctl_fionread(&self.0).is_ok_and(|bytes| bytes == 0)
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn is_empty(&self) -> bool {
        false
    }
}
