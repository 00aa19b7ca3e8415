//! A game of two players: a task that asks each when it is its turn, and moves for it.

use std::sync::Arc;

use outflank_arena::{
    Verdict,
    protocol::pickle::{self, NotAMove},
};
use outflank_play::{Sides, TimeControl};
use outflank_rules::{Color, FirstMover, Move, Variant};
use tokio::{sync::watch, time::sleep};

use super::{
    Hall,
    chair::{Chair, quoted},
    player::{Heard, Player},
    verdict::{Wrong, judge},
};
use crate::{
    app::Stopping,
    class::{News, news, tell},
    event::{Created, Terms},
    room::{Room, RoomError},
    seat::Seat,
    store::{GameStatus, REST, StoreError},
    table::{BotCommand, Table},
    wire::Draft,
};

/// Answers at a time that are looked at before a question, if nobody asked for them.
const MOST_DROPPED: usize = 100;

pub(super) struct Contest<'a> {
    hall: &'a Hall,
    stopping: Stopping,
    room: Room,
    chairs: Sides<Chair>,
    asked: Option<Asked>,
}

/// What is being asked.
struct Asked {
    color: Color,
    /// The version since which it is the player's turn.
    turn: u64,
    question: Vec<u8>,
    /// How often it may be asked again.
    tries: u32,
    /// Has the next answer begun before the question?
    is_early: bool,
    /// Was an answer dropped that repeats the last one?
    is_doubled: bool,
}

impl<'a> Contest<'a> {
    /// Lets two players play. What it returns tells them of the end, which may take a while.
    pub(super) async fn hold(hall: &'a Hall, players: Sides<Player>) -> impl Future<Output = ()> + use<> {
        let (send_time, stopping) = (hall.services.allowances.send_time, hall.services.stopping.clone());
        let told = match Contest::begin(hall, players).await {
            Ok(contest) => Some(contest.play().await),
            Err(error) => {
                tracing::error!(%error, "a game of a class could not be made");
                None
            }
        };
        async move {
            let Some((Sides { black, white }, Some(last))) = told else { return };
            tokio::join!(
                black.dismiss(&last, send_time, stopping.clone()),
                white.dismiss(&last, send_time, stopping.clone())
            );
        }
    }

