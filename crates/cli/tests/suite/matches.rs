//! `outflank match` with real programs, folders and signals.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Child, Stdio},
};

use serde_json::Value;

use crate::harness::{command, outflank, wait_until};

/// The games of a folder by number, without times.
fn games(dir: &Path) -> BTreeMap<u64, Value> {
    let text = fs::read_to_string(dir.join("games.jsonl")).unwrap();
    let lines = text.lines().map(|line| {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for field in ["spent_us", "slowest_us", "times_ms"] {
            game.as_object_mut().unwrap().remove(field);
        }
        (game["number"].as_u64().unwrap(), game)
    });
    lines.collect()
}

/// A result without times and paths.
fn timeless(mut result: Value) -> Value {
    for field in ["seconds", "gamesPerSecond", "folder", "interrupted"] {
        result.as_object_mut().unwrap().remove(field);
    }
    for player in result["players"].as_array_mut().unwrap() {
        player.as_object_mut().unwrap().retain(|name, _| !name.to_lowercase().ends_with("seconds"));
    }
    result
}

/// Plays a match and saves it in a folder.
fn play(args: &[&str], dir: &Path) -> Value {
    outflank(&[args, &["--output", dir.to_str().unwrap(), "--json"]].concat()).json()
}

fn resume(dir: &Path) -> Value {
    outflank(&["match", "--resume", dir.to_str().unwrap(), "--json"]).json()
}

#[test]
fn a_match_ends_with_a_table_and_statistics() {
    let output = outflank(&["match", "greedy", "random", "--games", "39", "--seed", "7", "--no-save"]).ok();
    assert!(output.starts_with("player  points ") && output.contains(" w-d-l  as black  as white "), "{output}");
    assert!(output.lines().take(3).all(|line| line.chars().count() <= 80), "{output}");
    for word in [
        "\nGreedy ",
        "\nRandom ",
        "\nElo      ",
        "95 % between",
        "superiority",
        "\nmargin   ",
        "40 games from balanced openings with seed 7",
    ] {
        assert!(output.contains(word), "{word} in {output}");
    }
}

#[test]
fn the_same_seed_gives_the_same_games_however_many_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["match", "mcts:10", "random", "--games", "20", "--seed", "3", "--concurrency"];
    let folders = ["1", "2", "5"].map(|concurrency| {
        let folder = dir.path().join(concurrency);
        (timeless(play(&[&args[..], &[concurrency]].concat(), &folder)), games(&folder))
    });
    assert_eq!(folders[0].1.len(), 20);
    assert!(folders.iter().all(|folder| *folder == folders[0]), "{:#?}", folders.each_ref().map(|folder| &folder.0));
    let records = outflank(&["check", dir.path().join("5/games.ggf").to_str().unwrap()]).ok();
    assert!(records.contains("20"), "{records}");
}

fn begin(args: &[&str], dir: &Path) -> Child {
    let args = [args, &["--output", dir.to_str().unwrap()]].concat();
    command(&args).stdin(Stdio::null()).spawn().unwrap()
}

fn lines(dir: &Path) -> usize {
    fs::read_to_string(dir.join("games.jsonl")).map_or(0, |text| text.lines().count())
}

