//! The connection of a bot: lines in, lines out.

use std::sync::Arc;

use outflank_arena::{
    Verdict,
    protocol::json::{Code, Fault, FromBot, MAX_LINE, ToBot},
};
use serde::Serialize;
use tokio::{sync::mpsc, time::timeout};

use super::{
    Arrived, Bots,
    hello::{Introduction, NotAdmitted},
    lines::Heard,
    link::{Ending, Link},
    port::{Deaf, Port},
    traffic::Voice,
};
use crate::{
    app::Stopping,
    http::{Peer, Services},
    limits::Allowances,
    secret::SecretHash,
    socket::Patience,
};

/// Why a connection ends.
enum End {
    /// The bot has gone.
    Gone,
    /// It is told to go, by these last lines.
    Told(Vec<String>),
}

impl From<Deaf> for End {
    fn from(_: Deaf) -> End {
        End::Gone
    }
}

#[derive(Serialize)]
struct Greeting<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    outflank: u32,
    name: &'static str,
    bot: &'a str,
    /// Only where the server has made it: who knows it need not be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// Serves a bot until it goes or has to go.
pub(crate) async fn serve(mut port: Port, peer: Peer, bots: Bots, services: &Services) {
    let mut stopping = services.stopping.clone();
    let allowances = Arc::clone(&services.allowances);
    let end = match introduced(&mut port, &peer, &allowances, &mut stopping).await {
        Ok(said) => Talk::begin(&mut port, bots, said, allowances.clone(), stopping).await,
        Err(end) => end,
    };
    if let End::Told(lines) = end {
        services.metrics.dropped();
        for line in lines {
            if port.say(&line, allowances.send_time).await.is_err() {
                return;
            }
        }
    }
    port.close(allowances.send_time).await;
}

/// Waits for the greeting.
async fn introduced(
    port: &mut Port,
    peer: &Peer,
    allowances: &Allowances,
    stopping: &mut Stopping,
) -> Result<Introduction, End> {
    let told = |reason: &NotAdmitted| End::Told(vec![reason.line()]);
    allowances.visits.take(peer.address).map_err(|wait| told(&NotAdmitted::Limited(wait)))?;
    let first = tokio::select! {
        () = stopping.begun() => return Err(End::Gone),
        first = timeout(allowances.hello_time, port.hear()) => first,
    };
    match first {
        Ok(Heard::Line(line)) => Introduction::parse(&String::from_utf8_lossy(&line)).map_err(|reason| told(&reason)),
        Ok(Heard::TooLong(_)) => Err(told(&too_long())),
        Ok(Heard::End) => Err(End::Gone),
        Err(_) => {
            let message = r#"nothing was said for too long: say {"type":"hello","outflank":1,"name":"My bot"} first"#;
            Err(told(&NotAdmitted::Garbled(Fault::new(Code::TimeOut, "", message))))
        }
    }
}

fn too_long() -> NotAdmitted {
    NotAdmitted::Garbled(Fault::new(Code::TooLong, "", format!("a line has at most {MAX_LINE} bytes")))
}

struct Talk<'a> {
    port: &'a mut Port,
    link: Link,
    bots: Bots,
    token: SecretHash,
    allowances: Arc<Allowances>,
    patience: Patience,
}

impl Talk<'_> {
    async fn begin(
        port: &mut Port,
        bots: Bots,
        said: Introduction,
        allowances: Arc<Allowances>,
        stopping: Stopping,
    ) -> End {
        let (link, lines, ending) = Link::new();
        let Arrived { token, made, name } = match bots.arrive(&said, link.clone()).await {
            Ok(arrived) => arrived,
            Err(reason) => return End::Told(vec![reason.line()]),
        };
        let greeting = Greeting {
            kind: "hello",
            outflank: 1,
            name: "Outflank",
            bot: &name,
            token: made.map(|secret| secret.reveal()),
        };
        let greeting = serde_json::to_string(&greeting).expect("texts and numbers are JSON");
        let mut talk = Talk { port, link, bots, token, allowances, patience: Patience::new() };
        let end = match talk.say(&greeting).await {
            Ok(()) => talk.go_on(lines, &ending, stopping).await.err().unwrap_or(End::Gone),
            Err(end) => end,
        };
        talk.bots.depart(talk.token, talk.link.number());
        end
    }

    async fn go_on(
        &mut self,
        mut lines: mpsc::Receiver<String>,
        ending: &Ending,
        mut stopping: Stopping,
    ) -> Result<std::convert::Infallible, End> {
        loop {
            tokio::select! {
                () = stopping.begun() => return Err(End::Told(Vec::new())),
                is_replaced = ending.asked() => return Err(if is_replaced { End::Told(vec![replaced()]) } else { End::Gone }),
                Some(line) = lines.recv() => self.say(&line).await?,
                heard = self.port.hear() => self.hear(heard)?,
            }
        }
    }

    fn hear(&mut self, heard: Heard) -> Result<(), End> {
        let line = match heard {
            Heard::Line(line) => line,
            Heard::TooLong(line) => return Err(self.flooded(&line.escape_ascii().to_string(), "a line had no end")),
            Heard::End => return Err(End::Gone),
        };
        let fault = match String::from_utf8(line) {
            Ok(text) if text.trim().is_empty() => return self.be_patient(&text),
            Ok(text) => match self.understand(text.trim()) {
                Ok(()) => return Ok(()),
                Err(fault) => fault,
            },
            Err(bad) => {
                let quoted = bad.as_bytes().escape_ascii().to_string();
                Fault::new(Code::NotUtf8, &quoted, "this is not UTF-8, which all lines must be")
            }
        };
        let got = fault.got.clone();
        self.link.say(ToBot::Error(fault).to_string());
        self.be_patient(&got)
    }

    /// Takes a line, or says what is wrong with it.
    fn understand(&mut self, text: &str) -> Result<(), Fault> {
        match text.parse::<FromBot>() {
            Ok(FromBot::Move(answer)) => self
                .link
                .answered(answer, text)
                .map_err(|reason| Fault::new(Code::WrongRequest, text, reason.to_string())),
            Ok(FromBot::Hello(_) | FromBot::Log { .. } | FromBot::Error(_)) => {
                self.bots.note(self.token, Voice::Bot, text);
                // They cost patience, or a bot could talk without end.
                if self.patience.try_once() { Ok(()) } else { Err(Fault::new(Code::Other, text, "you talk too much")) }
            }
            Err(fault) => {
                self.bots.note(self.token, Voice::Bot, text);
                self.link.fouled(Verdict::Garbage, text, &fault.message);
                Err(fault)
            }
        }
    }

    fn be_patient(&mut self, got: &str) -> Result<(), End> {
        if self.patience.try_once() { Ok(()) } else { Err(self.flooded(got, "it wrote without end")) }
    }

    /// Whatever is asked of a bot that writes without end is lost.
    fn flooded(&self, got: &str, text: &str) -> End {
        let got: String = got.chars().take(200).collect();
        while self.link.fouled(Verdict::Flood, &got, text) {}
        let fault = Fault::new(Code::TooLong, &got, format!("{text}: the connection is closed"));
        End::Told(vec![ToBot::Error(fault).to_string()])
    }

    async fn say(&mut self, line: &str) -> Result<(), End> {
        Ok(self.port.say(line, self.allowances.send_time).await?)
    }
}

fn replaced() -> String {
    let message = "the same bot has connected again: this connection is closed";
    ToBot::Error(Fault::new(Code::Other, "", message)).to_string()
}
