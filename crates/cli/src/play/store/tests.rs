use std::{fs, time::Duration};

use outflank_engine::Settings;
use outflank_rules::{Color, Game, Variant};

use super::*;
use crate::play::{Options, Session, session::tests::ManualClock};
use outflank_arena::{GameResult, Seat, Sides};

fn session(store: &Store) -> Session {
    let seats = Sides { black: Seat::Human, white: Seat::Human };
    let time = "5m+3s".parse().ok();
    let options = Options { seats, time, seed: 77, ..Options::new(Game::new(Variant::SIX.start())) };
    Session::new(options).saved_in(store.begin().unwrap())
}

fn play_first(session: &mut Session) {
    let mv = session.position().moves()[0];
    session.play(mv).unwrap();
}

#[test]
fn a_resumed_game_has_its_moves_players_and_clocks() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path().join("deep/er"));
    assert!(store.resume().unwrap().is_none());
    let mut session = session(&store);
    (0..5).for_each(|_| play_first(&mut session));
    session.undo();
    let (game, left) = (session.game().clone(), session.time_left(Color::Black).unwrap());
    assert!(session.close(), "it stays");

    let (slot, saved) = store.resume().unwrap().unwrap();
    assert_eq!((saved.seed, saved.seats.white.clone()), (77, Seat::Human));
    let mut again = Session::resume(saved, Settings::default()).saved_in(slot);
    assert_eq!(*again.game(), game);
    let left_again = again.time_left(Color::Black).unwrap();
    assert!(left_again <= left + Duration::from_millis(1) && left_again > Duration::from_secs(200));
    assert_eq!(again.redo(), 1, "what was taken back is kept too");
    assert_eq!(again.record().notes.len(), 5, "with what was noted");
}

#[cfg(unix)]
#[test]
fn only_their_owner_can_read_saved_games() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path().join("deep/er"));
    let mut session = session(&store);
    play_first(&mut session);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!([mode(&dir.path().join("deep")), mode(store.dir())], [0o700; 2]);
    let files: Vec<PathBuf> = fs::read_dir(store.dir()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 2, "the game and its lock: {files:?}");
    files.iter().for_each(|file| assert_eq!(mode(file), 0o600, "{}", file.display()));
}

#[test]
fn two_games_at_once_have_separate_files() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let (mut one, mut other) = (session(&store), session(&store));
    play_first(&mut one);
    play_first(&mut other);
    let error = store.resume().unwrap_err().to_string();
    assert!(error.contains(".json: close it, or start another game"), "{error}");
    play_first(&mut other);
    drop(one);
    assert_eq!(store.resume().unwrap().unwrap().1.game.ply(), 1);
}

#[test]
fn a_finished_game_is_deleted_and_a_resigned_one_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let mut resigned = session(&store);
    resigned.resign(Color::White);
    drop(resigned);
    let (slot, saved) = store.resume().unwrap().unwrap();
    assert_eq!(saved.ended, Some(GameResult::Resigned(Color::White)));
    let again = Session::resume(saved, Settings::default()).saved_in(slot);
    assert!(again.is_over());
    assert!(!again.close());
    assert!(store.resume().unwrap().is_none());
}

#[test]
fn a_damaged_file_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    fs::write(dir.path().join("game-3.json"), "{\"start\"").unwrap();
    let error = store.resume().unwrap_err().to_string();
    assert!(error.contains("game-3.json is damaged") && error.contains("move it away"), "{error}");
}

#[test]
fn a_damaged_file_does_not_hide_the_game_before_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let mut left = session(&store);
    play_first(&mut left);
    drop(left);
    fs::write(dir.path().join("game-2.json"), "{\"start\"").unwrap();
    // Files with the same modification time are sorted by number.
    assert_eq!(store.unfinished().unwrap().unwrap().game.ply(), 1);
    let mut messages = Vec::new();
    let (slot, saved) = store.resume_past(|error| messages.push(error.to_string())).unwrap().unwrap();
    assert_eq!((saved.game.ply(), messages.len()), (1, 1));
    assert!(slot.path().ends_with("game-1.json") && messages[0].contains("game-2.json is damaged"), "{messages:?}");
}

