//! `outflank serve`: games in the browser.

mod browser;
mod class;
mod log;
mod place;
mod stop;

use std::{
    io::Write,
    net::{IpAddr, Ipv4Addr},
    path::PathBuf,
    time::Duration,
};

use outflank_play::Store;
use outflank_server::{
    app::App,
    config::{Audience, BotSettings, Config, HostName, Hosts, Port, Storage},
};

use crate::{Verdict, error::Error, tell};
use class::ClassArgs;
use log::{LogArgs, begin as begin_log};
use place::Place;

/// Where the page is, unless somebody asks for another port.
pub(crate) const PORT: u16 = 7654;

/// How long what runs in the background has to end.
const END_TIME: Duration = Duration::from_secs(2);

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
      outflank serve --public --port 80 --data /var/lib/outflank --no-open --log json
  The server of a course, whose Python players connect to port 33333:
      outflank serve --public --class-pickle
  The same for its newer kit, whose clients log in:
      outflank serve --public --class-json --class-password kite")]
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

    /// Answer to this name too, as behind a proxy; with --public: to this name and to numbers, and to no other (may be given several times)
    #[arg(long, value_name = "NAME")]
    host: Vec<HostName>,

    /// Games of bots that looked for an opponent, and of players of a course, begin at once, instead of with a click on the watch page
    #[arg(long)]
    autostart: bool,

    /// Show /metrics to other machines too
    #[arg(long)]
    metrics: bool,

    /// Let other machines import collections into the archive
    #[arg(long)]
    open_import: bool,

    #[command(flatten)]
    class: ClassArgs,

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
        let served = runtime.block_on(self.serve(config, out));
        // What is being written is finished; a search that does not hear of the end must not hold it up.
        runtime.shutdown_timeout(END_TIME);
        served.map(|()| Verdict::Fine)
    }

    async fn serve(&self, mut config: Config, out: &mut dyn Write) -> Result<(), Error> {
        let news = class::subscribe(&mut config.classes);
        let stop = stop::asked().map_err(Error::Runtime)?;
        let app = App::build(config).await.map_err(Error::Server)?;
        let place = Place::of(app.address());
        if self.port.is_none() && place.port() != PORT {
            tell(format_args!("outflank: port {PORT} is taken, so this is on {}", place.port()));
        }
        place.print(out)?;
        class::print_doors(&app.class_addresses(), out)?;
        out.flush()?;
        if !self.no_open {
            browser::open(&place.here());
        }
        tokio::select! {
            () = app.run(stop) => Ok(()),
            failed = class::print_news(news, &place, out) => match failed {},
        }
    }

    fn config(&self) -> Result<Config, Error> {
        let address = if self.public { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        Ok(Config {
            address: IpAddr::from(address),
            port: self.port.map_or(Port::From(PORT), Port::Exactly),
            storage: self.storage()?,
            web: self.web.clone(),
            metrics: if self.metrics { Audience::Everybody } else { Audience::ThisMachine },
            imports: if self.open_import { Audience::Everybody } else { Audience::ThisMachine },
            hosts: self.hosts(),
            classes: self.class.classes(),
            bots: BotSettings { autostart: self.autostart, ..BotSettings::default() },
            ..Config::default()
        })
    }

    fn hosts(&self) -> Hosts {
        match (self.public, self.host.clone()) {
            (false, names) => Hosts::ThisMachine(names),
            (true, names) if names.is_empty() => Hosts::Any,
            (true, names) => Hosts::Named(names),
        }
    }

    fn storage(&self) -> Result<Storage, Error> {
        if self.memory {
            return Ok(Storage::Memory);
        }
        self.data.clone().or_else(Store::default_dir).map(Storage::Folder).ok_or(Error::NoDataFolder)
    }
}
