//! Operations that cannot fail, whatever the input is: arithmetic that does not overflow, an index in range, an option
//! that is `Some`. A debug build, in which the tests run, asserts each.
//!
//! The kinds of arithmetic in this crate are told apart by their names:
//!
//! * `checked_*`: the input decides whether the result fits, and the input is refused if not (RFC 3492 section 6.4).
//! * `bounded::*`: the result fits, whatever the input is. A debug build, in which the tests run, asserts it. A release
//!   build does not look: there `+` is no substitute, as the release profile keeps `overflow-checks`.
//! * `wrapping_*`: the result is meant modulo a power of two; a comment says why.
//! * `saturating_*`: the smallest or largest value is meant where the result does not fit.
//!
//! Were a proof wrong, a release build would compute a wrong number. It would read no memory that it must not: every
//! access is checked or has its index masked.

use core::fmt::Debug;
use core::ops::Range;

/// The integers that the functions of this module take.
pub(crate) trait Integer: Copy + Debug + Ord {
    fn checked_add(self, other: Self) -> Option<Self>;
    fn checked_sub(self, other: Self) -> Option<Self>;
    fn checked_mul(self, other: Self) -> Option<Self>;
    fn plain_add(self, other: Self) -> Self;
    fn plain_sub(self, other: Self) -> Self;
    fn plain_mul(self, other: Self) -> Self;
}

/// `plain_*` are the instructions of the processor, which wrap.
macro_rules! integers {
    ($($integer:ident)*) => {
        $(impl Integer for $integer {
            #[inline(always)]
            fn checked_add(self, other: Self) -> Option<Self> {
                <$integer>::checked_add(self, other)
            }
            #[inline(always)]
            fn checked_sub(self, other: Self) -> Option<Self> {
                <$integer>::checked_sub(self, other)
            }
            #[inline(always)]
            fn checked_mul(self, other: Self) -> Option<Self> {
                <$integer>::checked_mul(self, other)
            }
            #[inline(always)]
            fn plain_add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn plain_sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn plain_mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
        })*
    };
}

integers!(u8 u32 u64 u128 usize i32 isize);

/// A sum that fits.
#[inline(always)]
#[track_caller]
pub(crate) fn add<I: Integer>(a: I, b: I) -> I {
    debug_assert!(a.checked_add(b).is_some(), "{a:?} + {b:?} does not fit");
    a.plain_add(b)
}

/// A difference that fits: of unsigned integers, the first is not less than the second.
#[inline(always)]
#[track_caller]
pub(crate) fn sub<I: Integer>(a: I, b: I) -> I {
    debug_assert!(a.checked_sub(b).is_some(), "{a:?} - {b:?} does not fit");
    a.plain_sub(b)
}

/// A product that fits.
#[inline(always)]
#[track_caller]
pub(crate) fn mul<I: Integer>(a: I, b: I) -> I {
    debug_assert!(a.checked_mul(b).is_some(), "{a:?} * {b:?} does not fit");
    a.plain_mul(b)
}

/// Numbers that may have to be told in a narrower type or in one without sign.
pub(crate) trait To<T>: Copy + Debug {
    fn checked(self) -> Option<T>;
    fn plain(self) -> T;
}

macro_rules! conversions {
    ($($from:ident to $($to:ident)*;)*) => {
        $($(impl To<$to> for $from {
            #[inline(always)]
            fn checked(self) -> Option<$to> {
                <$to>::try_from(self).ok()
            }
            #[inline(always)]
            #[allow(clippy::as_conversions, reason = "the one place where numbers are cut")]
            fn plain(self) -> $to {
                self as $to
            }
        })*)*
    };
}

conversions! {
    usize to u8 u16 u32 u64 i32 i64 isize;
    u128 to u64;
    u64 to u8 u32 usize;
    u32 to u8 usize;
    i32 to usize;
    isize to usize;
}

