//! Opens the lobby to the fuzz targets.

use super::{
    lobby::{Lobby, LobbyError, Status},
    message::{FromClient, ToClient},
};

/// Clients in the lobby.
const PEOPLE: u64 = 4;

/// Sends lines from the clients in turn. Returns every reply: after each line the lobby, and before
/// it the error, if any.
pub fn course_lines(text: &str) -> Vec<String> {
    let mut lobby = Lobby::default();
    let mut sent = Vec::new();
    for (user, line) in (0..PEOPLE).cycle().zip(text.lines()) {
        let done = match FromClient::parse(line) {
            Ok(said) => handle(&mut lobby, user, said).map_err(|refused| refused.to_string()),
            Err(bad) => Err(bad.to_string()),
        };
        if let Err(reason) = done {
            sent.push(ToClient::Error { reason }.line());
        }
        sent.push(ToClient::Lobby(lobby.view(user)).line());
    }
    sent
}

fn handle(lobby: &mut Lobby, user: u64, said: FromClient) -> Result<(), LobbyError> {
    match said {
        FromClient::Login { name, player_kind, .. } if !lobby.is_inside(user) => lobby.enter(user, &name, player_kind),
        _ if !lobby.is_inside(user) => Err(LobbyError::NotSeated),
        FromClient::Login { .. } => {
            lobby.leave(user);
            Ok(())
        }
        FromClient::Sit { table, seat } => lobby.sit(user, table, seat),
        FromClient::Stand => {
            lobby.stand(user);
            Ok(())
        }
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
