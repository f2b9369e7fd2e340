//! Deltas to code points (RFC 3492 sections 3.1, 3.2 and 6.2).
//!
//! The RFC inserts each code point as soon as it is known, which moves all that stand behind it. Here the insertions
//! are read first, and their final places found afterwards, from the last to the first.
//!
//! Bounds: an insertion takes a digit of the input at least, so the text is never longer than the input.
#![allow(clippy::arithmetic_side_effects)]

use super::Observer;
use super::bias::adapt;
use super::order::Places;
use super::params::{Parameters, Repertoire};
use super::trace::Step;
use super::varint;
use crate::error::{Error, ErrorKind};

/// A code point, and its index in the text at the moment of its insertion.
pub(crate) type Insertion = (u32, usize);

/// Appends the text that `input` encodes to `output`.
///
/// An octet that is not ASCII stands for whatever character is not basic.
pub(crate) fn decode<P: Parameters, R: Repertoire, O: Observer>(
    params: &P,
    input: &[u8],
    output: &mut Vec<u32>,
    observer: &mut O,
) -> Result<(), Error> {
    let (literal, integers) = split(params, input);
    if let Some(offset) = literal.iter().position(|symbol| !symbol.is_ascii()) {
        return Err(Error::new(ErrorKind::NonBasic, offset));
    }
    let insertions = read_insertions::<P, R, O>(params, input, literal.len(), integers, observer)?;
    place(literal, &insertions, output);
    Ok(())
}

/// The literal part, and the offset of the first integer. A delimiter with nothing before it delimits nothing.
pub(super) fn split<'a, P: Parameters>(params: &P, input: &'a [u8]) -> (&'a [u8], usize) {
    let last = input.iter().rposition(|&symbol| symbol == params.delimiter()).unwrap_or(0);
    let literal = input.get(..last).unwrap_or_default();
    (literal, if last == 0 { 0 } else { last + 1 })
}

/// The main loop of section 6.2.
fn read_insertions<P: Parameters, R: Repertoire, O: Observer>(
    params: &P,
    input: &[u8],
    basic: usize,
    start: usize,
    observer: &mut O,
) -> Result<Vec<Insertion>, Error> {
    let mut insertions = Vec::new();
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
        n = n.checked_add(sum / length).ok_or(refused(ErrorKind::Overflow))?;
        let index = usize::try_from(sum % length).map_err(|_| refused(ErrorKind::Overflow))?;
        let code_point = R::admit(n).map_err(refused)?;
        if code_point < super::params::FIRST_NON_BASIC {
            return Err(refused(ErrorKind::BasicAsDelta));
        }
        observer.step(Step { delta, digits: offset..end, bias, n: code_point, i: index, place: index });
        insertions.push((code_point, index));
        i = sum % length + 1;
        offset = end;
    }
    Ok(insertions)
}

/// Appends the text that begins as `literal` and then undergoes `insertions`.
///
/// The last insertion stands where it was made; the one before it, where it was made among the places left; and so on.
/// The literal part takes what is left in the end.
pub(crate) fn place<T: Copy + Default + From<u8>>(literal: &[u8], insertions: &[(T, usize)], output: &mut Vec<T>) {
    let start = output.len();
    let length = literal.len() + insertions.len();
    output.resize(start + length, T::default());
    let text = output.get_mut(start..).unwrap_or_default();
    let mut free = Places::new(length, |_| true);
    for &(value, index) in insertions.iter().rev() {
        if let Some(slot) = text.get_mut(free.take(index)) {
            *slot = value;
        }
    }
    for (place, &basic) in free.iter().zip(literal) {
        if let Some(slot) = text.get_mut(place) {
            *slot = T::from(basic);
        }
    }
}
