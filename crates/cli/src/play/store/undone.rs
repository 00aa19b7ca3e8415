//! Undone moves as a text: `d3 c3;1.25 c4;0.5;-2`, each with its seconds and its value if known. A lost turn is `lost`.

use std::fmt::Write;

use outflank_rules::{
    Game, Move,
    record::{LOST, MoveNote, Record},
};

/// Writes the moves that can be redone, with their notes. Drops comments, which a session does not
/// write.
pub(super) fn write(game: &Game, notes: &[MoveNote]) -> String {
    let mut game = game.clone();
    let mut text = String::new();
    while let (ply, before, Some(mv)) = (game.ply(), game.position(), game.redo()) {
        if !text.is_empty() {
            text.push(' ');
        }
        text += &if before.loses_turn(mv) { LOST.to_owned() } else { mv.to_string() };
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

/// Reads the moves and returns the game and notes with them; `None` if they are not legal.
pub(super) fn read(text: &str, record: &Record) -> Option<(Game, Vec<MoveNote>)> {
    let (mut game, mut notes) = (record.game.clone(), record.notes.clone());
    let ply = game.ply();
    notes.resize_with(ply, MoveNote::default);
    for item in text.split(' ') {
        let (mv, note) = read_item(item)?;
        match mv {
            Some(mv) => game.play(mv).ok()?,
            None => game.skip_turn()?,
        };
        notes.push(note);
    }
    while game.ply() > ply {
        game.undo();
    }
    Some((game, notes))
}

/// Reads a move, or `None` for a lost turn, with its note.
fn read_item(item: &str) -> Option<(Option<Move>, MoveNote)> {
    let mut parts = item.split(';');
    let mv = match parts.next()? {
        LOST => None,
        mv => Some(mv.parse().ok()?),
    };
    let mut number = || match parts.next() {
        None | Some("") => Some(None),
        Some(text) => text.parse().ok().filter(|number: &f64| number.is_finite()).map(Some),
    };
    let (seconds, eval) = (number()?, number()?);
    parts.next().is_none().then(|| (mv, MoveNote { eval, seconds, comment: String::new() }))
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;
    use proptest::prelude::*;

    use super::*;

    /// Times and values as sessions write them.
    fn number() -> impl Strategy<Value = Option<f64>> {
        prop::option::of((-1_000_000i32..1_000_000).prop_map(|number| f64::from(number) / 1000.0))
    }

    proptest! {
        #[test]
        fn undone_moves_survive_a_round_trip(choices in prop::collection::vec((any::<prop::sample::Index>(), number(), number()), 0..12), kept in 0..12usize) {
            let mut game = Game::new(Variant::TINY.start());
            let mut notes = Vec::new();
            for (choice, seconds, eval) in choices {
                let moves = game.position().moves();
                if moves.is_empty() {
                    break;
                }
                // One more choice than moves: the side loses the turn if it can.
                let next = match moves.get(choice.index(moves.len() + 1)) {
                    Some(mv) => game.play(*mv).ok(),
                    None => game.skip_turn().or_else(|| game.play(moves[0]).ok()),
                };
                prop_assert!(next.is_some());
                notes.push(MoveNote { eval, seconds, comment: String::new() });
            }
            while game.ply() > kept {
                game.undo();
            }
            let mut played = Game::new(game.start());
            for (before, mv) in game.turns() {
                let next = if before.loses_turn(mv) { played.skip_turn() } else { played.play(mv).ok() };
                prop_assert!(next.is_some());
            }
            let mut record = Record::new(played);
            record.notes = notes[..game.ply()].to_vec();
            let text = write(&game, &notes);
            if !text.is_empty() {
                prop_assert_eq!(read(&text, &record), Some((game, notes)), "{}", text);
            }
        }
    }

    #[test]
    fn invalid_lists_are_rejected() {
        let record = Record::new(Game::new(Variant::STANDARD.start()));
        for wrong in ["a1", "d3  c3", "d3;x", "d3;1;2;3", "d3;nan", "d3;;inf", "d3 d3", ";"] {
            assert_eq!(read(wrong, &record), None, "{wrong}");
        }
        assert!(read("d3;;3 c3", &record).is_some());
    }
}
