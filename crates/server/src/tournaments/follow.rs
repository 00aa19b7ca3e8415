//! One game of a tournament, from its room to its end.

use std::{net::IpAddr, sync::Arc};

use outflank_arena::{Verdict, hall::Fixture};
use outflank_rules::Color;
use tokio::{
    sync::{oneshot, watch},
    time::sleep,
};

use super::Scoreboard;
use crate::{
    event::Created,
    id::GameId,
    room::{Room, RoomError},
    rooms::Rooms,
    store::{GameStatus, REST, StoreError},
    table::{BotCommand, Table},
    tournament::TAKEN_OUT,
    wire::Draft,
};

/// What came of a game.
pub(super) enum Followed {
    /// It is over.
    Over { fixture: Fixture, table: Arc<Table> },
    /// The log of the game of this number cannot be read: it has to be played anew.
    Lost(u32),
}

/// A game that was dealt.
pub(super) struct Follower {
    pub(super) rooms: Rooms,
    pub(super) board: Arc<Scoreboard>,
    pub(super) fixture: Fixture,
    pub(super) game: GameId,
    /// What is played, if there is no such game yet.
    pub(super) created: Created,
    pub(super) by: Option<IpAddr>,
    /// Comes when the host has taken somebody out.
    pub(super) kicked: oneshot::Receiver<Color>,
}

impl Follower {
    /// Makes the game if there is none, and waits for its end.
    pub(super) async fn run(mut self) -> Followed {
        let number = self.fixture.number;
        let room = self.rooms.game(self.game);
        loop {
            let Some(tables) = self.watch(&room).await else { return Followed::Lost(number) };
            self.board.show(number, tables.clone());
            if let Some(table) = self.wait(&room, tables).await {
                self.board.keep(number, Arc::clone(&table), self.rooms.now());
                return Followed::Over { fixture: self.fixture, table };
            }
        }
    }

    async fn watch(&self, room: &Room) -> Option<watch::Receiver<Arc<Table>>> {
        loop {
            match room.watch().await {
                Ok(tables) => return Some(tables),
                Err(RoomError::Unknown) => self.create().await,
                Err(error @ RoomError::Damaged(_)) => {
                    tracing::error!(game = %self.game, %error, "a game of a tournament is played anew");
                    return None;
                }
                Err(_) => sleep(REST).await,
            }
        }
    }

    async fn create(&self) {
        let draft = Draft::of(self.created.clone());
        match self.rooms.create_as(self.game, &draft, self.by).await {
            // Somebody asked for it before it was there.
            Ok(_) | Err(StoreError::Conflict { .. }) => {}
            Err(error) => {
                tracing::error!(game = %self.game, %error, "a game of a tournament could not be made");
                sleep(REST).await;
            }
        }
    }

    /// The table when all is over; nothing if the room has broken down.
    async fn wait(&mut self, room: &Room, mut tables: watch::Receiver<Arc<Table>>) -> Option<Arc<Table>> {
        let mut is_kicked = false;
        loop {
            let table = Arc::clone(&tables.borrow_and_update());
            self.board.stir();
            if table.status() == GameStatus::Over {
                return Some(table);
            }
            tokio::select! {
                changed = tables.changed() => changed.ok()?,
                kicked = &mut self.kicked, if !is_kicked => {
                    is_kicked = true;
                    if let Ok(color) = kicked {
                        send_away(room, &table, color).await;
                    }
                }
            }
        }
    }
}

/// A bot that was taken out loses. A player of the server's own plays to the end: it keeps nobody waiting.
async fn send_away(room: &Room, table: &Table, color: Color) {
    let Some(token) = table.bot(color) else { return };
    let foul = BotCommand::Foul { verdict: Verdict::Absent, got: String::new(), text: TAKEN_OUT.to_owned() };
    while let Err(RoomError::Store(_) | RoomError::Broken) = room.bot(token, color, foul.clone()).await {
        sleep(REST).await;
    }
}
