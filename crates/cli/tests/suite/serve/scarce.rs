//! `outflank serve` with few resources: a full disk, few file descriptors.

use std::{
    io::{Read, Write},
    net::TcpStream,
    process::{Command, Stdio},
};

use tempfile::TempDir;

use super::{Server, connection::Connection};

/// A server started by a shell that sets a limit first.
fn limited(limit: &str, args: &[&str]) -> Server {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{limit}; exec \"$0\" \"$@\"")).arg(env!("CARGO_BIN_EXE_outflank"));
    shell.args(["serve", "--no-open", "--port", "0"]).args(args);
    Server::start(shell.stdout(Stdio::piped()).stderr(Stdio::piped()))
}

/// For SQLite, a file that may not grow is like a full disk. The unit of the limit is 512 bytes.
#[test]
fn a_server_that_cannot_write_is_not_ready() {
    let data = TempDir::new().expect("a folder");
    let folder = data.path().to_str().expect("UTF-8");
    let server = limited("trap '' XFSZ; ulimit -f 1024", &["--data", folder, "--log", "off"]);
    let mut connection = Connection::open(&server.host).expect("it listens");
    assert_eq!(connection.get("/ready").expect("an answer").status, 200);
    let mut create = || connection.post("/api/games", None, &serde_json::json!({})).expect("an answer").status;
    while create() == 201 {}
    assert_eq!(connection.get("/ready").expect("an answer").status, 503, "no game can be written");
}

#[test]
fn connections_beyond_the_file_descriptors_are_refused_and_logged_once() {
    let mut server = limited("ulimit -n 160", &["--in-memory"]);
    let mut first = Connection::open(&server.host).expect("it listens");
    first.get("/health").expect("an answer").expect(200);
    let crowd: Vec<TcpStream> = (0..300).map(|_| TcpStream::connect(&server.host).expect("it listens")).collect();
    // The last connection exceeds every limit. When it ends, the server has seen all others.
    let mut rest = Vec::new();
    let mut last = crowd.last().expect("a crowd");
    last.set_read_timeout(Some(std::time::Duration::from_secs(15))).expect("a timeout");
    let _ = last.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let ended = last.read_to_end(&mut rest);
    let is_cut = match &ended {
        Ok(_) => rest.is_empty(),
        Err(cause) => cause.kind() == std::io::ErrorKind::ConnectionReset,
    };
    assert!(is_cut, "it still waits: {ended:?}");
    first.get("/health").expect("who is inside is answered").expect(200);
    drop(crowd);
    server.child.kill().expect("it runs");
    let log = server.stderr();
    assert_eq!(log.lines().filter(|line| line.contains("WARN")).count(), 1, "{log}");
}
