//! The view of a tournament: snapshots, boards and files. Each text is rendered on demand, once for
//! all viewers.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use super::{
    Export, File, LiveTournament, Tournaments,
    view::{self, Viewer},
};
use crate::{
    game::LiveGame,
    log::{GameStatus, id::GameId},
};

/// The shortest time between two snapshots for one viewer.
pub(crate) const SNAPSHOTS_EVERY: Duration = Duration::from_secs(1);

/// The shortest time between two sets of boards for one viewer.
pub(crate) const BOARDS_EVERY: Duration = Duration::from_millis(500);

/// Milliseconds that a finished game stays on the boards.
const LINGER: u64 = 4000;

/// The visible state of a tournament.
pub(crate) struct Scoreboard {
    id: GameId,
    tournament: Mutex<Arc<LiveTournament>>,
    games: Mutex<BTreeMap<u32, Shown>>,
    /// Changes with everything that viewers see.
    changes: watch::Sender<()>,
    texts: tokio::sync::Mutex<Texts>,
    exports: Exports,
}

/// A game on the boards.
enum Shown {
    Running(watch::Receiver<Arc<LiveGame>>),
    Ended(Arc<LiveGame>, u64),
}

impl Shown {
    fn game(&self) -> Arc<LiveGame> {
        match self {
            Shown::Running(states) => Arc::clone(&states.borrow()),
            Shown::Ended(game, _) => Arc::clone(game),
        }
    }
}

#[derive(Default)]
struct Texts {
    /// For spectators, and for the host.
    snapshots: [Option<CachedText<Standing>>; 2],
    boards: Option<CachedText<Positions>>,
}

/// A text, and the value it was written from.
#[derive(Clone)]
pub(crate) struct RenderedText<T> {
    pub(crate) of: T,
    pub(crate) text: Arc<str>,
    /// Is it the text of the current value?
    pub(crate) is_current: bool,
}

/// A text that may serve other viewers too.
struct CachedText<T> {
    text: RenderedText<T>,
    at: Instant,
}

impl<T: Clone + PartialEq> CachedText<T> {
    fn new(of: T, text: Arc<str>) -> CachedText<T> {
        CachedText { text: RenderedText { of, text, is_current: true }, at: Instant::now() }
    }

    /// Returns the text if it is current except for the time, or not older than `oldest`.
    fn serve(&self, of: &T, now: u64, oldest: Duration) -> Option<RenderedText<T>> {
        let is_current = self.text.of == *of;
        let text = if is_current { stamped(&self.text.text, now) } else { Arc::clone(&self.text.text) };
        (is_current || self.at.elapsed() < oldest).then(|| RenderedText { of: self.text.of.clone(), text, is_current })
    }
}

/// Replaces the time in a text. The field precedes all text that users wrote.
fn stamped(text: &str, now: u64) -> Arc<str> {
    const FIELD: &str = "\"now\":";
    let Some((before, after)) = text.split_once(FIELD) else { return text.into() };
    format!("{before}{FIELD}{now}{}", after.trim_start_matches(|character: char| character.is_ascii_digit())).into()
}

/// What a snapshot depends on: the version of the log, and who is connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    version: u64,
    here: Vec<bool>,
}

/// What boards depend on: the number and version of each game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Positions(Vec<(u32, u64)>);

impl Scoreboard {
    pub(super) fn new(tournament: Arc<LiveTournament>) -> Scoreboard {
        Scoreboard {
            id: tournament.id(),
            tournament: Mutex::new(tournament),
            games: Mutex::default(),
            changes: watch::Sender::default(),
            texts: tokio::sync::Mutex::default(),
            exports: Exports::default(),
        }
    }

    /// The tournament's id.
    pub(crate) fn id(&self) -> GameId {
        self.id
    }

    /// The current state.
    pub(crate) fn tournament(&self) -> Arc<LiveTournament> {
        Arc::clone(&self.lock())
    }

    /// Returns the exported file of this name.
    pub(crate) async fn file(&self, name: &str) -> Option<Arc<File>> {
        self.exports.file(self.tournament(), name.to_owned()).await
    }

