//! `outflank site`: writes the page as files for a static host.

use std::{io::Write, path::PathBuf};

use outflank_server::web::site;

use crate::{CommandStatus, error::Error};

/// Write the page as files for any web space: play, analyse and edit without a server
///
/// The engine runs in the browser. Games against the computer, two players at one screen, analysis
/// and the editor work; friends by link, clocks, bots, tournaments and the archive need a server.
/// Write into the same folder again to update the site.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank site -o public
  outflank site -o public --server https://games.example/")]
pub(crate) struct Args {
    /// Write into DIR: a new or empty folder, or that of an earlier site
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Link to this server for what the site cannot do
    #[arg(long, value_name = "URL", value_parser = server)]
    server: Option<String>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let written = site::write(&self.output, self.server.as_deref()).map_err(Error::Site)?;
        let kib = written.bytes.div_ceil(1024);
        writeln!(out, "{} files, {kib} KiB; open index.html through a web server", written.files)?;
        Ok(CommandStatus::Fine)
    }
}

fn server(url: &str) -> Result<String, String> {
    let is_url =
        ["http://", "https://"].iter().any(|scheme| url.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
    is_url.then(|| url.to_owned()).ok_or_else(|| "write an address such as https://games.example/".to_owned())
}
