//! `outflank bot`.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use crate::harness::{command, outflank, outflank_with_input};

/// A request for a move on a 4x4 board.
const QUESTION: &str = r#"{"type":"move","request":5,"color":"black","board":"-----OX--XO-----"}"#;

#[test]
fn a_built_in_bot_answers_bad_lines_too_and_ends_with_its_input() {
    let input = format!("{{\"type\":\"hello\",\"outflank\":1}}\nd3?\n{QUESTION}\n");
    let output = outflank_with_input(&["bot", "greedy"], input).ok();
    let lines: Vec<serde_json::Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3, "{output}");
    assert_eq!((lines[0]["type"].as_str(), lines[0]["name"].as_str()), (Some("hello"), Some("greedy")));
    assert_eq!((lines[1]["code"].as_str(), lines[1]["got"].as_str()), (Some("not-json"), Some("d3?")));
    assert_eq!(lines[2], serde_json::json!({"type": "move", "request": 5, "move": "b1"}));
}

/// The runner waits for each answer, so the bot must flush.
#[test]
fn answers_come_at_once() {
    let mut child = command(&["bot", "random", "--seed", "3"]).stdin(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for _ in 0..3 {
        writeln!(input, "{QUESTION}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with(r#"{"type":"move","request":5,"move":""#), "{line}");
    }
    writeln!(input, r#"{{"type":"bye"}}"#).unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn unknown_names_are_reported_with_the_known_ones() {
    let message = outflank(&["bot", "gredy"]).failed(2);
    assert!(message.contains("\"gredy\" is not a built-in bot: write random, greedy"), "{message}");
    assert!(outflank(&["bot"]).failed(2).contains("<NAME>"));
    let message = outflank(&["bot", "new", "--lang", "cobol"]).failed(2);
    assert!(message.contains("python, javascript, java, c, rust, go"), "{message}");
}

/// The command line of this program as a bot.
fn own(arguments: &str) -> String {
    format!("'{}' {arguments}", env!("CARGO_BIN_EXE_outflank"))
}

#[test]
fn a_correct_bot_passes_every_check() {
    let report = outflank(&["bot", "check", &own("bot corners"), "--json"]).json();
    assert_eq!((report["failed"].as_u64(), report["skipped"].as_u64()), (Some(0), Some(0)), "{report:#}");
    let checks: Vec<&str> = report["checks"].as_array().unwrap().iter().filter_map(|it| it["check"].as_str()).collect();
    let listed = outflank(&["bot", "check", "--list"]).ok();
    let listed: Vec<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(checks, listed);

    let gtp = format!("gtp:{}", own("gtp --level 1"));
    let message = outflank(&["bot", "check", &gtp, "--only", "anti", "--only", "pass"]).ok();
    assert!(message.contains("\npass  ") || message.starts_with("pass  pass "), "{message}");
    assert!(message.contains("skip  anti") && message.ends_with("1 passed, 0 failed, 1 skipped\n"), "{message}");
}

#[test]
fn a_bot_accepts_tcp_and_websocket_on_one_port() {
    let mut child = command(&["bot", "greedy", "--listen", "0"]).spawn().unwrap();
    let mut message = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut message).unwrap();
    let addresses: Vec<&str> = message.split_whitespace().filter(|word| word.contains("://")).collect();
    assert!(message.starts_with("greedy listens on tcp://127.0.0.1:") && addresses.len() == 2, "{message}");
    for address in addresses {
        let output = outflank(&["bot", "check", address, "--only", "6x6", "--only", "two-games"]).ok();
        assert!(output.ends_with("2 passed, 0 failed, 0 skipped\n"), "{output}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(outflank(&["bot", "greedy", "--listen", "here"]).failed(2).contains("write a port such as 7000"));
    assert!(
        outflank(&["bot", "greedy", "--listen", "192.0.2.1:7000"])
            .failed(1)
            .contains("cannot listen on 192.0.2.1:7000")
    );
    assert!(outflank(&["bot", "check", "tcp://127.0.0.1"]).failed(2).contains("tcp://HOST:PORT"));
}

#[cfg(unix)]
#[test]
fn a_failed_check_prints_the_fault_the_bytes_and_a_fix() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("bot.sh");
    fs::write(&path, "while read -r line; do case $line in *'\"legal\"'*) echo d2; esac; done").unwrap();
    let command = format!("sh '{}'", path.display());
    let run = outflank(&["bot", "check", &command]);
    assert_eq!(run.code, 1, "{run:?}");
    let question = "\n      > {\"type\":\"move\",\"game\":\"check\",\"request\":1,\"ply\":0,\"color\":\"black\",...,\"legal\":[\"d3\",\"c4\",\"f5\",\"e6\"],...}\\n\n";
    for part in ["FAIL  opening", question, "\n      < d2\\n\n", "counted from 0"] {
        assert!(run.stdout.contains(part), "{part:?} in {}", run.stdout);
    }
    let end = "\nskip  the other 16    fix opening first: all other checks need it\n\n0 passed, 1 failed, 16 skipped\n";
    assert!(run.stdout.ends_with(end) && run.stdout.matches("skip ").count() == 1, "{}", run.stdout);
    let run = outflank(&["bot", "check", &command, "--only", "opening", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let failed = &report["checks"][0];
    assert_eq!((run.code, failed["cause"].as_str()), (1, Some("zero-based")));
    assert!(
        failed["dialogue"].as_array().unwrap().iter().any(|line| line["from"] == "bot" && line["bytes"] == "d2\\n")
    );
    assert!(outflank(&["bot", "check"]).failed(2).contains("<CMD>"));
    assert!(outflank(&["bot", "check", "gredy"]).failed(2).contains("is not a player"));
    assert!(
        outflank(&["bot", "check", "greedy", "--only", "x"]).failed(2).contains("is not a check: write one of opening")
    );
}

#[test]
fn a_new_bot_is_written_once() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("first/bot");
    let args = ["bot", "new", "--lang", "c", folder.to_str().unwrap()];
    let output = outflank(&args).ok();
    let play = "\nPlay against it there:\n    cc -O2 -o bot bot.c\n    outflank play --white ./bot\n";
    assert!(output.contains("bot.c\n") && output.ends_with(play), "{output}");
    assert!(fs::read_to_string(folder.join("README.md")).unwrap().contains("cc -O2 -o bot bot.c"));

    fs::write(folder.join("bot.c"), "my own").unwrap();
    assert!(outflank(&args).failed(1).contains("exists already: give --force"));
    assert_eq!(fs::read_to_string(folder.join("bot.c")).unwrap(), "my own");
    outflank(&[&args[..], &["--force"]].concat()).ok();
    assert!(fs::read_to_string(folder.join("bot.c")).unwrap().contains("Your idea goes here"));
}

#[test]
fn a_new_bot_may_have_the_package_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().to_str().unwrap();
    let output = outflank(&["bot", "new", "--lang", "python", "--package", folder]).ok();
    assert!(output.contains("__init__.py\n"), "{output}");
    assert!(fs::read_to_string(dir.path().join("bot.py")).unwrap().contains("from outflank_bot import Bot"));
    assert!(fs::read_to_string(dir.path().join("outflank_bot/state.py")).unwrap().contains("class State"));
    let message = outflank(&["bot", "new", "--lang", "c", "--package", folder]).failed(2);
    assert!(message.contains("there is no package for c"), "{message}");
}

#[test]
fn the_protocol_is_printed() {
    let page = outflank(&["bot", "protocol"]).ok();
    assert!(page.starts_with("# Bot protocol\n") && page.contains("## A whole game"), "{page}");
}

/// New users often forget the quotes.
#[test]
fn a_command_line_without_quotes_is_shown_with_quotes() {
    let message = outflank(&["bot", "check", "python3", "my-bot/bot.py"]).failed(2);
    assert!(message.contains("'python3 bot.py'") && message.contains("quotes"), "{message}");
    let message = outflank(&["bot", "check", "./bot", "fast"]).failed(2);
    assert!(message.contains("write './bot fast'"), "{message}");
    let message = outflank(&["bot", "check", "bot.py"]).failed(2);
    assert!(message.contains("'python3 bot.py'"), "{message}");
}

#[test]
fn checks_can_be_skipped() {
    let report = outflank(&["bot", "check", "greedy", "--skip", "4x4", "--skip", "6x6", "--json"]).json();
    let checks = report["checks"].as_array().unwrap();
    assert_eq!(checks.len(), 15);
    assert!(checks.iter().all(|check| check["check"] != "4x4" && check["check"] != "6x6"), "{report:#}");
}

/// Sends the request in the README of the new bot.
#[test]
fn the_new_bot_answers_the_request_of_its_readme() {
    if !Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success()) {
        eprintln!("LEFT OUT: python3 cannot be run here");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    outflank(&["bot", "new", "--lang", "python", dir.path().to_str().unwrap()]).ok();
    let readme = fs::read_to_string(dir.path().join("README.md")).unwrap();
    let question = readme.lines().find(|line| line.starts_with('{')).unwrap().to_owned();
    let mut child = Command::new("python3")
        .arg("bot.py")
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(child.stdin.take().unwrap(), "{question}").unwrap();
    let answer = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(answer, "{\"type\": \"move\", \"request\": 1, \"move\": \"b1\"}\n");
    assert!(readme.contains(r#"{"type":"move","request":1,"move":"b1"}"#));
}
