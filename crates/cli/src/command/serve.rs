//! `outflank serve`: games in the browser.

mod browser;
mod log;
mod place;

use std::{
    io::Write,
    net::{IpAddr, Ipv4Addr},
    path::PathBuf,
    sync::Arc,
};

use outflank_play::Store;
use outflank_server::{
    app::App,
    config::{Config, Port, Storage},
};
use tokio::sync::Notify;

use crate::{Verdict, error::Error, interrupt, tell};
use log::{LogArgs, begin as begin_log};
use place::Place;

/// Where the page is, unless somebody asks for another port.
const PORT: u16 = 7654;

/// Play and watch games in the browser: this machine serves the page
///
/// Prints the address of the page and opens it where there is a desktop. Only this machine can reach it, unless --public is given. Games are kept
/// in one file and go on where they were when the server is started again. Ctrl-C stops it; a second one does not wait for what it is
/// doing. `outflank` without a command does the same.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "\
Examples:
  Play in the browser:
      outflank
  Play with others in the same network:
      outflank serve --public
  A server that keeps its games in a folder and writes a log for programs:
      outflank serve --public --port 80 --data /var/lib/outflank --no-open --log json")]
pub(crate) struct Args {
    /// The port [default: 7654, or the next free one]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// Let other machines in, and show the address for them with a QR code
    #[arg(long)]
    public: bool,

    /// Keep games in this directory [default: the user's state directory, or OUTFLANK_DATA]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Keep games in memory only: they end with the server
    #[arg(long, conflicts_with = "data")]
    memory: bool,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    #[command(flatten)]
    log: LogArgs,

    /// Take the page from this directory instead of the binary: for work on the page
    #[arg(long, value_name = "DIR", hide = true)]
    web: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let config = self.config()?;
        begin_log(&self.log);
        place::allow_many_connections();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Error::Runtime)?;
        let stop = stop();
        let served = runtime.block_on(self.serve(config, &stop, out));
        // Threads that still read a file must not hold up the end.
        runtime.shutdown_background();
        served.map(|()| Verdict::Fine)
    }

    async fn serve(&self, config: Config, stop: &Notify, out: &mut dyn Write) -> Result<(), Error> {
        let app = App::build(config).await.map_err(Error::Server)?;
        let place = Place::of(app.address(), self.public);
        if self.port.is_none() && place.port() != PORT {
            tell(format_args!("outflank: port {PORT} is taken, so this is on {}", place.port()));
        }
        place.print(out)?;
        out.flush()?;
        if !self.no_open {
            browser::open(&place.here());
        }
        app.run(stop.notified()).await;
        Ok(())
    }

    fn config(&self) -> Result<Config, Error> {
        let address = if self.public { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        Ok(Config {
            address: IpAddr::from(address),
            port: self.port.map_or(Port::From(PORT), Port::Exactly),
            storage: self.storage()?,
            web: self.web.clone(),
            ..Config::default()
        })
    }

    fn storage(&self) -> Result<Storage, Error> {
        if self.memory {
            return Ok(Storage::Memory);
        }
        self.data.clone().or_else(Store::default_dir).map(Storage::Folder).ok_or(Error::NoDataFolder)
    }
}

/// Notified by the first interrupt.
fn stop() -> Arc<Notify> {
    let stop = Arc::new(Notify::new());
    let stopper = Arc::clone(&stop);
    interrupt::first(move || stopper.notify_one());
    stop
}
