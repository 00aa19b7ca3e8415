//! Measures the archive: the time and size of an import, the time of lookups, and how long moves of
//! running games wait during an import.
//!
//! `cargo bench -p outflank-server --bench archive` measures the disk of the system's directory for
//! temporary files. Add `-- DIRECTORY` to measure another disk. With `OUTFLANK_CORPORA` it imports
//! the WTHOR base; without it, random games.

use std::{
    env,
    fs::{self, File},
    io::Read,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use outflank_rules::{Game, Position, Symmetry, Variant, record::wthor::Names, rng::SplitMix64};
use outflank_server::{
    archive::{Archive, Decision, GameFilter, Import, Imported, Page},
    log::{Append, EventStore, GameStatus, LogKind, SqliteStore, Summary, id::GameId, secret::Secret},
};

/// The number of random games, if there is no collection.
const MADE_UP: u64 = 20_000;

/// The number of lookups.
const LOOK_UPS: usize = 2000;

/// The number of WTHOR files that `cargo test` reads.
const UNMEASURED: usize = 3;

fn main() {
    let directory = env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let directory = directory.map_or_else(env::temp_dir, PathBuf::from);
    let place = tempfile::tempdir_in(&directory).expect("the directory can be written to");
    let path = place.path().join("archive.sqlite");
    let archive = Archive::open(&path).expect("a new file");
    import(&archive, &path);
    look_up(&archive);
    drop(archive);
    moves_meanwhile(place.path());
}

fn import(archive: &Archive, path: &Path) {
    let begun = Instant::now();
    let imported = collections(archive);
    let seconds = begun.elapsed().as_secs_f64();
    let Imported { added, known, refused, .. } = imported;
    let size = |name: &Path| fs::metadata(name).map_or(0, |file| file.len()) as f64 / 1e6;
    println!(
        "import: {added} games new, {known} known, {refused} refused in {seconds:.1} s, {:.0} games/s; {:.1} MB",
        added as f64 / seconds,
        size(path)
    );
    let begun = Instant::now();
    let again = collections(archive);
    println!("again: {} games new, {} known in {:.1} s", again.added, again.known, begun.elapsed().as_secs_f64());
}

/// Imports the collection or the random games.
fn collections(archive: &Archive) -> Imported {
    let Some(folder) = env::var_os("OUTFLANK_CORPORA").map(|root| Path::new(&root).join("wthor")) else {
        return take(archive, "made-up.txt", None, made_up().as_bytes());
    };
    let read = |name: &str| fs::read(folder.join(name)).expect("the collection is whole");
    let names = Names::parse(&read("WTHOR.JOU"), &read("WTHOR.TRN")).expect("names");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "wtb"));
    files.sort_unstable();
    // `cargo test` needs only a few.
    if !env::args().any(|argument| argument == "--bench") {
        files.truncate(UNMEASURED);
    }
    let mut all = Imported::default();
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let one = take(archive, &name, Some(names.clone()), File::open(&file).expect("a file"));
        all.added += one.added;
        all.known += one.known;
        all.refused += one.refused;
    }
    all
}

fn take(archive: &Archive, source: &str, names: Option<Names>, input: impl Read) -> Imported {
    let import = Import { source: source.to_owned(), format: None, names };
    archive.import(import, input, &mut |_| ControlFlow::Continue(())).expect("the archive takes it")
}

fn made_up() -> String {
    (0..MADE_UP)
        .map(|seed| by_chance(seed).moves().filter_map(|mv| Some(mv.square()?.to_string())).collect::<String>() + "\n")
        .collect()
}

fn by_chance(seed: u64) -> Game {
    let mut rng = SplitMix64::new(seed);
    let mut game = Game::new(Variant::STANDARD.start());
    loop {
        let moves = game.position().moves();
        if moves.is_empty() {
            return game;
        }
        game.play(moves[rng.below(moves.len())]).expect("a legal move");
    }
}