/// The same number as another type, which can hold it.
#[inline(always)]
#[track_caller]
pub(crate) fn to<T>(number: impl To<T>) -> T {
    debug_assert!(number.checked().is_some(), "{number:?} does not fit");
    number.plain()
}

/// A number that counts or places items in memory, so that it fits `usize`.
#[inline(always)]
#[track_caller]
pub(crate) fn index(number: impl To<usize>) -> usize {
    to(number)
}

/// An index below `LEN`, masked, so that the compiler drops the check of the access to an array of `LEN` items. `LEN`
/// is a power of two.
#[inline(always)]
#[track_caller]
pub(crate) fn below<const LEN: usize>(index: usize) -> usize {
    const { assert!(LEN.is_power_of_two()) }
    debug_assert!(index < LEN, "{index} is not below {LEN}");
    // Not saturating: `LEN` is at least 1. The lint refuses `-`.
    index & const { LEN.saturating_sub(1) }
}

/// A number of bits by which a word of 64 bits can be shifted.
#[inline(always)]
#[track_caller]
pub(crate) fn shift(bits: u32) -> u32 {
    debug_assert!(bits < u64::BITS, "{bits} is not below 64");
    bits % u64::BITS
}

/// The value of an option that is never `None`.
#[inline(always)]
#[track_caller]
pub(crate) fn present<T: Default>(option: Option<T>) -> T {
    debug_assert!(option.is_some(), "the option is `None`");
    option.unwrap_or_default()
}

/// An option that is never `None`, where no value could take the place of what it holds: the caller's other branch is
/// not taken.
#[inline(always)]
#[track_caller]
pub(crate) fn some<T>(option: Option<T>) -> Option<T> {
    debug_assert!(option.is_some(), "the option is `None`");
    option
}

