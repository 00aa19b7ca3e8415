//! The server as a process, and what it uses.

use std::{
    env, fs,
    io::{self, BufRead, BufReader, Write},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};

use outflank_server::{
    config::{Config, Storage},
    web::app::App,
};
use tempfile::TempDir;

/// Says that this program is the server, with its games in the folder named next.
pub(super) const ARGUMENT: &str = "--serve";

/// A tick of the times in `/proc`, which is the same on every Linux that is not built for something special.
const TICK: Duration = Duration::from_millis(10);

/// Killed when it is dropped.
pub(super) struct Server {
    child: Child,
    pub(super) address: SocketAddr,
    /// Deleted with it.
    _folder: TempDir,
}

/// What the process does: serves until whoever started it is gone.
pub(super) fn serve(folder: &str) -> io::Result<()> {
    let config = Config { storage: Storage::Folder(PathBuf::from(folder)), ..Config::default() };
    tokio::runtime::Runtime::new()?.block_on(async {
        let app = App::build(config).await.map_err(io::Error::other)?;
        println!("{}", app.address());
        io::stdout().flush()?;
        let gone = tokio::task::spawn_blocking(|| io::stdin().read_line(&mut String::new()));
        app.run(async { drop(gone.await) }).await;
        Ok(())
    })
}

impl Server {
    /// With a file on the disk where builds are, since temporary files may be in memory.
    pub(super) fn start() -> io::Result<Server> {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
        let mut command = Command::new(env::current_exe()?);
        command.arg(ARGUMENT).arg(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let mut address = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut address)?;
        let address = address.trim_end().parse().map_err(io::Error::other)?;
        Ok(Server { child, address, _folder: folder })
    }

    /// Bytes in memory; nothing where the system does not tell.
    pub(super) fn memory(&self) -> io::Result<u64> {
        let Some(status) = self.told("status")? else { return Ok(0) };
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        Ok(kilobytes.unwrap_or_default() * 1024)
    }

    /// Processor time that it has used; nothing where the system does not tell.
    pub(super) fn processor_time(&self) -> io::Result<Duration> {
        let Some(stat) = self.told("stat")? else { return Ok(Duration::ZERO) };
        // After the name, which is in brackets: user and system time are the 12th and 13th.
        let words = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(11).take(2);
        Ok(TICK * words.filter_map(|word| word.parse::<u32>().ok()).sum::<u32>())
    }

    fn told(&self, file: &str) -> io::Result<Option<String>> {
        if !cfg!(target_os = "linux") {
            return Ok(None);
        }
        fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).map(Some)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
