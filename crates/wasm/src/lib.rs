//! The rules and the engine in the page: one call, with JSON in and JSON out.
//!
//! A request is a line with the name of the call, a line of JSON, and the bytes of a file, if the
//! call takes one. A reply is `{"ok": …}` or `{"error": …}`, with the same contents as those of the
//! server. [`Page::call`] answers; `boundary` is the way in and out of WebAssembly, and
//! `crates/server/web/js/engine` is the other side of it.
//!
//! | call | input | feature |
//! |---|---|---|
//! | `line` | as `POST /api/line` | |
//! | `position`, `read` | as `POST /api/position` and `POST /api/read` | `records` |
//! | `write` | a game and a format | `records` |
//! | `start` | memory and threads | `engine` |
//! | `install` | a weight file | `engine` |
//! | `choose` | a position, a level and a seed | `engine` |
//! | `job` | as `POST /api/jobs`, with its states as reports | `engine` |

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod boundary;
#[cfg(feature = "engine")]
mod engine;
mod error;
#[cfg(feature = "records")]
mod records;
#[cfg(all(target_arch = "wasm32", target_feature = "atomics", feature = "engine"))]
#[allow(unsafe_code)]
mod threads;

use std::time::Duration;

use outflank_study::view::json;
use outflank_study::{GameInput, replay};
use serde::de::DeserializeOwned;

use error::Error;

/// The rules and the engine of a page, or of one of its workers.
pub struct Page {
    /// The time since any moment.
    now: fn() -> Duration,
    #[cfg(feature = "engine")]
    engine: engine::Engine,
}

/// The JSON of a reply, or why there is none.
type Answer = Result<String, Box<Error>>;

impl Page {
    /// A page with a clock that never runs backwards.
    pub fn new(now: fn() -> Duration) -> Page {
        Page {
            now,
            #[cfg(feature = "engine")]
            engine: engine::Engine::default(),
        }
    }

    /// Answers a request. Jobs report their states meanwhile.
    pub fn call(&mut self, request: &[u8], report: &mut dyn FnMut(String)) -> String {
        let (call, rest) = split(request);
        let (input, file) = split(rest);
        match self.answer(call, input, file, report) {
            Ok(json) => format!("{{\"ok\":{json}}}"),
            Err(error) => format!("{{\"error\":{}}}", json(&error)),
        }
    }

    #[allow(unused_variables, reason = "without a feature its calls are missing")]
    fn answer(&mut self, call: &[u8], input: &[u8], file: &[u8], report: &mut dyn FnMut(String)) -> Answer {
        match call {
            b"line" => {
                let subject: GameInput = read(input)?;
                let (variant, game) = subject.read()?;
                Ok(replay(variant, &game))
            }
            #[cfg(feature = "records")]
            b"position" => records::position(&read(input)?, self.now),
            #[cfg(feature = "records")]
            b"read" => records::read(&read(input)?, file),
            #[cfg(feature = "records")]
            b"write" => records::write(read(input)?),
            #[cfg(feature = "engine")]
            b"start" => Ok(self.engine.start(&read(input)?)),
            #[cfg(feature = "engine")]
            b"install" => engine::install(file),
            #[cfg(feature = "engine")]
            b"choose" => self.engine.choose(read(input)?),
            #[cfg(feature = "engine")]
            b"job" => self.engine.run(read(input)?, self.now, report),
            other => Err(Error::unknown(&String::from_utf8_lossy(other))),
        }
    }
}

fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, Box<Error>> {
    Ok(serde_json::from_slice(json)?)
}

/// The first line, and the bytes after it.
fn split(request: &[u8]) -> (&[u8], &[u8]) {
    match request.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&request[..end], &request[end + 1..]),
        None => (request, &[]),
    }
}
