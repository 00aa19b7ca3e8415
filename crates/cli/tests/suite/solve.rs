//! `outflank solve`.

use serde_json::json;

use crate::{
    corpora,
    harness::{outflank, outflank_with_input},
};

/// Black to move, with a few empty squares.
const PROBLEM: &str = "-OOOOO--XXXXXXO-XXXXXOOOXXXOXOOOXXXXXOOOXXOXOOOO-XXXXXOO-XXXXXXO X;";

fn fields(table: &str, row: usize) -> Vec<&str> {
    table.lines().nth(row).unwrap().split_whitespace().collect()
}

#[test]
fn the_4x4_game_is_lost_by_10_for_black_with_3_discs_to_11() {
    let table = outflank(&["solve", "--size", "4", "--start"]).ok();
    let row = fields(&table, 1);
    assert_eq!((row[..4].to_vec(), row[8]), (vec!["1", "12", "12", "-10"], "3-11"), "{table}");
    assert!(table.lines().last().unwrap().starts_with("1 position: "), "{table}");
    let json = outflank(&["solve", "--size", "4", "--start", "--json"]).json();
    let answer = &json["positions"][0];
    assert_eq!((&answer["value"], &answer["exact"], &answer["outcome"]), (&json!(-10), &json!(true), &json!("loss")));
    assert_eq!(answer["final"], json!({ "black": 3, "white": 11 }));
    let wld = outflank(&["solve", "--size", "4", "--start", "--wld"]).ok();
    assert_eq!(fields(&wld, 1)[3], "loss");
}

/// Empty squares go to the winner, so 3 discs to 11 count as 10.
#[test]
fn both_margins_are_printed_where_they_differ() {
    let table = outflank(&["solve", "--size", "4", "--start"]).ok();
    assert!(table.contains("\n     margin: -8 on the board, -10 with empty squares to the winner\n"), "{table}");
    let json = outflank(&["solve", "--size", "4", "--start", "--json"]).json();
    assert_eq!(json["positions"][0]["rawValue"], json!(-8));
    let full = outflank(&["solve", PROBLEM]).ok();
    assert!(!full.contains("margin:"), "{full}");
    let json = outflank(&["solve", PROBLEM, "--json"]).json();
    assert_eq!(json["positions"][0]["rawValue"], json["positions"][0]["value"]);
    let wld = outflank(&["solve", "--size", "4", "--start", "--wld", "--json"]).json();
    assert_eq!(wld["positions"][0]["rawValue"], json!(null));
}

#[test]
fn a_position_that_takes_years_prints_a_warning_and_can_be_interrupted() {
    let run = outflank(&["solve", "--start", "--time", "100ms", "--json", "--hash", "1M"]);
    assert_eq!(run.stderr, "");
    let answer = &run.json()["positions"][0];
    assert_eq!(answer["exact"], json!(false));
    assert!(answer["depth"].as_u64().unwrap() >= 1 && answer["move"].is_string(), "{answer:#}");
    let all = outflank(&["solve", "--start", "--time", "100ms", "--all-moves", "--json", "--hash", "1M"]).json();
    assert_eq!(all["positions"][0]["moves"].as_array().unwrap().len(), 4);
    let solved = outflank(&["solve", "--size", "4", "--start", "--time", "1m", "--json"]).json();
    assert_eq!((&solved["positions"][0]["value"], &solved["positions"][0]["exact"]), (&json!(-10), &json!(true)));
    assert!(outflank(&["solve", "--start", "--time", "soon"]).failed(2).contains("\"soon\" is not a time"));
}

#[test]
fn the_line_leads_to_the_value() {
    let json = outflank(&["solve", PROBLEM, "--json"]).json();
    let answer = &json["positions"][0];
    let line: Vec<&str> = answer["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(line[0], answer["move"]);
    let discs = |color: &str| answer["final"][color].as_i64().unwrap();
    assert_eq!(discs("black") - discs("white"), answer["value"].as_i64().unwrap());
}

#[test]
fn positions_are_read_from_arguments_files_and_pipes() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("problems.obf");
    std::fs::write(&file, format!("{PROBLEM}\n{PROBLEM}\n")).unwrap();
    let file = file.to_str().unwrap();
    let count = |json: serde_json::Value| json["positions"].as_array().unwrap().len();
    assert_eq!(count(outflank(&["solve", PROBLEM, "--json"]).json()), 1);
    assert_eq!(count(outflank(&["solve", PROBLEM, PROBLEM, PROBLEM, "--json"]).json()), 3);
    assert_eq!(count(outflank(&["solve", file, "--json"]).json()), 2);
    assert_eq!(count(outflank(&["solve", file, file, "--json"]).json()), 4);
    assert_eq!(count(outflank(&["solve", file, "--record", "2", "--json"]).json()), 1);
    assert_eq!(count(outflank_with_input(&["solve", "--json"], format!("{PROBLEM}\n{PROBLEM}\n")).json()), 2);
    assert_eq!(count(outflank_with_input(&["solve", "-", "--json"], PROBLEM).json()), 1);
}

