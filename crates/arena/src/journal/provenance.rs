//! Provenance of a run: the players' programs with their checksums, and when, where and by which
//! version it was started.

use std::{
    env,
    fmt::Write as _,
    fs::File,
    io::{self, Read},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

use outflank_rules::record::date_of_day;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{PlayerSpec, process::command::words, roster::tidy};

/// Maximum number of names kept per program; bounds one that changes its name each time.
const MAX_NAMES: usize = 8;

/// Maximum length of a name in characters.
const MAX_NAME_CHARS: usize = 120;

/// Larger files are recorded by size only: they are data, and hashing them takes long.
const MAX_HASHED_BYTES: u64 = 1 << 28;

/// What is known about a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The name, version and author it sent; several if they changed.
    #[serde(rename = "told", default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The files that its command line names, as they were at the start. Later versions follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileFingerprint>,
}

/// A file's size and checksum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFingerprint {
    /// Its path.
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// The SHA-256 sum in hexadecimal; empty for very large files.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sha256: String,
}

impl Identity {
    /// The identity of a player whose command line is relative to this folder.
    pub(super) fn of(entrant: &PlayerSpec, folder: &Path) -> Identity {
        Identity {
            names: Vec::new(),
            files: files(entrant, folder).iter().filter_map(|path| fingerprint(path)).collect(),
        }
    }

    /// Describes everything, one line each.
    pub fn lines(&self) -> Vec<String> {
        let names = self.names.iter().map(|name| format!("calls itself {name}"));
        let files = self.files.iter().map(|FileFingerprint { path, bytes, sha256 }| {
            let sum = if sha256.is_empty() { String::new() } else { format!(", SHA-256 {sha256}") };
            format!("{}, {bytes} bytes{sum}", path.display())
        });
        names.chain(files).collect()
    }

    /// Records what it said about itself; returns whether that was new.
    pub(super) fn add_name(&mut self, name: &str) -> bool {
        let Some(name) = tidy(name, MAX_NAME_CHARS) else { return false };
        let is_new = self.names.len() < MAX_NAMES && !self.names.contains(&name);
        if is_new {
            self.names.push(name);
        }
        is_new
    }

    /// Records changed files and returns their paths.
    pub(super) fn compare(&mut self, now: Identity) -> Vec<PathBuf> {
        let last = |path: &Path| self.files.iter().rfind(|file| file.path == path);
        let changed: Vec<FileFingerprint> =
            now.files.into_iter().filter(|file| last(&file.path) != Some(file)).collect();
        let paths = changed.iter().map(|file| file.path.clone()).collect();
        self.files.extend(changed);
        paths
    }
}

/// The program that a command line runs, if it exists.
pub(crate) fn program(entrant: &PlayerSpec, folder: &Path) -> Option<PathBuf> {
    let PlayerSpec::Program { command, .. } = entrant else { return None };
    let program = words(command).ok()?.into_iter().next()?;
    let here = folder.join(&program);
    if program.contains(std::path::is_separator) {
        return here.is_file().then_some(here);
    }
    let path = env::var_os("PATH")?;
    let endings = ["", env::consts::EXE_SUFFIX];
    let candidates =
        env::split_paths(&path).flat_map(|place| endings.map(|ending| place.join(format!("{program}{ending}"))));
    candidates.into_iter().find(|candidate| candidate.is_file())
}

/// The files that a command line names. The program itself is included only if it names no other:
/// otherwise it is an interpreter.
fn files(entrant: &PlayerSpec, folder: &Path) -> Vec<PathBuf> {
    let PlayerSpec::Program { command, .. } = entrant else { return Vec::new() };
    let words = words(command).unwrap_or_default();
    let named = words.into_iter().map(|word| folder.join(word)).filter(|path| path.is_file());
    let named: Vec<PathBuf> = named.collect();
    if named.is_empty() { program(entrant, folder).into_iter().collect() } else { named }
}

fn fingerprint(path: &Path) -> Option<FileFingerprint> {
    let bytes = path.metadata().ok()?.len();
    let sha256 = if bytes > MAX_HASHED_BYTES { String::new() } else { sha256(path).ok()? };
    Some(FileFingerprint { path: path.to_owned(), bytes, sha256 })
}

