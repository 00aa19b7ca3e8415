//! `outflank tournament` with built-in bots and with processes.

#[cfg(unix)]
mod kills;
#[cfg(target_os = "linux")]
mod misbehaving;

use std::{fs, path::Path};

use serde_json::Value;

use crate::harness::{command, outflank};

#[test]
fn every_verdict_is_explained() {
    let page = include_str!("../../../../docs/reference/results.md");
    for verdict in outflank_arena::Verdict::all() {
        assert!(page.contains(&format!("`{verdict}`")), "{verdict}");
    }
}

/// The games of a folder by number, without values that differ in each run.
pub(crate) fn games(dir: &Path) -> Vec<Value> {
    let lines = fs::read_to_string(dir.join("games.jsonl")).unwrap();
    let mut games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    games.sort_by_key(|game| game["number"].as_u64());
    for game in &mut games {
        for timely in ["spent_us", "slowest_us", "times_ms"] {
            game.as_object_mut().unwrap().remove(timely);
        }
    }
    games
}

/// The table of a folder as cells, without times.
pub(crate) fn standings(dir: &Path) -> Vec<Vec<String>> {
    let table = fs::read_to_string(dir.join("standings.csv")).unwrap();
    let cells = table.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let mut cells: Vec<Vec<String>> = cells.collect();
    let timely: Vec<usize> = (0..cells[0].len()).filter(|column| cells[0][*column].ends_with("_ms")).collect();
    cells.iter_mut().for_each(|line| timely.iter().for_each(|column| line[*column].clear()));
    cells
}

/// The sorted names of the files of a folder and its subfolders.
fn files(dir: &Path) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            found.extend(files(&entry.path()).into_iter().map(|inner| format!("{name}/{inner}")));
        } else {
            found.push(name);
        }
    }
    found.sort();
    found
}

#[test]
fn a_list_from_a_spreadsheet_is_read_in_utf_16() {
    let dir = tempfile::tempdir().unwrap();
    let [out, list] = ["class", "class.txt"].map(|name| dir.path().join(name).to_str().unwrap().to_owned());
    let text = "\u{feff}Ann = greedy\r\nBjörn = random\r\n";
    fs::write(&list, text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()).unwrap();
    let printed = outflank(&["tournament", "--entrants", &list, "--size", "4", "--seed", "5", "--output", &out]).ok();
    assert!(printed.contains("Ann") && printed.contains("Björn"), "{printed}");
}

#[test]
fn the_folder_has_report_tables_and_records() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("class");
    let list = dir.path().join("class.txt");
    fs::write(&list, "# two more\nAnn = greedy\n\nBob & Co. = random\n").unwrap();
    let (out, list) = (out.to_str().unwrap(), list.to_str().unwrap());
    let run = outflank(&[
        "tournament",
        "greedy",
        "greedy",
        "--entrants",
        list,
        "--seed",
        "5",
        "--output",
        out,
        "--title",
        "Class <7b>",
    ]);
    let stderr = run.stderr.clone();
    let printed = run.ok();
    assert!(printed.starts_with("#  bot"), "{printed}");
    assert!(
        printed.contains("Bob & Co.") && printed.contains("Greedy 2") && printed.contains("12 of 12 games"),
        "{printed}"
    );
    assert!(stderr.contains("open report.html"), "{stderr}");
    assert!(stderr.contains(r#""Greedy" is called "Greedy 2" here"#), "{stderr}");
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    let out = Path::new(out);
    let found = files(out);
    for name in [
        "README.txt",
        "report.html",
        "standings.csv",
        "crosstable.csv",
        "games.csv",
        "ratings.csv",
        "run.json",
        "games.jsonl",
        "games.ggf",
    ] {
        assert!(found.iter().any(|file| file == name), "{name} in {found:?}");
    }
    let records: Vec<&String> = found.iter().filter(|name| name.starts_with("games/")).collect();
    assert_eq!(records.len(), 12, "{found:?}");
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("Class &lt;7b&gt;") && page.contains("Bob &amp; Co.") && !page.contains("refresh"));
    for record in records {
        assert!(page.contains(&format!("href=\"{record}\"")), "{record}");
        let check = outflank(&["check", out.join(record).to_str().unwrap()]);
        assert_eq!(check.code, 0, "{check:?}");
    }
    let settings: Value = serde_json::from_str(&fs::read_to_string(out.join("run.json")).unwrap()).unwrap();
    assert_eq!(settings["settings"]["plan"]["seed"], 5);
    assert_eq!(settings["settings"]["players"][3]["entrant"], "random");
    assert_eq!(settings["version"], env!("CARGO_PKG_VERSION"));
    let read_me = fs::read_to_string(out.join("README.txt")).unwrap();
    for fact in ["time", "system", "processor"] {
        let fact = settings[fact].as_str().unwrap();
        assert!(!fact.is_empty() && read_me.contains(fact), "{fact} in {read_me}");
    }
}

