//! Files whose names, events and comments contain terminal escapes.

use std::fs;

use tempfile::TempDir;

use crate::harness::{Run, outflank, outflank_with_input};

/// Clears the screen, sets a title, and contains 8-bit controls, deletions, bidirectional and
/// invisible characters.
const HOSTILE: &str = "Eve\x1b[2J\x1b]0;gone\x07\u{9b}31m\x7f\x08\r\u{202e}evE\u{2066}\u{200b}\u{61c}";

/// Checks that the output has no control characters except line ends and tabs.
#[track_caller]
fn assert_harmless(run: &Run, args: &[&str]) {
    let is_bad = |c: &char| {
        c.is_control() && !"\n\t".contains(*c)
            || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    };
    for text in [&run.stdout, &run.stderr] {
        let found: Vec<char> = text.chars().filter(is_bad).collect();
        assert!(found.is_empty(), "{args:?} prints {found:?}: {text:?}");
    }
}

struct Place(TempDir);

impl Place {
    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    /// Runs a command, whose output must contain the name Eve and nothing that a terminal
    /// interprets.
    #[track_caller]
    fn names_eve(&self, args: &[&str]) {
        let run = outflank(args);
        assert_harmless(&run, args);
        assert!(run.stdout.contains("Eve") || run.stderr.contains("Eve"), "{args:?} names nobody: {run:?}");
    }
}

fn record(moves: &str) -> String {
    let quoted = serde_json::to_string(HOSTILE).unwrap();
    format!(
        r#"{{"moves": [{moves}], "black": {{"name": {quoted}}}, "white": {{"name": {quoted}}}, "event": {quoted}, "date": {quoted},
            "comment": {quoted}, "tags": [{{"name": "XX", "value": {quoted}}}], "outcome": {{"margin": 3, "ending": "resigned"}}}}"#
    )
    .replace('\n', " ")
        + "\n"
}

#[test]
fn every_command_escapes_control_characters_in_names() {
    let place = Place(tempfile::tempdir().unwrap());
    let game = place.write("game.json", &record(r#""f5", "d6", "c3""#));
    let bad = place.write("bad.json", &record(&serde_json::to_string(HOSTILE).unwrap()));
    let both = place.write("both.json", &(record(r#""f5""#) + &record(&serde_json::to_string(HOSTILE).unwrap())));
    let data = place.path("data");

    for format in ["--json", "--board-only"] {
        let run = outflank(&["show", &game, format]);
        assert_harmless(&run, &["show", format]);
    }
    place.names_eve(&["show", &game]);
    place.names_eve(&["show", &game, "--json"]);
    for command in ["show", "check", "moves", "convert", "solve", "hint", "analyse", "eval", "book"] {
        let args: &[&str] = match command {
            "convert" => &["convert", &bad, "--to", "ggf"],
            "book" => &["book", "show", &bad],
            "hint" | "analyse" => &[command, &bad, "--level", "1"],
            _ => &[command, &bad],
        };
        place.names_eve(args);
    }
    place.names_eve(&["check", &bad, "--json"]);
    place.names_eve(&["check", &both]);
    assert_harmless(&outflank(&["analyse", &game, "--level", "1"]), &["analyse"]);

    place.names_eve(&["archive", "import", &both, "--data", &data]);
    for command in [&["search"][..], &["search", "--json"], &["explore", "f5", "--no-engine"]] {
        place.names_eve(&[&["archive"], command, &["--data", &data]].concat());
    }
    // The error names a game that the format cannot hold.
    let hole =
        place.write("hole.json", &record("").replace("\"moves\": []", "\"variant\": \"octagon\", \"moves\": []"));
    let run = outflank(&["convert", &hole, "--to", "ggf"]);
    assert_harmless(&run, &["convert"]);
}

#[test]
fn texts_and_file_names_are_escaped() {
    let place = Place(tempfile::tempdir().unwrap());
    let missing = place.path("Eve\u{1b}[2J\u{202e}.ggf");
    place.names_eve(&["check", &missing, &missing]);
    let named = place.write("Eve\u{1b}[31m\u{9b}.txt", "f5d6\nf5f5\n");
    place.names_eve(&["check", &named]);
    place.names_eve(&["show", &format!("Eve{HOSTILE}")]);
    let run = outflank_with_input(&["check"], HOSTILE);
    assert_harmless(&run, &["check", "-"]);
}

/// A bot can write anything to both of its pipes.
#[cfg(unix)]
#[test]
fn output_of_a_bot_is_escaped() {
    let bot = "printf 'Eve\\033[2J\\302\\233\\n'; printf 'Eve\\033[31m\\n' >&2; cat > /dev/null";
    let place = Place(tempfile::tempdir().unwrap());
    let script = place.write("Eve\u{1b}[31m\u{202e}.sh", bot);
    let bot = format!("sh '{script}'");
    place.names_eve(&["bot", "check", &bot, "--json"]);
    place.names_eve(&["bot", "check", &bot]);
    let matched = place.path("match");
    place.names_eve(&["match", &bot, "random", "--games", "2", "--output", &matched, "--seed", "1"]);
    place.names_eve(&["tournament", &bot, "random", "--games", "2", "--output", &place.path("tournament")]);
}

/// A program with such a file name plays against a person and fails. Its replacement does not
/// exist.
#[cfg(unix)]
#[test]
fn the_name_of_a_failed_player_is_escaped() {
    let place = Place(tempfile::tempdir().unwrap());
    let bot = format!("sh '{}'", place.write("Eve\u{1b}[2J\u{202e}.sh", "echo Eve"));
    let args = ["play", "--black", "human", "--white", &bot, "--no-save"];
    let run = outflank_with_input(&args, format!("f5\n'{}'\nquit\n", place.path("missing")));
    assert_harmless(&run, &args);
    assert!(run.stdout.contains("Eve\\x1b[2J\\u{202e}.sh"), "{run:?}");
}
