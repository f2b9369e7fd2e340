//! Code points to deltas (RFC 3492 sections 3.1, 3.2 and 6.3).
//!
//! The RFC scans the text once for each distinct code point. The same deltas follow from ranks: the code points are
//! handled in the order (value, place), and each is inserted behind as many as are handled already and stand before it.
//!
//! Bounds: places and ranks are below the length of the text, which fits `u32`.
#![allow(clippy::arithmetic_side_effects)]

use super::Observer;
use super::bias::adapt;
use super::order::Places;
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire};
use super::trace::Step;
use super::varint;
use crate::error::{Error, ErrorKind};

/// Appends the encoded form of `text` to `output`.
pub(crate) fn encode<P: Parameters, R: Repertoire, O: Observer>(
    params: &P,
    text: &[u32],
    output: &mut Vec<u8>,
    observer: &mut O,
) -> Result<(), Error> {
    let literal_start = output.len();
    let mut keys = partition::<P, R>(params, text, output)?;
    if output.len() > literal_start {
        output.push(params.delimiter());
    }
    keys.sort_unstable();
    let handled = Places::new(text.len(), |place| text.get(place).is_some_and(|&unit| unit < FIRST_NON_BASIC));
    insertions(params, &keys, text.len() - keys.len(), handled, output, observer)
}

/// A code point that is not basic, and its place in the text: in this order they are handled.
type Key = (u32, u32);

/// Appends the basic code points to `output` and returns the others.
fn partition<P: Parameters, R: Repertoire>(params: &P, text: &[u32], output: &mut Vec<u8>) -> Result<Vec<Key>, Error> {
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
                keys.push((code_point, u32::try_from(place).map_err(|_| refused(ErrorKind::Overflow))?));
            }
        }
    }
    Ok(keys)
}

/// The main loop of section 6.3: one delta for each key.
fn insertions<P: Parameters, O: Observer>(
    params: &P,
    keys: &[Key],
    basic: usize,
    mut handled: Places,
    output: &mut Vec<u8>,
    observer: &mut O,
) -> Result<(), Error> {
    let mut bias = params.initial_bias();
    let mut n = params.initial_n();
    let mut i = 0_u64;
    let mut length = u64::try_from(basic).unwrap_or(u64::MAX);
    for (index, &(code_point, place)) in keys.iter().enumerate() {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        let rank = handled.insert(place);
        length += 1;
        let target = u64::try_from(rank).unwrap_or(u64::MAX);
        let delta = u64::from(code_point - n)
            .checked_mul(length)
            .and_then(|wraps| wraps.checked_add(target))
            .and_then(|sum| sum.checked_sub(i))
            .ok_or(Error::new(ErrorKind::Overflow, place))?;
        let start = output.len();
        varint::write(params, delta, bias, output);
        bias = adapt(params, delta, length, index == 0);
        observer.step(Step { delta, digits: start..output.len(), bias, n: code_point, i: rank, place });
        n = code_point;
        i = target + 1;
    }
    Ok(())
}