#[test]
fn scores_of_a_file_are_checked() {
    let value = outflank(&["solve", PROBLEM, "--json"]).json()["positions"][0].clone();
    let (value, best) = (value["value"].as_i64().unwrap(), value["move"].as_str().unwrap().to_owned());
    let right = format!("{PROBLEM} {best}:{value:+};\n");
    assert!(outflank_with_input(&["solve", "--check"], &right).ok().ends_with("1 of 1 scores are right\n"));
    let bare = format!("{PROBLEM} {value:+};\n");
    assert!(outflank_with_input(&["solve", "--check"], &bare).ok().contains("right"));

    let wrong = format!("{right}{PROBLEM} {best}:{:+};\n", value + 2);
    let run = outflank_with_input(&["solve", "--check"], &wrong);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains(&format!("the file says {:+} by {best}", value + 2)), "{run:?}");
    assert!(run.stdout.ends_with("1 of 2 scores are right\n"), "{run:?}");
    let wld = outflank_with_input(&["solve", "--check", "--wld"], &wrong);
    assert_eq!(wld.code, 0, "who wins is the same: {wld:?}");

    let message = outflank_with_input(&["solve", "--check"], PROBLEM).failed(1);
    assert!(message.contains("no position has a score"), "{message}");
}

#[test]
fn a_move_with_a_lower_value_in_the_file_is_wrong() {
    let json = outflank(&["solve", PROBLEM, "--json"]).json();
    let (value, best) =
        (json["positions"][0]["value"].as_i64().unwrap(), json["positions"][0]["move"].as_str().unwrap());
    let other = json["positions"][0]["legal"].as_array().unwrap().iter().find(|mv| *mv != best).unwrap();
    let line = format!("{PROBLEM} {best}:{:+}; {}:{value:+};", value - 2, other.as_str().unwrap());
    assert_eq!(outflank_with_input(&["solve", "--check"], line).code, 1);
}

#[test]
fn a_bad_record_is_reported_and_the_others_are_solved() {
    let run = outflank_with_input(&["solve", "--input-format", "obf", "--json"], format!("nonsense X;\n{PROBLEM}\n"));
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("record 1") && run.stderr.contains("nonsense"), "{run:?}");
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((json["positions"].as_array().unwrap().len(), json["faults"].as_array().unwrap().len()), (1, 1));
    let alone = outflank(&["solve", "nonsense"]);
    assert_eq!((alone.code, alone.stdout.as_str()), (1, ""));
}

#[test]
fn games_are_solved_where_they_stand_passes_and_finished_ones_included() {
    let over = outflank(&["solve", "e6f4e3f6g5d6e7f5c5", "--json"]).json();
    let answer = &over["positions"][0];
    assert_eq!((&answer["value"], &answer["move"], &answer["exact"]), (&json!(-64), &json!(null), &json!(true)));
    let pass = outflank(&["solve", "XO--------------", "--to-move", "white", "--json"]).json();
    assert_eq!((&pass["positions"][0]["move"], &pass["positions"][0]["value"]), (&json!("pass"), &json!(-16)));
    let earlier = outflank(&["solve", "--size", "4", "d3d4c4d2a1b4d1a3", "--ply", "6", "--json"]).json();
    assert_eq!(earlier["positions"][0]["empty"], 6);
}

#[test]
fn impossible_settings_are_refused_with_advice() {
    for (size, what) in [("512K", "\"512K\" is not a memory size: write 64M"), ("0", "from 1M"), ("many", "\"many\"")] {
        let message = outflank(&["solve", "--size", "4", "--start", "--hash", size]).failed(2);
        assert!(message.contains(what), "{message}");
    }
    let message = outflank(&["solve", "--size", "4", "--start", "--selectivity", "80"]).failed(2);
    assert!(message.contains("\"80\" is not a selectivity: use 73"), "{message}");
    let message = outflank(&["solve"]).failed(2);
    assert!(message.contains("nothing to solve") && message.contains("--start"), "{message}");
    let message = outflank(&["solve", "--variant", "free-centre", "--start"]).failed(1);
    assert!(message.contains("center squares must be filled"), "{message}");
}

