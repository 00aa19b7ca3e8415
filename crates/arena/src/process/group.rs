//! A program with its processes, and the list of running programs.
//!
//! On Unix a program leads its own process group, so that Ctrl-C in our terminal does not reach it
//! and the group can be killed. On Linux a supervisor also ends descendants in other groups. On
//! Windows a job object ends all descendants.

use std::{
    collections::BTreeMap,
    io,
    process::{Child, Command, ExitStatus},
    sync::{Mutex, MutexGuard, PoisonError},
};

#[cfg(windows)]
use super::job::Job;
#[cfg(target_os = "linux")]
use super::process_tree::ProcessTree;
use super::supervisor;

static RUNNING: Mutex<Running> = Mutex::new(Running { leaders: BTreeMap::new(), is_closed: false });

struct Running {
    /// The leading process of each program, and whether it is a supervisor or the program itself.
    leaders: BTreeMap<u32, bool>,
    /// No more programs are started.
    is_closed: bool,
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all players' programs with their processes and refuses to start more. For a process that
/// is about to exit in the middle of its games. On Windows the exit itself ends them.
pub fn end_engines() {
    let mut running = running();
    running.is_closed = true;
    running.leaders.keys().for_each(|&leader| end_orphans(leader, &running.leaders));
    std::mem::take(&mut running.leaders).into_iter().for_each(|(leader, is_supervisor)| end(leader, is_supervisor));
}

/// A running program and its processes.
pub(crate) struct Group {
    /// Not reaped while it is in the list, so that its process id is not reused.
    leader: Child,
    /// True if the leader is a supervisor, false if it is the program.
    is_supervised: bool,
    #[cfg(windows)]
    job: Job,
}

impl Group {
    /// Starts a program. On Windows each of its processes may allocate at most `memory` bytes;
    /// elsewhere the command itself sets that limit.
    #[cfg_attr(not(windows), expect(unused_variables))]
    pub(crate) fn spawn(command: &mut Command, memory: Option<u64>) -> io::Result<Group> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut running = running();
        if running.is_closed {
            return Err(io::Error::other("Outflank is about to end"));
        }
        let is_supervised = supervisor::is_in(command);
        if is_supervised {
            supervisor::adopt_orphans();
        }
        #[cfg(not(windows))]
        let leader = command.spawn()?;
        #[cfg(windows)]
        let (job, leader) = Job::spawn(command, memory)?;
        running.leaders.insert(leader.id(), is_supervised);
        Ok(Group {
            leader,
            is_supervised,
            #[cfg(windows)]
            job,
        })
    }

    pub(crate) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// True if the program has ended. Does not reap it.
    #[cfg(unix)]
    pub(crate) fn is_over(&mut self) -> bool {
        is_over(rustix::process::Pid::from_child(&self.leader))
    }

    /// True if the program has ended.
    #[cfg(not(unix))]
    pub(crate) fn is_over(&mut self) -> bool {
        self.leader.try_wait().is_ok_and(|status| status.is_some())
    }

    /// True if the supervisor ended because this machine lacked a resource to start the program.
    pub(crate) fn is_short(&mut self) -> bool {
        self.is_supervised && self.is_over() && self.end().is_some_and(supervisor::is_short)
    }

    /// Ends the program with all its processes and returns its exit status.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        self.kill();
        self.leader.wait().ok()
    }

    fn kill(&mut self) {
        let leader = self.leader.id();
        {
            // Holds the lock: a leader that is not in the list yet would look like an orphan.
            let running = running();
            if !running.leaders.contains_key(&leader) {
                return;
            }
            end_orphans(leader, &running.leaders);
        }
        end(leader, self.is_supervised);
        #[cfg(windows)]
        self.job.end();
        // Only after it has ended, for the same reason.
        running().leaders.remove(&leader);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(unix)]
fn is_over(leader: rustix::process::Pid) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // A process that was already reaped has ended too.
    waitid(WaitId::Pid(leader), options).map_or(true, |status| status.is_some())
}

/// Only Linux has supervisors.
#[cfg(unix)]
#[cfg_attr(not(target_os = "linux"), expect(unused_variables))]
fn end(leader: u32, is_supervisor: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let Some(leader) = i32::try_from(leader).ok().and_then(Pid::from_raw) else { return };
    #[cfg(target_os = "linux")]
    if is_supervisor {
        return end_supervised(leader);
    }
    let _ = kill_process_group(leader, Signal::KILL);
}

#[cfg(not(unix))]
fn end(_leader: u32, _is_supervisor: bool) {}

#[cfg(not(target_os = "linux"))]
fn end_orphans(_leader: u32, _leaders: &BTreeMap<u32, bool>) {}

/// Kills the processes of a supervisor that was itself killed; this process has inherited them.
#[cfg(target_os = "linux")]
fn end_orphans(leader: u32, leaders: &BTreeMap<u32, bool>) {
    use std::{thread, time::Duration};

    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let Some(supervisor) = i32::try_from(leader).ok().and_then(Pid::from_raw) else { return };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let is_killed = matches!(waitid(WaitId::Pid(supervisor), options), Ok(Some(status)) if !status.exited());
    if !is_killed || leaders.get(&leader) != Some(&true) {
        return;
    }
    // Bounded: even `SIGKILL` does not end a process that waits for a dead disk.
    let mut killed = ProcessTree::default();
    for _ in 0..1000 {
        let orphans = ProcessTree::orphaned(supervisor, |process| leaders.contains_key(&process));
        if orphans.len() == 0 {
            break;
        }
        orphans.kill();
        killed.add(orphans);
        thread::sleep(Duration::from_millis(1));
    }
    killed.reap();
}

/// Kills a program. Its supervisor then kills the remaining processes and exits.
#[cfg(target_os = "linux")]
fn end_supervised(supervisor: rustix::process::Pid) {
    use std::{
        thread,
        time::{Duration, Instant},
    };

    use rustix::process::{Signal, kill_process};

    const KILL_TIMEOUT: Duration = Duration::from_secs(30);
    let begun = Instant::now();
    while !is_over(supervisor) {
        // The program may have stopped its supervisor.
        let _ = kill_process(supervisor, Signal::CONT);
        ProcessTree::of(supervisor).kill();
        if begun.elapsed() > KILL_TIMEOUT {
            // A process that ignores even `SIGKILL`, such as one waiting for a dead disk, must not
            // hold up a game.
            let _ = kill_process(supervisor, Signal::KILL);
        }
        thread::sleep(Duration::from_millis(1));
    }
}
