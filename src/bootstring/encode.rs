//! Code points to deltas (RFC 3492 sections 3.1, 3.2 and 6.3).
//!
//! The RFC scans the text once for each distinct code point. The same deltas follow from ranks: the code points are
//! handled in the order (value, place), and each is inserted behind as many as are handled already and stand before it.
//!
//! Bounds: places and ranks are below the length of the text, which fits `u32`; a short text has at most 64 code
//! points, so that a place is below `keys.len()` and its bit below 64.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use super::Observer;
use super::bias::adapt;
use super::division::Divisor;
use super::order::Places;
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire, admit};
use super::sort;
use super::trace::Step;
use super::varint::{self, Output};
use crate::error::{Error, ErrorKind};

/// Texts up to this length are handled without memory of their own.
const SHORT: usize = 64;

/// More digits than an integer of Punycode takes in a short text: `0x110000 * 65 < 10**8`, and a digit that is not the
/// last divides by 10 at least. Where other parameters need more, the text is handled as a long one.
const DIGITS: usize = 8;

/// Appends the encoded form of `text` to `output`.
#[inline]
pub(crate) fn encode<P: Parameters, R: Repertoire, O: Observer>(
    params: &P,
    text: &[u32],
    output: &mut Vec<u8>,
    observer: &mut O,
) -> Result<(), Error> {
    let start = output.len();
    let end = match text.len() {
        _ if O::LOOKS => None,
        0..=16 => encode_short::<P, R, 16>(params, text, output),
        17..=32 => encode_short::<P, R, 32>(params, text, output),
        33..=SHORT => encode_short::<P, R, SHORT>(params, text, output),
        _ => None,
    };
    output.truncate(start + end.unwrap_or(0));
    match end {
        Some(_) => Ok(()),
        None => encode_long::<P, R, O>(params, text, output, observer),
    }
}

/// A key of a short text: the code point, of 25 bits, above the six bits of its place. It is not negative as an `i32`,
/// which vectors compare faster.
const PLACE_BITS: u32 = 6;
const PLACE: i32 = (1 << PLACE_BITS) - 1;
const LARGEST_KEY: u32 = (1 << 25) - 1;

/// Appends the encoded form of a text of at most `N` code points, and more behind it; returns its length, or nothing if
/// it does not fit or the text has a fault.
#[inline(always)]
fn encode_short<P: Parameters, R: Repertoire, const N: usize>(
    params: &P,
    text: &[u32],
    output: &mut Vec<u8>,
) -> Option<usize> {
    let start = output.len();
    output.resize(start + N * DIGITS, 0);
    let slots = &mut output[start..];
    let literal = slots.first_chunk_mut::<N>()?;
    let mut keys = [sort::FILLER; N];
    let (mut basic, mut count) = (0_usize, 0_usize);
    let mut handled = 0_u64;
    let mut fault = false;
    for (&unit, place) in text.iter().zip(0_u32..) {
        let is_basic = unit < FIRST_NON_BASIC;
        literal[basic % N] = unit.to_le_bytes()[0];
        keys[count % N] = (unit << PLACE_BITS | place).cast_signed();
        basic = basic.wrapping_add(usize::from(is_basic));
        count = count.wrapping_add(usize::from(!is_basic));
        handled |= u64::from(is_basic).wrapping_shl(place);
        fault |= !R::has(unit) | (unit > LARGEST_KEY) | (!is_basic & (unit < params.initial_n()));
    }
    if fault {
        return None;
    }
    if let Some(unused) = keys.get_mut(count) {
        *unused = sort::FILLER;
    }
    match count {
        0..=8 => sort::by_rank::<8>(&mut keys),
        9..=16 => sort::by_rank::<16>(&mut keys),
        _ => keys[..count].sort_unstable(),
    }
    let mut cursor = Cursor { slots, end: basic };
    if basic > 0 {
        cursor.put(params.delimiter());
    }
    let in_order = keys.iter().take(count).map(|&key| {
        let bit = 1_u64 << (key & PLACE);
        let index = (handled & (bit - 1)).count_ones();
        handled |= bit;
        (key.cast_unsigned() >> PLACE_BITS, usize::try_from(index).unwrap_or(0))
    });
    insertions(params, in_order, basic, &mut cursor, &mut ());
    (cursor.end <= cursor.slots.len()).then_some(cursor.end)
}

