//! Names of course players, which send no name.

use std::{
    collections::HashSet,
    fmt, fs,
    io::{self, Write},
    net::IpAddr,
    ops::Deref,
    path::{Path, PathBuf},
    str::FromStr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use outflank_arena::private;

use crate::{
    archive::{self, Archive},
    game::wire::name_key,
    tournament::tidy_name,
};

/// The file in the data folder: the highest player number, then one entrant a line with address and
/// name.
const FILE: &str = "course-players";

/// The text before the number of a player without a name.
const NUMBERED: &str = "Player ";

/// The names that a teacher has written down, by address or in order of arrival.
///
/// ```
/// use outflank_server::course::PlayerNames;
///
/// let names: PlayerNames = "# the front row\n192.0.2.7 Ann\nBob\n".parse()?;
/// assert!("192.0.2.7".parse::<PlayerNames>().is_err());
/// # Ok::<(), outflank_server::course::PlayerNamesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerNames {
    by_address: Vec<(IpAddr, String)>,
    in_order: Vec<String>,
}

/// A line without a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, {text:?}: {reason}; write one player a line, as in \"Ann\" or \"192.168.0.7 Ann\"")]
pub struct PlayerNamesError {
    line: usize,
    text: String,
    reason: &'static str,
}

impl FromStr for PlayerNames {
    type Err = PlayerNamesError;

    fn from_str(text: &str) -> Result<PlayerNames, PlayerNamesError> {
        let (mut names, mut known) = (PlayerNames::default(), HashSet::new());
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |reason| PlayerNamesError { line: number + 1, text: line.chars().take(80).collect(), reason };
            let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let address = first.parse::<IpAddr>().ok().map(|address| address.to_canonical());
            let name =
                tidy_name(if address.is_some() { rest } else { line }).ok_or_else(|| wrong("the name is missing"))?;
            if !known.insert(name_key(&name)) {
                return Err(wrong("this name is there twice"));
            }
            match address {
                Some(address) => names.by_address.push((address, name)),
                None => names.in_order.push(name),
            }
        }
        Ok(names)
    }
}

/// Gives each connected player a name that no other connected player has.
#[derive(Debug)]
pub(super) struct Roster {
    names: PlayerNames,
    state: Mutex<State>,
    file: Option<Mutex<File>>,
}

#[derive(Debug, Default)]
struct State {
    /// The keys of the names of connected players.
    taken: HashSet<String>,
    /// The last number given to a player without a name.
    last: u64,
    /// The players of the running tournament in the order in which they joined. A player that
    /// returns gets its name by its address.
    entrants: Vec<(IpAddr, String)>,
}

/// A file that is written as a whole. Its lock is held during the write and is separate from the
/// lock of the names, which never wait for the disk.
#[derive(Debug)]
struct File {
    path: PathBuf,
    /// The text on the disk.
    text: Option<String>,
}

