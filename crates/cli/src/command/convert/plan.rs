//! Decides which inputs go to which output before anything is read.

use std::{
    collections::HashMap,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use outflank_rules::{Move, record::Format};

use super::sink;
use crate::{
    error::Error,
    names,
    new_file::{is_special, refuse_existing},
    source::Source,
};

/// An output and its inputs.
pub(super) struct Job {
    pub(super) sources: Vec<Source>,
    pub(super) target: Target,
}

pub(in crate::command) enum Target {
    Stdout,
    /// A file. For WTHOR, its name files lie beside it.
    File(PathBuf),
    /// A file in the output directory, whose WTHOR files share their name files.
    InDirectory(PathBuf),
}

impl Target {
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Target::Stdout => None,
            Target::File(path) | Target::InDirectory(path) => Some(path),
        }
    }

    /// Creates the output directory, if there is one. Called before the first file is written.
    pub(super) fn make_directory(&self) -> Result<(), Error> {
        let Target::InDirectory(path) = self else { return Ok(()) };
        let dir = path.parent().unwrap_or(path);
        fs::create_dir_all(dir).map_err(|cause| Error::File { doing: "make", path: dir.to_owned(), cause })
    }
}

pub(super) struct Plan {
    jobs: Vec<Job>,
    shared_names_in: Option<PathBuf>,
}

impl Plan {
    /// Plans a conversion and returns every error that can be detected without writing.
    pub(super) fn new(inputs: &[OsString], to: Format, output: Option<&Path>, force: bool) -> Result<Plan, Error> {
        let sources = sources(inputs)?;
        let plan = match output.filter(|path| path.as_os_str() != "-") {
            None if to == Format::Wthor => return Err(Error::WthorToStdout),
            None => Plan::into_one(sources, Target::Stdout),
            Some(dir) if is_directory(dir) => Plan::into_directory(sources, dir, to)?,
            Some(file) => Plan::into_one(sources, Target::File(file.to_owned())),
        };
        if to == Format::Wthor {
            plan.check_names()?;
        }
        plan.files(to).iter().try_for_each(|path| refuse(path, force))?;
        Ok(plan)
    }

    fn into_one(sources: Vec<Source>, target: Target) -> Plan {
        Plan { jobs: vec![Job { sources, target }], shared_names_in: None }
    }

    fn into_directory(sources: Vec<Source>, dir: &Path, to: Format) -> Result<Plan, Error> {
        let mut taken: HashMap<PathBuf, Source> = HashMap::new();
        let mut jobs = Vec::new();
        for source in sources {
            let path = dir.join(stem(&source)).with_added_extension(to.extension());
            if let Some(other) = taken.insert(path.clone(), source.clone()) {
                return Err(Error::SameOutput { path, inputs: Box::new([other, source]) });
            }
            jobs.push(Job { sources: vec![source], target: Target::InDirectory(path) });
        }
        Ok(Plan { jobs, shared_names_in: (to == Format::Wthor).then(|| dir.to_owned()) })
    }

    /// Checks that each WTHOR file will be read with the right name files, which lie beside it.
    fn check_names(&self) -> Result<(), Error> {
        for job in &self.jobs {
            match &job.target {
                Target::File(path) if is_special(path) || sink::name_files(path).contains(path) => {
                    return Err(Error::WthorToStdout);
                }
                Target::InDirectory(games) => {
                    if let Some(names) = sink::name_files(games).into_iter().find(|names| names.exists()) {
                        return Err(Error::ForeignNames { names, games: games.clone() });
                    }
                }
                _ => {}
            }
        }
        self.shared_names_in().map_or(Ok(()), |dir| self.check_neighbours(dir))
    }

    /// Existing WTHOR files without name files must not take those of the new ones.
    fn check_neighbours(&self, dir: &Path) -> Result<(), Error> {
        let shared = names::shared_files(dir);
        let Some(missing) = shared.iter().find(|names| !names.exists()) else { return Ok(()) };
        let entries = fs::read_dir(dir).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let mut games =
            entries.filter(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("wtb")));
        let nameless = |path: &PathBuf| {
            let own = missing.extension().unwrap_or_default().to_ascii_lowercase();
            !path.with_extension(own).exists() && self.jobs.iter().all(|job| job.target.path() != Some(path))
        };
        match games.find(nameless) {
            Some(games) => Err(Error::NamelessGames { games, names: missing.clone() }),
            None => Ok(()),
        }
    }

    /// All files that will be written, except shared name files, which are extended and not
    /// replaced.
    fn files(&self, to: Format) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for target in self.jobs.iter().map(|job| &job.target) {
            files.extend(target.path().map(Path::to_owned));
            if let (Format::Wthor, Target::File(path)) = (to, target) {
                files.extend(sink::name_files(path));
            }
        }
        files
    }

    pub(super) fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// The directory whose outputs share their name files.
    pub(super) fn shared_names_in(&self) -> Option<&Path> {
        self.shared_names_in.as_deref()
    }

    /// Whether the records go to standard output.
    pub(super) fn is_to_stdout(&self) -> bool {
        self.jobs.iter().any(|job| matches!(job.target, Target::Stdout))
    }

    /// The size of all inputs; `None` if one is a pipe.
    pub(super) fn bytes(&self) -> Option<u64> {
        let size = |source: &Source| match source {
            Source::File(path) => fs::metadata(path).ok().map(|metadata| metadata.len()),
            Source::Text(text) => Some(text.len() as u64),
            Source::Stdin => None,
        };
        self.jobs.iter().flat_map(|job| &job.sources).map(size).sum()
    }
}

/// The target of records that do not come from files: standard output, or a file with its name
/// files.
pub(in crate::command) fn target(output: Option<&Path>, to: Format, force: bool) -> Result<Target, Error> {
    let plan = Plan::into_one(
        Vec::new(),
        match output.filter(|path| path.as_os_str() != "-") {
            None if to == Format::Wthor => return Err(Error::WthorToStdout),
            None => Target::Stdout,
            Some(file) => Target::File(file.to_owned()),
        },
    );
    if to == Format::Wthor {
        plan.check_names()?;
    }
    plan.files(to).iter().try_for_each(|path| refuse(path, force))?;
    Ok(plan.jobs.into_iter().next().expect("one job").target)
}

/// Returns an error for a directory, and for an existing file unless `force` is set.
fn refuse(path: &Path, force: bool) -> Result<(), Error> {
    if path.is_dir() {
        return Err(Error::IsDirectory(path.to_owned()));
    }
    if force { Ok(()) } else { refuse_existing(path) }
}

/// Several moves are one game, as in the other commands, so `f5 d6 c3` needs no quotes.
fn sources(inputs: &[OsString]) -> Result<Vec<Source>, Error> {
    let is_move = |input: &OsString| input.to_str().is_some_and(|text| text != "-" && text.parse::<Move>().is_ok());
    let sources: Vec<Source> = inputs.iter().map(|input| Source::of_argument(input)).collect();
    let are_texts = sources.iter().all(|source| matches!(source, Source::Text(_)));
    if sources.is_empty() || (are_texts && inputs.iter().all(is_move)) {
        return Source::of_arguments(inputs).map(|source| vec![source]).ok_or(Error::NoInput);
    }
    Ok(sources)
}

fn is_directory(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// The file name of an output without its extension, taken from its input.
fn stem(source: &Source) -> OsString {
    match source {
        Source::File(path) => path.file_stem().unwrap_or(path.as_os_str()).to_owned(),
        Source::Stdin => "stdin".into(),
        Source::Text(_) => "text".into(),
    }
}
