//! Games, and the records that hold them.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Cursor, Read},
    path::{Path, PathBuf},
    sync::Mutex,
};

use numpy::{PyArray2, PyArrayMethods};
use outflank_diagram::Diagram;
use outflank_rules::{
    DiscDiff, Game as Moves, Move, Setup, excerpt, opening,
    record::{self, Format, MoveNote, Outcome, ReadError, Reader, Record, encoding::Encoding, wthor},
};
use pyo3::{
    exceptions::{PyIndexError, PyTypeError},
    prelude::*,
    types::{PyBytes, PyString, PyType},
};

use crate::{
    arrays,
    board::{self, Board, draw, parse_move, parse_variant, read_optional_seed},
    error::refuse,
};

/// `parse` looks for Ctrl-C after this many records, which take some milliseconds.
const RECORDS_BETWEEN_SIGNALS: usize = 2048;

/// A game: a start, the moves, and the data of its record. Passes are moves.
///
/// Args:
///     moves: Moves in a text such as `"f5d6c3"` or `"f5 d6 c3"`. Missing passes are inserted.
///     variant: A variant such as `"six"`; see `variants()`.
///     start: A start position, in place of the variant.
///     seed: A number that draws the first mover; see `Board`.
///
/// >>> game = Game("f5d6c3d3c4")
/// >>> game.opening
/// 'Tiger'
/// >>> game.play("f4")
/// >>> game.moves[-1], len(game), game.board.turn
/// ('f4', 6, 'black')
/// >>> game.undo()
/// 'f4'
/// >>> game.write("transcript")
/// 'f5d6c3d3c4\n'
#[pyclass(eq, module = "outflank")]
#[derive(Clone, PartialEq)]
pub(crate) struct Game(Record);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (moves="", *, variant=None, start=None, seed=None))]
    fn new(
        moves: &str,
        variant: Option<&str>,
        start: Option<&Board>,
        #[pyo3(from_py_with = read_optional_seed)] seed: Option<u64>,
    ) -> PyResult<Game> {
        let start = match (variant, start) {
            (Some(_), Some(_)) => return Err(refuse("a game has a variant or a start: give one of them")),
            (Some(code), None) => board::start(parse_variant(code)?, seed),
            (None, Some(board)) => board.0,
            (None, None) => Board::default().0,
        };
        if moves.trim().is_empty() {
            return Ok(Game(Record::of_position(start)));
        }
        let mut games = Reader::new(Format::Transcript, moves.as_bytes()).with_start(start);
        let game = games.next().ok_or_else(|| nothing_in(moves))?.map_err(|error| refuse(error.cause))?;
        if games.next().is_some() {
            return Err(refuse("the text holds several games: use outflank.parse"));
        }
        Ok(Game(game))
    }

    /// Reads the only game of a text in any record format; see `parse`.
    ///
    /// >>> Game.parse("(;GM[Othello]PB[Ann]PW[Bob]B[f5]W[d6];)").black
    /// 'Ann'
    #[classmethod]
    #[pyo3(name = "parse", signature = (data, format=None))]
    fn parse_one(_cls: &Bound<'_, PyType>, data: &Bound<'_, PyAny>, format: Option<&str>) -> PyResult<Game> {
        let mut games = parse(data, format, None, None)?;
        match games.len() {
            1 => Ok(games.remove(0)),
            several => Err(refuse(format!("the text holds {several} games: use outflank.parse"))),
        }
    }

    /// The position after the last move.
    #[getter]
    fn board(&self) -> Board {
        Board(self.0.game.position())
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> Board {
        Board(self.0.game.start())
    }

    /// The moves, passes included.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.game.moves().map(|mv| mv.to_string()).collect()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.game.is_over()
    }

    /// The name of the opening, or `None`.
    #[getter]
    fn opening(&self) -> Option<&'static str> {
        opening::name(&self.0.game)
    }

    /// Returns the position after this many moves.
    fn board_at(&self, ply: i64) -> PyResult<Board> {
        let (number, last) = (usize::try_from(ply).ok(), self.0.game.ply());
        let position = number.filter(|ply| *ply <= last).and_then(|ply| self.0.game.position_at(ply));
        position.map(Board).ok_or_else(|| PyIndexError::new_err(format!("{ply} is not a ply: use 0 to {last}")))
    }

    /// Returns all positions, from the start to the last.
    fn boards(&self) -> Vec<Board> {
        (0..=self.0.game.ply()).filter_map(|ply| self.0.game.position_at(ply)).map(Board).collect()
    }

    /// Returns `own` and `opp` of all positions in an array of shape (plies + 1, 2) and type
    /// `uint64`. Needs numpy.
    ///
    /// >>> Game("f5d6").bitboards().shape
    /// (3, 2)
    fn bitboards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        arrays::require_numpy(py)?;
        let boards = self.boards();
        let array = PyArray2::zeros(py, [boards.len(), 2], false);
        let mut rows = array.readwrite();
        for (row, Board(position)) in rows.as_slice_mut()?.chunks_exact_mut(2).zip(&boards) {
            row.copy_from_slice(&[position.own().0, position.opp().0]);
        }
        drop(rows);
        Ok(array)
    }

    /// Makes a move.
    ///
    /// Raises:
    ///     OutflankError: The move is illegal. The game does not change.
    #[pyo3(name = "play")]
    fn play(&mut self, mv: &str) -> PyResult<()> {
        let mv: Move = parse_move(mv)?;
        let ply = self.0.game.ply();
        self.0.game.play(mv).map_err(refuse)?;
        self.0.notes.truncate(ply);
        self.0.outcome = Outcome::of(&self.0.game);
        Ok(())
    }

    /// Undoes the last move and returns it, or `None` at the start.
    fn undo(&mut self) -> Option<String> {
        let undone = self.0.game.undo()?;
        self.0.notes.truncate(self.0.game.ply());
        self.0.outcome = Outcome::of(&self.0.game);
        Some(undone.to_string())
    }

    /// Makes the move that was last undone and returns it, or `None`.
    fn redo(&mut self) -> Option<String> {
        let redone = self.0.game.redo()?;
        self.0.outcome = Outcome::of(&self.0.game);
        Some(redone.to_string())
    }

    /// The name of the black player.
    #[getter]
    fn black(&self) -> &str {
        &self.0.black.name
    }

    #[setter]
    fn set_black(&mut self, name: String) {
        self.0.black.name = name;
    }

    /// The name of the white player.
    #[getter]
    fn white(&self) -> &str {
        &self.0.white.name
    }

    #[setter]
    fn set_white(&mut self, name: String) {
        self.0.white.name = name;
    }

    /// The tournament, server or place.
    #[getter]
    fn event(&self) -> &str {
        &self.0.event
    }

    #[setter]
    fn set_event(&mut self, event: String) {
        self.0.event = event;
    }

    /// The date as the record writes it.
    #[getter]
    fn date(&self) -> &str {
        &self.0.date
    }

    #[setter]
    fn set_date(&mut self, date: String) {
        self.0.date = date;
    }

    /// A comment on the whole game.
    #[getter]
    fn comment(&self) -> &str {
        &self.0.comment
    }

    #[setter]
    fn set_comment(&mut self, comment: String) {
        self.0.comment = comment;
    }

    /// Black's discs minus white's at the end, empty squares to the winner; `None` if unknown.
    #[getter]
    fn margin(&self) -> Option<i8> {
        self.0.outcome.margin.map(DiscDiff::discs)
    }

    /// The winner; `None` for a draw or an unknown result.
    #[getter]
    fn winner(&self) -> Option<String> {
        self.0.outcome.winner(self.0.game.start().spec().goal()).map(|color| color.to_string())
    }

    /// The notes to moves: the evaluation in discs, the thinking time in seconds and a comment.
    #[getter]
    fn notes(&self) -> Vec<(Option<f64>, Option<f64>, &str)> {
        self.0.notes.iter().map(|note| (note.eval, note.seconds, note.comment.as_str())).collect()
    }

    #[setter]
    fn set_notes(&mut self, notes: Vec<(Option<f64>, Option<f64>, String)>) {
        let notes = notes.into_iter().map(|(eval, seconds, comment)| MoveNote { eval, seconds, comment });
        self.0.notes = notes.collect();
    }

    /// Known values of moves in the start position, best first. Problem files (OBF) have them.
    #[getter]
    fn values(&self) -> Vec<(String, i8)> {
        self.0.values.iter().map(|(mv, value)| (mv.to_string(), value.discs())).collect()
    }

    /// Returns the game as text in a format: `"transcript"`, `"ggf"`, `"sgf"`, `"pgn"`, `"json"`.
    /// A game without moves can also be `"obf"`, `"fen"` or `"board"`.
    ///
    /// Raises:
    ///     OutflankError: The format cannot hold this game, or is unknown.
    #[pyo3(signature = (format="transcript"))]
    fn write(&self, format: &str) -> PyResult<String> {
        match format.parse().map_err(refuse)? {
            Format::Wthor => Err(refuse("the format wthor is binary: use outflank.write_wthor")),
            format => record::write(format, &self.0).map_err(refuse),
        }
    }

    /// Returns the last position as an SVG picture with the last move marked; see `Board.svg`. With
    /// `numbers`, returns the whole game: each square has the number of its move.
    #[pyo3(signature = (*, numbers=false, legal=true, theme="classic", marks=None))]
    fn svg(&self, numbers: bool, legal: bool, theme: &str, marks: Option<Vec<String>>) -> PyResult<String> {
        let game = &self.0.game;
        let diagram = if numbers { Diagram::transcript(game) } else { Diagram::of_game(game) };
        draw(diagram, legal, theme, &marks.unwrap_or_default())
    }

    /// Shows the last position in notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(false, true, "classic", None)
    }

    fn __len__(&self) -> usize {
        self.0.game.ply()
    }

    fn __str__(&self) -> String {
        self.moves().join(" ")
    }

    fn __repr__(&self) -> String {
        let size = self.start().0.spec().size();
        format!("<Game {size}x{size}, {} moves>", self.0.game.ply())
    }

    /// For pickle and copy. Undone moves are left out.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, &'static str))> {
        Ok((py.get_type::<Game>().getattr("parse")?, (self.write("json")?, "json")))
    }
}