/// The folder records the checksum of each program file and the name that the program gave, so that
/// a result can be verified.
#[cfg(unix)]
#[test]
fn run_json_has_names_and_checksums_of_programs() {
    const HELLO: &str = r#"echo '{"type":"hello","outflank":1,"name":"Ann <b>","version":"1.2"}'"#;
    let dir = tempfile::tempdir().unwrap();
    let bot = crate::harness::BOT.replace("{}", "echo \"$legal\"");
    fs::write(dir.path().join("ann.sh"), format!("{HELLO}\n{bot}")).unwrap();
    let play = |args: &[&str]| {
        let run = command(args).current_dir(dir.path()).output().unwrap();
        assert!(run.status.success(), "{run:?}");
        String::from_utf8(run.stderr).unwrap()
    };
    let message = play(&[
        "tournament",
        "sh ann.sh",
        "greedy",
        "no-such-program x",
        "--size",
        "4",
        "--seed",
        "1",
        "--output",
        "t",
    ]);
    assert!(message.contains("no-such-program does not exist"), "{message}");
    let run =
        || -> Value { serde_json::from_str(&fs::read_to_string(dir.path().join("t/run.json")).unwrap()).unwrap() };
    let ann = run()["programs"][0].clone();
    assert_eq!(ann["told"], serde_json::json!(["Ann <b> 1.2"]));
    let sum = ann["files"][0]["sha256"].as_str().unwrap().to_owned();
    assert!(sum.len() == 64 && ann["files"][0]["path"].as_str().unwrap().ends_with("ann.sh"), "{ann}");
    let text = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    assert!(text("t/README.txt").contains("calls itself Ann <b> 1.2") && text("t/README.txt").contains(&sum));
    assert!(text("t/report.html").contains("calls itself Ann &lt;b&gt; 1.2") && text("t/report.html").contains(&sum));
    assert_eq!(play(&["tournament", "--resume", "t"]).matches("is not the file").count(), 0);
    fs::write(dir.path().join("ann.sh"), format!("# mended\n{HELLO}\n{bot}")).unwrap();
    assert!(play(&["tournament", "--resume", "t"]).contains("ann.sh has changed since the start"));
    assert_eq!(run()["programs"][0]["files"].as_array().unwrap().len(), 2, "both are kept");
}

#[test]
fn a_seed_gives_the_same_tournament_at_any_concurrency() {
    for form in ["round-robin", "swiss", "knockout", "gauntlet"] {
        let dir = tempfile::tempdir().unwrap();
        let play = |out: &str, concurrency: &str| {
            let entrants = ["random", "random", "greedy", "corners", "mcts:5", "positional", "minimax:1"];
            let mut line = vec![
                "tournament",
                "--format",
                form,
                "--seed",
                "11",
                "--time",
                "none",
                "--concurrency",
                concurrency,
                "--output",
                out,
            ];
            line.extend(entrants);
            let run = command(&line).current_dir(dir.path()).output().unwrap();
            assert!(run.status.success(), "{form}: {run:?}");
            (games(&dir.path().join(out)), standings(&dir.path().join(out)))
        };
        let alone = play("alone", "1");
        assert!(alone.0.len() >= 12, "{form}");
        assert_eq!(play("together", "5"), alone, "{form}");
    }
}

