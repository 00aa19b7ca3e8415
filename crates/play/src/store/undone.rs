//! Moves that were taken back, in a text: `d3 c3;1.25 c4;0.5;-2`, each with the seconds it took and its value where they are known.

use std::fmt::Write;

use outflank_rules::{
    Game, Move,
    record::{MoveNote, Record},
};

/// The moves after the end of a game that can be made again, with what is noted about them. Comments are not kept: nobody writes any
/// while playing.
pub(super) fn write(game: &Game, notes: &[MoveNote]) -> String {
    let mut game = game.clone();
    let mut text = String::new();
    while let (ply, Some(mv)) = (game.ply(), game.redo()) {
        if !text.is_empty() {
            text.push(' ');
        }
        text += &mv.to_string();
        let (seconds, eval) = notes.get(ply).map_or((None, None), |note| (note.seconds, note.eval));
        if let Some(seconds) = seconds {
            let _ = write!(text, ";{seconds}");
        } else if eval.is_some() {
            text.push(';');
        }
        if let Some(eval) = eval {
            let _ = write!(text, ";{eval}");
        }
    }
    text
}

/// The game and the notes of a record with these moves after its end; `None` if the text is no list of moves that can be made there.
pub(super) fn read(text: &str, record: &Record) -> Option<(Game, Vec<MoveNote>)> {
    let (mut game, mut notes) = (record.game.clone(), record.notes.clone());
    let ply = game.ply();
    notes.resize_with(ply, MoveNote::default);
    for item in text.split(' ') {
        let (mv, note) = read_item(item)?;
        game.play(mv).ok()?;
        notes.push(note);
    }
    while game.ply() > ply {
        game.undo();
    }
    Some((game, notes))
}

fn read_item(item: &str) -> Option<(Move, MoveNote)> {
    let mut parts = item.split(';');
    let mv = parts.next()?.parse().ok()?;
    let mut number = || match parts.next() {
        None | Some("") => Some(None),
        Some(text) => text.parse().ok().filter(|number: &f64| number.is_finite()).map(Some),
    };
    let (seconds, eval) = (number()?, number()?);
    parts.next().is_none().then(|| (mv, MoveNote { eval, seconds, comment: String::new() }))
}
