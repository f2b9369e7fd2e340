//! Code points to deltas (RFC 3492 sections 3.1, 3.2 and 6.3).
//!
//! The RFC scans the text once for each distinct code point. The same deltas follow from ranks: the code points are
//! handled in the order (value, place), and each is inserted behind as many as are handled already and stand before it.
//!
//! Bounds: places and ranks are below the length of the text, which fits `u32`; a short text has at most 64 code
//! points, so that a place is below `keys.len()` and its bit below 64.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use super::bias::adapt;
use super::division::Divisor;
use super::order::Places;
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire, admit};
use super::sort;
use super::varint::{self, Output};
use super::{Observer, Step};
use crate::error::{Error, ErrorKind};
use crate::memory::{self, Growing};

/// Texts up to this length are handled without memory of their own.
const SHORT: usize = 64;

/// More digits than an integer of Punycode takes in a short text: `0x110000 * 65 < 10**8`, and a digit that is not the
/// last divides by 10 at least. Where other parameters need more, the text is handled as a long one.
const DIGITS: usize = 8;

/// Hands the encoded form of `text` to `finish`.
#[inline(always)]
pub(crate) fn encode<P: Parameters, R: Repertoire, O: Observer, T>(
    params: &P,
    text: &[u32],
    observer: &mut O,
    finish: impl FnOnce(&[u8]) -> T,
) -> Result<T, Error> {
    // The smallest room that fits; one is enough unless the text is faulty.
    if !O::LOOKS && text.len() <= 16 {
        let mut room = [[0; DIGITS]; 16];
        if let Some(encoded) = encode_short::<P, R, 16>(params, text, &mut room) {
            return Ok(finish(encoded));
        }
    } else if !O::LOOKS && text.len() <= 32 {
        let mut room = [[0; DIGITS]; 32];
        if let Some(encoded) = encode_short::<P, R, 32>(params, text, &mut room) {
            return Ok(finish(encoded));
        }
    } else if !O::LOOKS && text.len() <= SHORT && !has_few(text) {
        let mut room = [[0; DIGITS]; SHORT];
        if let Some(encoded) = encode_short::<P, R, SHORT>(params, text, &mut room) {
            return Ok(finish(encoded));
        }
    }
    encode_long::<P, R, O, u32>(params, text, observer).map(|encoded| finish(&encoded))
}

/// A key of a short text: the code point, of 25 bits, above the six bits of its place. It is not negative as an `i32`,
/// which vectors compare faster.
const PLACE_BITS: u32 = 6;
const PLACE: i32 = (1 << PLACE_BITS) - 1;
const LARGEST_KEY: u32 = (1 << 25) - 1;

/// The encoded form of a text of at most `N` code points, unless it does not fit or the text has a fault.
#[inline(always)]
fn encode_short<'room, P: Parameters, R: Repertoire, const N: usize>(
    params: &P,
    text: &[u32],
    room: &'room mut [[u8; DIGITS]; N],
) -> Option<&'room [u8]> {
    let slots = room.as_flattened_mut();
    let mut keys = [sort::FILLER; N];
    let mut basic = 0_usize;
    let mut handled = Handled::<N>::default();
    let mut all = 0_u32;
    for (place, &unit) in text.iter().enumerate() {
        let is_basic = unit < FIRST_NON_BASIC;
        slots[basic % N] = unit.to_le_bytes()[0];
        keys[place.wrapping_sub(basic) % N] = (unit << PLACE_BITS).cast_signed() | i32::from(place.to_le_bytes()[0]);
        all |= unit;
        handled.begin(place, basic, is_basic);
        basic = basic.wrapping_add(usize::from(is_basic));
    }
    let count = text.len().wrapping_sub(basic);
    if let Some(unused) = keys.get_mut(count) {
        *unused = sort::FILLER;
    }
    // A surrogate has all bits of D800, so that few texts have to be searched for one.
    if all > LARGEST_KEY || all & 0xD800 == 0xD800 && text.iter().any(|&unit| R::refuses_as_surrogate(unit)) {
        return None;
    }
    match count {
        0 | 1 => {}
        2..=4 => sort::by_rank::<4>(&mut keys),
        5..=8 => sort::by_rank::<8>(&mut keys),
        9..=16 => sort::by_rank::<16>(&mut keys),
        _ => keys[..count].sort_unstable(),
    }
    let mut cursor = Cursor { slots, end: basic };
    if basic > 0 {
        cursor.put(params.delimiter());
    }
    let keys = keys.get_mut(..count)?;
    for key in &mut *keys {
        *key = *key & !PLACE | handled.insert(*key & PLACE);
    }
    let code_point = |key: i32| key.cast_unsigned() >> PLACE_BITS;
    if keys.first().is_some_and(|&key| code_point(key) < params.initial_n())
        || keys.last().is_some_and(|&key| code_point(key) > R::LARGEST)
    {
        return None;
    }
    let in_order = keys.iter().map(|&key| (code_point(key), usize::try_from(key & PLACE).unwrap_or(0), 0));
    insertions(params, in_order, basic, &mut cursor, &mut ());
    let Cursor { slots, end } = cursor;
    slots.get(..end)
}

