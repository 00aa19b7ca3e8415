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
    chatter::Chatter,
    hello::{Introduction, NotAdmitted},
    lines::Heard,
    link::{Ending, Link},
    port::{Deaf, Port},
    traffic::{self, Log, Voice},
};
use crate::{
    app::Stopping,
    http::{Peer, Services},
    limits::Allowances,
    secret::{Secret, SecretHash},
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
        Ok(Heard::Line(line)) => {
            let said = Introduction::parse(&String::from_utf8_lossy(&line)).map_err(|reason| told(&reason))?;
            // Who looks for an opponent is given a game.
            let wait = if said.seek { allowances.games.take(peer.address) } else { Ok(()) };
            wait.map_err(|wait| told(&NotAdmitted::Limited(wait)))?;
            let token = said.token.as_ref().map(Secret::hash);
            let wait = token.map_or(Ok(()), |token| allowances.tokens.take(token));
            wait.map_err(|wait| told(&NotAdmitted::Limited(wait)))?;
            Ok(said)
        }
        Ok(Heard::TooLong(_)) => Err(told(&too_long())),
        Ok(Heard::End | Heard::Beat) => Err(End::Gone),
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
    chatter: Chatter,
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
        let mut talk = Talk { port, link, bots, token, allowances, chatter: Chatter::new() };
        let end = match talk.say(&greeting).await {
            Ok(()) => talk.go_on(lines, &ending, stopping).await.err().unwrap_or(End::Gone),
            Err(end) => end,
        };
        if let End::Told(lines) = &end {
            let log = talk.link.log(None);
            lines.iter().for_each(|line| talk.note(log.as_ref(), Voice::Server, line));
        }
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
                last = ending.asked() => return Err(last.map_or(End::Gone, |line| End::Told(vec![line]))),
                Some(line) = lines.recv() => self.say(&line).await?,
                heard = self.port.hear() => self.hear(heard)?,
            }
        }
    }

    fn hear(&mut self, heard: Heard) -> Result<(), End> {
        match heard {
            Heard::Line(line) => self.take(line),
            Heard::Beat if self.chatter.may_err() => Ok(()),
            Heard::Beat => Err(self.flooded("", "it wrote without end")),
            Heard::TooLong(line) => {
                let got = first(&line.escape_ascii().to_string());
                self.note(self.link.log(None).as_ref(), Voice::Bot, &got);
                Err(self.flooded(&got, "a line had no end"))
            }
            Heard::End => Err(End::Gone),
        }
    }

    /// Takes a line. Everything is written down as it comes, in the log of the game that it belongs to.
    fn take(&mut self, line: Vec<u8>) -> Result<(), End> {
        let bytes = line.len();
        let (text, said) = read(line);
        let answered =
            said.as_ref().ok().and_then(|said| if let FromBot::Move(answer) = said { answer.request } else { None });
        let log = self.link.log(answered);
        self.note(log.as_ref(), Voice::Bot, &text);
        match said {
            Ok(FromBot::Move(answer)) => match self.link.answered(answer, &text) {
                Ok(()) => self.chatter.answered(),
                Err(reason) => {
                    return self.refuse(log.as_ref(), Fault::new(Code::WrongRequest, &text, reason.to_string()));
                }
            },
            Ok(FromBot::Hello(_) | FromBot::Log { .. } | FromBot::Error(_)) => return self.bear(bytes, &text),
            Err(_) if text.is_empty() => return self.bear(bytes, &text),
            Err(fault) => {
                self.link.fouled(Verdict::Garbage, &text, &fault.message);
                return self.refuse(log.as_ref(), fault);
            }
        }
        Ok(())
    }

    /// Says what was wrong with a line.
    fn refuse(&mut self, log: Option<&Log>, fault: Fault) -> Result<(), End> {
        let got = fault.got.clone();
        let line = ToBot::Error(fault).to_string();
        self.note(log, Voice::Server, &line);
        self.link.say(line);
        if self.chatter.may_err() { Ok(()) } else { Err(self.flooded(&got, "it wrote without end")) }
    }

    /// A line that is no answer and need not be one.
    fn bear(&mut self, bytes: usize, text: &str) -> Result<(), End> {
        if self.chatter.may_say(bytes) { Ok(()) } else { Err(self.flooded(text, "it wrote without end")) }
    }

    /// Whatever is asked of a bot that writes without end is lost.
    fn flooded(&self, got: &str, text: &str) -> End {
        let got = first(got);
        while self.link.fouled(Verdict::Flood, &got, text) {}
        let fault = Fault::new(Code::TooLong, &got, format!("{text}: the connection is closed"));
        End::Told(vec![ToBot::Error(fault).to_string()])
    }

    /// Writes down what was said, in the log of a game or beside all games.
    fn note(&self, log: Option<&Log>, voice: Voice, line: &str) {
        match log {
            Some(log) => traffic::note(log, self.bots.now(), voice, line),
            None => self.bots.note(self.token, voice, line),
        }
    }

    async fn say(&mut self, line: &str) -> Result<(), End> {
        Ok(self.port.say(line, self.allowances.send_time).await?)
    }
}

/// A line without blanks around it, and what it says. What is not UTF-8 is escaped.
fn read(line: Vec<u8>) -> (String, Result<FromBot, Fault>) {
    match String::from_utf8(line) {
        Ok(text) => {
            let text = text.trim().to_owned();
            let said = text.parse();
            (text, said)
        }
        Err(bad) => {
            let text = bad.as_bytes().escape_ascii().to_string();
            let fault = Fault::new(Code::NotUtf8, &text, "this is not UTF-8, which all lines must be");
            (text, Err(fault))
        }
    }
}

/// As much of a line as is quoted.
fn first(text: &str) -> String {
    text.chars().take(200).collect()
}

/// What the older of two connections is told.
pub(super) fn replaced() -> String {
    let message = "the same bot has connected again: this connection is closed";
    ToBot::Error(Fault::new(Code::Other, "", message)).to_string()
}
