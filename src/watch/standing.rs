//! Where a watched label may stand in a name: as the label below the public suffix, as another label, or as a part of a
//! label between hyphens, underscores or changes of the script.

use std::ops::Range;

use super::shapes::How;
use super::spellings::LONGEST;
use crate::display::context::{LATIN_GREEK_OR_CYRILLIC, is_of};
use crate::display::labels::{DOT, PROFILE, text_of};
use crate::domain::canonical;
use crate::error::Error;
use crate::label::{Input, is_separator, origin_of_part};
use crate::relation::SuffixRules;
use crate::unicode::{Scripts, Security};
use crate::{bounded, memory};

/// The place of a watched text in a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standpoint {
    /// A watched name, or the label below the public suffix.
    Whole,
    /// Another label.
    Below,
    /// A part of a label.
    Within,
}

impl Standpoint {
    /// The degree of likeness, from 0 to 1: by the letters, less by the place.
    pub(super) fn score(self, how: How) -> f64 {
        let letters = match how {
            How::Variant | How::Skeleton => 100_u8,
            How::Similar => 90,
            How::Label => 80,
            How::Part => 70,
            How::Distance => 60,
        };
        let place = match self {
            Self::Whole => 0,
            Self::Below => 5,
            Self::Within => 10,
        };
        f64::from(letters.saturating_sub(place)) / 100.0
    }
}

/// So many parts between hyphens are put together: `coca-cola` has two.
const MOST_PARTS: usize = 4;

/// The parts of a name in Unicode, without a final dot, in which a watched label may stand.
pub(super) fn parts_of(name: &[u32], suffixes: Option<&SuffixRules>) -> Result<Vec<(Range<usize>, Standpoint)>, Error> {
    let labels = ranges(name, 0, &[DOT])?;
    let suffix = match suffixes {
        Some(rules) => suffix_labels(name, rules)?,
        None => 1,
    };
    // A name that is all suffix, such as one label alone, is looked at as a whole.
    let count = labels.len().checked_sub(suffix).filter(|&count| count > 0).unwrap_or(labels.len());
    let mut found = Vec::new();
    for (index, label) in labels.into_iter().take(count).enumerate() {
        let place = if bounded::add(index, 1) == count { Standpoint::Whole } else { Standpoint::Below };
        memory::push(&mut found, (label.clone(), place))?;
        if name.len() <= LONGEST {
            add_parts(name, label, &mut found)?;
        }
    }
    Ok(found)
}

/// A piece of a label, which none of what parts pieces cuts.
struct LabelPiece {
    range: Range<usize>,
    /// True if a piece that was cut into this one and others begins here.
    begins: bool,
    /// True if it ends here.
    ends: bool,
}

/// Adds the parts of a label between hyphens, underscores and changes of the script, and such parts put together.
///
/// Letters of Latin, Greek and Cyrillic look alike, so that a look-alike may mix them: they count as one script first,
/// and then as three.
fn add_parts(name: &[u32], label: Range<usize>, found: &mut Vec<(Range<usize>, Standpoint)>) -> Result<(), Error> {
    const HYPHENS: [u32; 2] = [0x2D, 0x5F];
    let text = bounded::part(name, label.clone());
    let parts = ranges(text, label.start, &HYPHENS)?;
    let count = parts.len();
    let whole = |range| LabelPiece { range, begins: false, ends: false };
    let mut pieces = memory::collected(parts.into_iter().map(whole), count)?;
    add_pieces(&pieces, &label, found)?;
    if text.is_ascii() {
        return Ok(());
    }
    for scripts_of in [similar_scripts, |unit| Scripts::of(Security::of(unit))] {
        let finer = by_scripts(name, &pieces, scripts_of)?;
        if finer.len() > pieces.len() {
            add_pieces(&finer, &label, found)?;
            pieces = finer;
        }
    }
    Ok(())
}

fn similar_scripts(unit: u32) -> Scripts {
    if is_of(LATIN_GREEK_OR_CYRILLIC, unit) { LATIN_GREEK_OR_CYRILLIC } else { Scripts::of(Security::of(unit)) }
}

/// Adds the pieces of a label, and pieces put together, unless they were there before they were cut.
fn add_pieces(
    pieces: &[LabelPiece],
    label: &Range<usize>,
    found: &mut Vec<(Range<usize>, Standpoint)>,
) -> Result<(), Error> {
    for (index, first) in pieces.iter().enumerate() {
        for last in bounded::rest(pieces, index).iter().take(MOST_PARTS) {
            let part = first.range.start..last.range.end;
            let is_known = first.begins && last.ends;
            if part != *label && !part.is_empty() && !is_known {
                memory::push(found, (part, Standpoint::Within))?;
            }
        }
    }
    Ok(())
}

