//! The whole server: built from a configuration, bound to an address, stopped by a future.

mod accept;
mod stalling;
mod stop;

use std::{
    fmt, io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::Router;
use tokio::net::{TcpListener, TcpSocket};

use crate::{
    archive::{self, Archive, Noticing},
    assets::Assets,
    bots::Bots,
    bus::LocalBus,
    class::{self, Classes, Door, NewsSender},
    config::{Config, Port, Storage},
    http::{self, Desk, Services},
    jobs::Jobs,
    limits::{Allowances, Gates},
    metrics::{Measured, Metrics},
    pool::Pool,
    reach::Reach,
    rooms::Rooms,
    store::{AnswerStore, EventStore, MemoryStore, OpenError, SqliteStore, StoreError},
    tournaments::Tournaments,
};
pub(crate) use stop::{Stop, Stopping};

/// The file of games in the folder that is given.
const FILE: &str = "games.sqlite";

/// Connections that may wait to be taken.
const WAITING: u32 = 1024;

/// How many ports are tried where the wanted one is taken.
const PORTS_TRIED: u16 = 20;

/// A server that listens already, and answers as soon as it runs.
pub struct App {
    listener: TcpListener,
    address: SocketAddr,
    doors: Vec<Door>,
    news: Option<NewsSender>,
    router: Router,
    services: Services,
    gates: Arc<Gates>,
    stop: Stop,
}

impl App {
    /// Binds the address, opens the games, and goes on with those that were running.
    pub async fn build(config: Config) -> Result<App, BuildError> {
        let listener = bind(config.address, config.port, config.limits.send_buffer)?;
        let address = listener.local_addr().map_err(BuildError::NoAddress)?;
        let doors = open_doors(&config, address.port())?;
        let news = config.classes.news.clone();
        let (stop, gates) = (Stop::default(), Arc::new(Gates::new(&config.limits)));
        let services = services(config, Reach::of(address), &stop, &gates)?;
        services.metrics.find(&*services.store).await?;
        let games = services.rooms.games_of_bots();
        // Who plays for whom is known before games are taken up.
        let tournaments = services.tournaments.load().await?;
        let resumed = services.rooms.resume().await?;
        services.bots.attend(games).await;
        tracing::info!(%address, resumed, tournaments = tournaments.len(), "games go on");
        services.tournaments.resume(tournaments);
        services.archive.catch_up(&services);
        let router = http::router(services.clone());
        Ok(App { listener, address, doors, news, router, services, gates, stop })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the doors for courses are.
    pub fn class_addresses(&self) -> Vec<SocketAddr> {
        self.doors.iter().filter_map(|door| door.address().ok()).collect()
    }

    /// Serves until the future is ready, then finishes what it has accepted.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let App { listener, doors, news, router, services, gates, stop: stopping, .. } = self;
        for door in doors {
            door.serve(services.clone(), news.clone());
        }
        accept::until(stop, listener, &router, &services, &gates, &stopping).await;
    }
}

fn services(config: Config, reach: Reach, stop: &Stop, gates: &Arc<Gates>) -> Result<Services, BuildError> {
    let metrics = Arc::new(Metrics::default());
    let (store, answers) = open(&config.storage, &metrics)?;
    let archive = open_archive(&config.storage)?;
    let (noticing, ended) = Noticing::new(Arc::clone(&store));
    // Ends with the last who could tell of a game, and so must not hold that one itself.
    tokio::spawn(archive::follow(archive.clone(), store, ended));
    let store: Arc<dyn EventStore> = Arc::new(noticing);
    let pool = Arc::new(Pool::new(&config.pool));
    let bus = Arc::new(LocalBus::default());
    let rooms = Rooms::new(Arc::clone(&store), bus, Arc::clone(&pool), config.rooms);
    let bots = Bots::new(rooms.clone(), Arc::clone(&store), config.bots, stop.watch());
    let tournaments = Tournaments::new(Arc::clone(&store), rooms.clone(), bots.clone(), stop.watch());
    Ok(Services {
        allowances: Arc::new(Allowances::new(&config.limits)),
        archive: Desk::new(archive, config.imports, config.limits, stop.watch()),
        assets: Arc::new(Assets::new(config.web)),
        bots,
        chores: Arc::default(),
        gates: Arc::clone(gates),
        hosts: Arc::new(config.hosts),
        jobs: Jobs::new(config.jobs, answers),
        metrics,
        metrics_for: config.metrics,
        pool,
        reach,
        rooms,
        stopping: stop.watch(),
        store,
        tournaments,
    })
}

/// The logs of games and the answers of the engine, which lie in one file.
type Stores = (Arc<dyn EventStore>, Arc<dyn AnswerStore>);

fn open(storage: &Storage, metrics: &Arc<Metrics>) -> Result<Stores, BuildError> {
    Ok(match storage {
        Storage::Memory => shared(MemoryStore::default(), metrics),
        Storage::Folder(folder) => shared(SqliteStore::open(folder.join(FILE))?, metrics),
    })
}

fn shared<S: EventStore + AnswerStore>(store: S, metrics: &Arc<Metrics>) -> Stores {
    let store = Arc::new(store);
    (Arc::new(Measured::new(Arc::clone(&store), Arc::clone(metrics))), store)
}

fn open_archive(storage: &Storage) -> Result<Archive, OpenError> {
    match storage {
        Storage::Memory => Archive::in_memory(),
        Storage::Folder(folder) => Archive::open(folder.join(archive::FILE)),
    }
}

fn bind(address: IpAddr, port: Port, send_buffer: u32) -> Result<TcpListener, BuildError> {
    let (first, tries) = match port {
        Port::Exactly(port) => (port, 1),
        Port::From(port) => (port, PORTS_TRIED),
    };
    let last = first.saturating_add(tries - 1);
    for port in first..=last {
        match listen((address, port).into(), send_buffer) {
            Ok(listener) => return Ok(listener),
            Err(cause) if cause.kind() == io::ErrorKind::AddrInUse && port < last => {}
            Err(cause) => return Err(BuildError::Bind { address: (address, port).into(), cause }),
        }
    }
    unreachable!("the last port is either bound or refused")
}

/// Opens the doors of courses beside the port of the page.
fn open_doors(config: &Config, page: u16) -> Result<Vec<Door>, BuildError> {
    let Classes { pickle, json, .. } = &config.classes;
    let (pickle, json) = (pickle.map(|class| class.port), json.as_ref().map(|class| class.port));
    // Of port 0 the system makes another one each time.
    let ports = [Some(page), pickle, json].map(|port| port.filter(|port| *port > 0));
    let twice = |[one, other]: [usize; 2]| ports[one].filter(|_| ports[one] == ports[other]);
    if let Some(port) = [[0, 1], [0, 2], [1, 2]].into_iter().find_map(twice) {
        return Err(BuildError::SamePort(port));
    }
    let listen = |address| listen(address, config.limits.send_buffer);
    class::open(&config.classes, config.address, listen)
        .map_err(|(address, cause)| BuildError::BindClass { address, cause })
}

/// Connections inherit the size of the buffer: without it the system keeps megabytes for each client that reads nothing.
fn listen(address: SocketAddr, send_buffer: u32) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // As `TcpListener::bind` does: a server that is started again need not wait. On Windows it would mean something else.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(send_buffer)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// Why there is no server.
#[derive(Debug)]
pub enum BuildError {
    /// The address cannot be had.
    Bind {
        /// Which one.
        address: SocketAddr,
        /// What the system says.
        cause: io::Error,
    },
    /// The address of a door for a course cannot be had.
    BindClass {
        /// Which one.
        address: SocketAddr,
        /// What the system says.
        cause: io::Error,
    },
    /// Two of the server's own doors, or one of them and its page, want the same port.
    SamePort(u16),
    /// The system does not tell where it listens.
    NoAddress(io::Error),
    /// The file of games cannot be opened.
    Open(OpenError),
    /// The games in it cannot be read.
    Store(StoreError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Bind { address, cause } if cause.kind() == io::ErrorKind::AddrInUse => {
                write!(f, "port {} is taken by another program: give another one with --port", address.port())
            }
            BuildError::Bind { address, cause } if cause.kind() == io::ErrorKind::PermissionDenied => {
                write!(f, "the system does not give port {} to you: give one from 1024 on with --port", address.port())
            }
            BuildError::Bind { address, cause } => write!(f, "cannot listen on {address}: {cause}"),
            BuildError::BindClass { address, cause } if cause.kind() == io::ErrorKind::AddrInUse => {
                write!(
                    f,
                    "port {0} is taken by another program, perhaps by an old server of the course: end that, or give another port, as in \
                     --class-pickle=40000 or --class-json=40000",
                    address.port()
                )
            }
            BuildError::BindClass { address, cause } => {
                write!(f, "players of a class cannot be let in at {address}: {cause}")
            }
            BuildError::SamePort(port) => write!(
                f,
                "port {port} is asked for twice: give the page, --class-pickle and --class-json one each, as in --class-json={}",
                port.wrapping_add(1).max(1024)
            ),
            BuildError::NoAddress(cause) => write!(f, "cannot tell the address: {cause}"),
            BuildError::Open(cause) => cause.fmt(f),
            BuildError::Store(cause) => cause.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<OpenError> for BuildError {
    fn from(cause: OpenError) -> BuildError {
        BuildError::Open(cause)
    }
}

impl From<StoreError> for BuildError {
    fn from(cause: StoreError) -> BuildError {
        BuildError::Store(cause)
    }
}
