//! The preview image of a shared link: a board with a few lines of text.

use crate::{
    canvas::Canvas,
    diagram::Diagram,
    stroke_font::{Align, TextStyle, fitting, text_width},
    theme::Theme,
};

/// A position with a title and details.
///
/// ```
/// use outflank_diagram::{Diagram, SocialPreview, Theme};
/// use outflank_rules::Variant;
///
/// let diagram = Diagram::new(&Variant::STANDARD.start());
/// let preview = SocialPreview { title: "Ann against Ben".into(), lines: vec!["The start".into()], diagram, theme: Theme::Classic };
/// assert_eq!((preview.canvas().width(), preview.canvas().height()), (1200.0, 630.0));
/// ```
#[derive(Clone, Debug)]
pub struct SocialPreview {
    /// The title. At most three lines are shown.
    pub title: String,
    /// Details below the title. At most six lines are shown.
    pub lines: Vec<String>,
    /// The board.
    pub diagram: Diagram,
    /// The theme, also of the board.
    pub theme: Theme,
}

const WIDTH: f32 = 1200.0;
const HEIGHT: f32 = 630.0;
const BOARD: f32 = 518.0;
const MARGIN: f32 = (HEIGHT - BOARD) / 2.0;
const LEFT: f32 = MARGIN + BOARD + 48.0;
const ROOM: f32 = WIDTH - MARGIN - LEFT;

impl SocialPreview {
    /// Draws the picture, 1200 by 630.
    pub fn canvas(&self) -> Canvas {
        let colors = self.theme.colors();
        let words = format!("{}. {}", self.title, self.lines.join(". "));
        let mut canvas = Canvas::new(WIDTH, HEIGHT, colors.page).titled(words);
        let board = self.diagram.clone().with_theme(self.theme).canvas();
        // A caption makes the picture higher than it is wide.
        canvas.paste(&board, BOARD / board.width().max(board.height()), (MARGIN, MARGIN));
        let title = TextStyle::new(30.0, colors.ink).aligned(Align::Left).bold();
        let mut y = MARGIN + 44.0;
        for line in wrapped(&self.title, title, 3) {
            canvas.write(&line, (LEFT, y), title);
            y += 58.0;
        }
        y += 12.0;
        let text = TextStyle::new(18.0, colors.soft).aligned(Align::Left);
        for line in self.lines.iter().take(6) {
            canvas.write(&fitting(line, text, ROOM), (LEFT, y), text);
            y += 44.0;
        }
        let name = TextStyle::new(16.0, colors.accent).aligned(Align::Left).bold();
        canvas.write("Outflank", (LEFT, HEIGHT - MARGIN - 8.0), name);
        canvas
    }
}

/// Breaks a text into at most `most` lines that fit. The last one is shortened if the text
/// continues.
fn wrapped(text: &str, hand: TextStyle, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let is_last = lines.len() == most;
        let line = lines.last_mut().expect("there is always one");
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || is_last || text_width(&longer, hand) <= ROOM {
            *line = longer;
        } else {
            lines.push(word.to_owned());
        }
        if is_last && text_width(&lines[most - 1], hand) > ROOM {
            break;
        }
    }
    lines.iter().map(|line| fitting(line, hand, ROOM)).collect()
}

#[cfg(test)]
mod tests {
    use outflank_rules::Variant;

    use super::*;

    fn preview(title: &str) -> SocialPreview {
        let diagram = Diagram::new(&Variant::STANDARD.start());
        SocialPreview { title: title.to_owned(), lines: vec!["32 to 32".to_owned()], diagram, theme: Theme::Classic }
    }

    #[test]
    fn a_preview_has_the_board_left_and_the_text_right() {
        let pixels = preview("Ann against Ben").canvas().to_pixels(600);
        assert_eq!((pixels.width(), pixels.height()), (600, 315));
        let count = |rgb: [u8; 3], from: u32, to: u32| {
            (from..to)
                .flat_map(|x| (0..315).map(move |y| (x, y)))
                .filter(|&(x, y)| pixels.at(x, y) == Some(rgb))
                .count()
        };
        let colors = Theme::Classic.colors();
        assert!(count(colors.felt.rgb, 0, 300) > 20_000 && count(colors.felt.rgb, 310, 600) == 0);
        assert!(count(colors.ink.rgb, 310, 600) > 100, "the title is written");
    }

    #[test]
    fn long_titles_are_wrapped_and_end_before_the_edge() {
        let hand = TextStyle::new(30.0, Theme::Classic.colors().ink).bold();
        assert_eq!(wrapped("Ann", hand, 3), ["Ann"]);
        assert_eq!(wrapped("", hand, 3), [""]);
        let lines = wrapped(&"word after word ".repeat(2000), hand, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| text_width(line, hand) <= ROOM), "{lines:?}");
        let one = wrapped(&"w".repeat(5000), hand, 3);
        assert!(one.len() == 1 && text_width(&one[0], hand) <= ROOM, "{one:?}");
    }
}
