//! When and where a run was begun, and by what.

use std::{
    env,
    num::NonZeroUsize,
    path::PathBuf,
    thread,
    time::{Duration, SystemTime},
};

use outflank_rules::record::date_of_day;
use serde::{Deserialize, Serialize};

/// When and where a run was begun, and by what: what somebody needs to know who doubts a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The version of Outflank.
    pub version: String,
    /// The day, as in `2026-11-15`.
    pub date: String,
    /// The time of that day, as in `21:05:00 UTC`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub time: String,
    /// The system of the machine.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub system: String,
    /// Its processors.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub processor: String,
    /// Where it was begun: command lines of programs are meant from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
}

impl Origin {
    /// Now, here, by this program.
    pub(super) fn now() -> Origin {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let (date, time) = told(since);
        // A name that is no text could not be written down.
        let folder = env::current_dir().ok().filter(|folder| folder.to_str().is_some());
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Origin { version, date, time, system: system(), processor: processor(), folder }
    }

    /// Everything in words, with what it is about; nothing of what is not known.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let begun = format!("{} {}", self.date, self.time).trim_end().to_owned();
        let program = format!("Outflank {}", self.version);
        let facts = [("Begun", begun), ("Program", program)];
        let machine = [("System", self.system.clone()), ("Processor", self.processor.clone())];
        facts.into_iter().chain(machine).filter(|(_, value)| !value.is_empty()).collect()
    }
}

/// The day and the time of a moment since the beginning of 1970.
fn told(since: Duration) -> (String, String) {
    let (day, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date_of_day(day);
    let time = format!("{:02}:{:02}:{:02} UTC", seconds / 3600, seconds / 60 % 60, seconds % 60);
    (format!("{year}-{month:02}-{day:02}"), time)
}

/// The system as it calls itself where it does, and what the program was built for.
fn system() -> String {
    let built = format!("{} {}", env::consts::OS, env::consts::ARCH);
    let name = read("/etc/os-release", |text| {
        text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).map(|name| name.trim_matches('"').to_owned())
    });
    let kernel = read("/proc/sys/kernel/osrelease", |text| Some(format!("kernel {}", text.trim())));
    [name, kernel, Some(built)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn processor() -> String {
    let model = read("/proc/cpuinfo", |text| {
        let model = text.lines().find(|line| line.starts_with("model name"))?;
        Some(model.split_once(':')?.1.trim().to_owned())
    });
    let count = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let count = format!("{count} logical processor{}", if count == 1 { "" } else { "s" });
    [model, Some(count)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Something that a file of the system says; nothing where there is no such file.
fn read(path: &str, find: impl Fn(&str) -> Option<String>) -> Option<String> {
    std::fs::read_to_string(path).ok().and_then(|text| find(&text)).filter(|found| !found.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_a_day_and_a_time() {
        let moment = Duration::from_secs(20_772 * 86_400 + 5 * 3600 + 7 * 60 + 9);
        assert_eq!(told(moment), ("2026-11-15".to_owned(), "05:07:09 UTC".to_owned()));
    }

    #[test]
    fn what_is_not_known_is_not_told() {
        let old = Origin { version: "0.1.0".to_owned(), date: "2026-11-15".to_owned(), ..Origin::default() };
        assert_eq!(old.facts(), [("Begun", "2026-11-15".to_owned()), ("Program", "Outflank 0.1.0".to_owned())]);
        assert!(Origin::now().facts().len() >= 4);
    }
}
