//! `outflank serve`: runs the server.

mod browser;
mod course;
mod log;
mod stop;
mod urls;

use std::{
    io::Write,
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
    time::Duration,
};

use crate::play::Store;
use outflank_arena::{
    Seat, end_engines,
    roster::{NamedPlayer, Roster},
};
use outflank_server::{
    config::{Audience, BotSettings, Config, HostName, Hosts, Port, Storage, Tls},
    log::secret::Secret,
    web::{app::App, reach::Reach},
};

use crate::{CommandStatus, cli::whole_number, error::Error, print_message, runs};
use course::CourseArgs;
use log::LogArgs;
use urls::PageUrls;

/// The default port.
pub(crate) const PORT: u16 = 7654;

/// Time for background tasks to end.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// Serve the page: play and watch games in the browser
///
/// Prints the address of the page and opens it in the browser. Only this machine can reach the
/// server unless you give --public. Games are saved in one file and continue when the server starts
/// again. Ctrl-C stops the server, a second one at once. `outflank` without a command does the
/// same.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "\
Examples:
  Play in the browser:
      outflank
  Play with others on your network:
      outflank serve --public
  The same over HTTPS, so that phones can install the page and use it without a network:
      outflank serve --public --tls
  Save games in a folder and log as JSON:
      outflank serve --public --port 80 --data /var/lib/outflank --no-open --log json
  Let visitors play your bot and another engine:
      outflank serve --public --player \"Ann=python3 bot.py\" --player \"Edax=gtp:edax -gtp\"
  Serve a course whose Python players connect to port 33333:
      outflank serve --public --course-pickle
  The same with names, a built-in opponent and a round robin:
      outflank serve --public --course-pickle --course-names names.txt --course-opponent greedy --course-tournament
  Serve a course whose clients log in:
      outflank serve --public --course-json --course-password kite")]
pub(crate) struct Args {
    /// Listen on PORT [default: 7654, or the next free one]
    #[arg(long, value_name = "PORT", value_parser = whole_number::<u16>(0..=u16::MAX), overrides_with = "port")]
    port: Option<u16>,

    /// Let other machines connect, and print the address with a QR code
    #[arg(long)]
    public: bool,

    /// Save games in DIR [default: OUTFLANK_DATA, or the user's state directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Keep games in memory only; they are lost when the server stops
    #[arg(long, conflicts_with = "data")]
    in_memory: bool,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// Accept this host name, as behind a proxy; with --public, accept only such names and IP
    /// addresses (repeatable)
    #[arg(long, value_name = "NAME")]
    host: Vec<HostName>,

    /// Use HTTPS, which browsers need to store the page for use without a network; makes a
    /// certificate for this machine, its address in the network and each --host
    #[arg(long)]
    tls: bool,

    /// Use HTTPS with this certificate chain (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// The private key of --tls-cert (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// Offer this player to visitors: any player of `outflank match` (repeatable)
    #[arg(long, value_name = "NAME=PLAYER")]
    player: Vec<NamedPlayer>,

    /// Start games between bots at once instead of with a click on the watch page
    #[arg(long)]
    autostart: bool,

    /// Show /metrics to other machines
    #[arg(long)]
    public_metrics: bool,

    /// Let other machines import collections into the archive
    #[arg(long)]
    allow_remote_import: bool,

    #[command(flatten)]
    course: CourseArgs,

    #[command(flatten)]
    log: LogArgs,

    /// Serve the page from DIR instead of the binary, for work on the page
    #[arg(long, value_name = "DIR", hide = true)]
    web: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let config = self.config()?;
        log::start(&self.log);
        urls::allow_many_connections();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Error::Runtime)?;
        let served = runtime.block_on(self.serve(config, out));
        // Writes end normally; a search that does not stop must not delay the shutdown.
        runtime.shutdown_timeout(SHUTDOWN_GRACE);
        end_engines();
        served.map(|()| CommandStatus::Fine)
    }

    async fn serve(&self, mut config: Config, out: &mut dyn Write) -> Result<(), Error> {
        let mut course = self.course.servers()?;
        let events = course::subscribe(&mut course);
        let key = Secret::random();
        config.bots.operator = self.course.is_given().then(|| key.hash());
        let stop = stop::asked().map_err(Error::Runtime)?;
        let course = course.open(&config).map_err(Error::Course)?;
        let authority = config.tls.as_ref().and_then(|tls| tls.authority().map(Path::to_owned));
        let app = App::build(config).await.map_err(Error::Server)?;
        let listeners = course.attach(&app);
        let urls = PageUrls::of(app.reach());
        if self.port.is_none() && urls.port() != PORT {
            print_message(format_args!("outflank: port {PORT} is taken; using {}", urls.port()));
        }
        urls.print(out)?;
        if let Some(authority) = &authority {
            writeln!(out, "Devices that install {} trust this server", authority.display())?;
        }
        course::print_listeners(&listeners, out)?;
        if self.course.is_given() {
            course::print_key(&key, out)?;
        }
        out.flush()?;
        if !self.no_open {
            browser::open(&urls.here());
        }
        tokio::select! {
            () = app.run(stop) => Ok(()),
            failed = course::print_events(events, &urls, &key, out) => match failed {},
        }
    }

    fn config(&self) -> Result<Config, Error> {
        let address = if self.public { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        Ok(Config {
            address: IpAddr::from(address),
            port: self.port.map_or(Port::From(PORT), Port::Exactly),
            tls: self.tls(address)?,
            storage: self.storage()?,
            web: self.web.clone(),
            metrics: if self.public_metrics { Audience::Everybody } else { Audience::ThisMachine },
            imports: if self.allow_remote_import { Audience::Everybody } else { Audience::ThisMachine },
            hosts: self.hosts(),
            players: self.players()?,
            limits: self.course.limits(),
            bots: BotSettings { autostart: self.autostart, ..BotSettings::default() },
            ..Config::default()
        })
    }

    /// The players of --player with unique names. Fails if a program does not exist.
    fn players(&self) -> Result<Roster, Error> {
        for NamedPlayer { entrant, .. } in &self.player {
            Seat::Computer(entrant.clone()).find().map_err(|fault| Error::Player(Box::new(fault)))?;
        }
        let players = Roster::new(self.player.clone());
        runs::print_renamed_players(&players);
        Ok(players)
    }

    fn hosts(&self) -> Hosts {
        match (self.public, self.host.clone()) {
            (false, names) => Hosts::ThisMachine(names),
            (true, names) if names.is_empty() => Hosts::Any,
            (true, names) => Hosts::Named(names),
        }
    }

    fn tls(&self, address: Ipv4Addr) -> Result<Option<Tls>, Error> {
        if let (Some(certificate), Some(key)) = (&self.tls_cert, &self.tls_key) {
            return Tls::read(certificate, key).map(Some).map_err(Error::Tls);
        }
        if !self.tls {
            return Ok(None);
        }
        let folder = self.data.clone().or_else(Store::default_dir).ok_or(Error::NoDataFolder)?.join("tls");
        let in_network = Reach::of((address, 0).into()).network_address();
        Tls::made_in(&folder, &self.host, in_network).map(Some).map_err(Error::Tls)
    }

    fn storage(&self) -> Result<Storage, Error> {
        if self.in_memory {
            return Ok(Storage::Memory);
        }
        self.data.clone().or_else(Store::default_dir).map(Storage::Folder).ok_or(Error::NoDataFolder)
    }
}
