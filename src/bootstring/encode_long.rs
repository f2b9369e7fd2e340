//! The encoder for texts of any length.
//!
//! It reads code points of 32 bits. Texts of other units are copied before, to 4 octets for each code point: with an
//! engine for each width, there were twelve of them in the wheel.
//!
//! Bounds: a text has fewer than 2**32 places, so that a rank, which is below the length, fits `u32` (lemma
//! `ranks_of_one_code_point_ascend`).
#![expect(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use super::Observer;
use super::deltas::{Insertion, insertions};
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire, admit};
use super::rank_select::RankSelect;
use super::sort;
use super::varint::{FIRST_DIGITS, Output};
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::memory::{self, Growing};
use crate::paths::takes;

/// The encoded form of a text of any length, whatever holds its code points.
#[cfg(feature = "python")]
pub(crate) fn encode_units<P: Parameters, R: Repertoire, U: Copy + Into<u32>>(
    params: &P,
    text: &[U],
) -> Result<Vec<u8>, Error> {
    let text = memory::collected(text.iter().map(|&unit| unit.into()), text.len())?;
    encode_long::<P, R, ()>(params, &text, &mut ())
}

/// The encoded form of a text of any length.
#[cold]
pub(crate) fn encode_long<P: Parameters, R: Repertoire, O: Observer>(
    params: &P,
    text: &[u32],
    observer: &mut O,
) -> Result<Vec<u8>, Error> {
    takes!("encode: long");
    let Survey { literal: mut output, few } = Survey::of::<R>(text, params.initial_n())?;
    if O::ANNOTATES {
        annotate(&mut output, text, observer);
    }
    let basic = output.len();
    if basic > 0 {
        output.push(params.delimiter());
    }
    let mut output = Blocks { block: [0; BLOCK], filled: 0, output, exceeded: None };
    match few {
        Some(few) => {
            takes!("few code points scanned for");
            insertions(params, by_scanning(text, &few), basic, false, &mut output, observer);
        }
        None => insertions(params, by_sorting(text, basic)?, basic, false, &mut output, observer),
    }
    if let Some(place) = output.exceeded {
        return Err(Error::new(ErrorKind::TooLong, bounded::index(place)));
    }
    output.flush();
    output.output.finished()
}

/// So many distinct code points are found one after the other, as in the RFC; more are sorted.
const FEW: usize = 3;

/// The parts of a text.
struct Survey {
    /// The basic code points, at the front of room for the encoded form.
    literal: Growing<u8>,
    /// The others, sorted, each once, if they are few.
    few: Option<Vec<u32>>,
}

impl Survey {
    #[inline(never)]
    fn of<R: Repertoire>(text: &[u32], initial_n: u32) -> Result<Self, Error> {
        // No code point takes less than an octet.
        let mut literal = Growing::reserved(text.len());
        let mut distinct = Vec::new();
        let mut last = None;
        for (place, &unit) in text.iter().enumerate() {
            if unit < FIRST_NON_BASIC {
                literal.push(unit.to_le_bytes()[0]);
            } else if last != Some(unit) {
                let code_point = admit::<R>(u64::from(unit)).map_err(|kind| Error::new(kind, place))?;
                if code_point < initial_n {
                    return Err(Error::new(ErrorKind::BelowInitialN, place));
                }
                if distinct.len() <= FEW && !distinct.contains(&code_point) {
                    distinct.push(code_point);
                }
                last = Some(unit);
            }
        }
        if u32::try_from(text.len()).is_err() {
            return Err(Error::new(ErrorKind::Overflow, text.len()));
        }
        distinct.sort_unstable();
        Ok(Self { literal, few: Some(distinct).filter(|distinct| distinct.len() <= FEW) })
    }
}

/// Gives each basic code point, in the literal part, the letter case that the annotation asks for.
fn annotate(literal: &mut [u8], text: &[u32], observer: &impl Observer) {
    let places = text.iter().zip(0..).filter(|&(&code_point, _)| code_point < FIRST_NON_BASIC);
    for (octet, (_, place)) in literal.iter_mut().zip(places) {
        *octet = observer.annotated(place, *octet);
    }
}

/// The insertions of few code points.
fn by_scanning(text: &[u32], few: &[u32]) -> impl Iterator<Item = Insertion> {
    few.iter().flat_map(|&value| occurrences(text, value))
}

/// The insertions of one code point: all before it that are not greater stand in the text already.
fn occurrences(text: &[u32], value: u32) -> impl Iterator<Item = Insertion> {
    let mut before = 0;
    // The range comes second: where the text has ended, its next place is not asked for, which may not fit.
    text.iter().zip(0..).filter_map(move |(&code_point, place)| {
        let index = before;
        before += u32::from(code_point <= value);
        (code_point == value).then_some((value, index, place))
    })
}

