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
use super::order::{Handled, Mask, Places};
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire};
use super::sort;
use super::trace::Step;
use super::varint::{self, Output};
use crate::error::{Error, ErrorKind};

/// Texts up to this length are handled without memory of their own.
const SHORT: usize = 64;
const VERY_SHORT: usize = 16;

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
    if text.len() <= SHORT && !O::LOOKS {
        output.resize(start + text.len() * DIGITS + 1, 0);
        let end = encode_short::<P, R>(params, text, &mut output[start..]);
        output.truncate(start + end.unwrap_or(0));
        if end.is_some() {
            return Ok(());
        }
    }
    encode_long::<P, R, O>(params, text, output, observer)
}

/// Writes the encoded form of a short text into `slots`, which have room for `text.len() * DIGITS + 1` octets; returns
/// its length, or nothing if it does not fit or the text has a fault.
#[inline]
pub(crate) fn encode_short<P: Parameters, R: Repertoire>(params: &P, text: &[u32], slots: &mut [u8]) -> Option<usize> {
    if text.len() <= VERY_SHORT {
        encode_fixed::<P, R, VERY_SHORT>(params, text, slots)
    } else {
        encode_fixed::<P, R, SHORT>(params, text, slots)
    }
}

/// A key of a short text: the code point above the six bits of its place.
const PLACE_BITS: u32 = 6;
const PLACE: u32 = (1 << PLACE_BITS) - 1;

#[inline(always)]
fn encode_fixed<P: Parameters, R: Repertoire, const N: usize>(
    params: &P,
    text: &[u32],
    slots: &mut [u8],
) -> Option<usize> {
    let mut keys = [0_u32; N];
    let mut handled = 0_u64;
    let mut basic = 0;
    let mut count = 0;
    let mut fault = false;
    for (&unit, place) in text.iter().take(N).zip(0_u32..) {
        let is_basic = unit < FIRST_NON_BASIC;
        slots[basic] = unit.to_le_bytes()[0];
        basic += usize::from(is_basic);
        keys[count % N] = unit << PLACE_BITS | place;
        count += usize::from(!is_basic);
        handled |= u64::from(is_basic) << place;
        fault |= !(is_basic || R::fits_key(unit) && unit >= params.initial_n());
    }
    if fault || text.len() > N {
        return None;
    }
    let keys = &mut keys[..count];
    match count {
        0..=8 => sort::by_rank::<8>(keys),
        9..=16 => sort::by_rank::<16>(keys),
        _ => keys.sort_unstable(),
    }
    let mut cursor = Cursor { slots, end: basic };
    if basic > 0 {
        cursor.put(params.delimiter());
    }
    let keys = keys.iter().map(|&key| (key >> PLACE_BITS, usize::try_from(key & PLACE).unwrap_or(0)));
    insertions(params, keys, basic, Mask(handled), &mut cursor, &mut ()).ok()?;
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
        self.end += 1;
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
    let handled = Places::new(text.len(), |place| text[place] < FIRST_NON_BASIC);
    let keys = keys
        .into_iter()
        .map(|key| (u32::try_from(key >> 32).unwrap_or(0), usize::try_from(key & u64::from(u32::MAX)).unwrap_or(0)));
    insertions(params, keys, basic, handled, output, observer)
}

/// Appends the basic code points to `output` and returns the others, each above the 32 bits of its place.
fn partition<P: Parameters, R: Repertoire>(params: &P, text: &[u32], output: &mut Vec<u8>) -> Result<Vec<u64>, Error> {
    let mut keys = Vec::new();
    for (place, &unit) in text.iter().enumerate() {
        let refused = |kind| Error::new(kind, place);
        match u8::try_from(unit) {
            Ok(basic) if basic.is_ascii() => output.push(basic),
            _ => {
                let code_point = R::admit(u64::from(unit)).map_err(refused)?;
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

/// The main loop of section 6.3: one delta for each key.
#[inline(always)]
fn insertions<P: Parameters, O: Observer>(
    params: &P,
    keys: impl Iterator<Item = (u32, usize)>,
    basic: usize,
    mut handled: impl Handled,
    output: &mut impl Output,
    observer: &mut O,
) -> Result<(), Error> {
    let mut bias = params.initial_bias();
    let mut n = params.initial_n();
    let mut i = 0_u64;
    let mut length = u64::try_from(basic).unwrap_or(u64::MAX);
    let mut first = true;
    for (code_point, place) in keys {
        let rank = handled.insert(place);
        length += 1;
        let target = u64::try_from(rank).unwrap_or(u64::MAX);
        let delta = u64::from(code_point - n)
            .checked_mul(length)
            .and_then(|wraps| wraps.checked_add(target))
            .and_then(|sum| sum.checked_sub(i))
            .ok_or(Error::new(ErrorKind::Overflow, place))?;
        let start = output.end();
        varint::write(params, delta, bias, output);
        bias = adapt(params, delta, length, first);
        observer.step(Step { delta, digits: start..output.end(), bias, n: code_point, i: rank, place });
        n = code_point;
        i = target + 1;
        first = false;
    }
    Ok(())
}
