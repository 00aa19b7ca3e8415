//! A program with all that it starts, and the list of those that run.
//!
//! On Unix a program leads a process group of its own: Ctrl-C at our terminal is not for it, and what it starts ends with it. On Linux also
//! what it started and sent out of the group ends with it: all of it descends from it, carries a mark or holds a pipe. Elsewhere only the
//! program itself is ended.

use std::{
    collections::BTreeMap,
    io,
    path::PathBuf,
    process::{Child, Command, ExitStatus},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
};

use super::{family::Family, guard::Guard, stray};

static RUNNING: Mutex<Running> =
    Mutex::new(Running { programs: BTreeMap::new(), guard: Guard::new(), is_closed: false });

struct Running {
    /// The programs that run, by the process that leads each group, with the pipes to which they write.
    programs: BTreeMap<u32, Vec<PathBuf>>,
    /// Knows the leaders as well.
    guard: Guard,
    /// Nothing is started any more.
    is_closed: bool,
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills the programs of all players with all that they have started, and lets no more be started: for a process that is about to end
/// in the middle of its games. Those that end properly end their players themselves. Only Unix has a way to do this; elsewhere
/// programs see that their input has ended.
pub fn end_engines() {
    let mut running = running();
    running.is_closed = true;
    let programs = std::mem::take(&mut running.programs);
    programs.keys().for_each(|&leader| end(leader));
    let pipes: Vec<PathBuf> = programs.values().flatten().cloned().collect();
    stray::end(&stray::mark_of_all(), &pipes);
    programs.keys().for_each(|&leader| running.guard.ended(leader));
}

/// A running program and what it has started.
pub(crate) struct Group {
    /// Not waited for while it stands in the list: until then its number is nobody else's.
    leader: Child,
    /// What the environment of all its processes holds.
    mark: String,
    /// What it had started before it was asked to end: whose parent ends first is nobody's child any more.
    family: Family,
}

/// How many groups were begun.
static COUNT: AtomicU64 = AtomicU64::new(0);

impl Group {
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Group> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut running = running();
        if running.is_closed {
            return Err(io::Error::other("Outflank is about to end"));
        }
        let mark = stray::mark(COUNT.fetch_add(1, SeqCst));
        let Running { programs, guard, .. } = &mut *running;
        guard.expect(programs.keys());
        let leader = command.env(stray::VARIABLE, &mark).spawn();
        guard.started(leader.as_ref().map(Child::id).ok());
        let leader = leader?;
        programs.insert(leader.id(), stray::pipes(&leader));
        Ok(Group { leader, mark, family: Family::default() })
    }

    /// Takes note of all that it has started.
    pub(crate) fn look_around(&mut self) {
        self.family = Family::of(self.leader.id());
    }

    pub(crate) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// Has the program ended? It is not waited for.
    #[cfg(unix)]
    pub(crate) fn is_over(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // Somebody who was waited for is over as well.
        waitid(WaitId::Pid(Pid::from_child(&self.leader)), options).map_or(true, |status| status.is_some())
    }

    /// Has the program ended?
    #[cfg(not(unix))]
    pub(crate) fn is_over(&mut self) -> bool {
        self.leader.try_wait().is_ok_and(|status| status.is_some())
    }

    /// Ends the program and all that it has started, and tells how it ended.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        self.kill();
        self.leader.wait().ok()
    }

    fn kill(&mut self) {
        let mut running = running();
        let Some(pipes) = running.programs.remove(&self.leader.id()) else { return };
        end(self.leader.id());
        self.family.kill();
        stray::end(&self.mark, &pipes);
        running.guard.ended(self.leader.id());
        #[cfg(not(unix))]
        let _ = self.leader.kill();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

/// Ends a group and all that descends from its leader. It is stopped first, as whoever is looked for must not go on starting others.
#[cfg(unix)]
fn end(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) else { return };
    let _ = kill_process_group(group, Signal::STOP);
    let family = Family::stopped(leader);
    let _ = kill_process_group(group, Signal::KILL);
    family.kill();
}

#[cfg(not(unix))]
fn end(_leader: u32) {}
