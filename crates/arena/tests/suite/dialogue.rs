//! The dialogue in crates/cli/docs/bots.md is the real one.

use outflank_arena::{
    bot::{Bot, BotKind},
    protocol::json::{Clocks, Fault, FromBot, Hello, Over, OverResult, Request, Start, Time, TimeKind, ToBot, serve},
    starter::Language,
};
use outflank_engine::Clock;
use outflank_rules::{Color, Game, Move, Status, Variant};

const DOCS: &str = include_str!("../../../cli/docs/bots.md");

/// Time limit per move in the dialogue; no move gets near it.
const MILLISECONDS: u64 = 5000;

/// Everything a runner sends to a bot that plays black in a 4x4 game against `positional`.
fn questions(bot: &mut dyn Bot) -> Vec<ToBot> {
    let (variant, seed, mut opponent) = (Variant::TINY, 7, BotKind::Positional.bot(7));
    let time = Time { kind: TimeKind::Move, ms: Some(MILLISECONDS), increment_ms: 0 };
    let clock =
        Clocks { own_ms: Some(MILLISECONDS), opp_ms: Some(MILLISECONDS), increment_ms: 0, kind: TimeKind::Move };
    let start =
        Start { game: "g1".to_owned(), color: Color::Black, variant, size: 4, time, seed, opponent: opponent.name() };
    let mut messages = vec![ToBot::Hello(Hello::new("Outflank")), ToBot::Start(start)];
    let mut game = Game::new(variant.start());
    loop {
        let position = game.position();
        let mv = match (position.status(), position.turn()) {
            (Status::Over(_), _) => break,
            (Status::MustPass, _) => Move::Pass,
            (_, Color::White) => opponent.choose(&game, Clock::Unlimited, &false.into()),
            (_, Color::Black) => {
                messages.push(ToBot::Move(Request::new("g1", messages.len() as u64 - 1, &game, clock, seed)));
                bot.choose(&game, Clock::Unlimited, &false.into())
            }
        };
        game.play(mv).unwrap();
    }
    let score = game.position().score();
    let (black, white) = (score.discs(Color::Black), score.discs(Color::White));
    let result = OverResult { winner: score.winner(), black, white, reason: "played".to_owned() };
    messages.extend([ToBot::Over(Over { game: "g1".to_owned(), result, you: Color::Black }), ToBot::Bye]);
    messages
}

/// Both sides, with `>` before the runner's lines and `<` before the bot's.
fn dialogue() -> String {
    let kind = BotKind::Greedy;
    let mut text = String::new();
    for message in questions(&mut *kind.bot(7)) {
        let mut answer = Vec::new();
        serve(kind, None, message.to_string().as_bytes(), &mut answer).unwrap();
        text += &format!("> {message}\n");
        for line in String::from_utf8(answer).unwrap().lines() {
            text += &format!("< {line}\n");
        }
    }
    text
}

#[test]
fn the_documented_dialogue_is_the_real_one() {
    let shown =
        DOCS.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).find(|it| it.starts_with('>'));
    let real = dialogue();
    assert_eq!(shown.unwrap_or_default(), real, "put this into crates/cli/docs/bots.md:\n{real}");
}

/// Every line of JSON in the document parses for one side or the other.
#[test]
fn all_messages_shown_are_messages() {
    let blocks = DOCS.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines: Vec<&str> = blocks.flat_map(str::lines).collect();
    assert!(lines.len() >= 8, "{lines:?}");
    for line in lines {
        let (runner, bot) = (line.parse::<ToBot>(), line.parse::<FromBot>());
        assert!(runner.is_ok() || bot.is_ok(), "{line}\n{runner:?}\n{bot:?}");
    }
}

#[test]
fn the_documented_error_is_the_one_sent() {
    let start = Variant::STANDARD.start();
    let refused = start.play("a1".parse().unwrap()).unwrap_err();
    let line = ToBot::Error(Fault::from(&refused)).to_string();
    assert!(DOCS.contains(&line), "put this into crates/cli/docs/bots.md: {line}");
}

#[test]
fn all_bots_and_languages_are_named() {
    for (kind, _) in BotKind::all() {
        let name = kind.to_string();
        let word = name.split(':').next().unwrap_or_default();
        assert!(DOCS.contains(&format!("`{word}")), "{word}");
    }
    for language in Language::ALL {
        assert!(DOCS.contains(&format!("`{language}`")), "{language}");
    }
}
