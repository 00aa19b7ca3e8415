//! The server as a process, with its memory and CPU time.

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

/// The argument that makes this program the server. The next argument is the folder of its games.
pub(super) const ARGUMENT: &str = "--serve";

/// A tick of the times in `/proc`. It is the same on all usual builds of Linux.
const TICK: Duration = Duration::from_millis(10);

/// The server process. It is killed on drop.
pub(super) struct Server {
    child: Child,
    pub(super) address: SocketAddr,
    /// The folder of its games, deleted on drop.
    _folder: TempDir,
}

/// Runs the server until the parent process closes its standard input.
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
    /// Stores the games on the disk of the build folder, because temporary files may be in memory.
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

    /// Bytes in memory; 0 if the system does not report them.
    pub(super) fn memory(&self) -> io::Result<u64> {
        let Some(status) = self.read_proc("status")? else { return Ok(0) };
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        Ok(kilobytes.unwrap_or_default() * 1024)
    }

    /// CPU time used; 0 if the system does not report it.
    pub(super) fn processor_time(&self) -> io::Result<Duration> {
        let Some(stat) = self.read_proc("stat")? else { return Ok(Duration::ZERO) };
        // After the name, which is in brackets, user and system time are fields 12 and 13.
        let words = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(11).take(2);
        Ok(TICK * words.filter_map(|word| word.parse::<u32>().ok()).sum::<u32>())
    }

    fn read_proc(&self, file: &str) -> io::Result<Option<String>> {
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
