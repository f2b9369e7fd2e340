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
use super::division::Divisor;
use super::order::{Arrangement, Places, Shifted};
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire, admit};
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
        0..=32 => arrange::<P, R, Shifted<32>, O>(params, input, literal, integers, output, observer),
        33..=64 => arrange::<P, R, Shifted<64>, O>(params, input, literal, integers, output, observer),
        _ => arrange::<P, R, Listed<'_>, O>(params, input, literal, integers, output, observer),
    }
}

#[inline(always)]
fn arrange<'a, P: Parameters, R: Repertoire, A: Arrangement<'a>, O: Observer>(
    params: &P,
    input: &[u8],
    literal: &'a [u8],
    integers: usize,
    output: &mut Vec<u32>,
    observer: &mut O,
) -> Result<(), Error> {
    let mut text = A::empty();
    text.begin(literal);
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
fn insertions<'a, P: Parameters, R: Repertoire, A: Arrangement<'a>, O: Observer>(
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
        let delta = sum.wrapping_sub(i);
        length = length.wrapping_add(1);
        let divisor = Divisor::new(length, sum);
        bias = adapt(params, delta, divisor, offset == start);
        let refused = |kind| Error::new(kind, offset);
        let wraps = divisor.quotient(sum);
        n = n.checked_add(wraps).ok_or(refused(ErrorKind::Overflow))?;
        i = sum.wrapping_sub(wraps.wrapping_mul(length));
        let index = usize::try_from(i).map_err(|_| refused(ErrorKind::Overflow))?;
        let code_point = admit::<R>(n).map_err(refused)?;
        if params.initial_n() < FIRST_NON_BASIC && code_point < FIRST_NON_BASIC {
            return Err(refused(ErrorKind::BasicAsDelta));
        }
        observer.step(Step { delta, digits: offset..end, bias, n: code_point, i: index });
        text.insert(index, code_point);
        i = i.wrapping_add(1);
        offset = end;
    }
    Ok(())
}

/// A text of any length: its insertions, whose places are found in the end.
struct Listed<'a> {
    literal: &'a [u8],
    insertions: Vec<(u32, u32)>,
}

impl<'a> Arrangement<'a> for Listed<'a> {
    fn empty() -> Self {
        Self { literal: &[], insertions: Vec::new() }
    }

    fn begin(&mut self, literal: &'a [u8]) {
        self.literal = literal;
    }

    #[inline(always)]
    fn insert(&mut self, index: usize, code_point: u32) {
        self.insertions.push((code_point, u32::try_from(index).unwrap_or(u32::MAX)));
    }

    fn write(&self, text: &mut Vec<u32>) {
        let start = text.len();
        text.resize(start + self.literal.len() + self.insertions.len(), 0);
        let insertions = self.insertions.iter().map(|&(value, index)| (value, usize::try_from(index).unwrap_or(0)));
        place(self.literal.iter().map(|&basic| u32::from(basic)), insertions, &mut text[start..]);
    }
}

/// What begins as `literal` and then undergoes `insertions`, of a value at an index each.
pub(crate) fn in_places<T: Copy + Default>(literal: &[T], insertions: &[(T, usize)]) -> Vec<T> {
    let mut text = vec![T::default(); literal.len() + insertions.len()];
    place(literal.iter().copied(), insertions.iter().copied(), &mut text);
    text
}

/// The last insertion stands where it was made; the one before it, where it was made among the places left; and so on.
/// The literal part takes what is left in the end.
fn place<T>(literal: impl Iterator<Item = T>, insertions: impl DoubleEndedIterator<Item = (T, usize)>, text: &mut [T]) {
    let mut free = Places::new(text.len(), |_| true);
    for (value, index) in insertions.rev() {
        text[free.take(index)] = value;
    }
    for (place, basic) in free.iter().zip(literal) {
        text[place] = basic;
    }
}
