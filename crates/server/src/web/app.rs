//! The whole server: built from a configuration, bound to an address, stopped by a future.

pub(crate) mod accept;

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::Router;
use tokio::{
    net::{TcpListener, TcpSocket},
    sync::watch,
};

use crate::{
    archive::{self, Archive, http::ArchiveService},
    bots::{Bots, programs::Programs},
    config::{Config, Port, Storage},
    engine::{
        jobs::{JobSettings, Jobs},
        pool::Pool,
    },
    game::Rooms,
    log::{AnswerStore, EventLog, EventStore, MemoryStore, OpenError, SqliteStore, StoreError},
    tournament::Tournaments,
    web::{
        self, Services,
        assets::Assets,
        blocking::BlockingTasks,
        limits::{self, ConnectionLimiter, Limits, RateLimiters},
        metrics::Metrics,
        reach::Reach,
        tls::Tls,
    },
};
use tokio_rustls::TlsAcceptor;

/// The database in the data folder.
const FILE: &str = "games.sqlite";

/// Connections that the system queues until they are accepted.
const ACCEPT_BACKLOG: u32 = 1024;

/// How many ports are tried if the first is taken.
const PORTS_TRIED: u16 = 20;

/// A server that listens. It replies as soon as it runs.
pub struct App {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    services: Services,
    gates: Arc<ConnectionLimiter>,
    tls: Option<TlsAcceptor>,
    stop: Stop,
}

impl App {
    /// Binds the address, opens the database, and resumes unfinished games and tournaments.
    pub async fn build(config: Config) -> Result<App, BuildError> {
        let listener = bind(config.address, config.port, config.limits.send_buffer)?;
        let address = listener.local_addr().map_err(BuildError::NoAddress)?;
        let connections = config.limits.connections.min(limits::most_connections());
        let gates = Arc::new(ConnectionLimiter::new(&Limits { connections, ..config.limits }));
        let stop = Stop::default();
        let metrics = Arc::new(Metrics::default());
        let stores = open(&config.storage)?;
        let tls = config.tls.as_ref().map(Tls::acceptor);
        let reach = Reach::of(address).with_tls(tls.is_some());
        let services = services(config, reach, &stop, &gates, metrics, stores)?;
        services.metrics.find(&*services.store).await?;
        let games = services.rooms.games_of_bots();
        // Tournaments first: they know which token plays which seat.
        let tournaments = services.tournaments.load().await?;
        let resumed = services.rooms.resume().await?;
        services.bots.attend(games).await;
        tracing::info!(%address, resumed, tournaments = tournaments.len(), "games resumed");
        services.tournaments.resume(tournaments);
        services.archive.start_backfill(&services);
        let router = web::router(services.clone());
        Ok(App { listener, address, router, services, gates, tls, stop })
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Who can reach it, and where.
    pub fn reach(&self) -> Reach {
        self.services.reach
    }

    pub(crate) fn services(&self) -> &Services {
        &self.services
    }

    /// Serves until the future is ready, then lets open connections finish.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let App { listener, router, services, gates, tls, stop: stopping, .. } = self;
        let entrance = accept::Entrance { router, services, tls };
        accept::until(stop, listener, &entrance, &gates, &stopping).await;
    }
}

/// Services without a listener, on the store of a test.
#[cfg(test)]
pub(crate) fn services_over(store: Arc<dyn EventStore>, config: Config, stop: &Stop) -> Services {
    let gates = Arc::new(ConnectionLimiter::new(&config.limits));
    let reach = Reach::of(SocketAddr::new(config.address, 0));
    let stores = (store, Arc::new(MemoryStore::default()) as Arc<dyn AnswerStore>);
    services(config, reach, stop, &gates, Arc::default(), stores).expect("services in memory")
}

