//! Large pages for large results.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;

/// Asks the operating system for large pages for memory that is still to be written, if there is much of it: what is
/// written there for the first time costs a fault for each page, and for 4,096 octets that is as much as to convert
/// fifty names.
#[cfg(target_os = "linux")]
pub(crate) fn prefer_large<T>(memory: &mut [MaybeUninit<T>]) {
    /// Fewer octets are not worth it.
    const LEAST: usize = 1 << 22;
    /// The smallest page there is. Where pages are larger the call is refused, and nothing is lost.
    const PAGE: usize = 4_096;
    /// MADV_HUGEPAGE of Linux.
    const HUGE_PAGES: core::ffi::c_int = 14;
    // SAFETY: So it is declared by the C library that Rust's own is linked with.
    unsafe extern "C" {
        fn madvise(start: *mut core::ffi::c_void, size: usize, advice: core::ffi::c_int) -> core::ffi::c_int;
    }
    let (start, size) = (memory.as_mut_ptr().cast::<u8>(), size_of_val(memory));
    // Whole pages, with all that lies in the first and the last: where the advice is for a part of what was mapped at
    // once, the kernel keeps two mappings, which do not grow in their place (mremap), so that all is copied.
    let before = start.addr() & (PAGE - 1);
    let pages = size.saturating_add(before).checked_next_multiple_of(PAGE).unwrap_or(0);
    if size >= LEAST {
        // SAFETY: Memory lies in each of the pages. The advice changes neither what is in them nor who may reach it, so
        // whether it is taken does not matter.
        unsafe { madvise(start.wrapping_sub(before).cast(), pages, HUGE_PAGES) };
    }
}

/// Only Linux is asked.
#[cfg(not(target_os = "linux"))]
pub(crate) fn prefer_large<T>(_memory: &mut [MaybeUninit<T>]) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// Returns what the kernel notes of the mapping in which an address lies.
    fn flags(address: usize) -> String {
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap_or_default();
        let mut is_of_it = false;
        for line in maps.lines() {
            let bounds = line.split(' ').next().and_then(|range| range.split_once('-'));
            let bounds = bounds.map(|(start, end)| [start, end].map(|end| usize::from_str_radix(end, 16)));
            if let Some([Ok(start), Ok(end)]) = bounds {
                is_of_it = (start..end).contains(&address);
            } else if let (true, Some(flags)) = (is_of_it, line.strip_prefix("VmFlags: ")) {
                return flags.to_owned();
            }
        }
        String::new()
    }

    #[test]
    fn large_memory_has_large_pages_and_keeps_what_is_in_it() {
        /// So much is a mapping of its own: glibc takes up to 32 MiB from memory in which another test may have asked.
        const OCTETS: usize = 1 << 26;
        let has_large = |items: &Vec<u64>| flags(items.as_ptr().addr() + (1 << 20)).split(' ').any(|flag| flag == "hg");
        for (octets, is_large) in [(8 << 20, true), (2 << 20, false)] {
            let mut items: Vec<u64> = Vec::with_capacity(OCTETS / 8);
            items.push(7);
            assert!(!has_large(&items));
            prefer_large(items.spare_capacity_mut().split_at_mut(octets / 8).0);
            assert_eq!(has_large(&items), is_large);
            assert_eq!((items.as_slice(), items.capacity()), ([7].as_slice(), OCTETS / 8));
        }
    }
}
