//! What the fuzz targets reach of this door. Only a build for fuzzing has it.

use super::{
    lobby::{Lobby, Refused, Status},
    message::{FromClient, ToClient},
};

/// People in the lobby.
const PEOPLE: u64 = 4;

/// Lets people say these lines in turn, and returns all that they are told: after each line how the lobby looks, or why not.
pub fn course_lines(text: &str) -> Vec<String> {
    let mut lobby = Lobby::default();
    let mut told = Vec::new();
    for (user, line) in (0..PEOPLE).cycle().zip(text.lines()) {
        let done = match FromClient::parse(line) {
            Ok(said) => hear(&mut lobby, user, said).map_err(|refused| refused.to_string()),
            Err(bad) => Err(bad.to_string()),
        };
        if let Err(reason) = done {
            told.push(ToClient::Error { reason }.line());
        }
        told.push(ToClient::Lobby(lobby.view(user)).line());
    }
    told
}

fn hear(lobby: &mut Lobby, user: u64, said: FromClient) -> Result<(), Refused> {
    match said {
        FromClient::Login { name, player_kind, .. } if !lobby.is_inside(user) => lobby.enter(user, &name, player_kind),
        _ if !lobby.is_inside(user) => Err(Refused::NotSeated),
        FromClient::Login { .. } => Ok(lobby.leave(user)),
        FromClient::Sit { table, seat } => lobby.sit(user, table, seat),
        FromClient::Stand => Ok(lobby.stand(user)),
        FromClient::Ready { ready } => {
            if let Some(table) = lobby.ready(user, ready)? {
                lobby.set_status(table, Status::Playing);
            }
            Ok(())
        }
        FromClient::Move(answer) => {
            let _ = answer.square();
            if let Some((table, _)) = lobby.seat(user) {
                lobby.finish(table);
            }
            Ok(())
        }
    }
}
