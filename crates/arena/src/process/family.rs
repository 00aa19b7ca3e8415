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
    use std::{collections::BTreeMap, fs, os::fd::OwnedFd};

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
    fn descendants(leader: u32) -> Vec<(i32, i32)> {
        let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        for (process, parent) in numbers.filter_map(|process| Some((process, parent_of(process)?))) {
            children.entry(parent).or_default().push(process);
        }
        let mut found = Vec::new();
        let mut parents: Vec<i32> = i32::try_from(leader).into_iter().collect();
        while let Some(parent) = parents.pop() {
            // Removed, so that numbers which changed hands while they were read make no circle.
            for process in children.remove(&parent).unwrap_or_default() {
                found.push((process, parent));
                parents.push(process);
            }
        }
        found
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
}
