//! A mistake in one picture: the played move beside the best move.

mod mistake;
#[cfg(test)]
mod tests;

use crate::{
    canvas::Canvas,
    diagram::Diagram,
    outline::Outline,
    stroke_font::{Align, TextStyle, fitting},
    theme::Theme,
};
pub use mistake::Mistake;

/// One board of a card with its text.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Above the board.
    pub heading: String,
    /// The board.
    pub diagram: Diagram,
    /// Below it, line by line.
    pub notes: Vec<String>,
    /// Is this the better one?
    pub is_better: bool,
}

/// Two boards side by side.
#[derive(Clone, Debug)]
pub struct Card {
    /// The title.
    pub title: String,
    /// The players, the event and the date.
    pub subtitle: String,
    /// On the left and on the right.
    pub panels: [Panel; 2],
    /// Its colors; those of the boards too.
    pub theme: Theme,
}

/// Social networks show pictures of this shape whole.
const WIDTH: f32 = 1200.0;
const HEIGHT: f32 = 630.0;
const BOARD: f32 = 368.0;
const BETWEEN: f32 = 104.0;
const LEFT: f32 = (WIDTH - BETWEEN) / 2.0 - BOARD;
const BOARD_TOP: f32 = 146.0;

impl Card {
    /// The drawing, 1200 by 630.
    pub fn canvas(&self) -> Canvas {
        let colors = self.theme.colors();
        let mut canvas = Canvas::new(WIDTH, HEIGHT, colors.page).titled(self.words());
        let room = WIDTH - 2.0 * LEFT;
        let title = TextStyle::new(26.0, colors.ink).aligned(Align::Left).bold();
        canvas.write(&fitting(&self.title, title, room), (LEFT, 66.0), title);
        let subtitle = TextStyle::new(14.0, colors.soft).aligned(Align::Left);
        canvas.write(&fitting(&self.subtitle, subtitle, room), (LEFT, 98.0), subtitle);
        for (panel, left) in self.panels.iter().zip([LEFT, LEFT + BOARD + BETWEEN]) {
            self.panel(&mut canvas, panel, left);
        }
        canvas
    }

    fn panel(&self, canvas: &mut Canvas, panel: &Panel, left: f32) {
        let colors = self.theme.colors();
        let ink = if panel.is_better { colors.accent } else { colors.danger };
        let heading = TextStyle::new(15.0, ink).aligned(Align::Left).bold();
        let room = BOARD + BETWEEN * 0.8;
        // A tick or a cross, readable without colors.
        canvas.stroke(mark(panel.is_better, (left, BOARD_TOP - 29.0)), ink, 4.0);
        canvas.write(&fitting(&panel.heading, heading, room - 30.0), (left + 30.0, BOARD_TOP - 12.0), heading);
        let board = panel.diagram.clone().with_theme(self.theme).canvas();
        canvas.paste(&board, BOARD / board.width(), (left, BOARD_TOP));
        let note = TextStyle::new(13.0, colors.ink).aligned(Align::Left);
        for (line, text) in panel.notes.iter().take(3).enumerate() {
            canvas.write(&fitting(text, note, room), (left, BOARD_TOP + BOARD + 36.0 + 29.0 * line as f32), note);
        }
    }

    fn words(&self) -> String {
        let panels = self.panels.iter().map(|panel| format!("{}: {}", panel.heading, panel.notes.join(", ")));
        format!("{}. {}. {}", self.title, self.subtitle, panels.collect::<Vec<_>>().join(". "))
    }
}

fn mark(is_better: bool, (x, y): (f32, f32)) -> Outline {
    if is_better {
        return Outline::polyline([(x, y + 10.0), (x + 6.0, y + 17.0), (x + 18.0, y + 2.0)]);
    }
    Outline::polyline([(x, y + 2.0), (x + 16.0, y + 17.0)]).from((x + 16.0, y + 2.0)).to((x, y + 17.0))
}
