//! Doors for the players of courses, which speak protocols of their own.
//!
//! Behind each door a game is a room like all others: who connects there is given a token, and moves as bots do. Nothing here knows the rules.

mod json;
mod news;
mod pickle;

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use outflank_arena::socket::notice_death;
use tokio::{
    net::{TcpListener, TcpStream},
    time::sleep,
};

#[cfg(fuzzing)]
#[doc(hidden)]
pub use json::fuzzing;
pub use json::{JsonClass, Password};
pub use news::{News, NewsSender};
pub use pickle::PickleClass;

use crate::http::{Peer, Services};

/// What `accept` waits after a failure such as too many open files.
const BREATH: Duration = Duration::from_millis(50);

/// The doors of courses that are open. The default has none.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// For players that speak in pickles.
    pub pickle: Option<PickleClass>,
    /// For players that speak JSON lines.
    pub json: Option<JsonClass>,
    /// Who is told what happens there.
    pub news: Option<NewsSender>,
}

/// A door that is open, and answers as soon as it is served.
pub(crate) struct Door {
    listener: TcpListener,
    course: Course,
}

enum Course {
    Pickle(PickleClass),
    Json(JsonClass),
}

/// Opens the doors; where a port cannot be had, says which.
pub(crate) fn open(
    classes: &Classes,
    address: IpAddr,
    listen: impl Fn(SocketAddr) -> io::Result<TcpListener>,
) -> Result<Vec<Door>, (SocketAddr, io::Error)> {
    let pickle = classes.pickle.iter().map(|class| (class.port, Course::Pickle(*class)));
    let json = classes.json.iter().map(|class| (class.port, Course::Json(class.clone())));
    let open = |(port, course)| {
        let address = SocketAddr::new(address, port);
        listen(address).map(|listener| Door { listener, course }).map_err(|cause| (address, cause))
    };
    pickle.chain(json).map(open).collect()
}

impl Door {
    /// Where it is.
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Lets players in until the server stops, in the background.
    pub(crate) fn serve(self, services: Services, news: Option<NewsSender>) {
        let Door { listener, course } = self;
        match course {
            Course::Pickle(class) => {
                let hall = pickle::Hall::start(class, services.clone(), news);
                tokio::spawn(accept(listener, services, move |stream, peer| hall.admit(stream, peer)));
            }
            Course::Json(class) => {
                let entrance = json::Entrance::start(class, services.clone(), news);
                tokio::spawn(accept(listener, services, move |stream, peer| entrance.admit(stream, peer)));
            }
        }
    }
}

async fn accept(listener: TcpListener, services: Services, admit: impl Fn(TcpStream, Peer)) {
    let mut stopping = services.stopping.clone();
    loop {
        let accepted = tokio::select! {
            () = stopping.begun() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, address)) => match services.gates.enter(address.ip()) {
                Some(entry) => {
                    // A question is small, and somebody waits for it.
                    let _ = stream.set_nodelay(true);
                    // A laptop that sleeps says no goodbye.
                    let _ = notice_death(&stream);
                    admit(stream, Peer::new(address, entry));
                }
                None => tracing::warn!(%address, "a player of a class was refused: too many connections"),
            },
            Err(cause) => {
                tracing::warn!(%cause, "a connection could not be accepted");
                sleep(BREATH).await;
            }
        }
    }
}

/// Numbers for those who have no names.
#[derive(Debug, Default)]
struct Numbers(AtomicU64);

impl Numbers {
    fn next(&self) -> u64 {
        self.0.fetch_add(1, Relaxed) + 1
    }
}

/// Tells whoever wants to know.
fn tell(news: Option<&NewsSender>, what: News) {
    if let Some(news) = news {
        // Who does not listen any more need not be told.
        let _ = news.send(what);
    }
}
