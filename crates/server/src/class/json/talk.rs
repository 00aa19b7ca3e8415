//! A connection: lines in, lines out. What they mean is for the hall.

use std::time::Duration;

use tokio::{
    net::TcpStream,
    sync::mpsc,
    time::{Instant, sleep_until},
};

use super::{
    hall::{Outbox, Said, What},
    lobby::UserId,
    message::{FromClient, ToClient},
};
use crate::{
    bots::{Heard, Port},
    http::{Peer, Services},
    socket::Patience,
};

/// Lines that may wait to be taken by a client.
const WAITING: usize = 256;

/// How long somebody who has connected may take to log in.
const LOGIN_TIME: Duration = Duration::from_secs(120);

/// Serves a client until it goes, or has to go.
pub(super) async fn serve(stream: TcpStream, peer: Peer, services: Services, inbox: mpsc::Sender<Said>, user: UserId) {
    let (sender, mut lines) = mpsc::channel(WAITING);
    let (outbox, mut cut) = Outbox::new(sender);
    let send_time = services.allowances.send_time;
    let mut talk = Talk {
        port: Port::lines(stream),
        peer,
        send_time,
        inbox,
        user,
        outbox,
        patience: Patience::new(),
        login_until: Instant::now() + LOGIN_TIME,
    };
    let mut stopping = services.stopping.clone();
    loop {
        let login_until = talk.login_until;
        let goes_on = tokio::select! {
            () = stopping.begun() => false,
            _ = cut.changed() => false,
            () = sleep_until(login_until), if !talk.outbox.is_inside() => false,
            Some(line) = lines.recv() => talk.port.say(&line, send_time).await.is_ok(),
            heard = talk.port.hear() => talk.hear(heard).await,
        };
        if !goes_on {
            break;
        }
    }
    talk.pass_on(What::Gone).await;
    // The last word, if there is one.
    while let Ok(line) = lines.try_recv() {
        if talk.port.say(&line, send_time).await.is_err() {
            break;
        }
    }
    talk.port.close(send_time).await;
}

struct Talk {
    port: Port,
    peer: Peer,
    send_time: Duration,
    inbox: mpsc::Sender<Said>,
    user: UserId,
    outbox: Outbox,
    patience: Patience,
    login_until: Instant,
}

impl Talk {
    /// Takes what was heard; false if that was the last.
    async fn hear(&mut self, heard: Heard) -> bool {
        let line = match heard {
            Heard::Line(line) => String::from_utf8_lossy(&line).trim().to_owned(),
            Heard::Beat => return self.be_patient().await,
            Heard::TooLong(_) => {
                self.refuse("a line has at most 65536 characters: the connection is closed").await;
                return false;
            }
            Heard::End => return false,
        };
        if line.is_empty() {
            return self.be_patient().await;
        }
        match FromClient::parse(&line) {
            // An answer that moves a game on costs nothing; the hall says if it did not.
            Ok(FromClient::Move(answer)) => {
                let spent = self.outbox.take_spent();
                self.pass_on(What::Answer(answer, line)).await && self.be_patient_with(spent).await
            }
            Ok(FromClient::Login { name, password, player_kind }) => {
                let login = What::Login { name, password, kind: player_kind, address: self.peer.address };
                self.be_patient().await && self.pass_on(login).await
            }
            Ok(message) => self.be_patient().await && self.pass_on(What::Wish(message)).await,
            Err(fault) => {
                self.refuse(&fault.to_string()).await;
                self.be_patient().await
            }
        }
    }

    async fn pass_on(&mut self, what: What) -> bool {
        self.inbox.send(Said { user: self.user, outbox: self.outbox.clone(), what }).await.is_ok()
    }

    async fn be_patient(&mut self) -> bool {
        self.be_patient_with(1).await
    }

    async fn be_patient_with(&mut self, count: u32) -> bool {
        if (0..count).all(|_| self.patience.try_once()) {
            return true;
        }
        tracing::warn!(address = %self.peer.address, "a player of a class was sent away: it wrote without end");
        self.refuse("you write without end: the connection is closed").await;
        false
    }

    async fn refuse(&mut self, reason: &str) {
        let line = ToClient::Error { reason: reason.to_owned() }.line();
        // Who does not take it is cut off when there is something else to say.
        let _ = self.port.say(&line, self.send_time).await;
    }
}
