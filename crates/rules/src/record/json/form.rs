//! The fields as JSON has them, and the way to a record and back.

use serde::{Deserialize, Serialize};

use super::super::{Ending, Fault, MoveNote, Outcome, Player, Record, Theory};
use super::{
    board,
    moves::{MovesForm, parse_move},
};
use crate::{Bitboard, Color, DiscDiff, Game, Move, Position, ReplayError, Setup, Variant};

/// The version that is written, and the highest that is read.
const VERSION: u32 = 1;

/// A record; `None` stands for a field that is missing or `null`, and for one not worth writing.
#[derive(Default, Deserialize, Serialize)]
pub(super) struct Form {
    version: Option<u32>,
    variant: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    moves: Option<MovesForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<PlayerForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<PlayerForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theory: Option<TheoryForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<NoteForm>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<ValueForm>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<TagForm>>,
}

#[derive(Deserialize, Serialize)]
struct PlayerForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
}

#[derive(Deserialize, Serialize)]
struct OutcomeForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    awarded: Option<String>,
    ending: Option<EndingForm>,
}

#[derive(Deserialize, Serialize)]
#[serde(remote = "Ending", rename_all = "kebab-case")]
enum EndingNames {
    Played,
    Resigned,
    TimedOut,
    Left,
    Unfinished,
}

