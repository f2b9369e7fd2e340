//! The untouched scan: where the first octet stands that no plain name has. And which octets are ASCII.
//!
//! AVX2 or SSE2 on x86-64, NEON on AArch64, and eight octets in a word elsewhere.
#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
use neon as blocks;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
use portable as blocks;
#[cfg(target_arch = "x86_64")]
use x86 as blocks;

/// The place of the first octet that is neither a lower-case letter, a digit, a hyphen nor a dot, or that is a hyphen
/// or dot behind another one; the length where there is none.
#[inline]
pub(crate) fn first_suspect(octets: &[u8]) -> usize {
    blocks::first_suspect(octets)
}

/// The same, octet by octet.
fn first_of_few(octets: &[u8]) -> usize {
    let mut after_mark = false;
    let is_suspect = |octet: &u8| {
        let is_mark = matches!(octet, b'-' | b'.');
        let good = (is_mark && !after_mark) || octet.is_ascii_lowercase() || octet.is_ascii_digit();
        after_mark = is_mark;
        !good
    };
    octets.iter().position(is_suspect).unwrap_or(octets.len())
}

/// A copy of octets as text, if they are ASCII, or the room for it. There is to be as much room as there are octets.
/// `core::str::from_utf8` of a copy would take a tenth of the time of a column of names.
#[inline]
pub(crate) fn ascii<'a>(octets: &[u8], room: &'a mut [u8]) -> Result<&'a str, &'a mut [u8]> {
    let is_ascii = match (octets.last_chunk::<16>(), room.as_chunks_mut::<16>().0) {
        (Some(last), chunks @ [_, ..]) => {
            let mut both = octets.as_chunks::<16>().0.iter().zip(chunks);
            // The last chunk overlaps those before.
            both.all(|(chunk, slot)| copied(chunk, slot))
                && room.last_chunk_mut().is_some_and(|slot| copied(last, slot))
        }
        _ => octets.iter().zip(&mut *room).all(|(&octet, slot)| copied(&[octet], core::array::from_mut(slot))),
    };
    let is_ascii = is_ascii && room.len() == octets.len();
    // SAFETY: the room has no other octets than the copy. Each was looked at when it was written, and ASCII is UTF-8.
    if is_ascii { Ok(unsafe { core::str::from_utf8_unchecked(room) }) } else { Err(room) }
}

/// Copies octets. Whether the copy is ASCII.
#[inline(always)]
fn copied<const N: usize>(octets: &[u8; N], copy: &mut [u8; N]) -> bool {
    *copy = *octets;
    copy.iter().fold(0, |bits, octet| bits | octet) < 0x80
}

