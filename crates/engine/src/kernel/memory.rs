//! Memory of tables, and hints to the memory system.

use std::mem::MaybeUninit;
use std::sync::atomic::AtomicU64;

/// Prefetches the cache line of a value that is needed soon.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 CPU has the instruction, and it does not read, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Returns words that are zero, on large pages if possible. The system clears a page when it is
/// first touched, so a big table is ready at once.
pub(crate) fn zeroed_words(count: usize) -> Box<[AtomicU64]> {
    let mut memory = Box::<[AtomicU64]>::new_zeroed_slice(count);
    prefer_large_pages(&mut memory);
    // SAFETY: a word of zero bits is valid.
    unsafe { memory.assume_init() }
}

/// Asks the system to back this memory with large pages, before it is touched. Random reads in a
/// big table then spend less time on address translation. A refusal does no harm.
pub(crate) fn prefer_large_pages<T>(memory: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        let bytes = std::mem::size_of_val(memory);
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        if skipped < bytes {
            // SAFETY: the range lies inside the memory of the slice; the advice changes how it is
            // backed, not what is in it.
            unsafe { libc::madvise(start.add(skipped).cast(), bytes - skipped, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// The alignment that `madvise` requires: the largest page of ARM64. Other systems have pages of 4
/// KiB.
#[cfg(target_os = "linux")]
const PAGE: usize = 64 << 10;
