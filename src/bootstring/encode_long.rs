//! The encoder for texts of any length, whatever holds their code points.
//!
//! What reads the text depends on the width of its units, what writes deltas on the parameters. They meet in blocks of
//! insertions, so that each is compiled for each width or for each parameters, and not for every pair of both.
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use super::Observer;
use super::encode::{Insertion, insertions as main_loop};
use super::params::{FIRST_NON_BASIC, Parameters, Repertoire, admit};
use super::rank_select::RankSelect;
use super::sort;
use super::varint::Output;
use crate::bounded;
use crate::error::{Error, ErrorKind};
use crate::memory::{self, Growing};

/// The encoded form of a text of any length, which is read where it lies, whatever holds its code points.
#[cold]
pub(crate) fn encode_long<P: Parameters, R: Repertoire, O: Observer, U: Copy + Into<u32>>(
    params: &P,
    text: &[U],
    observer: &mut O,
) -> Result<Vec<u8>, Error> {
    let mut survey = Survey::of::<R, U>(text, params.initial_n())?;
    if O::ANNOTATES {
        survey.annotate(text, observer);
    }
    let Survey { literal, few } = survey;
    match few {
        Some(few) => write(params, literal, &mut by_scanning(text, few), observer),
        None => {
            let mut insertions = by_sorting(text, literal.len())?;
            write(params, literal, &mut insertions, observer)
        }
    }
}

/// So many distinct code points are found one after the other, as in the RFC; more are sorted.
const FEW: usize = 3;

/// What a text is made of.
struct Survey {
    /// The basic code points, at the front of room for the encoded form.
    literal: Growing<u8>,
    /// The others, sorted, each once, if they are few.
    few: Option<Vec<u32>>,
}

impl Survey {
    #[inline(never)]
    fn of<R: Repertoire, U: Copy + Into<u32>>(text: &[U], initial_n: u32) -> Result<Self, Error> {
        // No code point takes less than an octet.
        let mut literal = Growing::reserved(text.len());
        let mut distinct = Vec::new();
        let mut last = None;
        for (place, &unit) in text.iter().enumerate() {
            let unit = unit.into();
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

    /// Gives each basic code point the letter case that the annotation asks for.
    fn annotate<U: Copy + Into<u32>>(&mut self, text: &[U], observer: &impl Observer) {
        let places = text.iter().enumerate().filter(|&(_, &unit)| unit.into() < FIRST_NON_BASIC);
        for (octet, (place, _)) in self.literal.iter_mut().zip(places) {
            *octet = observer.annotated(place, *octet);
        }
    }
}

/// The insertions of few code points.
fn by_scanning<U: Copy + Into<u32>>(text: &[U], few: Vec<u32>) -> impl Iterator<Item = Insertion> {
    few.into_iter().flat_map(|value| occurrences(text, value))
}

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

/// The insertions of any code points: their order by a sort, their indices by rank.
fn by_sorting<U: Copy + Into<u32>>(text: &[U], basic: usize) -> Result<impl Iterator<Item = Insertion>, Error> {
    let unit = |place: u32| -> u32 { text[bounded::index(place)].into() };
    let units = (0..).zip(text).filter(|&(_, &unit)| unit.into() >= FIRST_NON_BASIC);
    let mut places = memory::collected(units.map(|(place, _)| place), text.len() - basic)?;
    sort::by_value(&mut places, unit)?;
    let mut handled = RankSelect::of_members(text, |unit| unit.into() < FIRST_NON_BASIC)?;
    Ok(places.into_iter().map(move |place| {
        let index = handled.insert(bounded::index(place));
        (unit(place), index, bounded::index(place))
    }))
}

/// The encoded form that begins with `output`, the literal part.
#[inline(never)]
fn write<P: Parameters, O: Observer>(
    params: &P,
    mut output: Growing<u8>,
    insertions: &mut dyn Blockwise,
    observer: &mut O,
) -> Result<Vec<u8>, Error> {
    let basic = output.len();
    if basic > 0 {
        output.push(params.delimiter());
    }
    let mut output = Blocks { block: [0; BLOCK], filled: 0, output };
    let in_order = Unpacked { block: [(0, 0, 0); BLOCK], next: 0, filled: 0, insertions };
    main_loop(params, in_order, basic, &mut output, observer);
    output.flush();
    output.output.finished()
}

/// Insertions, without regard to where they come from: a call for each block of them.
trait Blockwise {
    /// Fills a block with the next insertions and says how many they are; 0 at the end.
    fn fill(&mut self, block: &mut [Insertion; BLOCK]) -> usize;
}

impl<I: Iterator<Item = Insertion>> Blockwise for I {
    fn fill(&mut self, block: &mut [Insertion; BLOCK]) -> usize {
        let mut count = 0;
        self.take(BLOCK).for_each(|insertion| {
            block[bounded::below::<BLOCK>(count)] = insertion;
            count += 1;
        });
        count
    }
}

/// The insertions of one block after another.
struct Unpacked<'a> {
    block: [Insertion; BLOCK],
    next: usize,
    filled: usize,
    insertions: &'a mut dyn Blockwise,
}

impl Iterator for Unpacked<'_> {
    type Item = Insertion;

    #[inline(always)]
    fn next(&mut self) -> Option<Insertion> {
        if self.next == self.filled {
            self.next = 0;
            self.filled = self.insertions.fill(&mut self.block);
            if self.filled == 0 {
                return None;
            }
        }
        let insertion = self.block[bounded::below::<BLOCK>(self.next)];
        self.next += 1;
        Some(insertion)
    }
}

/// Writes a block at a time: a digit costs less than with `Vec::push`.
struct Blocks {
    block: [u8; BLOCK],
    filled: usize,
    output: Growing<u8>,
}

/// How much is handed on at a time: insertions, octets.
const BLOCK: usize = 128;

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
        self.block[bounded::below::<BLOCK>(self.filled)] = octet;
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
