//! Which inputs go into which output, settled before anything is read.

use std::{
    collections::HashSet,
    ffi::OsString,
    fs,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use outflank_rules::record::Format;

use super::sink;
use crate::{error::Error, new_file::refuse_existing, source::Source};

/// One output and what goes into it.
pub(super) struct Job {
    pub(super) sources: Vec<Source>,
    pub(super) target: Target,
    /// Are the name files of WTHOR written beside this output? In a directory all outputs share one pair.
    pub(super) has_own_names: bool,
}

pub(super) enum Target {
    Stdout,
    File(PathBuf),
}

pub(super) struct Plan {
    jobs: Vec<Job>,
    shared_names_in: Option<PathBuf>,
}

impl Plan {
    /// Everything that can be refused is refused here.
    pub(super) fn new(inputs: &[OsString], to: Format, output: Option<&Path>, force: bool) -> Result<Plan, Error> {
        let sources = sources(inputs)?;
        let plan = match output.filter(|path| path.as_os_str() != "-") {
            None if to == Format::Wthor => return Err(Error::WthorToStdout),
            None => Plan::into_one(sources, Target::Stdout),
            Some(dir) if is_directory(dir) => Plan::into_directory(sources, dir, to)?,
            Some(file) => Plan::into_one(sources, Target::File(file.to_owned())),
        };
        if !force {
            plan.files(to).iter().try_for_each(|path| refuse_existing(path))?;
        }
        Ok(plan)
    }

    fn into_one(sources: Vec<Source>, target: Target) -> Plan {
        Plan { jobs: vec![Job { sources, target, has_own_names: true }], shared_names_in: None }
    }

    fn into_directory(sources: Vec<Source>, dir: &Path, to: Format) -> Result<Plan, Error> {
        fs::create_dir_all(dir).map_err(|cause| Error::File { doing: "make", path: dir.to_owned(), cause })?;
        let mut taken = HashSet::new();
        let mut jobs = Vec::new();
        for source in sources {
            let path = dir.join(stem(&source)).with_added_extension(to.extension());
            if !taken.insert(path.clone()) {
                return Err(Error::SameOutput(path));
            }
            jobs.push(Job { sources: vec![source], target: Target::File(path), has_own_names: false });
        }
        Ok(Plan { jobs, shared_names_in: (to == Format::Wthor).then(|| dir.to_owned()) })
    }

    /// All files that will be written.
    fn files(&self, to: Format) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for job in &self.jobs {
            if let Target::File(path) = &job.target {
                files.push(path.clone());
                if to == Format::Wthor && job.has_own_names {
                    files.extend(sink::name_files(path));
                }
            }
        }
        files.extend(self.shared_names_in.iter().flat_map(|dir| sink::shared_name_files(dir)));
        files
    }

    pub(super) fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// The directory whose outputs share their name files.
    pub(super) fn shared_names_in(&self) -> Option<&Path> {
        self.shared_names_in.as_deref()
    }

    /// The size of all that will be read, unless a pipe is among it.
    pub(super) fn bytes(&self) -> Option<u64> {
        let size = |source: &Source| match source {
            Source::File(path) => fs::metadata(path).ok().map(|metadata| metadata.len()),
            Source::Text(text) => Some(text.len() as u64),
            Source::Stdin => None,
        };
        self.jobs.iter().flat_map(|job| &job.sources).map(size).sum()
    }
}

fn sources(inputs: &[OsString]) -> Result<Vec<Source>, Error> {
    if inputs.is_empty() && io::stdin().is_terminal() {
        return Err(Error::NoInput);
    }
    if inputs.is_empty() {
        return Ok(vec![Source::Stdin]);
    }
    Ok(inputs.iter().map(|input| Source::of_argument(input)).collect())
}

fn is_directory(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// The name of an output after its input.
fn stem(source: &Source) -> OsString {
    match source {
        Source::File(path) => path.file_stem().unwrap_or(path.as_os_str()).to_owned(),
        Source::Stdin => "stdin".into(),
        Source::Text(_) => "text".into(),
    }
}