/// Writes while there is room, and counts on.
struct Cursor<'a> {
    slots: &'a mut [u8],
    end: usize,
}

impl Output for Cursor<'_> {
    #[inline(always)]
    fn put(&mut self, octet: u8) {
        if let Some(slot) = self.slots.get_mut(self.end) {
            *slot = octet;
        }
        self.end = self.end.wrapping_add(1);
    }
    #[inline(always)]
    fn end(&self) -> usize {
        self.end
    }
}

#[cold]
fn encode_long<P: Parameters, R: Repertoire, O: Observer>(
    params: &P,
    text: &[u32],
    output: &mut Vec<u8>,
    observer: &mut O,
) -> Result<(), Error> {
    let literal_start = output.len();
    let mut keys = partition::<P, R>(params, text, output)?;
    let basic = text.len() - keys.len();
    if basic > 0 {
        output.push(params.delimiter());
    }
    debug_assert!(output.len() >= literal_start + basic);
    sort::by_value(&mut keys);
    let mut handled = Places::new(text.len(), |place| text[place] < FIRST_NON_BASIC);
    let in_order = keys.into_iter().map(|key| {
        let place = usize::try_from(key & u64::from(u32::MAX)).unwrap_or(0);
        (u32::try_from(key >> 32).unwrap_or(0), handled.insert(place))
    });
    insertions(params, in_order, basic, output, observer);
    Ok(())
}

/// Appends the basic code points to `output` and returns the others, each above the 32 bits of its place.
fn partition<P: Parameters, R: Repertoire>(params: &P, text: &[u32], output: &mut Vec<u8>) -> Result<Vec<u64>, Error> {
    let mut keys = Vec::new();
    for (place, &unit) in text.iter().enumerate() {
        let refused = |kind| Error::new(kind, place);
        match u8::try_from(unit) {
            Ok(basic) if basic.is_ascii() => output.push(basic),
            _ => {
                let code_point = admit::<R>(u64::from(unit)).map_err(refused)?;
                if code_point < params.initial_n() {
                    return Err(refused(ErrorKind::BelowInitialN));
                }
                let place = u32::try_from(place).map_err(|_| refused(ErrorKind::Overflow))?;
                keys.push(u64::from(code_point) << 32 | u64::from(place));
            }
        }
    }
    Ok(keys)
}

/// The main loop of section 6.3: one delta for each insertion, a code point and its index.
///
/// No delta overflows: a text has at most 2**32 code points and an index is below its length, so that a delta is at most
/// `(2**32 - 1) * 2**32 + (2**32 - 1)`.
#[inline(always)]
fn insertions<P: Parameters, O: Observer>(
    params: &P,
    insertions: impl Iterator<Item = (u32, usize)>,
    basic: usize,
    output: &mut impl Output,
    observer: &mut O,
) {
    let mut bias = params.initial_bias();
    let mut n = params.initial_n();
    let mut i = 0_u64;
    let mut length = u64::try_from(basic).unwrap_or(u64::MAX);
    let mut first = true;
    for (code_point, index) in insertions {
        let target = u64::try_from(index).unwrap_or(u64::MAX);
        length = length.wrapping_add(1);
        let wraps = u64::from(code_point.wrapping_sub(n));
        let delta = wraps.wrapping_mul(length).wrapping_add(target).wrapping_sub(i);
        let start = output.end();
        varint::write(params, delta, bias, output);
        bias = adapt(params, delta, Divisor::new(length, delta), first);
        observer.step(Step { delta, digits: start..output.end(), bias, n: code_point, i: index });
        n = code_point;
        i = target.wrapping_add(1);
        first = false;
    }
}