/// Cuts pieces of a name where the script changes. What every script has, such as a digit, may belong to either side,
/// so that there is a cut before it, too.
fn by_scripts(
    name: &[u32],
    pieces: &[LabelPiece],
    scripts_of: impl Fn(u32) -> Scripts,
) -> Result<Vec<LabelPiece>, Error> {
    let mut finer = Vec::new();
    for LabelPiece { range, .. } in pieces {
        let (mut scripts, mut shared, mut start) = (Scripts::ALL, None, range.start);
        for (place, &unit) in bounded::part(name, range.clone()).iter().enumerate() {
            let (place, own) = (bounded::add(range.start, place), scripts_of(unit));
            if own.is_all() {
                // A mark belongs to the letter before it.
                let is_mark = Security::of(unit).has(Security::NONSPACING_MARK);
                shared = if is_mark { shared } else { shared.or(Some(place)) };
                continue;
            }
            if !own.meets(scripts) {
                for cut in shared.into_iter().chain([place]) {
                    memory::push(
                        &mut finer,
                        LabelPiece { range: start..cut, begins: start == range.start, ends: false },
                    )?;
                    start = cut;
                }
                scripts = Scripts::ALL;
            }
            (scripts, shared) = (scripts.intersection(own), None);
        }
        memory::push(&mut finer, LabelPiece { range: start..range.end, begins: start == range.start, ends: true })?;
    }
    Ok(finer)
}

/// Returns whether work says yes to a label of a plain name, or to such a part of one.
pub(super) fn any_plain_part(name: &[u8], work: impl Fn(&[u8]) -> Result<bool, Error>) -> Result<bool, Error> {
    let is_between = |octet: &u8| matches!(octet, b'-' | b'_');
    for label in name.split(|&octet| octet == b'.') {
        if work(label)? {
            return Ok(true);
        }
        let mut rest = label.iter().any(is_between).then_some(label);
        while let Some(text) = rest {
            let hyphens = text.iter().enumerate().filter(|&(_, octet)| is_between(octet)).map(|(place, _)| place);
            rest = hyphens.clone().next().map(|end| bounded::rest(text, bounded::add(end, 1)));
            for end in hyphens.chain([text.len()]).take(MOST_PARTS) {
                if work(bounded::first(text, end))? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// The parts of a text between characters, each as its place.
fn ranges(text: &[u32], mut start: usize, separators: &[u32]) -> Result<Vec<Range<usize>>, Error> {
    let mut ranges = Vec::new();
    for part in text.split(|unit| separators.contains(unit)) {
        let end = bounded::add(start, part.len());
        memory::push(&mut ranges, start..end)?;
        start = bounded::add(end, 1);
    }
    Ok(ranges)
}

fn suffix_labels(name: &[u32], rules: &SuffixRules) -> Result<usize, Error> {
    let suffix = canonical(&text_of(name)?).ok().and_then(|ascii| {
        let suffix = rules.suffix_of(ascii.as_bytes())?;
        Some(bounded::characters(&ascii, suffix).split('.').count())
    });
    Ok(suffix.unwrap_or(1))
}

/// Where a part of the Unicode form of a name stands in the name, in characters: whole labels where the form is that of
/// an A-label. `None` where the name has other separators than its form.
pub(super) fn span_of(name: &str, unicode: &[u32], part: Range<usize>) -> Result<Option<Range<usize>>, Error> {
    let count = |units: &[u32]| units.iter().filter(|&&unit| unit == DOT).count();
    let (first, last) = (count(bounded::first(unicode, part.start)), count(bounded::first(unicode, part.end)));
    let mut start = 0;
    let labels = name.split(|character: char| is_separator(character.into())).map(|label| {
        let range = start..bounded::add(start, label.chars().count());
        start = bounded::add(range.end, 1);
        (label, range)
    });
    let labels: Vec<_> = memory::collected(labels, bounded::add(count(unicode), 2))?;
    // One label more than there should be is enough.
    if labels.len() != bounded::add(count(unicode), 1) {
        return Ok(None);
    }
    let Some(((label, from), (_, to))) = labels.get(first).zip(labels.get(last)) else { return Ok(None) };
    let whole = from.start..to.end;
    if first != last {
        return Ok(Some(whole));
    }
    let begin =
        bounded::first(unicode, part.start).iter().rposition(|&unit| unit == DOT).map_or(0, |dot| bounded::add(dot, 1));
    let form = bounded::rest(unicode, begin).split(|&unit| unit == DOT).next().unwrap_or_default();
    let part = bounded::sub(part.start, begin)..bounded::sub(part.end, begin);
    // An A-label is mapped to another text than its form.
    let place = if part.len() == form.len() {
        None
    } else if form.iter().copied().eq(label.chars().map(u32::from)) {
        Some(part)
    } else {
        origin_of_part(label, PROFILE, (form, part))?
    };
    let offset = |place| bounded::add(from.start, place);
    Ok(Some(place.map_or(whole, |place| offset(place.start)..offset(place.end))))
}

/// Where the last labels of a name begin, if it has as many.
pub(super) fn start_of_last<T: Copy + Into<u32>>(name: &[T], count: usize) -> Option<usize> {
    starts(name).nth(count.checked_sub(1)?)
}

/// Where the labels of a name begin, the last one first.
pub(super) fn starts<T: Copy + Into<u32>>(name: &[T]) -> impl Iterator<Item = usize> {
    let dots = name.iter().enumerate().rev().filter(|&(_, &unit)| unit.into() == DOT);
    // The first label has no dot before it.
    dots.map(|(place, _)| bounded::add(place, 1)).chain([0])
}
