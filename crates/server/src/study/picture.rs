//! Pictures of games and their captions.

use outflank_arena::GameResult;
use outflank_diagram::{
    AnimatedGif, Diagram, MIN_WIDTH, Mark, Marked, MoveReview, PointStyle, Replay, SocialPreview, Theme,
};
use outflank_engine::MoveClass;
use outflank_rules::{Color, Game, Square, Variant, opening};

use crate::game::{LiveGame, Seat};

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureFormat {
    Svg,
    Png,
    Gif,
    Html,
}

impl PictureFormat {
    /// The format of a path, by its extension.
    pub(crate) fn of_path(path: &str) -> Option<PictureFormat> {
        match path.rsplit_once('.')?.1 {
            "svg" => Some(PictureFormat::Svg),
            "png" => Some(PictureFormat::Png),
            "gif" => Some(PictureFormat::Gif),
            "html" => Some(PictureFormat::Html),
            _ => None,
        }
    }

    /// The file extension.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            PictureFormat::Svg => "svg",
            PictureFormat::Png => "png",
            PictureFormat::Gif => "gif",
            PictureFormat::Html => "html",
        }
    }

    /// The media type.
    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            PictureFormat::Svg => "image/svg+xml",
            PictureFormat::Png => "image/png",
            PictureFormat::Gif => "image/gif",
            PictureFormat::Html => "text/html; charset=utf-8",
        }
    }

    /// The smallest and largest width in pixels. The cost grows with the square of the width, and a
    /// GIF pays it for each frame.
    pub(crate) const fn size_range(self) -> (u32, u32) {
        match self {
            PictureFormat::Gif => (MIN_WIDTH, 480),
            _ => (MIN_WIDTH, 1600),
        }
    }

    const fn default_size(self) -> u32 {
        match self {
            PictureFormat::Gif => 360,
            _ => 480,
        }
    }
}

/// The width of link previews in pixels.
pub(crate) const PREVIEW_WIDTH: u32 = 1200;

/// The options of a picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct PictureOptions {
    pub(crate) theme: Theme,
    pub(crate) size: Option<u32>,
    pub(crate) without_coordinates: bool,
    pub(crate) legal: bool,
    /// Draw the whole game on one board, with move numbers on the squares.
    pub(crate) numbered: bool,
    pub(crate) values: Vec<SquareValue>,
    pub(crate) marks: Vec<Marked>,
    /// The review of the moves, for the HTML page.
    pub(crate) review: Vec<Option<MoveReview>>,
}

/// The value of a move to a square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SquareValue {
    pub(crate) square: Square,
    pub(crate) value: f32,
    pub(crate) is_exact: bool,
}

