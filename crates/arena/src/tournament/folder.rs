//! The files of a tournament that a teacher can grade from.

use outflank_rules::record::write;

use super::{Player, Settings, Venue};
use crate::{
    journal::{GameLine, Identity, Origin},
    roster::plain,
};

/// Where the records lie.
pub(super) const GAMES: &str = "games";

/// Where the record of a game lies in the folder: `games/0007-ann-bob.ggf`, Black first. Only plain letters are taken from names, as files of all
/// systems and links have them; the number makes it unique.
pub(crate) fn record_name(game: &GameLine, settings: &Settings) -> String {
    let name = |entrant: usize| plain(settings.players.get(entrant).map_or("", |player| &player.name));
    let number = u64::from(game.number) + 1;
    format!("{GAMES}/{number:04}-{}-{}.{}", name(game.black), name(game.white), settings.record_format().extension())
}

/// The record of a game as a file; the reason stands there where it cannot be written.
pub(crate) fn record(game: &GameLine, settings: &Settings, date: &str) -> String {
    let name = |entrant: usize| settings.players.get(entrant).map_or("", |player| &player.name);
    let record = game.record(&settings.title, name(game.black), name(game.white), settings.time).map(|mut record| {
        date.clone_into(&mut record.date);
        record
    });
    match record.map(|record| write(settings.record_format(), &record)) {
        Ok(Ok(text)) => text,
        Ok(Err(cause)) => cause.to_string(),
        Err(cause) => cause.to_string(),
    }
}

/// What each file is.
pub(super) fn read_me(settings: &Settings, origin: &Origin, programs: &[Identity]) -> String {
    let facts = settings.facts(Venue::Folder).into_iter().chain(origin.facts());
    let facts: String = facts.map(|(words, value)| format!("  {words}: {value}\n")).collect();
    let bots: String =
        settings.players.iter().enumerate().map(|(number, player)| bot(player, programs.get(number))).collect();
    let ending = settings.record_format().extension();
    format!(
        "{title}\n\n{facts}\n{bots}\n\
         report.html     the whole tournament on one page: open it in a browser\n\
         standings.csv   the table, with errors and times, for a spreadsheet\n\
         crosstable.csv  points of everybody against everybody\n\
         ratings.csv     strengths with error bars\n\
         games.csv       one line a game: who, how it ended, all moves\n\
         games/          a record of each game ({ending}), for any Reversi program\n\
         games.{ending}       all of them in one file\n\
         logs/           for each game that ended by a foul, what was said, at most 128 KiB of each bot (none if there was none)\n\
         run.json        what was asked for, with seed and versions; what bots called themselves, and the sums of their files\n\
         games.jsonl     the games as this program keeps them; all other files follow from these two\n\n\
         A game is looked at with         outflank show games/0001-....{ending}\n\
         If it was interrupted, go on by  outflank tournament --resume FOLDER\n\
         The same command also makes all files anew.\n",
        title = settings.title,
    )
}

/// Who took part, with what is known of the program.
fn bot(player: &Player, identity: Option<&Identity>) -> String {
    let lines = identity.map(Identity::lines).unwrap_or_default();
    let lines: String = lines.iter().map(|line| format!("      {line}\n")).collect();
    format!("  {}: {}\n{lines}", player.name, player.entrant)
}
