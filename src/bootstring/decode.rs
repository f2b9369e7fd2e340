//! Deltas to code points (RFC 3492 sections 3.1, 3.2 and 6.2).
//!
//! The RFC inserts each code point as soon as it is known, which moves all that stand behind it. Here a short text
//! keeps places in a few words; a long one ([`Deferred`]) reads all insertions first and finds their places afterwards,
//! from the last to the first.
//!
//! Bounds: an insertion takes a digit of the input at least, so the text is never longer than the input, and its length
//! and indices fit `usize` (room `decoder`).
//! An integer has at least one digit, so that an octet stands before `behind`: the last digit.
#![expect(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use super::arrangement::{Arrangement, InOrder, Shifted};
use super::bias::adapt;
use super::deferred::{Deferred, MOST};
use super::division::{by_reciprocal, hardware_quotient, has_reciprocal, is_small, reciprocal};
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire, admit};
use super::varint;
use super::{Observer, Step};
use crate::error::{Error, ErrorKind};
use crate::paths::takes;
use crate::{bounded, memory, swar};

/// Hands the text that `input` encodes to `finish`.
///
/// An octet that is not ASCII is refused as [`ErrorKind::NonAscii`], whatever character of the caller it stands for.
#[inline(always)]
pub(crate) fn decode<P: Parameters, R: Repertoire, T>(
    params: &P,
    input: &[u8],
    finish: impl FnOnce(&[u32]) -> T,
) -> Result<T, Error> {
    let (literal, integers) = split(params, input);
    let parts = (input, literal, integers);
    match (input.len(), input.len() - integers) {
        (0..=16, _) => {
            takes!("decode: 16 in order");
            arrange::<P, R, InOrder<16>, T>(params, parts, finish)
        }
        (17..=32, 0..=FEW_DIGITS) => {
            takes!("decode: 32 in order");
            arrange::<P, R, InOrder<32>, T>(params, parts, finish)
        }
        (17..=32, _) => {
            takes!("decode: 32 shifted");
            arrange::<P, R, Shifted<32>, T>(params, parts, finish)
        }
        (33..=SHORT_FORM, _) => {
            takes!("decode: 64 shifted");
            arrange::<P, R, Shifted<64>, T>(params, parts, finish)
        }
        _ => decode_long::<P, R, _>(params, input, &mut ())?.finish(finish),
    }
}

/// The text that an input of any length encodes to.
#[inline(never)]
pub(crate) fn decode_long<P: Parameters, R: Repertoire, O: Observer>(
    params: &P,
    input: &[u8],
    observer: &mut O,
) -> Result<Long, Error> {
    takes!("decode: long");
    let (literal, integers) = split(params, input);
    let mut text = Long::empty();
    fill::<P, R, Long, O>(params, (input, literal, integers), &mut text, observer)?;
    Ok(text)
}

/// A text that was decoded from more than [`SHORT_FORM`] octets.
pub(crate) type Long = Deferred<MOST>;

/// Encoded forms of up to so many octets are decoded on the stack.
pub(crate) const SHORT_FORM: usize = 64;

/// The code points of the text that `input` encodes to.
pub(crate) fn code_points<P: Parameters, R: Repertoire, O: Observer>(
    params: &P,
    input: &[u8],
    observer: &mut O,
) -> Result<Vec<u32>, Error> {
    // Whoever looks at each step or asks for annotation is in no hurry: one copy of the algorithm is enough.
    if O::LOOKS || O::ANNOTATES || input.len() > SHORT_FORM {
        return decode_long::<P, R, O>(params, input, observer)?.into_code_points();
    }
    decode::<P, R, _>(params, input, memory::copied)?
}

/// So few digits are few insertions, and moving 32 code points a few times costs less than finding their places.
const FEW_DIGITS: usize = 8;

#[inline(always)]
fn arrange<P: Parameters, R: Repertoire, A: Arrangement, T>(
    params: &P,
    (input, literal, integers): (&[u8], &[u8], usize),
    finish: impl FnOnce(&[u32]) -> T,
) -> Result<T, Error> {
    let mut text = A::empty();
    fill::<P, R, A, _>(params, (input, literal, integers), &mut text, &mut ())?;
    text.finish(finish)
}

/// Fills an empty text. The text is not returned, as that would copy the arrays of a short one.
#[inline(always)]
fn fill<P: Parameters, R: Repertoire, A: Arrangement, O: Observer>(
    params: &P,
    (input, literal, integers): (&[u8], &[u8], usize),
    text: &mut A,
    observer: &mut O,
) -> Result<(), Error> {
    if !text.begin(literal)? {
        return Err(not_basic(literal));
    }
    let length = insertions::<P, R, A, O>(params, input, literal.len(), integers, text, observer)?;
    text.end(length);
    Ok(())
}