impl PictureOptions {
    /// Draws a game up to a ply. The HTML page has the whole game and opens at that ply.
    pub(crate) fn draw(&self, format: PictureFormat, game: &Game, ply: usize, caption: &Caption) -> Vec<u8> {
        let size = self.size.unwrap_or(format.default_size());
        match format {
            PictureFormat::Svg => self.diagram(&up_to(game, ply)).canvas().to_svg().into_bytes(),
            PictureFormat::Png => self.diagram(&up_to(game, ply)).canvas().to_png(size),
            PictureFormat::Gif => self.film(&up_to(game, ply)).to_gif(size),
            PictureFormat::Html => self.replay(game, ply, caption).to_html().into_bytes(),
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

    fn film(&self, game: &Game) -> AnimatedGif {
        let film = AnimatedGif::new(game).with_theme(self.theme);
        if self.without_coordinates { film.without_coordinates() } else { film }
    }

    /// The HTML page that replays a game.
    pub(crate) fn replay(&self, game: &Game, ply: usize, caption: &Caption) -> Replay {
        let replay = Replay::new(&caption.title, game).with_details(caption.lines.clone()).with_theme(self.theme);
        if self.review.is_empty() {
            return replay.at(ply);
        }
        replay.with_review(self.review.clone()).with_notes(vec![classes()]).at(ply)
    }

    /// The link preview.
    pub(crate) fn preview(&self, game: &Game, caption: Caption) -> Vec<u8> {
        let Caption { title, lines } = caption;
        let poster = SocialPreview { title, lines, diagram: self.diagram(game), theme: self.theme };
        poster.canvas().to_png(PREVIEW_WIDTH)
    }
}

/// The first `ply` moves of a game.
pub(crate) fn up_to(game: &Game, ply: usize) -> Game {
    let mut game = game.clone();
    while game.ply() > ply {
        game.undo();
    }
    game
}

/// The title of a game by its players. Unknown players are called by their color.
pub fn opponents(black: &str, white: &str) -> String {
    let [black, white] =
        [(black, "Black"), (white, "White")].map(|(name, side)| if name.is_empty() { side } else { name });
    format!("{black} against {white}")
}

/// The style of a move in the chart.
pub fn tone(class: MoveClass) -> PointStyle {
    match class {
        MoveClass::Best | MoveClass::Good => PointStyle::Plain,
        MoveClass::Inaccuracy => PointStyle::Slight,
        MoveClass::Mistake => PointStyle::Serious,
        MoveClass::Blunder => PointStyle::Grave,
    }
}

/// Explains the move classes.
pub fn classes() -> String {
    let [(_, inaccuracy), (_, mistake), (_, blunder)] = MoveClass::THRESHOLDS;
    let noise = MoveClass::NOISE;
    format!(
        "An inaccuracy loses {inaccuracy} discs or more, a mistake {mistake}, a blunder {blunder}; where that is not proven (~), {noise} more."
    )
}

/// A value with its sign, and one decimal if it is not whole.
fn signed(value: f32) -> String {
    let digits = usize::from((value - value.round()).abs() >= 0.05);
    let sign = if value < -0.05 { "\u{2212}" } else { "+" };
    format!("{sign}{:.digits$}", value.abs())
}

/// The title and details of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Caption {
    pub(crate) title: String,
    pub(crate) lines: Vec<String>,
}

impl Caption {
    /// The caption of a game that is not on the server. The default title is the opening.
    pub(crate) fn of_game(title: Option<&str>, variant: Variant, game: &Game) -> Caption {
        let opening = opening::name(game);
        let title = title.or(opening).unwrap_or(if game.ply() > 0 { "A game of Reversi" } else { "A position" });
        let lines = [opening.map(str::to_owned).filter(|name| name != title), rules(variant), Some(standing(game))];
        Caption { title: title.to_owned(), lines: lines.into_iter().flatten().collect() }
    }

    /// The caption of a game of the server, shown up to some ply. The names of players in an
    /// unlisted game are hidden.
    pub(crate) fn of_live_game(live: &LiveGame, shown: &Game) -> Caption {
        let [black, white] = Color::ALL.map(|color| player(live, color));
        let title = opponents(&black, &white);
        let result = live.result().filter(|_| shown.ply() == live.game().ply());
        let standing = result.map_or_else(|| standing(shown), |result| outcome(result, shown));
        let opening = opening::name(shown).map(str::to_owned);
        let lines = [Some(standing), opening, rules(live.created().variant)];
        Caption { title, lines: lines.into_iter().flatten().collect() }
    }

    /// The lines as one sentence.
    pub(crate) fn sentence(&self) -> String {
        self.lines.join(". ") + "."
    }
}

fn player(live: &LiveGame, color: Color) -> String {
    match live.seat(color) {
        Seat::Human | Seat::Bot(_) if !live.created().listed => capital(color).to_owned(),
        _ => live.title(color),
    }
}

fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn rules(variant: Variant) -> Option<String> {
    (variant != Variant::STANDARD).then(|| variant.name().map(|name| format!("Variant: {name}"))).flatten()
}

fn counts(game: &Game) -> String {
    let [black, white] = Color::ALL.map(|color| game.position().discs(color).len());
    format!("{black} to {white}")
}

/// The disc counts or the result.
fn standing(game: &Game) -> String {
    match GameResult::on_board(game) {
        Some(result) => outcome(result, game),
        None => format!("After {} moves: {}, {} to move", game.ply(), counts(game), game.position().turn()),
    }
}

fn outcome(result: GameResult, game: &Game) -> String {
    let counts = counts(game);
    match (result.winner(), result) {
        (None, _) => format!("A draw: {counts}"),
        (Some(winner), GameResult::Played(_)) => format!("{} won: {counts}", capital(winner)),
        (Some(winner), GameResult::Resigned(_)) => format!("{} won by resignation", capital(winner)),
        (Some(winner), GameResult::TimedOut(_)) => format!("{} won on time", capital(winner)),
        (Some(winner), GameResult::Left(_)) => format!("{} won: the opponent left", capital(winner)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_a_sign_and_at_most_one_decimal() {
        for (value, text) in [(2.0, "+2"), (-4.0, "−4"), (0.0, "+0"), (-0.04, "+0"), (1.26, "+1.3"), (-0.5, "−0.5")]
        {
            assert_eq!(signed(value), text);
        }
    }
}