impl Roster {
    /// Continues the numbers of earlier runs with the same data folder, and restores the names of
    /// an unfinished tournament.
    pub(super) fn open(names: PlayerNames, folder: Option<&Path>) -> io::Result<Roster> {
        let Some(folder) = folder else {
            return Ok(Roster { names, state: Mutex::default(), file: None });
        };
        let path = folder.join(FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                return Err(io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display())));
            }
        };
        let state = match &text {
            Some(text) => State::parse(text, &path)?,
            None => State { last: last_in_archive(folder)?, ..State::default() },
        };
        Ok(Roster { names, state: Mutex::new(state), file: Some(Mutex::new(File { path, text })) })
    }

    /// The first free name of: this address in the running tournament, this address in the list,
    /// the list in order, a number.
    pub(super) fn name(self: &Arc<Roster>, address: IpAddr) -> PlayerName {
        let address = address.to_canonical();
        let own = self.names.by_address.iter().filter(|(of, _)| *of == address).map(|(_, name)| name);
        let own: Vec<&String> = own.collect();
        let listed = if own.is_empty() { self.names.in_order.iter().collect() } else { own.clone() };
        let mut state = self.state();
        let State { taken, last, entrants } = &mut *state;
        let mut take = |name: String| taken.insert(name_key(&name)).then_some(name);
        let entered = entrants.iter().filter(|(of, _)| *of == address).map(|(_, name)| name);
        let name = entered.chain(listed).find_map(|name| take(name.clone())).or_else(|| {
            let first = own.first()?;
            (2..).find_map(|number: u32| take(format!("{first} ({number})")))
        });
        let name = name.unwrap_or_else(|| {
            loop {
                *last += 1;
                if let Some(name) = take(format!("{NUMBERED}{last}")) {
                    break name;
                }
            }
        });
        drop(state);
        PlayerName { name, roster: Arc::clone(self) }
    }

    /// Reserves a name for its address until the tournament is over.
    pub(super) fn entered(&self, address: IpAddr, name: &str) {
        let entrant = (address.to_canonical(), name.to_owned());
        let mut state = self.state();
        if !state.entrants.contains(&entrant) {
            state.entrants.push(entrant);
        }
    }

    /// Frees a reserved name, because its player has no more games in the tournament.
    pub(super) fn withdrawn(&self, name: &str) {
        self.state().entrants.retain(|(_, other)| other != name);
    }

    /// Frees all reserved names: a new tournament starts, or there is none.
    pub(super) fn clear_entrants(&self) {
        self.state().entrants.clear();
    }

    /// Writes the last number and the entrants to disk, so that they survive a restart. Call it
    /// before a game uses the name.
    pub(super) async fn keep(self: &Arc<Roster>) {
        let roster = Arc::clone(self);
        let written = tokio::task::spawn_blocking(move || {
            let Some(file) = &roster.file else { return Ok(()) };
            // Locked before the text is made, or an older text could replace a newer one.
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let text = roster.state().to_string();
            file.write(text)
        });
        if let Ok(Err(error)) = written.await {
            tracing::error!(%error, "the number of the last course player could not be written");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn parse(text: &str, path: &Path) -> io::Result<State> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default().trim();
        let last = first.parse().map_err(|_| {
            let (path, first) = (path.display(), outflank_rules::excerpt(first));
            let reason =
                format!("{path} holds {first:?}, which is no number: write the highest number that a player has had");
            io::Error::new(io::ErrorKind::InvalidData, reason)
        })?;
        let entrant = |line: &str| {
            let (address, name) = line.split_once(' ')?;
            Some((address.parse().ok()?, name.to_owned()))
        };
        Ok(State { taken: HashSet::new(), last, entrants: lines.filter_map(entrant).collect() })
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.last)?;
        self.entrants.iter().try_for_each(|(address, name)| writeln!(f, "{address} {name}"))
    }
}

impl File {
    /// Replaces the file, unless it holds this text already.
    fn write(&mut self, text: String) -> io::Result<()> {
        if self.text.as_ref() == Some(&text) {
            return Ok(());
        }
        let new = self.path.with_extension("new");
        let mut written = private::file().write(true).create(true).truncate(true).open(&new)?;
        written.write_all(text.as_bytes())?;
        written.sync_all()?;
        fs::rename(&new, &self.path)?;
        self.text = Some(text);
        Ok(())
    }
}

/// The highest player number in the archive, for a data folder that is older than [`FILE`].
fn last_in_archive(folder: &Path) -> io::Result<u64> {
    // If the archive cannot be opened, the server reports it when it opens the archive itself.
    let Ok(archive) = Archive::open_existing(folder.join(archive::FILE)) else { return Ok(0) };
    archive.highest_number(NUMBERED).map_err(io::Error::other)
}

/// A player's name, free again when dropped.
#[derive(Debug)]
pub(super) struct PlayerName {
    name: String,
    roster: Arc<Roster>,
}

impl Deref for PlayerName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.name
    }
}

impl Drop for PlayerName {
    fn drop(&mut self) {
        self.roster.state().taken.remove(&name_key(&self.name));
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Variant, record::Record};

    use super::*;

