//! Bots that come by a code.

use std::sync::{Arc, Weak};

use super::{House, TournamentError};
use crate::{
    Reply,
    bots::{Classes, NotAdmitted, Pupil},
    secret::SecretHash,
    tournament::{Code, Command, Refusal},
};

/// Knows all codes. The list of bots holds it, and it holds the tournaments only as long as others do, or none would ever be let go of.
pub(super) struct Doorkeeper(Weak<House>);

impl Doorkeeper {
    pub(super) fn of(house: &Arc<House>) -> Doorkeeper {
        Doorkeeper(Arc::downgrade(house))
    }
}

impl Classes for Doorkeeper {
    fn join(&self, code: String, name: String, token: SecretHash) -> Reply<Result<Pupil, NotAdmitted>> {
        let house = self.0.upgrade();
        Box::pin(async move {
            let unknown = || NotAdmitted::UnknownCode(code.chars().take(40).collect());
            let (house, code) = house.zip(code.parse::<Code>().ok()).ok_or_else(unknown)?;
            let id = house.open().codes.get(&code).copied().flatten().ok_or_else(unknown)?;
            let joined = house.ask(id, Vec::new(), Command::Join { code, name, token }).await;
            let contest = joined.unwrap_or(Err(TournamentError::NoOwner)).map_err(refused)?.contest();
            let place = contest.entrant_of(token).ok_or_else(unknown)?;
            Ok(Pupil { class: code.to_string(), name: contest.entries()[place].name.clone() })
        })
    }
}

fn refused(error: TournamentError) -> NotAdmitted {
    match error {
        TournamentError::Refused(Refusal::NameTaken(name)) => NotAdmitted::NameTaken(name),
        later @ (TournamentError::Store(_) | TournamentError::NoOwner) => NotAdmitted::Later(later.to_string()),
        other => NotAdmitted::Refused(other.to_string()),
    }
}
