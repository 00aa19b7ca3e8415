//! What an operator can choose.

use std::{net::IpAddr, net::Ipv4Addr, path::PathBuf};

pub use crate::{
    bots::BotSettings,
    class::{Classes, JsonClass, PickleClass},
    http::{HostName, Hosts, NotAHostName},
    jobs::JobSettings,
    limits::{Limits, Rate},
    pool::PoolConfig,
    rooms::RoomSettings,
};

/// Everything that a server is built from. The default is a server for tests: loopback, any port, nothing on the disk.
#[derive(Clone, Debug)]
pub struct Config {
    /// The interface.
    pub address: IpAddr,
    /// The port on it.
    pub port: Port,
    /// Where games are kept.
    pub storage: Storage,
    /// A folder with the page, instead of the one in the binary: for work on the page.
    pub web: Option<PathBuf>,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// What the engine may use.
    pub pool: PoolConfig,
    /// How much analysis anybody may ask for.
    pub jobs: JobSettings,
    /// How bots are treated.
    pub bots: BotSettings,
    /// Doors for the players of courses.
    pub classes: Classes,
    /// How patient games are.
    pub rooms: RoomSettings,
    /// Who may read the metrics.
    pub metrics: Audience,
    /// Who may bring games into the archive.
    pub imports: Audience,
    /// The names that the server answers to.
    pub hosts: Hosts,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: Ipv4Addr::LOCALHOST.into(),
            port: Port::Exactly(0),
            storage: Storage::Memory,
            web: None,
            limits: Limits::default(),
            pool: PoolConfig::default(),
            jobs: JobSettings::default(),
            bots: BotSettings::default(),
            classes: Classes::default(),
            rooms: RoomSettings::default(),
            metrics: Audience::ThisMachine,
            imports: Audience::ThisMachine,
            hosts: Hosts::default(),
        }
    }
}

/// Where the server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// This one, or none at all; 0 is any that is free.
    Exactly(u16),
    /// This one, or else the next that is free.
    From(u16),
}

/// For whom something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Those who ask from this machine.
    ThisMachine,
    /// All who can reach the server.
    Everybody,
}

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Nowhere: they end with the server.
    Memory,
    /// In a file in this folder, which is made if it is not there.
    Folder(PathBuf),
}
