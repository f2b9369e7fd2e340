//! Deltas to code points (RFC 3492 sections 3.1, 3.2 and 6.2).
//!
//! The RFC inserts each code point as soon as it is known, which moves all that stand behind it. Here a short text keeps
//! places in a few words; a long one reads all insertions first and finds their places afterwards, from the last to the
//! first.
//!
//! Bounds: an insertion takes a digit of the input at least, so the text is never longer than the input, and its length
//! and indices fit wherever those of the input do.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use super::Observer;
use super::bias::adapt;
use super::division::quotient;
use super::order::{Arrangement, Places, Shifted};
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire};
use super::trace::Step;
use super::varint;
use crate::error::{Error, ErrorKind};

/// Appends the text that `input` encodes to `output`.
///
/// An octet that is not ASCII stands for whatever character is not basic.
#[inline]
pub(crate) fn decode<P: Parameters, R: Repertoire, O: Observer>(
    params: &P,
    input: &[u8],
    output: &mut Vec<u32>,
    observer: &mut O,
) -> Result<(), Error> {
    let (literal, integers) = split(params, input);
    if !literal.is_ascii() {
        return Err(not_basic(literal));
    }
    match input.len() {
        0..=16 => arrange::<P, R, _, O>(params, input, literal, integers, Shifted::<2>::new(literal), output, observer),
        17..=64 => {
            arrange::<P, R, _, O>(params, input, literal, integers, Shifted::<8>::new(literal), output, observer)
        }
        _ => {
            let list = Listed { literal, insertions: Vec::new() };
            arrange::<P, R, _, O>(params, input, literal, integers, list, output, observer)
        }
    }
}

#[inline(always)]
fn arrange<P: Parameters, R: Repertoire, A: Arrangement, O: Observer>(
    params: &P,
    input: &[u8],
    literal: &[u8],
    integers: usize,
    mut text: A,
    output: &mut Vec<u32>,
    observer: &mut O,
) -> Result<(), Error> {
    insertions::<P, R, A, O>(params, input, literal.len(), integers, &mut text, observer)?;
    text.write(output);
    Ok(())
}

#[cold]
fn not_basic(literal: &[u8]) -> Error {
    Error::new(ErrorKind::NonBasic, literal.iter().take_while(|symbol| symbol.is_ascii()).count())
}

/// The literal part, and the offset of the first integer. A delimiter with nothing before it delimits nothing.
#[inline(always)]
fn split<'a, P: Parameters>(params: &P, input: &'a [u8]) -> (&'a [u8], usize) {
    match last(input, params.delimiter()) {
        None | Some(0) => (&[], 0),
        Some(last) => (&input[..last], last + 1),
    }
}

/// The offset of the last occurrence, eight octets at a step.
#[inline(always)]
fn last(input: &[u8], delimiter: u8) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (head, eights) = input.as_rchunks::<8>();
    for (index, eight) in eights.iter().enumerate().rev() {
        let differences = u64::from_le_bytes(*eight) ^ (ONES * u64::from(delimiter));
        // An octet that is zero, and no other, keeps its high bit clear when 0x7F is added to what is below that bit.
        let equal = !(((differences & (ONES * 0x7F)) + ONES * 0x7F) | differences) & (ONES << 7);
        if equal != 0 {
            let octet = usize::try_from(equal.ilog2() / 8).unwrap_or(0);
            return Some(head.len() + index * 8 + octet);
        }
    }
    head.iter().rposition(|&symbol| symbol == delimiter)
}

/// The main loop of section 6.2.
#[inline(always)]
fn insertions<P: Parameters, R: Repertoire, A: Arrangement, O: Observer>(
    params: &P,
    input: &[u8],
    basic: usize,
    start: usize,
    text: &mut A,
    observer: &mut O,
) -> Result<(), Error> {
    let mut n = u64::from(params.initial_n());
    let mut i = 0_u64;
    let mut bias = params.initial_bias();
    let mut length = u64::try_from(basic).unwrap_or(u64::MAX);
    let mut offset = start;
    while offset < input.len() {
        let (sum, end) = varint::read(params, input, offset, i, bias)?;
        let delta = sum - i;
        length += 1;
        bias = adapt(params, delta, length, offset == start);
        let refused = |kind| Error::new(kind, offset);
        let wraps = quotient(sum, length);
        n = n.checked_add(wraps).ok_or(refused(ErrorKind::Overflow))?;
        i = sum - wraps * length;
        let index = usize::try_from(i).map_err(|_| refused(ErrorKind::Overflow))?;
        let code_point = R::admit(n).map_err(refused)?;
        if code_point < FIRST_NON_BASIC {
            return Err(refused(ErrorKind::BasicAsDelta));
        }
        observer.step(Step { delta, digits: offset..end, bias, n: code_point, i: index, place: index });
        text.insert(index, code_point);
        i += 1;
        offset = end;
    }
    Ok(())
}

/// A text of any length: its insertions, whose places are found in the end.
struct Listed<'a> {
    literal: &'a [u8],
    insertions: Vec<(u32, u32)>,
}

impl Arrangement for Listed<'_> {
    #[inline(always)]
    fn insert(&mut self, index: usize, code_point: u32) {
        self.insertions.push((code_point, u32::try_from(index).unwrap_or(u32::MAX)));
    }

    fn write(&self, text: &mut Vec<u32>) {
        place(self.literal, &self.insertions, text);
    }
}

/// Appends the text that begins as `literal` and then undergoes `insertions` (a value and an index each).
///
/// The last insertion stands where it was made; the one before it, where it was made among the places left; and so on.
/// The literal part takes what is left in the end.
pub(crate) fn place<T: Copy + Default + From<u8>>(literal: &[u8], insertions: &[(T, u32)], output: &mut Vec<T>) {
    let start = output.len();
    let length = literal.len() + insertions.len();
    output.resize(start + length, T::default());
    let text = &mut output[start..];
    let mut free = Places::new(length, |_| true);
    for &(value, index) in insertions.iter().rev() {
        text[free.take(usize::try_from(index).unwrap_or(0))] = value;
    }
    for (place, &basic) in free.iter().zip(literal) {
        text[place] = T::from(basic);
    }
}
