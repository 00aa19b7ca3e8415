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
    Input, TerminalIo,
    source::{Source, has_hung_up},
};
use crate::screen::{App, view};

/// The capacity in bytes, enough to write a whole screen at once.
const BUFFER: usize = 1 << 16;

/// The terminal of standard input and output. Writes only the changed cells, and sends no queries,
/// which a terminal could leave unanswered.
pub(crate) struct Tty {
    backend: CrosstermBackend<BufWriter<Stdout>>,
    /// The content of the screen.
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

    /// Polls the size, because not every system reports a change.
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

impl TerminalIo for Tty {
    fn size(&self) -> Size {
        self.shown.area.as_size()
    }

    fn draw(&mut self, app: &App) -> io::Result<()> {
        let mut next = Buffer::empty(self.shown.area);
        view::draw(app, &mut next);
        let drawn = self.backend.draw(self.shown.diff(&next).into_iter());
        self.shown = next;
        match drawn.and_then(|()| Backend::flush(&mut self.backend)) {
            // The next `wait` returns an interrupt.
            Err(_) if has_hung_up() => Ok(()),
            drawn => drawn,
        }
    }

    fn wait(&mut self, timeout: Duration) -> io::Result<Option<Input>> {
        if (self.is_interrupted)() {
            return Ok(Some(Input::Interrupt));
        }
        match self.resized() {
            Err(_) if has_hung_up() => return Ok(Some(Input::Interrupt)),
            Ok(None) => {}
            resized => return resized,
        }
        self.source.next(timeout)
    }
}

/// The size of the terminal; 80x24 if unknown.
fn size() -> Size {
    let (Width(width), Height(height)) = terminal_size_of(io::stdout()).unwrap_or((Width(80), Height(24)));
    Size { width, height }
}
