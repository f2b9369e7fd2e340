//! The skeletons of names as they are compared: without regard to case and to marks on Latin, Greek and Cyrillic
//! letters, in each spelling of a character that looks like several letters.

use std::borrow::Cow;

use crate::display::context::LATIN_GREEK_OR_CYRILLIC;
use crate::display::labels::usual_room;
use crate::error::Error;
use crate::memory::{self, Growing};
use crate::security::{decompose, skeleton_of_units};
use crate::unicode::{Scripts, Security, mapping, skeleton_of};
use crate::{bounded, utf8};

/// The most spellings of a name that are looked at.
const MOST: usize = 16;
/// Longer names are none of DNS: their labels are compared, and not the parts of these, and in one spelling alone.
pub(super) const LONGEST: usize = 255;

/// Hands over the skeletons of a name in UTF-8, of each spelling, as some characters look like several letters, until
/// the work gives something back.
pub(super) fn first_spelling<T>(
    name: &[u32],
    mut work: impl FnMut(&[u8]) -> Result<Option<T>, Error>,
) -> Result<Option<T>, Error> {
    let mut octets = Growing::reserved(usual_room(name.len()));
    let mut compare = |spelling: &[u32]| {
        octets.clear();
        if is_plain(spelling) {
            write_plain_skeleton(spelling, &mut octets);
        } else {
            write_skeleton(spelling, &mut octets)?;
        }
        if octets.is_refused() { Err(memory::refused()) } else { work(&octets) }
    };
    if is_plain(name) {
        return compare(name);
    }
    let first = without_marks(Cow::Borrowed(name))?;
    if first.iter().all(|&unit| alike(unit).is_empty()) {
        return compare(&first);
    }
    let (mut spellings, mut next) = (Vec::new(), 0_usize);
    memory::push(&mut spellings, first.into_owned())?;
    while let Some(text) = spellings.get(next) {
        if let Some(found) = compare(text)? {
            return Ok(Some(found));
        }
        let most = if name.len() <= LONGEST { bounded::sub(MOST, spellings.len()) } else { 0 };
        let mut more: Vec<Vec<u32>> = Vec::new();
        let places = text.iter().enumerate();
        for (place, &other) in places.flat_map(|(place, &unit)| alike(unit).iter().map(move |other| (place, other))) {
            if more.len() == most {
                break;
            }
            let mut spelling = memory::copied(text)?;
            bounded::put(&mut spelling, place, other);
            if !spellings.contains(&spelling) {
                memory::push(&mut more, spelling)?;
            }
        }
        for spelling in more {
            memory::push(&mut spellings, spelling)?;
        }
        next = bounded::add(next, 1);
    }
    Ok(None)
}

/// Returns whether a name is of small letters of ASCII, digits, and what stands between them.
fn is_plain(name: &[u32]) -> bool {
    name.iter().all(|&unit| matches!(unit, 0x61..=0x7A | 0x30..=0x39 | 0x2D | 0x2E | 0x5F))
}

/// Appends the skeleton of such a name: a few of its characters have another one than themselves.
fn write_plain_skeleton(text: &[u32], octets: &mut Growing<u8>) {
    for &unit in text {
        match unit {
            0x30 => octets.push(b'o'),
            0x31 => octets.push(b'l'),
            0x6D => octets.extend_from_slice(b"rn"),
            unit => octets.push(bounded::to(unit & 0x7F)),
        }
    }
}

/// The letters that a character is taken for besides that of its skeleton.
const fn alike(unit: u32) -> &'static [u32] {
    match unit {
        0x4CF => &[0x6C],
        0xFE => &[0x62, 0x70],
        0x142 => &[0x6C, 0x74],
        _ => &[],
    }
}

/// A text without the marks on letters, if all of it is Latin, Greek or Cyrillic.
pub(super) fn without_marks(text: Cow<'_, [u32]>) -> Result<Cow<'_, [u32]>, Error> {
    let has_mark = |&unit: &u32| Security::of(unit).has(Security::NONSPACING_MARK | Security::ENDS_WITH_MARK);
    if !text.iter().any(has_mark)
        || !text.iter().all(|&unit| Scripts::of(Security::of(unit)).meets(LATIN_GREEK_OR_CYRILLIC))
    {
        return Ok(text);
    }
    let mut decomposed = memory::reserved(text.len())?;
    for &unit in &*text {
        decompose(unit, &mut decomposed)?;
    }
    decomposed.retain(|&unit| !Security::of(unit).has(Security::NONSPACING_MARK));
    Ok(decomposed.into())
}

/// Appends the skeleton of a text as names are compared: without regard to case. The skeleton of `0` is `O`, and other
/// letters, too, look like capital ones, which UTS #46 maps to small ones.
fn write_skeleton(text: &[u32], octets: &mut Growing<u8>) -> Result<(), Error> {
    let skeleton = without_marks(skeleton_of_units(text)?.into())?;
    for &unit in &*skeleton {
        // Most are small letters of ASCII, which are not looked up.
        let mapped = if matches!(unit, 0x61..=0x7A) { None } else { mapping(unit) };
        match mapped {
            // A character that is not mapped is its own skeleton already.
            None => utf8::push(unit, octets),
            // Small letters may look like others: `m` like `rn`.
            Some(letters) => letters.iter().for_each(|letter| {
                let same = core::slice::from_ref(letter);
                skeleton_of(*letter).unwrap_or(same).iter().for_each(|&unit| utf8::push(unit, octets));
            }),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_skeletons_are_those_of_the_table() {
        for unit in 0..0x80 {
            let (mut plain, mut other) = (Growing::default(), Growing::default());
            if is_plain(&[unit]) {
                write_plain_skeleton(&[unit], &mut plain);
                assert_eq!(write_skeleton(&[unit], &mut other), Ok(()));
                assert_eq!(*plain, *other, "{unit:#X}");
            }
        }
    }
}
