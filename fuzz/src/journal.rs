//! What a run of games has left in its folder.

use outflank_arena::{journal::GameLine, matches::MatchSettings};

/// A line of a game, or what was asked for in a match: whatever is read can be written, replayed and played, or is refused.
pub fn journal(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    if let Ok(line) = text.parse::<GameLine>() {
        assert_eq!(line.to_string().parse::<GameLine>().expect("what prints parses"), line);
        let _ = (line.record("event", "black", "white", None), line.counted(), line.ending(0));
    }
    if let Ok(duel) = serde_json::from_str::<MatchSettings>(text) {
        let mut score = duel.score();
        let fixtures: Vec<_> = duel.fixtures(&score).take(4).collect();
        assert!(fixtures.chunks_exact(2).all(|pair| pair[0].start == pair[1].start));
        if let Ok(line) = text.parse::<GameLine>() {
            score.count(line);
        }
    }
}
