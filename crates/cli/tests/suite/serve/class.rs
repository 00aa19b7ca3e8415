//! A class of 30 bots plays a tournament on the real server over TCP. Some bots crash, hang, flood,
//! cheat or reconnect from elsewhere. The server is killed twice during the games and started again
//! on the same file and port. The final table must be right.
//!
//! Bots wait for requests, the killer for a number of answers, and the host for messages of the
//! tournament's WebSocket. Only bots that hang or never return cost real time, and those timeouts
//! are long enough for all other bots on a busy machine.

mod bot;
mod host;
mod restarts;
mod socket;

use std::{
    collections::{BTreeMap, BTreeSet},
    thread,
};

use outflank_arena::{
    journal::GameLine,
    tournament::{Plan, Tournament, TournamentFormat},
};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::kills::start;
use bot::{Manner, run};
use host::Host;
use restarts::RestartedServer;

/// The server is killed when the bots have given this many answers in all.
const LIVES: [usize; 2] = [150, 450];

/// The behaviors of the bots and how many bots have each.
const CLASS: [(Manner, usize); 10] = [
    (Manner::Plays, 18),
    (Manner::ComesBack, 3),
    (Manner::ChangesItsToken, 1),
    (Manner::MovesIllegally, 2),
    (Manner::Passes, 1),
    (Manner::TalksNonsense, 1),
    (Manner::Floods, 1),
    (Manner::HangsOnce, 1),
    (Manner::Crashes, 1),
    (Manner::IsCutShort, 1),
];

const ROUNDS: u32 = 4;

#[test]
fn thirty_bots_and_two_kills_and_the_table_is_right() {
    let data = TempDir::new().expect("a folder");
    let server = start(data.path(), "127.0.0.1:0");
    let manners: Vec<Manner> = CLASS.iter().flat_map(|(manner, count)| vec![*manner; *count]).collect();
    assert_eq!(manners.len(), 30);
    let request = json!({
        "title": "Thirty", "format": "swiss", "rounds": ROUNDS, "games": 2, "variant": "tiny", "openings": "none",
        "time": "15s/move", "grace": 15, "concurrency": 16, "seed": 7,
    });
    let host = Host::of(&server.host, &request);
    let server = RestartedServer::open(server);
    thread::scope(|scope| {
        for (number, manner) in manners.iter().enumerate() {
            let (server, code) = (&server, host.code.as_str());
            scope.spawn(move || run(*manner, number, code, server));
        }
        host.wait_for(&server, |state| {
            let entrants = state["entrants"].as_array().expect("a list");
            entrants.len() == manners.len() && entrants.iter().all(|entrant| entrant["connected"] == true)
        });
        host.command(&server, &json!({"type": "start"}));
        let killer = scope.spawn(|| LIVES.into_iter().for_each(|life| server.kill_after(life, data.path())));
        let crashed = name_of(&manners, Manner::Crashes);
        // A bot that never returns is absent once; then the host removes it.
        host.wait_for(&server, |state| fouls_of(state, &crashed).contains("absent"));
        host.command(&server, &json!({"type": "kick", "name": crashed}));
        let end = host.wait_for(&server, |state| state["status"] == "over");
        killer.join().expect("both kills were carried out");
        // Bots wait for requests as long as the server runs, so stop it even if a check fails.
        let judged = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let lines = host.lines(&server);
            games_are_those_of_the_plan(&end, &lines);
            table_follows_from_the_games(&end, &lines);
            verdicts_are_deserved(&end, &manners, &lines);
            rooms_have_the_same_games(&host, &server, &lines);
        }));
        server.close();
        if let Err(failure) = judged {
            std::panic::resume_unwind(failure);
        }
    });
}

fn name_of(manners: &[Manner], manner: Manner) -> String {
    let number = manners.iter().position(|one| *one == manner).expect("one of the class");
    bot::name(manner, number)
}

fn fouls_of(state: &Value, name: &str) -> BTreeSet<String> {
    let fouls = state["fouls"].as_array().expect("a list").iter();
    let of = |foul: &&Value| state["entrants"][foul["entrant"].as_u64().expect("a place") as usize]["name"] == name;
    fouls.filter(of).map(|foul| foul["verdict"].as_str().expect("a word").to_owned()).collect()
}

/// Checks that every game of the schedule was played once and by the rules, and that later pairings
/// follow from the results.
fn games_are_those_of_the_plan(end: &Value, lines: &[GameLine]) {
    let tournament = replayed(end, lines);
    assert!(tournament.is_over());
    assert_eq!((lines.len() as u32, tournament.total()), (30 / 2 * 2 * ROUNDS, 30 / 2 * 2 * ROUNDS));
    let numbers: BTreeSet<u32> = lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers.len(), lines.len(), "none is counted twice");
    for line in lines {
        let game = line.game().unwrap_or_else(|bad| panic!("{bad}: {line}"));
        assert_eq!(game.is_over(), line.foul.is_none(), "{line}");
    }
}

