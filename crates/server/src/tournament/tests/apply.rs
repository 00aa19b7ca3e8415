//! An impossible event changes nothing.

use proptest::prelude::*;

use super::*;
use crate::game::Seat;

/// An event of any kind, possible or not.
fn event(test: &TestTournament, (kind, number): (u8, u8)) -> Event {
    let (name, token) = (format!("Bot {}", number % 4), hash(usize::from(number % 5)));
    match kind {
        0..=2 => Event::Joined { name, token },
        3 => Event::Rejoined { name, token },
        4 => Event::Added { name, seat: ["greedy", "human"][usize::from(number % 2)].parse::<Seat>().unwrap() },
        5 => Event::Left { name, kicked: number % 2 == 0 },
        6 => Event::Started,
        7 | 8 => Event::Dealt { number: u32::from(number % 8), game: GameId::random() },
        9 | 10 => match test.contest.tournament().and_then(|played| played.pending().first().map(|due| due.number)) {
            Some(due) => {
                let mut line = test.line(due);
                // A game of other entrants, or with another number.
                line.number += u32::from(number % 3 == 1);
                line.black += usize::from(number % 5 == 1);
                Event::Ended { line: Box::new(line) }
            }
            None => Event::Over,
        },
        11 => Event::Paused,
        12 => Event::Resumed,
        13 => Event::Over,
        14 => Event::PlayerPaused { name },
        15 => Event::PlayerResumed { name },
        _ => Event::Stopped,
    }
}

proptest! {
    #[test]
    fn a_failed_apply_leaves_the_tournament_unchanged(
        form in 0..4_usize,
        steps in proptest::collection::vec((0..17_u8, any::<u8>()), 1..60),
    ) {
        let mut test = TestTournament::new(&format!(r#"{{"format":"{}","games":2}}"#, forms()[form]));
        for (at, step) in (0..).zip(steps) {
            let event = event(&test, step);
            let before = format!("{:?}", test.contest);
            if test.contest.apply(&event, at).is_err() {
                prop_assert_eq!(format!("{:?}", test.contest), before, "{:?}", event);
            }
        }
    }
}
