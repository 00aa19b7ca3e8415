//! Records for property tests.

use outflank_rules::{
    Color, DiscDiff, Game, Goal, Variant,
    record::{Ending, Format, MoveNote, Outcome, Player, Record, Theory},
};
use proptest::{collection::vec, option, prelude::*, sample::select};

use crate::arbitrary::{game_with_lost_turns_of, variant};

/// A record of a game that the format can play, with texts and notes that it can hold.
pub(super) fn record(format: Format) -> impl Strategy<Value = Record> {
    let heads = [name(), name(), name(), name(), name(), name(), name()];
    let ratings = (option::of(number()), option::of(number()));
    let theory = option::of((0..=64u8, 0..=60u8).prop_map(|(black, empties)| Theory { black, empties }));
    let notes = vec(note(format), 0..12);
    (game(format), heads, ratings, outcome(), theory, notes, comment(format)).prop_map(
        move |(game, heads, ratings, outcome, theory, notes, comment)| {
            let [black, white, event, date, round, clock, tag] = heads;
            let mut record = Record::new(game);
            record.black = Player { name: black, rating: ratings.0 };
            record.white = Player { name: white, rating: ratings.1 };
            (record.event, record.date, record.round, record.clock) = (event, date, round, clock);
            (record.theory, record.notes, record.comment) = (theory, notes, comment);
            record.tags = vec![("QQ".to_owned(), tag)];
            if record.outcome.ending != Ending::Played {
                record.outcome = outcome;
            }
            as_held(format, record)
        },
    )
}

/// A game of a variant that the format can hold, with lost turns unless it is a transcript.
fn game(format: Format) -> BoxedStrategy<Game> {
    let plain = [Variant::STANDARD, Variant::MIRRORED, Variant::TINY, Variant::SIX, Variant::handicap(2)];
    match format {
        Format::Ggf => {
            let anti = plain.map(|variant| variant.with_goal(Goal::Fewest));
            game_with_lost_turns_of(select([plain, anti].concat())).boxed()
        }
        Format::Transcript => crate::arbitrary::game().boxed(),
        _ => game_with_lost_turns_of(variant()).boxed(),
    }
}

/// The record without what the format has no place for.
fn as_held(format: Format, mut record: Record) -> Record {
    record.notes.truncate(record.game.ply());
    match format {
        Format::Ggf => record.round.clear(),
        Format::Sgf => record.notes.iter_mut().for_each(|note| note.seconds = None),
        Format::Transcript => record = Record::new(record.game),
        _ => {}
    }
    while record.notes.last() == Some(&MoveNote::default()) {
        record.notes.pop();
    }
    record
}

/// A text of one line.
fn name() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9 ()\\[\\];{}\\\\\"'é北]{0,10}"
}

/// A text of several lines with characters that end comments in other formats.
fn comment(format: Format) -> BoxedStrategy<String> {
    match format {
        Format::Pgn => "[a-z(;)\\[\\]{%\\\\\"é\n]{0,20}".prop_map(|text| text.trim().to_owned()).boxed(),
        _ => "[a-z(;)\\[\\]{}FG\\\\\"é\r\n]{0,20}".boxed(),
    }
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![(-6400..6400i32).prop_map(|cents| f64::from(cents) / 100.0), -1e9..1e9f64]
}

fn note(format: Format) -> impl Strategy<Value = MoveNote> {
    let is_there = select(vec![true, false, false]);
    (option::of(number()), option::of(number()), comment(format), is_there).prop_map(
        |(eval, seconds, comment, is_there)| {
            if is_there { MoveNote { eval, seconds, comment } } else { MoveNote::default() }
        },
    )
}

/// How a game may end before its end.
fn outcome() -> impl Strategy<Value = Outcome> {
    let ending = select(vec![Ending::Unfinished, Ending::Resigned, Ending::TimedOut, Ending::Left]);
    let claim = prop_oneof![
        Just((None, None)),
        (-64..=64i8).prop_map(|margin| (DiscDiff::new(margin), None)),
        select(Color::ALL.to_vec()).prop_map(|color| (None, Some(color))),
    ];
    (claim, ending).prop_map(|((margin, awarded), ending)| Outcome { margin, awarded, ending })
}