/// The places of a text of at most `N` code points, 64 at most, that are handled already.
///
/// Up to 16 places have four bits each, which say how many of those before are handled; more places have one bit each.
#[derive(Default)]
struct Handled<const N: usize>(u64);

impl<const N: usize> Handled<N> {
    const COUNTS: bool = N <= 16;

    /// Begins with the places of the basic code points, `before` of which lie before `place`.
    #[inline(always)]
    fn begin(&mut self, place: usize, before: usize, is_basic: bool) {
        let value = if Self::COUNTS { u64::try_from(before).unwrap_or(0) } else { u64::from(is_basic) };
        self.0 |= value << (if Self::COUNTS { place * 4 } else { place } % 64);
    }

    /// Adds a place and returns how many before it are handled.
    #[inline(always)]
    fn insert(&mut self, place: i32) -> i32 {
        if Self::COUNTS {
            let before = (self.0 >> (place * 4 % 64)) & 0xF;
            // One more before every place behind this one: 16 are never reached, as there are no more than 15 others.
            self.0 = self.0.wrapping_add(0x1111_1111_1111_1110 << (place * 4 % 64));
            return i32::from(before.to_le_bytes()[0]);
        }
        let bit = 1_u64 << (place % 64);
        let before = (self.0 & (bit - 1)).count_ones();
        self.0 |= bit;
        before.cast_signed()
    }
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
    fn refuse(&mut self) {
        // As if there was no room, so that the text is handled as a long one. Nothing written afterwards gets beyond.
        self.end = usize::MAX / 2;
    }
    #[inline(always)]
    fn end(&self) -> usize {
        self.end
    }
}

/// The encoded form of a text of any length, which is read where it lies, whatever holds its code points.
#[cold]
pub(crate) fn encode_long<P: Parameters, R: Repertoire, O: Observer, U: Copy + Into<u32>>(
    params: &P,
    text: &[U],
    observer: &mut O,
) -> Result<Vec<u8>, Error> {
    // No code point takes less than an octet.
    let mut output = Growing::reserved(text.len());
    let distinct = literal::<P, R, O, U>(params, text, &mut output, observer)?;
    let basic = output.len();
    if basic > 0 {
        output.push(params.delimiter());
    }
    let mut output = Blocks { block: [0; BLOCK], filled: 0, output };
    match distinct {
        Some(distinct) => {
            let in_order = distinct.iter().flat_map(|&value| occurrences(text, value));
            insertions(params, in_order, basic, &mut output, observer);
        }
        None => insertions(params, by_sorting(text, basic)?, basic, &mut output, observer),
    }
    output.flush();
    output.output.finished()
}

/// Writes a block at a time: a digit costs less than with `Vec::push`.
struct Blocks {
    block: [u8; BLOCK],
    filled: usize,
    output: Growing<u8>,
}

const BLOCK: usize = 256;

impl Blocks {
    #[inline(never)]
    fn flush(&mut self) {
        self.output.extend_from_slice(&self.block[..self.filled]);
        self.filled = 0;
    }
}

impl Output for Blocks {
    #[inline(always)]
    fn put(&mut self, octet: u8) {
        if self.filled == BLOCK {
            self.flush();
        }
        self.block[self.filled % BLOCK] = octet;
        self.filled += 1;
    }
    #[inline(always)]
    fn end(&self) -> usize {
        self.output.len() + self.filled
    }
    fn refuse(&mut self) {
        self.output.refuse();
    }
    fn last(&mut self) -> Option<&mut u8> {
        // A block is flushed when there is an octet to go into the next one, so it is never empty behind one.
        self.block.get_mut(self.filled.checked_sub(1)?)
    }
    #[inline(always)]
    fn is_refused(&self) -> bool {
        self.output.is_refused()
    }
}

/// So many distinct code points are found one after the other, as in the RFC; more are sorted.
const FEW: usize = 3;