fn services(
    config: Config,
    reach: Reach,
    stop: &Stop,
    gates: &Arc<ConnectionLimiter>,
    metrics: Arc<Metrics>,
    (store, answers): Stores,
) -> Result<Services, BuildError> {
    let archive = open_archive(&config.storage)?;
    let mut log = EventLog::new(Arc::clone(&store), Arc::clone(&metrics));
    // Ends when the last clone of `log` is dropped.
    tokio::spawn(archive::archive_ended(archive.clone(), Arc::clone(&store), log.ended_games()));
    let pool =
        Arc::new(Pool::with_jobs(&config.pool, &JobSettings { workers: config.jobs.workers.max(1), ..config.jobs }));
    let programs = Arc::new(Programs::new(&config.players));
    let rooms = Rooms::new(log.clone(), Arc::clone(&pool), config.rooms);
    rooms.offer(Arc::clone(&programs));
    let bots = Bots::new(rooms.clone(), Arc::clone(&store), config.bots, stop.watch());
    let tournaments = Tournaments::new(log, rooms.clone(), bots.clone(), stop.watch());
    Ok(Services {
        limiters: Arc::new(RateLimiters::new(&config.limits)),
        archive: ArchiveService::new(archive, config.imports, config.limits, stop.watch()),
        assets: Arc::new(Assets::new(config.web)),
        bots,
        blocking: Arc::new(BlockingTasks::new(&config.limits)),
        gates: Arc::clone(gates),
        hosts: Arc::new(config.hosts),
        jobs: Jobs::new(Arc::clone(&pool), config.jobs, answers),
        metrics,
        metrics_for: config.metrics,
        pool,
        programs,
        reach,
        rooms,
        stopping: stop.watch(),
        store,
        tournaments,
    })
}

/// The event log and the engine's cached answers, in one file.
type Stores = (Arc<dyn EventStore>, Arc<dyn AnswerStore>);

fn open(storage: &Storage) -> Result<Stores, BuildError> {
    Ok(match storage {
        Storage::Memory => shared(MemoryStore::default()),
        Storage::Folder(folder) => shared(SqliteStore::open(folder.join(FILE))?),
    })
}

fn shared<S: EventStore + AnswerStore>(store: S) -> Stores {
    let store = Arc::new(store);
    (Arc::clone(&store) as Arc<dyn EventStore>, store)
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

/// Connections inherit the size of the send buffer. Without it the system buffers megabytes for
/// each client that does not read.
pub(crate) fn listen(address: SocketAddr, send_buffer: u32) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // As `TcpListener::bind` does, so that a restarted server can bind at once. Windows gives the
    // option another meaning.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(send_buffer)?;
    socket.bind(address)?;
    socket.listen(ACCEPT_BACKLOG)
}

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The address cannot be bound.
    #[error("{}", bind_message(address, cause))]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        cause: io::Error,
    },
    /// The system does not say where the server listens.
    #[error("cannot determine the address: {0}")]
    NoAddress(io::Error),
    /// The database of games cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The games in it cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn bind_message(address: &SocketAddr, cause: &io::Error) -> String {
    let port = address.port();
    match cause.kind() {
        io::ErrorKind::AddrInUse => format!("port {port} is taken by another program: give another one with --port"),
        io::ErrorKind::PermissionDenied => {
            format!("the system does not give port {port} to you: give one from 1024 on with --port")
        }
        _ => format!("cannot listen on {address}: {cause}"),
    }
}

/// Tells all tasks that the server stops.
#[derive(Debug, Default)]
pub(crate) struct Stop(watch::Sender<bool>);

/// Learns that the server stops.
#[derive(Clone, Debug)]
pub(crate) struct Stopping(watch::Receiver<bool>);

impl Stop {
    pub(crate) fn watch(&self) -> Stopping {
        Stopping(self.0.subscribe())
    }

    pub(crate) fn begin(&self) {
        self.0.send_replace(true);
    }
}

impl Stopping {
    /// For tests without a server.
    #[cfg(test)]
    pub(crate) fn never() -> Stopping {
        let (sender, stopping) = watch::channel(false);
        std::mem::forget(sender);
        Stopping(stopping)
    }

    /// Does the server stop?
    pub(crate) fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the server stops.
    pub(crate) async fn begun(&mut self) {
        // A dropped sender means that the server is gone.
        let _ = self.0.wait_for(|has_begun| *has_begun).await;
    }
}
