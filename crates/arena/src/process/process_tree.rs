//! The descendants of a process. Linux only.

#[cfg(target_os = "linux")]
pub(super) use linux::ProcessTree;

#[cfg(target_os = "linux")]
mod linux {
    use std::{
        collections::BTreeMap,
        fs,
        os::fd::{AsFd, OwnedFd},
        path::Path,
    };

    use rustix::process::{
        Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, getpgrp, getpid, pidfd_open, pidfd_send_signal, waitid,
    };

    /// Exists if the system lists the children of each process.
    const LISTING: &str = "/proc/thread-self/children";

    /// Descendants of a process, held by pidfds because process ids are reused.
    #[derive(Default)]
    pub(in crate::process) struct ProcessTree {
        members: BTreeMap<i32, OwnedFd>,
    }

    impl ProcessTree {
        /// All current descendants of a process, without itself.
        pub(in crate::process) fn of(leader: Pid) -> ProcessTree {
            let mut tree = ProcessTree::default();
            tree.grow(leader);
            tree
        }

        /// All descendants, stopped with `SIGSTOP` so that they start no more processes.
        pub(in crate::process) fn stopped(leader: Pid) -> ProcessTree {
            let mut tree = ProcessTree::default();
            // Bounded: a program may start processes faster than we find them.
            for _ in 0..100 {
                if !tree.grow(leader) {
                    break;
                }
                tree.signal(Signal::STOP);
            }
            tree
        }

        /// Children that this process has inherited since another child started, with their
        /// descendants, all stopped.
        ///
        /// Children in our own process group are not inherited ones: programs have their own
        /// groups.
        pub(in crate::process) fn orphaned(since: Pid, is_own: impl Fn(u32) -> bool) -> ProcessTree {
            let (this, started, group) = (getpid(), started_at(since.as_raw_pid()), getpgrp().as_raw_pid());
            let mut tree = ProcessTree::default();
            for child in children_of(this.as_raw_pid()) {
                let is_own = u32::try_from(child).is_ok_and(&is_own);
                let Some(process) = Pid::from_raw(child)
                    .filter(|_| !is_own && started_at(child) >= started && group_of(child) != Some(group))
                else {
                    continue;
                };
                if let Some(descriptor) = open(child, this.as_raw_pid()) {
                    let _ = pidfd_send_signal(&descriptor, Signal::STOP);
                    tree.members.insert(child, descriptor);
                    tree.add(ProcessTree::stopped(process));
                }
            }
            tree
        }

        pub(in crate::process) fn add(&mut self, other: ProcessTree) {
            self.members.extend(other.members);
        }

        /// Reaps the members that were our children and have ended.
        pub(in crate::process) fn reap(&self) {
            for descriptor in self.members.values() {
                let _ = waitid(WaitId::PidFd(descriptor.as_fd()), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
            }
        }

        pub(in crate::process) fn len(&self) -> usize {
            self.members.len()
        }

        pub(in crate::process) fn kill(&self) {
            self.signal(Signal::KILL);
        }

        fn signal(&self, signal: Signal) {
            for descriptor in self.members.values() {
                let _ = pidfd_send_signal(descriptor, signal);
            }
        }

        /// Looks for new descendants; returns whether it found any.
        fn grow(&mut self, leader: Pid) -> bool {
            let before = self.members.len();
            for (process, parent) in descendants(leader) {
                if !self.members.contains_key(&process)
                    && let Some(descriptor) = open(process, parent)
                {
                    self.members.insert(process, descriptor);
                }
            }
            self.members.len() > before
        }
    }

    /// A pidfd for this process, if it is still a child of that parent.
    fn open(process: i32, parent: i32) -> Option<OwnedFd> {
        let descriptor = pidfd_open(Pid::from_raw(process)?, PidfdFlags::empty()).ok()?;
        (parent_of(process) == Some(parent)).then_some(descriptor)
    }

    /// The ids of all descendants, each with its parent's id.
    fn descendants(leader: Pid) -> BTreeMap<i32, i32> {
        // Most systems list the children of a process; otherwise every process is asked for its
        // parent.
        let is_listed = Path::new(LISTING).exists();
        let all = if is_listed { BTreeMap::new() } else { children_of_all() };
        let mut found = BTreeMap::new();
        let mut parents = vec![leader.as_raw_pid()];
        while let Some(parent) = parents.pop() {
            let children = if is_listed { children(parent) } else { all.get(&parent).cloned().unwrap_or_default() };
            // Ids that are reused during the scan may form a cycle.
            let new = children.into_iter().filter(|&process| found.insert(process, parent).is_none());
            parents.extend(new);
        }
        found
    }

    /// The children of a process, including those started by its threads.
    fn children(process: i32) -> Vec<i32> {
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists
            .flat_map(|list| list.split_whitespace().filter_map(|number| number.parse().ok()).collect::<Vec<_>>())
            .collect()
    }

    fn children_of(process: i32) -> Vec<i32> {
        if Path::new(LISTING).exists() {
            return children(process);
        }
        children_of_all().remove(&process).unwrap_or_default()
    }

    fn children_of_all() -> BTreeMap<i32, Vec<i32>> {
        let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        for (process, parent) in numbers.filter_map(|process| Some((process, parent_of(process)?))) {
            children.entry(parent).or_default().push(process);
        }
        children
    }

    /// The parent of a process that has not ended.
    fn parent_of(process: i32) -> Option<i32> {
        let fields = fields(process)?;
        let [state, parent, ..] = fields.as_slice() else { return None };
        (!matches!(state.as_str(), "Z" | "X")).then(|| parent.parse().ok())?
    }

    fn group_of(process: i32) -> Option<i32> {
        fields(process)?.get(2)?.parse().ok()
    }

    /// The start time of a process, in clock ticks since boot.
    fn started_at(process: i32) -> Option<u64> {
        fields(process)?.get(19)?.parse().ok()
    }

    /// The fields of `/proc/PID/stat` after the program name, which is in parentheses and may
    /// contain anything.
    fn fields(process: i32) -> Option<Vec<String>> {
        let stat = fs::read(format!("/proc/{process}/stat")).ok()?;
        let behind_name = stat.iter().rposition(|&byte| byte == b')')? + 1;
        Some(str::from_utf8(&stat[behind_name..]).ok()?.split_whitespace().map(str::to_owned).collect())
    }

    #[cfg(test)]
    mod tests {
        use std::process::{Command, Stdio};

        use super::{children, children_of_all, descendants};

        /// Both ways to find children agree.
        #[test]
        fn children_are_found() {
            let mut shell = Command::new("sh");
            shell.args(["-c", "exec 3<&0; cat <&3 & cat <&3 & wait"]).stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = shell.spawn().unwrap();
            let number = i32::try_from(child.id()).unwrap();
            let count = || children_of_all().get(&number).map_or(0, Vec::len);
            while count() < 2 {
                std::thread::yield_now();
            }
            assert_eq!(
                descendants(rustix::process::Pid::from_child(&child)).into_values().collect::<Vec<_>>(),
                [number; 2]
            );
            if std::path::Path::new("/proc/thread-self/children").exists() {
                let mut listed = children(number);
                listed.sort_unstable();
                let mut asked = children_of_all()[&number].clone();
                asked.sort_unstable();
                assert_eq!(listed, asked);
            }
            drop(child.stdin.take());
            child.wait().unwrap();
        }
    }
}