impl Game {
    pub(crate) fn played(&self) -> &Moves {
        &self.0.game
    }
}

/// Reads all games and positions of a text.
///
/// Args:
///     data: Text or bytes in one of the formats of `formats()`.
///     format: The format. Without it, the content decides.
///     start: The start of transcripts that do not name one.
///     names: The bytes of the two name files of WTHOR, `.jou` and `.trn`.
///
/// Raises:
///     OutflankError: A record is bad. The message names the record and its line.
///
/// >>> [len(game) for game in parse("f5d6c3\n\nc4c3d3")]
/// [3, 3]
/// >>> parse("f5f5")
/// Traceback (most recent call last):
/// outflank.OutflankError: record 1, line 1: move 2 is illegal: f5 is occupied by a black disc; legal for white: f4 d6 f6
#[pyfunction]
#[pyo3(signature = (data, format=None, *, start=None, names=None))]
pub(crate) fn parse(
    data: &Bound<'_, PyAny>,
    format: Option<&str>,
    start: Option<&Board>,
    names: Option<(Vec<u8>, Vec<u8>)>,
) -> PyResult<Vec<Game>> {
    let bytes = if let Ok(text) = data.cast::<PyString>() {
        text.to_cow()?.as_bytes().to_vec()
    } else if let Ok(bytes) = data.cast::<PyBytes>() {
        bytes.as_bytes().to_vec()
    } else {
        return Err(PyTypeError::new_err("data must be str or bytes"));
    };
    let mut records = records(Box::new(Cursor::new(bytes)), format, None, start, names)?;
    let mut games = Vec::new();
    let py = data.py();
    loop {
        let before = games.len();
        let read = py.detach(|| {
            records.by_ref().take(RECORDS_BETWEEN_SIGNALS).try_for_each(|record| {
                games.push(Game(record?));
                Ok(())
            })
        });
        read.map_err(|error: ReadError| refuse(error))?;
        if games.len() == before {
            return Ok(games);
        }
        py.check_signals()?;
    }
}

