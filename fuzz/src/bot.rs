//! What bots and their runners say to each other.

use outflank_arena::{
    bot::BotKind,
    protocol::json::{FromBot, ToBot, serve},
};

/// A built-in bot answers whatever comes; what it says, and what is understood of either side, prints as a message again.
pub fn bot_lines(written: &[u8]) {
    let mut said = Vec::new();
    serve(BotKind::Greedy, None, written, &mut said).expect("memory takes all answers");
    for line in String::from_utf8(said).expect("answers are text").lines() {
        line.parse::<FromBot>().expect("answers are messages");
    }
    for line in String::from_utf8_lossy(written).lines() {
        if let Ok(message) = line.parse::<ToBot>() {
            message.to_string().parse::<ToBot>().expect("what prints parses");
        }
        if let Ok(message) = line.parse::<FromBot>() {
            message.to_string().parse::<FromBot>().expect("what prints parses");
        }
    }
}
