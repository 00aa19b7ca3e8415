//! What everybody sees of a tournament. Texts are written once for all who look, and only if somebody does.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use super::{Tournaments, exports::Exports};
use crate::{
    id::GameId,
    store::GameStatus,
    table::Table,
    tournament::{
        Contest, Event, File,
        view::{self, Viewer},
    },
};

/// Whoever looks on is told at most so often how everybody stands.
pub(crate) const SNAPSHOTS_EVERY: Duration = Duration::from_secs(1);

/// The same for the boards.
pub(crate) const BOARDS_EVERY: Duration = Duration::from_millis(500);

/// Milliseconds for which a game that has ended can still be seen.
const LINGER: u64 = 4000;

/// A tournament, as far as it can be seen.
pub(crate) struct Scoreboard {
    id: GameId,
    contest: Mutex<Arc<Contest>>,
    tables: Mutex<BTreeMap<u32, Shown>>,
    /// Changes with everything that can be seen.
    stirring: watch::Sender<()>,
    texts: tokio::sync::Mutex<Texts>,
    exports: Exports,
}

/// A game that can be looked at.
enum Shown {
    Running(watch::Receiver<Arc<Table>>),
    Ended(Arc<Table>, u64),
}

impl Shown {
    fn table(&self) -> Arc<Table> {
        match self {
            Shown::Running(tables) => Arc::clone(&tables.borrow()),
            Shown::Ended(table, _) => Arc::clone(table),
        }
    }
}

#[derive(Default)]
struct Texts {
    /// For others, and for the host.
    snapshots: [Option<Kept<Standing>>; 2],
    boards: Option<Kept<Positions>>,
}

/// A text, and what tells it from others.
#[derive(Clone)]
pub(crate) struct Told<T> {
    pub(crate) of: T,
    pub(crate) text: Arc<str>,
    /// Would one that is written now say the same?
    pub(crate) is_current: bool,
}

/// A text that may serve others too.
struct Kept<T> {
    told: Told<T>,
    at: Instant,
}

impl<T: Clone + PartialEq> Kept<T> {
    fn new(of: T, text: Arc<str>) -> Kept<T> {
        Kept { told: Told { of, text, is_current: true }, at: Instant::now() }
    }

    /// The text, if it is good enough for somebody who would see this now: if it says the same but for the time, or is no older than that.
    fn serve(&self, of: &T, now: u64, oldest: Duration) -> Option<Told<T>> {
        let is_current = self.told.of == *of;
        let text = if is_current { stamped(&self.told.text, now) } else { Arc::clone(&self.told.text) };
        (is_current || self.at.elapsed() < oldest).then(|| Told { of: self.told.of.clone(), text, is_current })
    }
}

/// A text with another time in it, which stands before all that people have written.
fn stamped(text: &str, now: u64) -> Arc<str> {
    const FIELD: &str = "\"now\":";
    let Some((before, after)) = text.split_once(FIELD) else { return text.into() };
    format!("{before}{FIELD}{now}{}", after.trim_start_matches(|sign: char| sign.is_ascii_digit())).into()
}

/// What a snapshot depends on: the log, and who is connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    version: u64,
    here: Vec<bool>,
}

/// What boards depend on: the games, and how far each is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Positions(Vec<(u32, u64)>);

impl Scoreboard {
    pub(super) fn new(contest: Contest) -> Scoreboard {
        Scoreboard {
            id: contest.id(),
            contest: Mutex::new(Arc::new(contest)),
            tables: Mutex::default(),
            stirring: watch::Sender::default(),
            texts: tokio::sync::Mutex::default(),
            exports: Exports::default(),
        }
    }

    /// The tournament's name.
    pub(crate) fn id(&self) -> GameId {
        self.id
    }

    /// The tournament as it stands.
    pub(crate) fn contest(&self) -> Arc<Contest> {
        Arc::clone(&self.lock())
    }

    /// A file to take home, if there is one of this name.
    pub(crate) async fn file(&self, name: &str) -> Option<Arc<File>> {
        self.exports.file(self.contest(), name.to_owned()).await
    }

    /// Tells whenever there is something new to be seen.
    pub(crate) fn stirring(&self) -> watch::Receiver<()> {
        self.stirring.subscribe()
    }