#[derive(Deserialize, Serialize)]
struct EndingForm(#[serde(with = "EndingNames")] Ending);

#[derive(Deserialize, Serialize)]
struct TheoryForm {
    black: u8,
    empties: u8,
}

#[derive(Deserialize, Serialize)]
struct NoteForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    eval: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct ValueForm {
    #[serde(rename = "move")]
    mv: String,
    value: i8,
}

#[derive(Deserialize, Serialize)]
struct TagForm {
    name: String,
    value: String,
}

impl Form {
    pub(super) fn of(record: &Record) -> Form {
        let start = record.game.start();
        let (variant, is_start) = describe(&start);
        Form {
            version: Some(VERSION),
            variant: Some(variant.to_string()),
            board: (!is_start).then(|| board::write(&start)),
            turn: (!is_start).then(|| start.turn().to_string()),
            moves: Some(MovesForm::List(record.game.moves().map(|mv| mv.to_string()).collect())),
            black: player_form(&record.black),
            white: player_form(&record.white),
            event: text(&record.event),
            date: text(&record.date),
            round: text(&record.round),
            clock: text(&record.clock),
            outcome: (record.outcome != Outcome::of(&record.game)).then(|| outcome_form(record.outcome)),
            theory: record.theory.map(|Theory { black, empties }| TheoryForm { black, empties }),
            notes: list(&record.notes, note_form),
            values: list(&record.values, |(mv, value)| ValueForm { mv: mv.to_string(), value: value.discs() }),
            comment: text(&record.comment),
            tags: list(&record.tags, |(name, value)| TagForm { name: name.clone(), value: value.clone() }),
        }
    }

    pub(super) fn into_record(self) -> Result<Record, Fault> {
        if let Some(version) = self.version.filter(|&version| version > VERSION) {
            let what =
                format!("this record has version {version}, and only {VERSION} can be read: update this program");
            return Err(Fault::Unsupported(what));
        }
        if self.variant.is_none() && self.board.is_none() && self.moves.is_none() {
            return Err(Fault::mismatch("an object without them", "a variant, a board or moves"));
        }
        let start = start_of(self.variant.as_deref(), self.board.as_deref(), self.turn.as_deref())?;
        let moves = self.moves.map_or(Ok(Vec::new()), |moves| moves.parse())?;
        let mut record = Record::new(Game::replay_with_passes_implied(start, moves)?);
        record.black = self.black.map_or_else(Player::default, PlayerForm::into_player);
        record.white = self.white.map_or_else(Player::default, PlayerForm::into_player);
        record.event = self.event.unwrap_or_default();
        record.date = self.date.unwrap_or_default();
        record.round = self.round.unwrap_or_default();
        record.clock = self.clock.unwrap_or_default();
        if let Some(form) = self.outcome {
            record.outcome = form.into_outcome()?;
        }
        record.theory = self.theory.map(|TheoryForm { black, empties }| Theory { black, empties });
        record.notes = self.notes.unwrap_or_default().into_iter().map(NoteForm::into_note).collect();
        record.values = values_of(&record.game, &self.values.unwrap_or_default())?;
        record.comment = self.comment.unwrap_or_default();
        record.tags = self.tags.unwrap_or_default().into_iter().map(|tag| (tag.name, tag.value)).collect();
        Ok(record)
    }
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn list<T, F>(items: &[T], form: impl Fn(&T) -> F) -> Option<Vec<F>> {
    (!items.is_empty()).then(|| items.iter().map(form).collect())
}

/// A variant on whose board the start lies, and whether the start is that of the variant.
fn describe(start: &Position) -> (Variant, bool) {
    let itself = Variant::from_position(start);
    let has_name = !itself.to_string().starts_with('=');
    // The variant of a position forgets free squares that are filled by now; the record does not.
    if has_name && itself.start() == *start { (itself, true) } else { (plain_variant(start), false) }
}

/// The usual start on the same ground; an empty one where the first discs are placed freely.
fn plain_variant(start: &Position) -> Variant {
    let ground = start.ground();
    if ground.free().is_empty() {
        return Variant::crossed(ground);
    }
    let empty = Setup { black: Bitboard::EMPTY, white: Bitboard::EMPTY, turn: Color::Black, ground };
    Variant::from_position(&empty.validate().expect("an empty board is well formed"))
}

fn start_of(variant: Option<&str>, board: Option<&str>, turn: Option<&str>) -> Result<Position, Fault> {
    let board = board.map(board::parse).transpose()?;
    let variant: Variant = match (variant, &board) {
        (Some(code), _) => code.parse().map_err(|error: crate::ParseVariantError| expected(code, &error))?,
        (None, Some(board)) => Variant::of_size(board.size),
        (None, None) => Variant::STANDARD,
    };
    let mut setup = Setup::from(variant.start());
    if let Some(turn) = turn {
        setup.turn = parse_color(turn)?;
    }
    if let Some(board) = board {
        let size = setup.ground.size();
        if board.size != size {
            return Err(Fault::mismatch(
                &format!("a board of size {}", board.size),
                format!("size {size}, as the variant has"),
            ));
        }
        (setup.black, setup.white) = (board.black, board.white);
    }
    setup.validate().map_err(|error| Fault::mismatch(&error.to_string(), "a board that fits the variant"))
}

fn expected(found: &str, error: &impl ToString) -> Fault {
    Fault::syntax(found, error.to_string())
}

fn parse_color(text: &str) -> Result<Color, Fault> {
    text.parse().map_err(|_| Fault::syntax(text, "a side: black or white"))
}

fn disc_diff(discs: i8) -> Result<DiscDiff, Fault> {
    DiscDiff::new(discs).ok_or_else(|| Fault::syntax(&discs.to_string(), "a number of discs from -64 to 64"))
}

fn values_of(game: &Game, forms: &[ValueForm]) -> Result<Vec<(Move, DiscDiff)>, Fault> {
    let value_of = |form: &ValueForm| {
        let mv = parse_move(&form.mv)?;
        let check = game.start().play(mv);
        let illegal = |reason| ReplayError { ply: 1, reason, before: Box::new(Game::new(game.start())) };
        check.map_err(illegal)?;
        Ok((mv, disc_diff(form.value)?))
    };
    forms.iter().map(value_of).collect()
}

fn player_form(player: &Player) -> Option<PlayerForm> {
    let form = PlayerForm { name: text(&player.name), rating: player.rating };
    (form.name.is_some() || form.rating.is_some()).then_some(form)
}

impl PlayerForm {
    fn into_player(self) -> Player {
        Player { name: self.name.unwrap_or_default(), rating: self.rating }
    }
}

fn outcome_form(outcome: Outcome) -> OutcomeForm {
    OutcomeForm {
        margin: outcome.margin.map(DiscDiff::discs),
        awarded: outcome.awarded.map(|color| color.to_string()),
        ending: Some(EndingForm(outcome.ending)),
    }
}

impl OutcomeForm {
    fn into_outcome(self) -> Result<Outcome, Fault> {
        Ok(Outcome {
            margin: self.margin.map(disc_diff).transpose()?,
            awarded: self.awarded.as_deref().map(parse_color).transpose()?,
            ending: self.ending.map_or_else(Ending::default, |EndingForm(ending)| ending),
        })
    }
}

fn note_form(note: &MoveNote) -> NoteForm {
    NoteForm { eval: note.eval, seconds: note.seconds, comment: text(&note.comment) }
}

impl NoteForm {
    fn into_note(self) -> MoveNote {
        MoveNote { eval: self.eval, seconds: self.seconds, comment: self.comment.unwrap_or_default() }
    }
}
