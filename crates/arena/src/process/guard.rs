//! What ends the programs of a runner that was killed and cannot do it any more: a shell that is told which groups run. Its input ends
//! with the runner, however that ends. Only Unix has groups to end.

use std::{
    io::{self, Write},
    process::{self, Child, Command, Stdio},
};

use super::stray;

/// `$1` is what is in the environment of all programs, also of those that left their group. On Linux these are found by that and by whose
/// children they are; elsewhere only the groups. A runner that was killed while it started a program leaves one that is in no group that
/// is known here and that may not have its environment yet: it is looked for a few times. Children are listed twice: the system promises the
/// whole list only while none of them changes.
///
/// `$2` is the runner. Its files are closed before it lets go of its children, and a group that it leaves behind stopped is hung up on by the
/// system: its programs would end, and nobody could tell any more what they had started. So no group is stopped while it is the runner's, unless that
/// takes ten seconds.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
groups=' ' expected=
while read -r change; do
    group=${change#?}
    case $change in
        '?') expected=yes ;;
        '!') expected= ;;
        +*) groups="$groups$group " expected= ;;
        -*) groups="${groups%% $group *} ${groups#* $group }" ;;
    esac
done
is_of_runner() {
    while read -r field value; do
        [ "$field" = PPid: ] && [ "$value" = "$runner" ] && return
    done < "/proc/$1/status"
    return 1
}
end() {
    kill -s STOP "$1"
    for look in 1 2; do
        for child in $(cat /proc/"$1"/task/*/children); do end "$child"; done
    done
    kill -s KILL "$1"
}
runner=$2
for group in $groups; do
    round=0
    while is_of_runner "$group" && [ $((round += 1)) -le 110 ]; do
        [ "$round" -le 100 ] || sleep 1
    done
    kill -s STOP -- "-$group"
    end "$group"
    kill -s KILL -- "-$group"
done
[ -e /proc/self/environ ] || exit
sweep() {
    round=0
    while [ $((round += 1)) -le 100 ]; do
        marked=$(grep -Fl -e "$1" /proc/[0-9]*/environ)
        [ "$marked" ] || return
        for process in $marked; do
            process=${process#/proc/}
            kill -s KILL "${process%/environ}"
        done
    done
}
sweep "$1"
[ "$expected" ] || exit
for again in 1 2 3 4 5; do
    sleep 1
    sweep "$1"
done
"#;

/// The shell, once there was something to guard.
pub(super) struct Guard {
    shell: Option<Child>,
}

impl Guard {
    pub(super) const fn new() -> Guard {
        Guard { shell: None }
    }

    /// A program is about to be started; these groups run already, of which a new shell knows nothing.
    pub(super) fn expect<'a>(&mut self, running: impl Iterator<Item = &'a u32>) {
        if self.shell.is_none() && cfg!(unix) {
            self.shell = start().ok();
            running.for_each(|group| self.tell(&format!("+{group}")));
        }
        self.tell("?");
    }

    /// It was started and leads this group, or could not be.
    pub(super) fn started(&mut self, group: Option<u32>) {
        self.tell(&group.map_or("!".to_owned(), |group| format!("+{group}")));
    }

    /// This group was ended.
    pub(super) fn ended(&mut self, group: u32) {
        self.tell(&format!("-{group}"));
    }

    /// One that does not listen has ended: the next program gets another.
    fn tell(&mut self, change: &str) {
        let Some(input) = self.shell.as_mut().and_then(|shell| shell.stdin.as_mut()) else { return };
        if writeln!(input, "{change}").is_err() {
            let gone = self.shell.take();
            gone.map(|mut shell| shell.kill().and_then(|()| shell.wait()));
        }
    }
}

/// It holds nothing of ours open, and what is sent to our group does not reach it.
fn start() -> io::Result<Child> {
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", SCRIPT, "sh"])
        .arg(format!("{}={}", stray::VARIABLE, stray::mark_of_all()))
        .arg(process::id().to_string());
    command.env_remove(stray::VARIABLE).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}