/// A match that is killed several times ends with the same games.
#[test]
fn a_killed_match_is_resumed_without_losing_games() {
    let dir = tempfile::tempdir().unwrap();
    let (whole, killed) = (dir.path().join("whole"), dir.path().join("killed"));
    let args = ["match", "mcts:200", "mcts:100", "--games", "40", "--seed", "11"];
    let expected = timeless(play(&args, &whole));
    let mut child = begin(&[&args[..], &["--concurrency", "2"]].concat(), &killed);
    let mut cuts = Vec::new();
    for count in [3, 12, 25] {
        wait_until(|| lines(&killed) >= count || child.try_wait().unwrap().is_some());
        child.kill().unwrap();
        child.wait().unwrap();
        cuts.push(lines(&killed));
        // A power failure in the middle of a line leaves half of it.
        let cut = fs::read(killed.join("games.jsonl")).unwrap();
        fs::write(killed.join("games.jsonl"), &cut[..cut.len().saturating_sub(10)]).unwrap();
        let args = ["match", "--resume", killed.to_str().unwrap()];
        child = command(&args).stdin(Stdio::null()).spawn().unwrap();
    }
    child.wait().unwrap();
    assert!(cuts[0] < 40, "it was over before it was killed: {cuts:?}");
    assert_eq!(timeless(resume(&killed)), expected);
    assert_eq!(games(&killed), games(&whole));
    assert!(games(&whole).len() == 40 && whole.join("games.ggf").exists());
    let ggf = |dir: &Path| fs::read_to_string(dir.join("games.ggf")).unwrap().lines().count();
    assert_eq!(ggf(&killed), ggf(&whole));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_match_prints_its_table_and_how_to_resume() {
    use rustix::process::{Pid, Signal, kill_process};
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("match");
    let child = begin(&["match", "mcts:300", "mcts:300", "--games", "2000", "--seed", "1"], &folder);
    wait_until(|| lines(&folder) >= 4);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let run = child.wait_with_output().unwrap();
    let (output, message) = (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert_eq!(run.status.code(), Some(130), "{message}");
    assert!(
        output.contains("\nElo      ") && message.contains(&format!("outflank match --resume {}", folder.display())),
        "{output}{message}"
    );
    assert_eq!(fs::read_to_string(folder.join("games.ggf")).unwrap().lines().count(), lines(&folder));
}

/// A bot as a shell script. It notes its process id, runs `before`, and answers with the first
/// legal move.
#[cfg(unix)]
fn bot(before: &str) -> String {
    let bot = crate::harness::BOT.replace("{}", &format!("{before}\necho \"$legal\""));
    format!("echo $$ >> \"$(dirname \"$0\")/pids\"\n{bot}")
}

#[cfg(unix)]
#[test]
fn programs_play_and_their_fouls_are_counted_and_saved() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("bot.sh");
    // The bot answers nonsense at plies 20 to 29.
    fs::write(&script, bot(r#"case "$line" in *'"ply":2'[0-9]*) echo nonsense ;; esac"#)).unwrap();
    let own = format!("json:'{}' bot greedy", env!("CARGO_BIN_EXE_outflank"));
    let bot = format!("sh '{}'", script.display());
    let folder = dir.path().join("match");
    let args = ["match", &bot, &own, "--size", "6", "--games", "6", "--seed", "2", "--concurrency", "2"];
    let result = play(&args, &folder);
    assert_eq!((&result["games"], &result["players"][0]["losses"]), (&6.into(), &6.into()), "{result:#}");
    assert_eq!(result["players"][0]["fouls"], serde_json::json!({"garbage": 6}));
    assert_eq!(result["players"][1]["fouls"], serde_json::json!({}));
    let names = ["0", "1"].map(|place| result.pointer(&format!("/players/{place}/player")).and_then(Value::as_str));
    assert_eq!(names[1], Some("outflank"), "{names:?}");
    assert_eq!(result["players"][1]["entrant"].as_str(), own.strip_prefix("json:"));
    let game = &games(&folder)[&0];
    assert_eq!((game["reason"].as_str(), game["foul"]["bytes"].as_str()), (Some("garbage"), Some("nonsense\\n")));
    let log = fs::read_to_string(folder.join("logs/000001.log")).unwrap();
    assert!(log.contains("< nonsense\\n") && log.contains(r#"> {"type":"move""#), "{log}");
    let records = fs::read_to_string(folder.join("games.ggf")).unwrap();
    assert_eq!(records.matches("RE[-36:l]").count() + records.matches("RE[+36:l]").count(), 6, "{records}");
    let example = &result["players"][0]["examples"][0];
    assert_eq!((&example["verdict"], &example["game"]), (&"garbage".into(), &1.into()), "{example}");
    assert_eq!(example["log"].as_str().map(Path::new), Some(folder.join("logs/000001.log").as_path()));
    let output = outflank(&["match", "--resume", folder.to_str().unwrap()]).ok();
    for words in [
        ": 6 garbage\n",
        "garbage in game 1: ",
        "it wrote \"nonsense\\n\"",
        "logs/000001.log",
        "outflank bot check 'sh ",
    ] {
        assert!(output.contains(words), "{words} in {output}");
    }
    for pid in fs::read_to_string(dir.path().join("pids")).unwrap().lines() {
        assert!(!Path::new("/proc").join(pid).exists(), "{pid} is left");
    }
}

/// A bot that cannot play ends the match early, and the output has the reason.
#[cfg(unix)]
#[test]
fn a_program_that_makes_no_move_ends_the_match() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("bot.sh"), "echo no such module >&2; exit 3\n").unwrap();
    let bot = format!("mine=sh '{}'", dir.path().join("bot.sh").display());
    let run = outflank(&["match", &bot, "greedy", "--games", "400", "--seed", "1", "--no-save"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains("10 games from balanced openings"), "{run:?}");
    assert!(run.stdout.contains("crashed in game 1: ") && run.stdout.contains("no such module"), "{run:?}");
    assert!(
        run.stderr.contains("mine made no move in 10 games") && run.stderr.contains("outflank bot check"),
        "{run:?}"
    );
    let folder = dir.path().join("match");
    let args = ["match", &bot, "greedy", "--games", "14", "--seed", "1", "--output", folder.to_str().unwrap(), "-c1"];
    assert!(outflank(&args).failed(1).contains("outflank match --resume"));
    // Fix the bot and resume the match.
    fs::write(dir.path().join("bot.sh"), self::bot(":")).unwrap();
    let result = resume(&folder);
    assert_eq!((&result["games"], &result["players"][0]["fouls"]["crashed"]), (&14.into(), &10.into()), "{result:#}");
}

/// Starts a process that leaves the process group, session, environment and standard streams of its
/// program.
#[cfg(target_os = "linux")]
const DAEMON: &str = "(env -i setsid sh -c '(exec sleep 1000 < /dev/null > /dev/null 2>&1) & exit' &)\n";

/// Each bot starts a daemon that holds a file open.
#[cfg(target_os = "linux")]
#[test]
fn daemons_end_with_every_command_that_runs_bots() {
    use crate::harness::holders;
    let dir = tempfile::tempdir().unwrap();
    let held = dir.path().join("held");
    fs::write(&held, "").unwrap();
    let begins = format!("exec 3>> '{}'\n{DAEMON}echo begun >> '{}'\n", held.display(), held.display());
    fs::write(dir.path().join("bot.sh"), begins.clone() + &bot(":")).unwrap();
    fs::write(dir.path().join("quits.sh"), begins + "exit 1\n").unwrap();
    let bot = format!("sh '{}'", dir.path().join("bot.sh").display());
    let engine = format!("gtp:sh '{}'", dir.path().join("quits.sh").display());
    let out = dir.path().join("tournament");
    for args in [
        &["match", &bot, &bot, "--games", "4", "--concurrency", "2", "--size", "4", "--no-save", "--seed", "1"][..],
        &["tournament", &bot, &bot, "--games", "2", "--size", "4", "--seed", "1", "--output", out.to_str().unwrap()],
        &["bot", "check", &bot],
        &["play", "--black", &engine, "--white", "greedy", "--no-save", "--plain", "--seed", "1"],
    ] {
        let before = fs::read(&held).unwrap().len();
        let run = outflank(args);
        assert!(fs::read(&held).unwrap().len() > before, "no bot was started: {run:?}");
        wait_until(|| holders(&held).is_empty());
        assert_eq!(holders(&held), Vec::<String>::new(), "{args:?}");
    }
}

/// The programs stop reading and never end. All their processes hold a file open.
#[cfg(target_os = "linux")]
#[test]
fn programs_end_with_a_match_that_is_killed() {
    use crate::harness::holders;
    let dir = tempfile::tempdir().unwrap();
    let (held, asked) = (dir.path().join("held"), dir.path().join("asked"));
    fs::write(&held, "").unwrap();
    let begins = format!("exec 3>> '{}'\nsetsid sleep 1000 &\n{DAEMON}", held.display());
    let spins = bot(&format!("echo asked >> '{}'; while :; do :; done", asked.display()));
    fs::write(dir.path().join("bot.sh"), begins + &spins).unwrap();
    let bot = format!("sh '{}'", dir.path().join("bot.sh").display());
    let args = ["match", &bot, &bot, "--games", "4", "--time", "1h", "--concurrency", "2", "--no-save"];
    let mut child = command(&args).stdin(Stdio::null()).spawn().unwrap();
    wait_until(|| fs::read(&asked).is_ok_and(|lines| lines.len() >= 2 * "asked\n".len()));
    assert!(holders(&held).len() >= 4, "both games are being played");
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until(|| holders(&held).is_empty());
    assert_eq!(holders(&held), Vec::<String>::new());
}

#[test]
fn a_missing_program_ends_the_match() {
    let run = outflank(&["match", "./no-such-bot", "greedy", "--no-save", "--seed", "1"]);
    assert_eq!(run.stdout, "no pair of games was finished, so there is no result yet\n");
    let message = run.failed(1);
    assert!(
        message.contains("no-such-bot could not be started") && message.contains("check \"./no-such-bot\""),
        "{message}"
    );
}

#[test]
fn a_test_ends_early_and_sets_the_exit_code() {
    let args = ["match", "level:1", "random", "--no-save", "--seed", "4", "--sprt", "0", "100", "--json"];
    let yes = outflank(&args).json();
    assert_eq!(yes["sprt"]["state"], "accept-h1", "{yes:#}");
    assert!(yes["games"].as_u64().unwrap() < 1000 && yes["complete"] == true);
    let no = outflank(&["match", "random", "level:1", "--no-save", "--seed", "4", "--sprt", "-10", "90", "--json"]);
    assert!(no.stdout.contains("\"accept-h0\""), "{no:?}");
    assert_eq!(no.code, 1);
    let few =
        outflank(&["match", "level:1", "random", "--no-save", "--seed", "4", "--sprt", "0", "100", "--games", "2"]);
    assert!(few.code == 1 && few.stdout.contains("SPRT     not decided"), "{few:?}");
}

#[test]
fn the_result_of_a_test_is_a_sentence() {
    let test = |elo: [&str; 2], games: &str| {
        let args = ["match", "level:1", "random", "--no-save", "--seed", "4", "--games", games, "--sprt"];
        outflank(&[&args[..], &elo].concat()).stdout
    };
    let yes = test(["0", "100"], "1000");
    assert!(yes.contains("SPRT     yes: Level 1 is better by +100.0 Elo rather than 0.0"), "{yes}");
    let few = test(["0", "5"], "40");
    assert!(few.contains("SPRT     not decided whether Level 1 is better by +5.0 or 0.0 Elo"), "{few}");
    assert!(few.contains("a wider range is decided sooner"), "{few}");
}

#[test]
fn openings_come_from_the_given_source() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("lines.txt");
    fs::write(&file, "f5d6c3\nf5f6e6f4\n").unwrap();
    let openings = |name: &str, args: &[&str]| {
        let folder = dir.path().join(name);
        play(&[&["match", "random", "greedy", "--games", "8", "--seed", "5"], args].concat(), &folder);
        games(&folder).values().map(|game| game["opening"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut given = openings("given", &["--openings", file.to_str().unwrap()]);
    assert!(
        given.chunks(4).all(|cycle| cycle[0] == cycle[1] && cycle[2] == cycle[3] && cycle[0] != cycle[2]),
        "{given:?}"
    );
    given.sort();
    assert_eq!(given, ["f5d6c3"; 4].into_iter().chain(["f5f6e6f4"; 4]).collect::<Vec<_>>());
    assert!(openings("none", &["--openings", "none"]).iter().all(String::is_empty));
    assert!(openings("random", &["--openings", "random:3"]).iter().all(|opening| opening.len() == 6));
    assert!(openings("tiny", &["--size", "4"]).iter().all(|opening| opening.len() == 4));
    assert!(openings("balanced", &[]).iter().all(|opening| opening.len() == 16));
}

#[test]
fn bad_players_and_options_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |args: &[&str], code: i32, message: &str| {
        let output = outflank(&[&["match"], args].concat()).failed(code);
        assert!(output.contains(message), "{args:?}: {output}");
    };
    refused(&["gredy", "random"], 2, "\"gredy\" is not a player");
    refused(&["greedy"], 2, "<B>");
    refused(&["greedy", "random", "--games", "0"], 2, "write a whole number from 1 to 2000000000");
    refused(&["greedy", "random", "--openings", "random:99"], 2, "random:0 to random:50");
    refused(&["greedy", "random", "--sprt", "10", "0"], 2, "give the smaller first");
    refused(
        &["greedy", "random", "--openings", "balanced", "--size", "6"],
        2,
        "are for the standard game, not six: write random:6",
    );
    let lines = dir.path().join("lines.txt");
    fs::write(&lines, "f5d6c3\nd3c4\n").unwrap();
    let lines = lines.to_str().unwrap();
    refused(
        &["greedy", "random", "--openings", lines, "--no-save", "--seed", "1"],
        1,
        "record 2, line 2: move 2 is illegal",
    );
    refused(&["greedy", "random", "--openings", "no-such-file", "--no-save", "--seed", "1"], 1, "no-such-file");
    refused(&["--resume", "x", "--seed", "3"], 2, "cannot be used with");
    refused(&["greedy", "random", "--concurrency", "18446744073709551615"], 2, "--concurrency");
    refused(&["greedy", "random", "--concurrency", "1025"], 2, "write a whole number from 0 to 1024");
    refused(&["--resume", dir.path().to_str().unwrap()], 1, "there is no run in");
    fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    refused(&["greedy", "random", "--seed", "1", "--output", dir.path().to_str().unwrap()], 1, "is not empty");
}

#[test]
fn matches_are_saved_in_numbered_folders_by_default() {
    let dir = tempfile::tempdir().unwrap();
    let run = || {
        let args = ["match", "greedy", "level:1", "--games", "2", "--seed", "5", "--json"];
        let output = command(&args).env("OUTFLANK_DATA", dir.path()).output().unwrap();
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        result["folder"].as_str().unwrap().to_owned()
    };
    let folders = [run(), run()];
    assert!(folders[0].ends_with("0001-greedy-level_1") && folders[1].ends_with("0002-greedy-level_1"), "{folders:?}");
    assert_eq!(games(Path::new(&folders[0])), games(Path::new(&folders[1])));
    assert_eq!(timeless(resume(Path::new(&folders[0])))["games"], 2);
}

#[test]
fn repeated_games_are_reported_and_do_not_count_as_evidence() {
    let args = ["match", "greedy", "minimax:2", "--openings", "none", "--seed", "1", "--no-save"];
    let output = outflank(&[&args[..], &["--games", "40"]].concat()).ok();
    assert!(output.contains("\nrepeats  38 of 40 games"), "{output}");
    let result = |games| outflank(&[&args[..], &["--games", games, "--json"]].concat()).json();
    let (once, often) = (result("2"), result("40"));
    let counts = |result: &Value| [&result["games"], &result["repeats"]].map(|count| count.as_u64().unwrap());
    assert_eq!((counts(&once), counts(&often)), ([2, 0], [40, 38]));
    for field in ["elo", "share", "superiority", "pairs"] {
        assert_eq!(often[field], once[field], "{field}");
    }
    let test = outflank(&[&args[..], &["--sprt", "-5", "0"]].concat());
    assert!(test.code == 1 && test.stdout.contains("not decided, because the games repeat"), "{test:?}");
}

/// Games without moves are not saved. When the program is back, the match ends with the same games.
#[cfg(unix)]
#[test]
fn a_program_that_could_not_start_loses_no_games_after_a_resume() {
    let dir = tempfile::tempdir().unwrap();
    let (script, whole, match_) = (dir.path().join("bot.sh"), dir.path().join("whole"), dir.path().join("match"));
    fs::write(&script, bot(":")).unwrap();
    let interpreter = dir.path().join("shell");
    std::os::unix::fs::symlink("/bin/sh", &interpreter).unwrap();
    let bot = format!("'{}' '{}'", interpreter.display(), script.display());
    let args = ["match", "greedy", &bot, "--games", "6", "--seed", "2", "--concurrency", "1"];
    let expected = timeless(play(&args, &whole));
    fs::remove_file(&interpreter).unwrap();
    let message = outflank(&[&args[..], &["--output", match_.to_str().unwrap()]].concat()).failed(1);
    assert!(
        message.contains("could not be started") && message.contains("resume with: outflank match --resume"),
        "{message}"
    );
    assert_eq!(lines(&match_), 0);
    // Earlier versions saved a game that B lost because it could not start.
    let mut lost = games(&whole)[&0].clone();
    lost["reason"] = "not-started".into();
    lost["moves"] = "".into();
    lost["foul"] = serde_json::json!({"color": "white", "verdict": "not-started"});
    fs::write(match_.join("games.jsonl"), format!("{lost}\n")).unwrap();
    std::os::unix::fs::symlink("/bin/sh", &interpreter).unwrap();
    assert_eq!(timeless(resume(&match_)), expected);
    assert_eq!(games(&match_), games(&whole));
}

#[test]
fn games_that_do_not_belong_to_the_match_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("match");
    play(&["match", "random", "greedy", "--games", "4", "--seed", "5"], &folder);
    let run = fs::read_to_string(folder.join("run.json")).unwrap();
    let lines = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let refused = |run: &str, lines: &str| {
        fs::write(folder.join("run.json"), run).unwrap();
        fs::write(folder.join("games.jsonl"), lines).unwrap();
        let message = outflank(&["match", "--resume", folder.to_str().unwrap()]).failed(1);
        assert!(message.contains("does not fit the settings"), "{message}");
    };
    refused(&run.replace("\"seed\": 5", "\"seed\": 6"), &lines);
    refused(&run.replace("\"pairs\": 2", "\"pairs\": 1"), &lines);
    refused(&run, &lines.replace("\"black\":0,\"white\":1", "\"black\":7,\"white\":9"));
}

#[test]
fn a_match_can_be_extended_but_not_shortened() {
    let dir = tempfile::tempdir().unwrap();
    let (long, short) = (dir.path().join("long"), dir.path().join("short"));
    let args = ["match", "mcts:5", "random", "--seed", "5", "--games"];
    let expected = timeless(play(&[&args[..], &["12"]].concat(), &long));
    play(&[&args[..], &["4"]].concat(), &short);
    let resumed = ["match", "--resume", short.to_str().unwrap(), "--games"];
    assert!(outflank(&[&resumed[..], &["2"]].concat()).failed(2).contains("has 4 games already, more than 2"));
    assert_eq!(timeless(outflank(&[&resumed[..], &["12", "--json"]].concat()).json()), expected);
    assert_eq!(games(&short), games(&long));
    assert_eq!(timeless(resume(&short)), expected, "the new length is kept");
}

#[test]
fn games_of_earlier_runs_do_not_count_for_the_speed() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("match");
    play(&["match", "greedy", "random", "--games", "40", "--seed", "5"], &folder);
    assert_eq!(resume(&folder)["gamesPerSecond"], 0.0);
    let output = outflank(&["match", "--resume", folder.to_str().unwrap()]).ok();
    assert!(output.contains("40 games from balanced openings with seed 5\n"), "{output}");
}

/// A folder has the name of the file of all games.
#[test]
fn results_are_printed_even_if_they_cannot_be_saved() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("my match");
    play(&["match", "greedy", "random", "--games", "4", "--seed", "5"], &folder);
    fs::remove_file(folder.join("games.ggf")).unwrap();
    fs::create_dir(folder.join("games.ggf")).unwrap();
    let run = outflank(&["match", "--resume", folder.to_str().unwrap()]);
    assert!(run.stdout.contains("\nElo      ") && run.stderr.contains("cannot write"), "{run:?}");
    assert!(run.stderr.contains(&format!("outflank match --resume '{}'", folder.display())), "{run:?}");
    assert_eq!(run.code, 1);
}

/// The command lines are relative to the folder where the match began, so `--resume` works from any
/// folder. If that folder is gone, nothing is played.
#[cfg(unix)]
#[test]
fn a_match_is_resumed_from_any_working_directory() {
    let dir = tempfile::tempdir().unwrap();
    let begun = dir.path().join("here");
    fs::create_dir(&begun).unwrap();
    fs::write(begun.join("bot.sh"), bot(":")).unwrap();
    let run = |place: &Path, args: &[&str]| command(args).current_dir(place).stdin(Stdio::null()).output().unwrap();
    let whole = run(&begun, &["match", "sh ./bot.sh", "greedy", "--games", "6", "--seed", "2", "--output", "match"]);
    assert!(whole.status.success(), "{whole:?}");
    let (folder, expected) = (begun.join("match"), games(&begun.join("match")));
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let cut = || {
        fs::write(folder.join("games.jsonl"), text.lines().take(2).map(|line| format!("{line}\n")).collect::<String>())
    };
    cut().unwrap();
    let resumed = run(&folder, &["match", "--resume", "."]);
    assert!(resumed.status.success(), "{resumed:?}");
    assert_eq!(games(&folder), expected);
    cut().unwrap();
    let moved = dir.path().join("there");
    fs::rename(&begun, &moved).unwrap();
    let refused = run(dir.path(), &["match", "--resume", "there/match"]);
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(1) && message.contains("which is not a folder now"), "{refused:?}");
    assert_eq!(lines(&moved.join("match")), 2);
}

#[cfg(unix)]
#[test]
fn only_their_owner_can_read_saved_matches() {
    use std::os::unix::fs::PermissionsExt;

    let data = tempfile::tempdir().unwrap();
    let mut run = command(&["match", "sh -c 'exit'", "random", "--games", "2"]);
    run.env("OUTFLANK_DATA", data.path().join("state")).output().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let matches = data.path().join("state/matches");
    let folder = fs::read_dir(&matches).unwrap().next().unwrap().unwrap().path();
    for folder in [&data.path().join("state"), &matches, &folder, &folder.join("logs")] {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
    for file in ["run.json", "games.jsonl", "logs/000001.log"] {
        assert_eq!(mode(&folder.join(file)), 0o600, "{file}");
    }
}
