//! The name files of WTHOR: where they are, and reading them.

use std::{
    fs,
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

/// The lists in the directory of a game file: those with its own name, or else `WTHOR.*`, or else the only ones
/// there. What is missing is told.
pub(crate) fn beside(games: &Path) -> Result<Option<Names>, Error> {
    let found = [find(games, "jou"), find(games, "trn")];
    if found.iter().any(Option::is_none) {
        let missing = if found[0].is_none() { ".jou" } else { ".trn" };
        tell(format_args!("{}: no {missing} file lies beside it, names stay numbers (see --names)", games.display()));
    }
    let files: Vec<PathBuf> = found.into_iter().flatten().collect();
    given(&files)
}

fn find(games: &Path, wanted: &str) -> Option<PathBuf> {
    let dir = games.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut files: Vec<PathBuf> = fs::read_dir(dir).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| extension(file) == wanted);
    files.sort();
    let called = |stem: &str| files.iter().find(|file| self::stem(file).eq_ignore_ascii_case(stem)).cloned();
    let only = || files.first().filter(|_| files.len() == 1).cloned();
    called(&stem(games)).or_else(|| called("wthor")).or_else(|| called("wth")).or_else(only)
}

fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn read(
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<NameList, outflank_rules::record::Fault>,
) -> Result<NameList, Error> {
    let source = Source::File(path.to_owned());
    let bytes = fs::read(path).map_err(|cause| source.unreadable(cause))?;
    parse(&bytes).map_err(|fault| Error::Names { path: path.to_owned(), fault })
}
