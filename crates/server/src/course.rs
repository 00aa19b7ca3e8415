//! Listeners for the players of courses, which use their own protocols: pickles, or JSON lines with
//! a lobby.
//!
//! [`CourseServers::open`] opens them, and [`OpenCourse::attach`] plugs them into a server. A
//! course player gets a token and moves as bots do, and its game is a room as any other. Nothing
//! here knows the rules.

mod json;
mod names;
mod pickle;

use std::{
    fmt, io,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use outflank_arena::GameResult;
use outflank_rules::Color;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc},
    time::timeout,
};

#[doc(hidden)]
pub use json::fuzzing;
pub use json::{JsonCourse, Password};
use names::Roster;
pub use names::{PlayerNames, PlayerNamesError};
pub use pickle::PickleCourse;

use crate::{
    config::{Config, Port, Storage},
    game::{LiveGame, event::Foul},
    log::id::GameId,
    web::{
        Peer, Services,
        app::{App, accept::next_connection, listen},
        limits::Refusals,
    },
};

/// Most refused connections, on all course listeners together, that are open to receive the reason.
/// They use reserved file descriptors, because they do not count as connections.
const MAX_REFUSED: usize = 16;

/// How long such a connection may take to read the reason.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(5);

/// The course listeners of a server. The default has none.
#[derive(Clone, Debug, Default)]
pub struct CourseServers {
    /// For players that send pickles.
    pub pickle: Option<PickleCourse>,
    /// For players that send JSON lines.
    pub json: Option<JsonCourse>,
    /// Receives what happens on the listeners.
    pub events: Option<CourseEventSender>,
}

/// Why a course cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum CourseError {
    /// Two listeners, or one of them and the page, want the same port.
    #[error(
        "port {0} is asked for twice: give the page, --course-pickle and --course-json one each, as in --course-json={next}",
        next = .0.wrapping_add(1).max(1024)
    )]
    SamePort(u16),
    /// The port is in use.
    #[error(
        "port {0} is taken by another program, perhaps by an old server of the course: \
         end that, or give another port, as in --course-pickle=40000 or --course-json=40000"
    )]
    PortTaken(u16),
    /// The listener cannot be opened.
    #[error("cannot listen for course players on {address}: {cause}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        cause: io::Error,
    },
    /// The file with the last player number cannot be read.
    #[error(transparent)]
    PlayerNumbers(io::Error),
}

impl CourseServers {
    /// Opens the listeners on the interface that the server will use.
    ///
    /// Call it before [`App::build`], which writes to unfinished games: a start that fails because
    /// a port is taken must not change them. Player numbers continue those in the data folder.
    pub fn open(self, config: &Config) -> Result<OpenCourse, CourseError> {
        let folder = match &config.storage {
            Storage::Memory => None,
            Storage::Folder(folder) => Some(folder.as_path()),
        };
        let mut courses = Vec::new();
        if let Some(settings) = self.pickle {
            let roster = Roster::open(settings.names.clone(), folder).map_err(CourseError::PlayerNumbers)?;
            courses.push((settings.port, Course::Pickle(settings, Arc::new(roster))));
        }
        courses.extend(self.json.map(|settings| (settings.port, Course::Json(settings))));
        let mut ports = match config.port {
            Port::Exactly(page) => vec![page],
            Port::From(_) => Vec::new(),
        };
        for &(port, _) in &courses {
            // The system chooses another port for each 0.
            if port > 0 && ports.contains(&port) {
                return Err(CourseError::SamePort(port));
            }
            ports.push(port);
        }
        let open = |(port, course)| {
            let address = SocketAddr::new(config.address, port);
            let opened = listen(address, config.limits.send_buffer).and_then(|listener| {
                let address = listener.local_addr()?;
                Ok((listener, address, course))
            });
            opened.map_err(|cause| match cause.kind() {
                io::ErrorKind::AddrInUse => CourseError::PortTaken(port),
                _ => CourseError::Bind { address, cause },
            })
        };
        let listeners = courses.into_iter().map(open).collect::<Result<_, CourseError>>()?;
        Ok(OpenCourse { listeners, events: self.events })
    }
}

