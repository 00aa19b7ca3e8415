//! Mouse input: hovering previews a move, a click on one square plays it, the wheel steps through
//! the game.

use ratatui::{
    crossterm::event::{MouseButton, MouseEvent, MouseEventKind},
    layout::Position,
};

use super::{App, Leaving, Watch};
use crate::screen::dialog::Dialog;

impl App {
    /// Handles a mouse event; returns whether anything changed.
    pub(super) fn take_mouse(&mut self, mouse: MouseEvent) -> bool {
        if self.layout().is_none() {
            return false;
        }
        let is_click = mouse.kind == MouseEventKind::Up(MouseButton::Left);
        match self.watch {
            Watch::Off => {}
            Watch::Waits if is_click => self.watch = Watch::Runs,
            Watch::Ended if is_click => self.leaving = Some(Leaving::Quit),
            _ => return false,
        }
        if self.watch != Watch::Off {
            return true;
        }
        let place = Position { x: mouse.column, y: mouse.row };
        if self.dialog.is_some() {
            return is_click && self.click_dialog(place);
        }
        self.take_board_mouse(mouse.kind, place)
    }

    fn take_board_mouse(&mut self, kind: MouseEventKind, place: Position) -> bool {
        let square = self.layout().and_then(|layout| layout.board.square_at(place));
        match kind {
            MouseEventKind::Moved | MouseEventKind::Drag(_) => {
                let has_moved = self.focus != square;
                self.focus = square;
                return has_moved;
            }
            MouseEventKind::Down(MouseButton::Left) => {
                (self.focus, self.pressed, self.typed_row) = (square, square, None);
            }
            MouseEventKind::Up(MouseButton::Left) => {
                if let Some(pressed) = self.pressed.take().filter(|&pressed| square == Some(pressed)) {
                    self.notice = None;
                    self.place(pressed);
                }
            }
            MouseEventKind::ScrollUp => self.step_back(),
            MouseEventKind::ScrollDown => self.step_on(),
            _ => return false,
        }
        true
    }

    fn click_dialog(&mut self, place: Position) -> bool {
        let Some(row) = crate::screen::view::dialog_row_at(self, place) else { return false };
        match &mut self.dialog {
            Some(Dialog::New(dialog)) => {
                dialog.selected = row;
                dialog.change(true);
                self.choose();
            }
            Some(Dialog::Players(dialog)) => {
                dialog.selected = row;
                dialog.change(true);
                self.choose();
            }
            Some(Dialog::Help) => self.dialog = None,
            _ => return false,
        }
        true
    }
}
