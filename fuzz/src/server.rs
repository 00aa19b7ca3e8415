//! What strangers say to the server: messages, wishes for games, and what the log holds.

use outflank_rules::record::Format;
use outflank_server::{
    engine::{
        jobs::{JobRequest, JobSettings},
        wire::JobOrder,
    },
    game::{
        LiveGame,
        event::Event,
        wire::{self, Asker, Hello, Incoming, LONGEST_ID, NewGame},
    },
    log::{id::GameId, secret::Secret},
};
use serde_json::Value;

use crate::words::round_trips;

/// A job is refused with a reason, or can be told from every other.
fn jobs(text: &str) {
    let wish = match JobOrder::parse(text) {
        Ok(JobOrder::Submit { reference, job }) => {
            assert!(reference.is_none_or(|word| word.len() <= LONGEST_ID));
            serde_json::from_value::<JobRequest>(job)
        }
        Ok(JobOrder::Cancel { .. }) => return,
        Err(refused) => return is_told("bad-message", &refused.to_string()),
    };
    match wish.map(|wish| wish.resolve(&JobSettings::default())) {
        Ok(Ok(job)) => assert!(job.to_string().starts_with(&job.kind().to_string())),
        Ok(Err(refused)) => is_told(refused.code(), &refused.to_string()),
        Err(refused) => is_told("bad-message", &refused.to_string()),
    }
}

/// A message of a client is refused with a reason, or is one of those that there are; what the log holds reads the same again.
pub fn messages(text: &str) {
    if let Err(refused) = Hello::parse(text) {
        is_told("bad-message", &refused.to_string());
    }
    match Incoming::parse(text) {
        Ok(Incoming { id, .. }) => {
            assert!(id.as_ref().is_none_or(|id| id.len() <= LONGEST_ID));
            let ack: Value = serde_json::from_str(&wire::ack(id.as_deref(), 1)).expect("JSON");
            assert_eq!(ack["id"].as_str(), id.as_deref());
        }
        Err(refused) => is_told("bad-message", &refused.to_string()),
    }
    jobs(text);
    match Event::from_json(text) {
        Ok(event) => assert_eq!(Event::from_json(&event.to_json()).expect("what was written is read"), event),
        Err(refused) => assert!(!refused.to_string().is_empty()),
    }
    round_trips::<GameId>(text);
}

fn is_told(code: &str, reason: &str) {
    assert!(!reason.is_empty());
    let message: Value = serde_json::from_str(&wire::refused(None, code, reason, 1)).expect("JSON");
    assert_eq!(message["message"], reason);
}

/// A wish is refused with a reason, or is a game that can be begun, kept and shown.
pub fn new_game(text: &str) {
    let Ok(wish) = serde_json::from_str::<NewGame>(text) else { return };
    let holder = "11".repeat(32).parse::<Secret>().expect("a secret").hash();
    let draft = match wish.resolve(holder, 7) {
        Ok(draft) => draft,
        Err(refused) => return is_told(refused.field, &refused.to_string()),
    };
    let created = Event::Created(Box::new(draft.created.clone()));
    assert_eq!(Event::from_json(&created.to_json()).expect("what was written is read"), created);
    let id = "aaaaaaaaaaaa".parse().expect("a name");
    let mut table = LiveGame::new(id, draft.created, 1_000).expect("a draft's line can be played");
    for event in draft.seated {
        table.apply(&event, 1_000).expect("a seat of a draft can be taken");
    }
    while let Some(event) = table.follow_up() {
        table.apply(&event, 1_000).expect("what follows can be done");
    }
    assert!(!table.game().position().must_pass());
    is_shown(&table, 2_000);
}

/// Everything that is said of a game is JSON, and its record can be written.
pub(crate) fn is_shown(table: &LiveGame, now: u64) {
    let snapshot = wire::snapshot(table, Asker::default(), &crate::table::nobody(), now);
    for text in [snapshot, wire::summary(table)] {
        serde_json::from_str::<Value>(&text).expect("JSON");
    }
    outflank_rules::record::write(Format::Json, &table.record()).expect("every game can be written");
}