/// Whether so few distinct code points make up a text that looking for each is faster than sorting.
fn has_few(text: &[u32]) -> bool {
    let mut seen = [0; FEW];
    let mut count = 0;
    for unit in text {
        if !seen.get(..count).is_some_and(|seen| seen.contains(unit)) {
            let Some(slot) = seen.get_mut(count) else { return false };
            *slot = *unit;
            count += 1;
        }
    }
    true
}

/// Appends the basic code points to `output` and returns the others, sorted, each once, if they are few.
fn literal<P: Parameters, R: Repertoire, O: Observer, U: Copy + Into<u32>>(
    params: &P,
    text: &[U],
    output: &mut Growing<u8>,
    observer: &O,
) -> Result<Option<Vec<u32>>, Error> {
    let mut distinct = Vec::new();
    let mut last = None;
    for (place, &unit) in text.iter().enumerate() {
        let unit = unit.into();
        let refused = |kind| Error::new(kind, place);
        match u8::try_from(unit) {
            Ok(basic) if basic.is_ascii() => output.push(observer.annotated(place, basic)),
            _ if last == Some(unit) => {}
            _ => {
                let code_point = admit::<R>(u64::from(unit)).map_err(refused)?;
                if code_point < params.initial_n() {
                    return Err(refused(ErrorKind::BelowInitialN));
                }
                if distinct.len() <= FEW && !distinct.contains(&code_point) {
                    distinct.push(code_point);
                }
                last = Some(unit);
            }
        }
    }
    if u32::try_from(text.len()).is_err() {
        return Err(Error::new(ErrorKind::Overflow, text.len()));
    }
    distinct.sort_unstable();
    Ok(Some(distinct).filter(|distinct| distinct.len() <= FEW))
}

/// A code point, the index at which it is inserted into the text so far, and its place in the whole text.
type Insertion = (u32, usize, usize);

/// The insertions of one code point: all before it that are not greater stand in the text already.
fn occurrences<U: Copy + Into<u32>>(text: &[U], value: u32) -> impl Iterator<Item = Insertion> {
    let mut before = 0_usize;
    text.iter().enumerate().filter_map(move |(place, &unit)| {
        let unit = unit.into();
        let index = before;
        before += usize::from(unit <= value);
        (unit == value).then_some((value, index, place))
    })
}

/// The insertions in the order of (value, place).
fn by_sorting<U: Copy + Into<u32>>(text: &[U], basic: usize) -> Result<impl Iterator<Item = Insertion>, Error> {
    let at = |place: u32| usize::try_from(place).unwrap_or(0);
    let units = (0_u32..).zip(text).filter(|&(_, &unit)| unit.into() >= FIRST_NON_BASIC);
    let mut places = memory::collected(units.map(|(place, _)| place), text.len() - basic)?;
    sort::by_value(&mut places, |place| text[at(place)].into())?;
    let mut handled = Places::of_members(text, |unit| unit.into() < FIRST_NON_BASIC)?;
    Ok(places.into_iter().map(move |place| {
        let place = at(place);
        (text[place].into(), handled.insert(place), place)
    }))
}

/// The main loop of section 6.3: one delta for each insertion. It ends early where memory is refused.
///
/// No delta overflows: a text has at most 2**32 code points and an index is below its length, so that a delta is at most
/// `(2**32 - 1) * 2**32 + (2**32 - 1)`.
#[inline(always)]
fn insertions<P: Parameters, O: Observer>(
    params: &P,
    insertions: impl Iterator<Item = Insertion>,
    basic: usize,
    output: &mut impl Output,
    observer: &mut O,
) {
    let mut bias = params.initial_bias();
    let mut n = params.initial_n();
    let mut i = 0_u64;
    let mut length = u64::try_from(basic).unwrap_or(u64::MAX);
    let mut first = true;
    for (code_point, index, place) in insertions {
        if output.is_refused() {
            return;
        }
        let target = u64::try_from(index).unwrap_or(u64::MAX);
        length = length.wrapping_add(1);
        let wraps = u64::from(code_point.wrapping_sub(n));
        let delta = wraps.wrapping_mul(length).wrapping_add(target).wrapping_sub(i);
        let start = output.end();
        varint::write(params, delta, bias, output);
        if O::ANNOTATES
            && let Some(octet) = output.last()
        {
            *octet = observer.annotated(place, *octet);
        }
        bias = adapt(params, delta, Divisor::new(length, delta), first);
        if O::LOOKS {
            observer.step(Step { delta, digits: start..output.end(), bias, n: code_point, i: index });
        }
        n = code_point;
        i = target.wrapping_add(1);
        first = false;
    }
}
