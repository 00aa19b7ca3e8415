//! Finds and reads the name files of WTHOR.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use outflank_rules::record::wthor::{NameList, Names};

use crate::{error::Error, print_message, source::Source};

/// Reads the given files: `.jou` for players and `.trn` for tournaments.
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

/// Reads the name files beside a game file: those with its own name, or else `WTHOR.*`. Warns if
/// one is missing.
pub(crate) fn beside(games: &Path) -> Result<Option<Names>, Error> {
    look_beside(games, |missing| print_message(format_args!("{missing}")))
}

/// As [`beside`], with a function that receives the warning.
pub(crate) fn look_beside(games: &Path, miss: impl FnOnce(String)) -> Result<Option<Names>, Error> {
    let dir = games.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = stem(games);
    let found = ["jou", "trn"].map(|wanted| find(dir, &[&name, "wthor", "wth"], wanted));
    let missing = match &found {
        [None, None] => Some(format!("{name}.jou and {name}.trn (or WTHOR.JOU and WTHOR.TRN) are missing")),
        [None, _] => Some(format!("{name}.jou (or WTHOR.JOU) is missing")),
        [_, None] => Some(format!("{name}.trn (or WTHOR.TRN) is missing")),
        _ => None,
    };
    if let Some(missing) = missing {
        miss(format!("{}: {missing}; names are printed as numbers", games.display()));
    }
    let files: Vec<PathBuf> = found.into_iter().flatten().collect();
    given(&files)
}

/// The name files that all games of a directory share; they need not exist yet.
pub(crate) fn shared_files(dir: &Path) -> [PathBuf; 2] {
    let file = |wanted, name| find(dir, &["wthor", "wth"], wanted).unwrap_or_else(|| dir.join(name));
    [file("jou", "WTHOR.JOU"), file("trn", "WTHOR.TRN")]
}

/// Reads the name files that the games of a directory share.
pub(crate) fn shared(dir: &Path) -> Result<Option<Names>, Error> {
    let files = shared_files(dir).into_iter().filter(|file| file.exists());
    given(&files.collect::<Vec<_>>())
}

/// The first of these files that exists, in any case.
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

/// The largest name file: a header of 16 bytes and 65,536 names of 26 bytes.
const MAX_BYTES: u64 = 16 + 65_536 * 26;

fn read(
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<NameList, outflank_rules::record::RecordError>,
) -> Result<NameList, Error> {
    let source = Source::File(path.to_owned());
    let mut bytes = Vec::new();
    let file = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    file.map_err(|cause| source.unreadable(cause))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Error::NamesTooLong(path.to_owned()));
    }
    parse(&bytes).map_err(|fault| Error::Names { path: path.to_owned(), fault })
}
