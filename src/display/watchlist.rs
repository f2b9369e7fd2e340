//! Names that are watched: which of them does a name look like?

use std::collections::{BTreeSet, HashMap};

use super::labels::{DOT, Labels};
use super::{owned, usual_room};
use crate::error::Error;
use crate::label::Input;
use crate::memory::{self, Growing};
use crate::security::{decompose, skeleton_of_units};
use crate::unicode::{Scripts, Security};
use crate::{bounded, utf8};

/// Names, of which look-alikes are looked up. It is built once and may be used by any number of threads.
///
/// ```
/// use acelabel::display::Watchlist;
///
/// let watchlist = Watchlist::new(["paypal.com", "müller.de"])?;
/// assert_eq!(watchlist.lookup("раураl.com")?, Some("paypal.com"));
/// assert_eq!(watchlist.lookup("www.paypal.com")?, None);
/// # Ok::<(), acelabel::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Watchlist {
    names: Vec<String>,
    /// Which name has a skeleton.
    by_skeleton: HashMap<Box<[u8]>, u32>,
    /// How many labels names have.
    counts: BTreeSet<usize>,
}

impl Watchlist {
    /// Of names, in either form. Of names that look alike the first is kept.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn new<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Result<Self, Error> {
        let mut watchlist = Self::default();
        for name in names {
            let name = name.as_ref().strip_suffix('.').unwrap_or(name.as_ref());
            let labels = Labels::of(name)?;
            let number = u32::try_from(watchlist.names.len()).map_err(|_| memory::refused())?;
            watchlist.counts.insert(labels.iter().count());
            first_variant(labels.text(), |variant| -> Result<Option<()>, Error> {
                watchlist.by_skeleton.try_reserve(1).map_err(|_| memory::refused())?;
                watchlist.by_skeleton.entry(memory::copied(variant)?.into_boxed_slice()).or_insert(number);
                Ok(None)
            })?;
            memory::push(&mut watchlist.names, owned(name)?)?;
        }
        Ok(watchlist)
    }

    /// How many names are watched.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The names, as they were given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Whether no name is watched.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The watched name that a name, or a name above it, looks like. A watched name and what lies below it look like
    /// none.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn lookup(&self, name: &str) -> Result<Option<&str>, Error> {
        Ok(self.target(Labels::of(name)?.text())?.map(|(target, _)| target))
    }

    /// The same of the Unicode form of a name, and where the part begins that looks like the watched name.
    pub(super) fn target(&self, unicode: &[u32]) -> Result<Option<(&str, usize)>, Error> {
        let body = unicode.strip_suffix(&[DOT]).unwrap_or(unicode);
        for &count in &self.counts {
            let Some(start) = start_of_last(body, count) else { continue };
            let part = bounded::rest(body, start);
            let found = first_variant(part, |variant| {
                let number = self.by_skeleton.get(variant).and_then(|&number| usize::try_from(number).ok());
                let Some(target) = number.and_then(|number| self.names.get(number)) else { return Ok(None) };
                Ok((Labels::of(target)?.text() != part).then_some((target.as_str(), start)))
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// Where the last labels of a name begin, if it has as many.
fn start_of_last(name: &[u32], count: usize) -> Option<usize> {
    let mut starts = (0..).zip(name).filter(|(_, unit)| **unit == DOT).map(|(place, _)| bounded::add(place, 1));
    // (The first label has no dot before it.)
    let before = name.iter().filter(|&&unit| unit == DOT).count().checked_sub(bounded::sub(count, 1))?;
    match before.checked_sub(1) {
        None => Some(0),
        Some(dots) => starts.nth(dots),
    }
}

/// The most spellings of a name that are looked at.
const MOST: usize = 16;

/// Hands over the skeletons of a name in UTF-8, of each spelling, as some characters look like several letters, until
/// the work gives something back.
fn first_variant<T>(name: &[u32], mut work: impl FnMut(&[u8]) -> Result<Option<T>, Error>) -> Result<Option<T>, Error> {
    let (mut spellings, mut next) = (Vec::new(), 0_usize);
    let mut octets = Growing::reserved(usual_room(name.len()));
    memory::push(&mut spellings, without_marks(memory::copied(name)?)?)?;
    while let Some(text) = spellings.get(next) {
        octets.clear();
        utf8::write(&without_marks(skeleton_of_units(text)?)?, &mut octets);
        if octets.is_refused() {
            return Err(memory::refused());
        }
        if let Some(found) = work(&octets)? {
            return Ok(Some(found));
        }
        let mut more: Vec<Vec<u32>> = Vec::new();
        for (place, &unit) in text.iter().enumerate() {
            for &other in alike(unit) {
                let mut spelling = memory::copied(text)?;
                if let Some(slot) = spelling.get_mut(place) {
                    *slot = other;
                }
                memory::push(&mut more, spelling)?;
            }
        }
        more.retain(|spelling| !spellings.contains(spelling));
        more.truncate(MOST.saturating_sub(spellings.len()));
        for spelling in more {
            memory::push(&mut spellings, spelling)?;
        }
        next = next.saturating_add(1);
    }
    Ok(None)
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
fn without_marks(text: Vec<u32>) -> Result<Vec<u32>, Error> {
    const LETTERS: Scripts = Scripts::named(*b"Latn").union(Scripts::named(*b"Grek")).union(Scripts::named(*b"Cyrl"));
    if text.is_ascii() || !text.iter().all(|&unit| Scripts::of(Security::of(unit)).meets(LETTERS)) {
        return Ok(text);
    }
    let mut decomposed = memory::reserved(text.len())?;
    for unit in text {
        decompose(unit, &mut decomposed)?;
    }
    decomposed.retain(|&unit| !Security::of(unit).has(Security::NONSPACING_MARK));
    Ok(decomposed)
}