fn sha256(path: &Path) -> io::Result<String> {
    let (mut file, mut hash, mut buffer) = (File::open(path)?, Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            length => hash.update(&buffer[..length]),
        }
    }
    Ok(hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// When and where a run was started, and by which program, for readers who doubt a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunProvenance {
    /// The version of Outflank.
    pub version: String,
    /// The date, as in `2026-11-15`.
    pub date: String,
    /// The time, as in `21:05:00 UTC`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub time: String,
    /// The operating system.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub system: String,
    /// The processors.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub processor: String,
    /// The working directory: command lines are relative to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
}

impl RunProvenance {
    /// The current time and place.
    pub(super) fn now() -> RunProvenance {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let (date, time) = date_and_time(since);
        // A path that is not UTF-8 could not be stored.
        let folder = env::current_dir().ok().filter(|folder| folder.to_str().is_some());
        let version = env!("CARGO_PKG_VERSION").to_owned();
        RunProvenance { version, date, time, system: system(), processor: processor(), folder }
    }

    /// All known facts with their labels.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let begun = format!("{} {}", self.date, self.time).trim_end().to_owned();
        let program = format!("Outflank {}", self.version);
        let facts = [("Begun", begun), ("Program", program)];
        let machine = [("System", self.system.clone()), ("Processor", self.processor.clone())];
        facts.into_iter().chain(machine).filter(|(_, value)| !value.is_empty()).collect()
    }
}

/// Date and time of a moment since 1970.
fn date_and_time(since: Duration) -> (String, String) {
    let (day, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date_of_day(day);
    let time = format!("{:02}:{:02}:{:02} UTC", seconds / 3600, seconds / 60 % 60, seconds % 60);
    (format!("{year}-{month:02}-{day:02}"), time)
}

/// The system's own name, if it has one, and the build target.
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

/// A value from a system file, if it exists.
fn read(path: &str, find: impl Fn(&str) -> Option<String>) -> Option<String> {
    std::fs::read_to_string(path).ok().and_then(|text| find(&text)).filter(|found| !found.is_empty())
}

#[cfg(test)]
mod identity_tests {
    use std::fs;

    use super::*;

    fn entrant(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    #[test]
    fn files_of_a_command_line_are_fingerprinted_by_content() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("my bot.py"), "abc").unwrap();
        let bot = entrant("no-such-interpreter 'my bot.py' --depth 3");
        let mut identity = Identity::of(&bot, dir.path());
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let file = FileFingerprint { path: dir.path().join("my bot.py"), bytes: 3, sha256: sum.to_owned() };
        assert_eq!(identity.files, [file]);
        assert_eq!(identity.compare(Identity::of(&bot, dir.path())), Vec::<PathBuf>::new());
        fs::write(dir.path().join("my bot.py"), "abd").unwrap();
        assert_eq!(identity.compare(Identity::of(&bot, dir.path())), [dir.path().join("my bot.py")]);
        assert_eq!(identity.files.len(), 2, "both are kept");
        assert_eq!(Identity::of(&entrant("greedy"), dir.path()), Identity::default());
    }

    #[test]
    fn a_program_is_searched_in_its_working_directory() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(program(&entrant("./bot"), dir.path()), None);
        fs::write(dir.path().join("bot"), "").unwrap();
        assert_eq!(program(&entrant("./bot"), dir.path()), Some(dir.path().join("./bot")));
        assert_eq!(program(&entrant("gtp:no-such-program-anywhere -x"), dir.path()), None);
    }

    #[test]
    fn names_are_recorded_once_and_bounded() {
        let mut identity = Identity::default();
        assert!(identity.add_name("Ann 1.0\n") && !identity.add_name("Ann 1.0") && !identity.add_name("  "));
        (0..100).for_each(|number| _ = identity.add_name(&format!("{number}")));
        assert_eq!((identity.names.len(), identity.names[0].as_str()), (MAX_NAMES, "Ann 1.0"));
    }
}

#[cfg(test)]
mod origin_tests {
    use super::*;

    #[test]
    fn moments_have_a_day_and_a_time() {
        let moment = Duration::from_secs(20_772 * 86_400 + 5 * 3600 + 7 * 60 + 9);
        assert_eq!(date_and_time(moment), ("2026-11-15".to_owned(), "05:07:09 UTC".to_owned()));
    }

    #[test]
    fn unknown_facts_are_omitted() {
        let old =
            RunProvenance { version: "0.1.0".to_owned(), date: "2026-11-15".to_owned(), ..RunProvenance::default() };
        assert_eq!(old.facts(), [("Begun", "2026-11-15".to_owned()), ("Program", "Outflank 0.1.0".to_owned())]);
        assert!(RunProvenance::now().facts().len() >= 4);
    }
}
