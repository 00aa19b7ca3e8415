//! Names for WTHOR files, which come in files of their own: they are remembered.

use std::io::Read;

use outflank_rules::record::{
    Cause,
    wthor::{NameList, Names},
};

use crate::archive::{Archive, ArchiveError};

/// Notes of the archive.
const PLAYERS: &str = "wthor players";
const TOURNAMENTS: &str = "wthor tournaments";

/// No file of names is longer: 65,535 names of 26 bytes.
const MOST_BYTES: u64 = 2 << 20;

/// Remembers a file of names, and says how many there are; or what is wrong with it.
pub(super) fn remember(
    archive: &Archive,
    mut bytes: Vec<u8>,
    rest: impl Read,
) -> Result<Result<u64, Cause>, ArchiveError> {
    if let Err(cause) = rest.take(MOST_BYTES).read_to_end(&mut bytes) {
        return Ok(Err(cause.into()));
    }
    let (note, names) = match (NameList::parse_players(&bytes), NameList::parse_tournaments(&bytes)) {
        (Ok(names), _) => (PLAYERS, names),
        (Err(_), Ok(names)) => (TOURNAMENTS, names),
        (Err(fault), Err(_)) => return Ok(Err(fault.into())),
    };
    archive.set_note(note, &bytes)?;
    Ok(Ok(names.len() as u64))
}

/// The names that were remembered last; the numbers stand where there are none.
pub(super) fn remembered(archive: &Archive) -> Result<Option<Names>, ArchiveError> {
    let (players, tournaments) = (archive.note(PLAYERS)?, archive.note(TOURNAMENTS)?);
    let known = |bytes: Option<Vec<u8>>, parse: fn(&[u8]) -> Option<NameList>| bytes.and_then(|bytes| parse(&bytes));
    let players = known(players, |bytes| NameList::parse_players(bytes).ok());
    let tournaments = known(tournaments, |bytes| NameList::parse_tournaments(bytes).ok());
    if players.is_none() && tournaments.is_none() {
        return Ok(None);
    }
    let none = Names::default();
    Ok(Some(Names { players: players.unwrap_or(none.players), tournaments: tournaments.unwrap_or(none.tournaments) }))
}