    /// The whole of it for somebody who knows nothing yet. If nothing has changed since it was written, or that was at most `oldest` ago, it is not
    /// written anew.
    pub(crate) async fn snapshot(&self, house: &Tournaments, is_host: bool, oldest: Duration) -> Told<Standing> {
        let mut texts = self.texts.lock().await;
        let (contest, now) = (self.contest(), house.now());
        let here: Vec<bool> =
            contest.entries().iter().map(|entry| entry.token().is_some_and(|token| house.is_here(token))).collect();
        let of = Standing { version: contest.version(), here };
        let kept = &mut texts.snapshots[usize::from(is_host)];
        if let Some(told) = kept.as_ref().and_then(|kept| kept.serve(&of, now, oldest)) {
            return told;
        }
        let present = of.here.clone();
        let text = off_the_way(move || {
            let is_here = |token| contest.entrant_of(token).is_some_and(|place| present[place]);
            view::snapshot(&contest, &Viewer { is_host, is_here: &is_here, now })
        });
        kept.insert(Kept::new(of, text.await)).told.clone()
    }

    /// The boards, under the same conditions.
    pub(crate) async fn boards(&self, house: &Tournaments, oldest: Duration) -> Told<Positions> {
        let mut texts = self.texts.lock().await;
        let (contest, now) = (self.contest(), house.now());
        let tables = self.shown(now);
        let of = Positions(tables.iter().map(|(number, table)| (*number, table.version())).collect());
        if let Some(told) = texts.boards.as_ref().and_then(|kept| kept.serve(&of, now, oldest)) {
            return told;
        }
        let text =
            off_the_way(move || view::boards(&contest, tables.iter().map(|(number, table)| (*number, &**table)), now));
        texts.boards.insert(Kept::new(of, text.await)).told.clone()
    }

    /// The games that can be seen; those that ended a while ago are forgotten.
    fn shown(&self, now: u64) -> Vec<(u32, Arc<Table>)> {
        let mut tables = self.tables();
        tables.retain(|_, shown| !matches!(shown, Shown::Ended(_, at) if at.saturating_add(LINGER) < now));
        tables.iter().map(|(number, shown)| (*number, shown.table())).collect()
    }

    /// From now on a game can be seen.
    pub(super) fn show(&self, number: u32, tables: watch::Receiver<Arc<Table>>) {
        self.tables().insert(number, Shown::Running(tables));
        self.stir();
    }

    /// A game has ended, and can be seen for a while.
    pub(super) fn keep(self: &Arc<Scoreboard>, number: u32, table: Arc<Table>, now: u64) {
        debug_assert_eq!(table.status(), GameStatus::Over);
        let mut tables = self.tables();
        tables.retain(|_, shown| !matches!(shown, Shown::Ended(_, at) if at.saturating_add(LINGER) < now));
        tables.insert(number, Shown::Ended(table, now));
        // Nothing else may happen for long, and it is to go away nevertheless.
        let board = Arc::downgrade(self);
        tokio::spawn(async move {
            sleep(Duration::from_millis(LINGER + 1)).await;
            board.upgrade().inspect(|board| board.stir());
        });
    }

    /// No game is played any more.
    pub(super) fn clear(&self) {
        self.tables().retain(|_, shown| matches!(shown, Shown::Ended(..)));
        self.stir();
    }

    /// These have happened.
    pub(super) fn happened(&self, events: &[Event], at: u64) {
        let mut contest = self.lock();
        // Copied only while somebody looks at it.
        let contest = Arc::make_mut(&mut contest);
        for event in events {
            contest.apply(event, at).expect("its owner has applied the same");
        }
        self.stir();
    }

    /// Something else is true than was thought.
    pub(super) fn replace(&self, contest: Contest) {
        *self.lock() = Arc::new(contest);
        self.stir();
    }

    /// There is something new to be seen.
    pub(super) fn stir(&self) {
        self.stirring.send_replace(());
    }

    fn lock(&self) -> MutexGuard<'_, Arc<Contest>> {
        self.contest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<u32, Shown>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Large tables take a while: other connections need not wait.
async fn off_the_way(write: impl FnOnce() -> String + Send + 'static) -> Arc<str> {
    tokio::task::spawn_blocking(write).await.expect("views do not panic").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_time_of_a_text_changes() {
        let text = r#"{"type":"boards","now":17,"title":"\"now\":5"}"#;
        assert_eq!(&*stamped(text, 204), r#"{"type":"boards","now":204,"title":"\"now\":5"}"#);
        assert_eq!(&*stamped("{}", 204), "{}");
    }

    #[test]
    fn what_has_not_changed_is_not_written_anew_and_what_has_is() {
        let kept = Kept::new(1, r#"{"now":5}"#.into());
        let told = kept.serve(&1, 9, Duration::ZERO).expect("it is as good as new");
        assert!(told.is_current && &*told.text == r#"{"now":9}"#);
        assert!(kept.serve(&2, 9, Duration::ZERO).is_none());
        let told = kept.serve(&2, 9, Duration::from_secs(3600)).expect("it is young enough");
        assert!(!told.is_current && told.of == 1);
    }
}
