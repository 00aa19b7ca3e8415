//! The file: older forms of it, damage in it, and none at all.

use std::{fs, path::Path};

use outflank_rules::{Game, Variant, record::Record};
use outflank_server::{
    archive::{Archive, ArchiveError, ArchivedGame, GameFilter, Page},
    log::OpenError,
};
use rusqlite::Connection;

fn past(black: &str, white: &str, moves: &str) -> ArchivedGame {
    let moves = moves.as_bytes().chunks(2).map(|mv| str::from_utf8(mv).unwrap().parse().unwrap());
    let mut record = Record::new(Game::replay(Variant::STANDARD.start(), moves).unwrap());
    record.black.name = black.to_owned();
    record.white.name = white.to_owned();
    ArchivedGame::of_record(record, "test")
}

fn filled(path: &Path) -> Archive {
    let archive = Archive::open(path).unwrap();
    archive.add([past("Ann", "Bob", "f5d6"), past("Bob", "Bob", "f5f6"), past("Bob", "Ann", "f5f4")]).unwrap();
    archive
}

fn all(archive: &Archive) -> outflank_server::archive::SearchPage {
    archive.find(&GameFilter::default(), Page { after: None, limit: 10 }).unwrap()
}

#[test]
fn a_damaged_game_hides_no_other() {
    for damage in ["moves = x'00'", "moves = 7", "variant = 'no such game'", "theory = -1"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("archive.sqlite");
        let archive = filled(&path);
        let changed = Connection::open(&path).unwrap().execute(&format!("UPDATE past SET {damage} WHERE id = 2"), ());
        assert_eq!(changed, Ok(1));
        let found = all(&archive);
        assert_eq!((found.total, found.games.len(), &found.damaged[..]), (3, 2, &[2][..]), "{damage}");
        let start = Variant::STANDARD.start();
        let (explored, some) = archive.explore_with_games(&start, &GameFilter::default(), 10).unwrap();
        assert_eq!((explored.total.games, some.len()), (3, 2), "{damage}");
        let ids = archive.ids(&GameFilter::default()).unwrap();
        assert_eq!(archive.games(&ids).unwrap().len(), 2, "{damage}");
        assert!(matches!(archive.game(2), Err(ArchiveError::Damaged { id: 2 })), "{damage}");
    }
}

#[cfg(unix)]
#[test]
fn only_its_owner_can_read_the_archive() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data").join("archive.sqlite");
    let _archive = filled(&path);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    for ending in ["", "-wal", "-shm"] {
        let file = format!("{}{ending}", path.display());
        assert_eq!(mode(Path::new(&file)), 0o600, "{file}");
    }
}

#[test]
fn reading_creates_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("typo").join("archive.sqlite");
    let Err(absent @ OpenError::Absent { .. }) = Archive::open_existing(&path) else { panic!("there is none") };
    assert!(absent.to_string().contains("typo; create one with `outflank archive import FILE`"), "{absent}");
    assert!(!folder.path().join("typo").exists());

    drop(filled(&path));
    let archive = Archive::open_existing(&path).unwrap();
    assert_eq!(all(&archive).total, 3);
    assert!(archive.add([past("Cyd", "Bob", "f5")]).is_err(), "it is not written to");
    drop(archive);
    let files: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, ["archive.sqlite"], "the log is put away");

    fs::write(&path, "Dear Sir or Madam").unwrap();
    assert!(matches!(Archive::open_existing(&path), Err(OpenError::Foreign { .. })));
}

#[test]
fn a_file_of_schema_version_1_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.sqlite");
    drop(filled(&path));
    let indexes = |connection: &Connection| -> Vec<String> {
        let mut names =
            connection.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").unwrap();
        names.query_map((), |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    let made = indexes(&Connection::open(&path).unwrap());
    Connection::open(&path)
        .unwrap()
        .execute_batch(
            "DROP INDEX past_by_source; DROP INDEX past_by_variant; DROP INDEX past_by_self; PRAGMA user_version = 1",
        )
        .unwrap();
    assert_eq!(all(&Archive::open_existing(&path).unwrap()).total, 3, "it is read as it is");
    let archive = Archive::open(&path).unwrap();
    assert_eq!(all(&archive).total, 3);
    assert_eq!(indexes(&Connection::open(&path).unwrap()), made);
    let form = Connection::open(&path).unwrap().query_row("PRAGMA user_version", (), |row| row.get::<_, i64>(0));
    assert_eq!(form, Ok(2));
}

#[test]
fn searches_and_counts_use_indexes_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("archive.sqlite");
    let archive = filled(&path);
    assert_eq!(archive.players("bob", 1).unwrap(), [("Bob".to_owned(), 3)], "a game against oneself is one");
    let connection = Connection::open(&path).unwrap();
    for question in [
        "SELECT count(*) FROM past WHERE source = 1",
        "SELECT count(*) FROM past WHERE variant IS NULL",
        "SELECT count(*) FROM past WHERE white = 1",
        "SELECT count(*) FROM past WHERE black = 1 AND black = white",
        "SELECT id, day FROM past WHERE source = 1 ORDER BY day DESC, id DESC",
    ] {
        let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {question}")).unwrap();
        let steps: Vec<String> =
            plan.query_map((), |row| row.get("detail")).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(steps.len(), 1, "{question}: {steps:?}");
        assert!(steps[0].contains("COVERING INDEX") || steps[0].contains("past_by_self"), "{question}: {steps:?}");
    }
}
