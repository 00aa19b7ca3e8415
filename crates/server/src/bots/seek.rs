//! Bots that look for an opponent are paired in the order in which they came.

use outflank_play::Sides;
use outflank_rules::{Color, Variant};
use tokio::time::sleep;

use super::{Bot, Bots, Link, reserve};
use crate::{
    event::{Created, Terms},
    id::GameId,
    seat::Seat,
    secret::SecretHash,
    store::REST,
    wire::Draft,
};

impl Bots {
    /// Lets those play each other who look for somebody.
    pub(super) async fn pair_up(&self) {
        while let Some((game, pair)) = self.next_pair() {
            let draft = Draft::of(self.game_of(&pair));
            if let Err(error) = self.hall.rooms.create_as(game, &draft, None).await {
                tracing::error!(%error, "a game of two bots could not be made");
                self.seek_again(game, &pair);
                return;
            }
        }
    }

    /// Takes the two who have waited longest out of the list of those who seek, and seats them.
    fn next_pair(&self) -> Option<(GameId, Sides<(SecretHash, String)>)> {
        let mut bots = self.bots();
        let came = |bot: &Bot| bot.link.borrow().as_ref().map(Link::number).filter(|_| bot.seeks());
        let mut seeking: Vec<_> = bots.iter().filter_map(|(token, bot)| Some((came(bot)?, *token))).collect();
        seeking.sort_unstable();
        let [(_, black), (_, white), ..] = seeking[..] else { return None };
        let game = GameId::random();
        let mut taken = |color, token: SecretHash| {
            let bot = bots.get_mut(&token).expect("it was found just now");
            bot.is_seeking = false;
            bot.place((game, color));
            (token, bot.name.clone())
        };
        Some((game, Sides { black: taken(Color::Black, black), white: taken(Color::White, white) }))
    }

    /// Nothing came of a game: whoever comes next is their opponent.
    fn seek_again(&self, game: GameId, pair: &Sides<(SecretHash, String)>) {
        let mut bots = self.bots();
        for color in Color::ALL {
            if let Some(bot) = bots.get_mut(&pair[color].0) {
                bot.is_seeking = bot.is_connected();
            }
        }
        reserve::vacate(&mut bots, game);
        let bots = self.clone();
        tokio::spawn(async move {
            sleep(REST).await;
            bots.pair_up().await;
        });
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
