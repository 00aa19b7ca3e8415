//! Twenty bots, eight of which misbehave.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;

use crate::harness::{BOT, command, holders, wait_until};

const ANSWER: &str = r#"echo "{\"type\":\"move\",\"request\":$number,\"move\":\"$legal\"}""#;

/// Bots that misbehave at their first request: name, action and possible verdicts.
const BAD: [(&str, &str, &[&str]); 8] = [
    // A square that is never empty.
    ("lying", "echo d4", &["illegal-move"]),
    ("garbage", "echo I would like to play d3", &["garbage"]),
    ("flooding", "exec yes '{\"type\":\"log\",\"text\":\"x\"}'", &["flood"]),
    ("silent", ":", &["hung"]),
    ("unterminated-line", "printf d3", &["unterminated-line"]),
    ("crashing", "echo no idea >&2; exit 3", &["crashed"]),
    ("twice", "echo \"$legal\"; echo \"$legal\"", &["answered-twice"]),
    (
        "forking",
        "sleep 1000 & env -i setsid sleep 1000 & setsid sh -c 'sleep 1000 & sleep 1000' & (env -i setsid sleep 1000 &) ; exit 0",
        &["closed"],
    ),
];

/// Bots that play correctly: built-in bots and several kinds of processes.
fn good(dir: &Path) -> Vec<String> {
    let mut entrants: Vec<String> =
        ["random", "greedy", "corners", "positional", "minimax:1", "minimax:2", "mcts:10"].map(str::to_owned).into();
    let binary = env!("CARGO_BIN_EXE_outflank");
    entrants.push(format!("greedy process = '{binary}' bot greedy"));
    entrants.push(format!("random process = '{binary}' bot random"));
    entrants.push(script(dir, "first", ANSWER));
    entrants.push(script(dir, "plain", "echo \"$legal\""));
    // It starts a process for each move and waits for it.
    entrants.push(script(dir, "slow", "sleep 0.01; echo \"$legal\""));
    entrants
}

/// A bot as a shell script. All its processes hold a file open.
fn script(dir: &Path, name: &str, answer: &str) -> String {
    let (path, held) = (dir.join(format!("{name}.sh")), dir.join("held"));
    fs::write(&path, format!("exec 3>> '{}'\n{}", held.display(), BOT.replace("{}", answer))).unwrap();
    format!("{name}=sh '{}'", path.display())
}

/// The processes whose environment contains this text.
fn processes(mark: &str) -> Vec<String> {
    let all = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let marked = all.filter(|entry| {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|part| part == mark.as_bytes())
    });
    marked.map(|entry| fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default()).collect()
}

#[test]
fn the_standings_are_right_and_no_process_is_left() {
    let dir = tempfile::tempdir().unwrap();
    let mut entrants = good(dir.path());
    entrants.extend(BAD.iter().map(|(name, answer, _)| script(dir.path(), name, answer)));
    assert_eq!(entrants.len(), 20);
    let mark = format!("twenty-bots-{}", std::process::id());
    let mut line = vec![
        "tournament",
        "--games",
        "1",
        "--seed",
        "20",
        "--time",
        "3s/move",
        "--concurrency",
        "8",
        "--output",
        "class",
        "--json",
    ];
    line.extend(entrants.iter().map(String::as_str));
    let run = command(&line).current_dir(dir.path()).env("OUTFLANK_TEST_MARK", &mark).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    // The system may need a moment to remove killed processes.
    let left = || [processes(&mark), holders(&dir.path().join("held"))].concat();
    wait_until(|| left().is_empty());
    assert_eq!(left(), Vec::<String>::new());

    let games = super::games(&dir.path().join("class"));
    assert_eq!(games.len(), 190);
    let mut points: BTreeMap<u64, f64> = BTreeMap::new();
    for game in &games {
        judge(game, entrants.len());
        let [black, white] = ["black", "white"].map(|color| game[color].as_u64().unwrap());
        let (one, other) = match game["winner"].as_str() {
            Some("black") => (1.0, 0.0),
            Some("white") => (0.0, 1.0),
            _ => (0.5, 0.5),
        };
        *points.entry(black).or_default() += one;
        *points.entry(white).or_default() += other;
    }
    let names = settings(dir.path());
    let standings = report["standings"].as_array().unwrap();
    for place in standings {
        let entrant = names.iter().position(|name| *name == place["name"]).unwrap() as u64;
        assert_eq!(place["points"].as_f64(), points.get(&entrant).copied(), "{place}");
    }
    let ordered: Vec<f64> = standings.iter().map(|place| place["points"].as_f64().unwrap()).collect();
    assert!(ordered.is_sorted_by(|before, after| before >= after), "{ordered:?}");
    for (name, _, verdicts) in BAD {
        let place = standings.iter().find(|place| place["name"] == name).unwrap();
        let fouls = place["fouls"].as_object().unwrap();
        assert!(fouls.keys().all(|verdict| verdicts.contains(&verdict.as_str())), "{name}: {fouls:?}");
        let count: u64 = fouls.values().filter_map(Value::as_u64).sum();
        assert!(count >= 12 && Some(count) == place["losses"].as_u64(), "all games with those who play: {place}");
        assert!(dir.path().join("class/logs").read_dir().unwrap().count() >= 8 * 12);
    }
}

/// Checks the end of a game. A correct bot beats a misbehaving one by the right verdict. Two
/// correct bots play to the end. Of two misbehaving bots, one forfeits.
fn judge(game: &Value, entrants: usize) {
    let is_bad = |color: &str| game[color].as_u64().unwrap() as usize >= entrants - BAD.len();
    let reason = game["reason"].as_str().unwrap();
    match (is_bad("black"), is_bad("white")) {
        (false, false) => assert_eq!(reason, "played", "{game}"),
        (true, false) => assert_eq!(game["winner"], "white", "{game}"),
        (false, true) => assert_eq!(game["winner"], "black", "{game}"),
        (true, true) => assert!(!game["foul"].is_null(), "{game}"),
    }
    if let Some(loser) = game["foul"]["color"].as_str() {
        let (name, _, verdicts) = BAD[game[loser].as_u64().unwrap() as usize + BAD.len() - entrants];
        assert!(verdicts.contains(&reason), "{name}: {game}");
    }
}

/// The names of all entrants in the order of the list.
fn settings(dir: &Path) -> Vec<Value> {
    let run: Value = serde_json::from_str(&fs::read_to_string(dir.join("class/run.json")).unwrap()).unwrap();
    run["settings"]["players"].as_array().unwrap().iter().map(|player| player["name"].clone()).collect()
}