/// Reads the games and positions of a file, one at a time.
///
/// A bad record raises `OutflankError`; the next call of `next` continues behind it.
#[pyclass(module = "outflank")]
pub(crate) struct Records(Mutex<Reader<Box<dyn BufRead + Send>>>);

#[pymethods]
impl Records {
    fn __iter__(slf: PyRef<'_, Records>) -> PyRef<'_, Records> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let record = py.detach(|| self.0.lock().expect("readers do not panic").next());
        record.transpose().map(|record| record.map(Game)).map_err(refuse)
    }
}

/// Opens a file of games or positions. A file of any size needs the memory of one record.
///
/// Args:
///     path: The file.
///     format: The format. Without it, the content decides, then the extension.
///     start: The start of transcripts that do not name one.
///     names: The bytes of the two name files of WTHOR, `.jou` and `.trn`.
///
/// Returns:
///     An iterator over games.
#[pyfunction]
#[pyo3(signature = (path, format=None, *, start=None, names=None))]
pub(crate) fn read(
    py: Python<'_>,
    path: PathBuf,
    format: Option<&str>,
    start: Option<&Board>,
    names: Option<(Vec<u8>, Vec<u8>)>,
) -> PyResult<Records> {
    let extension = path.extension().and_then(|extension| Format::from_extension(extension.to_str()?));
    let input = BufReader::with_capacity(1 << 16, open(py, &path)?);
    Ok(Records(Mutex::new(records(Box::new(input), format, extension, start, names)?)))
}