    /// Changes whenever viewers can see something new.
    pub(crate) fn changes(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Returns the snapshot. Renders it again only if it has changed and the last one is older than
    /// `oldest`.
    pub(crate) async fn snapshot(
        &self,
        tournaments: &Tournaments,
        is_host: bool,
        oldest: Duration,
    ) -> RenderedText<Standing> {
        let mut texts = self.texts.lock().await;
        let (tournament, now) = (self.tournament(), tournaments.now());
        let here: Vec<bool> = tournament
            .entries()
            .iter()
            .map(|entry| entry.token().is_some_and(|token| tournaments.is_here(token)))
            .collect();
        let of = Standing { version: tournament.version(), here };
        let kept = &mut texts.snapshots[usize::from(is_host)];
        if let Some(text) = kept.as_ref().and_then(|kept| kept.serve(&of, now, oldest)) {
            return text;
        }
        let present = of.here.clone();
        let text = rendered(move || {
            let is_here = |token| tournament.entrant_of(token).is_some_and(|place| present[place]);
            view::snapshot(&tournament, &Viewer { is_host, is_here: &is_here, now })
        });
        kept.insert(CachedText::new(of, text.await)).text.clone()
    }

    /// Returns the boards, under the same condition.
    pub(crate) async fn boards(&self, tournaments: &Tournaments, oldest: Duration) -> RenderedText<Positions> {
        let mut texts = self.texts.lock().await;
        let (tournament, now) = (self.tournament(), tournaments.now());
        let games = self.shown(now);
        let of = Positions(games.iter().map(|(number, game)| (*number, game.version())).collect());
        if let Some(text) = texts.boards.as_ref().and_then(|kept| kept.serve(&of, now, oldest)) {
            return text;
        }
        let text =
            rendered(move || view::boards(&tournament, games.iter().map(|(number, game)| (*number, &**game)), now));
        texts.boards.insert(CachedText::new(of, text.await)).text.clone()
    }

    /// Returns the games on the boards, and removes those that ended [`LINGER`] ms ago.
    fn shown(&self, now: u64) -> Vec<(u32, Arc<LiveGame>)> {
        let mut games = self.games();
        games.retain(|_, shown| !matches!(shown, Shown::Ended(_, at) if at.saturating_add(LINGER) < now));
        games.iter().map(|(number, shown)| (*number, shown.game())).collect()
    }

    /// Puts a game on the boards.
    pub(super) fn show(&self, number: u32, states: watch::Receiver<Arc<LiveGame>>) {
        self.games().insert(number, Shown::Running(states));
        self.stir();
    }

    /// Keeps a finished game on the boards for [`LINGER`] ms.
    pub(super) fn keep(self: &Arc<Scoreboard>, number: u32, game: Arc<LiveGame>, now: u64) {
        debug_assert_eq!(game.status(), GameStatus::Over);
        let mut games = self.games();
        games.retain(|_, shown| !matches!(shown, Shown::Ended(_, at) if at.saturating_add(LINGER) < now));
        games.insert(number, Shown::Ended(game, now));
        // Viewers must see it go, even if nothing else happens.
        let board = Arc::downgrade(self);
        tokio::spawn(async move {
            sleep(Duration::from_millis(LINGER + 1)).await;
            board.upgrade().inspect(|board| board.stir());
        });
    }

    /// Removes all running games.
    pub(super) fn clear(&self) {
        self.games().retain(|_, shown| matches!(shown, Shown::Ended(..)));
        self.stir();
    }

    /// Shows this state from now on.
    pub(super) fn replace(&self, tournament: Arc<LiveTournament>) {
        *self.lock() = tournament;
        self.stir();
    }

    /// Wakes the viewers.
    pub(super) fn stir(&self) {
        self.changes.send_replace(());
    }

    fn lock(&self) -> MutexGuard<'_, Arc<LiveTournament>> {
        self.tournament.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<u32, Shown>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Renders on a blocking thread: large tournaments take long.
async fn rendered(write: impl FnOnce() -> String + Send + 'static) -> Arc<str> {
    tokio::task::spawn_blocking(write).await.expect("views do not panic").into()
}

/// The name of the archive with all files.
pub(crate) const EXPORT_ARCHIVE: &str = "export.zip";

/// The most bytes of a cached file.
const MAX_CACHED_BYTES: usize = 4 << 20;

/// Renders one exported file at a time and caches the last. Large tournaments take long, and a
/// whole class requests the same file.
#[derive(Default)]
struct Exports {
    last: Arc<tokio::sync::Mutex<Option<Made>>>,
}

struct Made {
    version: u64,
    asked: String,
    file: Arc<File>,
}

impl Exports {
    /// Returns the file of this name; `None` if there is none, or before the start.
    async fn file(&self, tournament: Arc<LiveTournament>, asked: String) -> Option<Arc<File>> {
        let mut last = Arc::clone(&self.last).lock_owned().await;
        let kept = last.as_ref().filter(|made| made.version == tournament.version() && made.asked == asked);
        if let Some(made) = kept {
            return Some(Arc::clone(&made.file));
        }
        // The rendering continues if the client disconnects, and the next request waits for it: one
        // file at a time.
        let making = tokio::task::spawn_blocking(move || {
            let export = Export::new(&tournament)?;
            let file = if asked == EXPORT_ARCHIVE { Some(export.archive()) } else { export.file(&asked) };
            let file = Arc::new(file?);
            *last = (file.bytes.len() <= MAX_CACHED_BYTES).then(|| Made {
                version: tournament.version(),
                asked,
                file: Arc::clone(&file),
            });
            Some(file)
        });
        making.await.expect("exports do not panic")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        log::secret::Secret,
        tournament::{Event, NewTournament},
    };

    #[test]
    fn only_the_time_of_a_text_changes() {
        let text = r#"{"type":"boards","now":17,"title":"\"now\":5"}"#;
        assert_eq!(&*stamped(text, 204), r#"{"type":"boards","now":204,"title":"\"now\":5"}"#);
        assert_eq!(&*stamped("{}", 204), "{}");
    }

    #[test]
    fn only_changed_texts_are_rendered_again() {
        let kept = CachedText::new(1, r#"{"now":5}"#.into());
        let text = kept.serve(&1, 9, Duration::ZERO).expect("it is as good as new");
        assert!(text.is_current && &*text.text == r#"{"now":9}"#);
        assert!(kept.serve(&2, 9, Duration::ZERO).is_none());
        let text = kept.serve(&2, 9, Duration::from_secs(3600)).expect("it is young enough");
        assert!(!text.is_current && text.of == 1);
    }

    #[tokio::test]
    async fn files_are_cached_until_the_tournament_changes() {
        let request: NewTournament = serde_json::from_str(r#"{"players":["greedy","random"]}"#).unwrap();
        let host = Secret::random().hash();
        let events = request.resolve(host, "KITE-42".parse().unwrap(), 1).unwrap();
        let Event::Created(created) = &events[0] else { panic!("it is created first") };
        let mut tournament = LiveTournament::new(GameId::random(), (**created).clone(), 0);
        for event in events[1..].iter().chain([&Event::Started]) {
            tournament.apply(event, 0).unwrap();
        }
        let exports = Exports::default();
        let file = async |tournament: &LiveTournament, name: &str| {
            exports.file(Arc::new(tournament.clone()), name.to_owned()).await
        };
        let first = file(&tournament, "report.html").await.unwrap();
        assert!(Arc::ptr_eq(&first, &file(&tournament, "report.html").await.unwrap()));
        assert!(file(&tournament, "nothing.html").await.is_none());
        assert!(file(&tournament, EXPORT_ARCHIVE).await.unwrap().name.ends_with(".zip"));
        let again = file(&tournament, "report.html").await.unwrap();
        assert_eq!(again, first);
        tournament.apply(&Event::Paused, 0).unwrap();
        assert!(!Arc::ptr_eq(&again, &file(&tournament, "report.html").await.unwrap()), "something has happened");
    }
}
