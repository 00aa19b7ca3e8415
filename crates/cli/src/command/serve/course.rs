//! The listeners for the players of courses.

use std::{
    convert::Infallible,
    fmt, fs, future,
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
    time::Duration,
};

use outflank_arena::{printable, tournament::TournamentFormat};
use outflank_server::{
    config::Limits,
    course::{CourseEvent, CourseServers, JsonCourse, PickleCourse, PlayerNames, PlayerNamesError},
    game::Seat,
    log::secret::Secret,
    web::reach::Reach,
};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::urls::PageUrls;
use crate::{cli::whole_number, command::tournament::tournament_format, error::Error};

/// Connections from one address with a course: a whole class may share one address.
const CONNECTIONS_PER_ADDRESS: usize = 1000;

/// Which listeners to open, and their settings.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Course")]
#[command(group(clap::ArgGroup::new("course").args(["course_pickle", "course_json"]).multiple(true)))]
pub(super) struct CourseArgs {
    /// Listen for players of a Python course that send pickles [default port: 33333] (see
    /// docs/how-to/courses.md)
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "33333", value_parser = whole_number::<u16>(0..=u16::MAX))]
    course_pickle: Option<u16>,

    /// Listen for players of a course that send JSON lines and log in with --course-password
    /// [default port: 33333]
    #[arg(
        long,
        value_name = "PORT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "33333",
        value_parser = whole_number::<u16>(0..=u16::MAX),
        requires = "course_password"
    )]
    course_json: Option<u16>,

    /// Set the password of --course-json
    #[arg(long, value_name = "WORD", requires = "course_json", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    course_password: Option<String>,

    /// Limit each move, in seconds; 0 for no limit [default: 30 with --course-pickle, 5 with
    /// --course-json]
    #[arg(long, value_name = "SECONDS", requires = "course", value_parser = whole_number::<u64>(0..))]
    course_time: Option<u64>,

    /// Ask again up to N times after an illegal answer; then the player loses [default: 3]
    #[arg(long, value_name = "N", requires = "course_pickle", value_parser = whole_number::<u32>(0..))]
    course_retries: Option<u32>,

    /// Play at most N games of --course-pickle at a time [default: 64]
    #[arg(long, value_name = "N", requires = "course_pickle", value_parser = whole_number::<u16>(1..=10_000))]
    course_games: Option<u16>,

    /// Name players by FILE: one name per line in order of arrival, or an address and a name
    #[arg(long, value_name = "FILE", requires = "course_pickle")]
    course_names: Option<PathBuf>,

    /// Add a built-in player, as in greedy, level:5 or minimax:3 (repeatable)
    #[arg(long, value_name = "PLAYER", requires = "course_pickle", value_parser = opponent)]
    course_opponent: Vec<Seat>,

    /// Let players join a tournament in FORMAT, or round-robin without one; you start it on its
    /// page
    #[arg(
        long,
        value_name = "FORMAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "round-robin",
        value_parser = tournament_format(),
        ignore_case = true,
        requires = "course_pickle"
    )]
    course_tournament: Option<TournamentFormat>,
}

impl CourseArgs {
    /// Is there a listener for a course?
    pub(super) fn is_given(&self) -> bool {
        self.course_pickle.is_some() || self.course_json.is_some()
    }

    pub(super) fn servers(&self) -> Result<CourseServers, Error> {
        let json = self.course_json.zip(self.course_password.as_deref());
        Ok(CourseServers {
            pickle: self.course_pickle.map(|port| self.pickle(port)).transpose()?,
            json: json.map(|(port, password)| self.json(port, password)),
            ..CourseServers::default()
        })
    }

    pub(super) fn limits(&self) -> Limits {
        let usual = Limits::default();
        let raised = usual.connections_per_address.max(CONNECTIONS_PER_ADDRESS);
        let connections_per_address = if self.is_given() { raised } else { usual.connections_per_address };
        Limits { connections_per_address, ..usual }
    }