/// The character of a scalar value.
#[inline(always)]
#[track_caller]
pub(crate) fn scalar(code_point: u32) -> char {
    debug_assert!(char::from_u32(code_point).is_some(), "{code_point:X} is not a scalar value");
    char::from_u32(code_point).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The item at an index that is in range.
#[inline(always)]
#[track_caller]
pub(crate) fn at<T: Copy + Default>(items: &[T], index: usize) -> T {
    debug_assert!(index < items.len(), "{index} is not below {}", items.len());
    items.get(index).copied().unwrap_or_default()
}

/// Writes an item at an index that is in range.
#[inline(always)]
#[track_caller]
pub(crate) fn put<T>(items: &mut [T], index: usize, item: T) {
    if let Some(slot) = some(items.get_mut(index)) {
        *slot = item;
    }
}

/// The first `count` items, of which there are as many.
#[inline(always)]
#[track_caller]
pub(crate) fn first<T>(items: &[T], count: usize) -> &[T] {
    debug_assert!(count <= items.len(), "{count} is beyond {}", items.len());
    items.get(..count).unwrap_or_default()
}

/// The items from `start` on, which is at most their end.
#[inline(always)]
#[track_caller]
pub(crate) fn rest<T>(items: &[T], start: usize) -> &[T] {
    debug_assert!(start <= items.len(), "{start} is beyond {}", items.len());
    items.get(start..).unwrap_or_default()
}

/// As [`rest`], to be written to.
#[inline(always)]
#[track_caller]
pub(crate) fn rest_mut<T>(items: &mut [T], start: usize) -> &mut [T] {
    debug_assert!(start <= items.len(), "{start} is beyond {}", items.len());
    items.get_mut(start..).unwrap_or_default()
}

/// The items of a range that is in range.
#[inline(always)]
#[track_caller]
pub(crate) fn part<T>(items: &[T], range: Range<usize>) -> &[T] {
    debug_assert!(items.get(range.clone()).is_some(), "{range:?} is not in {}", items.len());
    items.get(range).unwrap_or_default()
}

/// The characters of a range that is in range and cuts none.
#[inline(always)]
#[track_caller]
pub(crate) fn characters(text: &str, range: Range<usize>) -> &str {
    debug_assert!(text.get(range.clone()).is_some(), "{range:?} is not in {text:?}");
    text.get(range).unwrap_or_default()
}

/// The text of octets that are ASCII.
#[inline(always)]
#[track_caller]
pub(crate) fn ascii(octets: &[u8]) -> &str {
    debug_assert!(octets.is_ascii(), "{octets:?} is not ASCII");
    core::str::from_utf8(octets).unwrap_or_default()
}

/// The text of octets that are UTF-8.
#[track_caller]
pub(crate) fn utf8(octets: &[u8]) -> &str {
    debug_assert!(core::str::from_utf8(octets).is_ok(), "{octets:?} is not UTF-8");
    core::str::from_utf8(octets).unwrap_or_default()
}

/// The string of octets that are ASCII.
#[track_caller]
pub(crate) fn ascii_string(octets: Vec<u8>) -> String {
    debug_assert!(octets.is_ascii(), "{octets:?} is not ASCII");
    utf8_string(octets)
}

/// The string of octets that are UTF-8.
#[track_caller]
pub(crate) fn utf8_string(octets: Vec<u8>) -> String {
    debug_assert!(core::str::from_utf8(&octets).is_ok(), "{octets:?} is not UTF-8");
    String::from_utf8(octets).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{UnwindSafe, catch_unwind};

    fn is_refused<T>(work: impl FnOnce() -> T + UnwindSafe) -> bool {
        catch_unwind(work).is_err()
    }

    #[test]
    fn what_fits_is_computed() {
        assert_eq!((add(250_u8, 5), sub(5_u32, 5), mul(1_u64 << 32, 1 << 31)), (255, 0, 1 << 63));
        assert_eq!((to::<u8>(255_u32), index(u32::MAX), below::<8>(7)), (255, 0xFFFF_FFFF, 7));
        assert_eq!((shift(63), at(&[4, 5], 1), first(&[4, 5], 2), rest(&[4, 5], 1)), (63, 5, &[4, 5][..], &[5][..]));
        assert_eq!((rest_mut(&mut [4, 5], 1), present(Some(5))), (&mut [5][..], 5));
        assert_eq!((part(&[4, 5], 1..2), characters("aü", 1..3)), (&[5][..], "ü"));
        let mut items = [4, 5];
        put(&mut items, 1, 6);
        assert_eq!((items, some(Some(5)), scalar(0xFC)), ([4, 6], Some(5), 'ü'));
        assert_eq!((ascii(b"ab"), ascii_string(b"ab".to_vec())), ("ab", "ab".to_owned()));
    }

    /// The assertions are what makes an impossible case loud while the tests run.
    #[test]
    fn what_does_not_fit_is_loud_in_a_debug_build_alone() {
        let outcomes = [
            is_refused(|| add(250_u8, 6)),
            is_refused(|| sub(5_u32, 6)),
            is_refused(|| mul(1_u64 << 32, 1 << 32)),
            is_refused(|| to::<u8>(256_u32)),
            is_refused(|| index(-1)),
            is_refused(|| below::<8>(8)),
            is_refused(|| shift(64)),
            is_refused(|| present(None::<u8>)),
            is_refused(|| some(None::<u8>)),
            is_refused(|| scalar(0xD800)),
            is_refused(|| at(&[4, 5], 2)),
            is_refused(|| put(&mut [4, 5], 2, 6)),
            is_refused(|| first(&[4, 5], 3)),
            is_refused(|| rest(&[4, 5], 3)),
            is_refused(|| rest_mut(&mut [4, 5], 3).len()),
            is_refused(|| part(&[4, 5], 1..3)),
            is_refused(|| characters("ü", 0..1)),
            is_refused(|| ascii(&[0x80])),
            is_refused(|| ascii_string(vec![0x80])),
            is_refused(|| utf8_string(vec![0x80])),
        ];
        assert_eq!(outcomes, [cfg!(debug_assertions); 20]);
    }
}
