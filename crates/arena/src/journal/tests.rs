use std::{ops::ControlFlow, time::Duration};

use outflank_rules::{
    Color, Game, Variant,
    record::{Ending, Format, Reader},
};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::*;
use crate::{
    Foul, GameEnd, PlayerSpec, Sides, TrafficLine, TrafficSource, Verdict,
    runner::{Fixture, GameRunner},
};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Friendly {
    seed: u64,
}

impl Run for Friendly {
    const KIND: &str = "friendly";
}

#[derive(Serialize, Deserialize, Debug)]
struct League {}

impl Run for League {
    const KIND: &str = "league";
}

/// Games between two built-in bots, each from its own opening.
fn games(variant: Variant, count: u32) -> Vec<Finished> {
    let entrants: Vec<PlayerSpec> = ["random", "greedy"].map(|name| name.parse().unwrap()).into();
    let runner = GameRunner::new(&entrants);
    let start = |number: u32| {
        let mut game = Game::new(variant.start());
        for _ in 0..number % 3 {
            game.play(game.position().moves()[0]).unwrap();
        }
        game
    };
    let fixtures = (0..count).map(|number| Fixture {
        number,
        name: format!("g{number}"),
        players: Sides { black: number as usize % 2, white: 1 - number as usize % 2 },
        start: start(number),
        seed: number.into(),
    });
    let mut games = Vec::new();
    let ended = runner.play(fixtures, &Default::default(), |game| {
        games.push(game);
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.unwrap().is_continue());
    games
}

/// A run with its games in the order in which they finished.
fn resumed(dir: &Path) -> Result<(Journal, Friendly, Vec<GameLine>), JournalError> {
    let mut lines = Vec::new();
    let (journal, friendly) = Journal::resume(dir)?;
    journal.each(|line| -> Result<(), JournalError> {
        lines.push(line);
        Ok(())
    })?;
    Ok((journal, friendly, lines))
}

fn with_foul(mut game: Finished) -> Finished {
    while game.report.game.ply() > 20 {
        game.report.game.undo();
    }
    game.report.end = GameEnd::Foul(Color::Black, Foul::new(Verdict::Garbage, b"\xffbo]o\n", "this is no (;move"));
    game.report.spent = Sides::default();
    let traffic = |source, bytes: &[u8]| TrafficLine { source, bytes: bytes.to_vec() };
    game.report.logs.black =
        vec![traffic(TrafficSource::Runner, b"go\n"), traffic(TrafficSource::Player, b"\xffbo]o\n")];
    game
}

#[test]
fn stored_games_are_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut games = games(Variant::STANDARD, 6);
    let fouled = with_foul(games.pop().unwrap());
    games.insert(2, fouled);
    let mut journal = Journal::create(dir.path(), &Friendly { seed: 7 }).unwrap();
    let lines: Vec<GameLine> = games.iter().map(|game| journal.append(game).unwrap()).collect();
    drop(journal);
    let (journal, friendly, kept) = resumed(dir.path()).unwrap();
    assert_eq!((friendly, &kept), (Friendly { seed: 7 }, &lines));
    assert_eq!(journal.folder(&[]).unwrap(), None, "it was begun here");
    assert_eq!(journal.origin().version, env!("CARGO_PKG_VERSION"));
    for (game, line) in games.iter().zip(&kept) {
        assert_eq!(line.game().unwrap(), game.report.game);
        assert_eq!(line.winner, game.report.end.winner());
        assert_eq!(line.discs.black + line.discs.white, 64);
        let placed = line.game().unwrap().moves().filter(|mv| *mv != outflank_rules::Move::Pass).count();
        assert_eq!((line.asked.black + line.asked.white) as usize + line.opening.len() / 2, placed);
    }
    let log = std::fs::read_to_string(dir.path().join("logs/000006.log")).unwrap();
    assert!(log.contains("> go\\n\n< \\xffbo]o\\n\n"), "{log}");
    assert_eq!(kept[2].discs, Sides { black: 0, white: 64 });
    assert_eq!((kept[2].foul.as_ref().unwrap().bytes.as_str(), kept[2].reason.as_str()), ("\\xffbo]o\\n", "garbage"));
}

/// Journals of version 0.1 hold the old names of two verdicts.
#[test]
fn old_names_of_verdicts_are_read_as_the_current_ones() {
    for (old, verdict, current) in [
        ("half-line", Verdict::UnterminatedLine, "unterminated-line"),
        ("untellable", Verdict::UnsupportedGame, "unsupported-game"),
    ] {
        let line = GameLine::new(&with_foul(games(Variant::STANDARD, 1).remove(0))).to_string();
        let stored = line.replace("\"garbage\"", &format!("{old:?}"));
        let read: GameLine = stored.parse().unwrap();
        assert_eq!((read.reason.as_str(), read.foul.unwrap().verdict), (current, verdict), "{stored}");
    }
}

