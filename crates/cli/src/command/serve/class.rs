//! The doors for the players of courses, and what happens behind them.

use std::{
    convert::Infallible,
    future,
    io::{self, Write},
    net::SocketAddr,
    time::Duration,
};

use outflank_server::{
    class::News,
    config::{Classes, JsonClass, PickleClass},
    reach::Reach,
};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::place::Place;

/// Which doors, and what holds behind them.
#[derive(Debug, Default, clap::Args)]
#[command(group(clap::ArgGroup::new("class").args(["class_pickle", "class_json"]).multiple(true)))]
pub(super) struct ClassArgs {
    /// Be the server of a course whose Python players speak in pickles, at this port [default: 33333]; see docs/classes.md
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = "33333")]
    class_pickle: Option<u16>,

    /// Be the server of a course whose players speak JSON lines and log in with --class-password, at this port [default: 33333]
    #[arg(
        long,
        value_name = "PORT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "33333",
        requires = "class_password"
    )]
    class_json: Option<u16>,

    /// The word by which players log in at --class-json
    #[arg(long, value_name = "WORD", requires = "class_json", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    class_password: Option<String>,

    /// Seconds that a player of a course may think about a move, or 0 for no limit [default: 30 with --class-pickle, 5 with --class-json]
    #[arg(long, value_name = "SECONDS", requires = "class")]
    class_time: Option<u64>,

    /// How often a player at --class-pickle is asked again after an illegal answer, before it loses [default: 3]
    #[arg(long, value_name = "N", requires = "class_pickle")]
    class_tries: Option<u32>,

    /// Games at --class-pickle at a time; with 1 they are played one after another [default: 64]
    #[arg(long, value_name = "N", requires = "class_pickle", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    class_games: Option<u16>,
}

impl ClassArgs {
    pub(super) fn classes(&self) -> Classes {
        let json = self.class_json.zip(self.class_password.as_deref());
        Classes {
            pickle: self.class_pickle.map(|port| self.pickle(port)),
            json: json.map(|(port, password)| self.json(port, password)),
            ..Classes::default()
        }
    }

    fn pickle(&self, port: u16) -> PickleClass {
        let usual = PickleClass::default();
        PickleClass {
            port,
            time: self.class_time.map_or(usual.time, limit),
            tries: self.class_tries.unwrap_or(usual.tries),
            tables: self.class_games.map_or(usual.tables, usize::from),
        }
    }

    fn json(&self, port: u16, password: &str) -> JsonClass {
        let usual = JsonClass::new(password);
        JsonClass { port, time: self.class_time.map_or(usual.time, limit), ..usual }
    }
}

fn limit(seconds: u64) -> Option<Duration> {
    (seconds > 0).then(|| Duration::from_secs(seconds))
}

/// Asks to be told what happens.
pub(super) fn subscribe(classes: &mut Classes) -> UnboundedReceiver<News> {
    let (sender, news) = mpsc::unbounded_channel();
    classes.news = Some(sender);
    news
}

/// Says where players connect to; where there are two doors, who is meant by which.
pub(super) fn print_doors(doors: &[SocketAddr], out: &mut dyn Write) -> io::Result<()> {
    let speakers = if doors.len() > 1 { [" who speak in pickles", " who speak JSON lines"] } else { [""; 2] };
    for (door, speakers) in doors.iter().zip(speakers) {
        let origin = Reach::of(*door).origin();
        let others = origin.as_deref().and_then(|origin| origin.strip_prefix("http://"));
        write!(out, "Players of the course{speakers} connect to 127.0.0.1:{}", door.port())?;
        match others {
            Some(others) => writeln!(out, ", or to {others} from other machines")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// Prints what happens, for ever. Where nothing can be printed any more, the games go on.
pub(super) async fn print_news(mut news: UnboundedReceiver<News>, place: &Place, out: &mut dyn Write) -> Infallible {
    while let Some(what) = news.recv().await {
        if writeln!(out, "{}", line(&what, place)).and_then(|()| out.flush()).is_err() {
            break;
        }
    }
    future::pending().await
}

fn line(news: &News, place: &Place) -> String {
    match news {
        News::Game { game, is_held, .. } => {
            let click = if *is_held { " (click there to start)" } else { "" };
            format!("{news}: {}watch/{game}{click}", place.here())
        }
        News::Came { .. } | News::Over { .. } => news.to_string(),
    }
}
