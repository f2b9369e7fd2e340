//! Names that are watched: which of them does a name look like?

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::hosts::{each_host, has_end};
use super::labels::{DOT, Labels, Room};
use super::watched::watched_name;
use super::{owned, usual_room, write_ascii_form};
use crate::domain::is_more_than_a_name;
use crate::error::Error;
use crate::label::{Input, ItemError, LabelError};
use crate::memory::{self, Growing};
use crate::security::{decompose, skeleton_of_units};
use crate::unicode::{Scripts, Security, mapping, skeleton_of};
use crate::{bounded, utf8};

/// Browsers remove these from a URL (URL Standard, basic URL parser), so that it is read with and without them:
/// elsewhere they separate fields.
const REMOVED: [char; 3] = ['\t', '\n', '\r'];

/// Names, of which look-alikes are looked up. It is built once and may be used by any number of threads.
///
/// ```
/// use acelabel::display::Watchlist;
///
/// let watchlist = Watchlist::new(["paypal.com", "müller.de"])?;
/// assert_eq!(watchlist.lookup("раураl.com")?, Some("paypal.com"));
/// assert_eq!(watchlist.lookup("www.paypal.com")?, None);
/// assert_eq!(watchlist.lookup("https://раураl.com:8080/login")?, Some("paypal.com"));
/// # Ok::<(), acelabel::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Watchlist {
    names: Vec<String>,
    /// Which name has a skeleton.
    by_skeleton: HashMap<Box<[u8]>, u32>,
    /// The Unicode forms, in UTF-8, of names whose skeleton is that of another name.
    others: HashSet<Box<[u8]>>,
    /// The numbers of labels that the names have.
    counts: BTreeSet<usize>,
}

/// The result of a comparison of a text with watched names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looked<'a> {
    /// A name in it looks like this watched one.
    Like(&'a str),
    /// No name in it looks like a watched one.
    Unlike,
    /// It is more than a name, and no name was found in it.
    NoName,
}

