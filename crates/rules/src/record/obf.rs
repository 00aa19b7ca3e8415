//! OBF: one position a line, with the values of its moves. The FFO endgame problems are published
//! in it.
//!
//! ```text
//! --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; % FFO 1
//! ```
//!
//! The number of cells gives the size of the board. A value without a move (`+6`) is kept as the
//! tag [`SCORE`], a comment behind `%` as the comment of the record. The field `--:-127` that ends
//! the lines of some files means nothing and is left out.

use super::{Format, Record, RecordError, Unwritable, cells};
use crate::{Color, DiscDiff, Move, Position, ReplayError};

/// The tag of a record that holds the value of a position for which no move is named.
pub const SCORE: &str = "score";

/// Reads one line.
pub fn parse(text: &str) -> Result<Record, RecordError> {
    let (data, comment) = text.split_once('%').unwrap_or((text, ""));
    let mut fields = data.split(';').map(str::trim);
    let position = parse_board(fields.next().unwrap_or_default())?;
    let mut record = Record::of_position(position);
    record.comment = comment.trim().replace('\r', " ");
    for field in fields.filter(|field| !field.is_empty()) {
        match field.split_once(':') {
            Some((mv, value)) => add_value(&mut record, mv.trim(), value.trim())?,
            None => record.tags.push((SCORE.to_owned(), parse_value(field)?.to_string())),
        }
    }
    record.values.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    Ok(record)
}

/// Is the text a board with the side to move?
pub(super) fn is_board(text: &str) -> bool {
    parse_board(text).is_ok()
}

/// Cells and side to move; spaces are ignored.
fn parse_board(field: &str) -> Result<Position, RecordError> {
    let size = match field.chars().filter(|c| !c.is_whitespace()).count() {
        16 | 17 => 4,
        36 | 37 => 6,
        64 | 65 => 8,
        count => {
            return Err(RecordError::syntax(
                field,
                format!("16, 36 or 64 cells and the side to move; these are {count} characters"),
            ));
        }
    };
    let setup = cells::parse(field, size)?;
    setup.validate().map_err(|error| RecordError::syntax(field, error.to_string()))
}

fn add_value(record: &mut Record, mv: &str, value: &str) -> Result<(), RecordError> {
    if (mv, value) == ("--", "-127") {
        return Ok(());
    }
    let value = parse_value(value)?;
    let mv: Move = mv.parse().map_err(|_| RecordError::syntax(mv, "a move and its value, as in G8:+18"))?;
    match record.game.start().play(mv) {
        Ok(_) => record.values.push((mv, value)),
        Err(reason) => return Err(ReplayError { ply: 1, reason, before: Box::new(record.game.clone()) }.into()),
    }
    Ok(())
}

fn parse_value(text: &str) -> Result<DiscDiff, RecordError> {
    let value = text.parse().ok().and_then(DiscDiff::new);
    value.ok_or_else(|| RecordError::syntax(text, "a value from -64 to +64"))
}