#[test]
fn any_threads_and_memory_give_the_same_value() {
    for options in [["--threads", "1", "--hash", "1M"], ["--threads", "3", "--hash", "64M"]] {
        let json = outflank(&[&["solve", "--size", "4", "--start", "--json"], &options[..]].concat()).json();
        assert_eq!(json["positions"][0]["value"], -10, "{options:?}");
    }
}

#[test]
fn all_moves_are_valued_on_request_and_checked() {
    let json = outflank(&["solve", PROBLEM, "--all-moves", "--json"]).json();
    let answer = &json["positions"][0];
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &answer["best"]), (answer["legal"].as_array().unwrap().len(), &json!(["g1"])));
    assert_eq!((&moves[0]["value"], &moves[0]["move"]), (&answer["value"], &answer["move"]));
    let value =
        |mv: &serde_json::Value| format!(" {}:{:+};", mv["move"].as_str().unwrap(), mv["value"].as_i64().unwrap());
    let right: String = moves.iter().map(value).collect();
    outflank_with_input(&["solve", "--check", "--all-moves"], format!("{PROBLEM}{right}\n")).ok();
    let worst = moves.last().unwrap();
    let wrong = right.replace(&value(worst), &format!(" {}:-64;", worst["move"].as_str().unwrap()));
    assert_eq!(outflank_with_input(&["solve", "--check", "--all-moves"], format!("{PROBLEM}{wrong}\n")).code, 1);
    assert_eq!(outflank_with_input(&["solve", "--check"], format!("{PROBLEM}{wrong}\n")).code, 0, "not looked at");
    let losing = outflank(&["solve", PROBLEM, "--all-moves", "--wld", "--json"]).json();
    assert_eq!(losing["positions"][0]["best"].as_array().unwrap().len(), 3, "all lose alike");
}

#[test]
fn the_first_published_problems_have_the_published_scores() {
    let Some(problems) = corpora::path("ffo/fforum-1-19.obf") else { return };
    let table = outflank(&["solve", problems.to_str().unwrap(), "--check"]).ok();
    assert!(table.ends_with("19 of 19 scores are right\n"), "{table}");
}

