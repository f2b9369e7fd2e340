//! Lines of a text that lies in units of one, two or four octets, as a `str` of Python does. Only those in which a name
//! may be rewritten become UTF-8.
//!
//! ```text
//! the text:   GET /é⏎   GET https://xn--bcher-kva.example/⏎   GET /é⏎
//! search:                            ^ the two hyphens of an A-label, or a character beyond ASCII
//! picked:               GET https://xn--bcher-kva.example/⏎   and where it stands: character 7
//! ```
//!
//! A line is judged by itself, so that the picked lines have the names that the whole text has. Most lines of a log
//! have none, and the search goes over units in vectors, where to write all of them as UTF-8 takes thirty times as
//! long.

use std::borrow::Cow;

use super::rewrite::Edits;
use super::scan;
use crate::error::Error;
use crate::label::characters;
use crate::memory::{self, Growing};
use crate::{bounded, utf8};

/// So many units are looked at before a prefix is looked for.
const BLOCK: usize = 256;

pub(crate) struct Picked<'t> {
    pub(crate) octets: Cow<'t, [u8]>,
    /// Where a line begins that does not stand behind the one before it: among the octets, and in the text.
    begins: Vec<(usize, usize)>,
}

impl<'t> Picked<'t> {
    /// All of a text in ASCII, where it lies.
    pub(crate) const fn all(ascii: &'t [u8]) -> Self {
        Self { octets: Cow::Borrowed(ascii), begins: Vec::new() }
    }

    /// Picks lines in which names may have a U-label, or an A-label.
    pub(crate) fn of<T: Copy + Into<u32>>(text: &[T], to_unicode: bool) -> Result<Self, Error> {
        let is_feed = |unit: T| unit.into() == 0x0A;
        let (mut octets, mut begins, mut at) = (Growing::default(), Vec::new(), 0);
        let next = |rest: &[T]| if to_unicode { prefix(rest) } else { scan::first(rest, |unit| unit.into() > 0x7F) };
        while let Some(place) = next(bounded::rest(text, at)) {
            let place = bounded::add(at, place);
            let before = bounded::part(text, at..place).iter().rposition(|&unit| is_feed(unit));
            let start = before.map_or(at, |feed| bounded::add(bounded::add(at, feed), 1));
            if start > at || begins.is_empty() {
                memory::push(&mut begins, (octets.len(), start))?;
            }
            let feed = scan::first(bounded::rest(text, place), is_feed);
            at = feed.map_or(text.len(), |feed| bounded::add(bounded::add(place, feed), 1));
            utf8::write(bounded::part(text, start..at), &mut octets);
        }
        Ok(Self { octets: Cow::Owned(octets.finished()?), begins })
    }

    /// The changes: of each where it begins and ends in the text, and the size of what is new there, all in characters;
    /// and all that is new, one after another.
    pub(crate) fn changes(&self, edits: &Edits) -> Result<(Vec<[usize; 3]>, Vec<u32>), Error> {
        let mut places = memory::reserved(edits.count())?;
        let (mut begins, mut seen) = (self.begins.iter(), (0, 0));
        let mut next = begins.next();
        let mut place = |octet: usize| {
            if let Cow::Borrowed(_) = self.octets {
                return octet;
            }
            while let Some(&begin) = next.filter(|(start, _)| *start <= octet) {
                (seen, next) = (begin, begins.next());
            }
            let between = characters(bounded::part(&self.octets, seen.0..octet));
            seen = (octet, bounded::add(seen.1, between));
            seen.1
        };
        let new = edits.each(|start, end, new| places.push([place(start), place(end), characters(new)]));
        Ok((places, memory::collected(bounded::utf8(new).chars().map(u32::from), new.len())?))
    }
}