/// Writes one line; moves in capitals, as the published files have them.
pub fn write(record: &Record) -> Result<String, Unwritable> {
    let position = cells::plain_position(record, Format::Obf)?;
    let mut line: String = (0..position.spec().size()).flat_map(|row| cells::row(&position, row, 'X')).collect();
    line += if position.turn() == Color::Black { " X;" } else { " O;" };
    for (mv, value) in &record.values {
        if !position.is_legal(*mv) {
            return Err(Unwritable::new(Format::Obf, format!("the value {value} of {mv}")));
        }
        let mv = mv.square().map_or("pa".to_owned(), |square| square.to_string().to_ascii_uppercase());
        line += &format!(" {mv}:{:+};", value.discs());
    }
    for (_, value) in record.tags.iter().filter(|(name, value)| name == SCORE && parse_value(value).is_ok()) {
        line += &format!(" {value};");
    }
    let comment = record.comment.trim().replace(['\n', '\r'], " ");
    if !comment.is_empty() {
        line += &format!(" % {comment}");
    }
    Ok(line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Status, Variant};

    const START: &str = "---------------------------OX------XO---------------------------";

    fn read(line: &str) -> Record {
        parse(line).unwrap_or_else(|fault| panic!("{line:?}: {fault}"))
    }

    fn refused(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn values_come_best_first_and_the_comment_is_kept() {
        let record = read(&format!("{START} X; f5:-2; D3:+4; c4:+0; % by hand; 50%"));
        let values: Vec<String> = record.values.iter().map(|(mv, value)| format!("{mv} {value}")).collect();
        assert_eq!(values, ["d3 +4", "c4 0", "f5 -2"]);
        assert_eq!(record.comment, "by hand; 50%");
        assert_eq!(record.game.start(), Variant::STANDARD.start());
    }

    #[test]
    fn sides_and_cells_have_many_letters() {
        for (side, turn) in [('X', Color::Black), ('*', Color::Black), ('b', Color::Black), ('W', Color::White)] {
            assert_eq!(read(&format!("{START}{side}")).game.start().turn(), turn);
        }
        let dots = START.replace('X', "*").replace('O', "w").replace('-', ".");
        assert_eq!(read(&format!("{dots} O;")), read(&format!("{START} O")));
    }

    #[test]
    fn spaces_inside_the_board_are_ignored() {
        let rows: Vec<&str> = (0..8).map(|row| &START[8 * row..8 * row + 8]).collect();
        assert_eq!(read(&format!("{}   X;", rows.join(" \t"))), read(&format!("{START} X;")));
    }

    #[test]
    fn the_number_of_cells_determines_the_size() {
        assert_eq!(read("-----OX--XO----- X;").game.start(), Variant::TINY.start());
        assert_eq!(
            read(&write(&Record::of_position(Variant::SIX.start())).unwrap()).game.start(),
            Variant::SIX.start()
        );
    }

    #[test]
    fn a_bare_score_is_kept_and_the_sentinel_is_not() {
        let record = read(&format!("{START} X; +6; --:-127;"));
        assert_eq!(record.tags, [("score".to_owned(), "+6".to_owned())]);
        assert!(record.values.is_empty());
        assert_eq!(write(&record).unwrap(), format!("{START} X; +6;\n"));
    }

    #[test]
    fn a_position_without_a_move_lists_the_pass() {
        let record = read("XO-------------- O; pa:-8;");
        assert_eq!(record.game.start().status(), Status::MustPass);
        assert_eq!(record.values, [(Move::Pass, DiscDiff::new(-8).unwrap())]);
        assert_eq!(write(&record).unwrap(), "XO-------------- O; pa:-8;\n");
    }

    #[test]
    fn faults_say_what_was_expected() {
        assert!(refused(START).contains("side to move"), "{}", refused(START));
        assert!(refused("---XO--- X;").contains("these are 9 characters"));
        assert!(refused(&format!("{START} X; a1:+2;")).contains("a1 flips nothing"));
        assert!(refused(&format!("{START} X; d3:+65;")).contains("-64 to +64"));
        assert!(refused(&format!("{START} X; d9:+6;")).contains("\"d9\""));
        assert!(refused(&format!("{}? X;", &START[1..])).contains("\"?\""));
        assert!(refused("").contains("these are 0 characters"));
    }

    #[test]
    fn moves_and_other_rules_are_refused() {
        let mut record = Record::of_position(Variant::STANDARD.start());
        record.game.play("f5".parse().unwrap()).unwrap();
        assert!(write(&record).is_err());
        for (variant, what) in [
            (Variant::OCTAGON, "a board with holes"),
            (Variant::FREE_CENTRE, "an opening in a free centre"),
            (Variant::ANTI, "another goal than most discs"),
        ] {
            assert_eq!(write(&Record::of_position(variant.start())).unwrap_err().what, what, "{variant}");
        }
    }
}
