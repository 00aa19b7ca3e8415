//! `outflank render`: positions and games as pictures.

mod kind;

use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

use outflank_diagram::{Canvas, Chart, Diagram, Film, Mark, Marked, NARROWEST, Replay, Theme, WIDEST, unwritten};
use outflank_rules::{Move, record::Record};
use outflank_server::{jobs::REVIEW_LEVEL, picture};

use self::kind::Kind;
use crate::{
    Verdict,
    choice::choice,
    command::analyse::page::judged_moves,
    effort::{EffortArgs, Time},
    engine::{EngineArgs, unplayable},
    error::Error,
    interrupt,
    new_file::{self, NewFile},
    subject::{Reading, SubjectArgs},
};

/// The level that thinks about the position where `--values` is given and nothing else.
const LEVEL: u8 = 12;

/// Make a picture of a position or a game: SVG, PNG, GIF or a page
///
/// The end of the file's name says what is made. A position, or the end of a game, becomes an SVG or a PNG; a whole game an animated GIF, or with .html
/// a page on which it can be played through, which needs no other file and no network. Letters are drawn as lines: pictures look the same everywhere.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  The board after these moves, as a picture for a page:
      outflank render f5d6c3d3c4 -o board.svg
  A position with the value of each move, 800 pixels wide:
      outflank render board.txt --values -o board.png --width 800
  A game in one picture, as books print it:
      outflank render game.sgf --transcript --theme print -o game.png
  How the game stood after each move, as a graph:
      outflank render game.sgf --chart -o graph.svg
  A game that moves:
      outflank render game.ggf -o game.gif
  A problem for a worksheet, with two squares named:
      outflank render board.txt --mark c2=A --mark g7=B --theme print -o problem.svg
  A page with the game, and one with its review too:
      outflank render game.sgf -o game.html
      outflank analyse game.sgf --html review.html")]
