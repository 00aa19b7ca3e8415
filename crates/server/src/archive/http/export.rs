//! Streams an export of any number of games.

use std::net::IpAddr;

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use outflank_rules::record::{self as rules_record, Format, Unwritable, wthor};
use tokio::sync::mpsc::{self, Sender};

use super::{filter, service::ArchiveService, stream::ChunkedBody};
use crate::{
    archive::{ArchiveEntry, ArchiveError, ArchivedGame},
    game::record,
    web::{ApiError, LimitedPeer, input::Query, zip::Zip},
};

/// Games per chunk.
const CHUNK_GAMES: usize = 200;

/// The most chunks that wait for the client.
const QUEUE_CAPACITY: usize = 4;

/// `GET /api/archive/export`
pub(crate) async fn export(
    State(service): State<ArchiveService>,
    query: Query,
    peer: LimitedPeer,
) -> Result<Response, ApiError> {
    let format = query.filled("format").map_or(Ok(Format::Ggf), record::game_format)?;
    let filter = filter(&query)?;
    let permit = service.start_export(peer.address)?;
    let ids = service.read(peer.address, move |archive| archive.ids(&filter)).await?;
    let (chunks, body) = mpsc::channel(QUEUE_CAPACITY);
    tokio::spawn(async move {
        let sent = send(&service, peer.address, &ids, Output::new(format), &chunks).await;
        // A client that sees the end may start the next export.
        drop(permit);
        match sent {
            Ok(()) => drop(chunks.send(None).await),
            Err(error) => tracing::error!(%error, "an export failed"),
        }
    });
    Ok(download(format, Body::new(ChunkedBody(body))))
}

fn download(format: Format, body: Body) -> Response {
    let (extension, kind) = match format {
        Format::Wthor => ("zip", "application/zip"),
        format => (format.extension(), record::kind(format)),
    };
    let disposition = format!("attachment; filename=\"outflank-archive.{extension}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], body).into_response()
}

/// Sends all games that the format can hold, until the client disconnects.
async fn send(
    service: &ArchiveService,
    address: IpAddr,
    ids: &[u32],
    mut output: Output,
    chunks: &Sender<Option<Bytes>>,
) -> Result<(), ApiError> {
    for ids in ids.chunks(CHUNK_GAMES) {
        let ids = ids.to_vec();
        let read = service.read_for_export(address, move |archive| {
            output.push_all(&ids, &archive.games(&ids)?);
            let chunk = output.take();
            Ok((output, chunk))
        });
        let chunk;
        (output, chunk) = read.await?;
        if !chunk.is_empty() && chunks.send(Some(chunk)).await.is_err() {
            return Ok(());
        }
    }
    let last = service.read_for_export(address, move |_| Ok(output.finish())).await?;
    if !last.is_empty() {
        let _ = chunks.send(Some(last)).await;
    }
    Ok(())
}

/// An export in progress.
struct Output {
    file: ExportFile,
    skipped: SkippedGames,
}

enum ExportFile {
    Text(Format, String),
    Wthor(Box<WthorZip>),
}

/// Games that are not in the file. The first 1,000 are named.
#[derive(Default)]
struct SkippedGames {
    count: u64,
    named: Vec<String>,
}

impl SkippedGames {
    const MAX_NAMED: usize = 1000;

    fn add(&mut self, name: impl FnOnce() -> String) {
        self.count += 1;
        if self.named.len() < SkippedGames::MAX_NAMED {
            self.named.push(name());
        }
    }

    /// The count and the named games, one per line with this prefix.
    fn text(&self, prefix: &str) -> String {
        let unnamed = self.count - self.named.len() as u64;
        let more = (unnamed > 0).then(|| format!("and {unnamed} more"));
        let head = std::iter::once(format!("left out: {}", self.count)).filter(|_| self.count > 0);
        let lines = head.chain(self.named.iter().cloned()).chain(more);
        lines.map(|line| format!("{prefix}{line}\n")).collect()
    }
}

impl Output {
    fn new(format: Format) -> Output {
        let file = match format {
            Format::Wthor => ExportFile::Wthor(Box::new(WthorZip::new())),
            format => ExportFile::Text(format, String::new()),
        };
        Output { file, skipped: SkippedGames::default() }
    }

    /// Adds the games of these numbers. Games that cannot be read are skipped.
    fn push_all(&mut self, ids: &[u32], games: &[ArchiveEntry]) {
        for entry in games {
            if let Err(cause) = self.push(&entry.game) {
                let ArchivedGame { black, white, .. } = &entry.game;
                self.skipped.add(|| format!("game {} ({black} - {white}): {cause}", entry.id));
            }
        }
        for &id in ids.iter().filter(|&&id| games.iter().all(|entry| entry.id != id)) {
            self.skipped.add(|| ArchiveError::Damaged { id }.to_string());
        }
    }

    fn push(&mut self, game: &ArchivedGame) -> Result<(), Unwritable> {
        match &mut self.file {
            ExportFile::Text(format, text) => {
                rules_record::write(*format, &game.record()).map(|record| text.push_str(&record))
            }
            ExportFile::Wthor(zip) => zip.push(game),
        }
    }

    /// Takes the bytes that are ready to send.
    fn take(&mut self) -> Bytes {
        match &mut self.file {
            ExportFile::Text(_, text) => std::mem::take(text).into(),
            ExportFile::Wthor(wthor) => wthor.zip.take().into(),
        }
    }

    /// The rest, with the skipped games in a comment. SGF, PGN and JSON have no comments between
    /// games and hold every game that can be read.
    fn finish(self) -> Bytes {
        let skipped = self.skipped;
        if skipped.count > 0 {
            tracing::warn!(count = skipped.count, first = skipped.named.first(), "an export skipped games");
        }
        match self.file {
            ExportFile::Text(Format::Transcript | Format::Ggf, text) => (text + &skipped.text("# ")).into(),
            ExportFile::Text(_, text) => text.into(),
            ExportFile::Wthor(wthor) => wthor.finish(&skipped).into(),
        }
    }
}

/// A WTHOR base as a ZIP: a file per year, and the files of names that they share. Games arrive in
/// the order of their days. `LEFT-OUT.txt` names skipped games.
struct WthorZip {
    zip: Zip,
    year: u32,
    writer: wthor::Writer,
}

impl WthorZip {
    fn new() -> WthorZip {
        WthorZip { zip: Zip::new(0), year: 0, writer: wthor::Writer::default() }
    }

    fn push(&mut self, game: &ArchivedGame) -> Result<(), Unwritable> {
        if game.day.year() != self.year {
            self.end_year();
            self.year = game.day.year();
        }
        let mut pushed = Ok(());
        for record in game.records_for_base() {
            pushed = self.writer.push(&record);
            if pushed.is_ok() {
                break;
            }
        }
        pushed
    }

    fn end_year(&mut self) {
        if !self.writer.is_empty() {
            self.zip.add(&format!("WTH_{:04}.wtb", self.year), &self.writer.games());
        }
        self.writer = wthor::Writer::new(self.writer.names().clone());
    }

    fn finish(mut self, skipped: &SkippedGames) -> Vec<u8> {
        self.end_year();
        if skipped.count > 0 {
            self.zip.add("LEFT-OUT.txt", skipped.text("").as_bytes());
        }
        self.zip.add("WTHOR.JOU", &self.writer.players());
        self.zip.add("WTHOR.TRN", &self.writer.tournaments());
        self.zip.finish()
    }
}
