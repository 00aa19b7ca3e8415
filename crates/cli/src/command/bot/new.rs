//! `outflank bot new`: a first bot in a language of one's choice.

use std::{fs, io::Write, path::PathBuf};

use outflank_arena::starter::Language;

use crate::{
    Verdict,
    choice::choice,
    error::Error,
    new_file::{self, NewFile, refuse_existing},
};

/// Write a first bot: one short file that plays legally, with a place for your idea
///
/// It needs nothing but the language itself. A README.md beside it says how to run it. With --package the Python package outflank_bot, which knows the
/// rules, lies beside it too, and the bot uses it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  In the folder my-bot:
      outflank bot new --lang python
  With a package that knows the rules:
      outflank bot new --lang python --package
  In another folder:
      outflank bot new --lang java reversi/first")]
pub(crate) struct Args {
    /// The language
    #[arg(short, long, value_name = "LANGUAGE", value_parser = choice(&Language::ALL))]
    lang: Language,

    /// The folder for it, which is made if it is not there
    #[arg(value_name = "DIR", default_value = "my-bot")]
    folder: PathBuf,

    /// Put the package for the language beside it (python only)
    #[arg(long)]
    package: bool,

    /// Replace files that are there
    #[arg(long)]
    force: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let files = if self.package { self.lang.files_with_package() } else { Some(self.lang.files().into()) };
        let files = files.ok_or_else(|| Error::NoPackage(self.lang))?;
        let files: Vec<_> = files.into_iter().map(|file| (self.folder.join(file.name), file.text)).collect();
        if !self.force {
            files.iter().try_for_each(|(path, _)| refuse_existing(path))?;
        }
        for folder in files.iter().filter_map(|(path, _)| path.parent()) {
            fs::create_dir_all(folder).map_err(|cause| Error::File {
                doing: "make",
                path: folder.to_owned(),
                cause,
            })?;
        }
        let written: Result<Vec<_>, Error> =
            files.iter().map(|(path, text)| NewFile::of_bytes(path, text.as_bytes())).collect();
        new_file::commit(written?)?;
        for (path, _) in &files {
            writeln!(out, "{}", path.display())?;
        }
        self.tell_how_to_run(out)
    }

    fn tell_how_to_run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        writeln!(out, "\nRun it there:")?;
        for line in self.lang.build_command().into_iter().chain([self.lang.command()]) {
            writeln!(out, "    {line}")?;
        }
        Ok(Verdict::Fine)
    }
}