#[test]
fn notes_of_undone_moves_are_saved() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let hand = ManualClock::default();
    let mut left = session(&store).timed_by(hand.source());
    left.poll();
    for seconds in 1..=4 {
        hand.pass(Duration::from_secs(seconds));
        play_first(&mut left);
    }
    left.undo();
    left.undo();
    let notes = left.saved().notes;
    drop(left);
    let (slot, saved) = store.resume().unwrap().unwrap();
    assert_eq!(saved.notes, notes);
    let mut again = Session::resume(saved, Settings::default()).saved_in(slot);
    assert_eq!(again.redo(), 1);
    assert_eq!(again.record().notes[2].seconds, Some(3.0));
}

#[test]
fn an_impossible_directory_is_an_error_with_advice() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let error = Store::at(dir.path().join("file/below")).begin().unwrap_err().to_string();
    assert!(error.contains("--data"), "{error}");
}

#[test]
fn the_data_directory_comes_from_the_environment() {
    let from = |pairs: &'static [(&str, &str)]| {
        dir_from(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
    };
    assert_eq!(from(&[("OUTFLANK_DATA", "/d"), ("HOME", "/h")]), Some("/d".into()));
    assert_eq!(from(&[]), None);
    #[cfg(target_os = "linux")]
    {
        assert_eq!(from(&[("XDG_STATE_HOME", "/s"), ("HOME", "/h")]), Some("/s/outflank".into()));
        assert_eq!(from(&[("XDG_STATE_HOME", "relative"), ("HOME", "/h")]), Some("/h/.local/state/outflank".into()));
    }
}

#[test]
fn a_new_game_does_not_touch_those_that_were_left() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let mut left = session(&store);
    play_first(&mut left);
    drop(left);
    fs::remove_file(dir.path().join("game-1.lock")).unwrap();
    let begun = store.begin().unwrap();
    assert!(begun.path().ends_with("game-2.json"));
    assert!(!dir.path().join("game-1.lock").exists(), "nobody has locked it, not even for a moment");
    assert_eq!(store.unfinished().unwrap().unwrap().game.ply(), 1);
    assert!(store.resume().unwrap().is_some(), "who has only looked holds nothing");
}

#[test]
fn a_data_path_that_is_not_a_directory_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let error = Store::at(dir.path().join("file")).resume().unwrap_err().to_string();
    assert!(error.contains("cannot save games in"), "{error}");
}

#[test]
fn bad_values_of_a_saved_game_are_quoted() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let mut left = session(&store);
    play_first(&mut left);
    play_first(&mut left);
    let undone = format!("{};", left.last_turn().unwrap().mv);
    left.undo();
    drop(left);
    let path = dir.path().join("game-1.json");
    let text = fs::read_to_string(&path).unwrap();
    for (good, bad) in [("\"human\"", "\"level:99\""), ("5m+3s", "5 moons"), ("\"77\"", "\"many\""), (&*undone, "a1;")]
    {
        fs::write(&path, text.replacen(good, bad, 1)).unwrap();
        let error = store.resume().unwrap_err().to_string();
        assert!(error.contains("game-1.json is damaged") && error.contains(bad.trim_matches('"')), "{error}");
    }
}

#[test]
fn time_used_before_leaving_stays_used() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let hand = ManualClock::default();
    let mut left = session(&store).timed_by(hand.source());
    left.poll();
    play_first(&mut left);
    hand.pass(Duration::from_secs(7));
    assert!(left.close());
    let white = store.unfinished().unwrap().unwrap().left.unwrap().white;
    assert_eq!(white, Duration::from_secs(293));
}

#[test]
fn a_game_without_moves_is_not_saved() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::at(dir.path());
    let mut undone = session(&store);
    play_first(&mut undone);
    undone.undo();
    assert!(undone.close(), "what was taken back can be made again");
    let mut resigned = session(&store);
    resigned.resign(Color::Black);
    assert!(!resigned.close());
    let mut slot_only = session(&store);
    slot_only.save();
    assert!(!slot_only.close());
}