    fn pickle(&self, port: u16) -> Result<PickleCourse, Error> {
        let usual = PickleCourse::default();
        let time = self.course_time.map_or(usual.time, limit);
        if self.course_tournament.is_some() && time.is_none() {
            return Err(Error::TournamentWithoutTime);
        }
        Ok(PickleCourse {
            port,
            time,
            tries: self.course_retries.unwrap_or(usual.tries),
            concurrency: self.course_games.map_or(usual.concurrency, usize::from),
            names: self.names()?,
            opponents: self.course_opponent.clone(),
            tournament: self.course_tournament,
            ..usual
        })
    }

    fn names(&self) -> Result<PlayerNames, Error> {
        let Some(path) = &self.course_names else { return Ok(PlayerNames::default()) };
        let wrong = |cause: &dyn fmt::Display| Error::CourseNames { path: path.clone(), cause: cause.to_string() };
        fs::read_to_string(path)
            .map_err(|cause| wrong(&cause))?
            .parse()
            .map_err(|cause: PlayerNamesError| wrong(&cause))
    }

    fn json(&self, port: u16, password: &str) -> JsonCourse {
        let usual = JsonCourse::new(password);
        JsonCourse { port, time: self.course_time.map_or(usual.time, limit), ..usual }
    }
}

fn limit(seconds: u64) -> Option<Duration> {
    (seconds > 0).then(|| Duration::from_secs(seconds))
}

/// A built-in player.
fn opponent(text: &str) -> Result<Seat, String> {
    let wrong =
        || format!("{text:?} is not a built-in player: use one that outflank match has, as in greedy or level:5");
    text.parse().ok().filter(|seat| matches!(seat, Seat::Computer(_))).ok_or_else(wrong)
}

/// Adds a channel that receives what happens on the listeners.
pub(super) fn subscribe(course: &mut CourseServers) -> UnboundedReceiver<CourseEvent> {
    let (sender, events) = mpsc::unbounded_channel();
    course.events = Some(sender);
    events
}

/// Prints the addresses of the listeners, and with two listeners the protocol of each.
pub(super) fn print_listeners(listeners: &[SocketAddr], out: &mut dyn Write) -> io::Result<()> {
    let speakers = if listeners.len() > 1 { [" that send pickles", " that send JSON lines"] } else { [""; 2] };
    for (address, speakers) in listeners.iter().zip(speakers) {
        let origin = Reach::of(*address).origin();
        let others = origin.as_deref().and_then(|origin| origin.strip_prefix("http://"));
        write!(out, "Players of the course{speakers} connect to 127.0.0.1:{}", address.port())?;
        match others {
            Some(others) => writeln!(out, ", or to {others} from other machines")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// Prints the operator's key to stdout. The log, which goes to stderr, never holds it.
pub(super) fn print_key(key: &Secret, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Your key, for the API and to run tournaments: {}", key.reveal())
}

/// Prints events and never returns. After a failed write it prints no more, and the games continue.
pub(super) async fn print_events(
    mut events: UnboundedReceiver<CourseEvent>,
    urls: &PageUrls,
    key: &Secret,
    out: &mut dyn Write,
) -> Infallible {
    while let Some(what) = events.recv().await {
        if writeln!(out, "{}", printable(&line(&what, urls, key))).and_then(|()| out.flush()).is_err() {
            break;
        }
    }
    future::pending().await
}

fn line(events: &CourseEvent, urls: &PageUrls, key: &Secret) -> String {
    match events {
        CourseEvent::Game { game, is_held, .. } => {
            let click = if *is_held { " (click there to start)" } else { "" };
            format!("{events}: {}watch/{game}{click}", urls.here())
        }
        // The key after the # stays in the browser.
        CourseEvent::Tournament { tournament } => {
            format!(
                "Players join a tournament. Start and run it at {}tournament/{tournament}#key={}",
                urls.here(),
                key.reveal()
            )
        }
        CourseEvent::Came { .. }
        | CourseEvent::Left { .. }
        | CourseEvent::Refused { .. }
        | CourseEvent::Over { .. } => events.to_string(),
    }
}
