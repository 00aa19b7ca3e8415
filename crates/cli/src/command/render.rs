//! `outflank render`: makes pictures of positions and games.

mod kind;

use std::{
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

use outflank_diagram::{
    AnimatedGif, Canvas, Chart, Diagram, MAX_WIDTH, MIN_WIDTH, Mark, Marked, Replay, Theme, unwritten,
};
use outflank_rules::{Move, record::Record};
use outflank_server::{engine::jobs::REVIEW_LEVEL, study::picture};

use self::kind::PictureKind;
use crate::{
    CommandStatus,
    cli::{choice, whole_number},
    command::analyse::page::move_reviews,
    engine::{SearchArgs, Time, unplayable},
    error::Error,
    input::{InputArgs, PositionInput},
    interrupt,
    new_file::{self, AtomicFile},
};

/// The default level of `--values`.
const LEVEL: u8 = 12;

/// Make a picture of a position or a game: SVG, PNG, GIF or HTML
///
/// The extension of the file sets the kind of picture. A position or the end of a game becomes SVG
/// or PNG, a whole game an animated GIF or an HTML page to step through, in one file without
/// network access. Pictures need no fonts.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Draw the board after these moves:
      outflank render f5d6c3d3c4 -o board.svg
  Draw a position with the value of each move, 800 pixels wide:
      outflank render board.txt --values -o board.png --width 800
  Draw a whole game in one picture, as in books:
      outflank render game.sgf --transcript --theme print -o game.png
  Draw a graph of the value after each move:
      outflank render game.sgf --chart -o graph.svg
  Make an animated GIF of a game:
      outflank render game.ggf -o game.gif
  Draw a problem with two marked squares:
      outflank render board.txt --mark c2=A --mark g7=B --theme print -o problem.svg
  Write an HTML page of the game, and one with its review:
      outflank render game.sgf -o game.html
      outflank analyse game.sgf --html review.html")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Write to FILE [default: standard output, also -]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Make svg, png, gif or html [default: by the extension of FILE, else svg]
    #[arg(long = "as", value_name = "KIND", value_parser = choice(&PictureKind::ALL), help_heading = "Output")]
    kind: Option<PictureKind>,

    /// Replace FILE if it exists
    #[arg(long, help_heading = "Output")]
    force: bool,

    /// Use these colors
    #[arg(long, value_parser = choice(&Theme::ALL), default_value_t, help_heading = "Picture")]
    theme: Theme,

    /// Set the width of a PNG or GIF [default: 480, GIF 360, chart 960]
    #[arg(
        long, value_name = "PIXELS", help_heading = "Picture",
        value_parser = whole_number(MIN_WIDTH..=MAX_WIDTH)
    )]
    width: Option<u32>,

    /// Draw no coordinates
    #[arg(long, help_heading = "Picture")]
    no_coordinates: bool,

    /// Write TEXT below the board
    #[arg(long, value_name = "TEXT", help_heading = "Picture")]
    caption: Option<String>,

    /// Number each square with its move
    #[arg(long, conflicts_with_all = ["values", "legal"], help_heading = "Picture")]
    transcript: bool,

    /// Draw a graph of the game: the value after each move, bad moves marked, exact values shaded
    #[arg(
        long, help_heading = "Picture",
        conflicts_with_all = ["transcript", "values", "legal", "marks", "caption", "no_coordinates"]
    )]
    chart: bool,

    /// Mark the legal squares
    #[arg(long, help_heading = "Picture")]
    legal: bool,

    /// Write its value on each legal square; exact values have a frame
    #[arg(long, help_heading = "Picture")]
    values: bool,

    /// Mark a square with a ring, or with up to four letters: c2=A; x is a cross, . a dot
    #[arg(long = "mark", value_name = "SQUARE[=TEXT]", help_heading = "Picture")]
    marks: Vec<Marked>,

    /// Show each move of a GIF for TIME [default: 800ms]
    #[arg(long, value_name = "TIME", help_heading = "Picture")]
    pause: Option<Time>,

    #[command(flatten)]
    search: SearchArgs,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
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
        let picture = self.picture(kind, &self.input.read_position()?)?;
        match file {
            Some(path) => new_file::commit(vec![AtomicFile::of_bytes(path, &picture)?])?,
            None => out.write_all(&picture)?,
        }
        Ok(interrupt::verdict())
    }

    fn kind(&self, file: Option<&Path>) -> Result<PictureKind, Error> {
        match (self.kind, file) {
            (Some(kind), _) => Ok(kind),
            (None, Some(path)) => PictureKind::of_path(path).ok_or_else(|| Error::UnknownPicture(path.to_owned())),
            (None, None) => Ok(PictureKind::Svg),
        }
    }

    /// Returns an error if an option has no effect on this kind of picture.
    fn refuse_idle_options(&self, kind: PictureKind) -> Result<(), Error> {
        const BOARDS: &[PictureKind] = &[PictureKind::Svg, PictureKind::Png];
        let given = [
            ("--width", &[PictureKind::Png, PictureKind::Gif][..], self.width.is_some()),
            ("--no-coordinates", &[PictureKind::Svg, PictureKind::Png, PictureKind::Gif], self.no_coordinates),
            ("--caption", BOARDS, self.caption.is_some()),
            ("--transcript", BOARDS, self.transcript),
            ("--chart", BOARDS, self.chart),
            ("--legal", BOARDS, self.legal),
            ("--values", BOARDS, self.values),
            ("--mark", BOARDS, !self.marks.is_empty()),
            ("--pause", &[PictureKind::Gif], self.pause.is_some()),
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

    fn picture(&self, kind: PictureKind, reading: &PositionInput) -> Result<Vec<u8>, Error> {
        let game = &reading.record.game;
        Ok(match kind {
            PictureKind::Svg => self.canvas(reading)?.to_svg().into_bytes(),
            PictureKind::Png if self.chart => self.canvas(reading)?.to_png(self.width.unwrap_or(960)),
            PictureKind::Png => self.canvas(reading)?.to_png(self.width.unwrap_or(480)),
            PictureKind::Gif => {
                let film = AnimatedGif::new(game).with_theme(self.theme);
                let film = match self.pause {
                    Some(pause) => film.with_pause(pause.0),
                    None => film,
                };
                let film = if self.no_coordinates { film.without_coordinates() } else { film };
                film.to_gif(self.width.unwrap_or(360))
            }
            PictureKind::Html => replay(&reading.record).with_theme(self.theme).to_html().into_bytes(),
        })
    }

    fn canvas(&self, reading: &PositionInput) -> Result<Canvas, Error> {
        if self.chart { self.chart(reading) } else { Ok(self.diagram(reading)?.canvas()) }
    }

    fn chart(&self, reading: &PositionInput) -> Result<Canvas, Error> {
        let game = &reading.record.game;
        if game.ply() < 2 {
            return Err(Error::NothingToChart);
        }
        let review = self.search.review(game, REVIEW_LEVEL)?;
        let chart = Chart::of_review(title(&reading.record), &move_reviews(&review)).with_theme(self.theme);
        Ok(chart.canvas())
    }

    fn diagram(&self, reading: &PositionInput) -> Result<Diagram, Error> {
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
            let characters = unwritten(caption);
            if !characters.is_empty() {
                return Err(Error::UnsupportedCharacters(characters));
            }
            diagram = diagram.with_caption(caption);
        }
        Ok(self.marks.iter().fold(diagram, |diagram, marked| diagram.with_mark(marked.square, marked.mark.clone())))
    }

    fn valued(&self, diagram: Diagram, reading: &PositionInput) -> Result<Diagram, Error> {
        if let Some(error) = unplayable(reading) {
            return Err(error);
        }
        let position = &reading.position;
        let analysis = self.search.analyse(position, LEVEL)?;
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

/// A replay page with the names of the players as its title.
pub(crate) fn replay(record: &Record) -> Replay {
    let facts = [&record.event, &record.date].into_iter().filter(|fact| !fact.is_empty()).cloned();
    let end = record.game.position();
    let result = end.is_over().then(|| format!("Result: {}", end.score()));
    Replay::new(title(record), &record.game).with_details(facts.chain(result).collect())
}
