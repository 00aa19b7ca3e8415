//! Writes the embedded opening book: `cargo run --release -p outflank-engine --example build_book -- POSITIONS DEPTH FILE`.

use std::env;
use std::error::Error;
use std::fs;

use outflank_engine::{Book, BookOptions, Limits, Searcher, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let [positions, depth, file] =
        env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "POSITIONS DEPTH FILE")?;
    let options =
        BookOptions { positions: positions.parse()?, limits: Limits::depth(depth.parse()?), ..BookOptions::default() };
    let book = Book::build(&mut Searcher::new(&Settings::default()), &options, &mut |progress| {
        if progress.done % 100 == 0 {
            eprintln!("{} of {} positions, ply {}", progress.done, progress.of, progress.ply);
        }
    });
    let bytes = book.to_bytes();
    eprintln!("{} positions in {} bytes", book.len(), bytes.len());
    fs::write(file, bytes)?;
    Ok(())
}
