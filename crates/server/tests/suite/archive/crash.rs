//! A process that imports is killed at any moment, again and again: every game is whole or not
//! there, and the next import completes it.
//!
//! The process is this test binary, which runs one test that only imports.

use std::{
    collections::HashSet,
    env,
    io::{BufRead, BufReader},
    ops::ControlFlow,
    path::Path,
    process::{Child, Command, Stdio},
};

use outflank_rules::{Game, Variant};
use outflank_server::archive::{Archive, GameFilter, Import, Page};

/// Says to the process where to write.
const PLACE: &str = "OUTFLANK_TEST_ARCHIVE";

const GAMES: u64 = 3000;

/// Games in each of the inputs of the process: some fill heaps, some rows.
const SIZES: [u64; 3] = [1100, 40, 7];

/// All games, one a line.
fn lines(from: u64, to: u64) -> String {
    (from..to).map(|seed| moves(seed) + "\n").collect()
}

/// The first moves of a game, different for each seed.
fn moves(mut seed: u64) -> String {
    let mut game = Game::new(Variant::STANDARD.start());
    for _ in 0..14 {
        let moves = game.position().moves();
        if moves.is_empty() {
            break;
        }
        let count = moves.len() as u64;
        game.play(moves[(seed % count) as usize]).unwrap();
        seed /= count;
    }
    game.moves().filter_map(|mv| Some(mv.square()?.to_string())).collect()
}

fn import(archive: &Archive, text: &str) -> (u64, u64) {
    let import = Import { source: "made up".to_owned(), format: None, names: None };
    let imported = archive.import(import, text.as_bytes(), &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(imported.refused, 0);
    (imported.added, imported.known)
}

/// Not a test by itself: it imports until it is killed, and tells of every part that is done.
#[test]
#[ignore = "imports until it is killed"]
fn imports_until_it_is_killed() {
    let path = env::var_os(PLACE).expect("only run by the test below");
    let archive = Archive::open(path).unwrap();
    let mut from = 0;
    for size in SIZES.into_iter().cycle() {
        let to = (from + size).min(GAMES);
        println!("begins {from}");
        import(&archive, &lines(from, to));
        println!("done {to}");
        from = if to == GAMES { 0 } else { to };
    }
}

fn start(path: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["archive::crash::imports_until_it_is_killed", "--exact", "--ignored", "--nocapture"])
        .env(PLACE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills the process after `count` lines, and returns how many games it had reported as imported.
fn kill_after(mut process: Child, count: usize) -> u64 {
    let lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let (mut heard, mut done) = (0, 0);
    if count == 0 {
        process.kill().unwrap();
    }
    for line in lines.map_while(Result::ok) {
        let received = |word: &str| line.split_once(word).and_then(|(_, number)| number.trim().parse::<u64>().ok());
        done = done.max(received("done ").unwrap_or_default());
        heard += usize::from(received("done ").or(received("begins ")).is_some());
        if heard == count {
            process.kill().unwrap();
        }
    }
    process.wait().unwrap();
    done
}

/// All games that are there are whole: found by each of their positions. Returns how many there
/// are.
fn check(archive: &Archive) -> u64 {
    let ids = archive.ids(&GameFilter::default()).unwrap();
    let games = archive.games(&ids).unwrap();
    assert_eq!(games.len(), ids.len());
    let start = archive.explore(&Variant::STANDARD.start()).unwrap();
    assert_eq!(start.total.games, ids.len() as u64, "rows of games and of positions");
    for kept in games.iter().step_by(97) {
        for ply in 0..=kept.game.game.ply() {
            let search = GameFilter { position: kept.game.game.position_at(ply), ..GameFilter::default() };
            assert!(archive.ids(&search).unwrap().contains(&kept.id), "game {} at ply {ply}", kept.id);
        }
    }
    let all: HashSet<String> =
        games.iter().map(|kept| kept.game.game.moves().map(|mv| mv.to_string()).collect()).collect();
    assert_eq!(all.len(), ids.len(), "no game is there twice");
    ids.len() as u64
}

#[test]
fn an_import_that_is_killed_leaves_whole_games_and_is_completed_by_the_next() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.sqlite");
    for count in [0, 1, 2, 3, 4, 5, 9] {
        let done = kill_after(start(&path), count);
        let archive = Archive::open(&path).unwrap();
        let there = check(&archive);
        assert!(there >= done.min(GAMES), "{done} games were received to be in, and {there} are");
    }
    let archive = Archive::open(&path).unwrap();
    let before = archive.find(&GameFilter::default(), Page { after: None, limit: 1 }).unwrap().total;
    assert_eq!(import(&archive, &lines(0, GAMES)), (GAMES - before, before));
    assert_eq!(check(&archive), GAMES);
}