/// The insertions of any code points: their order by a sort, their indices by rank.
fn by_sorting(text: &[u32], basic: usize) -> Result<impl Iterator<Item = Insertion>, Error> {
    let code_point = |place: u32| text[bounded::index(place)];
    let places = text.iter().zip(0..).filter(|&(&code_point, _)| code_point >= FIRST_NON_BASIC).map(|(_, place)| place);
    let mut places = memory::collected(places, text.len() - basic)?;
    sort::by_value(&mut places, code_point)?;
    let mut handled = RankSelect::of_members(text, |code_point| code_point < FIRST_NON_BASIC)?;
    Ok(places.into_iter().map(move |place| (code_point(place), handled.insert(place), place)))
}

/// Writes a block at a time: a digit costs less than with `Vec::push`.
struct Blocks {
    block: [u8; BLOCK],
    filled: usize,
    output: Growing<u8>,
    /// The place of a code point that takes too many digits.
    exceeded: Option<u32>,
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
        // The mask only spares the check: a full block has just been flushed.
        self.block[bounded::below::<BLOCK>(self.filled)] = octet;
        self.filled += 1;
    }
    #[inline(always)]
    fn room(&mut self) -> Option<&mut [u8; FIRST_DIGITS]> {
        if self.filled > BLOCK - FIRST_DIGITS {
            self.flush();
        }
        self.block[bounded::below::<BLOCK>(self.filled)..].first_chunk_mut()
    }
    #[inline(always)]
    fn keep(&mut self, count: usize) {
        self.filled += count;
    }
    #[inline(always)]
    fn end(&self) -> usize {
        self.output.len() + self.filled
    }
    fn refuse(&mut self) {
        self.output.refuse();
    }
    fn exceed(&mut self, place: u32) {
        self.exceeded = Some(place);
    }
    fn last(&mut self) -> Option<&mut u8> {
        // `put` flushes before it writes, so that behind an octet the block is not empty.
        self.block.get_mut(self.filled.checked_sub(1)?)
    }
    #[inline(always)]
    fn is_refused(&self) -> bool {
        self.output.is_refused()
    }
}

#[cfg(test)]
mod exhaustive {
    use super::super::encode_short::encode_short;
    use super::super::orders::each_text;
    use super::super::params::{PUNYCODE, Scalars};
    use super::super::ranks::{Nibbles, Octets, Ranks};
    use super::super::{Bootstring, ParameterError};
    use super::*;

    fn short<K: Ranks, const N: usize>(params: &Bootstring, text: &[u32]) -> Option<Vec<u8>> {
        encode_short::<_, Scalars, K, N>(params, text, &mut [[0; 8]; N]).map(<[u8]>::to_vec)
    }

    /// The digits of these insertions.
    fn digits(params: &Bootstring, basic: usize, order: impl Iterator<Item = Insertion>) -> Result<Vec<u8>, Error> {
        let mut output = Blocks { block: [0; BLOCK], filled: 0, output: Growing::default(), exceeded: None };
        insertions(params, order, basic, false, &mut output, &mut ());
        output.flush();
        output.output.finished()
    }

    /// Returns what each engine makes of a text is what the one makes of it that the text comes to.
    fn is_encoded_alike(params: &Bootstring, text: &[u32]) -> Result<(), Error> {
        let expected = params.encode_with::<Scalars>(text)?.into_bytes();
        assert_eq!(short::<Nibbles, 16>(params, text).as_ref(), Some(&expected), "{text:X?}");
        assert_eq!(short::<Octets<32>, 32>(params, text).as_ref(), Some(&expected), "{text:X?}");
        assert_eq!(short::<Octets<64>, 64>(params, text).as_ref(), Some(&expected), "{text:X?}");
        assert_eq!(encode_long::<_, Scalars, _>(params, text, &mut ())?, expected, "{text:X?}");
        let basic = text.iter().filter(|&&unit| unit < FIRST_NON_BASIC).count();
        let integers = &expected[basic + usize::from(basic > 0)..];
        let mut values: Vec<u32> = text.iter().copied().filter(|&unit| unit >= FIRST_NON_BASIC).collect();
        values.sort_unstable();
        values.dedup();
        assert_eq!(digits(params, basic, by_scanning(text, &values))?, integers, "{text:X?}");
        assert_eq!(digits(params, basic, by_sorting(text, basic)?)?, integers, "{text:X?}");
        Ok(())
    }

    /// `tests/rust/exhaustive.rs` compares the same texts with the reference. There their length chooses the engine.
    #[test]
    fn every_order_is_encoded_alike_by_every_engine() -> Result<(), ParameterError> {
        let params = Bootstring::new(&PUNYCODE)?;
        each_text(|text| assert_eq!(is_encoded_alike(&params, text), Ok(())));
        Ok(())
    }
}
