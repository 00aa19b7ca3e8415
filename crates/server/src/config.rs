//! The configuration of a server.

use std::{net::IpAddr, net::Ipv4Addr, path::PathBuf};

use outflank_arena::roster::Roster;

pub use crate::{
    bots::BotSettings,
    engine::{jobs::JobSettings, pool::PoolConfig},
    game::RoomSettings,
    web::{
        HostName, Hosts, ParseHostNameError,
        limits::{Limits, Rate},
        tls::{Tls, TlsError},
    },
};

/// The configuration of a server. The default is for tests: loopback, any free port, nothing on
/// disk.
#[derive(Clone, Debug)]
pub struct Config {
    /// The interface.
    pub address: IpAddr,
    /// The port.
    pub port: Port,
    /// Where games are stored.
    pub storage: Storage,
    /// The certificate and key for HTTPS. Programs may use HTTP at the same port.
    pub tls: Option<Tls>,
    /// A folder with the page instead of the one in the binary, for work on the page.
    pub web: Option<PathBuf>,
    /// Rate limits and connection limits.
    pub limits: Limits,
    /// The engine's threads and memory.
    pub pool: PoolConfig,
    /// Limits of analysis jobs.
    pub jobs: JobSettings,
    /// Settings for bots.
    pub bots: BotSettings,
    /// Players that the operator offers: built-in bots, programs, addresses.
    pub players: Roster,
    /// Timeouts of games.
    pub rooms: RoomSettings,
    /// Who may read the metrics.
    pub metrics: Audience,
    /// Who may import games into the archive.
    pub imports: Audience,
    /// The host names that the server answers to.
    pub hosts: Hosts,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: Ipv4Addr::LOCALHOST.into(),
            port: Port::Exactly(0),
            storage: Storage::Memory,
            tls: None,
            web: None,
            limits: Limits::default(),
            pool: PoolConfig::default(),
            jobs: JobSettings::default(),
            bots: BotSettings::default(),
            players: Roster::default(),
            rooms: RoomSettings::default(),
            metrics: Audience::ThisMachine,
            imports: Audience::ThisMachine,
            hosts: Hosts::default(),
        }
    }
}

/// The port of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// This port or an error; 0 is any free port.
    Exactly(u16),
    /// This port, or the next free one.
    From(u16),
}

/// Who may do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Clients on this machine.
    ThisMachine,
    /// All clients.
    Everybody,
}

/// Where games are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In memory: they are lost when the server stops.
    Memory,
    /// In a database in this folder, which is created if missing.
    Folder(PathBuf),
}