/// A part of a text with changes: one of the old text, or a new one.
pub(crate) enum Stretch<'a, T> {
    Old(&'a [T]),
    New(&'a [u32]),
}

/// Goes over the parts of a text with these changes, whose places are those of [`Picked::changes`].
pub(crate) fn each_part<'a, T>(
    text: &'a [T],
    places: &[[usize; 3]],
    new: &'a [u32],
    mut visit: impl FnMut(Stretch<'a, T>),
) {
    let (mut at, mut written) = (0, 0);
    for &[start, end, size] in places {
        let until = bounded::add(written, size);
        visit(Stretch::Old(bounded::part(text, at..start)));
        visit(Stretch::New(bounded::part(new, written..until)));
        (at, written) = (end, until);
    }
    visit(Stretch::Old(bounded::rest(text, at)));
}

/// The first place at which the prefix of an A-label begins. `scan::prefix` does the same for octets, in larger blocks.
fn prefix<T: Copy + Into<u32>>(text: &[T]) -> Option<usize> {
    let is_letter = |unit: T, letter: u32| unit.into() | 0x20 == letter;
    // Most units end it at once: `has_prefix` of labels, which converts four first, takes six times as long.
    let is_prefix = |four: &[T]| match four {
        [x, n, one, other] => {
            is_letter(*x, 0x78) && is_letter(*n, 0x6E) && (*one).into() == 0x2D && (*other).into() == 0x2D
        }
        _ => false,
    };
    let mut start = 0;
    while start < text.len() {
        let block = bounded::rest(text, start);
        // With the prefix that begins at its last unit.
        let block = bounded::first(block, block.len().min(bounded::add(BLOCK, 3)));
        let pairs = block.iter().zip(block.iter().skip(1));
        if pairs.fold(false, |any, (&one, &other)| any | (one.into() == 0x2D) & (other.into() == 0x2D))
            && let Some(place) = block.windows(4).position(is_prefix)
        {
            return Some(bounded::add(start, place));
        }
        start = bounded::add(start, BLOCK);
    }
    None
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::expect_used, clippy::indexing_slicing)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Profile;
    use crate::text::{Rewriting, Sought, rewritten};

    fn changed(text: &str, rewriting: &Rewriting<'_>, picked: &Picked<'_>) -> String {
        let units: Vec<u32> = text.chars().map(u32::from).collect();
        let edits = rewriting.edits(&picked.octets).expect("memory");
        let (places, new) = picked.changes(&edits).expect("memory");
        let mut output = String::new();
        let mut copy = |units: &[u32]| output.extend(units.iter().copied().filter_map(char::from_u32));
        each_part(&units, &places, &new, |part| match part {
            Stretch::Old(units) | Stretch::New(units) => copy(units),
        });
        output
    }

    proptest! {
        #[test]
        fn picked_lines_are_rewritten_as_the_text_is(
            parts in proptest::collection::vec(
                prop_oneof![
                    "[a-z é例💩]{0,300}", Just("//ü.de/".to_owned()), Just(" //xn--tda.de ".to_owned()),
                    Just("a@XN--tda".to_owned()), Just("\n".to_owned()), Just("--xn-\n".to_owned()),
                ],
                0..20,
            ),
            to_unicode in any::<bool>(),
            annotate in any::<bool>(),
        ) {
            let text = parts.concat();
            let ascii = text.replace(|character: char| !character.is_ascii(), "");
            let sought = Sought::all(&Profile::UTS46);
            let rewriting = Rewriting { sought, to_unicode, annotate, isolate: false, shows: None };
            for text in [&text, &ascii] {
                let whole = rewritten(text.as_bytes(), &rewriting).expect("memory");
                let expected = whole.map_or(text.clone(), |octets| String::from_utf8(octets).expect("UTF-8"));
                let units: Vec<u32> = text.chars().map(u32::from).collect();
                let picked = Picked::of(&units, to_unicode).expect("memory");
                prop_assert_eq!(changed(text, &rewriting, &picked), expected);
            }
            let whole = changed(&ascii, &rewriting, &Picked::all(ascii.as_bytes()));
            let units: Vec<u32> = ascii.chars().map(u32::from).collect();
            prop_assert_eq!(whole, changed(&ascii, &rewriting, &Picked::of(&units, to_unicode).expect("memory")));
        }
    }

    #[test]
    fn a_prefix_is_found_wherever_it_stands() {
        for length in 250..270 {
            for place in 0..length {
                let mut text = vec![u16::from(b'-'); length];
                text.splice(place..place, "Xn--".encode_utf16());
                assert_eq!((prefix(&text), prefix(&text[place..])), (Some(place), Some(0)));
                assert_eq!(prefix(&text[place + 1..]), None);
            }
        }
    }
}
