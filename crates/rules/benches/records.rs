//! Reading records: two thousand random games in every format that holds games.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank_rules::record::{self, Format, Reader, Record, wthor};

#[path = "play/random.rs"]
mod random;

const GAMES: u64 = 2000;

fn read(c: &mut Criterion) {
    let records: Vec<Record> = random::games(GAMES).into_iter().map(Record::new).collect();
    let mut group = c.benchmark_group("read");
    for format in [Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn, Format::Json, Format::Wthor] {
        let file = file(format, &records);
        group.throughput(Throughput::ElementsAndBytes { elements: GAMES, bytes: file.len() as u64 });
        group.bench_function(format.to_string(), |b| b.iter(|| read_all(format, &file)));
    }
}

fn read_all(format: Format, file: &[u8]) -> usize {
    let games = Reader::new(format, file).filter(Result::is_ok).count();
    assert_eq!(games as u64, GAMES);
    games
}

fn file(format: Format, records: &[Record]) -> Vec<u8> {
    if format == Format::Wthor {
        return wthor_file(records);
    }
    let texts = records.iter().map(|record| record::write(format, record).expect("a standard game"));
    texts.collect::<String>().into_bytes()
}

fn wthor_file(records: &[Record]) -> Vec<u8> {
    let mut writer = wthor::Writer::default();
    for record in records {
        writer.push(record).expect("a standard game");
    }
    writer.games()
}

fn settings() -> Criterion {
    Criterion::default().sample_size(20).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3))
}

criterion_group! { name = benches; config = settings(); targets = read }
criterion_main!(benches);