fn open(py: Python<'_>, path: &Path) -> PyResult<File> {
    let file = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    });
    file.or_else(|error| {
        // Python's own function raises the error that its users know, with the path.
        py.import("io")?.call_method1("open", (path, "rb"))?;
        Err(error.into())
    })
}

/// Returns games as text, one record after another. Takes any iterable of games, such as the result
/// of `read`.
///
/// >>> write([Game("f5d6c3"), Game("c4")], "transcript")
/// 'f5d6c3\nc4\n'
#[pyfunction]
#[pyo3(signature = (games, format="transcript"))]
pub(crate) fn write(games: &Bound<'_, PyAny>, format: &str) -> PyResult<String> {
    games.try_iter()?.map(|game| game?.extract::<PyRef<'_, Game>>()?.write(format)).collect()
}

/// Returns games as the three files of WTHOR: games (`.wtb`), players (`.jou`), tournaments
/// (`.trn`). Takes any iterable of games.
///
/// >>> wtb, jou, trn = write_wthor([Game("f5d6c3")])
/// >>> parse(wtb, names=(jou, trn))[0].moves
/// ['f5', 'd6', 'c3']
#[pyfunction]
pub(crate) fn write_wthor<'py>(games: &Bound<'py, PyAny>) -> PyResult<[Bound<'py, PyBytes>; 3]> {
    let mut writer = wthor::Writer::default();
    for game in games.try_iter()? {
        writer.push(&game?.extract::<PyRef<'_, Game>>()?.0).map_err(refuse)?;
    }
    Ok([writer.games(), writer.players(), writer.tournaments()].map(|file| PyBytes::new(games.py(), &file)))
}

/// Returns the names of the record formats.
///
/// >>> formats()
/// ['transcript', 'ggf', 'obf', 'wthor', 'sgf', 'pgn', 'fen', 'json', 'board']
#[pyfunction]
pub(crate) fn formats() -> Vec<String> {
    Format::ALL.iter().map(Format::to_string).collect()
}

/// Opens an input in the given format, in the one of its content, or else in the fallback.
fn records(
    mut input: Box<dyn BufRead + Send>,
    format: Option<&str>,
    fallback: Option<Format>,
    start: Option<&Board>,
    names: Option<(Vec<u8>, Vec<u8>)>,
) -> PyResult<Reader<Box<dyn BufRead + Send>>> {
    let named: Option<Format> = format.map(str::parse).transpose().map_err(refuse)?;
    let encoding = Encoding::of(input.fill_buf()?);
    if !encoding.is_plain() && named != Some(Format::Wthor) {
        input = Box::new(BufReader::new(encoding.reader(input).strict()));
    }
    let mut beginning = Vec::new();
    input.by_ref().take(Format::DETECTED_BY as u64).read_to_end(&mut beginning)?;
    let format = named.or_else(|| detect(&beginning)).or(fallback);
    let format = format.ok_or_else(|| nothing_in(&String::from_utf8_lossy(&beginning)))?;
    let input: Box<dyn BufRead + Send> = Box::new(Cursor::new(beginning).chain(input));
    let reader = Reader::new(format, input).with_start(start.copied().unwrap_or_default().0);
    match names {
        None => Ok(reader),
        Some((players, tournaments)) => {
            Ok(reader.with_names(wthor::Names::parse(&players, &tournaments).map_err(refuse)?))
        }
    }
}

fn detect(beginning: &[u8]) -> Option<Format> {
    let board = || str::from_utf8(beginning).ok()?.parse::<Setup>().ok().map(|_| Format::Board);
    Format::detect(beginning).or_else(board)
}

/// The error for a text in no known format.
fn nothing_in(text: &str) -> PyErr {
    if text.trim().is_empty() {
        return refuse("there is nothing to read");
    }
    let quoted = excerpt(text);
    refuse(format!(
        "{quoted:?}: its format is unknown: give transcripts, boards, GGF, SGF, PGN, OBF, FEN, JSON or WTHOR, or name the format"
    ))
}
