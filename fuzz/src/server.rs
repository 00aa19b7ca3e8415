//! Messages of clients, requests for games and jobs, and the event log.

use outflank_rules::record::Format;
use outflank_server::{
    engine::{
        jobs::{JobLimits, JobRequest},
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

/// A job is refused with a reason, or has a key that starts with its kind.
fn jobs(text: &str) {
    let request = match JobOrder::parse(text) {
        Ok(JobOrder::Submit { reference, job }) => {
            assert!(reference.is_none_or(|word| word.len() <= LONGEST_ID));
            serde_json::from_value::<JobRequest>(job)
        }
        Ok(JobOrder::Cancel { .. }) => return,
        Err(refused) => return is_refusal("bad-message", &refused.to_string()),
    };
    match request.map(|request| request.resolve(&JobLimits::default())) {
        Ok(Ok(job)) => assert!(job.to_string().starts_with(&job.kind().to_string())),
        Ok(Err(refused)) => is_refusal(refused.code(), &refused.to_string()),
        Err(refused) => is_refusal("bad-message", &refused.to_string()),
    }
}

/// A message of a client parses or is refused with a reason. An event reads the same after it was
/// written.
pub fn messages(text: &str) {
    if let Err(refused) = Hello::parse(text) {
        is_refusal("bad-message", &refused.to_string());
    }
    match Incoming::parse(text) {
        Ok(Incoming { id, .. }) => {
            assert!(id.as_ref().is_none_or(|id| id.len() <= LONGEST_ID));
            let ack: Value = serde_json::from_str(&wire::ack(id.as_deref(), 1)).expect("JSON");
            assert_eq!(ack["id"].as_str(), id.as_deref());
        }
        Err(refused) => is_refusal("bad-message", &refused.to_string()),
    }
    jobs(text);
    match Event::from_json(text) {
        Ok(event) => assert_eq!(Event::from_json(&event.to_json()).expect("what was written is read"), event),
        Err(refused) => assert!(!refused.to_string().is_empty()),
    }
    round_trips::<GameId>(text);
}

fn is_refusal(code: &str, reason: &str) {
    assert!(!reason.is_empty());
    let message: Value = serde_json::from_str(&wire::refused(None, code, reason, 1)).expect("JSON");
    assert_eq!(message["message"], reason);
}

/// A request is refused with a reason, or makes a game that can be started, stored and shown.
pub fn new_game(text: &str) {
    let Ok(request) = serde_json::from_str::<NewGame>(text) else { return };
    let holder = "11".repeat(32).parse::<Secret>().expect("a secret").hash();
    let draft = match request.resolve(holder, 7) {
        Ok(draft) => draft,
        Err(refused) => return is_refusal(refused.field, &refused.to_string()),
    };
    let created = Event::Created(Box::new(draft.created.clone()));
    assert_eq!(Event::from_json(&created.to_json()).expect("what was written is read"), created);
    let id = "aaaaaaaaaaaa".parse().expect("a name");
    let mut game = LiveGame::new(id, draft.created, 1_000).expect("a draft's line can be played");
    for event in draft.seated {
        game.apply(&event, 1_000).expect("a seat of a draft can be taken");
    }
    while let Some(event) = game.follow_up() {
        game.apply(&event, 1_000).expect("what follows can be done");
    }
    assert!(!game.game().position().must_pass());
    is_shown(&game, 2_000);
}

/// All messages about a game are JSON, and its record can be written.
pub(crate) fn is_shown(game: &LiveGame, now: u64) {
    let snapshot = wire::snapshot(game, Asker::default(), &crate::live_game::nobody(), now);
    for text in [snapshot, wire::summary(game)] {
        serde_json::from_str::<Value>(&text).expect("JSON");
    }
    outflank_rules::record::write(Format::Json, &game.record()).expect("every game can be written");
}