#[test]
fn one_thread_searches_the_same_nodes_every_time() {
    let nodes = || outflank(&["solve", "--size", "4", "--start", "--threads", "1", "--json"]).json()["nodes"].clone();
    assert_eq!(nodes(), nodes());
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_was_found_so_far() {
    use std::{
        io::{BufRead, BufReader, Read},
        process::Command,
    };
    let start = "---------------------------OX------XO--------------------------- X;";
    let mut child = crate::harness::command(&["solve", "--hash", "1M", PROBLEM, start, PROBLEM]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut seen = String::new();
    for _ in ["heading", "first row"] {
        lines.read_line(&mut seen).unwrap();
    }
    // The second position is announced before it is searched.
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut message = String::new();
    while !message.contains("--time 1m stops after a minute") {
        assert_ne!(errors.read_line(&mut message).unwrap(), 0, "{message}");
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    lines.read_to_string(&mut seen).unwrap();
    errors.read_to_string(&mut message).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{seen}");
    assert!(message.contains("position 2 has 60 empty squares: solving it takes years"), "{message}");
    assert!(message.contains("interrupted"), "{message}");
    let rows: Vec<&str> = seen.lines().collect();
    assert!(rows.last().unwrap().contains(" nodes in "), "{seen}");
    assert!(rows.len() <= 4, "the third position is not begun: {seen}");
}

#[test]
fn results_for_a_pipe_are_printed_position_by_position() {
    let question = format!("{PROBLEM}\n");
    for (options, heading) in
        [(&["solve"][..], 1), (&["solve", "--input-format", "obf"], 1), (&["solve", "--json-lines"], 0)]
    {
        ask_and_wait(options, heading, &question, "g1");
    }
}

#[test]
fn an_empty_line_in_a_pipe_ends_a_game() {
    for question in ["d3d4c4d2a1b4\n\n", "d3d4c4\nd2a1b4\n\n"] {
        ask_and_wait(&["solve", "--size", "4"], 1, question, "d1");
        ask_and_wait(&["solve", "--size", "4", "--json-lines"], 0, question, "d1");
    }
}

/// Sends the same position three times, each time after the previous result.
#[track_caller]
fn ask_and_wait(options: &[&str], heading: usize, question: &str, best: &str) {
    use std::io::{BufRead, BufReader, Write};
    let mut child = crate::harness::command(options).stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut rows = answers.by_ref().map(Result::unwrap).filter(|row| !row.trim_start().starts_with("margin:"));
    for skipped in [heading, 0, 0] {
        input.write_all(question.as_bytes()).unwrap();
        let answer = rows.nth(skipped).unwrap();
        let is_right = answer.contains(&format!(" {best} ")) || answer.contains(&format!("\"move\":\"{best}\""));
        assert!(is_right, "{answer}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn lines_of_json_are_the_positions_of_the_document() {
    let input = format!("{PROBLEM}\n{PROBLEM}\n");
    let document = outflank_with_input(&["solve", "--json"], &input).json();
    let lines = outflank_with_input(&["solve", "--json-lines"], &input).ok();
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    for (line, position) in lines.iter().zip(document["positions"].as_array().unwrap()) {
        for field in ["number", "source", "board", "value", "move", "line", "exact"] {
            assert_eq!(line[field], position[field], "{field}");
        }
    }
}

#[test]
fn a_score_that_differs_from_an_unproven_value_is_not_called_wrong() {
    let text = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+64;\n";
    let run = outflank_with_input(&["solve", "--check", "--depth", "1"], text);
    assert!(run.code == 1 && run.stdout.contains("  differs") && !run.stdout.contains("wrong"), "{run:?}");
    assert!(run.stdout.contains("1 could not be decided"), "{run:?}");
    assert!(outflank_with_input(&["solve", "--check"], text).stdout.contains("  wrong"));
}

#[test]
fn unproven_values_are_compared_with_those_of_a_file() {
    let position =
        |args: &[&str]| outflank(&[&["solve", PROBLEM, "--json"], args].concat()).json()["positions"][0].clone();
    let (exact, shallow) = (position(&[]), position(&["--depth", "1"]));
    let value = |position: &serde_json::Value| position["value"].as_i64().unwrap();
    let error = value(&shallow) - value(&exact);
    assert_ne!(error, 0, "the test needs a position that one ply misjudges");
    let right = format!("{PROBLEM} {}:{:+};\n", shallow["move"].as_str().unwrap(), value(&exact));
    let other = shallow["legal"].as_array().unwrap().iter().find(|mv| **mv != shallow["move"]).unwrap();
    let text = format!("{right}{PROBLEM} {}:{:+};\n", other.as_str().unwrap(), value(&exact));
    let check =
        |args: &[&str]| outflank_with_input(&[&["solve", "--check", "--depth", "1"], args].concat(), &text).stdout;
    let found: serde_json::Value = serde_json::from_str(&check(&["--json"])).unwrap();
    let wanted = serde_json::json!({
        "moves": 2, "bestMoves": 1, "meanError": error.abs() as f64, "bias": error as f64,
    });
    assert_eq!(found["accuracy"], wanted);
    let line = format!(
        "not proven: best move in 1 of 2 positions (50.0%), mean error {}.00 discs, bias {error:+}.00\n",
        error.abs()
    );
    assert!(check(&[]).ends_with(&line), "{line}");
    let proven = outflank_with_input(&["solve", "--check", "--json"], &text);
    assert!(!proven.stdout.contains("accuracy"), "{proven:?}");
}

#[test]
fn several_best_moves_do_not_break_the_table() {
    let table = outflank(&["solve", "--size", "4", "--start", "--all-moves"]).ok();
    let mut lines = table.lines();
    let (heading, row) = (lines.next().unwrap(), lines.next().unwrap());
    assert!(row.contains("b1,a2,d3,c4") || row.contains(','), "{table}");
    let end = |line: &str, word: &str| line.find(word).map(|at| at + word.len());
    assert_eq!(end(heading, "discs B-W"), end(row, " 3-11"), "{table}");
}

#[test]
fn an_unreadable_file_is_not_reported_as_a_file_without_scores() {
    let text = format!("{PROBLEM} a1:+2;\n{PROBLEM} a1:+2;\n");
    let message = outflank_with_input(&["solve", "--check"], text).failed(1);
    assert!(!message.contains("nothing to check"), "{message}");
}
