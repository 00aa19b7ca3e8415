// A Reversi bot; README.md says how to build and run it.
use std::io::{self, BufRead};

/// Returns the square to play, one of `legal`. In `board`, row by row from the top, X is black, O white, - empty.
fn choose<'a>(_color: &str, _board: &str, legal: &[&'a str]) -> &'a str {
    // Your idea goes here. This one takes the first legal square.
    legal[0]
}

/// The part of the line after one text and before another: the runner's JSON has no blanks, so this is enough.
fn between<'a>(line: &'a str, before: &str, after: &str) -> &'a str {
    let rest = line.split_once(before).map_or("", |(_, rest)| rest);
    rest.split_once(after).map_or(rest, |(part, _)| part)
}

// Everything on standard output is for the runner; write your own notes with eprintln!.
fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        match between(&line, r#"{"type":""#, r#"""#) {
            "hello" => println!(r#"{{"type":"hello","outflank":1,"name":"My Rust bot"}}"#),
            "move" => {
                let legal: Vec<&str> = between(&line, r#""legal":[""#, r#""]"#).split(r#"",""#).collect();
                let color = between(&line, r#""color":""#, r#"""#);
                let chosen = choose(color, between(&line, r#""board":""#, r#"""#), &legal);
                let request = between(&line, r#""request":"#, ",");
                println!(r#"{{"type":"move","request":{request},"move":"{chosen}"}}"#);
            }
            "error" => eprintln!("{line}"),
            "bye" => break,
            _ => {}
        }
    }
    Ok(())
}