#[cold]
fn not_basic(literal: &[u8]) -> Error {
    Error::new(ErrorKind::NonAscii, literal.iter().take_while(|symbol| symbol.is_ascii()).count())
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
    let (head, eights) = input.as_rchunks::<8>();
    for (index, eight) in eights.iter().enumerate().rev() {
        let marks = swar::zero_octets(u64::from_le_bytes(*eight) ^ swar::splat(delimiter));
        if marks != 0 {
            takes!("delimiter found in a word");
            return Some(head.len() + index * 8 + swar::last_octet(marks));
        }
    }
    head.iter().rposition(|&symbol| symbol == delimiter)
}

/// The main loop of section 6.2. The length of the text is returned.
#[inline(always)]
fn insertions<P: Parameters, R: Repertoire, A: Arrangement, O: Observer>(
    params: &P,
    input: &[u8],
    basic: usize,
    start: usize,
    text: &mut A,
    observer: &mut O,
) -> Result<usize, Error> {
    let mut n = u64::from(params.initial_n());
    let mut i = 0_u64;
    let mut bias = params.initial_bias();
    let mut length: u64 = bounded::to(basic);
    let mut first = true;
    let mut rest = &input[start..];
    while !rest.is_empty() {
        let at = |(kind, left): varint::ReadFault| Error::new(kind, bounded::sub(input.len(), left));
        let refused = |kind| at((kind, rest.len()));
        // The sum is checked where the input decides whether it fits (section 6.4): `varint::read_checked`, and here
        // `n`.
        let (sum, behind) = match varint::read_first(params, rest, i, bias) {
            Some(read) => read,
            None => varint::read_checked(params, rest, i, bias).map_err(at)?,
        };
        let delta = bounded::sub(sum, i);
        length = bounded::add(length, 1);
        // `turns` is how often the state passes the end of the text, so how far n goes on. Both dividends are at most
        // the sum (room `decoder`).
        let (turns, next_bias) = if is_small(sum) && has_reciprocal(length) {
            let reciprocal = reciprocal(length);
            (by_reciprocal(sum, reciprocal), adapt(params, delta, |delta| by_reciprocal(delta, reciprocal), first))
        } else {
            (hardware_quotient(sum, length), adapt(params, delta, |delta| hardware_quotient(delta, length), first))
        };
        bias = next_bias;
        n = n.checked_add(turns).ok_or_else(|| refused(ErrorKind::Overflow))?;
        i = bounded::sub(sum, bounded::mul(turns, length));
        let code_point = admit::<R>(n).map_err(refused)?;
        // Nothing to ask of Punycode, whose n begins with the first code point that is not basic.
        if params.initial_n() < FIRST_NON_BASIC && code_point < FIRST_NON_BASIC {
            return Err(refused(ErrorKind::BasicAsDelta));
        }
        // The remainder of a division by the new length: a place of the new text (lemma `decoder_divides_back`).
        let index = bounded::index(i);
        if O::LOOKS {
            let digits = input.len() - rest.len()..input.len() - behind.len();
            observer.step(Step { delta, digits, bias, n: code_point, i: index });
        }
        let mark = if O::ANNOTATES { observer.mark(input[input.len() - behind.len() - 1]) } else { 0 };
        text.insert(index, code_point | mark).map_err(refused)?;
        i = bounded::add(i, 1);
        first = false;
        rest = behind;
    }
    Ok(bounded::index(length))
}

#[cfg(test)]
mod exhaustive {
    use super::super::deferred::sooner::{Kept, Moved};
    use super::super::orders::each_text;
    use super::super::params::{PUNYCODE, Scalars};
    use super::super::{Bootstring, ParameterError};
    use super::*;

    /// The text of an encoded form, arranged in this way whatever its length.
    fn decoded<A: Arrangement>(params: &Bootstring, encoded: &[u8]) -> Result<Vec<u32>, Error> {
        let (literal, integers) = split(params, encoded);
        arrange::<_, Scalars, A, _>(params, (encoded, literal, integers), <[u32]>::to_vec)
    }

    fn is_decoded_alike(params: &Bootstring, text: &[u32]) -> Result<(), Error> {
        let encoded = params.encode_with::<Scalars>(text)?.into_bytes();
        assert_eq!(decoded::<InOrder<16>>(params, &encoded)?, text);
        assert_eq!(decoded::<InOrder<32>>(params, &encoded)?, text);
        assert_eq!(decoded::<Shifted<32>>(params, &encoded)?, text);
        assert_eq!(decoded::<Shifted<64>>(params, &encoded)?, text);
        assert_eq!(decoded::<Long>(params, &encoded)?, text);
        assert_eq!(decoded::<Moved>(params, &encoded)?, text);
        assert_eq!(decoded::<Kept>(params, &encoded)?, text);
        Ok(())
    }

    #[test]
    fn every_order_is_decoded_alike_by_every_engine() -> Result<(), ParameterError> {
        let params = Bootstring::new(&PUNYCODE)?;
        each_text(|text| assert_eq!(is_decoded_alike(&params, text), Ok(())));
        Ok(())
    }
}