fn replayed(end: &Value, lines: &[GameLine]) -> Tournament {
    let seed = end["terms"]["seed"].as_u64().expect("a number");
    let plan = Plan { rounds: ROUNDS, games: 2, ..Plan::new(TournamentFormat::Swiss, 30, seed) };
    Tournament::resumed(plan, lines.to_vec()).expect("they are the games of this plan")
}

fn table_follows_from_the_games(end: &Value, lines: &[GameLine]) {
    let table = replayed(end, lines).table(&Tournament::tie_breaks(16));
    let message = end["standings"].as_array().expect("a list");
    assert_eq!(table.len(), message.len());
    for (place, message) in table.iter().zip(message) {
        let standing = &place.standing;
        assert_eq!(
            (standing.place, place.entrant()),
            (number(&message["place"]), number(&message["entrant"]) as usize)
        );
        assert_eq!(
            (standing.points.value(), standing.games),
            (message["points"].as_f64().unwrap(), number(&message["games"]))
        );
        let tie_breaks: Vec<f64> = message["tieBreaks"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
        assert_eq!(standing.tie_breaks, tie_breaks);
    }
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| number.try_into().ok()).unwrap_or_else(|| panic!("{value} is no number"))
}

/// Checks that every forfeit matches the behavior of its bot, and that every misbehaving bot
/// forfeits.
fn verdicts_are_deserved(end: &Value, manners: &[Manner], lines: &[GameLine]) {
    let entrants = end["entrants"].as_array().expect("a list");
    let by_name: BTreeMap<String, Manner> =
        manners.iter().enumerate().map(|(number, manner)| (bot::name(*manner, number), *manner)).collect();
    let manner = |place: usize| by_name[entrants[place]["name"].as_str().expect("a name")];
    let mut seen = BTreeMap::<usize, BTreeSet<String>>::new();
    for line in lines {
        let Some(foul) = &line.foul else { continue };
        let (loser, winner) = match foul.color {
            outflank_rules::Color::Black => (line.black, line.white),
            outflank_rules::Color::White => (line.white, line.black),
        };
        assert_eq!(line.ending(winner), outflank_arena::stat::Ending::Win, "{line}");
        let verdict = foul.verdict.to_string();
        assert_eq!(Some(verdict.as_str()), manner(loser).verdict(), "{:?} lost so: {line}", manner(loser));
        seen.entry(loser).or_default().insert(verdict);
    }
    for place in 0..entrants.len() {
        let verdicts = seen.get(&place).into_iter().flatten().map(String::as_str);
        assert_eq!(verdicts.collect::<Vec<_>>(), Vec::from_iter(manner(place).verdict()), "{:?}", manner(place));
    }
    for line in lines.iter().filter(|line| line.foul.is_none()) {
        for place in [line.black, line.white] {
            assert!(!manner(place).always_loses(), "{:?} played to the end: {line}", manner(place));
        }
    }
}

/// Checks that the tournament's games equal those in the rooms, and that no room has two games.
fn rooms_have_the_same_games(host: &Host, server: &RestartedServer, lines: &[GameLine]) {
    let by_number: BTreeMap<u32, &GameLine> = lines.iter().map(|line| (line.number, line)).collect();
    let mut rooms = BTreeSet::new();
    for round in 1..=ROUNDS {
        let round = host.get(server, &format!("/rounds/{round}"));
        let meetings = round["meetings"].as_array().expect("a list").iter();
        for message in meetings.flat_map(|meeting| meeting["games"].as_array().expect("a list")) {
            let line = by_number[&number(&message["number"])];
            // A game that was forfeited without play has no room.
            let Some(room) = message["game"].as_str() else {
                assert_eq!(line.foul.as_ref().map(|foul| foul.verdict.to_string()).as_deref(), Some("absent"));
                continue;
            };
            assert!(rooms.insert(room.to_owned()), "{room} is there twice");
            let game = host.game(server, room);
            assert_eq!((&game["status"], &game["tournament"]), (&json!("over"), &json!(host.id)));
            let moves: String = game["moves"].as_array().expect("a list").iter().filter_map(placed).collect();
            assert_eq!(moves, line.moves.replace(' ', "").replace("pass", "").replace("--", ""), "{line}");
        }
    }
}

fn placed(turn: &Value) -> Option<&str> {
    turn["move"].as_str().filter(|mv| *mv != "pass")
}
