//! Names that are watched: which of them does a name look like?

use std::collections::{BTreeSet, HashMap};

use super::{code_points, form, owned};
use crate::error::Error;
use crate::label::Form;
use crate::memory;
use crate::security::{decompose, skeleton_of_units};
use crate::unicode::{Scripts, Security};

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
    by_skeleton: HashMap<Box<str>, u32>,
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
            let unicode = form(name, Form::Unicode)?;
            let number = u32::try_from(watchlist.names.len()).map_err(|_| memory::refused())?;
            watchlist.counts.insert(unicode.split('.').count());
            for variant in variants(&unicode)? {
                watchlist.by_skeleton.try_reserve(1).map_err(|_| memory::refused())?;
                watchlist.by_skeleton.entry(variant).or_insert(number);
            }
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
        let unicode = form(name, Form::Unicode)?;
        Ok(self.target(&unicode)?.map(|(target, _)| target))
    }

    /// The same of the Unicode form of a name, and where the part begins that looks like the watched name.
    pub(super) fn target(&self, unicode: &str) -> Result<Option<(&str, usize)>, Error> {
        let body = unicode.strip_suffix('.').unwrap_or(unicode);
        for &count in &self.counts {
            let Some(part) = last_labels(body, count) else { continue };
            for variant in variants(part)? {
                let number = self.by_skeleton.get(&variant).and_then(|&number| usize::try_from(number).ok());
                let Some(target) = number.and_then(|number| self.names.get(number)) else { continue };
                if form(target, Form::Unicode)? != part {
                    return Ok(Some((target, body.len().saturating_sub(part.len()))));
                }
            }
        }
        Ok(None)
    }
}

/// The last labels of a name, if it has as many.
fn last_labels(name: &str, count: usize) -> Option<&str> {
    let mut dots = name.rmatch_indices('.').map(|(at, _)| at);
    match count.checked_sub(1).and_then(|before| dots.nth(before)) {
        Some(at) => name.get(at.saturating_add(1)..),
        None => (name.split('.').count() == count).then_some(name),
    }
}

/// The most spellings of a name that are looked at.
const MOST: usize = 16;

/// The skeletons of a name: of each spelling, as some characters look like several letters.
fn variants(name: &str) -> Result<Vec<Box<str>>, Error> {
    let mut spellings: Vec<Vec<u32>> = Vec::new();
    memory::push(&mut spellings, without_marks(code_points(name)?)?)?;
    let (mut next, mut skeletons) = (0_usize, Vec::new());
    while let Some(text) = spellings.get(next) {
        let skeleton =
            without_marks(skeleton_of_units(text)?)?.into_iter().filter_map(char::from_u32).collect::<String>();
        memory::push(&mut skeletons, skeleton.into_boxed_str())?;
        let mut more = Vec::new();
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
    Ok(skeletons)
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
    if !text.iter().all(|&unit| Scripts::of(Security::of(unit)).meets(LETTERS)) {
        return Ok(text);
    }
    let mut decomposed = memory::reserved(text.len())?;
    for unit in text {
        decompose(unit, &mut decomposed)?;
    }
    decomposed.retain(|&unit| !Security::of(unit).has(Security::NONSPACING_MARK));
    Ok(decomposed)
}
