//! What a bot tells of its thoughts, no longer than anybody reads.

use outflank_arena::protocol::json::Info;
use outflank_rules::Square;

use crate::event::beginning;

/// Signs of a text.
const LONGEST_TEXT: usize = 1000;

/// Moves of a line, and the signs of each.
const LONGEST_LINE: usize = 60;
const LONGEST_MOVE: usize = 8;

/// What is kept with a move: a text, a line and squares as long as they may be. All of it is in the game's log for ever.
pub(super) fn kept(info: Info) -> Info {
    let Info { values, line, text, depth, nodes } = info;
    let square = |name: &str| name.trim().parse::<Square>().ok();
    let values = values.into_iter().filter_map(|(name, value)| Some((square(&name)?.to_string(), value)));
    let line = line.iter().take(LONGEST_LINE).map(|mv| beginning(mv, LONGEST_MOVE));
    Info { values: values.collect(), line: line.collect(), text: beginning(&text, LONGEST_TEXT), depth, nodes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_have_an_end_and_squares_are_squares() {
        let long: Vec<String> = vec!["\u{10ffff}".repeat(60); 1000];
        let values = long.iter().enumerate().map(|(number, name)| (format!("{name}{number}"), 1.into()));
        let info = Info { values: values.collect(), text: long.concat(), line: long, ..Info::default() };
        let kept_info = kept(info);
        assert!(serde_json::to_string(&kept_info).unwrap().len() < 8000);
        assert!(kept_info.values.is_empty());
        let info: Info =
            serde_json::from_str(r#"{"values":{"d3":4,"C4":-2.5,"z9":1},"line":["d3","c3"],"depth":8}"#).unwrap();
        let told = serde_json::to_value(kept(info)).unwrap();
        assert_eq!(told, serde_json::json!({"values": {"d3": 4, "c4": -2.5}, "line": ["d3", "c3"], "depth": 8}));
    }
}
