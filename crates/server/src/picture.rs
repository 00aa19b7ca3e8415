//! Pictures of games, and the words that go with them.

mod caption;

use outflank_diagram::{Diagram, Film, Judged, Mark, Marked, NARROWEST, Poster, Replay, Theme, Tone};
use outflank_engine::MoveClass;
use outflank_rules::{Game, Square};

pub(crate) use caption::Caption;

/// What a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Svg,
    Png,
    Gif,
    Html,
}

impl Kind {
    /// As the end of a path says.
    pub(crate) fn of_path(path: &str) -> Option<Kind> {
        match path.rsplit_once('.')?.1 {
            "svg" => Some(Kind::Svg),
            "png" => Some(Kind::Png),
            "gif" => Some(Kind::Gif),
            "html" => Some(Kind::Html),
            _ => None,
        }
    }

    /// The end of a file's name.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Kind::Svg => "svg",
            Kind::Png => "png",
            Kind::Gif => "gif",
            Kind::Html => "html",
        }
    }

    /// As HTTP calls it.
    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Kind::Svg => "image/svg+xml",
            Kind::Png => "image/png",
            Kind::Gif => "image/gif",
            Kind::Html => "text/html; charset=utf-8",
        }
    }

    /// How wide it may be, in pixels: what is painted costs its square, and a film costs that for each of its pictures.
    pub(crate) const fn sizes(self) -> (u32, u32) {
        match self {
            Kind::Gif => (NARROWEST, 480),
            _ => (NARROWEST, 1600),
        }
    }

    const fn usual_size(self) -> u32 {
        match self {
            Kind::Gif => 360,
            _ => 480,
        }
    }
}

/// How wide the pictures are that social networks show.
pub(crate) const POSTER_WIDTH: u32 = 1200;

/// How a picture is to look.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    pub(crate) theme: Theme,
    pub(crate) size: Option<u32>,
    pub(crate) without_coordinates: bool,
    pub(crate) legal: bool,
    /// The whole game in one board, with the number of its move on each square.
    pub(crate) numbered: bool,
    pub(crate) values: Vec<Valued>,
    pub(crate) marks: Vec<Marked>,
    /// What is said of the moves, for its page.
    pub(crate) review: Vec<Option<Judged>>,
}

/// What playing on a square is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Valued {
    pub(crate) square: Square,
    pub(crate) value: f32,
    pub(crate) is_exact: bool,
}

impl Look {
    /// The picture of a game as far as it was played. Its page has the whole game, and opens after so many moves.
    pub(crate) fn draw(&self, kind: Kind, game: &Game, ply: usize, caption: &Caption) -> Vec<u8> {
        let size = self.size.unwrap_or(kind.usual_size());
        match kind {
            Kind::Svg => self.diagram(&up_to(game, ply)).canvas().to_svg().into_bytes(),
            Kind::Png => self.diagram(&up_to(game, ply)).canvas().to_png(size),
            Kind::Gif => self.film(&up_to(game, ply)).to_gif(size),
            Kind::Html => self.replay(game, ply, caption).to_html().into_bytes(),
        }
    }

    fn diagram(&self, game: &Game) -> Diagram {
        let plain = if self.numbered { Diagram::transcript(game) } else { Diagram::of_game(game) };
        let mut diagram = plain.with_theme(self.theme);
        let best = self.values.iter().map(|valued| valued.value).fold(f32::NEG_INFINITY, f32::max);
        for valued in &self.values {
            let (text, is_exact) = (signed(valued.value), valued.is_exact);
            let mark = Mark::Value { text, is_exact, is_best: valued.value >= best };
            diagram = diagram.with_mark(valued.square, mark);
        }
        if self.legal {
            diagram = diagram.with_legal();
        }
        if self.without_coordinates {
            diagram = diagram.without_coordinates();
        }
        self.marks.iter().fold(diagram, |diagram, marked| diagram.with_mark(marked.square, marked.mark.clone()))
    }

    fn film(&self, game: &Game) -> Film {
        let film = Film::new(game).with_theme(self.theme);
        if self.without_coordinates { film.without_coordinates() } else { film }
    }

    /// The page on which a game can be played through.
    pub(crate) fn replay(&self, game: &Game, ply: usize, caption: &Caption) -> Replay {
        let replay = Replay::new(&caption.title, game).with_details(caption.lines.clone()).with_theme(self.theme);
        if self.review.is_empty() {
            return replay.at(ply);
        }
        replay.with_review(self.review.clone()).with_notes(vec![classes()]).at(ply)
    }

    /// The picture for social networks.
    pub(crate) fn poster(&self, game: &Game, caption: Caption) -> Vec<u8> {
        let Caption { title, lines } = caption;
        let poster = Poster { title, lines, diagram: self.diagram(game), theme: self.theme };
        poster.canvas().to_png(POSTER_WIDTH)
    }
}

/// The game with its first moves alone.
pub(crate) fn up_to(game: &Game, ply: usize) -> Game {
    let mut game = game.clone();
    while game.ply() > ply {
        game.undo();
    }
    game
}

/// Who plays whom; a side stands for a player whom nobody knows.
pub fn opponents(black: &str, white: &str) -> String {
    let [black, white] =
        [(black, "Black"), (white, "White")].map(|(name, side)| if name.is_empty() { side } else { name });
    format!("{black} against {white}")
}

/// How a move stands out in a graph.
pub fn tone(class: MoveClass) -> Tone {
    match class {
        MoveClass::Best | MoveClass::Good => Tone::Plain,
        MoveClass::Inaccuracy => Tone::Slight,
        MoveClass::Mistake => Tone::Serious,
        MoveClass::Blunder => Tone::Grave,
    }
}

/// What the words for bad moves mean.
pub fn classes() -> String {
    let [(_, inaccuracy), (_, mistake), (_, blunder)] = MoveClass::THRESHOLDS;
    let noise = MoveClass::NOISE;
    format!(
        "An inaccuracy loses {inaccuracy} discs or more, a mistake {mistake}, a blunder {blunder}; where that is not proven (~), {noise} more."
    )
}

/// With its sign, and a digit behind the point where that says something.
fn signed(value: f32) -> String {
    let digits = usize::from((value - value.round()).abs() >= 0.05);
    let sign = if value < -0.05 { "\u{2212}" } else { "+" };
    format!("{sign}{:.digits$}", value.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_a_sign_and_no_digits_that_say_nothing() {
        for (value, text) in [(2.0, "+2"), (-4.0, "−4"), (0.0, "+0"), (-0.04, "+0"), (1.26, "+1.3"), (-0.5, "−0.5")]
        {
            assert_eq!(signed(value), text);
        }
    }
}
