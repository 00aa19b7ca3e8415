//! The tournament base: what the collections hold, and what we write ourselves.

use outflank_rules::{
    Game, Move, Status, Variant,
    record::{
        Ending, Format, Reader, Record, Theory, ggf,
        wthor::{Contents, GameReader, Header, Names, Writer},
    },
};
use proptest::{collection::vec, prelude::*};

use crate::{arbitrary, corpora};

/// The name of a file and what is in it.
type File = (String, Vec<u8>);

/// The game files of 1977 to 2015, with the names that go with them.
fn base() -> Option<(Names, Vec<File>)> {
    let names = Names::parse(&corpora::bytes("wthor/WTHOR.JOU")?, &corpora::bytes("wthor/WTHOR.TRN")?).unwrap();
    let files = corpora::files("wthor")?.into_iter().filter(|file| file.ends_with(".wtb"));
    Some((names, files.map(|file| (file.clone(), corpora::bytes(&file).unwrap())).collect()))
}

fn header(file: &[u8]) -> Header {
    Header::parse(file.first_chunk().unwrap()).unwrap()
}

#[test]
fn all_games_of_the_base_replay_and_their_scores_agree() {
    let Some((names, files)) = base() else { return };
    let (mut games, mut unfinished) = (0, 0);
    for (name, file) in &files {
        for record in GameReader::new(file.as_slice()).with_names(names.clone()) {
            let record = record.unwrap_or_else(|error| panic!("{name}: {error}"));
            games += 1;
            match record.game.position().status() {
                Status::Over(score) => {
                    assert_eq!(record.outcome.margin, Some(score.official_margin()), "{name}, game {games}");
                    assert_eq!(record.outcome.ending, Ending::Played);
                }
                _ => unfinished += 1,
            }
            let parts = [&record.event, &record.black.name, &record.white.name];
            assert!(parts.iter().all(|name| !name.starts_with('#')), "a number without a name: {parts:?}");
        }
    }
    assert_eq!((files.len(), games, unfinished), (39, 117_435, 413));
}

#[test]
fn the_games_of_the_first_years_are_those_decoded_by_others() {
    let Some((names, files)) = base() else { return };
    let Some(table) = corpora::text("wthor/decoded_1977_1978.tsv") else { return };
    let mut expected = table.lines().filter(|line| !line.starts_with('#'));
    for (_, file) in &files[..2] {
        for (index, record) in GameReader::new(file.as_slice()).with_names(names.clone()).enumerate() {
            assert_eq!(Some(decoded(index, &record.unwrap()).as_str()), expected.next());
        }
    }
    assert_eq!(expected.next(), None);
}

/// The line of the table for a game.
fn decoded(index: usize, record: &Record) -> String {
    let score = 32 + record.outcome.margin.unwrap().discs() / 2;
    let moves: String = record.game.moves().filter_map(Move::square).map(|square| square.to_string()).collect();
    let theory = record.theory.unwrap().black;
    let (event, black, white) = (&record.event, &record.black.name, &record.white.name);
    format!("{}\t{index}\t{event}\t{black}\t{white}\t{score}\t{theory}\t{moves}", record.date)
}

#[test]
fn every_file_is_written_again_byte_by_byte() {
    let Some((names, files)) = base() else { return };
    for (name, file) in &files {
        let mut writer = Writer::new(names.clone()).created(header(file).created);
        for record in GameReader::new(file.as_slice()).with_names(names.clone()) {
            writer.push(&record.unwrap()).unwrap();
        }
        assert!(writer.games() == *file, "{name}");
        assert_eq!(writer.names().players.len(), names.players.len(), "{name}: no name is new");
    }
    for (name, written) in [
        ("wthor/WTHOR.JOU", names.players.to_bytes((2026, 2, 16))),
        ("wthor/WTHOR.TRN", names.tournaments.to_bytes((2026, 2, 19))),
    ] {
        assert!(corpora::bytes(name).unwrap() == written, "{name}");
    }
}

#[test]
fn the_base_comes_back_from_ggf_byte_by_byte() {
    let Some((names, files)) = base() else { return };
    for (name, file) in &files {
        let mut text = String::new();
        for record in GameReader::new(file.as_slice()).with_names(names.clone()) {
            text += &ggf::write(&record.unwrap()).unwrap();
        }
        let mut writer = Writer::new(names.clone()).created(header(file).created);
        for record in Reader::new(Format::Ggf, text.as_bytes()) {
            let record = record.unwrap_or_else(|error| panic!("{name} as GGF: {error}"));
            writer.push(&record).unwrap();
        }
        assert!(writer.games() == *file, "{name}");
    }
}

#[test]
fn without_the_name_files_the_numbers_come_back_too() {
    let Some((_, files)) = base() else { return };
    let (_, file) = &files[5];
    let mut writer = Writer::default().created(header(file).created);
    for record in GameReader::new(file.as_slice()) {
        writer.push(&record.unwrap()).unwrap();
    }
    assert!(writer.games() == *file);
}

#[test]
fn name_files_are_not_games() {
    let Some(players) = corpora::bytes("wthor/WTHOR.JOU") else { return };
    assert_eq!(header(&players).contents(), Contents::Names);
    let results: Vec<_> = GameReader::new(players.as_slice()).collect();
    assert_eq!(results.len(), 1);
    assert!(results[0].as_ref().unwrap_err().to_string().contains("holds names"));
}

fn standard_game() -> impl Strategy<Value = Game> {
    arbitrary::game_of(Just(Variant::STANDARD))
}

/// A record as this format can hold it. The format does not store a pass at the
/// end of an unfinished game.
fn storable() -> impl Strategy<Value = Record> {
    let names = || "[A-Za-zà-ü.()/ ]{0,18}".prop_map(|name| name.trim().to_owned());
    (standard_game(), names(), names(), names(), 0..=64u8, 0..=64u8).prop_map(
        |(mut game, black, white, event, score, theory)| {
            if game.moves().next_back() == Some(Move::Pass) {
                game.undo();
                game = Game::replay(game.start(), game.moves()).unwrap();
            }
            let mut record = Record::new(game);
            (record.black.name, record.white.name, record.event) = (black, white, event);
            record.date = "2026".to_owned();
            record.outcome.margin = outflank_rules::DiscDiff::new(2 * (score as i8 - 32));
            record.theory = Some(Theory { black: theory, empties: 24 });
            if record.event.is_empty() {
                record.event = "Diverses parties".to_owned();
            }
            record
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn written_records_are_read_back(records in vec(storable(), 0..6)) {
        let mut writer = Writer::default();
        for record in &records {
            writer.push(record).unwrap();
        }
        let names = Names::parse(&writer.players(), &writer.tournaments()).unwrap();
        let file = writer.games();
        let read: Vec<Record> = GameReader::new(file.as_slice()).with_names(names).map(Result::unwrap).collect();
        prop_assert_eq!(read, records);
    }

    #[test]
    fn damaged_files_never_panic(
        records in vec(storable(), 1..4),
        damage in vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        len in any::<prop::sample::Index>(),
    ) {
        let mut writer = Writer::default();
        records.iter().for_each(|record| writer.push(record).unwrap());
        for mut file in [writer.games(), writer.players(), writer.tournaments()] {
            for (at, byte) in &damage {
                *at.get_mut(&mut file) = *byte;
            }
            file.truncate(len.index(file.len()).max(file.len() / 2));
            prop_assert!(GameReader::new(file.as_slice()).count() <= file.len() / 68 + 2);
            let _ = Names::parse(&file, &file);
        }
    }
}
