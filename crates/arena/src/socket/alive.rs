//! Connections whose other end dies without a goodbye.

use std::{io, time::Duration};

use socket2::{SockRef, TcpKeepalive};

/// How long nothing may come over a connection before the system asks whether the other end is there; then how often, and how many times.
const QUIET: Duration = Duration::from_secs(10);
const ASKED_EVERY: Duration = Duration::from_secs(5);
const ASKED: u32 = 3;

/// A laptop that sleeps or leaves the network says no goodbye, and a server that loses its power does not either: the system asks whether the other end is there
/// still, and gives it up when it does not answer, or takes nothing of what was sent.
pub fn notice_death<'s, S>(stream: &'s S) -> io::Result<()>
where
    SockRef<'s>: From<&'s S>,
{
    let socket = SockRef::from(stream);
    let asked = TcpKeepalive::new().with_time(QUIET).with_interval(ASKED_EVERY).with_retries(ASKED);
    socket.set_tcp_keepalive(&asked)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(QUIET + ASKED_EVERY * ASKED))?;
    Ok(())
}
