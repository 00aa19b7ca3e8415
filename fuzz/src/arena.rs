//! The parsers of the arena crate: players, protocols, lists of players and openings, journals.

use std::collections::BTreeSet;

use outflank_arena::{
    Seat, TimeControl,
    bot::BotKind,
    fuzzing,
    journal::GameLine,
    matches::MatchSettings,
    opening::{Openings, PLIES},
    protocol::{
        gtp,
        json::{FromBot, ToBot, serve},
        nboard,
        pickle::{Decoder, MAX_PICKLE, Progress},
    },
    roster::{self, Roster},
};

use crate::words::round_trips;

/// Players, times and command lines: refused with a message, or read and printed so that they read
/// the same again.
pub fn players(text: &str) {
    round_trips::<Seat>(text);
    round_trips::<TimeControl>(text);
    if let Some(words) = fuzzing::command_line(text) {
        assert_eq!(fuzzing::command_line(&quoted(&words)), Some(words));
    }
}

/// A command line of these words. Each character stands between the quotes that it is not.
fn quoted(words: &[String]) -> String {
    let quote = |c: char| if c == '"' { "'\"'".to_owned() } else { format!("\"{c}\"") };
    let word = |word: &String| "''".to_owned() + &word.chars().map(quote).collect::<String>();
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// A list is refused with its line number, or gives each entrant a unique name in one line.
pub fn roster(text: &str) {
    match roster::read(text) {
        Ok(list) => {
            let roster = Roster::new(list);
            let names: BTreeSet<&String> = roster.names().iter().collect();
            assert_eq!(names.len(), roster.entrants().len(), "names are distinct");
            assert!(names.iter().all(|name| !name.trim().is_empty() && !name.contains(char::is_control)));
        }
        Err(error) => assert!(error.to_string().starts_with("line ")),
    }
}

/// A list of openings is refused, or has only legal lines and is written as it was read.
pub fn openings(input: &[u8]) {
    let Ok(openings) = Openings::from_bytes(input) else { return };
    for opening in openings.iter() {
        assert_eq!(opening.game().moves().len(), PLIES);
    }
    assert_eq!(openings.to_bytes(), input);
}

/// A line of a game, or the settings of a match: refused, or written, replayed and played.
pub fn journal(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    if let Ok(line) = text.parse::<GameLine>() {
        assert_eq!(line.to_string().parse::<GameLine>().expect("what prints parses"), line);
        let _ = (line.record("event", "black", "white", None), line.counted(), line.ending(0));
    }
    if let Ok(settings) = serde_json::from_str::<MatchSettings>(text) {
        let mut score = settings.score();
        let fixtures: Vec<_> = settings.fixtures(&score).take(4).collect();
        assert!(fixtures.chunks_exact(2).all(|pair| pair[0].start == pair[1].start));
        if let Ok(line) = text.parse::<GameLine>() {
            score.count(line);
        }
    }
}

/// A built-in bot answers any input with messages. Every message that parses, of either side,
/// parses again after it was printed.
pub fn bot_lines(input: &[u8]) {
    let mut answers = Vec::new();
    serve(BotKind::Greedy, None, input, &mut answers).expect("memory takes all answers");
    for line in String::from_utf8(answers).expect("answers are text").lines() {
        line.parse::<FromBot>().expect("answers are messages");
    }
    for line in String::from_utf8_lossy(input).lines() {
        if let Ok(message) = line.parse::<ToBot>() {
            message.to_string().parse::<ToBot>().expect("what prints parses");
        }
        if let Ok(message) = line.parse::<FromBot>() {
            message.to_string().parse::<FromBot>().expect("what prints parses");
        }
    }
}

/// Lines that GUIs send to an engine: read, or refused in one line, by GTP and by NBoard.
pub fn engine_lines(text: &str) {
    for line in text.split('\n') {
        if let Some(request) = gtp::Request::read(line) {
            assert!(request.id.bytes().all(|byte| byte.is_ascii_digit()));
            if let Err(refusal) = request.command {
                is_one_line(&refusal.to_string());
            }
        }
        if let Err(refusal) = line.parse::<nboard::Command>() {
            is_one_line(&refusal.to_string());
        }
    }
}

/// The answers of a GTP engine are no longer than its output, and trimmed.
pub fn gtp(written: &[u8]) {
    let answers = fuzzing::gtp_answers(written);
    // A byte that is not UTF-8 is read as a character of three bytes.
    assert!(answers.iter().map(String::len).sum::<usize>() <= 3 * written.len());
    assert!(answers.iter().all(|answer| answer.trim() == answer));
}

/// Pickles are read, or refused in one short line. The result is the same at once, byte by byte,
/// and in pieces as long as the first byte says.
pub fn pickle(input: &[u8]) {
    let [size, bytes @ ..] = input else { return };
    let whole = decoded(bytes, bytes.len());
    assert_eq!(whole, decoded(bytes, 1));
    assert_eq!(whole, decoded(bytes, usize::from(*size)));
}

fn decoded(bytes: &[u8], size: usize) -> Vec<Progress> {
    let (mut decoder, mut results, mut unended) = (Decoder::default(), Vec::new(), 0);
    for mut piece in bytes.chunks(size.max(1)) {
        while !piece.is_empty() {
            match decoder.read(piece) {
                Progress::NeedMore => {
                    unended += piece.len();
                    assert!(unended <= MAX_PICKLE && decoder.is_in_the_middle());
                    break;
                }
                Progress::Done { answer, used } => {
                    let text = answer.as_ref().map_or_else(ToString::to_string, ToString::to_string);
                    is_short(&text);
                    results.push(Progress::Done { answer, used: unended + used });
                    (piece, unended) = (&piece[used..], 0);
                }
                Progress::Refused(refusal) => {
                    is_short(&refusal.to_string());
                    results.push(Progress::Refused(refusal));
                    return results;
                }
            }
        }
    }
    results
}

fn is_short(text: &str) {
    is_one_line(text);
    assert!(text.len() < 2000, "{text:?}");
}

fn is_one_line(text: &str) {
    assert!(!text.is_empty() && !text.contains(['\n', '\r']), "{text:?}");
}
