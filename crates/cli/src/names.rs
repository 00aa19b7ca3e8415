//! The name files of WTHOR: where they are, and reading them.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use outflank_rules::record::wthor::{NameList, Names};

use crate::{error::Error, source::Source, tell};

/// The lists in the files that were given, `.jou` for players and `.trn` for tournaments.
pub(crate) fn given(files: &[PathBuf]) -> Result<Option<Names>, Error> {
    if files.is_empty() {
        return Ok(None);
    }
    let mut names = Names::default();
    for file in files {
        match extension(file).as_str() {
            "jou" => names.players = read(file, NameList::parse_players)?,
            "trn" => names.tournaments = read(file, NameList::parse_tournaments)?,
            _ => return Err(Error::NotANameFile(file.clone())),
        }
    }
    Ok(Some(names))
}

/// The lists in the directory of a game file: those with its own name, or else `WTHOR.*`. What is missing is told.
pub(crate) fn beside(games: &Path) -> Result<Option<Names>, Error> {
    look_beside(games, |missing| tell(format_args!("{missing}")))
}

/// The lists in the directory of a game file, and a word on those that are missing.
pub(crate) fn look_beside(games: &Path, miss: impl FnOnce(String)) -> Result<Option<Names>, Error> {
    let dir = games.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = stem(games);
    let found = ["jou", "trn"].map(|wanted| find(dir, &[&name, "wthor", "wth"], wanted));
    let missing = match &found {
        [None, None] => Some(format!("neither {name}.jou nor {name}.trn (nor WTHOR.JOU and WTHOR.TRN) lie")),
        [None, _] => Some(format!("no {name}.jou (nor WTHOR.JOU) lies")),
        [_, None] => Some(format!("no {name}.trn (nor WTHOR.TRN) lies")),
        _ => None,
    };
    if let Some(missing) = missing {
        miss(format!("{}: {missing} beside it, names stay numbers", games.display()));
    }
    let files: Vec<PathBuf> = found.into_iter().flatten().collect();
    given(&files)
}

/// The name files that all games of a directory share: those that are there, or else those to be made.
pub(crate) fn shared_files(dir: &Path) -> [PathBuf; 2] {
    let file = |wanted, name| find(dir, &["wthor", "wth"], wanted).unwrap_or_else(|| dir.join(name));
    [file("jou", "WTHOR.JOU"), file("trn", "WTHOR.TRN")]
}

/// The names that the games of a directory share by now.
pub(crate) fn shared(dir: &Path) -> Result<Option<Names>, Error> {
    let files = shared_files(dir).into_iter().filter(|file| file.exists());
    given(&files.collect::<Vec<_>>())
}

/// The file with the first of these names that is there, in capitals or not.
fn find(dir: &Path, stems: &[&str], wanted: &str) -> Option<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(dir).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| extension(file) == wanted);
    files.sort();
    let called = |name: &&str| files.iter().find(|file| stem(file).eq_ignore_ascii_case(name)).cloned();
    stems.iter().find_map(called)
}

fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// As long as a name file can be: a header, and 26 bytes for each tournament that two bytes can number.
const LONGEST: u64 = 16 + 65_536 * 26;

fn read(
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<NameList, outflank_rules::record::Fault>,
) -> Result<NameList, Error> {
    let source = Source::File(path.to_owned());
    let mut bytes = Vec::new();
    let file = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
    file.map_err(|cause| source.unreadable(cause))?;
    if bytes.len() as u64 > LONGEST {
        return Err(Error::NamesTooLong(path.to_owned()));
    }
    parse(&bytes).map_err(|fault| Error::Names { path: path.to_owned(), fault })
}