pub(crate) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    /// The file to write; standard output where none is given, or -
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// What to make: svg, png, gif or html [default: as the end of the file's name says, svg where there is none]
    #[arg(long = "as", value_name = "KIND", value_parser = choice(&Kind::ALL), help_heading = "Output")]
    kind: Option<Kind>,

    /// Replace the file if it exists
    #[arg(long, help_heading = "Output")]
    force: bool,

    /// The colors
    #[arg(long, value_parser = choice(&Theme::ALL), default_value_t, help_heading = "Picture")]
    theme: Theme,

    /// How many pixels a PNG or GIF is wide [default: 480, of a GIF 360, of a chart 960]
    #[arg(
        long, value_name = "PIXELS", help_heading = "Picture",
        value_parser = clap::value_parser!(u32).range(i64::from(NARROWEST)..=i64::from(WIDEST))
    )]
    width: Option<u32>,

    /// Leave out the letters and numbers around the board
    #[arg(long, help_heading = "Picture")]
    no_coordinates: bool,

    /// A line of text below the board
    #[arg(long, value_name = "TEXT", help_heading = "Picture")]
    caption: Option<String>,

    /// The whole game in one picture: on each square the number of its move
    #[arg(long, conflicts_with_all = ["values", "legal"], help_heading = "Picture")]
    transcript: bool,

    /// No board but a graph of the whole game: how it stood after each move, bad moves marked, what is proven shaded
    #[arg(
        long, help_heading = "Picture",
        conflicts_with_all = ["transcript", "values", "legal", "marks", "caption", "no_coordinates"]
    )]
    chart: bool,

    /// Mark the squares where the side to move may play
    #[arg(long, help_heading = "Picture")]
    legal: bool,

    /// Write on each of them what playing there is worth; what is proven has a frame
    #[arg(long, help_heading = "Picture")]
    values: bool,

    /// Mark a square with a ring, or with a word of one to four letters: c2=A; x is a cross, . a dot
    #[arg(long = "mark", value_name = "SQUARE[=TEXT]", help_heading = "Picture")]
    marks: Vec<Marked>,

    /// How long a GIF stands still after each move [default: 800ms]
    #[arg(long, value_name = "TIME", help_heading = "Picture")]
    pause: Option<Time>,

    #[command(flatten)]
    effort: EffortArgs,

    #[command(flatten)]
    engine: EngineArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let file = self.output.as_deref().filter(|path| *path != Path::new("-"));
        let kind = self.kind(file)?;
        self.refuse_idle_options(kind)?;
        match file {
            Some(path) if !self.force => new_file::refuse_existing(path)?,
            None if kind.is_binary() && io::stdout().is_terminal() => {
                return Err(Error::PictureToTerminal(kind.name()));
            }
            _ => {}
        }
        let picture = self.picture(kind, &self.subject.read_position()?)?;
        match file {
            Some(path) => new_file::commit(vec![NewFile::of_bytes(path, &picture)?])?,
            None => out.write_all(&picture)?,
        }
        Ok(interrupt::verdict())
    }

    fn kind(&self, file: Option<&Path>) -> Result<Kind, Error> {
        match (self.kind, file) {
            (Some(kind), _) => Ok(kind),
            (None, Some(path)) => Kind::of_path(path).ok_or_else(|| Error::UnknownPicture(path.to_owned())),
            (None, None) => Ok(Kind::Svg),
        }
    }

    /// Nobody is left to find out that an option did nothing.
    fn refuse_idle_options(&self, kind: Kind) -> Result<(), Error> {
        const BOARDS: &[Kind] = &[Kind::Svg, Kind::Png];
        let given = [
            ("--width", &[Kind::Png, Kind::Gif][..], self.width.is_some()),
            ("--no-coordinates", &[Kind::Svg, Kind::Png, Kind::Gif], self.no_coordinates),
            ("--caption", BOARDS, self.caption.is_some()),
            ("--transcript", BOARDS, self.transcript),
            ("--chart", BOARDS, self.chart),
            ("--legal", BOARDS, self.legal),
            ("--values", BOARDS, self.values),
            ("--mark", BOARDS, !self.marks.is_empty()),
            ("--pause", &[Kind::Gif], self.pause.is_some()),
        ];
        let idle = given.into_iter().find(|(_, kinds, is_given)| *is_given && !kinds.contains(&kind));
        match idle {
            Some((option, kinds, _)) => {
                let kinds = kinds.iter().map(|kind| kind.name()).collect();
                Err(Error::NotInPicture { option, kinds, kind: kind.name() })
            }
            None => Ok(()),
        }
    }

    fn picture(&self, kind: Kind, reading: &Reading) -> Result<Vec<u8>, Error> {
        let game = &reading.record.game;
        Ok(match kind {
            Kind::Svg => self.canvas(reading)?.to_svg().into_bytes(),
            Kind::Png if self.chart => self.canvas(reading)?.to_png(self.width.unwrap_or(960)),
            Kind::Png => self.canvas(reading)?.to_png(self.width.unwrap_or(480)),
            Kind::Gif => {
                let film = Film::new(game).with_theme(self.theme);
                let film = match self.pause {
                    Some(pause) => film.with_pause(pause.0),
                    None => film,
                };
                let film = if self.no_coordinates { film.without_coordinates() } else { film };
                film.to_gif(self.width.unwrap_or(360))
            }
            Kind::Html => replay(&reading.record).with_theme(self.theme).to_html().into_bytes(),
        })
    }

    fn canvas(&self, reading: &Reading) -> Result<Canvas, Error> {
        if self.chart { self.chart(reading) } else { Ok(self.diagram(reading)?.canvas()) }
    }

    fn chart(&self, reading: &Reading) -> Result<Canvas, Error> {
        let game = &reading.record.game;
        if game.ply() < 2 {
            return Err(Error::NothingToChart);
        }
        let review = self.engine.review(game, &|empties| self.effort.limits(empties, REVIEW_LEVEL))?;
        let chart = Chart::of_review(title(&reading.record), &judged_moves(&review)).with_theme(self.theme);
        Ok(chart.canvas())
    }

    fn diagram(&self, reading: &Reading) -> Result<Diagram, Error> {
        let game = &reading.record.game;
        let plain = if self.transcript { Diagram::transcript(game) } else { Diagram::of_game(game) };
        let mut diagram = plain.with_theme(self.theme);
        if self.values {
            diagram = self.valued(diagram, reading)?;
        }
        if self.legal {
            diagram = diagram.with_legal();
        }
        if self.no_coordinates {
            diagram = diagram.without_coordinates();
        }
        if let Some(caption) = &self.caption {
            let signs = unwritten(caption);
            if !signs.is_empty() {
                return Err(Error::NotWritten(signs));
            }
            diagram = diagram.with_caption(caption);
        }
        Ok(self.marks.iter().fold(diagram, |diagram, marked| diagram.with_mark(marked.square, marked.mark.clone())))
    }

    fn valued(&self, diagram: Diagram, reading: &Reading) -> Result<Diagram, Error> {
        if let Some(error) = unplayable(reading) {
            return Err(error);
        }
        let position = &reading.position;
        let limits = self.effort.limits(position.empties().len(), LEVEL);
        let analysis = self.engine.analyse(position, &limits)?;
        let best = analysis.best().map(|best| best.value);
        Ok(analysis.moves.iter().fold(diagram, |diagram, valued| match valued.mv {
            Move::Pass => diagram,
            Move::Place(square) => {
                let text = valued.value.to_string().replace('-', "−");
                let is_best = Some(valued.value) == best;
                diagram.with_mark(square, Mark::Value { text, is_exact: valued.is_exact(), is_best })
            }
        }))
    }
}

/// The players' names.
fn title(record: &Record) -> String {
    picture::opponents(&record.black.name, &record.white.name)
}

/// A page of a game under its players' names.
pub(crate) fn replay(record: &Record) -> Replay {
    let facts = [&record.event, &record.date].into_iter().filter(|fact| !fact.is_empty()).cloned();
    let end = record.game.position();
    let result = end.is_over().then(|| format!("Result: {}", end.score()));
    Replay::new(title(record), &record.game).with_details(facts.chain(result).collect())
}