#[test]
fn other_boards_and_custom_openings_are_played() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("lines.txt"), "f5d6c3\nf5f6\n").unwrap();
    let run = |args: &[&str]| {
        let mut line = vec!["tournament", "random", "greedy", "--seed", "3", "--json"];
        line.extend(args);
        let run = command(&line).current_dir(dir.path()).output().unwrap();
        (
            run.status.code(),
            serde_json::from_slice::<Value>(&run.stdout).unwrap_or_default(),
            String::from_utf8_lossy(&run.stderr).into_owned(),
        )
    };
    let (code, report, _) = run(&["--openings", "lines.txt", "--games", "4"]);
    assert_eq!((code, &report["games"], &report["folder"]), (Some(0), &Value::from(4), &Value::from("tournament-1")));
    let mut openings: Vec<String> =
        games(&dir.path().join("tournament-1")).iter().map(|game| game["opening"].to_string()).collect();
    openings.dedup();
    openings.sort();
    assert_eq!(openings, ["\"f5d6c3\"", "\"f5f6\""]);
    let (code, report, _) = run(&["--variant", "octagon"]);
    assert_eq!(
        (code, &report["folder"], &report["variant"]),
        (Some(0), &Value::from("tournament-2"), &Value::from("octagon"))
    );
    assert!(files(&dir.path().join("tournament-2/games")).iter().all(|name| name.ends_with(".pgn")));
    let openings = |folder: &str| -> Vec<usize> {
        games(&dir.path().join(folder)).iter().map(|game| game["opening"].as_str().unwrap().len()).collect()
    };
    assert_eq!(openings("tournament-2"), [16, 16], "by chance, as there are no balanced ones");
    let (code, report, stderr) = run(&["--size", "6", "--openings", "random:3", "--games", "4"]);
    assert_eq!((code, &report["folder"]), (Some(0), &Value::from("tournament-3")), "{stderr}");
    assert_eq!(openings("tournament-3"), [6; 4]);
    let (code, _, stderr) = run(&["--size", "6", "--openings", "balanced"]);
    assert!(code == Some(2) && stderr.contains("are for the standard game, not six"), "{stderr}");
    let (code, _, stderr) = run(&["--variant", "six", "--openings", "lines.txt"]);
    assert!(code == Some(1) && stderr.contains("lines.txt"), "{stderr}");
}

#[test]
fn bad_settings_are_reported_before_output_is_written() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("class.txt"), "Ann = greedy\nBob = gredy\n").unwrap();
    for (args, code, message) in [
        (vec!["greedy"], 2, "two entrants"),
        (vec!["greedy", "gredy"], 2, "is not a player"),
        (vec!["--entrants", "class.txt"], 2, "class.txt, line 2: \"gredy\" is not a player"),
        (vec!["--entrants", "none.txt"], 1, "cannot read none.txt"),
        (vec!["greedy", "random", "--format", "knockout", "--rounds", "3"], 2, "--rounds has no meaning"),
        (vec!["greedy", "random", "--format", "gauntlet", "--challengers", "2"], 2, "2 challengers of 2"),
        (vec!["greedy", "random", "--challengers", "1"], 2, "needs a gauntlet"),
        (vec!["greedy", "random", "--time", "soon"], 2, "is not a time"),
        (vec!["greedy", "random", "--openings", "none.txt"], 1, "none.txt"),
        (vec!["--resume", "."], 1, "there is no run in"),
        (vec!["--resume", "x", "greedy"], 2, "cannot be used with"),
    ] {
        let mut line = vec!["tournament"];
        line.extend(&args);
        let run = command(&line).current_dir(dir.path()).output().unwrap();
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(code) && stderr.contains(message), "{args:?}: {run:?}");
    }
    assert_eq!(files(dir.path()), ["class.txt"]);
}

#[test]
fn a_folder_is_not_overwritten_and_resume_writes_its_files_again() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("t");
    let line = ["tournament", "greedy", "random", "--size", "4", "--seed", "1", "--output", out.to_str().unwrap()];
    let first = outflank(&line).ok();
    assert!(outflank(&line).failed(1).contains("--resume"));
    let whole = files(&out);
    for name in whole.iter().filter(|name| !name.starts_with("run.") && *name != "games.jsonl") {
        fs::remove_file(out.join(name)).unwrap();
    }
    assert_eq!(outflank(&["tournament", "--resume", out.to_str().unwrap()]).ok(), first);
    assert_eq!(files(&out), whole);
    // A game with swapped colors does not belong to this tournament.
    let games = fs::read_to_string(out.join("games.jsonl")).unwrap();
    let [one, other] = ["\"black\":0,\"white\":1", "\"black\":1,\"white\":0"];
    let line = games.lines().find(|line| line.contains(one)).unwrap();
    fs::write(out.join("games.jsonl"), games.replace(line, &line.replace(one, other))).unwrap();
    assert!(
        outflank(&["tournament", "--resume", out.to_str().unwrap()]).failed(1).contains("does not fit the settings")
    );
}

fn resume(dir: &Path) -> crate::harness::Run {
    outflank(&["tournament", "--resume", dir.to_str().unwrap()])
}