    async fn begin(hall: &'a Hall, players: Sides<Player>) -> Result<Contest<'a>, StoreError> {
        let chair = |player| Chair::new(player, hall.services.bots.welcome());
        let chairs = Sides { black: chair(players.black), white: chair(players.white) };
        let draft = Draft::of(created(hall, &chairs));
        let room = hall.services.rooms.create(&draft, None).await?;
        for color in Color::ALL {
            let Chair { player, guest, .. } = &chairs[color];
            guest.sits(room.id(), color);
            let (player, address, key) = (&player.name, player.peer.address, guest.key());
            tracing::info!(game = %room.id(), %color, player, %address, key, "a player of a class sits down");
        }
        Ok(Contest { hall, stopping: hall.services.stopping.clone(), room, chairs, asked: None })
    }

    /// Plays to the end. Returns the players, and what they are to be told, unless the server stops before.
    async fn play(mut self) -> (Sides<Player>, Option<Vec<u8>>) {
        let over = match self.room.watch().await {
            Ok(mut tables) => {
                tell(self.hall.news.as_ref(), News::game(&tables.borrow()));
                self.go_on(&mut tables).await
            }
            Err(_) => None,
        };
        let last = over.map(|table| self.tell_end(&table));
        let Sides { black, white } = self.chairs;
        black.guest.keep(self.room.id(), Color::Black).await;
        white.guest.keep(self.room.id(), Color::White).await;
        (Sides { black: black.player, white: white.player }, last)
    }

    async fn go_on(&mut self, tables: &mut watch::Receiver<Arc<Table>>) -> Option<Arc<Table>> {
        loop {
            let table = Arc::clone(&tables.borrow_and_update());
            if table.status() == GameStatus::Over {
                return Some(table);
            }
            self.see_to_question(&table).await;
            let Sides { black, white } = &mut self.chairs;
            let (color, heard) = tokio::select! {
                heard = black.player.hear() => (Color::Black, heard),
                heard = white.player.hear() => (Color::White, heard),
                changed = tables.changed() => match changed {
                    Ok(()) => continue,
                    Err(_) => return None,
                },
                () = self.stopping.begun() => return None,
            };
            self.take(color, heard, &table).await;
        }
    }

    /// Asks whoever is to move and has not been asked.
    async fn see_to_question(&mut self, table: &Table) {
        let Some((color, _)) = table.bot_to_move() else { return };
        if self.asked.as_ref().is_some_and(|asked| asked.turn == table.turn_version()) {
            return;
        }
        self.asked = None;
        // What lies there already was said before the question.
        for _ in 0..MOST_DROPPED {
            let Some(heard) = self.chairs[color].player.hear_now() else { break };
            let is_end = !matches!(heard, Heard::Answer(..));
            self.take(color, heard, table).await;
            if is_end {
                return;
            }
        }
        self.asked = Some(Asked {
            color,
            turn: table.turn_version(),
            question: pickle::ask(&table.game().position()),
            tries: self.hall.class.tries,
            is_early: self.chairs[color].player.is_in_the_middle(),
            is_doubled: false,
        });
        self.ask().await;
    }

    async fn ask(&mut self) {
        let Some(Asked { color, question, .. }) = &self.asked else { return };
        let (color, send_time) = (*color, self.hall.services.allowances.send_time);
        if self.chairs[color].say(question, send_time).await.is_err() {
            self.foul(color, Verdict::Closed, "", "it takes nothing of what it is sent").await;
        }
    }

    async fn take(&mut self, color: Color, heard: Heard, table: &Table) {
        match heard {
            Heard::Answer(answer, pickle) => {
                let got = quoted(&pickle);
                self.chairs[color].guest.said(&got);
                self.answered(color, answer, &got, table).await;
            }
            Heard::Refused(refusal, pickle) => {
                let got = quoted(&pickle);
                self.chairs[color].guest.said(&got);
                self.foul(color, Verdict::Garbage, &got, &refusal.to_string()).await;
            }
            Heard::Stalled(pickle) => {
                self.foul(color, Verdict::Garbage, &quoted(&pickle), "a pickle began, and its end did not come").await;
            }
            Heard::End => self.foul(color, Verdict::Closed, "", "its connection ended").await,
        }
    }

    async fn answered(&mut self, color: Color, answer: Result<Move, NotAMove>, got: &str, table: &Table) {
        let Some(asked) = self.asked.as_mut().filter(|asked| asked.color == color) else {
            return self.drop_answer(color, got, "nothing was asked").await;
        };
        if std::mem::take(&mut asked.is_early) {
            return self.drop_answer(color, got, "it began before the question").await;
        }
        match judge(answer, &table.game().position()) {
            Ok(square) => {
                self.asked = None;
                self.chairs[color].last = Some(square);
                self.command(color, BotCommand::Place { ply: table.game().ply(), square, info: None }).await;
            }
            Err(wrong) => self.refuse(color, wrong, got).await,
        }
    }

    /// An answer that cannot be played: the player is asked again, until that is too often.
    async fn refuse(&mut self, color: Color, wrong: Wrong, got: &str) {
        let last = self.chairs[color].last;
        let Some(asked) = &mut self.asked else { return };
        if wrong.square.is_some() && wrong.square == last && !asked.is_doubled {
            asked.is_doubled = true;
            return self.drop_answer(color, got, "it repeats the last one").await;
        }
        let Some(tries) = asked.tries.checked_sub(1) else {
            return self.foul(color, wrong.verdict, got, &wrong.text).await;
        };
        asked.tries = tries;
        self.chairs[color].guest.was_judged(&format!("{}: {}; it is asked again", wrong.verdict, wrong.text));
        self.ask().await;
    }

    /// What nobody asked for has no effect, unless there is no end to it.
    async fn drop_answer(&mut self, color: Color, got: &str, why: &str) {
        let chair = &mut self.chairs[color];
        chair.guest.was_judged(&format!("dropped: {why}"));
        if !chair.player.may_chatter() {
            self.foul(color, Verdict::Flood, got, "it answers without being asked").await;
        }
    }

    async fn foul(&mut self, color: Color, verdict: Verdict, got: &str, text: &str) {
        let Chair { player, guest, .. } = &self.chairs[color];
        let (name, address) = (&player.name, player.peer.address);
        tracing::warn!(game = %self.room.id(), player = name, %address, %verdict, text, "a player of a class has lost its game");
        guest.was_judged(&format!("{verdict}: {text}"));
        self.asked = None;
        let (got, text) = (got.to_owned(), text.to_owned());
        self.command(color, BotCommand::Foul { verdict, got, text }).await;
    }

    /// Does what has to be done, however long the store takes. A game that has ended in the meantime is as well.
    async fn command(&self, color: Color, command: BotCommand) {
        let token = self.chairs[color].guest.token();
        loop {
            match self.room.bot(token, color, command.clone()).await {
                Err(RoomError::Store(_) | RoomError::Broken) => sleep(REST).await,
                Err(error) => return tracing::debug!(game = %self.room.id(), %error, "the game had gone on"),
                Ok(_) => return,
            }
        }
    }

    /// Notes the end, and returns what players are told of it.
    fn tell_end(&self, table: &Table) -> Vec<u8> {
        let last = pickle::over(&table.game().position());
        for color in Color::ALL {
            self.chairs[color].guest.was_judged(&format!("over: {}", news::how(table)));
            self.chairs[color].guest.was_told(&quoted(&last));
        }
        tell(self.hall.news.as_ref(), News::over(table));
        last
    }
}

/// The usual discs, White to move; no grace, as nobody can come back.
fn created(hall: &Hall, chairs: &Sides<Chair>) -> Created {
    Created {
        variant: Variant::STANDARD.with_first(FirstMover::Fixed(Color::White)),
        line: Vec::new(),
        seats: Sides::of(|color| Seat::Bot(chairs[color].player.name.clone())),
        secrets: Sides::default(),
        time: hall.class.time.map(TimeControl::PerMove),
        seed: getrandom::u64().expect("the system gives random bytes"),
        listed: true,
        previous: None,
        terms: Terms {
            bots: Sides::of(|color| Some(chairs[color].guest.token())),
            held: !hall.services.bots.settings().autostart,
            ..Terms::default()
        },
    }
}
