//! Bots that look for an opponent are paired in the order in which they came.

use outflank_play::Sides;
use outflank_rules::{Color, Variant};
use tokio::time::sleep;

use super::{Bot, Bots, Link, REST};
use crate::{
    event::{Created, Terms},
    seat::Seat,
    secret::SecretHash,
    wire::Draft,
};

impl Bots {
    /// Lets those play each other who look for somebody.
    pub(super) async fn pair_up(&self) {
        while let Some(pair) = self.next_pair() {
            let created = self.game_of(&pair);
            if let Err(error) = self.hall.rooms.create(&Draft::of(created), None).await {
                tracing::error!(%error, "a game of two bots could not be made");
                return self.seek_again(&pair);
            }
        }
    }

    /// Both go on looking for somebody, and are paired when the store had time to recover.
    fn seek_again(&self, pair: &Sides<(SecretHash, String)>) {
        let mut bots = self.bots();
        for token in Color::ALL.map(|color| pair[color].0) {
            if let Some(bot) = bots.get_mut(&token).filter(|bot| bot.is_connected()) {
                bot.is_seeking = true;
            }
        }
        let bots = self.clone();
        tokio::spawn(async move {
            sleep(REST).await;
            bots.pair_up().await;
        });
    }

    /// Takes the two who have waited longest out of the list of those who seek.
    fn next_pair(&self) -> Option<Sides<(SecretHash, String)>> {
        let mut bots = self.bots();
        let came = |bot: &Bot| bot.link.borrow().as_ref().map(Link::number).filter(|_| bot.seeks());
        let mut seeking: Vec<_> = bots.iter().filter_map(|(token, bot)| Some((came(bot)?, *token))).collect();
        seeking.sort_unstable();
        let [(_, black), (_, white), ..] = seeking[..] else { return None };
        let mut taken = |token: SecretHash| {
            let bot = bots.get_mut(&token).expect("it was found just now");
            bot.is_seeking = false;
            (token, bot.name.clone())
        };
        Some(Sides { black: taken(black), white: taken(white) })
    }

    fn game_of(&self, pair: &Sides<(SecretHash, String)>) -> Created {
        let settings = self.settings();
        Created {
            variant: Variant::STANDARD,
            line: Vec::new(),
            seats: Sides::of(|color| Seat::Bot(pair[color].1.clone())),
            secrets: Sides::default(),
            time: Some(settings.time),
            seed: getrandom::u64().expect("the system gives random bytes"),
            listed: true,
            previous: None,
            terms: Terms {
                bots: Sides::of(|color| Some(pair[color].0)),
                held: !settings.autostart,
                grace_ms: self.grace_ms(),
                ..Terms::default()
            },
        }
    }

    /// How long a bot may be away in one game, in milliseconds.
    pub(crate) fn grace_ms(&self) -> u64 {
        u64::try_from(self.settings().grace.as_millis()).unwrap_or(u64::MAX)
    }
}
