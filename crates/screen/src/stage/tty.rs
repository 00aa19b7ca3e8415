//! The real terminal.

use std::{
    io::{self, BufWriter, Stdout},
    time::{Duration, Instant},
};

use ratatui::{
    backend::{Backend, ClearType, CrosstermBackend},
    buffer::Buffer,
    crossterm::event::{self, Event, KeyEventKind, MouseEventKind},
    layout::{Rect, Size},
};
use terminal_size::{Height, Width, terminal_size_of};

use super::{Input, Stage};
use crate::{App, view};

/// A screenful is written at one stroke.
const BUFFER: usize = 1 << 16;

/// The terminal of standard output, with keys from that of standard input. Only what differs from the picture before is written, and the
/// terminal is never asked anything that it could leave unanswered.
pub(crate) struct Tty {
    backend: CrosstermBackend<BufWriter<Stdout>>,
    /// What is on the screen.
    shown: Buffer,
    begun: Instant,
    is_interrupted: fn() -> bool,
}

impl Tty {
    pub(crate) fn new(is_interrupted: fn() -> bool) -> io::Result<Tty> {
        let backend = CrosstermBackend::new(BufWriter::with_capacity(BUFFER, io::stdout()));
        let mut tty = Tty { backend, shown: Buffer::default(), begun: Instant::now(), is_interrupted };
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
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn size(&self) -> Size {
        self.shown.area.as_size()
    }

    fn draw(&mut self, app: &App) -> io::Result<()> {
        let mut next = Buffer::empty(self.shown.area);
        view::draw(app, &mut next);
        self.backend.draw(self.shown.diff(&next).into_iter())?;
        self.shown = next;
        Backend::flush(&mut self.backend)
    }

    fn wait(&mut self, patience: Duration) -> io::Result<Option<Input>> {
        if (self.is_interrupted)() {
            return Ok(Some(Input::Interrupt));
        }
        if let Some(resized) = self.resized()? {
            return Ok(Some(resized));
        }
        match comes(patience)? {
            Comes::Nothing => return Ok(None),
            Comes::HangUp => return Ok(Some(Input::Interrupt)),
            Comes::Event => {}
        }
        let mut event = event::read()?;
        // Of a mouse on its way only the last place matters.
        while is_motion(&event) && matches!(comes(Duration::ZERO)?, Comes::Event) {
            event = event::read()?;
        }
        Ok(input(&event))
    }
}

/// What can be read from the terminal.
enum Comes {
    Nothing,
    Event,
    /// The terminal is gone.
    HangUp,
}

/// Waits for an event. `event::poll` never returns from a terminal that has hung up, so it is called only where there is one.
#[cfg(unix)]
fn comes(patience: Duration) -> io::Result<Comes> {
    if has_hung_up(Duration::ZERO)?.is_none_or(|is_gone| !is_gone) && event::poll(Duration::ZERO)? {
        return Ok(Comes::Event);
    }
    Ok(match has_hung_up(patience)? {
        Some(true) => Comes::HangUp,
        // Bytes that are no event yet must not make the wait for the rest of them a busy one.
        Some(false) if event::poll(patience)? => Comes::Event,
        None | Some(false) => Comes::Nothing,
    })
}

/// Whether the terminal is gone, once there is something to read from it; `None` if nothing comes.
#[cfg(unix)]
fn has_hung_up(patience: Duration) -> io::Result<Option<bool>> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
    let patience = Timespec::try_from(patience).map_err(io::Error::other)?;
    match poll(&mut watched, Some(&patience)) {
        Ok(0) | Err(rustix::io::Errno::INTR) => Ok(None),
        Ok(_) => Ok(Some(watched[0].revents().intersects(PollFlags::HUP | PollFlags::ERR))),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn comes(patience: Duration) -> io::Result<Comes> {
    Ok(if event::poll(patience)? { Comes::Event } else { Comes::Nothing })
}

fn is_motion(event: &Event) -> bool {
    matches!(event, Event::Mouse(mouse) if mouse.kind == MouseEventKind::Moved)
}

fn input(event: &Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(*key)),
        Event::Mouse(mouse) => Some(Input::Mouse(*mouse)),
        _ => None,
    }
}

/// A terminal that does not tell its size is taken for a usual one.
fn size() -> Size {
    let (Width(width), Height(height)) = terminal_size_of(io::stdout()).unwrap_or((Width(80), Height(24)));
    Size { width, height }
}
