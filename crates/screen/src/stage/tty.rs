//! The real terminal.

use std::{
    io::{self, BufWriter, Stdout},
    time::Duration,
};

use ratatui::{
    backend::{Backend, ClearType, CrosstermBackend},
    buffer::Buffer,
    layout::{Rect, Size},
};
use terminal_size::{Height, Width, terminal_size_of};

use super::{
    Input, Stage,
    source::{Source, has_hung_up},
};
use crate::{App, view};

/// A screenful is written at one stroke.
const BUFFER: usize = 1 << 16;

/// The terminal of standard output, with keys from that of standard input. Only what differs from the picture before is written, and the
/// terminal is never asked anything that it could leave unanswered.
pub(crate) struct Tty {
    backend: CrosstermBackend<BufWriter<Stdout>>,
    /// What is on the screen.
    shown: Buffer,
    source: Source,
    is_interrupted: fn() -> bool,
}

impl Tty {
    pub(crate) fn new(is_interrupted: fn() -> bool) -> io::Result<Tty> {
        let backend = CrosstermBackend::new(BufWriter::with_capacity(BUFFER, io::stdout()));
        let (shown, source) = (Buffer::default(), Source::default());
        let mut tty = Tty { backend, shown, source, is_interrupted };
        tty.clear(size())?;
        Ok(tty)
    }

    /// The size is asked for again and again: not every system tells of a change.
    fn resized(&mut self) -> io::Result<Option<Input>> {
        let size = size();
        if size == self.size() {
            return Ok(None);
        }
        self.clear(size)?;
        Ok(Some(Input::Resize(size)))
    }

    fn clear(&mut self, size: Size) -> io::Result<()> {
        self.shown = Buffer::empty(Rect { x: 0, y: 0, width: size.width, height: size.height });
        self.backend.clear_region(ClearType::All)
    }
}

impl Stage for Tty {
    fn size(&self) -> Size {
        self.shown.area.as_size()
    }

    fn draw(&mut self, app: &App) -> io::Result<()> {
        let mut next = Buffer::empty(self.shown.area);
        view::draw(app, &mut next);
        let drawn = self.backend.draw(self.shown.diff(&next).into_iter());
        self.shown = next;
        match drawn.and_then(|()| Backend::flush(&mut self.backend)) {
            // Whoever waits for keys next is told.
            Err(_) if has_hung_up() => Ok(()),
            drawn => drawn,
        }
    }

    fn wait(&mut self, patience: Duration) -> io::Result<Option<Input>> {
        if (self.is_interrupted)() {
            return Ok(Some(Input::Interrupt));
        }
        match self.resized() {
            Err(_) if has_hung_up() => return Ok(Some(Input::Interrupt)),
            Ok(None) => {}
            resized => return resized,
        }
        self.source.next(patience)
    }
}

/// A terminal that does not tell its size is taken for a usual one.
fn size() -> Size {
    let (Width(width), Height(height)) = terminal_size_of(io::stdout()).unwrap_or((Width(80), Height(24)));
    Size { width, height }
}
