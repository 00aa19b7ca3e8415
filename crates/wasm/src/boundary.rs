//! The way in and out of WebAssembly: texts as pointers and lengths.

#![deny(clippy::undocumented_unsafe_blocks)]

use std::cell::RefCell;
use std::ptr;
use std::time::Duration;

use crate::Page;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since any moment.
    safe fn now() -> f64;
    /// Takes the state of a job.
    fn report(text: *const u8, length: usize);
    /// Takes the reply to the call.
    fn reply(text: *const u8, length: usize);
    /// Takes the message of a panic. The instance is of no use afterwards.
    fn panicked(text: *const u8, length: usize);
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::new(Page::new(clock));
}

fn clock() -> Duration {
    Duration::from_micros((now() * 1000.0) as u64)
}

/// Prepares the instance. Call it once, before all else, and once only for all threads.
#[unsafe(no_mangle)]
extern "C" fn begin() {
    #[cfg(feature = "engine")]
    outflank_engine::host::set_host(outflank_engine::host::Host {
        now: clock,
        #[cfg(target_feature = "atomics")]
        run_together: crate::threads::run_together,
        #[cfg(not(target_feature = "atomics"))]
        run_together: |_, _, lead| lead(),
    });
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        // SAFETY: the host reads this much of the text during the call.
        unsafe { panicked(text.as_ptr(), text.len()) };
    }));
}

/// Memory for a request of this many bytes, which [`call`] takes back.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Answers the request in this memory: by `report` any number of times, then by `reply` once.
///
/// # Safety
///
/// The memory is from [`allocate`] with the same length, and is not used again.
#[unsafe(no_mangle)]
unsafe extern "C" fn call(request: *mut u8, length: usize) {
    // SAFETY: the caller returns what `allocate` gave out.
    let request = unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(request, length)) };
    // SAFETY: the host reads this much of the text during the call.
    let mut send = |text: String| unsafe { report(text.as_ptr(), text.len()) };
    let text = PAGE.with_borrow_mut(|page| page.call(&request, &mut send));
    // SAFETY: as above.
    unsafe { reply(text.as_ptr(), text.len()) };
}

/// The address of the byte that stops the search when the host sets it to 1; null before the first
/// search.
#[cfg(feature = "engine")]
#[unsafe(no_mangle)]
extern "C" fn stop_flag() -> *const u8 {
    PAGE.with_borrow(|page| page.engine.stop_flag().map_or(ptr::null(), |flag| flag.as_ptr().cast_const().cast()))
}