/// Defines `first_suspect` by blocks of octets. `masks` tells of a block which octets are foreign and which are hyphens
/// or dots, in some bits for each octet.
macro_rules! by_blocks {
    ($block:literal, $bits_per_octet:literal, $masks:path $(, $attribute:meta)?) => {
        #[inline]
        $(#[$attribute])?
        pub(in crate::works::scan) fn first_suspect(octets: &[u8]) -> usize {
            let Some(last) = octets.last_chunk::<$block>() else { return crate::works::scan::first_of_few(octets) };
            let place = |start: usize, suspects: u64| {
                crate::bounded::add(start, crate::bounded::index(suspects.trailing_zeros() / $bits_per_octet))
            };
            let mut start = 0_usize;
            let mut before = 0;
            for block in octets.as_chunks::<$block>().0 {
                let (foreign, marks) = $masks(block);
                let suspects = foreign | (marks & ((marks << $bits_per_octet) | before));
                if suspects != 0 {
                    return place(start, suspects);
                }
                before = marks >> ($block * $bits_per_octet - $bits_per_octet);
                start = crate::bounded::add(start, $block);
            }
            // The last block overlaps those before, of which none is suspect.
            let (foreign, marks) = $masks(last);
            let suspects = foreign | (marks & (marks << $bits_per_octet));
            if suspects == 0 { octets.len() } else { place(crate::bounded::sub(octets.len(), $block), suspects) }
        }
    };
}

/// AVX2 where the processor has it, which nearly all have; SSE2 is part of x86-64.
#[cfg(target_arch = "x86_64")]
mod x86 {
    /// A little more than a block of names has. What the scan comes to next is fetched while names are judged by their
    /// ends.
    const AHEAD: usize = 6 << 10;

    /// From so many octets on AVX2 takes less time than SSE2.
    const LONG: usize = 128;

    #[inline]
    pub(super) fn first_suspect(octets: &[u8]) -> usize {
        // A text in a view is shorter than a few blocks of AVX2, and octets outside a block are looked at one by one.
        if octets.len() >= LONG && std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: AVX2 is there.
            return unsafe { avx2::first_suspect(octets) };
        }
        sse2::first_suspect(octets)
    }

    /// Defines `masks` of the octets in a vector.
    macro_rules! masks {
        ($(#[$attribute:meta])+ $block:literal, $vector:ident, $load:ident, $splat:ident, $greater:ident, $and:ident,
         $or:ident, $mask:ident) => {
            $(#[$attribute])+
            fn masks(block: &[u8; $block]) -> (u64, u64) {
                let pointer: *const $vector = block.as_ptr().cast();
                // SAFETY: The processor has the instructions: SSE2 is part of x86-64, and AVX2 is a feature of the
                // function, which only a caller with AVX2 calls. The octets are there, and the load asks for no
                // alignment. Nothing is read that is not there: to fetch is no access.
                unsafe {
                    _mm_prefetch::<_MM_HINT_T0>(pointer.wrapping_byte_add(super::AHEAD).cast());
                    let octets = $load(pointer);
                    // As signed numbers, octets that are not ASCII are below all others.
                    let between = |below, above| $and($greater(octets, $splat(below)), $greater($splat(above), octets));
                    let marks = between(0x2C, 0x2F);
                    let good = $or(marks, $or(between(0x60, 0x7B), between(0x2F, 0x3A)));
                    let mask = |octets| u64::from($mask(octets).cast_unsigned());
                    (mask(good) ^ (u64::MAX >> (64 - $block)), mask(marks))
                }
            }
        };
    }

    pub(super) mod sse2 {
        use core::arch::x86_64::{
            __m128i, _MM_HINT_T0, _mm_and_si128, _mm_cmpgt_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128,
            _mm_prefetch, _mm_set1_epi8,
        };

        by_blocks!(16, 1, masks);
        masks!(
            #[inline(always)]
            16,
            __m128i,
            _mm_loadu_si128,
            _mm_set1_epi8,
            _mm_cmpgt_epi8,
            _mm_and_si128,
            _mm_or_si128,
            _mm_movemask_epi8
        );
    }

    mod avx2 {
        use core::arch::x86_64::{
            __m256i, _MM_HINT_T0, _mm_prefetch, _mm256_and_si256, _mm256_cmpgt_epi8, _mm256_loadu_si256,
            _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8,
        };

        by_blocks!(32, 1, masks, target_feature(enable = "avx2"));
        masks!(
            #[inline]
            #[target_feature(enable = "avx2")]
            32,
            __m256i,
            _mm256_loadu_si256,
            _mm256_set1_epi8,
            _mm256_cmpgt_epi8,
            _mm256_and_si256,
            _mm256_or_si256,
            _mm256_movemask_epi8
        );
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use core::arch::aarch64::{
        uint8x16_t, vandq_u8, vcgeq_u8, vcleq_u8, vdupq_n_u8, vget_lane_u64, vld1q_u8, vmvnq_u8, vorrq_u8,
        vreinterpret_u64_u8, vreinterpretq_u16_u8, vshrn_n_u16,
    };

    by_blocks!(16, 4, masks);

    #[inline(always)]
    fn masks(block: &[u8; 16]) -> (u64, u64) {
        // SAFETY: NEON is part of AArch64. The sixteen octets are there, and the load asks for no alignment.
        unsafe {
            let octets = vld1q_u8(block.as_ptr());
            let between =
                |first, last| vandq_u8(vcgeq_u8(octets, vdupq_n_u8(first)), vcleq_u8(octets, vdupq_n_u8(last)));
            let marks = between(b'-', b'.');
            let good = vorrq_u8(marks, vorrq_u8(between(b'a', b'z'), between(b'0', b'9')));
            (mask(vmvnq_u8(good)), mask(marks))
        }
    }

    /// Four bits of each octet.
    #[inline(always)]
    fn mask(octets: uint8x16_t) -> u64 {
        // SAFETY: NEON is part of AArch64.
        unsafe { vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(vreinterpretq_u16_u8(octets)))) }
    }
}

#[cfg(any(test, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod portable {
    by_blocks!(8, 8, masks);

    use crate::swar::{self, HIGH_BITS};

    #[inline(always)]
    fn masks(block: &[u8; 8]) -> (u64, u64) {
        let octets = u64::from_le_bytes(*block);
        let from = |first: u8| swar::at_least(octets, first);
        let marks = from(b'-') & !from(b'/') & !octets;
        let good = (from(b'0') & !from(b':')) | (from(b'a') & !from(b'{'));
        (!(marks | (good & !octets)) & HIGH_BITS, marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::is_plain;

    #[test]
    fn vectors_and_words_find_what_is_found_octet_by_octet() {
        let fill = *b"abz-09.azy5.k-7";
        for length in (0..70_usize).chain(126..195) {
            let clean: Vec<u8> = fill.iter().copied().cycle().take(length).collect();
            assert_eq!(first_of_few(&clean), length);
            for place in 0..length {
                for octet in 0..=u8::MAX {
                    let mut octets = clean.clone();
                    if let Some(slot) = octets.get_mut(place) {
                        *slot = octet;
                    }
                    let first = first_of_few(&octets);
                    assert_eq!(first_suspect(&octets), first, "{octets:?}");
                    assert_eq!(portable::first_suspect(&octets), first, "{octets:?}");
                    // Where there is AVX2 no long text comes to SSE2.
                    #[cfg(target_arch = "x86_64")]
                    assert_eq!(x86::sse2::first_suspect(&octets), first, "{octets:?}");
                }
            }
        }
    }

    #[test]
    fn a_name_without_suspects_is_plain_if_its_ends_are() {
        for name in ["a", "www.example.com", "a.b.c.d.e.f.g.h.i.j", "example.com."] {
            assert!(is_plain(name.as_bytes()));
            assert_eq!(first_suspect(name.as_bytes()), name.len());
        }
        assert_eq!(first_suspect(b"www.example.com..example.com"), 16);
    }
}
