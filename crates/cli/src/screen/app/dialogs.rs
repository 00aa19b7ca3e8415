//! The keys of dialogs.

use std::path::Path;

use outflank_arena::Tally;
use outflank_rules::Color;
use ratatui::crossterm::event::KeyCode;

use super::{App, Leaving};
use crate::screen::{
    Plan,
    dialog::{Dialog, NewGame, Row},
};

impl App {
    /// Is the dialog for the first game open?
    pub(crate) fn is_choosing_first(&self) -> bool {
        matches!(&self.dialog, Some(Dialog::New(dialog)) if dialog.is_first)
    }

    pub(super) fn take_dialog_key(&mut self, code: KeyCode) {
        match self.dialog {
            Some(Dialog::New(_)) => self.take_new_game_key(code),
            Some(Dialog::Players(_)) => self.take_players_key(code),
            Some(Dialog::Save(_)) => self.take_save_key(code),
            Some(Dialog::Help) => self.dialog = None,
            Some(Dialog::Resign | Dialog::Quit) => self.take_answer(code),
            None => {}
        }
    }

    fn take_new_game_key(&mut self, code: KeyCode) {
        let Some(Dialog::New(dialog)) = &mut self.dialog else { return };
        match code {
            KeyCode::Up | KeyCode::BackTab => dialog.select(false),
            KeyCode::Down | KeyCode::Tab => dialog.select(true),
            KeyCode::Left | KeyCode::Char('-') => dialog.change(false),
            KeyCode::Right | KeyCode::Char('+' | ' ') => dialog.change(true),
            KeyCode::Enter => self.accept(),
            KeyCode::Esc | KeyCode::Char('q') if dialog.is_first => self.leaving = Some(Leaving::Quit),
            KeyCode::Esc | KeyCode::Char('q') => self.dialog = None,
            _ => {}
        }
    }

    fn take_players_key(&mut self, code: KeyCode) {
        let Some(Dialog::Players(dialog)) = &mut self.dialog else { return };
        match code {
            KeyCode::Up | KeyCode::BackTab => dialog.select(false),
            KeyCode::Down | KeyCode::Tab => dialog.select(true),
            KeyCode::Left | KeyCode::Char('-') => dialog.change(false),
            KeyCode::Right | KeyCode::Char('+' | ' ') => dialog.change(true),
            KeyCode::Enter => self.reseat(),
            KeyCode::Esc | KeyCode::Char('q') => self.dialog = None,
            _ => {}
        }
    }

    /// Handles a click on a line of the dialog.
    pub(super) fn choose(&mut self) {
        match &self.dialog {
            Some(Dialog::New(dialog)) if matches!(dialog.row(), Row::Start | Row::Resume) => self.accept(),
            Some(Dialog::Players(dialog)) if dialog.row() == Row::Start => self.reseat(),
            _ => {}
        }
    }

    /// Replaces the players of this game and of later games. Retries, because a failed player may
    /// have been replaced.
    fn reseat(&mut self) {
        let Some(Dialog::Players(dialog)) = self.dialog.take() else { return };
        let seats = dialog.seats();
        (self.is_stalled, self.notice) = (false, None);
        for color in Color::ALL {
            if let Err(fault) = self.session.reseat(color, seats[color].clone()) {
                self.notify(fault.to_string());
            }
        }
        self.is_paused &= !self.has_human();
        let seats = self.session.seats().clone();
        self.plan.seats = if self.number.is_multiple_of(2) { seats } else { seats.swapped() };
    }

    fn accept(&mut self) {
        let Some(Dialog::New(dialog)) = &self.dialog else { return };
        if dialog.row() == Row::Resume {
            match self.host.resume() {
                Some(session) => {
                    self.plan = Plan::after(&session, self.plan.settings.clone());
                    self.replace_session(session);
                }
                None => self.notify("the unfinished game no longer exists".to_owned()),
            }
            return;
        }
        self.play_chosen(&dialog.clone());
    }

    fn play_chosen(&mut self, dialog: &NewGame) {
        // The results cover the games of one plan.
        self.tally = Tally::default();
        self.plan = dialog.plan();
        self.start_game(0);
    }

    fn take_save_key(&mut self, code: KeyCode) {
        let Some(Dialog::Save(save)) = &mut self.dialog else { return };
        match code {
            KeyCode::Char(character) => save.push(character),
            KeyCode::Backspace => save.erase(),
            KeyCode::Enter if !save.name.trim().is_empty() => self.save(),
            KeyCode::Esc => self.dialog = None,
            _ => {}
        }
    }

    fn save(&mut self) {
        let Some(Dialog::Save(save)) = &mut self.dialog else { return };
        let name = save.name.trim().to_owned();
        match self.host.save(&self.session, Path::new(&name)) {
            Ok(()) => {
                self.dialog = None;
                self.notify(format!("saved in {name}"));
            }
            Err(error) => save.complaint = Some(error.to_string()),
        }
    }

    /// Handles the answer to a yes-or-no question.
    fn take_answer(&mut self, code: KeyCode) {
        let is_yes = matches!(code, KeyCode::Char('y' | 'Y') | KeyCode::Enter);
        match self.dialog.take() {
            Some(Dialog::Resign) if is_yes => {
                if let Some(color) = self.resigner() {
                    self.session.resign(color);
                    self.show.jump(&self.session);
                }
            }
            Some(Dialog::Quit) if is_yes => self.leaving = Some(Leaving::Quit),
            _ => {}
        }
    }
}