/// Course listeners that are open and not yet served.
pub struct OpenCourse {
    listeners: Vec<(TcpListener, SocketAddr, Course)>,
    events: Option<CourseEventSender>,
}

impl OpenCourse {
    /// Serves the listeners until the server stops. Returns their addresses.
    pub fn attach(self, app: &App) -> Vec<SocketAddr> {
        let refusing =
            Arc::new(Refusing { permits: Arc::new(Semaphore::new(MAX_REFUSED)), count: Refusals::default() });
        let serve = |(listener, address, course)| {
            let (services, events) = (app.services().clone(), self.events.clone());
            CourseListener { listener, services, events, refusing: Arc::clone(&refusing) }.serve(course);
            address
        };
        self.listeners.into_iter().map(serve).collect()
    }
}

enum Course {
    Pickle(PickleCourse, Arc<Roster>),
    Json(JsonCourse),
}

/// Limits what refused connections cost. All listeners share it.
struct Refusing {
    permits: Arc<Semaphore>,
    count: Refusals,
}

/// A listener that accepts course players.
struct CourseListener {
    listener: TcpListener,
    services: Services,
    events: Option<CourseEventSender>,
    refusing: Arc<Refusing>,
}

impl CourseListener {
    /// Accepts players in the background until the server stops.
    fn serve(self, course: Course) {
        let (services, events) = (self.services.clone(), self.events.clone());
        match course {
            Course::Pickle(settings, roster) => {
                let matchmaker = pickle::PickleMatchmaker::start(settings, roster, services, events);
                tokio::spawn(self.run(pickle::refusal, move |stream, peer| matchmaker.admit(stream, peer)));
            }
            Course::Json(settings) => {
                let lobby = json::LobbyListener::start(settings, services, events);
                tokio::spawn(self.run(json::refusal, move |stream, peer| lobby.admit(stream, peer)));
            }
        }
    }

    /// Accepts connections until the server stops. Connections over the limits are refused with a
    /// message of the protocol.
    async fn run(self, refusal: fn(&str) -> Vec<u8>, admit: impl Fn(TcpStream, Peer)) {
        let mut stopping = self.services.stopping.clone();
        loop {
            let (stream, peer) = tokio::select! {
                () = stopping.begun() => return,
                accepted = next_connection(&self.listener, &self.services.gates) => accepted,
            };
            let (address, why) = match peer {
                Ok(peer) => match self.services.limiters.course.take(peer.address) {
                    Ok(()) => {
                        admit(stream, peer);
                        continue;
                    }
                    Err(wait) => {
                        let why = format!("too many connections from your address: try again in {} s", wait.seconds());
                        if let Some(count) = self.services.gates.refused() {
                            tracing::warn!(count, address = %peer.address, why, "course players refused");
                        }
                        (peer.address, why)
                    }
                },
                Err(address) => {
                    let why =
                        "there are too many connections, in all or from your address: try again when others have left";
                    (address.ip(), why.to_owned())
                }
            };
            if let Ok(permit) = Arc::clone(&self.refusing.permits).try_acquire_owned() {
                let message = refusal(&why);
                tokio::spawn(async move {
                    refuse(stream, &message).await;
                    drop(permit);
                });
            }
            if let Some(count) = self.refusing.count.count() {
                report(self.events.as_ref(), CourseEvent::Refused { address, why, count });
            }
        }
    }
}

/// Sends the last message and waits until the peer has read it.
async fn refuse(mut stream: TcpStream, message: &[u8]) {
    let sent = async {
        if stream.write_all(message).await.is_ok() && stream.shutdown().await.is_ok() {
            let mut rest = [0; 256];
            while let Ok(1..) = stream.read(&mut rest).await {}
        }
    };
    let _ = timeout(REFUSAL_TIMEOUT, sent).await;
}

/// Counts from 1.
#[derive(Debug, Default)]
struct Numbers(AtomicU64);

impl Numbers {
    fn next(&self) -> u64 {
        self.0.fetch_add(1, Relaxed) + 1
    }
}

/// Receives course events.
pub type CourseEventSender = mpsc::UnboundedSender<CourseEvent>;

