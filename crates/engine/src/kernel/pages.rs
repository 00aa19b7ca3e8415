//! Large pages: a big table read at random spends much of its time on finding pages, unless they are large.

/// Asks the system to back this memory with large pages before it is touched. A system that will not is no harm.
pub(crate) fn prefer_large_pages<T>(memory: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        let spare = memory.spare_capacity_mut();
        let bytes = std::mem::size_of_val(spare);
        let start = spare.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        if skipped < bytes {
            // SAFETY: the range lies inside memory that the vector owns; the advice changes how it is backed, not what is in it.
            unsafe { libc::madvise(start.add(skipped).cast(), bytes - skipped, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// What the address must be a multiple of.
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;
