//! Converts game files of the WTHOR base to GGF on standard output, and says on standard error how
//! long it took.
//!
//! ```text
//! cargo run --release -p outflank-rules --example wthor_to_ggf -- WTHOR.JOU WTHOR.TRN WTH_*.wtb >games.ggf
//! ```

use std::{
    env,
    error::Error,
    fs::{self, File},
    io::{self, BufReader, BufWriter, Write},
    time::Instant,
};

use outflank_rules::record::{
    ggf,
    wthor::{GameReader, Names},
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let (Some(players), Some(tournaments)) = (arguments.next(), arguments.next()) else {
        return Err("usage: wthor_to_ggf WTHOR.JOU WTHOR.TRN WTH_*.wtb".into());
    };
    let names = Names::parse(&fs::read(players)?, &fs::read(tournaments)?)?;
    let mut output = BufWriter::new(io::stdout().lock());
    let (start, mut games) = (Instant::now(), 0);
    for path in arguments {
        let input = BufReader::new(File::open(&path)?);
        for record in GameReader::new(input).with_names(names.clone()) {
            let record = record.map_err(|error| format!("{}: {error}", path.display()))?;
            output.write_all(ggf::write(&record)?.as_bytes())?;
            games += 1;
        }
    }
    output.flush()?;
    let seconds = start.elapsed().as_secs_f64();
    eprintln!("{games} games in {seconds:.2} s: {:.0} a minute", f64::from(games) / seconds * 60.0);
    Ok(())
}