impl Watchlist {
    /// Of names, in either form. Of names that look alike the first is what others look like.
    ///
    /// White space around a name, `*.` before it and one final dot are left out.
    ///
    /// ```
    /// use acelabel::display::Watchlist;
    ///
    /// let watchlist = Watchlist::new([" *.paypal.com. "])?;
    /// assert!(watchlist.names().eq(["paypal.com"]));
    /// let refused = Watchlist::new(["paypal.com", "https://example.com"]).err();
    /// assert_eq!(refused.map(|error| (error.index(), error.error().offset())), Some((1, 5)));
    /// # Ok::<(), acelabel::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// That of [`to_ascii`](crate::to_ascii) under [`Profile::DNS`](crate::Profile::DNS) for what is then no name, such
    /// as a URL, an address or nothing; [`Std3Disallowed`](crate::ErrorKind::Std3Disallowed) for another `*`; and
    /// [`OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn new<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Result<Self, ItemError> {
        let mut watchlist = Self::default();
        for (index, text) in names.into_iter().enumerate() {
            let name = watched_name(text.as_ref()).map_err(|error| ItemError::new(index, error))?;
            let added = watchlist.add(name);
            added.map_err(|error| ItemError::new(index, LabelError::out_of_memory(error)))?;
        }
        Ok(watchlist)
    }

    /// Adds a name, as [`watched_name`] leaves it.
    pub(crate) fn add(&mut self, name: &str) -> Result<(), Error> {
        let mut room = Room::default();
        let labels = Labels::of(name, &mut room)?;
        let number = u32::try_from(self.names.len()).map_err(|_| memory::refused())?;
        self.counts.insert(labels.iter().count());
        let mut holder = None;
        first_variant(labels.text(), |variant| -> Result<Option<()>, Error> {
            self.by_skeleton.try_reserve(1).map_err(|_| memory::refused())?;
            let entry = self.by_skeleton.entry(memory::copied(variant)?.into_boxed_slice()).or_insert(number);
            holder.get_or_insert(*entry);
            Ok(None)
        })?;
        if holder != Some(number) {
            self.others.try_reserve(1).map_err(|_| memory::refused())?;
            self.others.insert(octets_of(labels.text())?.into_boxed_slice());
        }
        memory::push(&mut self.names, owned(name)?)
    }

    /// Returns how many names are watched.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The names, as they were given but for what [`new`](Self::new) leaves out.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Returns whether no name is watched.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The watched name that a name, or a name above it, looks like. A watched name and what lies below it look like
    /// none.
    ///
    /// A text with a character that no name holds is more than a name, such as a URL, an address of e-mail, or a host
    /// and its port. The names in it are looked up: hosts of URLs, domains of addresses and names with a dot, those
    /// written like `example[.]com` among them. The first that looks like a watched name counts.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory) alone.
    pub fn lookup(&self, name: &str) -> Result<Option<&str>, Error> {
        Ok(match self.looked(name)? {
            Looked::Like(target) => Some(target),
            Looked::Unlike | Looked::NoName => None,
        })
    }

    /// The same, and whether there was a name.
    pub(crate) fn looked(&self, name: &str) -> Result<Looked<'_>, Error> {
        // Two backslashes begin the name of a host on a network; one of them alone would be an escape of a zone file.
        if name.starts_with('\\') || name.ends_with('\\') || is_more_than_a_name(name) || has_end(name) {
            return self.looked_inside(name);
        }
        let mut found = self.target_of(name)?;
        // Emphasis, bullets and the end of a sentence.
        let bare = name.trim_matches(['*', '_', '-', '.']);
        if found.is_none() && bare.len() < name.len() {
            found = self.target_of(bare)?;
        }
        Ok(found.map_or(Looked::Unlike, Looked::Like))
    }

    fn target_of(&self, name: &str) -> Result<Option<&str>, Error> {
        Ok(self.target(Labels::of(name, &mut Room::default())?.text())?.map(|(target, _)| target))
    }

    /// The same for a text that is more than a name.
    #[cold]
    #[inline(never)]
    fn looked_inside(&self, text: &str) -> Result<Looked<'_>, Error> {
        let mut found = None;
        let mut look = |text: &str| {
            each_host(text, |host| {
                if found.is_none() {
                    found = self.target_of(host)?;
                }
                Ok(())
            })
        };
        let mut has_name = look(text)?;
        if text.contains(REMOVED) && text.contains(['/', '\\']) {
            let mut url = String::new();
            url.try_reserve_exact(text.len()).map_err(|_| memory::refused())?;
            url.extend(text.chars().filter(|character| !REMOVED.contains(character)));
            has_name |= look(&url)?;
        }
        // A text without a path may be a name in which one character is wrong.
        if !has_name && !text.contains(['/', '\\', '?', '#']) {
            found = self.target_of(text)?;
        }
        Ok(match found {
            Some(target) => Looked::Like(target),
            None if has_name || text.trim().is_empty() => Looked::Unlike,
            None => Looked::NoName,
        })
    }

    /// Where the part of a name begins that looks like a watched name. In a text that is more than a name that is the
    /// whole text.
    pub(super) fn watched_from(&self, labels: &Labels) -> Result<Option<usize>, Error> {
        if is_more_than_a_name(labels.text()) {
            // Labels that are not valid count as they are shown, so that what is shown is shown again.
            let shown = with_invalid_in_ascii(labels)?;
            if is_more_than_a_name(&*shown) {
                return Ok(matches!(self.looked_inside(&shown)?, Looked::Like(_)).then_some(0));
            }
        }
        Ok(self.target(labels.text())?.map(|(_, start)| start))
    }

    /// The watched name that the Unicode form of a name looks like, and where the part begins that does.
    fn target(&self, unicode: &[u32]) -> Result<Option<(&str, usize)>, Error> {
        let body = unicode.strip_suffix(&[DOT]).unwrap_or(unicode);
        for &count in &self.counts {
            let Some(start) = start_of_last(body, count) else { continue };
            let part = bounded::rest(body, start);
            let found = first_variant(part, |variant| {
                let number = self.by_skeleton.get(variant).and_then(|&number| usize::try_from(number).ok());
                let Some(target) = number.and_then(|number| self.names.get(number)) else { return Ok(None) };
                let is_target = target.chars().map(u32::from).eq(part.iter().copied())
                    || Labels::of(target, &mut Room::default())?.text() == part;
                let is_watched = is_target || self.is_other(part)?;
                Ok(Some((!is_watched).then_some((target.as_str(), start))))
            })?;
            let found = found.flatten();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn is_other(&self, part: &[u32]) -> Result<bool, Error> {
        Ok(!self.others.is_empty() && self.others.contains(&*octets_of(part)?))
    }
}

/// A name in Unicode, but for the labels that are not valid.
fn with_invalid_in_ascii(labels: &Labels) -> Result<String, Error> {
    let mut shown = Growing::reserved(usual_room(labels.text().len()));
    for part in labels.iter() {
        if part.start > 0 {
            shown.push(b'.');
        }
        if part.is_invalid || part.text.is_ascii() {
            write_ascii_form(part.text, &mut shown)?;
        } else {
            utf8::write(part.text, &mut shown);
        }
    }
    shown.finished().map(bounded::utf8_string)
}

fn octets_of(text: &[u32]) -> Result<Vec<u8>, Error> {
    let mut octets = Growing::reserved(usual_room(text.len()));
    utf8::write(text, &mut octets);
    octets.finished()
}

/// Where the last labels of a name begin, if it has as many.
fn start_of_last(name: &[u32], count: usize) -> Option<usize> {
    let dots = name.iter().enumerate().rev().filter(|(_, unit)| **unit == DOT).take(count);
    let (found, start) =
        dots.fold((0_usize, 0), |(found, _), (place, _)| (bounded::add(found, 1), bounded::add(place, 1)));
    match bounded::sub(count, found) {
        0 => Some(start),
        // The first label has no dot before it.
        1 => Some(0),
        _ => None,
    }
}

/// The most spellings of a name that are looked at.
const MOST: usize = 16;

/// Of a longer text, which is no name of DNS, one spelling alone is looked at.
const LONGEST: usize = 255;

/// Hands over the skeletons of a name in UTF-8, of each spelling, as some characters look like several letters, until
/// the work gives something back.
fn first_variant<T>(name: &[u32], mut work: impl FnMut(&[u8]) -> Result<Option<T>, Error>) -> Result<Option<T>, Error> {
    let mut octets = Growing::reserved(usual_room(name.len()));
    let mut compare = |spelling: &[u32]| {
        octets.clear();
        write_skeleton(spelling, &mut octets)?;
        if octets.is_refused() { Err(memory::refused()) } else { work(&octets) }
    };
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
fn without_marks(text: Cow<'_, [u32]>) -> Result<Cow<'_, [u32]>, Error> {
    const LETTERS: Scripts = Scripts::named(*b"Latn").union(Scripts::named(*b"Grek")).union(Scripts::named(*b"Cyrl"));
    let has_mark = |&unit: &u32| Security::of(unit).has(Security::NONSPACING_MARK | Security::ENDS_WITH_MARK);
    if !text.iter().any(has_mark) || !text.iter().all(|&unit| Scripts::of(Security::of(unit)).meets(LETTERS)) {
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
