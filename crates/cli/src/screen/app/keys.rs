//! Keyboard input.

use outflank_rules::{Square, notation::Notation};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{App, Leaving, Watch};
use crate::screen::dialog::{Dialog, Players, SaveAs};

/// The speeds, from slow to fast; each key press moves to the next.
const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

impl App {
    pub(super) fn take_key(&mut self, key: KeyEvent) {
        if self.layout().is_none() {
            self.take_key_unseen(key);
        } else if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.take_control(key.code);
        } else if self.watch == Watch::Waits && key.code != KeyCode::Char('q') {
            self.watch = Watch::Runs;
        } else if self.watch == Watch::Ended {
            self.leaving = Some(Leaving::Quit);
        } else if self.dialog.is_some() {
            self.take_dialog_key(key.code);
        } else {
            self.notice = None;
            self.take_game_key(key.code);
        }
    }

    /// Handles keys while the terminal is too small to show the board: only quitting works.
    fn take_key_unseen(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.take_control(key.code),
            KeyCode::Char('q') => self.leaving = Some(Leaving::Quit),
            _ => {}
        }
    }

    fn take_control(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char('c') => self.leaving = Some(Leaving::Interrupted),
            KeyCode::Char('z') if self.dialog.is_none() => self.undo(),
            KeyCode::Char('y' | 'r') if self.dialog.is_none() => self.redo(),
            KeyCode::Char('u') => {
                if let Some(Dialog::Save(save)) = &mut self.dialog {
                    save.clear();
                }
            }
            _ => {}
        }
    }

    fn take_game_key(&mut self, code: KeyCode) {
        if !matches!(code, KeyCode::Char(_)) {
            self.typed_row = None;
        }
        let is_square = self.take_square_key(code);
        if is_square || self.take_step_key(code) {
            return;
        }
        match code {
            KeyCode::Char('+' | '=') => self.change_speed(true),
            KeyCode::Char('-') => self.change_speed(false),
            KeyCode::Char('q') => self.quit(),
            KeyCode::Char('?') | KeyCode::F(1) => self.dialog = Some(Dialog::Help),
            _ if self.watch != Watch::Off => self.take_watch_key(code),
            KeyCode::Char(letter) => self.take_letter(letter.to_ascii_lowercase()),
            KeyCode::Enter if self.session.is_over() && self.has_next() => self.next_game(),
            KeyCode::Enter if self.is_stalled => self.push_on(),
            KeyCode::Enter => self.enter(),
            KeyCode::Esc => (self.focus, self.back) = (None, None),
            _ => {}
        }
    }

    fn take_watch_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char(' ' | 'p') if self.is_stalled => self.push_on(),
            KeyCode::Char(' ' | 'p') => self.is_paused = !self.is_paused,
            KeyCode::Char('i') => self.has_evaluation = !self.has_evaluation,
            _ => {}
        }
    }

    fn take_letter(&mut self, letter: char) {
        match letter {
            ' ' => self.push_on(),
            'u' => self.undo(),
            'r' => self.redo(),
            'v' => self.has_hints = !self.has_hints,
            'i' => self.has_evaluation = !self.has_evaluation,
            'n' => self.choose_game(),
            's' => self.dialog = Some(Dialog::Save(SaveAs::new(self.host.free_name()))),
            'x' if self.resigner().is_some() => self.dialog = Some(Dialog::Resign),
            'p' if !self.session.is_over() => self.dialog = Some(Dialog::Players(Players::new(self.session.seats()))),
            _ => {}
        }
    }

    fn enter(&mut self) {
        match self.focus {
            Some(square) => self.place(square),
            None => self.focus = self.first_focus(),
        }
    }

    /// Handles arrows, which move the cursor, and coordinates, which choose a column or a row.
    fn take_square_key(&mut self, code: KeyCode) -> bool {
        if self.watch != Watch::Off {
            return false;
        }
        let (columns, rows) = match code {
            KeyCode::Left => (-1, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, -1),
            KeyCode::Down => (0, 1),
            KeyCode::Char(character) => return self.take_coordinate(character.to_ascii_lowercase()),
            _ => return false,
        };
        self.focus = match self.focus {
            None => self.first_focus(),
            Some(square) => self.on_board(square.offset(columns, rows)).or(Some(square)),
        };
        true
    }

    fn take_coordinate(&mut self, character: char) -> bool {
        let size = self.session.position().spec().size();
        let index = |first: char| (character as u32).checked_sub(first as u32).filter(|&index| index < u32::from(size));
        let (letter, digit) = (index('a'), index('1'));
        let (column, row) = match self.look.notation {
            Notation::Standard => (letter, digit),
            Notation::RowLetter => (digit, letter),
            Notation::RowColumn => self.take_digit(index('0')),
        };
        if column.is_none() && row.is_none() {
            return false;
        }
        let before = self.focus.or_else(|| self.first_focus());
        let column = column.map_or_else(|| before.map_or(0, Square::column), |column| column as u8);
        let row = row.map_or_else(|| before.map_or(0, Square::row), |row| row as u8);
        self.focus = Square::new(column, row);
        true
    }

    /// Returns the column and the row that a digit means: the first digit is the row, the second
    /// the column.
    fn take_digit(&mut self, digit: Option<u32>) -> (Option<u32>, Option<u32>) {
        match (digit, self.typed_row.take()) {
            (None, _) => (None, None),
            (Some(column), Some(_)) => (Some(column), None),
            (Some(row), None) => {
                self.typed_row = Some(row as u8);
                (None, Some(row))
            }
        }
    }

    fn on_board(&self, square: Option<Square>) -> Option<Square> {
        let frame = self.session.position().spec().frame();
        square.filter(|&square| frame.contains(square))
    }

    fn take_step_key(&mut self, code: KeyCode) -> bool {
        if self.watch != Watch::Off {
            return false;
        }
        match code {
            KeyCode::PageUp | KeyCode::Char('<' | ',' | '[') => self.step_back(),
            KeyCode::PageDown | KeyCode::Char('>' | '.' | ']') => self.step_on(),
            KeyCode::Home => self.look_at(0),
            KeyCode::End => self.look_at(usize::MAX),
            _ => return false,
        }
        true
    }

    fn change_speed(&mut self, faster: bool) {
        let next = if faster {
            SPEEDS.into_iter().find(|&speed| speed > self.speed)
        } else {
            SPEEDS.into_iter().rev().find(|&speed| speed < self.speed)
        };
        self.speed = next.unwrap_or(self.speed);
    }

    /// Quits. Asks first if an unsaved game of a person would be lost.
    fn quit(&mut self) {
        let is_lost = !self.host.keeps_games() && self.session.game().ply() > 0 && !self.session.is_over();
        if is_lost && self.has_human() {
            self.dialog = Some(Dialog::Quit);
        } else {
            self.leaving = Some(Leaving::Quit);
        }
    }
}