/// A crash of the machine may cut a record. It is restored from the journal.
#[test]
fn resume_repairs_damaged_game_records() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("t");
    let line = ["tournament", "greedy", "random", "corners", "--seed", "1", "--output", out.to_str().unwrap()];
    outflank(&line).ok();
    let records = || -> Vec<(String, String)> {
        let names = files(&out).into_iter().filter(|name| name.starts_with("games/"));
        names.map(|name| (name.clone(), fs::read_to_string(out.join(name)).unwrap())).collect()
    };
    let whole = records();
    fs::write(out.join(&whole[0].0), "").unwrap();
    fs::write(out.join(&whole[3].0), &whole[3].1[..40]).unwrap();
    resume(&out).ok();
    assert_eq!(records(), whole);
}

/// Each round of a Swiss tournament depends on the earlier ones, so a missing game of the first
/// round invalidates the later rounds.
#[test]
fn a_missing_game_is_played_again_with_all_later_rounds() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("t");
    let entrants = ["greedy", "random", "corners", "positional", "minimax:1"];
    let line = ["tournament", "--format", "swiss", "--time", "none", "--seed", "1", "--output", out.to_str().unwrap()];
    outflank(&[&line[..], &entrants].concat()).ok();
    let (expected, table) = (games(&out), standings(&out));
    let text = fs::read_to_string(out.join("games.jsonl")).unwrap();
    let kept: String =
        text.lines().filter(|line| !line.contains("\"number\":1,")).map(|line| format!("{line}\n")).collect();
    fs::write(out.join("games.jsonl"), kept).unwrap();
    let again = resume(&out);
    assert!(again.stderr.contains("of rounds after a missing game"), "{again:?}");
    assert_eq!((games(&out), standings(&out)), (expected, table));
    assert_eq!(resume(&out).stderr.matches("left out").count(), 0);
}

#[test]
fn a_run_json_with_impossible_settings_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("t");
    outflank(&["tournament", "greedy", "random", "--seed", "1", "--output", out.to_str().unwrap()]).ok();
    let run = fs::read_to_string(out.join("run.json")).unwrap();
    for (change, message) in [
        (("\"entrants\": 2", "\"entrants\": 5"), "the plan has 5 entrants, but there are 2 players"),
        (("\"entrants\": 2", "\"entrants\": 100000000000"), "are more than 200000"),
        (("\"rounds\": 1", "\"rounds\": 4000000000"), "are more than 200000"),
        (("\"rounds\": 1", "\"rounds\": 0"), "0 rounds with 2 games"),
        (("\"seed\": 1", "\"seed\": 2"), "does not fit the settings"),
    ] {
        assert!(run.contains(change.0), "{run}");
        fs::write(out.join("run.json"), run.replace(change.0, change.1)).unwrap();
        let output = resume(&out).failed(1);
        assert!(output.contains(message), "{change:?}: {output}");
    }
}

#[test]
fn a_table_is_printed_even_if_it_cannot_be_written() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("my class");
    outflank(&["tournament", "greedy", "random", "--seed", "1", "--output", out.to_str().unwrap()]).ok();
    fs::remove_file(out.join("games.ggf")).unwrap();
    fs::create_dir(out.join("games.ggf")).unwrap();
    let run = resume(&out);
    assert!(run.code == 1 && run.stdout.contains("2 of 2 games"), "{run:?}");
    assert!(run.stderr.contains(&format!("outflank tournament --resume '{}'", out.display())), "{run:?}");
}

#[test]
fn tournaments_that_start_together_have_separate_folders() {
    let dir = tempfile::tempdir().unwrap();
    let begun: Vec<_> = (0..6)
        .map(|_| {
            command(&["tournament", "greedy", "random", "--size", "4", "--seed", "1"])
                .current_dir(dir.path())
                .spawn()
                .unwrap()
        })
        .collect();
    for run in begun {
        let run = run.wait_with_output().unwrap();
        assert!(run.status.success(), "{run:?}");
    }
    assert!((1..=6).all(|number| games(&dir.path().join(format!("tournament-{number}"))).len() == 2));
}

/// Control characters are removed from the title and from a changed file.
#[test]
fn control_characters_in_titles_and_names_are_not_printed() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("t");
    let line = ["tournament", "Ann=greedy", "random", "--size", "4", "--seed", "1", "--output", out.to_str().unwrap()];
    outflank(&[&line[..], &["--title", "a\u{1b}[31m\u{202e}b"]].concat()).ok();
    assert!(fs::read_to_string(out.join("README.txt")).unwrap().starts_with("a [31m b\n"));
    let run = fs::read_to_string(out.join("run.json")).unwrap();
    fs::write(out.join("run.json"), run.replace("\"Ann\"", "\"Ann\\u001b[2J\"")).unwrap();
    let printed = resume(&out).ok();
    assert!(printed.contains("Ann [2J") && !printed.contains('\u{1b}'), "{printed}");
}