    fn roster(names: &str) -> Arc<Roster> {
        Arc::new(Roster::open(names.parse().expect("names"), None).expect("no file"))
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn names_go_by_address_then_by_order_then_by_number() {
        let roster = roster("# the class\n192.0.2.7  Ann B\n\nBob\n");
        let (ann, other) = (address("::ffff:192.0.2.7"), address("192.0.2.8"));
        let first = roster.name(ann);
        let again = roster.name(ann);
        let bob = roster.name(other);
        let number = roster.name(other);
        assert_eq!([&*first, &*again, &*bob, &*number], ["Ann B", "Ann B (2)", "Bob", "Player 1"]);
        drop((first, bob));
        let (first, bob, number) = (roster.name(ann), roster.name(other), roster.name(other));
        assert_eq!([&*first, &*bob, &*number], ["Ann B", "Bob", "Player 2"], "a name is free when its player has gone");
    }

    #[test]
    fn wrong_lines_are_quoted() {
        for (text, part) in [
            ("Ann\n192.0.2.7", "line 2, \"192.0.2.7\": the name is missing"),
            ("Ann\n\n192.0.2.7 ann", "line 3, \"192.0.2.7 ann\": this name is there twice"),
        ] {
            let error = text.parse::<PlayerNames>().expect_err(text).to_string();
            assert!(error.contains(part) && error.contains("192.168.0.7 Ann"), "{error}");
        }
    }

    #[test]
    fn an_address_takes_back_the_names_that_it_had_in_the_tournament() {
        let roster = roster("Bob\n");
        let (lab, other) = (address("192.0.2.7"), address("192.0.2.8"));
        let players = [lab, lab, other].map(|address| (address, roster.name(address)));
        let late = roster.name(lab);
        for (address, name) in &players {
            roster.entered(*address, name);
        }
        let [(_, bob), (_, first), (_, second)] = players;
        assert_eq!([&*bob, &*first, &*second, &*late], ["Bob", "Player 1", "Player 2", "Player 3"]);
        drop((bob, first, second, late));
        let players = [other, lab, lab, lab].map(|address| roster.name(address));
        assert_eq!(players.each_ref().map(|name| &**name), ["Player 2", "Bob", "Player 1", "Player 4"]);
        roster.withdrawn("Player 1");
        drop(players);
        let players = [lab, lab].map(|address| roster.name(address));
        assert_eq!(players.each_ref().map(|name| &**name), ["Bob", "Player 5"]);
    }

    #[tokio::test]
    async fn numbers_continue_after_those_in_an_archive_without_a_file() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let archive = Archive::open(folder.path().join(archive::FILE)).expect("an archive");
        let mut record = Record::new(Game::new(Variant::STANDARD.start()));
        record.black.name = "Player 7".to_owned();
        record.white.name = "Player 12 b".to_owned();
        archive.add([archive::ArchivedGame::of_record(record, "test")]).expect("one game");
        let roster = Arc::new(Roster::open(PlayerNames::default(), Some(folder.path())).expect("no file"));
        assert_eq!(&*roster.name(address("192.0.2.7")), "Player 8");
    }

    #[tokio::test]
    async fn numbers_continue_after_a_restart() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let open = || Roster::open(PlayerNames::default(), Some(folder.path()));
        let roster = Arc::new(open().expect("no file yet"));
        assert_eq!(&*roster.name(address("192.0.2.7")), "Player 1");
        assert_eq!(&*roster.name(address("192.0.2.7")), "Player 2");
        roster.entered(address("192.0.2.7"), "Player 2");
        roster.keep().await;
        let roster = Arc::new(open().expect("a number"));
        let back = roster.name(address("192.0.2.7"));
        assert_eq!(&*back, "Player 2", "a tournament goes on after a restart");
        assert_eq!(&*roster.name(address("192.0.2.7")), "Player 3");
        fs::write(folder.path().join(FILE), "many").expect("a file");
        let error = open().expect_err("no number").to_string();
        assert!(error.contains("\"many\", which is no number"), "{error}");
    }
}