/// Something that happened on a course listener, for the operator: course players have no page that
/// shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CourseEvent {
    /// A player has connected.
    Came {
        /// Its name here.
        player: String,
        /// Its address.
        address: IpAddr,
    },
    /// A player has left while it played no game.
    Left {
        /// Its name here.
        player: String,
    },
    /// Connections were refused. Those over the limits are reported at most once a minute.
    Refused {
        /// The address of the last one.
        address: IpAddr,
        /// The reason, as sent to the player.
        why: String,
        /// Refused connections since the last report.
        count: u64,
    },
    /// From now on players join this tournament.
    Tournament {
        /// The tournament.
        tournament: GameId,
    },
    /// A game was created.
    Game {
        /// The game.
        game: GameId,
        /// The name of White.
        white: String,
        /// The name of Black.
        black: String,
        /// Does it wait for a click on its watch page?
        is_held: bool,
    },
    /// A game has ended.
    Over {
        /// The game.
        game: GameId,
        /// How it ended.
        how: String,
    },
}

/// Sends an event to the operator. A closed channel is ignored.
fn report(events: Option<&CourseEventSender>, event: CourseEvent) {
    if let Some(events) = events {
        let _ = events.send(event);
    }
}

impl CourseEvent {
    fn game(game: &LiveGame) -> CourseEvent {
        let name = |color| game.title(color);
        let (white, black) = (name(Color::White), name(Color::Black));
        CourseEvent::Game { game: game.id(), white, black, is_held: game.is_held() }
    }

    fn over(game: &LiveGame) -> CourseEvent {
        CourseEvent::Over { game: game.id(), how: how(game) }
    }
}

/// How a game ended, in one line with both names.
fn how(game: &LiveGame) -> String {
    let name = |color| game.title(color);
    let discs = |color| game.game().position().discs(color).len();
    let Some(winner) = game.result().and_then(GameResult::winner) else {
        let (white, black) = (name(Color::White), name(Color::Black));
        return format!("{white} and {black} draw, {}-{}", discs(Color::White), discs(Color::Black));
    };
    let (won, lost) = (name(winner), name(!winner));
    match (game.foul(), game.result()) {
        (Some(Foul { verdict, text, .. }), _) if text.is_empty() => format!("{won} wins: {lost} {}", verdict.words()),
        (Some(Foul { verdict, text, .. }), _) => format!("{won} wins: {lost} {}: {text}", verdict.words()),
        (None, Some(GameResult::TimedOut(_))) => format!("{won} wins: {lost} ran out of time"),
        _ => format!("{won} wins against {lost}, {}-{}", discs(winner), discs(!winner)),
    }
}

impl fmt::Display for CourseEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CourseEvent::Came { player, address } => write!(f, "{player} is here, from {address}"),
            CourseEvent::Left { player } => write!(f, "{player} has left"),
            CourseEvent::Refused { address, why, count: 1 } => write!(f, "A player from {address} was refused: {why}"),
            CourseEvent::Refused { address, why, count } => {
                write!(f, "{count} players were refused, the last from {address}: {why}")
            }
            CourseEvent::Tournament { tournament } => write!(f, "Players join the tournament {tournament}"),
            CourseEvent::Game { white, black, .. } => write!(f, "{white} (white, 1) plays {black} (black, -1)"),
            CourseEvent::Over { game, how } => write!(f, "{how} (game {game})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::event::Event;

    #[test]
    fn the_line_about_a_draw_names_both_players() {
        // The last move, d2, makes it 8 to 8.
        let created = r#"{"variant":"tiny","line":"b1 c1 d1 a3 a4 a1 c4 d4 d3 b4 a2",
            "seats":{"black":"bot:Bob","white":"bot:Ann"},"secrets":{"black":null,"white":null},"seed":1,"listed":true}"#;
        let created = serde_json::from_str(created).expect("a game");
        let mut table = LiveGame::new(GameId::random(), created, 0).expect("legal moves");
        let color = table.turn().expect("a move is left");
        let square = "d2".parse().expect("a square");
        for event in [Event::Moved { color, square, ms: 0, late: 0, info: None }, Event::Over] {
            table.apply(&event, 0).expect("it can happen");
        }
        let line = CourseEvent::over(&table).to_string();
        assert_eq!(line, format!("Ann and Bob draw, 8-8 (game {})", table.id()));
    }
}
