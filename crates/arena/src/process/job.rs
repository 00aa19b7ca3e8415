//! A Windows job object: a program with all processes that it starts.
//!
//! The system ends all of them when the last handle of the job closes, so they also end with a
//! runner that is killed.
//!
//! The only `unsafe` code of this crate: no safe crate sets all these limits before the program's
//! first instruction.

use std::{
    io,
    os::windows::{
        io::{AsRawHandle, FromRawHandle, OwnedHandle, RawHandle},
        process::CommandExt,
    },
    process::{Child, Command},
    ptr,
};

use windows_sys::Win32::{
    Foundation::INVALID_HANDLE_VALUE,
    System::{
        Diagnostics::ToolHelp::{
            CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
        },
        JobObjects::{
            AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_LIMIT_PROCESS_MEMORY, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
            JobObjectExtendedLimitInformation, SetInformationJobObject, TerminateJobObject,
        },
        Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_SUSPENDED, OpenThread, ResumeThread, THREAD_SUSPEND_RESUME},
    },
};

use super::MAX_PROCESSES;

/// A job object. Dropping it ends its processes.
pub(super) struct Job(OwnedHandle);

impl Job {
    /// Starts a program in a new job. Each of its processes may allocate at most `memory` bytes.
    ///
    /// The program starts suspended, so that it cannot start a process outside the job. Ctrl-C in
    /// our console does not reach it.
    pub(super) fn spawn(command: &mut Command, memory: Option<u64>) -> io::Result<(Job, Child)> {
        let job = Job::new(memory)?;
        let mut child = command.creation_flags(CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP).spawn()?;
        if let Err(error) = job.adopt(&child) {
            let _ = child.kill();
            return Err(error);
        }
        Ok((job, child))
    }

    fn new(memory: Option<u64>) -> io::Result<Job> {
        // SAFETY: both pointers may be null.
        let job = Job(unsafe { owned(CreateJobObjectW(ptr::null(), ptr::null())) }?);
        let limits = limits(memory);
        // SAFETY: the handle is a job, and the pointer and the size are those of `limits`.
        done(unsafe {
            SetInformationJobObject(
                job.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                ptr::from_ref(&limits).cast(),
                size_of_val(&limits) as u32,
            )
        })?;
        Ok(job)
    }

    /// Takes a suspended program into the job and lets it run.
    fn adopt(&self, child: &Child) -> io::Result<()> {
        // SAFETY: both handles are open.
        done(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), child.as_raw_handle()) })?;
        resume(child.id())
    }

    /// Ends all processes.
    pub(super) fn end(&self) {
        // SAFETY: the handle is an open job.
        unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) };
    }
}

/// Returns the limits of a job: its processes end with it, there are at most [`MAX_PROCESSES`], and
/// each may allocate at most `memory` bytes.
fn limits(memory: Option<u64>) -> JOBOBJECT_EXTENDED_LIMIT_INFORMATION {
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
    limits.BasicLimitInformation.ActiveProcessLimit = MAX_PROCESSES as u32;
    if let Some(bytes) = memory {
        limits.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
        limits.ProcessMemoryLimit = usize::try_from(bytes).unwrap_or(usize::MAX);
    }
    limits
}

/// Resumes the threads of a process. The standard library keeps no handle of the first thread.
fn resume(process: u32) -> io::Result<()> {
    // SAFETY: the call has no preconditions.
    let snapshot = unsafe { owned(CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0)) }?;
    let mut entry = THREADENTRY32 { dwSize: size_of::<THREADENTRY32>() as u32, ..Default::default() };
    // SAFETY: the handle is a snapshot, and the entry holds its own size.
    let mut is_found = unsafe { Thread32First(snapshot.as_raw_handle(), &mut entry) };
    let mut is_resumed = false;
    while is_found != 0 {
        if entry.th32OwnerProcessID == process {
            // SAFETY: the call has no preconditions, and its handle is checked.
            let thread = unsafe { owned(OpenThread(THREAD_SUSPEND_RESUME, 0, entry.th32ThreadID)) }?;
            // SAFETY: the handle is an open thread.
            if unsafe { ResumeThread(thread.as_raw_handle()) } == u32::MAX {
                return Err(io::Error::last_os_error());
            }
            is_resumed = true;
        }
        // SAFETY: as for the first one.
        is_found = unsafe { Thread32Next(snapshot.as_raw_handle(), &mut entry) };
    }
    if is_resumed { Ok(()) } else { Err(io::Error::other("the program has no thread to resume")) }
}

/// A handle that a call has just returned.
///
/// # Safety
///
/// The handle is null, invalid, or open and owned by nobody else.
unsafe fn owned(handle: RawHandle) -> io::Result<OwnedHandle> {
    if handle.is_null() || handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the caller promises it.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

fn done(result: i32) -> io::Result<()> {
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use windows_sys::Win32::System::JobObjects::QueryInformationJobObject;

    use super::*;

    /// The limit flags, processes and bytes of memory.
    fn parts(limits: &JOBOBJECT_EXTENDED_LIMIT_INFORMATION) -> (u32, u32, usize) {
        let basic = &limits.BasicLimitInformation;
        (basic.LimitFlags, basic.ActiveProcessLimit, limits.ProcessMemoryLimit)
    }

    #[test]
    fn processes_and_memory_are_limited() {
        let always = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
        assert_eq!(parts(&limits(None)), (always, 256, 0));
        assert_eq!(parts(&limits(Some(64 << 20))), (always | JOB_OBJECT_LIMIT_PROCESS_MEMORY, 256, 64 << 20));
    }

    #[test]
    #[ignore = "Wine 8 does not report the limits: run it on Windows with --include-ignored"]
    fn jobs_have_these_limits() {
        let job = Job::new(Some(64 << 20)).unwrap();
        let mut found = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        // SAFETY: the handle is a job, and the pointer and the size are those of `found`.
        done(unsafe {
            QueryInformationJobObject(
                job.0.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                ptr::from_mut(&mut found).cast(),
                size_of_val(&found) as u32,
                ptr::null_mut(),
            )
        })
        .unwrap();
        assert_eq!(parts(&found), parts(&limits(Some(64 << 20))));
    }
}
