//! An impossible event changes nothing.

use outflank_arena::Verdict;
use outflank_rules::Square;
use proptest::prelude::*;

use super::*;
use crate::game::event::Foul;

/// An event of any kind, possible or not.
fn event((kind, white, number): (u8, bool, u8)) -> Event {
    let color = if white { Color::White } else { Color::Black };
    let square = Square::from_index(number % 64).expect("a square of the board");
    let text = number.to_string();
    match kind {
        0..=5 => {
            let info = (number % 2 == 0).then(|| Box::new(Info { text, ..Info::default() }));
            Event::Moved { color, square, ms: u64::from(number), late: u64::from(number % 4) * 90, info }
        }
        6 => Event::Passed { color },
        7 => Event::Started,
        8 => Event::TurnForfeited { color, text },
        9 => Event::Fouled(Foul::new(color, Verdict::Garbage, &text, &text)),
        10 => Event::Lost { color },
        11 => Event::Found { color },
        12 => Event::TakebackAsked { color },
        13 => Event::TakebackDeclined { color },
        14 => Event::TakenBack { ply: usize::from(number % 4) },
        15 => Event::Flagged { color },
        16 => Event::Resigned { color },
        17 => Event::Claimed { color },
        18 => Event::Over,
        19 => Event::Resumed,
        20 => Event::Reopened { color, secret: Secret::random().hash() },
        21 => Event::Seated { color, name: Some(text), holder: Secret::random().hash(), spent: white },
        22 => Event::RematchOffered { color },
        23 => Event::Rematched { game: GameId::random() },
        _ => Event::Created(Box::new(created("human", "human", "standard", None))),
    }
}

proptest! {
    #[test]
    fn a_failed_apply_leaves_the_game_unchanged(
        player in proptest::sample::select(&["human", "bot:Ann", "greedy"]),
        (held, forfeits, clock_waits) in any::<(bool, bool, bool)>(),
        pace_ms in 0..2000_u64,
        events in proptest::collection::vec((0..25_u8, any::<bool>(), any::<u8>()), 1..60),
        back in proptest::collection::vec(0..500_u64, 60),
    ) {
        let keys = Sides::of(|_| Secret::random().hash());
        let terms = BotGameTerms {
            bots: Sides::of(|_| player.starts_with("bot").then_some(keys.black)),
            held, grace_ms: 5000, forfeits, pace_ms, ..BotGameTerms::default()
        };
        let created = Created { terms, clock_waits, ..created(player, player, "standard", Some("1m+1s")) };
        let mut game = LiveGame::new(GameId::random(), created, 0).unwrap();
        // The time of an event may be earlier than that of the event before it.
        for (number, (event, back)) in (0_u64..).zip(events.into_iter().map(event).zip(back)) {
            let before = format!("{game:?}");
            if game.apply(&event, (number * 100).saturating_sub(back)).is_err() {
                prop_assert_eq!(format!("{game:?}"), before, "{:?}", event);
            }
        }
    }
}