/// A request that a side was too late for counts in all its figures.
#[test]
fn late_moves_count_in_all_figures() {
    let mut game = games(Variant::STANDARD, 1).remove(0);
    while game.report.game.ply() > 20 || game.report.game.position().turn() != Color::Black {
        game.report.game.undo();
    }
    let plies = game.report.game.ply();
    let note = |_| outflank_rules::record::MoveNote { seconds: Some(0.003), ..Default::default() };
    game.report.notes = (0..plies).map(note).collect();
    let moves = |color| game.report.game.turns().filter(|(before, _)| before.turn() == color).count() as u32;
    let (black, white) = (moves(Color::Black), moves(Color::White));
    let spent = Sides {
        black: Duration::from_millis(3) * black + Duration::from_millis(600),
        white: Duration::from_millis(3) * white,
    };
    game.report.spent = spent;
    game.report.end = GameEnd::Foul(Color::Black, Foul::new(Verdict::Late, b"d3\n", ""));
    let line = GameLine::new(&game);
    assert_eq!(line.asked, Sides { black: black + 1, white });
    assert_eq!(line.slowest_us, Sides { black: 600_000, white: 3000 });
}

#[test]
fn the_end_of_a_run_makes_one_file_of_records_in_order() {
    let dir = tempfile::tempdir().unwrap();
    let mut games = games(Variant::STANDARD, 4);
    games[1] = with_foul(games[1].clone());
    let mut journal = Journal::create(dir.path(), &Friendly { seed: 7 }).unwrap();
    games.iter().rev().for_each(|game| {
        journal.append(game).unwrap();
    });
    let names = ["Ann [1]".to_owned(), "Bob".to_owned()];
    journal.finish("a match", &names, Some("5m".parse().unwrap())).unwrap();
    let file = File::open(dir.path().join("games.ggf")).unwrap();
    let records: Vec<_> = Reader::new(Format::Ggf, io::BufReader::new(file)).map(|record| record.unwrap()).collect();
    assert_eq!(records.iter().map(|record| &record.game).collect::<Vec<_>>(), {
        games.iter().map(|game| &game.report.game).collect::<Vec<_>>()
    });
    assert_eq!((records[0].black.name.as_str(), records[1].black.name.as_str()), ("Ann  1 ", "Bob"));
    assert_eq!(records[1].outcome.ending, Ending::Left);
    assert_eq!(records[1].outcome.margin.map(outflank_rules::DiscDiff::discs), Some(-64));
    assert_eq!(records[1].outcome.winner(outflank_rules::Goal::Most), Some(Color::White));
}

#[test]
fn boards_that_ggf_cannot_hold_are_written_as_pgn() {
    let dir = tempfile::tempdir().unwrap();
    let holes: Variant = "octagon".parse().unwrap();
    let mut journal = Journal::create(dir.path(), &Friendly { seed: 7 }).unwrap();
    games(holes, 3).iter().for_each(|game| {
        journal.append(game).unwrap();
    });
    journal.finish("a match", &["Ann".to_owned()], None).unwrap();
    let file = File::open(dir.path().join("games.pgn")).unwrap();
    assert_eq!(Reader::new(Format::Pgn, io::BufReader::new(file)).filter_map(Result::ok).count(), 3);
    let mut names: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["games.jsonl", "games.pgn", "run.json"]);
}

#[test]
fn a_truncated_last_line_is_dropped() {
    let dir = tempfile::tempdir().unwrap();
    let games = games(Variant::SIX, 3);
    let mut journal = Journal::create(dir.path(), &Friendly { seed: 7 }).unwrap();
    let lines: Vec<GameLine> = games.iter().map(|game| journal.append(game).unwrap()).collect();
    drop(journal);
    let path = dir.path().join(GAMES);
    let whole = fs::read(&path).unwrap();
    let second = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let third = second + whole[second..].iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for cut in [third, third + 1, whole.len() - 2, whole.len() - 1] {
        fs::write(&path, &whole[..cut]).unwrap();
        let (mut journal, _, kept) = resumed(dir.path()).unwrap();
        assert_eq!(kept, lines[..2], "cut at {cut}");
        journal.append(&games[2]).unwrap();
        drop(journal);
        assert_eq!(fs::read(&path).unwrap(), whole, "cut at {cut}");
    }
}

