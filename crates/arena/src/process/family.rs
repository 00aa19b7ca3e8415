//! What descends from a process, wherever it went. Only Linux shows that.

#[cfg(target_os = "linux")]
pub(super) use linux::Family;

/// Nothing that is known of.
#[cfg(not(target_os = "linux"))]
#[derive(Default)]
pub(super) struct Family;

#[cfg(not(target_os = "linux"))]
impl Family {
    pub(super) fn of(_leader: u32) -> Family {
        Family
    }

    pub(super) fn stopped(_leader: u32) -> Family {
        Family
    }

    pub(super) fn kill(&self) {}
}

#[cfg(target_os = "linux")]
mod linux {
    use std::{collections::BTreeMap, fs, os::fd::OwnedFd, path::Path};

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    /// Descendants of a process, held so that their numbers cannot become somebody else's.
    #[derive(Default)]
    pub(in crate::process) struct Family {
        members: BTreeMap<i32, OwnedFd>,
    }

    impl Family {
        /// All that descend from this process now, without itself.
        pub(in crate::process) fn of(leader: u32) -> Family {
            let mut family = Family::default();
            family.grow(leader);
            family
        }

        /// The same, all of them stopped, so that they start nothing any more.
        pub(in crate::process) fn stopped(leader: u32) -> Family {
            let mut family = Family::default();
            // Who starts processes faster than they are found would be looked for forever.
            for _ in 0..100 {
                if !family.grow(leader) {
                    break;
                }
                family.signal(Signal::STOP);
            }
            family
        }

        pub(in crate::process) fn kill(&self) {
            self.signal(Signal::KILL);
        }

        fn signal(&self, signal: Signal) {
            for descriptor in self.members.values() {
                let _ = pidfd_send_signal(descriptor, signal);
            }
        }

        /// Looks for more of them; were there any?
        fn grow(&mut self, leader: u32) -> bool {
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

    /// The process with this number, if it is still the child of that one.
    fn open(process: i32, parent: i32) -> Option<OwnedFd> {
        let descriptor = pidfd_open(Pid::from_raw(process)?, PidfdFlags::empty()).ok()?;
        (parent_of(process) == Some(parent)).then_some(descriptor)
    }

    /// The numbers of all that descend from a process, each with that of its parent.
    fn descendants(leader: u32) -> BTreeMap<i32, i32> {
        // Most systems list the children of a process; on others all processes are asked for their parent.
        let is_listed = Path::new("/proc/thread-self/children").exists();
        let all = if is_listed { BTreeMap::new() } else { children_of_all() };
        let mut found = BTreeMap::new();
        let mut parents: Vec<i32> = i32::try_from(leader).into_iter().collect();
        while let Some(parent) = parents.pop() {
            let children = if is_listed { children(parent) } else { all.get(&parent).cloned().unwrap_or_default() };
            // Numbers that change hands while they are read may make a circle.
            let new = children.into_iter().filter(|&process| found.insert(process, parent).is_none());
            parents.extend(new);
        }
        found
    }

    /// The children of a process, also those that its threads have started.
    fn children(process: i32) -> Vec<i32> {
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists
            .flat_map(|list| list.split_whitespace().filter_map(|number| number.parse().ok()).collect::<Vec<_>>())
            .collect()
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
        let stat = fs::read(format!("/proc/{process}/stat")).ok()?;
        // The name of the program, in parentheses, may hold anything.
        let behind_name = stat.iter().rposition(|&byte| byte == b')')? + 1;
        let mut fields = str::from_utf8(&stat[behind_name..]).ok()?.split_whitespace();
        let state = fields.next()?;
        let parent = fields.next()?.parse().ok()?;
        (!matches!(state, "Z" | "X")).then_some(parent)
    }

    #[cfg(test)]
    mod tests {
        use std::process::{Command, Stdio};

        use super::{children, children_of_all, descendants};

        /// Both ways of finding children find the same.
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
            assert_eq!(descendants(child.id()).into_values().collect::<Vec<_>>(), [number; 2]);
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
