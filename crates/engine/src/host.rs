//! The clock and the threads of searches: those of the system, or in a web page, where the standard
//! library has none, those that the program sets with `set_host`.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use page::{Host, Instant, set_host};

/// Runs `lead` on this thread, and `help` with each number below `helpers` on a thread of its own.
/// Returns when all have ended.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(crate) fn run_together(helpers: usize, help: &(dyn Fn(usize) + Sync), lead: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        for number in 0..helpers {
            scope.spawn(move || help(number));
        }
        lead();
    });
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub(crate) use page::run_together;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod page {
    use std::sync::OnceLock;
    use std::time::Duration;

    /// What a web page gives to searches.
    #[derive(Clone, Copy, Debug)]
    pub struct Host {
        /// The time since any moment; it never runs backwards.
        pub now: fn() -> Duration,
        /// Runs the last argument on this thread, and the second with each number below the first
        /// on other threads, as far as there are any. Returns when all have ended.
        pub run_together: fn(usize, &(dyn Fn(usize) + Sync), &mut dyn FnMut()),
    }

    static HOST: OnceLock<Host> = OnceLock::new();

    /// Sets the clock and the threads, once. Without them time stands still, and one thread
    /// searches.
    pub fn set_host(host: Host) {
        let _ = HOST.set(host);
    }

    pub(crate) fn run_together(helpers: usize, help: &(dyn Fn(usize) + Sync), lead: &mut dyn FnMut()) {
        match HOST.get() {
            Some(host) if helpers > 0 => (host.run_together)(helpers, help, lead),
            _ => lead(),
        }
    }

    /// A moment on the clock of the host.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            Instant(HOST.get().map_or(Duration::ZERO, |host| (host.now)()))
        }

        /// The moment after this time, if the clock can show it.
        pub fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }

        /// The time since this moment.
        pub fn elapsed(self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
