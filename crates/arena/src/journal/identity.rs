//! Who took part, as far as it can be proved: what a program said of itself, and its files.

use std::{
    env,
    fmt::Write as _,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Entrant, process::command_line::words, roster::tidy};

/// Names of one program that are kept; one that calls itself something else each time need not be heard.
const MOST_NAMES: usize = 8;

/// The longest of them, in signs.
const LONGEST: usize = 120;

/// Of files that are larger nothing but their length is told: they are data, and reading them takes long.
const LARGEST: u64 = 1 << 28;

/// What is known of somebody who takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// What it told of itself: its name, its version, and who wrote it. More than one if it changed that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// The files that its command line names, as they were when it began. Those that have changed since stand behind them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Exhibit>,
}

/// A file as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exhibit {
    /// Where it lay.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// What `sha256sum` prints for it; nothing for very large files.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sha256: String,
}

impl Identity {
    /// Of an entrant whose command line is meant from this folder.
    pub(super) fn of(entrant: &Entrant, folder: &Path) -> Identity {
        Identity { told: Vec::new(), files: files(entrant, folder).iter().filter_map(|path| exhibit(path)).collect() }
    }

    /// Everything in words, a line for each.
    pub fn lines(&self) -> Vec<String> {
        let told = self.told.iter().map(|told| format!("calls itself {told}"));
        let files = self.files.iter().map(|Exhibit { path, bytes, sha256 }| {
            let sum = if sha256.is_empty() { String::new() } else { format!(", SHA-256 {sha256}") };
            format!("{}, {bytes} bytes{sum}", path.display())
        });
        told.chain(files).collect()
    }

    /// Notes what it told of itself; whether that was new.
    pub(super) fn hear(&mut self, told: &str) -> bool {
        let Some(told) = tidy(told, LONGEST) else { return false };
        let is_new = self.told.len() < MOST_NAMES && !self.told.contains(&told);
        if is_new {
            self.told.push(told);
        }
        is_new
    }

    /// Notes files that are not as they were; their paths.
    pub(super) fn compare(&mut self, now: Identity) -> Vec<PathBuf> {
        let last = |path: &Path| self.files.iter().rfind(|file| file.path == path);
        let changed: Vec<Exhibit> = now.files.into_iter().filter(|file| last(&file.path) != Some(file)).collect();
        let paths = changed.iter().map(|file| file.path.clone()).collect();
        self.files.extend(changed);
        paths
    }
}

/// The program that a command line would run, if it is there.
pub(crate) fn program(entrant: &Entrant, folder: &Path) -> Option<PathBuf> {
    let Entrant::Program { command, .. } = entrant else { return None };
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

/// The files that a command line names; the program itself only where it names no other, as that is an interpreter then.
fn files(entrant: &Entrant, folder: &Path) -> Vec<PathBuf> {
    let Entrant::Program { command, .. } = entrant else { return Vec::new() };
    let words = words(command).unwrap_or_default();
    let named = words.into_iter().map(|word| folder.join(word)).filter(|path| path.is_file());
    let named: Vec<PathBuf> = named.collect();
    if named.is_empty() { program(entrant, folder).into_iter().collect() } else { named }
}

fn exhibit(path: &Path) -> Option<Exhibit> {
    let bytes = path.metadata().ok()?.len();
    let sha256 = if bytes > LARGEST { String::new() } else { sha256(path).ok()? };
    Some(Exhibit { path: path.to_owned(), bytes, sha256 })
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn entrant(text: &str) -> Entrant {
        text.parse().unwrap()
    }

    #[test]
    fn files_of_a_command_line_are_told_by_what_is_in_them() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("my bot.py"), "abc").unwrap();
        let bot = entrant("no-such-interpreter 'my bot.py' --depth 3");
        let mut identity = Identity::of(&bot, dir.path());
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let file = Exhibit { path: dir.path().join("my bot.py"), bytes: 3, sha256: sum.to_owned() };
        assert_eq!(identity.files, [file]);
        assert_eq!(identity.compare(Identity::of(&bot, dir.path())), Vec::<PathBuf>::new());
        fs::write(dir.path().join("my bot.py"), "abd").unwrap();
        assert_eq!(identity.compare(Identity::of(&bot, dir.path())), [dir.path().join("my bot.py")]);
        assert_eq!(identity.files.len(), 2, "both are kept");
        assert_eq!(Identity::of(&entrant("greedy"), dir.path()), Identity::default());
    }

    #[test]
    fn a_program_is_looked_for_where_it_would_be_started() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(program(&entrant("./bot"), dir.path()), None);
        fs::write(dir.path().join("bot"), "").unwrap();
        assert_eq!(program(&entrant("./bot"), dir.path()), Some(dir.path().join("./bot")));
        assert_eq!(program(&entrant("gtp:no-such-program-anywhere -x"), dir.path()), None);
    }

    #[test]
    fn a_name_is_noted_once_and_not_too_many_are() {
        let mut identity = Identity::default();
        assert!(identity.hear("Ann 1.0\n") && !identity.hear("Ann 1.0") && !identity.hear("  "));
        (0..100).for_each(|number| _ = identity.hear(&format!("{number}")));
        assert_eq!((identity.told.len(), identity.told[0].as_str()), (MOST_NAMES, "Ann 1.0"));
    }
}