#[test]
fn damaged_lines_are_reported_with_their_number() {
    let dir = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(dir.path(), &Friendly { seed: 7 }).unwrap();
    let line = journal.append(&games(Variant::SIX, 1)[0]).unwrap().to_string();
    drop(journal);
    let short = "{\"number\":9}\n";
    for (text, message) in [
        ("{}\n", "line 2: this is not a game"),
        (short, "line 2: this is not a game"),
        (&format!("{line}\n"), "line 2: game 1 is there twice"),
    ] {
        fs::write(dir.path().join(GAMES), format!("{line}\n{text}")).unwrap();
        let error = resumed(dir.path()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn a_folder_belongs_to_one_run_of_one_kind_and_to_one_process() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |error: JournalError, message: &str| {
        let error = error.to_string();
        assert!(error.contains(message), "{error}");
    };
    refused(resumed(dir.path()).unwrap_err(), "there is no run in");
    let journal = Journal::create(dir.path(), &Friendly { seed: 7 }).unwrap();
    refused(Journal::create(dir.path(), &Friendly { seed: 8 }).unwrap_err(), "resume it with --resume");
    refused(resumed(dir.path()).unwrap_err(), "is active in another process");
    drop(journal);
    refused(Journal::resume::<League>(dir.path()).unwrap_err(), "with outflank friendly --resume");
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("notes.txt"), "mine").unwrap();
    refused(Journal::create(other.path(), &Friendly { seed: 8 }).unwrap_err(), "is not empty");
}

#[test]
fn a_run_killed_at_its_start_can_be_created_again() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join(GAMES), "").unwrap();
    fs::write(dir.path().join(".run.json.tmp"), "{\"outflank\":").unwrap();
    drop(Journal::create(dir.path(), &Friendly { seed: 7 }).unwrap());
    assert_eq!(resumed(dir.path()).unwrap().1, Friendly { seed: 7 });
    let games = tempfile::tempdir().unwrap();
    fs::write(games.path().join(GAMES), "somebody's").unwrap();
    assert!(Journal::create(games.path(), &Friendly { seed: 7 }).is_err(), "what is there is not written over");
}

#[test]
fn removed_games_can_be_replayed_by_this_process_only() {
    let dir = tempfile::tempdir().unwrap();
    let games = games(Variant::SIX, 4);
    let mut journal = Journal::create(dir.path(), &Friendly { seed: 7 }).unwrap();
    let lines: Vec<GameLine> = games.iter().map(|game| journal.append(game).unwrap()).collect();
    drop(journal);
    let (mut journal, ..) = resumed(dir.path()).unwrap();
    journal.leave_out(&[1, 2].into()).unwrap();
    assert!(resumed(dir.path()).unwrap_err().to_string().contains("another process"));
    journal.append(&games[2]).unwrap();
    journal.finish("a match", &[], None).unwrap();
    let (_, _, kept) = resumed(dir.path()).unwrap();
    assert_eq!(kept, [&lines[0], &lines[3], &lines[2]].map(Clone::clone));
    assert_eq!(fs::read_to_string(dir.path().join("games.ggf")).unwrap().lines().count(), 3);
}

#[test]
fn settings_can_be_amended_without_other_changes() {
    let dir = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(dir.path(), &Friendly { seed: 7 }).unwrap();
    let before = fs::read_to_string(dir.path().join("run.json")).unwrap();
    journal.amend(&Friendly { seed: 9 }).unwrap();
    let after = fs::read_to_string(dir.path().join("run.json")).unwrap();
    assert_eq!(after, before.replace("\"seed\": 7", "\"seed\": 9"));
}

#[test]
fn in_the_anti_game_fewer_discs_count_more() {
    let anti: Variant = "standard+anti".parse().unwrap();
    let line = GameLine::new(&with_foul(games(anti, 1).remove(0)));
    assert_eq!((line.discs, line.counted()), (Sides { black: 64, white: 0 }, Sides { black: 0, white: 64 }));
}

proptest! {
    #[test]
    fn no_line_panics(text: String, moves: String, opening in "[a-h1-8p]{0,20}") {
        prop_assert!(text.parse::<GameLine>().is_err());
        let mut line = GameLine::new(&games(Variant::STANDARD, 1)[0]);
        (line.moves, line.opening) = (moves, opening);
        prop_assert_eq!(line.to_string().parse::<GameLine>().unwrap(), line.clone());
        let _ = line.record("e", "b", "w", None);
    }
}