/// Positions of games in the archive, at all plies, in random orientations.
fn positions(archive: &Archive) -> Vec<Position> {
    let total = archive.find(&GameFilter::default(), Page { after: None, limit: 1 }).expect("games").total;
    let mut rng = SplitMix64::new(7);
    let mut positions = vec![Variant::STANDARD.start()];
    while positions.len() < LOOK_UPS {
        let id = 1 + rng.below(usize::try_from(total).expect("not so many")) as u32;
        let Some(kept) = archive.game(id).expect("a game") else { continue };
        let ply = positions.len() % (kept.game.game.ply() + 1);
        let position = kept.game.game.position_at(ply).expect("a ply of the game");
        positions.push(position.transformed(Symmetry::ALL[rng.below(8)]));
    }
    positions
}

fn look_up(archive: &Archive) {
    let positions = positions(archive);
    told(
        "explore",
        positions.iter().map(|position| timed(|| archive.explore(position).expect("it is found"))).collect(),
    );
    let find = |position: &Position| {
        let search = GameFilter { position: Some(*position), ..GameFilter::default() };
        timed(|| archive.find(&search, Page { after: None, limit: 20 }).expect("it is found"))
    };
    told("find 20 games", positions.iter().map(find).collect());
    let start = Variant::STANDARD.start();
    told("explore the start", (0..50).map(|_| timed(|| archive.explore(&start).expect("it is found"))).collect());
    told("find at the start", (0..50).map(|_| find(&start)).collect());
    let won = GameFilter { result: Some(Decision::White), ..GameFilter::default() };
    let explore_won =
        |position: &Position| timed(|| archive.explore_with_games(position, &won, 10).expect("it is found"));
    told("explore what White won", positions.iter().map(explore_won).collect());
    told("explore the start where White won", (0..50).map(|_| explore_won(&start)).collect());
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

fn told(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
    println!(
        "{what}: {:.2} ms in the median, {:.2} at 99 %, {:.2} at most, of {}",
        at(0.5),
        at(0.99),
        at(1.0),
        times.len()
    );
}

/// Measures how long an append to a game's log takes, alone and during an import on the same disk.
fn moves_meanwhile(place: &Path) {
    let store = SqliteStore::open(place.join("games.sqlite")).expect("a new file");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let alone = || runtime.block_on(append_until(&store, &AtomicBool::new(false), Some(Duration::from_secs(3))));
    // The first appends extend the file, which is slower than overwriting.
    alone();
    told("a move alone", alone());
    let done = Arc::new(AtomicBool::new(false));
    let (importing, path) = (Arc::clone(&done), place.join("another.sqlite"));
    let import = thread::spawn(move || {
        let archive = Archive::open(path).expect("a new file");
        collections(&archive);
        importing.store(true, Ordering::Relaxed);
    });
    told("a move during an import", runtime.block_on(append_until(&store, &done, None)));
    import.join().expect("the import ends well");
}

async fn append_until(store: &SqliteStore, done: &AtomicBool, time: Option<Duration>) -> Vec<Duration> {
    let (begun, game) = (Instant::now(), GameId::random());
    let holders = vec![Secret::random().hash()];
    let mut waits = Vec::new();
    while !done.load(Ordering::Relaxed) && time.is_none_or(|time| begun.elapsed() < time) {
        let one = Instant::now();
        let summary = Summary {
            kind: LogKind::Game,
            status: GameStatus::Playing,
            listed: true,
            updated: waits.len() as u64,
            holders: holders.clone(),
            data: "{}".to_owned(),
        };
        let events = vec!["{\"kind\":\"moved\"}".to_owned()];
        store
            .append(Append { game, expected: waits.len() as u64, at: 0, events, summary })
            .await
            .expect("it is written");
        waits.push(one.elapsed());
        tokio::task::yield_now().await;
    }
    waits
}
